"""By turns: no clock, players who come by once a day, orders obeyed while they are away."""

import pytest

from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import RefusedError
from tests.table.playing import Playing

HOUR = 3_600_000
DAY = 24 * HOUR


def seated(options: dict[str, str], *, bots: int = 0, game: str = "pip-pip") -> Playing:
    playing = Playing(3, game=game, pace="by turns", options=options)
    playing.sit(*[f"Person {number}" for number in range(3 - bots)])
    playing.fill()
    playing.all_ready()
    return playing


def restart(playing: Playing) -> None:
    """The table is put away, and comes back from its log when somebody opens the link."""
    playing.table = playing.replayed()
    change = playing.change()
    timers.nobody_here_since(change)
    playing.install(change)


def stood_in(playing: Playing) -> bool:
    return any(isinstance(entry.event, ev.StoodIn | ev.Paused) for entry in playing.log)


@pytest.mark.parametrize("game", ["pip-pip", "savannah"])
def test_a_match_lasts_for_weeks_and_nobody_is_late(game: str) -> None:
    options = {"match_length": "2 hands"} if game == "pip-pip" else {"turn_limit": "12 turns"}
    playing = seated(options, bots=1, game=game)
    days = 0
    while playing.phase() != "over":
        if playing.phase() == "between":
            playing.all_ready()
        while playing.pass_time(until=playing.now + 1000):
            pass
        seat = playing.table.turn
        if seat is not None:
            assert playing.table.seats[seat].kind == "person", "a bot does not take a day"
            assert timers.wakes_at(playing.table) is None, "nothing happens until somebody comes"
            playing.now += DAY
            days += 1
            restart(playing)
            assert playing.table.game is not None
            playing.do(commands.act, seat, playing.table.game.legal_names(seat)[0])
    assert days > 10
    assert not stood_in(playing)
    assert playing.replayed() == playing.table


def test_orders_are_obeyed_while_their_player_is_away() -> None:
    playing = seated({"first_dealer": "random", "first_trump": "cut"})
    playing.rig({0: "4c 5d", 1: "2c", 2: "3c Kh Qh"})
    playing.do(commands.orders, 0, (), "play 4c")
    playing.do(commands.orders, 2, ("any",), "")
    playing.now += 3 * DAY
    playing.do(commands.act, 1, "play 2c")
    playing.now += 2 * DAY
    playing.do(commands.act, 2, "play 3c")
    acts = [entry.event for entry in playing.log if isinstance(entry.event, ev.Acted)]
    assert [(act.seat, act.action, act.by) for act in acts] == [
        (2, "call h", "order"),
        (1, "play 2c", ""),
        (2, "play 3c", ""),
        (0, "play 4c", ""),
    ]


def test_no_lead_waits_and_a_call_is_heard_when_it_comes() -> None:
    playing = seated({"first_dealer": "random", "first_trump": "cut"})
    playing.rig({0: "Kh Qh", 1: "2c"})
    playing.do(commands.act, 1, "play 2c")
    assert isinstance(playing.log[-1].event, ev.Acted)
    playing.now += DAY
    playing.do(commands.act, 0, "call h")
    assert playing.game().calls() == [(0, "h", 1)]


def test_the_next_hand_waits_a_day_for_those_who_do_not_say_they_are_ready() -> None:
    playing = seated({"match_length": "2 hands"}, bots=2)
    while playing.phase() == "playing":
        if playing.table.turn == 0:
            playing.do(commands.act, 0, playing.game().legal_names(0)[0])
        else:
            assert playing.pass_time()
    assert playing.phase() == "between"
    assert playing.table.next_hand_at == playing.now + DAY
    restart(playing)
    assert not playing.pass_time(until=playing.now + DAY - 1)
    assert playing.pass_time(until=playing.now + DAY)
    assert playing.phase() == "playing"
    assert playing.table.hand == 2


def test_who_does_not_come_back_can_be_replaced_by_the_others() -> None:
    """Without a clock the host may send somebody away: a bot takes the seat, or who is let in."""
    playing = seated({})
    turn = playing.table.turn
    assert turn is not None
    playing.now += 20 * DAY
    host = playing.table.host
    if turn == host:
        playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
        turn = playing.table.turn
        assert turn is not None
    playing.do(commands.kick, turn)
    assert playing.table.seats[turn].bot == "baseline"
    assert playing.pass_time(until=playing.now + 1000)
    playing.do(commands.lock, False)
    with pytest.raises(RefusedError, match="taken"):
        playing.do(commands.join, "Dora", "hash of Dora", host)
