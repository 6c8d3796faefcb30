"""Whole matches at a table, by bots and persons, on made-up time."""

import pytest

from parlour.table import commands
from tests.table.playing import INSTANT, Playing


def play_out(playing: Playing, limit: int = 100_000) -> None:
    for _ in range(limit):
        if playing.phase() == "over":
            return
        if playing.phase() == "between":
            playing.all_ready()
            continue
        turn = playing.table.turn
        if turn is not None and playing.table.seats[turn].plays_himself:
            game = playing.game()
            playing.do(commands.act, turn, game.legal_names(turn)[-1])
        else:
            assert playing.pass_time()
    pytest.fail("the match did not end")


@pytest.mark.parametrize("preset", ["english", "japanese", "russian"])
@pytest.mark.parametrize("players", [3, 5])
def test_a_match_is_played_and_its_log_gives_the_same_table(preset: str, players: int) -> None:
    playing = Playing(players, preset=preset, timing=INSTANT)
    playing.sit("Anna")
    playing.fill()
    playing.all_ready()
    assert playing.phase() == "playing"
    play_out(playing)
    table = playing.table
    assert len(table.hands) == players
    assert table.game is not None
    totals = [sum(hand[seat] for hand in table.hands) for seat in range(players)]
    assert totals == table.game.scores()
    assert [k for k in range(players) if totals[k] == max(totals)] == list(table.winners)
    assert playing.replayed() == table
