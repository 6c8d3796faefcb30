"""What every game has to keep to, whatever its rules: errors, bytes, copies, views, the end.

A new game is tested by all of this as soon as it is in the registry.
"""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots import Policy, simulate
from parlour.errors import (
    GameOverError,
    HiddenHandError,
    IllegalEventError,
    InvalidEventError,
    NoSuchSeatError,
    OptionError,
    ParlourError,
    StateVersionError,
    TruncatedStateError,
)
from parlour.games.driver import Driver
from parlour.games.game import Game
from parlour.games.registry import GAMES
from parlour.games.sampling import Chance
from parlour.games.words import say

CLASSES = [entry.match for entry in GAMES.values()]
HEADER = 8

CHANCE_TEXTS = (
    "card 2c", "card ??", "dealer 1", "dealer 99", "cut h", "roll 3 5", "roll 0 5", "roll 7 999",
    "order", "order 2c", "order ??", "order " + "2c " * 600,
)  # fmt: skip

every_game = pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.name)
seeds = st.integers(0, 2**32)


def some_options(kind: type[Game], random: Random) -> Any:
    """Random options that go together, with small numbers, that force an end."""
    while True:
        values: dict[str, str] = {}
        for choice in kind.options_type.choices:
            value = random.choice(choice.values)
            least = choice.ranges.get(value, (0, 0))[0]
            values[choice.name] = value.replace("N", str(random.randint(least, least + 8)))
        try:
            options = kind.options_type.read(values)
        except OptionError:
            continue
        if not kind(options.players[0], options).endless:
            return options


def new_game(kind: type[Game], random: Random) -> Game:
    options = some_options(kind, random)
    return kind(random.choice(options.players), options)


def position(kind: type[Game], random: Random) -> Game:
    """A match somewhere between its first event and its end, chance or a player being next."""
    game = new_game(kind, random)
    chance, driver = Chance(random.getrandbits(60)), Driver(game)
    for _ in range(random.choice((0, random.randrange(20), random.randrange(150)))):
        event = chance.next(game)
        if game.over:
            break
        driver.do(random.choice(driver.legal()) if event is None else event)
    return game


def finished(kind: type[Game], seed: int) -> Game:
    random = Random(seed)
    driver = Driver(new_game(kind, random), Chance(seed))
    while not driver.game.over:
        driver.do(random.choice(driver.legal()))
    return driver.game


def assert_refused(
    game: Game, error: type[ParlourError], do: Callable[..., object], *given: Any, **named: Any
) -> None:
    """A call raises an error that says something, and changes nothing."""
    before = game.to_bytes()
    with pytest.raises(error) as caught:
        do(*given, **named)
    assert str(caught.value)
    assert game.to_bytes() == before


# Errors change nothing


@every_game
@given(seed=seeds)
@settings(max_examples=5)
def test_what_is_not_legal_is_refused_and_changes_nothing(kind: type[Game], seed: int) -> None:
    random = Random(seed)
    game = position(kind, random)
    for seat in {0 if game.turn is None else game.turn, random.randrange(game.players)}:
        legal = game.legal(seat)
        for action, name in enumerate(game.action_names):
            if game.can(action, seat):
                game.copy().do(action, seat)
                game.copy().do(name, seat)
                game.verify(action, seat)
                assert action in legal or action >= kind.plain_actions
            else:
                assert action not in legal
                assert_refused(game, IllegalEventError, game.do, action, seat)
                assert_refused(game, IllegalEventError, game.verify, name, seat)


@every_game
@given(seed=seeds)
@settings(max_examples=15)
def test_chance_that_cannot_be_is_refused_and_changes_nothing(kind: type[Game], seed: int) -> None:
    game = position(kind, Random(seed))
    for text in CHANCE_TEXTS:
        if game.can(text):
            assert text.startswith(str(game.awaits))
            game.copy().do(text)
        else:
            assert_refused(game, IllegalEventError, game.do, text)
    event = Chance(seed).next(game)
    assert (event is None) == (game.awaits is None)
    assert event is None or game.can(event)


