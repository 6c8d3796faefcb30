"""Common sense: positions with a tempting wrong move, and counterparts in which it is right."""

from dataclasses import dataclass, field

import pytest

from parlour.bots.levels import make
from tests.bots.positions import position


@dataclass(frozen=True)
class Case:
    """A position, the moves that are wrong in it, and its counterpart, where one is right.

    *holds* and *plays* are as `position` takes them; in the counterpart the move to make is one of
    *wrong* again, or of *right_there*.
    """

    name: str
    holds: str
    plays: str
    wrong: str
    there_holds: str
    there_plays: str
    right_there: str
    options: dict[str, str | bool | int] = field(default_factory=dict)
    there_options: dict[str, str | bool | int] | None = None


LOW = "5c 6c 7d 8d"
SPADES = "2s 3s 4s 5s 6s 7s 8s 9s Ts 3s"
DEAD_FOR_ONE = "8h 4s 5h 6h 7c 8c Tc 2c"
DEAD_FOR_ALL = "9h 3s 4s 4c 2c 5c"
"""Tricks in which hearts were trumped, before the one who had led them came to the lead again."""
CASES = [
    Case(
        "a high trump on a trick that a low one wins when last",
        f"3s 9s Ts {LOW}", "6h 7h Kh", "9s Ts", f"3s 9s Ts {LOW}", "Kh Ah 8s", "9s Ts",
    ),
    Case(
        "the deuce of trumps where the four does it",
        f"2s 4s 9d {LOW}", "6h 7h Ah", "2s", f"2s 4s 9d {LOW}", "6h Ah 9s", "2s",
    ),
    Case(
        "a high trump where a low one does it, with six players",
        f"9s 4s 9d {LOW}", "6h 7h Ah 3h Th", "9s", f"9s 4s 9d {LOW}", "6h 7h Ah 7s Th", "9s",
        {"players": 6},
    ),
    Case(
        "an ace that the deuce has beaten",
        "Ah 9h 3c 4c 5d 6d 7s", "4h 2h 6h", "Ah", "Ah 9h 3c 4c 5d 6d 7s", "4h 5h 6h", "Ah",
    ),
    Case(
        "an ace on a trick that is trumped",
        "Ah 9h 3c 4c 5d 6d 7s", "4h 5h 6s", "Ah", "Ah 9h 3c 4c 5d 6d 7s", "4h 5h Kh", "Ah",
    ),
    Case(
        "the second deuce: the later of two wins, but not over a trump",
        "2h 9h 3c 4c 5d 6d 7s", "Kh 2h 5s", "2h", "2h 9h 3c 4c 5d 6d 7s", "Kh 2h 5h", "2h",
    ),
    Case(
        "a rich card on a trick that both deuces fight for",
        "2c 4h 7h Jd 9d Ah 6c", "3h 2h 2h", "Ah", "2c 4h 7h Jd 9d Ah 6c", "3h Kh 5h", "Ah",
    ),
    Case(
        "a king under the deuce",
        "Kh 4h 3c 4c 5d 6d 7s", "2h", "Kh", "Kh 4h 3c 4c 5d 6d 7s", "Qh Qh 3h", "Kh",
    ),
    Case(
        "a rich discard on the deuce of trumps",
        "Ad Kc 7d 8d 9d 6c 5c", "3h 2s 8h", "Ad Kc",
        "Ad Kc 7d 8d 9d 6c 5c", "3d Kd 8d", "Ad",
    ),
    Case(
        "a rich discard, with six players",
        "Ad Kc 7d 8d 9d 6c 5c", "3h 2s 8h Kh 4h", "Ad Kc",
        "Ad Kc 7d 8d 9d 6c 5c", "3d Kd 8d 4d 5d", "Ad", {"players": 6},
    ),
    Case(
        "a ten is rich in one kind of values and nothing in the other",
        "Th 4h 3c 4c 5d 6d 7s", "3h Ah 9h", "Th", "Th 4h 3c 4c 5d 6d 7s", "3h Kh 9h", "Th",
        {"card_values": "thousand"},
    ),
    Case(
        "discarding hearts when a marriage of hearts has been shown",
        "9h Th 8h 5c 6c 7c 4c", "Kd 4d 3*h 7d", "9h Th 8h",
        "9h Th 8h Ac 2c 9c Tc", "Kd 4d 3*c 7d", "9h Th 8h",
    ),
    Case(
        "the queen of a marriage that may come",
        "Qd 3d 3c 4c 5c 5s 6s", "5d 7d 2d", "Qd", "Qd 2d 3c 4c 5c 5s 6s", "5d 7d 2d", "2d",
    ),
    Case(
        "breaking a marriage that waits for another trump",
        "Ks Qs 3c 4c 5d 6d 7s", "9s 8s 4s", "Ks Qs", "Ks Ks 3c 4c 5d 6d 7s", "As 2s Qs", "7s",
    ),
    Case(
        "breaking a marriage that can be called before the next lead",
        "Kd Qd 9d 3c 4c 5c 6h", "5d 7d Td", "Kd Qd",
        "Kd 2d 9d 3c 4c 5c 6h", "5d 7d Ad", "2d", {"calls": "before lead"},
    ),
    Case(
        "a call that makes the poorer suit trumps first",
        "Kd Qd 3d 9d Kh Qh 7h", "", "*h", "Kd Qd 3h 9h Kh Qh 7d", "", "*h 9h 3h 7d",
    ),
    Case(
        "with the last call setting trumps, the better suit first",
        "Kd Qd Jd Ad Kh Qh 7c", "", "*d", "Kh Qh Jh Ah Kd Qd 7c", "", "*d",
        {"trump_set_by": "last"},
    ),
    Case(
        "bidding on a fine hand: a bid brings nothing",
        "2s 2s As As Kh Qh 2h", "", "bid_110", "2s 2s As As Kh Qh 2h", "pass pass", "bid_110",
        {"auction": True},
    ),
    Case(
        "bidding higher on a fine hand",
        "2s 2s As As Kh Qh 2h", "bid 110", "bid_120",
        "2s 2s As As Kh Qh 2h", "pass pass", "bid_110", {"auction": True},
    ),
    Case(
        "the special 100 with a marriage in hand",
        "2s 2s As As Kh Qh 2h", "pass pass", "bid_100", "2s 2s As As Kh Qh 2h", "pass", "pass",
        {"auction": True},
    ),
    Case(
        "leading an ace of a suit in which both others are void",
        "Ah 3c 4c 5d 6d 7c 8d", "Ah 3s 4s 4c 2c 5c", "Ah",
        "Ah 9h 8h 7h 6h 5h 4h", "9c 4c 5c", "4h 5h 6h 7h 8h 9h", {"players": 3},
    ),
    Case(
        "calling away strong trumps when the drawing is over",
        "2s As As Ks Kh Qh 3h", f"{SPADES} 4s 5s", "*h",
        "4s 5s 2h 2h Kh Qh Ah", f"{SPADES} 6s 7s", "*h 4s 5s", {"players": 12},
    ),
    Case(
        "calling away the trumps that all the others would like to have",
        "2s As As Js Kd Qd 3d", f"{SPADES} 4s 5s", "*d",
        "6s 7s 2d Ad Kd Qd 9d", f"{SPADES} 4s 5s", "*d 6s 7s", {"players": 12},
    ),
    Case(
        "the deuce of a dead suit, which the next player has just trumped",
        "2h 7h 3c 4c 5d 6d Th", DEAD_FOR_ONE, "2h",
        "7h 8h Th Ad Ac As Kd", DEAD_FOR_ONE, "7h 8h Th",
    ),
    Case(
        "rich cards of the same dead suit again, which both others trump",
        "2h Ah 7h 8h 5d 6d 4c", DEAD_FOR_ALL, "2h Ah",
        "7h 8h Ad Kd Ac Kc As", DEAD_FOR_ALL, "7h 8h", {"players": 3},
    ),
    Case(
        "an ace discarded under the second of two deuces, with five players",
        "Ad Td 9d 8h 7h 6h 3s", "4c 2c 5c 9c", "Ad",
        "Ad Td 9d 8h 7h 6h 3s", "4d Kd 8d Jd", "Ad", {"players": 5},
    ),
    Case(
        "the second of two aces, which is the later one but not over a trump",
        "Ad 9d 3c 4c 5h 6h 7s", "4d Ad Kd 5d 3s", "Ad",
        "Ad 9d 3c 4c 5h 6h 7s", "4d Ad Kd 5d 3d", "Ad", {"players": 6},
    ),
    Case(
        "a trump below another on a trick that needs not be followed",
        "4h 3h 7d 8d 9c 5s 6s", "Kd 9h Ad", "4h 3h",
        "4h 3h 7d 8d 9c 5s 6s", "Kd 4d Ad", "4h 3h", {"must_follow": False, "trump": "h"},
    ),
    Case(
        "following suit with an ace where anything may be played",
        "Ad Kd 3c 4c 9c 5h 6h", "5d 9s 4d", "Ad Kd",
        "Ad Kd 3c 4c 9c 5h 6h", "5d 9d 4d", "Ad", {"must_follow": False},
    ),
    Case(
        "a deuce below a trump where anything may be played",
        "2h 8h 3c 4c 5d 6d 9d", "Kh Ah 5s", "2h",
        "2h 8h 3c 4c 5d 6d 9d", "Kh Ah 5h", "2h", {"must_follow": False},
    ),
    Case(
        "leading before a marriage is called that can be called now or at later leads",
        "Kd Qd 9c 4c 5c 6h 7s", "", "Kd Qd 9c 4c 5c 6h 7s",
        "Kd Jd 9c 4c 5c 6h 7s", "", "9c 4c 5c 6h 7s", {"calls": "before lead", "players": 5},
    ),
    Case(
        "leading before a trump marriage is called, where it may be",
        "Ks Qs 9c 4c 5c 6h 7h", "", "Ks Qs 9c 4c 5c 6h 7h",
        "Ks Qs 9c 4c 5c 6h 7h", "", "9c 4c 5c 6h 7h", {"trump_marriage": True}, {},
    ),
    Case(
        "forgetting the second marriage of a suit",
        "Kh Kh Qh Qh 9c 4c 5d", "1*h", "Kh Qh 9c 4c 5d",
        "Kh Qh Jd 9d 9c 4c 5d", "1*h", "9c 4c 5d 9d Jd", {"players": 5, "trump_marriage": True},
    ),
    Case(
        "forgetting the marriage of another suit after a call",
        "Kc Qc Kd Qd 3h 4h 5s", "1*c", "Kc Qc Kd Qd 3h 4h 5s",
        "Kc Qc Kd Jd 3h 4h 5s", "1*c", "3h 4h 5s", {"players": 5},
    ),
    Case(
        "a bid of 110 where no call will come, and one where calls may",
        "3c 4c 5d 6d 7h 8h 9c", "pass pass", "bid_110",
        "Qc Kd 5d 6d Kh 8h 9c", "pass pass", "bid_110",
        {"auction": True, "players": 9}, {"auction": True, "players": 4},
    ),
    Case(
        "bidding higher on two marriages",
        "Kc Qc Kd Qd Kh Qh 2s", "bid 110 pass", "bid_120",
        "Kc Qc Kd Qd Kh Qh 2s", "pass pass", "bid_110", {"auction": True, "players": 5},
    ),
    Case(
        "a high trump on a trick worth nothing with four to follow",
        "2d Ad 9c 8c 7c 3h 4h", "4s 5s", "2d Ad",
        "2d Ad 9c 8c 7c 3h 4h", "As 2s 2s Ks Js 9s", "2d Ad", {"players": 7, "trump": "d"},
    ),
    Case(
        "trumping below a trump, with nine players",
        "5d 9d 4c 6c 7c 3h 4h", "Ks 2s As 8s 6d 9s Ts 4s", "5d",
        "5d 9d 4c 6c 7c 3h 4h", "Ks 2s As 8s 4d 9s Ts 4s", "5d", {"players": 9, "trump": "d"},
    ),
    Case(
        "trumping with the king of a marriage that may come where the nine does it",
        "Kc 9c 3d 4d 5h 6h 7s", "8s As 2s 9s 4s 3s Ts", "Kc",
        "Kc 9c 3d 4d 5h 6h 7d", "8s As 2s 9s Jc 3s Ts", "Kc", {"players": 8, "trump": "c"},
    ),
    Case(
        "a jack on a trick that is lost, when nothing is drawn any more",
        "Jd Td 4c 5c 6h 7h 9h", f"{SPADES} 4s 5s 4d 8d 3d 5d Ad 7d Td 8d 4d 5d 6d", "Jd",
        "Jd Td 4c 5c 6h 7h 9h", f"{SPADES} 4s 5s 4d 8d 3d 5d 9d 7d Td 8d 4d 5d 6d", "Jd",
        {"players": 12, "rest_of_stock": "aside"},
    ),
    Case(
        "a queen on a trick that is lost, or kept when no king can come any more",
        "Qd 3d 4c 5c 6h 7h 9h", f"{SPADES} 4s 5s 4d 8d 3d 5d Ad 7d Td 8d 4d 5d 6d", "Qd",
        "Qd 3d 4c 5c 6h 7h 9h", f"{SPADES} 4s 5s 4d 8d 3d 5d 9d 7d Td 8d 4d 5d 6d", "Qd",
        {"players": 12},
    ),
    Case(
        "the ten of thousand below the ace of trumps led",
        "Th 3h 4c 5c 6d 7d 9d", "Ah", "Th", "Th 3h 4c 5c 6d 7d 9d", "4h 5h Kh 6h 7h 8h", "Th",
        {"players": 7, "card_values": "thousand", "trump": "h"},
    ),
    Case(
        "an ace below the deuce, second of four who draw after the trick",
        "Ac 3c 4d 5d 6h 7h 9h", "2c", "Ac",
        "Ac 3c 4d 5d 6h 7h 9h", "4c 5c Kc", "Ac", {"draw_order": "after trick"},
    ),
    Case(
        "winning a little with the best of a suit that has been called and will be trumps",
        "2c 9c Tc 6h 9h Jh Qs", "5c 3c 6c 6*c 4c Jc 3c", "2c",
        "2c 9c Tc 6h 9h Jh Qs", "5c Kc Ac 6*d 4c Jc 3c", "2c", {"players": 7, "trump": "h"},
    ),
    Case(
        "discarding the ace of a suit that will be trumps",
        "Ah 9h 8c 7c 4c 3c 3d", "4d 5d 3*h 2d Kd Ad", "Ah 9h",
        "Ah 9h Td 7d 4d 3d 3h", "4h 5h 3*c Th Kh 6h", "Ah", {"players": 6},
    ),
]  # fmt: skip


def _chosen(bot: str, holds: str, plays: str, options: dict[str, str | bool | int]) -> str:
    """What a bot does, as in `position`: a card, ``*h`` or ``bid_110``."""
    view = position(holds, plays, **options)  # type: ignore[arg-type]
    name = view.action_names[make(bot).choose(view, view.legal())]
    return (
        name.removeprefix("play ").removesuffix(" unused").replace("call ", "*").replace(" ", "_")
    )


@pytest.mark.parametrize("bot", ["solid", "expert", "master"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_tempting_move_is_left_alone(case: Case, bot: str) -> None:
    assert _chosen(bot, case.holds, case.plays, case.options) not in case.wrong.split()


@pytest.mark.parametrize("bot", ["solid", "expert", "master"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_where_it_is_right_it_is_made(case: Case, bot: str) -> None:
    options = case.options if case.there_options is None else case.there_options
    assert _chosen(bot, case.there_holds, case.there_plays, options) in case.right_there.split()
