"""Savannah for Python."""

from functools import cache, lru_cache
from typing import ClassVar

from parlour.cards import packs
from parlour.errors import AmbiguousEventError
from parlour.games.game import Event, Game
from parlour.games.savannah import events
from parlour.games.savannah.actions import (
    ACTIONS,
    BY_CARD,
    DISCARD,
    END,
    NAMES,
    PILE,
    RESERVE,
    SEAT,
    by_card,
    by_rank,
    card_of,
    is_discard,
    parse_action,
    source_name,
)
from parlour.games.savannah.fitting import WAYS, ways, ways_of_ranks
from parlour.games.savannah.legal import may_rob, place_of_rank, top_of_pile, top_of_reserve
from parlour.games.savannah.options import Options
from parlour.games.savannah.picture import picture_svg, picture_text
from parlour.games.savannah.reasons import REFUSALS
from parlour.games.savannah.state import DISCARDS, DTYPE, FOUNDATIONS, HAND, MOST_CARDS, NONE
from parlour.games.savannah.tables import NO_RANK, RANK, RANKS
from parlour.games.savannah.validate import validate
from parlour.games.savannah.waiting import packs_of, roller
from parlour.games.words import say

__all__ = ["Savannah", "events"]

_ENDINGS = (None, "won", "limit", "blocked")


