"""What is wrong in a record is found, and told with its line and a reason."""

from pathlib import Path
from random import Random

import pytest

from parlour.cards import card_name, suit_of
from parlour.errors import RecordError
from parlour.games.notation import Line, LineError
from parlour.games.pippip.notation import NOTATION
from parlour.records import loads
from tests.pippip.matches import any_match, play_on

DEAL = Path("examples/illustrative-deal-a.toml").read_text("utf-8")
NOTES = Path("examples/kitchen-table.toml").read_text("utf-8")
AUCTION = Path("examples/auction-hand.toml").read_text("utf-8")


def refused(text: str, old: str, new: str) -> RecordError:
    assert text.count(old) >= 1, f"{old!r} is not in the example"
    with pytest.raises(RecordError) as caught:
        loads(text.replace(old, new, 1), "hand.toml")
    assert caught.value.file == "hand.toml"
    assert "\n" not in str(caught.value)
    return caught.value


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


PLAY = [
    # against the rules
    ("4c 2c Kc Js", "4c 9h Kc Js", "4c 9h", "seat 2 cannot play 9h: You hold a club"),
    ("5: call c", "4: call c", "4: call", "You do not hold the king and queen of clubs"),
    ("9: 6s 7s", "8: 6s 7s", "8: 6s", "It is seat 9's turn, not seat 8's"),
    ("3: call h", "3: 110", "3: 110", "There is no bidding now"),
    ("9: 6s", "9: 6s unused", "9: 6s un", "is no action of Pip-Pip"),
    ("cut s\n", "cut s\nroll 3 5\n", "roll 3", "The next chance event has to be"),
    ("cut s\n", "", "deal 1", "the trump has to be cut first"),
    ("-> 5 64", "-> 5 64\ncut h", "cut h", "belongs to a [[hand]] of its own"),
    # cards that cannot be
    ("deal 4: 4d", "deal 4: Qh", "deal 4", "a third Qh: two packs hold two"),
    ("draw 1: Ac Qd", "draw 1: Ac Qh", "draw 1: Ac", "a third Qh: two packs hold two"),
    ("rest: 3s 9d", "rest: 3s 3s", "rest", "a third 3s"),
    ("deal 1: 4c", "deal 1: 4k", "deal 1", "'k' is no suit"),
    ("deal 1: 4c", "deal 1: ♣4", "deal 1", "'♣' is no rank"),
    ("deal 1: 4c", "deal 1: Дч", "deal 1", "'Д' is no rank"),
    ("deal 1: 4c", "deal 1: ??", "deal 1: ??", "what seat 1 was dealt is not noted"),
    # too few and too many
    ("5h 6s Qs\n", "5h 6s\n", "deal 9", "6 cards: a seat is dealt 7"),
    ("deal 9:", "deal 8:", "deal 8: 7d", "have been noted already"),
    ("Qs -> 9 23", "-> 9 23", "1: 4c 2c", "8 of 9 cards are played"),
    ("Qs -> 9 23", "", "draw 1: 7c", "only 8 cards are played to this trick"),
    ("Qs -> 9 23", "Qs 7s -> 9 23", "1: 4c 2c", "a trick has 9 cards"),
    ("6s 4s 3d 4d 8c 8c\n", "6s 4s 3d 4d 8c\n", "8: 3d 7d", "what seat 9 drew is not noted"),
    ("3d 4d 8c 8c\n", "3d 4d 8c 8c 3h\n", "draw 1: Ac", "seat 1 has drawn no card"),
    ("rest: 3s 9d", "rest: 3s", "rest", "4 cards: 5 are left"),
    ("cut s\n", "cut s\norder 2c 2c\n", "order 2c", "The pack has 104 cards, not 2"),
    # claims
    ("-> 9 23", "-> 8 23", "1: 4c 2c", "seat 9 wins this trick, not seat 8"),
    ("-> 9 23", "-> 9 24", "1: 4c 2c", "this trick has 23 points, not 24"),
    ("-> 9 23", "-> 9 23 -> 3", "1: 4c 2c", "only one ->"),
    ("-> 9 23", "-> nobody", "1: 4c 2c", "there is no seat nobody"),
    ("-> 9 23", "->", "1: 4c 2c", "after -> something is missing"),
    ("scores = [18", "scores = [19", "scores", "seat 1 makes 18 in this hand, not 19"),
    ("scores = [18,", "scores = [", "scores", "8 numbers for 9 players"),
    # lines that say nothing
    ("3: call h", "Danilov calls hearts", "Danilov calls", "is not understood"),
    ("3: call h", "3: call", "3: call  #", "a call names its suit"),
    ("3: call h", "3: call x", "3: call x", "'x' is no suit"),
    ("3: call h", "12: call h", "12: call", "seats are numbered from 1 to 9"),
    ("3: call h", "0: call h", "0: call", "seats are numbered from 1 to 9"),
    ("3: call h", "3:", "3:  # both", "seat 3 does nothing"),
    ("cut s", "cut x", "cut x", "'x' is no suit"),
    ("cut s", "cut s\ncard", "card", "no card stands after 'card'"),
    ("3: call h", "3: call h\ndraw 1:", "draw 1:  #", "no card stands after 'draw 1:'"),
]


