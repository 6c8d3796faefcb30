"""Sitting down, leaving, hosting: who may do what, and what follows."""

import pytest

from parlour.errors import OptionError
from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import RefusedError
from parlour.table.timing import Timing
from tests.table.playing import BOTS, INSTANT, Playing


def names(playing: Playing) -> list[str]:
    return [chair.name for chair in playing.table.seats]


def test_the_first_to_sit_is_host_and_the_rest_fill_up_from_seat_0() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris", "Clara")
    assert names(playing) == ["Anna", "Boris", "Clara"]
    assert playing.table.host == 0
    with pytest.raises(RefusedError, match="All 3 seats are taken"):
        playing.sit("Dora")


def test_nothing_begins_before_all_are_ready() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.all_ready()
    assert playing.phase() == "lobby"
    playing.sit("Clara")
    assert playing.phase() == "lobby"
    playing.do(commands.ready, 2, "")
    assert playing.phase() == "playing"


def test_a_bot_gets_up_for_a_person_but_an_empty_seat_is_taken_first() -> None:
    playing = Playing(4)
    playing.sit("Anna")
    playing.do(commands.set_bot, 1, "random", BOTS)
    playing.sit("Boris")
    assert names(playing)[2] == "Boris"
    playing.fill()
    playing.sit("Clara")
    assert names(playing)[1] == "Clara"


def test_the_host_is_handed_on_clockwise_and_comes_back_to_who_is_left() -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris", "Clara")
    playing.fill()
    playing.all_ready()
    playing.do(commands.leave, 0)
    assert playing.table.host == 1
    assert playing.table.seats[0].bot == "baseline"
    assert playing.table.seats[0].gone
    playing.do(commands.leave, 2)
    playing.do(commands.leave, 1)
    assert playing.table.host == 1, "nobody is left to be host"
    playing.do(timers.somebody_here, 2)
    assert playing.table.host == 2
    assert not playing.table.seats[2].bot


def test_who_left_a_match_can_come_back_until_somebody_takes_the_seat() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    playing.do(commands.leave, 1)
    old_key = playing.table.seats[1].key_hash
    playing.do(timers.somebody_here, 1)
    assert playing.table.seats[1].plays_himself
    playing.do(commands.leave, 1)
    playing.do(commands.join, "Clara", "another hash", 1)
    assert playing.table.seats[1].name == "Clara"
    assert playing.table.seats[1].key_hash != old_key


def test_the_host_makes_another_person_host() -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris", "Clara")
    playing.fill()
    playing.do(commands.make_host, 2)
    assert playing.table.host == 2
    commands.check_host(playing.table, 2)
    with pytest.raises(RefusedError, match=r"Only the host \(Clara\) can do that"):
        commands.check_host(playing.table, 0)
    number = playing.table.number
    playing.do(commands.make_host, 2)
    assert playing.table.number == number, "she was"
    with pytest.raises(RefusedError, match="No person sits on seat 4"):
        playing.do(commands.make_host, 3)
    playing.all_ready()
    playing.do(commands.leave, 1)
    with pytest.raises(RefusedError, match="Who sat on seat 2 has left"):
        playing.do(commands.make_host, 1)
    assert playing.replayed() == playing.table


def test_a_new_key_takes_the_place_of_the_old_one() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    before = playing.table.seats
    playing.do(commands.change_key, 1, "another hash")
    assert playing.table.seats[1].key_hash == "another hash"
    assert playing.table.seats[1].name == "Boris"
    assert playing.table.seats[0] == before[0]
    with pytest.raises(RefusedError, match="No person sits on seat 3"):
        playing.do(commands.change_key, 2, "another hash")
    assert playing.replayed() == playing.table


def test_leaving_in_the_lobby_empties_the_seat() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.do(commands.leave, 0)
    assert playing.table.seats[0].kind == "empty"
    assert playing.table.host == 1


def test_who_is_kicked_is_replaced_by_a_bot_in_a_match() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    playing.do(commands.kick, 1)
    assert playing.table.seats[1].kind == "bot"
    assert not playing.table.seats[1].key_hash
    with pytest.raises(RefusedError, match="No person"):
        playing.do(commands.kick, 1)
    with pytest.raises(RefusedError, match="Anna, you can leave"):
        playing.do(commands.kick, 0)