class Savannah(Game):
    """A game of Savannah.

    >>> game = Savannah(2, seed=1)
    >>> len(game.hand(game.turn)), [len(game.reserve(seat)) for seat in range(2)], game.awaits
    (4, [13, 13], None)
    >>> game.do("end")
    Traceback (most recent call last):
    parlour.errors.IllegalEventError: You hold cards: discard one to end your turn.
    >>> Savannah.from_bytes(game.to_bytes()) == game
    True
    """

    name = "savannah"
    title = "Savannah"
    package = "parlour.games.savannah"
    options_type = Options
    dtype = DTYPE
    magic = b"Svnh"
    format_version = 1
    rules_version = 1
    action_names = NAMES
    plain_actions = BY_CARD
    refusals = REFUSALS
    chance_size = MOST_CARDS
    most_players: ClassVar[int] = 12

    # The game

    @property
    def options(self) -> Options:
        """The options of the game."""
        return Options.of_state(self._states)

    @property
    def endless(self) -> bool:
        """Whether there is no turn limit: careless players may never empty their piles."""
        return not self._states["limit"][0]

    @property
    def turns(self) -> int:
        """How many turns of single players are over."""
        return int(self._states["turns"][0])

    @property
    def first(self) -> int | None:
        """The seat that had the first turn, None before it is known."""
        seat = int(self._states["first"][0])
        return None if seat == NONE else seat

    @property
    def roller(self) -> int | None:
        """The seat that rolls when a roll is awaited, else None."""
        return int(roller(self._states[0])) if self.awaits == "roll" else None

    @property
    def ending(self) -> str | None:
        """How the game has ended: ``won``, ``limit`` or ``blocked``; None before."""
        return _ENDINGS[int(self._states["ending"][0])]

    @property
    def last_turn(self) -> int | None:
        """The number, from 1, of the last turn under the limit, a full round; None without one."""
        limit = int(self._states["limit"][0])
        return -(-limit // self.players) * self.players if limit else None

    def explain_ending(self, language: str = "en") -> str:
        """A sentence that says why the game is over; empty before it is."""
        if self.ending is None:
            return ""
        limit = {"turns": self.last_turn or 0}
        return say(self.package, f"ended-{self.ending}", limit, language)

    # The turn

    @property
    def dice(self) -> tuple[int, int] | None:
        """The roll of the turn, None before it."""
        one, other = self._states["dice"][0].tolist()
        return (one, other) if one else None

    @property
    def plays(self) -> int:
        """How many cards have been played in this turn; a turn can be endless."""
        return int(self._states["plays"][0])

    @property
    def robbed(self) -> bool:
        """Whether another's discard pile has been played from in this turn."""
        return bool(self._states["robbed"][0])

    @property
    def may_rob(self) -> bool:
        """Whether the top of another's discard pile may be played now: once a turn, on doubles."""
        return self.dice is not None and bool(may_rob(self._states[0]))

    # The cards

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat from ace to king; 255 for one not known."""
        seat = self._seat(seat)
        cards = self._states["hand"][0, seat, : self.hand_size(seat)].tolist()
        return sorted(cards, key=lambda card: (RANK[card], card))

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return int(self._states["hand_size"][0, self._seat(seat)])

    def reserve(self, seat: int) -> list[int]:
        """The reserve of a seat, the top last; 255 for a card not known."""
        seat = self._seat(seat)
        return self._states["reserve"][
            0, seat, : int(self._states["reserve_left"][0, seat])
        ].tolist()

    def pile(self, seat: int) -> list[int]:
        """The discard pile of a seat, the top last; 255 for a card not known."""
        seat = self._seat(seat)
        return self._states["pile"][0, seat, : int(self._states["pile_size"][0, seat])].tolist()

    def face_down(self, seat: int) -> list[int]:
        """The places in the discard pile of a seat, counted from 0, that lie face down."""
        down = int(self._states["face_down"][0, self._seat(seat)])
        return [place for place in range(DISCARDS) if down >> place & 1]

    def left(self, seat: int) -> int:
        """How many cards a seat has in reserve and discard pile together."""
        return len(self.reserve(seat)) + len(self.pile(seat))

    def foundations(self) -> list[int]:
        """The top cards of the three foundations, 255 for one not known; none before the deal."""
        tops: list[int] = self._states["top"][0].tolist()
        return tops if self._states["depth"][0, 0] else []

    def foundation_sizes(self) -> list[int]:
        """How many cards lie on each foundation."""
        return self._states["depth"][0].tolist()

    def covered(self) -> list[int]:
        """The cards below the tops of the foundations in the order in which they were covered."""
        return [card for card in self._states["covered"][0].tolist() if card != NONE]

    @property
    def stock_left(self) -> int:
        """How many cards the stock holds."""
        return int(self._states["stock_left"][0])

    def stock(self) -> list[int]:
        """The stock, the card to be drawn next first; 255 for a card not known."""
        return self._states["stock"][0, : self.stock_left][::-1].tolist()

    def cards_to_shuffle(self) -> list[int]:
        """The cards of the next shuffle: the packs, or what lies on the foundations below the tops.

        >>> len(Savannah(3).cards_to_shuffle())
        104
        """
        if not self.foundations():
            return packs(int(packs_of(self._states[0])))
        return self.covered()

    # Which card goes where

    def played_card(self, event: Event, seat: int | None = None) -> int:
        """The card that an action of a seat moves: 255 if there is none or it is not known."""
        seat = self._seat(seat)
        action = self.number(event, seat)
        state = self._states[0]
        if action >= BY_CARD:
            return int(card_of(action))
        if action < RESERVE:
            place = int(place_of_rank(state, seat, action % len(RANKS)))
            return NONE if place == HAND else int(state["hand"][seat, place])
        if action < PILE:
            return int(top_of_reserve(state, seat))
        if action == END:
            return NONE
        owner = seat if action < SEAT else (action - SEAT) // FOUNDATIONS
        return int(top_of_pile(state, owner))

    def full_name(self, event: Event, seat: int | None = None) -> str:
        """The name of an action with the suit of its hand card, as others may be told it.

        >>> from parlour.cards import card_name
        >>> game = Savannah(2, seed=1)
        >>> card = card_name(game.hand(game.turn)[0])
        >>> game.full_name(f"discard {card[0]}") == f"discard {card}"
        True
        """
        seat = self._seat(seat)
        action = self.number(event, seat)
        if action < RESERVE:
            card = self.played_card(action, seat)
            if card != NONE:
                return NAMES[by_card(action, card)]
        return NAMES[action]

    def ways(self, event: Event, seat: int | None = None) -> list[str]:
        """Why the card of a play may go on its foundation, all that applies; empty if it may not.

        Of ``next_rank`` (it is one above the top), ``king`` (the top is one), ``dice`` (they make
        the top's rank) and ``ace`` (the card is one).
        """
        found = self.way_bits(event, seat)
        return [name for bit, name in enumerate(WAYS) if found >> bit & 1]

    def way_bits(self, event: Event, seat: int | None = None) -> int:
        """The `ways` as a sum: 1 ``next_rank``, 2 ``king``, 4 ``dice``, 8 ``ace``."""
        seat = self._seat(seat)
        action = self.number(event, seat)
        card = self.played_card(action, seat)
        if card == NONE or is_discard(action) or not self.foundations():
            return 0
        return int(ways(self._states[0], card, _foundation(action)))

    def why(self, event: Event, seat: int | None = None, language: str = "en") -> list[str]:
        """A sentence for each of the `ways`.

        >>> from parlour.cards import card_names, packs
        >>> events = ["order " + card_names(packs(1)), "roll 6 5", "roll 1 1", "roll 5 6"]
        >>> Savannah(2, events=events).why("play Q>1")
        ['A queen goes on a jack.', 'The dice make 11: any card goes on a jack.']
        """
        found = self.ways(event, seat)
        if not found:
            return []
        action = self.number(event, self._seat(seat))
        card, top = self.played_card(action, seat), self.foundations()[_foundation(action)]
        return [_say_of_ranks(way, int(RANK[card]), int(RANK[top]), language) for way in found]

    def takes(self, foundation: int) -> dict[str, int]:
        """Which ranks a foundation, counted from 0, takes now and why: a sum as in `way_bits`.

        Under ``any`` what applies to every rank, if something does; it is not said of a rank again.

        >>> from parlour.cards import card_names, packs
        >>> events = ["order " + card_names(packs(1)), "roll 6 5", "roll 1 1", "roll 5 6"]
        >>> game = Savannah(2, events=events)
        >>> [game.takes(foundation) for foundation in (0, 2)]
        [{'A': 8, 'Q': 1, 'any': 4}, {'A': 8, 'K': 1}]
        """
        return dict(_taken(int(RANK[self.foundations()[foundation]]), sum(self.dice or ())))

    # Reading and checking

    def parse_action(self, text: str, seat: int | None = None) -> int:
        """The number of an action; ``play 5`` or ``reserve`` will do where one foundation takes it.

        Raises `InvalidEventError`, `InvalidCardError`, or `AmbiguousEventError`.
        """
        if text in ACTIONS or ">" in text:
            return parse_action(text)
        source = source_name(text)
        onto = [ACTIONS.get(f"{source}>{number + 1}") for number in range(FOUNDATIONS)]
        if onto[0] is None:
            return parse_action(text)
        fitting = [action for action in onto if action is not None and self.can(action, seat)]
        if len(fitting) == 1:
            return fitting[0]
        names = " or ".join(NAMES[action] for action in fitting) or "no legal action"
        raise AmbiguousEventError(f"{text!r} could be {names}: name the foundation")

    def _validate(self) -> None:
        validate(self._states)

    def __str__(self) -> str:
        return picture_text(self)

    def _repr_svg_(self) -> str:
        return picture_svg(self)


@cache
def _taken(top: int, dice: int) -> tuple[tuple[str, int], ...]:
    """What a foundation takes whose top has rank *top*, when the dice make *dice*."""
    always = int(ways_of_ranks(NO_RANK, top, dice))
    found = [int(ways_of_ranks(rank, top, dice)) & ~always for rank in range(len(RANKS))]
    return tuple(
        (name, why) for name, why in zip((*RANKS, "any"), (*found, always), strict=True) if why
    )


@lru_cache(maxsize=2048)
def _say_of_ranks(message: str, rank: int, top: int, language: str) -> str:
    """A sentence about a card's rank and that of a foundation's top, in SAV's order of ranks."""
    ranks = {"rank": RANKS[rank], "top": RANKS[top]}
    return say(Savannah.package, message, ranks, language)


def _foundation(action: int) -> int:
    """The foundation of a play, counted from 0."""
    if action >= SEAT:
        action = by_rank(action) - SEAT if action < BY_CARD else by_rank(action) // len(RANKS)
        return action % FOUNDATIONS
    return action // len(RANKS) if action < DISCARD else (action - RESERVE) % FOUNDATIONS