@pytest.mark.parametrize(("old", "new", "where", "why"), PLAY)
def test_play(old: str, new: str, where: str, why: str) -> None:
    error = refused(DEAL, old, new)
    assert why in error.reason
    changed = DEAL.replace(old, new, 1)
    assert error.line == line_of(changed, where)


HEADER = [
    ("parlour = 1\n", "", None, "a record begins with 'parlour = 1'"),
    ("parlour = 1", "parlour = 2", "parlour", "a newer Parlour will read it"),
    ("parlour = 1", 'parlour = "1"', "parlour", "the version of the format is a number"),
    ('"pip-pip"', '"whist"', "game", "there is no game 'whist'"),
    ("title =", "titel =", "titel", "did you mean title?"),
    ("scores =", "score =", "score =", "did you mean scores?"),
    ('title = "T', 'title = 3 # "T', "title", "title has to be a text in quotes"),
    ('title = "T', 'title = "\\u001b[31mT', "title", "control character U+001B"),
    ('title = "T', 'title = "\u202eT', "title", "control character U+202E"),
    ('title = "T', 'title = "\\u2028T', "title", "control character U+2028"),
    ("cut s", "cut s  # \u2066", "cut s", "hand.play holds the control character U+2066"),
    ('"Andreev"', "7", "players", "number 1 in players has to be a text in quotes, not a whole n"),
    ("scores = [18", "scores = [1.5", "scores", "number 1 in hand.scores has to be a whole number"),
    ('title = "T', 'title = "C:\\games', "title", "in single quotes a \\ stands for itself"),
    ("title =", 'date = "yesterday"\ntitle =', "date", "a date without quotes"),
    ("title =", "kept_by = 12\ntitle =", "kept_by", "a seat from 1 to 9, or 'spectator'"),
    ("title =", "winners = [5]\ntitle =", "winners", "it has no winners yet"),
    ('"Andreev"', '" "', "players", "player 1 has no name"),
    ('"Yakimov",', "", "deal 9", "there is no seat 9"),
    ('game = "pip-pip"', 'game = "x"\ngame = "y"', 'game = "y"', "the first time on line 2"),
    ('preset = "r', 'preset = "english"\npreset = "r', 'preset = "r', "options.preset is given tw"),
    ("trump_marriage =", "trump_marrige =", "trump_marrige", "did you mean trump_marriage?"),
    ("trump_marriage = true", 'calls = "later"', "calls =", "allowed is any time or before lead"),
    ('"russian"', '"rusian"', "preset", "there are english, japanese, russian"),
    ("trump_marriage = true", "trump_marriage = false", "7: call", "Spades are trumps already"),
    ("scores =", "broken_off = true\nscores =", "broken_off", "played out, not broken off"),
    ("[[hand]]", "[hand]", "[hand]", "a list in [ ]"),
]


@pytest.mark.parametrize(("old", "new", "where", "why"), HEADER)
def test_header(old: str, new: str, where: str | None, why: str) -> None:
    error = refused(DEAL, old, new)
    assert why in error.reason
    assert error.line == (None if where is None else line_of(DEAL.replace(old, new, 1), where))


