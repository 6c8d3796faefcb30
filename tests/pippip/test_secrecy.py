"""Non-interference: what a seat cannot know changes nothing that it sees or is told."""

from random import Random

from hypothesis import given

from parlour.cards import UNKNOWN
from parlour.errors import IllegalEventError
from parlour.games.driver import Driver
from parlour.games.pippip import PipPip
from parlour.games.sampling import Chance
from tests.pippip.matches import any_match, play_on, seeds


def told(match: PipPip, seat: int | None) -> tuple[object, ...]:
    """Everything that leaves the engine for a seat, or for a spectator."""
    view = match.view(seat)
    pictures = (str(view), view._repr_svg_(), repr(view))
    if seat is None:
        return (view.to_bytes(), *pictures)
    refusals = []
    for action in range(len(match.action_names)):
        try:
            match.verify(action, seat)
            refusals.append("")
        except IllegalEventError as error:
            refusals.append(f"{error.code} {error.parameters} {error}")
    return (view.to_bytes(), *pictures, match.legal(seat), view.legal(seat), refusals)


def with_hidden_cards_moved(match: PipPip, seat: int | None, random: Random) -> PipPip:
    """The same match with the cards that a seat cannot know permuted among their places.

    The unknown cards are those of its view: in other hands, and in the stock. What others have
    played by now is known, so the hand is built again with the unknown cards changed.
    """
    view = match.view(seat)
    other = match.copy()
    record, seen = other.record[0], view.record[0]
    places = [k for k in range(int(record["taken"]), 104) if seen["deal"][k] == UNKNOWN]
    pool = [int(record["deal"][k]) for k in places]
    hidden: dict[int, list[int]] = {}
    for player in range(match.players):
        known = view.hand(player)
        cards = match.hand(player)
        for card in known:
            cards.remove(card)
        hidden[player] = cards
        pool += cards
    random.shuffle(pool)
    for k in places:
        record["deal"][k] = pool.pop()
    for player, cards in hidden.items():
        now = view.hand(player) + [pool.pop() for _ in cards]
        once = set(now)
        record["hand"][player] = sum(1 << card for card in once)
        record["twice"][player] = sum(1 << card for card in once if now.count(card) > 1)
    assert not pool
    return other


@given(seeds)
def test_hidden_cards_change_nothing_a_seat_is_told(seed: int) -> None:
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    stop = random.randrange(110)
    for step, _ in enumerate(play_on(match, random)):
        if step < stop:
            continue
        for seat in (None, *range(match.players)):
            other = with_hidden_cards_moved(match, seat, random)
            assert told(other, seat) == told(match, seat)
        break


@given(seeds)
def test_a_view_follows_the_play(seed: int) -> None:
    """A view that is told what its observer draws and sees becomes the view of what came out."""
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    driver = Driver(match, Chance(seed))
    observer = random.randrange(match.players)
    view = match.view(observer)
    while not match.over:
        actor, action = driver.actor, random.choice(driver.legal())
        driver.do(action)
        if match.action_names[action] == "decline":
            continue
        seen = match.view(observer)
        view.record["deal"] = seen.record["deal"]
        view.do(action, actor)
        assert view == seen