def test_options_are_checked_and_make_nobody_ready() -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris")
    playing.all_ready()
    playing.do(commands.set_options)
    assert [chair.ready for chair in playing.table.seats[:2]] == [True, True], "nothing was changed"
    change = playing.change()
    commands.set_options(change, players=6, preset="russian", options={"auction": "yes"})
    playing.install(change)
    assert playing.table.players == 6
    assert playing.table.options["auction"] is True
    assert playing.table.options["calls"] == "before lead"
    assert [chair.ready for chair in playing.table.seats[:2]] == [False, False]
    before = playing.table
    for wrong in (
        {"players": 2},
        {"preset": "turkish"},
        {"options": {"auction": "maybe"}},
        {"timing": Timing(window_ms=-1)},
    ):
        with pytest.raises(OptionError):
            commands.set_options(playing.change(), **wrong)
    assert playing.table == before


def test_seats_of_persons_are_not_taken_away() -> None:
    playing = Playing(5)
    playing.sit("Anna")
    playing.do(commands.join, "Boris", "hash", 4)
    with pytest.raises(RefusedError, match="Boris sits on seat 5"):
        commands.set_options(playing.change(), players=4)


def test_options_cannot_change_in_a_match() -> None:
    playing = Playing(3, timing=INSTANT)
    playing.sit("Anna")
    playing.fill()
    playing.all_ready()
    change = playing.change()
    with pytest.raises(RefusedError, match="before a match or after it"):
        commands.set_options(change, players=4)
    with pytest.raises(RefusedError, match="before a match or after it"):
        commands.clear_seat(change, 1)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Anna  ", "Anna"),
        ("A\u202eb\u0000c", "Abc"),
        ("Ünïcode 漢字 👩\u200d🚀", "Ünïcode 漢字 👩\u200d🚀"),
    ],
)
def test_names_are_cleaned(name: str, kept: str) -> None:
    playing = Playing(3)
    playing.sit(name)
    assert names(playing)[0] == kept


@pytest.mark.parametrize("name", ["", " \n ", "\u202e", "x" * 25])
def test_names_that_are_none_are_refused(name: str) -> None:
    playing = Playing(3)
    with pytest.raises(RefusedError):
        playing.sit(name)
    assert names(playing) == ["", "", ""]


def test_ending_by_vote_takes_more_than_half_of_the_persons() -> None:
    playing = Playing(5)
    playing.sit("Anna", "Boris", "Clara", "Dora")
    playing.fill()
    playing.all_ready()
    playing.do(commands.vote_end, 0, True)
    playing.do(commands.vote_end, 1, True)
    assert playing.phase() == "playing"
    playing.do(commands.vote_end, 0, False)
    playing.do(commands.vote_end, 2, True)
    assert playing.phase() == "playing"
    playing.do(commands.leave, 3)
    assert playing.phase() == "over", "two of three are more than half"
    assert playing.table.winners == ()
    assert playing.table.revealed is not None
    assert playing.replayed() == playing.table


def test_who_is_played_by_a_bot_does_not_vote_any_more() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris", "Clara")
    playing.all_ready()
    voter = playing.table.turn
    assert voter is not None
    playing.do(commands.vote_end, voter, True)
    playing.now = playing.table.deadline
    change = playing.change()
    timers.run_out(change)
    playing.install(change)
    assert playing.table.seats[voter].bot
    playing.do(commands.vote_end, (voter + 1) % 3, True)
    assert playing.phase() == "playing", "one vote of three"
    playing.do(commands.come_back, voter)
    assert not playing.table.seats[voter].votes_end
    playing.do(commands.vote_end, voter, True)
    assert playing.phase() == "over"


@pytest.mark.parametrize("reason", ["host", "nobody here"])
def test_a_vote_in_a_pause_ends_match_and_pause(reason: str) -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    if reason == "host":
        playing.do(commands.pause, 0)
    else:
        playing.do(timers.nobody_here)
    playing.do(commands.vote_end, 0, True)
    assert playing.phase() == "playing", "one of two"
    playing.do(commands.vote_end, 1, True)
    assert playing.phase() == "over"
    assert playing.table.paused is None
    playing.do(commands.rematch)
    playing.all_ready()
    assert playing.phase() == "playing", "nothing is stopped"


def test_a_rematch_keeps_the_seats_of_who_is_there() -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris", "Clara")
    playing.fill()
    playing.all_ready()
    playing.do(commands.leave, 2)
    playing.do(commands.vote_end, 0, True)
    playing.do(commands.vote_end, 1, True)
    playing.do(commands.rematch)
    table = playing.table
    assert (table.phase, table.match, table.game) == ("lobby", 2, None)
    assert [chair.kind for chair in table.seats] == ["person", "person", "empty", "bot"]
    assert table.secret
    playing.fill()
    playing.all_ready()
    assert playing.phase() == "playing"
    assert playing.replayed() == playing.table


