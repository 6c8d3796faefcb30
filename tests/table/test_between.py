"""Between two hands of a match: who leaves, is sent away, sits down, or is not ready after all."""

import pytest

from parlour.table import commands, timers
from parlour.table.change import RefusedError
from tests.table.playing import BOTS, Playing, play_hand
from tests.table.test_clocks import TIMING, begun


def between() -> Playing:
    """Anna, Boris and Clara after the first of two hands."""
    playing = begun()
    play_hand(playing)
    assert playing.phase() == "between"
    return playing


def test_who_leaves_is_played_by_a_bot_and_keeps_the_seat() -> None:
    playing = between()
    playing.do(commands.leave, 2)
    clara = playing.table.seats[2]
    assert (clara.kind, clara.name, clara.bot, clara.gone) == ("person", "Clara", "baseline", True)
    assert clara.key_hash == "hash of Clara"
    playing.do(commands.ready, 0, "")
    playing.do(commands.ready, 1, "")
    assert playing.phase() == "playing", "a bot is always ready"
    playing.do(timers.somebody_here, 2)
    assert playing.table.seats[2].plays_himself


def test_who_is_sent_away_makes_way_for_a_bot() -> None:
    playing = between()
    hands = playing.table.hands
    playing.do(commands.kick, 2)
    chair = playing.table.seats[2]
    assert (chair.kind, chair.bot, chair.key_hash) == ("bot", "baseline", "")
    playing.do(commands.ready, 0, "")
    playing.do(commands.ready, 1, "")
    assert playing.phase() == "playing"
    assert playing.table.hands == hands
    assert playing.replayed() == playing.table


def test_who_sits_down_is_waited_for_and_plays_the_next_hand() -> None:
    playing = between()
    playing.do(commands.leave, 2)
    playing.do(commands.ready, 0, "")
    seat = playing.do(commands.join, "Dora", "hash of Dora")
    assert seat == 2, "the only one that is free"
    playing.do(commands.ready, 1, "")
    assert playing.phase() == "between", "Dora is not ready"
    playing.do(commands.ready, 2, "ab" * 32)
    assert playing.phase() == "playing"
    assert playing.table.nonces == ("", "", "ab" * 32)
    assert playing.table.seats[2].plays_himself
    play_hand(playing)
    assert playing.phase() == "over"
    assert playing.replayed() == playing.table


def test_a_bot_gets_up_for_who_sits_down() -> None:
    playing = Playing(3, timing=TIMING, options={"match_length": "2 hands"})
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    play_hand(playing)
    assert playing.do(commands.join, "Clara", "hash of Clara") == 2
    assert playing.table.seats[2].plays_himself
    assert not playing.table.seats[2].ready
    with pytest.raises(RefusedError, match="3 seats are taken"):
        playing.do(commands.join, "Dora", "hash of Dora")
    with pytest.raises(RefusedError, match="Clara sits on seat 3"):
        playing.do(commands.set_bot, 2, "random", BOTS)


def test_who_was_ready_can_be_not_ready() -> None:
    playing = between()
    playing.do(commands.ready, 0, "ab" * 32)
    playing.do(commands.not_ready, 0)
    assert not playing.table.seats[0].ready
    assert not playing.table.seats[0].nonce
    number = playing.table.number
    playing.do(commands.not_ready, 0)
    assert playing.table.number == number, "he was not"
    playing.do(commands.ready, 1, "")
    playing.do(commands.ready, 2, "")
    assert playing.phase() == "between"
    playing.do(commands.ready, 0, "")
    assert playing.phase() == "playing"


@pytest.mark.parametrize("command", [commands.ready, commands.not_ready])
def test_nobody_is_ready_for_a_hand_that_is_being_played(command: object) -> None:
    playing = begun()
    before = playing.table
    arguments = [0, ""] if command is commands.ready else [0]
    for over in (False, True):
        if over:
            playing.do(commands.vote_end, 0, True)
            playing.do(commands.vote_end, 1, True)
            before = playing.table
        with pytest.raises(RefusedError, match="no hand to be ready for"):
            playing.do(command, *arguments)  # type: ignore[arg-type]  # either command
        assert playing.table is before
