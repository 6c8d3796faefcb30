"""Clocks: who is late is played by a bot until he is back; pauses stop everything."""

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, integers, lists, sampled_from, tuples

from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import RefusedError
from parlour.table.timing import Timing
from tests.table.playing import INSTANT, Playing, play_hand

TIMING = Timing(window_ms=0, beat_ms=0, turn_seconds=30, between_seconds=20, motion_percent=0)


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


def go_and_come(playing: Playing, seat: int) -> None:
    playing.do(commands.leave, seat)
    assert playing.table.clock == 0
    assert timers.wakes_at(playing.table) is None, "nobody waits for who is not there"
    playing.do(commands.come_back, seat)


def test_who_comes_back_has_the_time_that_is_left() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    deadline = playing.now + 30_000
    for _ in range(10):
        playing.now += 2_000
        go_and_come(playing, turn)
        assert playing.table.clock == deadline


def test_who_comes_back_late_has_a_third_of_the_turn_but_once() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    playing.now = playing.table.deadline
    change = playing.change()
    timers.run_out(change)
    playing.install(change)
    playing.do(timers.somebody_here, turn)
    deadline = playing.now + 10_000
    assert playing.table.clock == deadline
    playing.now += 9_000
    go_and_come(playing, turn)
    assert playing.table.clock == deadline
    playing.now += 2_000
    playing.do(commands.come_back, turn)
    assert playing.pass_time(until=playing.now), "his time is over"
    act = playing.log[-1].event
    assert isinstance(act, ev.Acted)
    assert (act.seat, act.by) == (turn, "bot")


def test_who_comes_back_when_his_time_is_over_can_act_until_the_bot_has() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    playing.now += 29_000
    go_and_come(playing, turn)
    playing.now += 11_000
    change = playing.change()
    timers.run_out(change)
    playing.install(change)
    assert playing.table.seats[turn].bot
    playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
    assert playing.table.seats[turn].plays_himself
    assert playing.table.turn != turn


def test_every_turn_has_a_third_to_give_of_its_own() -> None:
    playing = begun()
    for _ in range(6):
        turn = playing.table.turn
        assert turn is not None
        assert playing.table.clock == playing.now + 30_000
        playing.now += 25_000
        go_and_come(playing, turn)
        assert playing.table.clock == playing.now + 10_000
        playing.do(commands.act, turn, playing.game().legal_names(turn)[0])


def test_others_who_come_back_give_no_time() -> None:
    playing = begun()
    turn, deadline = playing.table.turn, playing.table.deadline
    assert turn is not None
    playing.now += 29_000
    other = (turn + 1) % 3
    playing.do(commands.leave, other)
    playing.do(commands.join, "Dora", "hash of Dora", other)
    assert playing.table.clock == deadline


def test_who_takes_the_seat_over_has_what_is_left_or_a_third() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    for name, seconds, left in (("Dora", 5, 25), ("Edith", 20, 10), ("Fritz", 9, 1)):
        playing.now += 1000 * seconds
        playing.do(commands.leave, turn)
        playing.do(commands.join, name, f"hash of {name}", turn)
        assert playing.table.clock == playing.now + 1000 * left


def test_who_comes_back_in_a_pause_has_no_more_time_than_without() -> None:
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    playing.now += 29_000
    playing.do(commands.leave, turn)
    playing.do(commands.pause, 0)
    playing.now += 3_600_000
    playing.do(commands.come_back, turn)
    playing.do(commands.resume)
    assert playing.table.clock == playing.now + 10_000
    assert playing.replayed() == playing.table


