"""EN's auction to the letter, and what was decided where it breaks off."""

import pytest

from parlour.errors import IllegalEventError, OutOfTurnError
from parlour.games.pippip import Options, PipPip

AUCTION = Options(auction=True, first_dealer="random", first_trump="cut", match_length="1 hands")


def deal(players: int, **changes: object) -> PipPip:
    """A dealt hand in which seat 1 deals, so that seat 0 speaks first, then 1, 2, …"""
    options = Options(**{**AUCTION.values(), **changes})  # type: ignore[arg-type]
    ranks, suits = "23456789TJQKA", "cdhs"
    pack = " ".join(rank + suit for rank in ranks for suit in suits for _ in range(2))
    return PipPip(players, options, events=["dealer 2", "cut s", f"order {pack}"])


def bid(match: PipPip, *events: str) -> None:
    for event in events:
        match.do(event)


def test_the_right_hand_neighbour_of_the_dealer_speaks_first() -> None:
    match = deal(5)
    assert (match.dealer, match.turn) == (1, 0)
    assert match.legal_names() == ["pass", "bid 110"]
    bid(match, "bid 110")
    assert match.turn == 1
    assert match.legal_names() == ["pass", "bid 120"]


def test_two_passes_in_a_row_end_it_though_others_have_not_spoken() -> None:
    match = deal(6)
    bid(match, "bid 110", "pass", "pass")
    assert match.bid == (0, 110)
    assert match.turn == 2  # eldest leads all the same
    assert match.can("play 2c") or match.legal_names()


def test_one_who_has_passed_is_skipped_and_does_not_pass_again() -> None:
    match = deal(4)
    bid(match, "pass", "bid 110", "bid 120", "bid 130")
    assert match.turn == 1  # seat 0 is out
    bid(match, "pass")
    assert match.turn == 2
    bid(match, "bid 140", "pass")  # seat 3 passes: seat 2 is the only one still in
    assert match.bid == (2, 140)
    assert match.turn == 2


@pytest.mark.parametrize("opening", ["bid 100", "bid 110"])
def test_after_two_passes_the_third_must_bid(opening: str) -> None:
    match = deal(5)
    bid(match, "pass", "pass")
    assert match.legal_names() == ["bid 100", "bid 110"]
    with pytest.raises(IllegalEventError, match="must bid 110") as caught:
        match.do("pass")
    assert caught.value.code == "must_bid"
    bid(match, opening)
    assert match.legal_names() == ["pass", "bid 110" if opening == "bid 100" else "bid 120"]


def test_three_players_the_forced_bid_ends_it() -> None:
    match = deal(3)
    bid(match, "pass", "pass", "bid 100")
    assert match.bid == (2, 100)
    assert match.turn == 2


def test_nobody_bids_beyond_the_cap() -> None:
    for values, cap in (("standard", 660), ("thousand", 640)):
        match = deal(3, card_values=values)
        for amount in range(110, cap + 1, 10):
            bid(match, f"bid {amount}")
        assert match.legal_names() == ["pass"]
        with pytest.raises(IllegalEventError, match=f"more than {cap}"):
            match.do("bid 660")
        bid(match, "pass", "pass")
        assert match.bid is not None
        assert match.bid[1] == cap


def test_refusals_during_the_auction() -> None:
    match = deal(4)
    with pytest.raises(IllegalEventError, match="auction is still on"):
        match.do("play 2c")
    with pytest.raises(IllegalEventError, match="auction is still on"):
        match.do("call h", 3)
    with pytest.raises(OutOfTurnError, match="seat 1's turn"):
        match.do("bid 110", 2)
    with pytest.raises(IllegalEventError, match="exactly 110"):
        match.do("bid 130")
    with pytest.raises(IllegalEventError, match="third speaker"):
        match.do("bid 100")
    bid(match, "bid 110", "pass", "pass")
    with pytest.raises(IllegalEventError, match="no bidding now"):
        match.do("bid 120")


def marriage_deal(*bids: str) -> PipPip:
    """Three players; the third speaker, seat 2, is eldest and holds both red marriages."""
    hands = (
        "Kh Qh Kd Qd 2c 3c 4c",  # seat 2
        "Kc 5c 6c 7c 8c 9c Tc",  # seat 0
        "5d 6d 7d 8d 9d Td Jd",  # seat 1
    )
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    dealt = [card for cards in rounds for card in cards]
    rest = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" for _ in range(2)]
    for card in dealt:
        rest.remove(card)
    match = PipPip(3, AUCTION, events=["dealer 2", "cut s", "order " + " ".join(dealt + rest)])
    bid(match, *bids)
    return match


def test_no_call_after_the_special_100() -> None:
    match = marriage_deal("pass", "pass", "bid 100")
    assert not any(name.startswith("call") for name in match.legal_names(2))
    with pytest.raises(IllegalEventError, match="special 100") as caught:
        match.do("call h", 2)
    assert caught.value.code == "no_call_after_100"
    assert marriage_deal("pass", "pass", "bid 110").can("call h", 2)


def test_a_failed_bid_counts_minus_the_bid() -> None:
    for opening, bidder_fails in (("bid 110", False), ("bid 660", True)):
        match = marriage_deal()
        if bidder_fails:
            for amount in range(110, 661, 10):
                bid(match, f"bid {amount}")
            bid(match, "pass", "pass")
        else:
            bid(match, "pass", "pass", opening)
        assert match.bid is not None
        seat, amount = match.bid
        if match.can("call h", 2):
            match.do("call h", 2)
        while not match.over:
            match.do(match.legal()[-1] if match.legal()[-1] < 52 else match.legal()[0])
        made = match.points()[seat] + 50 * sum(caller == seat for caller, _, _ in match.calls())
        assert match.totals()[seat] == (made if made >= amount else -amount)
        others = [other for other in range(3) if other != seat]
        for other in others:
            calls = sum(caller == other for caller, _, _ in match.calls())
            assert match.totals()[other] == match.points()[other] + 50 * calls
    assert match.totals()[seat] == -660
