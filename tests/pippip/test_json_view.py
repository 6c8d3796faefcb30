"""What a client is told of a match of Pip-Pip: patches bring every view up to date."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games.merging import patch
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.json_view import Seen, changes, know, own, own_changes, public
from parlour.games.pippip.options import Options
from parlour.games.sampling import Chance
from tests.server.client import merge

RULES = [
    Options.preset("english"),
    Options.preset("japanese"),
    Options.preset("russian"),
    Options(auction=True, match_length="2 hands", seats_by_draw=True),
]


@given(st.integers(0, 2**32), st.integers(3, 6), st.sampled_from(RULES), st.randoms())
@settings(max_examples=10, deadline=None)
def test_patches_make_each_view_of_the_one_before(
    seed: int, players: int, rules: Options, random: Random
) -> None:
    game, chance = PipPip(players, rules), Chance(seed)
    seats = range(players)
    seen, known = Seen(game), know(game, seats)
    for _ in range(250):
        if game.over:
            break
        game = game.copy()
        if event := chance.next(game):
            game.do(event)
        else:
            seat = random.choice([seat for seat in seats if game.legal(seat)])
            game.do(random.choice(game.legal(seat)), seat)
        before, seen = seen, Seen(game)
        assert merge(public(before), changes(before, seen)) == public(seen)
        told, known = known, know(game, seats)
        for old, new in zip(told, known, strict=True):
            assert own_changes(old, new) == patch(own(old), own(new))