@given(lists(tuples(booleans(), integers(0, 9), sampled_from(["leave", "back", "come", "join"]))))
def test_coming_and_going_does_not_stop_a_table(
    attempts: list[tuple[bool, int, str]],
) -> None:
    """Whoever comes and goes, as himself or as another: a turn ends in 4/3 of its time."""
    playing = begun()
    turn = playing.table.turn
    assert turn is not None
    began = playing.now
    for its_turn, seconds, what in attempts:
        playing.now += 1000 * seconds
        while playing.pass_time(until=playing.now):
            pass
        if playing.table.turn != turn:
            return
        assert playing.now - began < 40_000
        seat = turn if its_turn else (turn + 1) % 3
        if what == "leave":
            playing.do(commands.leave, seat)
        elif what == "back":
            playing.do(commands.come_back, seat)
        elif what == "come":
            playing.do(timers.somebody_here, seat)
        elif playing.table.may_join(seat):
            playing.do(commands.join, "Dora", f"hash {playing.table.number}", seat)


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


def test_the_next_hand_waits_for_all_but_not_for_ever() -> None:
    playing = begun()
    play_hand(playing)
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
    play_hand(playing)
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


def dealt(options: dict[str, str], percent: int, game: str = "pip-pip", seed: int = 0) -> Playing:
    timing = Timing(window_ms=4000, turn_seconds=30, motion_percent=percent)
    playing = Playing(3, game=game, options=options, timing=timing, seed=seed)
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    return playing


@pytest.mark.parametrize("percent", [0, 100, 200])
def test_the_first_wait_begins_when_the_deal_has_been_seen(percent: int) -> None:
    """800 ms for the cut, 1000 for the deal, and for the draw 120 a card and 1500 at its end."""
    by_lot = dealt({"first_dealer": "random", "first_trump": "cut"}, percent)
    shown = (1500 + 800 + 1000) * percent // 100
    assert by_lot.table.window_until == by_lot.now + shown + 4000
    assert by_lot.table.deadline == by_lot.table.window_until + 30_000
    assert all(at >= by_lot.now + shown for at in by_lot.table.ponder if at)
    drawn = dealt({"first_dealer": "highest", "first_trump": "draw"}, percent)
    cards = sum(
        isinstance(entry.event, ev.Chanced) and entry.event.chance.startswith("card")
        for entry in drawn.log
    )
    assert cards >= 3
    shown = (120 * cards + 1500 + 1000) * percent // 100
    assert drawn.table.window_until == drawn.now + shown + 4000


def test_dice_and_the_deal_of_savannah_are_seen_before_clocks_begin() -> None:
    for seed in range(5):
        playing = dealt({}, 100, "savannah", seed)
        rolls = sum(
            isinstance(entry.event, ev.Chanced) and entry.event.chance.startswith("roll")
            for entry in playing.log
        )
        assert playing.table.turn_at == playing.now + 1000 + 700 * (rolls - 1) + 1000
        turn = playing.table.turn
        assert turn is not None
        clock = playing.table.turn_at + 30_000 if turn < 2 else 0
        assert playing.table.clock == clock


def test_a_card_of_savannah_earns_time_and_a_bot_pauses_before_every_card() -> None:
    playing = dealt({}, 0, "savannah", 1)
    deadlines: dict[int, int] = {}
    pauses: set[int] = set()
    while len(playing.log) < 300:
        table, seat = playing.table, playing.table.turn
        assert table.game is not None
        assert seat is not None
        if seat == 2:
            (question,) = timers.questions(table)
            assert table.turn_at == playing.now
            pauses.add(question.at - table.turn_at)
            assert playing.pass_time()
        else:
            turn = int(table.game.record["turns"][0])
            deadline = table.turn_at + 30_000
            if turn in deadlines:
                deadline = max(deadlines[turn], table.turn_at + 10_000)
            deadlines[turn] = deadline
            assert table.deadline == deadline
            playing.now += 6_000
            names = table.game.legal_names(seat)
            plays = [name for name in names if not name.startswith("discard")]
            few = table.game.record["plays"][0] < 10
            playing.do(commands.act, seat, (plays if plays and few else names)[0])
    assert min(pauses) >= 700
    assert len(pauses) > 5
