"""Clocks: who is late is played by a bot until he is back; pauses stop everything."""

import pytest

from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import RefusedError
from parlour.table.timing import Timing
from tests.table.playing import INSTANT, Playing

TIMING = Timing(window_ms=0, beat_ms=0, turn_seconds=30, between_seconds=20)


def begun(timing: Timing = TIMING, **options: object) -> Playing:
    playing = Playing(3, timing=timing, options={"match_length": "2 hands"}, **options)  # type: ignore[arg-type]
    playing.sit("Anna", "Boris", "Clara")
    playing.all_ready()
    return playing


def test_who_lets_the_clock_run_out_is_played_by_a_bot_until_he_acts() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    assert playing.table.deadline == playing.now + 30_000
    assert playing.pass_time()
    assert playing.table.seats[turn].bot == "baseline"
    assert isinstance(playing.log[-2].event, ev.StoodIn)
    act = playing.log[-1].event
    assert isinstance(act, ev.Acted)
    assert (act.seat, act.by) == (turn, "bot")
    for _ in range(2):
        other = playing.table.turn
        assert other is not None
        playing.do(commands.act, other, playing.game().legal_names(other)[0])
    if playing.table.turn == turn:
        playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
    else:
        playing.do(commands.come_back, turn)
    assert playing.table.seats[turn].plays_himself


def test_coming_back_starts_the_clock_anew() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    playing.now = playing.table.deadline
    change = playing.change()
    timers.run_out(change)
    playing.install(change)
    playing.do(timers.somebody_here, turn)
    assert playing.table.deadline == playing.now + 30_000


def test_pausing_keeps_the_time_that_was_left() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    playing.now += 10_000
    playing.do(commands.pause, 0)
    playing.now += 3_600_000
    assert playing.next_moment() is None
    with pytest.raises(RefusedError, match="paused"):
        playing.do(commands.act, turn, "play 2c")
    playing.do(commands.resume)
    assert playing.table.deadline == playing.now + 20_000


def test_a_table_with_nobody_there_stops_and_goes_on_when_somebody_comes() -> None:
    playing = begun()
    playing.do(timers.nobody_here)
    assert playing.next_moment() is None
    playing.now += 86_400_000
    playing.do(timers.somebody_here, 1)
    assert playing.table.paused is None
    assert playing.table.deadline == playing.now + 30_000


def test_a_pause_by_the_host_is_not_ended_by_coming() -> None:
    playing = begun()
    playing.do(commands.pause, 0)
    playing.do(timers.somebody_here, 1)
    assert playing.table.paused is not None


def test_a_table_that_comes_back_to_memory_has_stood_still_since_its_last_event() -> None:
    playing = begun()
    playing.now += 5_000
    last = playing.table.at
    playing.now += 3_600_000
    playing.do(timers.nobody_here_since)
    assert playing.table.at == last
    playing.do(timers.somebody_here, 0)
    assert playing.table.deadline == playing.now + 30_000
    assert playing.replayed() == playing.table


def end_hand(playing: Playing) -> None:
    while playing.phase() == "playing":
        turn = playing.table.turn
        assert turn is not None
        playing.do(commands.act, turn, playing.game().legal_names(turn)[0])


def test_the_next_hand_waits_for_all_but_not_for_ever() -> None:
    playing = begun()
    end_hand(playing)
    assert playing.phase() == "between"
    playing.do(commands.ready, 0, "")
    playing.do(commands.ready, 1, "")
    assert playing.phase() == "between"
    at = playing.table.next_hand_at
    assert playing.pass_time()
    assert (playing.now, playing.phase(), playing.table.hand) == (at, "playing", 2)
    assert playing.table.nonces == ("", "", ""), "nobody sent one"


def test_who_is_played_by_a_bot_is_not_waited_for() -> None:
    playing = begun()
    playing.do(commands.leave, 2)
    for _ in range(500):
        if playing.phase() != "playing":
            break
        turn = playing.table.turn
        assert turn is not None
        if playing.table.seats[turn].plays_himself:
            playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
        else:
            playing.pass_time()
    playing.do(commands.ready, 0, "")
    assert playing.phase() == "between"
    playing.do(commands.ready, 1, "")
    assert playing.phase() == "playing"


def test_by_turns_there_is_no_clock() -> None:
    playing = Playing(3, pace="by turns")
    playing.sit("Anna", "Boris", "Clara")
    playing.all_ready()
    assert playing.next_moment() is None
    playing.do(timers.nobody_here)
    assert playing.table.paused is None
    turn = playing.table.turn
    assert turn is not None
    playing.now += 30 * 86_400_000
    playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
    assert playing.table.turn != turn


def test_seats_by_draw_move_the_persons_with_their_keys_and_the_host() -> None:
    moved = 0
    for seed in range(8):
        playing = Playing(5, options={"seats_by_draw": "yes"}, timing=INSTANT, seed=seed)
        playing.sit("Anna", "Boris", "Clara")
        playing.fill()
        before = playing.table
        playing.all_ready()
        table = playing.table
        origin = next(
            (e.event.origin for e in playing.log if isinstance(e.event, ev.Reseated)), None
        )
        if origin is None:
            continue
        moved += 1
        assert [chair.name for chair in table.seats] == [before.seats[k].name for k in origin]
        assert table.seats[table.host].name == "Anna"
        assert table.seats[table.host].key_hash == "hash of Anna"
        assert playing.replayed() == table
    assert moved >= 6
