"""What a match tells about its hand: who won tricks, who bid, what the hand counts."""

from parlour.games.driver import Driver
from parlour.games.pippip import Options, PipPip
from parlour.games.sampling import Chance


def test_bids_name_their_speakers() -> None:
    options = Options(auction=True, first_dealer="random", first_trump="cut")
    match = PipPip(5, options, seed=4)
    said: list[tuple[int, int | None]] = []
    for bid in ("pass", "pass", "bid 100", "bid 110", "pass", "bid 120", "pass"):
        assert match.turn is not None
        said.append((match.turn, None if bid == "pass" else int(bid.split()[1])))
        match.do(bid)
        assert match.bids() == said
    assert match.hand_scores() == [0] * 5


def test_trick_winners_and_hand_scores() -> None:
    options = Options(
        auction=True, first_dealer="random", first_trump="cut", match_length="3 hands"
    )
    match = PipPip(4, options)
    chance, driver = Chance(2), Driver(match)
    winners: list[int] = []
    before = match.totals()
    failed = 0
    while not match.over:
        event = chance.next(match)
        if event:
            winners, before = [], match.totals()
            driver.do(event)
            continue
        bidding = match.awaits is None and not match.tricks() and not match.trick()
        legal = driver.legal()
        driver.do(legal[-1] if bidding and len(match.bids()) < 3 else legal[0])
        tricks = match.tricks()
        if len(tricks) > len(winners):
            following = match.trick_winners()[-1]
            winners.append(following)
            if match.turn is not None:
                assert match.turn == following
        assert match.trick_winners() == winners
        if match.turn is None:
            gained = [total - old for total, old in zip(match.totals(), before, strict=True)]
            assert match.hand_scores() == gained
            failed += min(gained) < 0
        else:
            gained = [s - total for s, total in zip(match.scores(), match.totals(), strict=True)]
            assert match.hand_scores() == gained
    assert failed