NOTED = [
    ("2: 3d 3d", "2: 3d 2d", "2: 3d 2d", "2d is not in your hand"),
    ("4: 7d Kd 5d", "4: 7d 4d 5d", "4: 7d 4d", "both copies have been seen elsewhere"),
    ("kept_by = 3\n", "", None, "only a record with kept_by may leave cards unknown"),
    ("winners = [5]", "winners = [4]", "winners", "winners are 5, not 4"),
    ("deal 3: Ks", "deal 3: As", "3: call s", "You do not hold the king and queen of spades"),
]


@pytest.mark.parametrize(("old", "new", "where", "why"), NOTED)
def test_one_players_notes(old: str, new: str, where: str | None, why: str) -> None:
    error = refused(NOTES, old, new)
    assert why in error.reason
    if where is not None:
        assert error.line == line_of(NOTES.replace(old, new, 1), where)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("pass pass 100", "pass pass pass", "you must bid 110, or the special 100"),
        ("100 pass 110 120", "100 pass 120 130", "must be exactly 110"),
        ("pass pass 100", "pass pass 105", "bids go from 100 to 660 in steps of 10"),
        ("120 pass pass\n", "120 pass\n", "The auction is still on"),
    ],
)
def test_auction(old: str, new: str, why: str) -> None:
    assert why in refused(AUCTION, old, new).reason


