"""Every point of the rules of Savannah that a reader could get wrong, each set up card by card."""

import pytest

from parlour.cards import card_name, card_names, packs, parse_cards
from parlour.errors import IllegalEventError
from parlour.games.savannah import Options, Savannah
from tests.savannah.games import position


def names(cards: list[int]) -> str:
    return card_names(cards)


def order(*first: str, players: int = 2) -> str:
    """A shuffled pack that begins with some cards, the others following in order."""
    cards = parse_cards(" ".join(first))
    rest = packs((players + 1) // 2)
    for card in cards:
        rest.remove(card)
    return f"order {card_names(cards + rest)}"


def with_foundations(text: str, stock: str = "") -> str:
    """A pack for two players whose deal lays these foundations and this stock."""
    laid, drawn = parse_cards(text), parse_cards(stock)
    rest = [card for card in packs(1) if card not in laid + drawn]
    return f"order {card_names(rest[:38] + laid + drawn + rest[38:])}"


# The deal


def test_a_pack_typed_in_is_dealt_seat_by_seat() -> None:
    pack = packs(2)
    game = Savannah(3, events=[f"order {card_names(pack)}"])
    for seat in range(3):
        assert game.reserve(seat) == pack[13 * seat : 13 * seat + 13]
        assert game.pile(seat) == pack[39 + 6 * seat : 45 + 6 * seat]
        assert game.face_down(seat) == [0, 2, 4]
        assert game.hand(seat) == []
    assert game.foundations() == pack[57:60]
    assert game.stock() == pack[60:]


@pytest.mark.parametrize(("players", "cards"), [(2, 52), (3, 104), (4, 104), (11, 312), (12, 312)])
def test_one_pack_for_every_two_players(players: int, cards: int) -> None:
    game = Savannah(players, events=[f"order {card_names(packs(cards // 52))}"])
    assert game.stock_left == cards - 19 * players - 3
    with pytest.raises(IllegalEventError, match=f"{cards} cards have to be shuffled, not 53"):
        Savannah(players, events=["order " + card_names([*packs(1), 0])])


# The first player


def test_those_who_tie_roll_again_among_themselves() -> None:
    game = Savannah(4, events=[order(players=4)])
    for seat, dice in enumerate(["5 4", "6 3", "2 2", "3 6"]):
        assert (game.turn, game.roller) == (None, seat)
        game.do(f"roll {dice}")
    for seat, dice in [(0, "1 1"), (1, "6 6"), (3, "6 6")]:
        assert game.roller == seat
        game.do(f"roll {dice}")
    for seat, dice in [(1, "1 2"), (3, "1 3")]:
        assert game.roller == seat
        game.do(f"roll {dice}")
    assert (game.turn, game.first, game.awaits, game.roller) == (3, 3, "roll", 3)
    assert game.hand(3) == []
    game.do("roll 2 5")
    assert (game.dice, len(game.hand(3))) == ((2, 5), 4)


def test_turns_pass_clockwise() -> None:
    game = Savannah(3, seed=3)
    seats = []
    for _ in range(6):
        assert game.turn is not None
        seats.append(game.turn)
        game.do(next(name for name in game.legal_names() if name.startswith("discard")))
        game.do("roll 1 2")
    assert seats == [(seats[0] + k) % 3 for k in range(6)]


# Which card goes on a foundation


@pytest.mark.parametrize(
    ("action", "dice", "ways"),
    [
        ("play 6h>1", "1 2", ["next_rank"]),
        ("play 6h>1", "1 4", ["next_rank", "dice"]),
        ("play 9h>1", "1 4", ["dice"]),
        ("play 9h>1", "4 5", []),
        ("play 9h>2", "1 2", ["king"]),
        ("play Ah>1", "1 2", ["ace"]),
        ("play Ah>1", "2 3", ["dice", "ace"]),
        ("play Ah>2", "1 2", ["king", "ace"]),
        ("play Ah>3", "1 2", ["ace"]),
        ("play 2h>3", "1 2", ["next_rank"]),
        ("play 9h>3", "1 1", []),
        ("discard 9h", "1 1", []),
    ],
)
def test_the_four_ways(action: str, dice: str, ways: list[str]) -> None:
    card = action.split()[1][:2]
    hand = f"{card} 4c 4d 4s"
    game = position(tops="5s Ks As", hands=[hand], piles=["7c"], reserves=["", "8c"], dice=dice)
    assert game.ways(action) == ways
    assert len(game.why(action)) == len(ways)
    assert game.can(action) == (bool(ways) or action.startswith("discard"))


def test_each_way_and_each_refusal_is_told_in_words() -> None:
    game = position(tops="8s Ks As", hands=["9h Ac 4c 4s"], piles=["7c"], dice="4 4")
    assert game.why("play 9>1") == [
        "A nine goes on an eight.",
        "The dice make 8: any card goes on an eight.",
    ]
    assert game.why("play A>2") == ["Any card goes on a king.", "An ace goes on any card."]
    with pytest.raises(IllegalEventError) as caught:
        game.do("play 9>3")
    assert str(caught.value) == "A nine does not go on an ace: only a two or another ace does."
    assert (caught.value.code, caught.value.parameters) == (
        "does_not_fit",
        {"rank": "9", "top": "A"},
    )
    game = position(tops="8s Ks As", hands=["Jh 4c"], piles=["7c"], dice="1 2")
    with pytest.raises(IllegalEventError) as caught:
        game.do("play J>1")
    assert str(caught.value) == (
        "A jack does not go on an eight: only a nine or an ace does, "
        "or any card when the dice make 8."
    )


def test_an_ace_goes_on_an_ace_and_nothing_goes_round_the_corner() -> None:
    game = position(tops="Ah Ks Qd", hands=["As 2c 3c Kc"], piles=["7c"])
    assert game.can("play A>1")
    assert game.can("play 2>1")
    assert not game.can("play 3>1")
    assert not game.can("play K>1")
    assert game.can("play K>3")


def test_the_dice_hold_all_turn_long() -> None:
    game = position(tops="7h Js Qd", hands=["2c 2d 2s 7c"], piles=["9c 8c"], dice="3 4")
    game.do("play 2c>1")
    assert not game.can("play 2d>1")
    game = position(tops="7h 7s Qd", hands=["7c 7d 2s 3c"], piles=["9c 8c"], dice="3 4")
    for action in ("play 7c>1", "play 7d>1", "play 2s>1"):
        game.do(action)
    assert game.plays == 4


def test_queens_count_twelve_and_jacks_eleven() -> None:
    game = position(tops="Qh Js Th", hands=["2c 3c 4c 5c"], piles=["9c"], dice="6 6")
    assert game.ways("play 2>1") == ["dice"]
    assert game.ways("play 2>2") == []
    game = position(tops="Qh Js Th", hands=["2c 3c 4c 5c"], piles=["9c"], dice="5 6")
    assert game.ways("play 2>1") == []
    assert game.ways("play 2>2") == ["dice"]


# Turning up


def test_a_face_down_card_is_turned_up_at_once_and_stays_so() -> None:
    pack = [card for card in packs(1) if card_name(card) not in ("6s", "Kc", "Kd", "Kh")]
    kings = parse_cards("Kc Kd Kh")
    pack = pack[:38] + kings + parse_cards("6s") + pack[38:]
    game = Savannah(2, events=[f"order {card_names(pack)}", "roll 6 6", "roll 1 1", "roll 1 2"])
    assert game.turn == 0
    fifth = game.pile(0)[4]
    assert game.view(None).pile(0)[4] == 255
    game.do("pile>1")
    assert game.face_down(0) == [0, 2]
    assert game.view(None).pile(0) == [255, game.pile(0)[1], 255, game.pile(0)[3], fifth]
    game.do("discard 6s")
    assert game.view(1).pile(0)[4] == fifth
    reserve = game.reserve(1)
    assert game.view(1).reserve(1) == [255] * 12 + reserve[12:]
    game.do("roll 1 2")
    game.do("reserve>2")
    assert game.view(1).reserve(1) == [255] * 11 + reserve[11:12]


# The hand


def test_a_hand_emptied_by_a_play_is_refilled_at_once() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c"], piles=["9c"], stock="3c 4c 5c 6c 7c")
    game.do("play 2>1")
    assert names(game.hand(0)) == "3c 4c 5c 6c"
    assert names(game.stock()) == "7c"


def test_a_hand_emptied_by_the_closing_discard_is_not() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c"], piles=["9c"], stock="3c 4c 5c 6c 7c")
    game.do("discard 2")
    assert game.hand(0) == []
    assert (game.turn, game.stock_left) == (1, 5)


def test_a_card_is_taken_by_suit_or_else_the_first_in_suit_order() -> None:
    hand = "5h 5c 5s 9d"
    game = position(tops="Kh Ks Qd", hands=[hand], piles=["9c"])
    assert game.legal_names().count("play 5>1") == 1
    assert game.full_name("play 5>1") == "play 5c>1"
    assert game.full_name("discard 5") == "discard 5c"
    assert game.full_name("pile>1") == "pile>1"
    by_suit, by_rank = game.copy(), game.copy()
    by_suit.do("play 5c>1")
    by_rank.do("play 5>1")
    assert by_suit == by_rank
    game.do("discard 5h")
    assert names(game.hand(0)) == "5c 5s 9d"
    assert card_name(game.pile(0)[-1]) == "5h"


# Doubles


def test_on_doubles_one_card_of_one_other_pile() -> None:
    game = Savannah(3, seed=2)
    record = game.record
    assert game.turn is not None
    seat = game.turn
    others = [other for other in range(3) if other != seat]
    record["dice"] = 3, 3
    for place in range(3):
        record["top"][0, place] = 44 + place
    robbing = [name for name in game.legal_names() if name.startswith("seat")]
    assert sorted(robbing) == sorted(
        f"seat {other + 1}>{foundation}" for other in others for foundation in (1, 2, 3)
    )
    with pytest.raises(IllegalEventError, match="your own discard pile"):
        game.do(f"seat {seat + 1}>1")
    game.do(f"seat {others[0] + 1}>1")
    assert game.face_down(others[0]) == [0, 2]
    assert game.robbed
    for other in others:
        with pytest.raises(IllegalEventError, match="already played from another"):
            game.do(f"seat {other + 1}>2")
    with pytest.raises(IllegalEventError, match="no seat 4"):
        game.do("seat 4>1")


def test_without_doubles_no_other_pile() -> None:
    game = position(tops="Kh Ks Kd", hands=["2c"], piles=["9c", "8c"], reserves=["", "3c"])
    with pytest.raises(IllegalEventError, match="doubles"):
        game.do("seat 2>1")


# The stock


def test_a_reshuffle_in_the_middle_of_a_draw() -> None:
    game = position(
        tops="Kh Ks Qd", hands=["2c"], piles=["9c"], stock="3c 4c", covered="7c 7d 8d", plays=5
    )
    game.do("play 2>1")
    assert (game.awaits, names(game.hand(0)), game.legal()) == ("order", "3c 4c", [])
    with pytest.raises(IllegalEventError, match="the cards have to be shuffled first"):
        game.do("discard 3")
    with pytest.raises(IllegalEventError, match="4 cards have to be shuffled, not 3"):
        game.do("order Kh 7c 7d")
    with pytest.raises(IllegalEventError, match="2c is not among the cards to be shuffled"):
        game.do("order 2c Kh 7c 7d")
    with pytest.raises(IllegalEventError, match="only one 7c among"):
        game.do("order 7c 7c 7d 8d")
    game.do("order 8d Kh 7c 7d")
    assert names(game.hand(0)) == "3c 4c 8d Kh"
    assert names(game.stock()) == "7c 7d"
    assert (names(game.foundations()), game.covered()) == ("2c Ks Qd", [])
    assert game.foundation_sizes() == [1, 1, 1]


def test_a_draw_that_stops_short_is_not_made_up_later() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c 3c", ""], piles=["9c 8c 7c"], plays=0)
    game.do("pile>1")
    assert (names(game.covered()), names(game.hand(0)), game.awaits) == ("Kh", "2c 3c", None)
    game.do("play 2>2")
    assert names(game.hand(0)) == "3c"
    game.do("play 3>2")
    assert game.awaits == "order"
    game.do("order Kh Ks 2c")
    assert names(game.hand(0)) == "2c Kh Ks"


def test_a_hand_that_could_not_be_refilled_is_tried_again_after_each_play() -> None:
    game = position(tops="Kh Ks Qd", hands=["", ""], piles=["9c 4c 7c"], plays=3)
    assert game.legal_names() == ["pile>1", "pile>2", "end"]
    game.do("pile>2")
    game.do("order Ks")
    assert names(game.hand(0)) == "Ks"
    assert game.legal_names() == ["play K>1", "play K>3", "discard K", "pile>1"]
    game.do("play K>1")
    game.do("order Kh")
    assert names(game.hand(0)) == "Kh"


def test_a_hand_that_is_empty_at_the_end_discards_nothing() -> None:
    game = position(tops="Kh Ks Qd", hands=["", ""], piles=["9c 8c 7c"], plays=3)
    game.do("end")
    assert (game.turn, len(game.pile(0))) == (1, 3)
    game = position(tops="Kh Ks Qd", hands=["2c"], piles=["9c"])
    with pytest.raises(IllegalEventError, match="discard one to end your turn"):
        game.do("end")


def test_an_empty_hand_with_nothing_to_draw_begins_a_turn_empty() -> None:
    game = position(tops="Th 9s Qd", hands=["", ""], piles=["3c", "7c 8c"], plays=3)
    game.do("end")
    game.do("roll 1 1")
    assert (game.turn, game.hand(1), game.awaits) == (1, [], None)


# Three aces


def test_three_aces_after_the_deal() -> None:
    game = Savannah(2, events=[with_foundations("Ac Ad Ah", "5c 6c 7c 8c")])
    assert names(game.foundations()) == "5c 6c 7c"
    assert names(game.covered()) == "Ac Ad Ah"
    assert (game.stock_left, game.awaits) == (8, "roll")


def test_three_aces_again_are_covered_again() -> None:
    pack = packs(2)
    aces = parse_cards("Ac Ad Ah Ac Ad Ah")
    for card in aces:
        pack.remove(card)
    pack = pack[:57] + aces + pack[57:]
    game = Savannah(3, events=[f"order {card_names(pack)}"])
    assert game.foundations() == pack[63:66]
    assert game.foundation_sizes() == [3, 3, 3]


def test_after_a_play_the_win_the_aces_and_the_refill_come_in_this_order() -> None:
    def before(pile: str) -> Savannah:
        return position(
            tops="Ac Ad 5h", hands=["Ah"], piles=[pile], stock="2c 3c 4c 5c 6c 7c 8c", plays=2
        )

    game = before("9c")
    game.do("play A>3")
    assert names(game.foundations()) == "2c 3c 4c"
    assert names(game.hand(0)) == "5c 6c 7c 8c"
    winning = position(tops="Ac Ad 5h", hands=["2d"], piles=["Ah"], stock="2c 3c 4c", plays=2)
    winning.do("pile>3")
    assert (winning.ending, names(winning.foundations())) == ("won", "Ac Ad Ah")


def test_three_aces_stay_while_there_is_nothing_but_aces() -> None:
    game = position(tops="Ac Ad As", hands=["2d 3d"], piles=["9c 4c"], stock="Ah", plays=2)
    assert names(game.foundations()) == "Ac Ad As"
    game.do("play 2>3")
    assert names(game.foundations()) == "Ac Ad 2d"
    nothing = position(tops="Ac Ad As", hands=["2d 3d"], piles=["9c 4c"], plays=2)
    assert nothing.awaits is None


def test_aces_are_dealt_on_as_soon_as_there_is_something_else() -> None:
    game = position(tops="Ac Ad Qh", hands=["2d As 3d"], piles=["9c 4c"], stock="Ah", plays=2)
    game.do("play A>3")
    assert names(game.foundations()[:1]) == "Ah"
    assert game.awaits == "order"
    game.do("order Qh Ac")
    assert names(game.foundations()) == "Ah Qh Ac"
    assert names(game.covered()) == "Ad As"


def test_a_reshuffle_in_the_middle_of_the_three_ace_deal() -> None:
    game = position(
        tops="Ac Ad 5h", hands=["Ah 9h"], piles=["9c"], stock="2c", covered="7c 7d", plays=4
    )
    game.do("play A>3")
    assert (names(game.foundations()), game.awaits) == ("2c Ad Ah", "order")
    game.do("order 7c 7d 5h Ac")
    assert names(game.foundations()) == "2c 7c 7d"
    assert (names(game.stock()), names(game.hand(0))) == ("5h Ac", "9h")


# The end


def test_the_win_is_in_the_middle_of_the_turn() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c 3c"], piles=["9c"], stock="4c")
    game.do("pile>1")
    assert (game.over, game.ending, game.winners(), game.turn) == (True, "won", [0], None)
    assert names(game.hand(0)) == "2c 3c"


def test_an_owner_whose_last_card_is_taken_wins() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c 3c"], piles=["9c"], turn=1, dice="2 2", plays=4)
    game.do("seat 1>1", 1)
    assert (game.ending, game.winners()) == ("won", [0])


def test_an_owner_with_a_reserve_does_not() -> None:
    game = position(
        tops="Kh Ks Qd", reserves=["4d"], piles=["9c"], hands=["", "2c"], turn=1, dice="2 2"
    )
    game.do("seat 1>1", 1)
    assert not game.over


@pytest.mark.parametrize(
    ("players", "limit", "turns"), [(2, 1, 2), (3, 4, 6), (4, 8, 8), (12, 13, 24)]
)
def test_the_turn_limit_is_rounded_up_to_a_full_round(players: int, limit: int, turns: int) -> None:
    game = Savannah(players, Options(turn_limit=f"{limit} turns"), seed=5)
    while not game.over:
        game.do(next(name for name in game.legal_names() if name.startswith("discard")))
        if not game.over:
            game.do("roll 1 2")
    assert (game.turns, game.ending) == (turns, "limit")
    fewest = min(game.left(seat) for seat in range(players))
    assert game.winners() == [seat for seat in range(players) if game.left(seat) == fewest]


def test_a_blocked_game_ends_when_the_turn_does() -> None:
    def blocked(own: str, other: str, hand: str = "") -> Savannah:
        return position(tops="Ac Ad As", piles=[own, other], hands=["", hand], plays=2)

    game = blocked("2c 9c", "3c")
    game.do("end")
    assert (game.over, game.ending, game.winners()) == (True, "blocked", [0])
    for own, other, hand in [("9c 2c", "3c", ""), ("9c", "Ah", ""), ("9c", "3c", "4c")]:
        game = blocked(own, other, hand)
        game.do("end")
        assert not game.over


def test_plays_in_the_turn_are_counted_and_people_may_go_on() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c 3c"], piles=["9c 8c"], plays=1000)
    game.do("play 2>1")
    assert game.plays == 1001
    assert game.can("play 3>1")
