"""The levels of Pip-Pip that think for themselves."""

from collections.abc import Sequence
from random import Random

from parlour.bots.pippip.search import Searcher
from parlour.bots.pippip.solid import choose_solid
from parlour.bots.policies import Policy
from parlour.bots.protocol import UNLIMITED, Budget, seed_of
from parlour.errors import HiddenHandError
from parlour.games.game import Game
from parlour.games.pippip.actions import BID, CALL, DECLINE, FIRST_COURT, PASS, UNUSED
from parlour.games.pippip.play import TRUMP
from parlour.games.pippip.tables import INDEX

EXPERT, MASTER = 4_000, 40_000
"""Playouts for each choice."""


def expert(seed: int = 0) -> Searcher:
    """Searches for a few hundredths of a second."""
    return Searcher(EXPERT, seed)


def master(seed: int = 0) -> Searcher:
    """Searches for some tenths of a second."""
    return Searcher(MASTER, seed)


class Solid:
    """Plays by heuristics, at once.

    >>> from parlour.games.pippip import PipPip
    >>> match = PipPip(3, seed=1)
    >>> Solid().choose(match.view(match.turn), match.legal()) in match.legal()
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        """What `parlour.bots.pippip.solid` says."""
        if view.observer is None:
            raise HiddenHandError("a bot chooses from the view of its seat, not from the match")
        return choose_solid(view, legal)


class Casual:
    """A beginner: plays like `baseline`, with the mistakes that people make.

    It overlooks marriages, leads its best card because it is good, grabs tricks with more than they
    need, and sometimes plays what comes to hand.
    """

    OVERLOOKS, SHOWS_OFF, GRABS, WANDERS, BOASTS = 0.3, 0.35, 0.4, 0.08, 0.3
    """How often it makes each mistake; the last is to bid on a marriage."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._baseline = Policy("baseline")

    def choose(self, view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        """What `baseline` would do, or a mistake."""
        random = Random(seed_of(view, self.seed))
        choice = self._baseline.choose(view, legal)
        if choice == PASS:
            bids = [action for action in legal if action >= BID]
            boasts = bids and _marriages(view) and random.random() < self.BOASTS
            return bids[-1] if boasts else choice
        plays = [action for action in legal if action < CALL]
        if CALL <= choice < UNUSED:
            if random.random() >= self.OVERLOOKS:
                return choice
            if not plays:
                return DECLINE
            choice = self._baseline.choose(view, plays)
        if not plays:
            return choice
        if random.random() < self.WANDERS:
            return random.choice(plays)
        return self._mistaken(view, plays, choice, random)

    def _mistaken(self, view: Game, plays: list[int], choice: int, random: Random) -> int:
        """A play that shows off or grabs, now and then, else the one thought of first."""
        state = view.record[0]
        order = INDEX[int(state["card_values"])]
        if state["in_trick"] == 0:
            shows_off = random.random() < self.SHOWS_OFF
            return max(plays, key=lambda card: order[card]) if shows_off else choice
        best, trump = int(state["best"]), int(state["trump"])
        follows = {card: order[card] for card in plays if card & 3 == state["led"]}
        follows |= {card: order[card] + TRUMP for card in plays if card & 3 == trump}
        winners = [card for card, strength in follows.items() if strength >= best]
        grabs = random.random() < self.GRABS
        return max(winners, key=follows.__getitem__) if winners and grabs else choice


def _marriages(view: Game) -> bool:
    """Whether the observer of a view holds a king and a queen of one suit."""
    cards = int(view.record["hand"][0, view.observer]) >> FIRST_COURT & 255
    return bool(cards & cards >> 4)
