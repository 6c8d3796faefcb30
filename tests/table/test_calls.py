"""Calls at a live table: the race, the wait before a lead, standing orders (RULES, "Live")."""

import pytest

from parlour.errors import IllegalEventError
from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import RefusedError
from parlour.table.timing import Timing
from tests.table.playing import Playing

TIMING = Timing(window_ms=4000, beat_ms=1000, turn_seconds=60, motion_percent=0)


def seated(preset: str = "english", players: int = 3) -> Playing:
    """Persons on all seats, a hand begun; seat 1 is eldest and leads."""
    playing = Playing(players, preset=preset, timing=TIMING)
    playing.sit(*["Anna", "Boris", "Clara", "Dora"][:players])
    playing.all_ready()
    return playing


def acts(playing: Playing) -> list[tuple[int, str, str]]:
    events = [entry.event for entry in playing.log]
    return [(e.seat, e.action, e.by) for e in events if isinstance(e, ev.Acted)]


def test_the_first_lead_waits_and_a_call_comes_before_it() -> None:
    playing = seated()
    playing.rig({0: "Kh Qh", 1: "2c"})
    playing.do(commands.act, 1, "play 2c")
    assert acts(playing) == [], "the lead is kept"
    assert playing.table.seats[1].play == "play 2c"
    playing.now += 1000
    playing.do(commands.act, 0, "call h")
    assert acts(playing) == [(0, "call h", "")]
    assert playing.pass_time()
    assert playing.now == playing.table.turn_at
    assert acts(playing)[1:] == [(1, "play 2c", "")]
    assert playing.game().trump == "h", "the call counts for the trick led after it"


def test_a_kept_lead_can_be_changed_while_it_waits() -> None:
    playing = seated()
    playing.rig({1: "2c"})
    playing.do(commands.act, 1, "play 2c")
    other = playing.game().legal_names(1)[-1]
    playing.do(commands.act, 1, other)
    playing.pass_time()
    assert acts(playing) == [(1, other, "")]


def test_a_play_after_the_wait_is_done_at_once_and_later_ones_do_not_wait() -> None:
    playing = seated()
    playing.rig({1: "2c", 2: "3c", 0: "4c"})
    playing.now += TIMING.window_ms
    for seat, card in ((1, "2c"), (2, "3c"), (0, "4c")):
        playing.do(commands.act, seat, f"play {card}")
    assert [seat for seat, _, _ in acts(playing)] == [1, 2, 0]
    assert playing.table.turn == 1
    assert playing.table.beat
    assert playing.table.window_until == playing.now + TIMING.beat_ms
    assert playing.table.deadline == playing.table.window_until + 60_000


def test_the_wait_is_the_same_whether_or_not_anybody_can_call() -> None:
    waits = set()
    for hands in ({0: "Kh Qh"}, {}):
        playing = seated("russian")
        playing.rig(hands)
        playing.now += 4000
        for seat in (1, 2, 0):
            playing.do(commands.act, seat, playing.game().legal_names(seat)[0])
        waits.add((playing.table.window_until - playing.now, playing.table.beat))
    assert waits == {(4000, False)}, "with calls before the lead every lead waits the window"


@pytest.mark.parametrize(("preset", "trump"), [("english", "h"), ("russian", "s")])
def test_calls_are_taken_in_order_of_arrival(preset: str, trump: str) -> None:
    playing = seated(preset)
    playing.rig({0: "Kh Qh", 1: "2c", 2: "Ks Qs"})
    playing.do(commands.act, 0, "call h")
    playing.do(commands.act, 2, "call s")
    playing.now += 4000
    playing.do(commands.act, 1, "play 2c")
    assert playing.game().trump == trump
    assert playing.game().scores()[0] == playing.game().scores()[2] == 50


def test_a_call_does_not_start_the_wait_again_nor_the_clock() -> None:
    playing = seated()
    playing.rig({0: "Kh Qh"})
    before = playing.table.window_until, playing.table.deadline
    playing.now += 2000
    playing.do(commands.act, 0, "call h")
    assert (playing.table.window_until, playing.table.deadline) == before


def test_a_standing_order_calls_as_soon_as_it_can() -> None:
    playing = seated()
    playing.rig({0: "Kh Qh"})
    playing.do(commands.orders, 0, ("s", "any"), "")
    assert acts(playing) == [(0, "call h", "order")]
    playing.do(commands.orders, 1, ("any",), "")
    assert len(acts(playing)) == 1, "there is nothing to call"


def test_a_standing_order_calls_after_the_draw_that_makes_it_possible() -> None:
    playing = seated()
    playing.rig({1: "Kh 2c"}, stock="Qh")
    playing.do(commands.orders, 1, ("h",), "")
    playing.now += 4000
    playing.do(commands.act, 1, "play 2c")
    assert acts(playing) == [(1, "play 2c", ""), (1, "call h", "order")]


def test_orders_of_several_seats_are_obeyed_from_the_seat_on_turn_clockwise() -> None:
    playing = seated()
    playing.rig({0: "Kh Qh", 2: "Ks Qs"})
    change = playing.change()
    commands.orders(change, 0, ("any",), "")
    commands.orders(change, 2, ("any",), "")
    change.settle()
    playing.install(change)
    assert [seat for seat, _, _ in acts(playing)] == [2, 0]


def test_a_play_left_in_advance_is_done_when_its_turn_comes() -> None:
    playing = seated()
    playing.rig({1: "2c", 2: "3c", 0: "4c 5d"})
    playing.do(commands.orders, 0, (), "play 4c")
    playing.do(commands.orders, 2, (), "play 3c")
    playing.now += 4000
    playing.do(commands.act, 1, "play 2c")
    assert [seat for seat, _, _ in acts(playing)] == [1, 2, 0]


def test_a_play_left_in_advance_that_is_not_legal_leaves_no_trace() -> None:
    playing = seated()
    playing.rig({1: "2c", 2: "3c 4d"})
    playing.do(commands.orders, 2, (), "play 4d")
    playing.now += 4000
    numbers = playing.table.number
    playing.do(commands.act, 1, "play 2c")
    assert playing.table.number == numbers + 1, "an event more would tell that 2 holds a club"
    assert playing.table.turn == 2
    assert timers.wakes_at(playing.table) == playing.table.deadline
    playing.do(commands.act, 2, "play 3c")
    assert not playing.table.seats[2].play


def test_an_illegal_play_is_refused_even_while_the_lead_waits() -> None:
    playing = seated()
    playing.rig({0: "As", 1: "2c"})
    before = playing.table
    with pytest.raises(IllegalEventError, match="not in your hand"):
        playing.do(commands.act, 1, "play As")
    with pytest.raises(IllegalEventError, match="turn"):
        playing.do(commands.act, 0, "play As")
    with pytest.raises(RefusedError, match="Orders"):
        playing.do(commands.orders, 0, ("x",), "")
    assert playing.table is before


def test_bots_take_a_time_that_does_not_depend_on_their_cards() -> None:
    times = set()
    for cards in ("Kh Qh 2s", "3c 4c 5c", "Kh Qh Ks Qs Kd Qd 2h"):
        playing = Playing(3, timing=TIMING, seed=5)
        playing.sit("Anna", "Boris")
        playing.fill()
        playing.all_ready()
        playing.rig({1: "2c", 2: cards})
        playing.now += 4000
        playing.do(commands.act, 1, "play 2c")
        times.add(tuple(timers.questions(playing.table)))
    assert len(times) == 1
    turn, ponder = (next(q for q in times.copy().pop() if q.turn is turn) for turn in (True, False))
    assert turn.seat == ponder.seat == 2
