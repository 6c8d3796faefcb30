"""What is told of the table round the game: only what has changed, and all of it."""

from parlour.games.merging import merge
from parlour.server.telling import table_patch, table_view
from parlour.table import commands
from parlour.table.change import Change
from parlour.table.state import Table
from tests.table.playing import INSTANT, Playing


def told(playing: Playing, change: Change) -> dict[str, object]:
    """The patch of a change, which leads where it should."""
    change.settle()
    old: Table = playing.table
    playing.install(change)
    patch = table_patch(old, playing.table)
    assert merge(table_view(old), patch) == table_view(playing.table)
    return patch


def test_a_line_of_the_chat_is_told_alone_and_the_oldest_goes() -> None:
    playing = Playing(3)
    playing.sit("Anna")
    for number in range(40):
        change = playing.change()
        commands.say(change, 0, f"line {number}")
        patch = told(playing, change)
        line = {"seat": 0, "name": "Anna", "text": f"line {number}", "at": playing.now}
        gone = {str(playing.table.number - 30): None} if number >= 30 else {}
        assert patch == {"chat": {str(playing.table.number): line} | gone}
    assert len(table_view(playing.table)["chat"]) == 30


def test_of_a_change_at_one_seat_the_others_are_not_told_again() -> None:
    playing = Playing(8)
    playing.sit("Anna", "Boris")
    change = playing.change()
    commands.ready(change, 1, "ab" * 32)
    assert told(playing, change) == {"seats": {"1": {"ready": True, "nonce": "ab" * 32}}}


def test_the_points_of_a_hand_are_told_alone() -> None:
    playing = Playing(3, timing=INSTANT, options={"match_length": "4 hands"})
    playing.sit("Anna")
    playing.fill("random")
    playing.all_ready()
    told_of = []
    while playing.phase() != "over":
        number = len(playing.table.hands)
        old = playing.table
        turn = playing.table.turn
        if turn is None or not playing.table.seats[turn].plays_himself:
            playing.pass_time()
        else:
            playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
        if len(playing.table.hands) > number:
            told_of.append(table_patch(old, playing.table)["hands"])
    assert [list(hands) for hands in told_of[1:]] == [["1"], ["2"], ["3"]]
