"""Random records for the tests, of every game there is, and the examples."""

from pathlib import Path
from random import Random

from hypothesis import strategies as st

from parlour.errors import OptionError
from parlour.games import registry
from parlour.games.game import Game
from parlour.games.options import OptionSet
from parlour.games.registry import GameEntry
from parlour.games.sampling import Chance
from parlour.records import Record

EXAMPLES = sorted(Path("examples").glob("*.toml"))
COUNTS = {"N hands": ("1 hands", "2 hands"), "target N": ("target 90",), "N turns": ("30 turns",)}

games = st.sampled_from(sorted(registry.GAMES)).map(registry.game)
seeds = st.integers(0, 2**32)


def any_options(entry: GameEntry, random: Random) -> OptionSet:
    """A random set of options that go together."""
    while True:
        given = {}
        for choice in entry.options.choices:
            form = random.choice(choice.values)
            given[choice.name] = random.choice(COUNTS.get(form, (form,)))
        try:
            return entry.options.read(given)
        except OptionError:
            continue


def any_record(entry: GameEntry, seed: int) -> tuple[Record, Game]:
    """A record of a random match, perhaps broken off, and the match that it was made from."""
    random = Random(seed)
    options = any_options(entry, random)
    match = entry.match(random.choice(options.players), options)
    start, chance = match.copy(), Chance(seed)
    most = random.choice((1, 4, 40, 120, 400))
    events: list[tuple[int | None, str]] = []
    while not match.over and len(events) < most:
        event, seat = chance.next(match), None
        if event is None:
            seat, event = _any_action(match, random)
        match.do(event, seat)
        events.append((seat, event))
    record = Record.of(start, events)
    _remark(record, random)
    return record, match


def _any_action(match: Game, random: Random) -> tuple[int, str]:
    """An action of a random kind, in or out of turn."""
    seat = random.randrange(match.players)
    out_of_turn = match.legal_names(seat)
    if seat != match.turn and out_of_turn and random.random() < 0.5:
        return seat, random.choice(out_of_turn)
    assert match.turn is not None
    return match.turn, random.choice(match.legal_names())


def _remark(record: Record, random: Random) -> None:
    """Put comments here and there."""
    words = ("well played", "a # within", "'quoted' \"twice\"", "wie schön: ♥", "two\nlines", "\\n")
    for hand in record.hands:
        hand.comment = random.choice(("", *words))
        hand.opening = random.choice(("", words[0], words[4]))
        for moment in random.sample(hand.moments, min(3, len(hand.moments))):
            moment.comment = random.choice(words)