@every_game
@pytest.mark.parametrize("seat", [-1, 99, 255, 2**40, True, "0", 1.5])
def test_seats_that_do_not_exist(kind: type[Game], seat: Any) -> None:
    game = kind(4, seed=1)
    action = game.legal()[0]
    for ask in (game.legal, game.legal_names, game.view):
        assert_refused(game, NoSuchSeatError, ask, seat)
    for do in (game.do, game.can, game.verify):
        assert_refused(game, NoSuchSeatError, do, action, seat)
    assert_refused(game, NoSuchSeatError, kind, 4, observer=seat)


@every_game
@pytest.mark.parametrize(
    "event", [-1, 10**6, 2**70, True, None, 1.5, [], "", " ", "fly", "play", "x>1"]
)
def test_events_that_are_in_no_table(kind: type[Game], event: Any) -> None:
    game = kind(4, seed=1)
    for do in (game.do, game.can, game.verify):
        assert_refused(game, ParlourError, do, event)
    if not isinstance(event, str):
        assert_refused(game, InvalidEventError, game.do, event)


@every_game
@given(text=st.text(max_size=60))
def test_any_text_is_an_event_or_a_clear_error(kind: type[Game], text: str) -> None:
    game = kind(4, seed=1)
    before = game.to_bytes()
    try:
        game.do(text)
    except ParlourError as error:
        assert 0 < len(str(error)) < 300
        assert game.to_bytes() == before


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_after_the_end_nothing_happens(kind: type[Game], seed: int) -> None:
    game = finished(kind, seed)
    assert (game.over, game.turn, game.awaits) == (True, None, None)
    assert game.winners()
    assert game.winners() == [
        seat for seat, score in enumerate(game.scores()) if score == max(game.scores())
    ]
    for seat in range(game.players):
        assert game.legal(seat) == []
        for action in range(len(game.action_names)):
            assert_refused(game, GameOverError, game.do, action, seat)
    for text in CHANCE_TEXTS:
        assert_refused(game, GameOverError, game.do, text)


# Making a match


@every_game
def test_options_that_cannot_be(kind: type[Game]) -> None:
    other = next(one for one in CLASSES if one is not kind)
    for players in (-1, 0, 1, 13, 10**9, True, "4", None):
        with pytest.raises(OptionError):
            kind(players)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="preset"):
        kind(4, "no such preset")
    with pytest.raises(OptionError, match="no options"):
        kind(4, other.options_type.preset())
    with pytest.raises(OptionError, match="a seed samples all chance"):
        kind(4, seed=1, events=["roll 1 1"])
    with pytest.raises(OptionError, match="there is no option"):
        kind.options_type.read({"colour": "red"})


@every_game
def test_the_same_seed_is_the_same_match(kind: type[Game]) -> None:
    assert kind(4, seed=7) == kind(4, seed=7)
    assert kind(4, seed=7) != kind(4, seed=8)


@every_game
@given(seed=seeds)
@settings(max_examples=15)
def test_options_are_kept_in_the_state(kind: type[Game], seed: int) -> None:
    options = some_options(kind, Random(seed))
    game = kind(options.players[-1], options)
    assert game.options == options
    assert kind.options_type.read(options.values()) == options
    assert all(isinstance(value, str | bool) for value in options.values().values())


# Bytes and copies


@every_game
@given(seed=seeds)
@settings(max_examples=15)
def test_bytes_copies_hashes_and_pickles(kind: type[Game], seed: int) -> None:
    random = Random(seed)
    game = position(kind, random)
    observers = [None, *range(game.players)]
    for one in (game, game.view(random.choice(observers)), game.view(None)):
        data = one.to_bytes()
        for twin in (
            kind.from_bytes(data),
            one.copy(),
            copy.copy(one),
            pickle.loads(pickle.dumps(one)),  # noqa: S301  # our own
        ):
            assert type(twin) is kind
            assert twin == one
            assert hash(twin) == hash(one)
            assert twin.to_bytes() == data
            assert repr(twin) == repr(one)
    assert game != "a match"
    if game.awaits is None and not game.over:
        twin = game.copy()
        assert game.turn is not None
        twin.do(game.legal()[0])
        assert twin != game