def test_muted_persons_are_not_heard() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.do(commands.mute, 1, True)
    with pytest.raises(RefusedError, match="muted"):
        playing.do(commands.say, 1, "hello")
    playing.do(commands.mute, 1, False)
    playing.do(commands.say, 1, "  hello\nthere ")
    assert [line.text for line in playing.table.chat] == ["hello there"]


def test_the_chat_does_not_grow_without_end() -> None:
    playing = Playing(3)
    playing.sit("Anna")
    for number in range(100):
        playing.do(commands.say, 0, f"line {number}")
    assert len(playing.table.chat) == 30
    assert playing.table.chat[-1].text == "line 99"


def test_who_is_kicked_does_not_come_back_by_the_code() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.do(commands.kick, 1)
    assert playing.table.locked
    with pytest.raises(RefusedError, match="ask the host to open it") as refused:
        playing.sit("Boris")
    assert refused.value.code == "locked"
    assert not any(playing.table.may_join(seat) for seat in range(3))
    playing.do(commands.lock, False)
    playing.sit("Clara")
    assert names(playing) == ["Anna", "Clara", ""]
    assert playing.replayed() == playing.table


def test_a_table_can_be_locked_and_is_so_once() -> None:
    playing = Playing(3)
    playing.sit("Anna")
    for locked in (True, True, False, False):
        playing.do(commands.lock, locked)
    assert [entry.event for entry in playing.log[-2:]] == [ev.Locked(True), ev.Locked(False)]


@pytest.mark.parametrize("begins", [False, True])
def test_the_next_host_is_somebody_who_is_here(begins: bool) -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris", "Clara", "Dora")
    if begins:
        playing.all_ready()
    playing.here = [0, 2, 3]
    playing.do(commands.leave, 0)
    assert playing.table.host == 2, "Boris is next, but not here"
    playing.here = []
    playing.do(commands.leave, 2)
    assert playing.table.host == 3, "nobody is here: the next"


def test_somebody_acts_for_a_host_who_is_away_for_long_until_he_comes() -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris", "Clara")
    for here, host in (([], 0), ([0, 1], 0), ([2], 2), ([0, 1, 2], 2), ([1], 1)):
        playing.here = here
        playing.do(commands.host_away)
        assert playing.table.host == host
    playing.do(timers.somebody_here, 2)
    assert playing.table.host == 1
    playing.do(timers.somebody_here, 0)
    assert (playing.table.host, playing.table.host_away) == (0, -1)
    assert playing.replayed() == playing.table


def test_who_acts_for_a_host_cannot_take_his_place_or_see_his_cards() -> None:
    playing = Playing(4)
    playing.sit("Anna", "Boris", "Clara", "Dora")
    playing.all_ready()
    playing.here = [1, 2]
    playing.do(commands.host_away)
    for command, *arguments in (
        (commands.change_key, 0, "hash"),
        (commands.change_key, 2, "hash"),
        (commands.kick, 0),
        (commands.make_host, 2),
    ):
        with pytest.raises(RefusedError, match="only while Anna is away") as refused:
            playing.do(command, *arguments)
        assert refused.value.code == "acting_host"
    playing.do(commands.pause, 1)
    playing.do(commands.leave, 1)
    assert (playing.table.host, playing.table.host_away) == (2, 0), "for Anna still"


def test_before_a_match_who_acts_for_a_host_can_go_on_without_him() -> None:
    playing = Playing(3)
    playing.sit("Anna", "Boris")
    playing.here = [1]
    playing.do(commands.host_away)
    playing.do(commands.kick, 0)
    assert (playing.table.host, playing.table.host_away) == (1, -1)


def test_a_lobby_that_the_last_has_left_is_open() -> None:
    playing = Playing(3)
    playing.sit("Anna")
    playing.do(commands.lock, True)
    playing.do(commands.leave, 0)
    playing.sit("Boris")
    assert playing.table.host == 0


def test_bots_do_not_play_on_among_themselves() -> None:
    playing = Playing(3)
    playing.sit("Anna")
    playing.fill()
    playing.all_ready()
    while playing.table.turn == 0:
        playing.do(commands.act, 0, playing.game().legal_names(0)[0])
    assert playing.questions()
    playing.do(commands.leave, 0)
    assert not playing.questions()
    playing.do(timers.somebody_here, 0)
    assert playing.questions()