def test_half_a_file() -> None:
    with pytest.raises(RecordError, match=r"hand.toml:20: .*three quotes never ends"):
        loads(DEAL[: len(DEAL) // 2], "hand.toml")


def test_play_that_stops_is_not_taken_for_a_hand() -> None:
    error = refused(DEAL, "2: Qc As 2s Kc 2s Ks Ah Kd Jc -> 5 64", "2: Qc As 2s")
    assert "seat 5 is on turn (if it was broken off, say broken_off = true)" in error.reason


SAVANNAH = Path("examples/savannah.toml").read_text("utf-8")

TURNS = [
    ("7h>3", "6h>3", "2: roll 3 1", "6h is not in your hand"),
    ("7h>3", "2s>3", "2: roll 3 1", "A two does not go on a six"),
    ("roll 3 1", "roll 3 7", "2: roll 3 7", "A die shows 1 to 6"),
    ("2: roll 3 1", "1: roll 3 1", "1: roll 3 1", "it is seat 2 that rolls, not seat 1"),
    ("roll 3 2, roll 1 5\n", "", "2: roll 3 1", "it is seat 1 that rolls, not seat 2"),
    ("pile>1, discard 2d", "seat 1>3, discard 2d", "2: roll 3 1", "Only on doubles"),
    ("pile>1, discard 2d", "pile>4, discard 2d", "2: roll 3 1", "names no foundation"),
    ("pile>1, discard 2d", "end", "2: roll 3 1", "discard one to end your turn"),
    ("discard 2d\n", "discard 2d, Ah>1\n", "2: roll 3 1", "the dice have to be rolled first"),
    ("order Kh Kd", "order Ah Kd", "order Ah", "Ah is not among the cards to be shuffled"),
    ("order Kh Kd", "order Kd", "order Kd", "13 cards have to be shuffled, not 12"),
    (
        "order Kh Kd Js 8c Th Td 7h 9h Qc 9c Qd Jc 6d\n",
        "",
        "1: discard 7s",
        "to be shuffled (order",
    ),
    ("reserve 1: Ad Tc", "reserve 1: Ac Tc", "reserve 2", "2 copies of Ac: there is one pack"),
    ("reserve 1: Ad Tc", "reserve 1: Tc", "reserve 1", "12 cards: in reserve 1 there are 13"),
    ("reserve 2: ", "reserve 1: ", "reserve 1: 2h", "reserve 1 is given twice"),
    ("foundations: 9h Js 6d\n", "", "roll 3 2", "foundations is missing before this"),
    ("roll 3 2, roll", "roll 3 2, , roll", "roll 3 2", "between two commas something is missing"),
    ("1: discard 7s", "stock: 7s", "stock: 7s", "the cards have been dealt already"),
    ("stock: ", "order ", "order ", "the deal is told pile by pile"),
    ("7h>3", "card, 7h>3", "2: roll 3 1", "no card stands after 'card'"),
    ("2: roll 3 1", "roll 3 1", "roll 3 1", "whose is '7h>3'? A turn begins with its seat"),
    ("2: roll 3 1", "Tom rolls: 3 1", "Tom rolls", "is not understood"),
    ("discard 2d\n", "discard 2d -> 2\n", "2: roll 3 1", "has no meaning in Savannah"),
    ("scores = [-14, 0]", "scores = [-13, 0]", "scores", "seat 1 makes -14 in this hand"),
]


@pytest.mark.parametrize(("old", "new", "where", "why"), TURNS)
def test_savannah(old: str, new: str, where: str, why: str) -> None:
    error = refused(SAVANNAH, old, new)
    assert why in error.reason
    assert error.line == line_of(SAVANNAH.replace(old, new, 1), where)


def test_errors_stay_sentences() -> None:
    for text, old, new in (
        (SAVANNAH, "7h>3", "9" * 5000),
        (SAVANNAH, "7h>3", "9" * 5000 + ">3"),
        (DEAL, "title =", f"{'x' * 5000} = 1\n{'x' * 5000} = 2\ntitle ="),
        (DEAL, "cut s", "9" * 5000),
    ):
        assert len(refused(text, old, new).reason) < 400


def test_actions_in_capitals() -> None:
    for old, new in (("3: call h", "3: Call H"), ("pass pass 100", "Pass PASS Bid 100")):
        text = DEAL if old in DEAL else AUCTION
        assert loads(text.replace(old, new, 1)).result() == loads(text).result()


def test_only_the_last_hand_is_broken_off() -> None:
    text = DEAL.replace("Ah Kd Jc -> 5 64", "Ah Kd", 1).replace("scores = [18", "# [", 1)
    text = text.replace("[[hand]]", "[[hand]]\nbroken_off = true")
    loads(text)
    with pytest.raises(RecordError, match="only the last hand can be broken off"):
        loads(text + '[[hand]]\nplay = ""\nbroken_off = true\n')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a record begins with"),
        ("The quick brown fox", "this is not TOML"),
        ('parlour = 1\ngame = "pip-pip"', "players is missing"),
        ('parlour = 1\ngame = "pip-pip"\nplayers = 3', r"\[\[hand\]\] is missing"),
        ('parlour = 1\ngame = "pip-pip"\nplayers = 3\nhand = []', r"there is no \[\[hand\]\]"),
        ('parlour = 1\ngame = "pip-pip"\nplayers = 99\nhand = [{play = ""}]', "allowed is 3 to 12"),
        ("a = " + "[" * 100_000, "nested too deep"),
        ("a = " + "{a=" * 500, "nested too deep"),
        ("a." * 100_000 + "a = 1", "too many parts"),
        ("".join(f"a{number} = 1\n" for number in range(30_000)), "20,000 keys are too many"),
        ("a = [" + "1," * 300_000 + "]", "200,000 values are too many"),
        ("a = " + "9" * 10_000, "this is not TOML"),
        ('a = """' + '\\"""' * 10_000, "three quotes never ends"),
    ],
)
def test_texts_that_are_no_records(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        loads(text)


def test_a_revoke_that_shows_only_later() -> None:
    """Who fails to follow when nobody draws any more cannot hold that suit, seen or not."""
    found = 0
    for seed in range(40):
        random = Random(seed)
        match = any_match(random, 5, must_follow=True, match_length="1 hands", auction=False)
        for _ in play_on(match, random):
            if not match.drawing and match.turn is not None and len(match.trick_winners()) > 17:
                seat, view = match.turn, match.view(None)
                for suit in range(4):
                    failed = int(match.record["void"][0, seat, suit])
                    held = {card for other in range(5) for card in match.hand(other)}
                    cards = [card for card in held if suit_of(card) == suit]
                    if failed > 20 - 7 and cards:
                        line = Line(7, f"{seat + 1}: {card_name(cards[0])}")
                        with pytest.raises(LineError) as caught:
                            NOTATION.read(view.copy(), [line])
                        shown = "both copies have been seen elsewhere" in caught.value.reason
                        assert shown or f"in trick {failed}, and has" in caught.value.reason
                        found += not shown
    assert found > 20