@every_game
def test_truncated_and_foreign_bytes(kind: type[Game]) -> None:
    other = next(one for one in CLASSES if one is not kind)
    data = kind(4, seed=1).to_bytes()
    for wrong in (b"", data[:7], data[:HEADER], data[:-1], data + b"\0"):
        with pytest.raises(TruncatedStateError):
            kind.from_bytes(wrong)
    with pytest.raises(StateVersionError, match="begin with"):
        other.from_bytes(data)
    for place in range(HEADER):
        edited = bytearray(data)
        edited[place] ^= 1
        with pytest.raises(StateVersionError):
            kind.from_bytes(bytes(edited))


@every_game
def test_states_have_no_padding_and_fill_cache_lines(kind: type[Game]) -> None:
    fields = kind.dtype.fields
    assert fields is not None
    assert sum(dtype.itemsize for dtype, *_ in fields.values()) == kind.dtype.itemsize
    assert kind.dtype.itemsize % 64 == 0
    assert kind.dtype.itemsize <= 6144


# Views


@every_game
@given(seed=seeds)
@settings(max_examples=15)
def test_views_tell_their_observer_and_nobody_else(kind: type[Game], seed: int) -> None:
    game = position(kind, Random(seed))
    for seat in range(game.players):
        view = game.view(seat)
        assert view.observer == seat
        assert view.view(seat) == view
        assert view.legal(seat) == game.legal(seat)
        assert (view.turn, view.awaits, view.over) == (game.turn, game.awaits, game.over)
        assert view.scores() == game.scores()
        other = (seat + 1) % game.players
        for ask in (view.legal, view.view):
            assert_refused(view, HiddenHandError, ask, other)
    with pytest.raises(HiddenHandError):
        game.view(None).view(0)


# The tables


@every_game
def test_every_action_has_one_name(kind: type[Game]) -> None:
    game = kind(4, seed=1)
    assert len(set(kind.action_names)) == len(kind.action_names)
    for action, name in enumerate(kind.action_names):
        assert game.parse_action(name) == action
        assert game.parse_action(f"  {name.replace(' ', '   ')} ") == action


@every_game
@given(seed=seeds)
@settings(max_examples=15)
def test_others_can_be_told_what_a_seat_does(kind: type[Game], seed: int) -> None:
    """In the view of another seat the full name of an action is one that can be done."""
    game = position(kind, Random(seed))
    seat = game.turn
    if seat is None or game.awaits is not None:
        return
    other = game.view((seat + 1) % game.players)
    for action in game.legal():
        name = game.full_name(action)
        assert game.full_name(name) == name
        assert game.can(name)
        other.copy().do(name, seat)
    for event in ("roll 1 1", 10**6, "fly"):
        assert_refused(game, ParlourError, game.full_name, event)


@every_game
def test_every_refusal_has_a_sentence(kind: type[Game]) -> None:
    examples: dict[str, str | int] = {
        "card": "Th", "suit": "h", "rank": "T", "top": "9", "seat": 2, "turn": 3, "chance": "order",
    }  # fmt: skip
    for code, parameters in kind.refusals[1:]:
        given = {name: examples.get(name, 2) for name in parameters}
        sentence = say(kind.package, code, given)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")


# Programs


@every_game
def test_programs_see_views_alone_and_need_an_end(kind: type[Game]) -> None:
    game = kind(4, seed=1)
    with pytest.raises(HiddenHandError):
        Policy("random").choose(game, game.legal())
    if game.endless:
        with pytest.raises(OptionError, match="limit"):
            simulate(game, "random", 1)


@every_game
@pytest.mark.parametrize("policy", ["random", "baseline"])
def test_policies_play_every_kind_of_match_to_its_end(kind: type[Game], policy: str) -> None:
    for seed in range(6):
        start = new_game(kind, Random(seed))
        result = simulate(start, policy, 3, seed, cores=1)
        assert result.wins.any(axis=1).all()
        assert (result.actions > 0).all()
