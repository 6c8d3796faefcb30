"""What a client is told of a match of Pip-Pip: patches bring every view up to date."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games.merging import merge, patch
from parlour.games.notation import in_full
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.json_view import own, public, quick, then
from parlour.games.pippip.options import Options
from parlour.games.sampling import Chance

RULES = [
    Options.preset("english"),
    Options.preset("japanese"),
    Options.preset("russian"),
    Options(auction=True, match_length="2 hands", seats_by_draw=True),
    Options(draw_order="after trick", rest_of_stock="aside"),
]


def plain(view: Any) -> Any:
    """As it is when it has been written and read."""
    return msgspec.json.decode(msgspec.json.encode(view))


@given(st.integers(0, 2**32), st.integers(3, 12), st.sampled_from(RULES), st.randoms())
@settings(max_examples=15, deadline=None)
def test_patches_make_each_view_of_the_one_before(
    seed: int, players: int, rules: Options, random: Random
) -> None:
    players = min(players, rules.players[-1])
    game, chance = PipPip(players, rules), Chance(seed)
    for _ in range(250):
        if game.over:
            break
        before, game = game, game.copy()
        played = False
        if event := chance.next(game):
            game.do(event)
        else:
            seat = random.choice([seat for seat in range(players) if game.legal(seat)])
            action = random.choice(game.legal_names(seat))
            game.do(action, seat)
            played = action.startswith(("play", "call"))
        told, now = plain(public(before)), plain(public(game))
        assert merge(told, patch(told, now)) == now
        short = quick(before, game)
        assert (short is not None) == (played and before.hand_number == game.hand_number)
        if short is not None:
            assert msgspec.msgpack.decode(short.then) == plain(then(before, game))
            assert merge(told, msgspec.msgpack.decode(short.game)) == now
        for seat in range(players):
            held, holds = plain(own(before, seat)), plain(own(game, seat))
            assert sorted(in_full(holds["legal"])) == sorted(game.view(seat).legal_names(seat))
            assert merge(held, patch(held, holds)) == holds
            if short is not None:
                changes = msgspec.msgpack.decode(short.own[seat])
                assert merge(held, changes) == holds
                assert bool(changes) == (held != holds), "nothing is told twice"
