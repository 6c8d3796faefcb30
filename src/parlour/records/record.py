"""A record of a match in memory: what was played, by whom, and every step of it.

>>> from parlour.games.pippip import PipPip
>>> record = Record.of(PipPip(3, "russian"), [(None, "dealer 1"), (None, "cut h")])
>>> [moment.event for moment in record.hands[0].moments]
['dealer 1', 'cut h']
>>> record.result().trump
'h'
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Self

from parlour.games import registry
from parlour.games.chance import parse_chance
from parlour.games.game import Game
from parlour.games.notation import Hand, Moment, Step
from parlour.games.options import OptionSet
from parlour.games.registry import GameEntry


@dataclass
class Record:
    """What was played: the match's beginning, its hands, and what people want to know about it."""

    game: str
    """The game's name in the registry."""
    players: int
    options: OptionSet
    hands: list[Hand] = field(default_factory=list)
    names: tuple[str, ...] = ()
    """The players' names in the order they came; empty, or one for each."""
    kept_by: int | None = None
    """The seat, from 0, or 254, a spectator, who knew no more than that; None if all is known."""
    title: str = ""
    date: date | datetime | None = None
    place: str = ""
    comment: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    """What other programs want to keep; it is not looked at."""

    @classmethod
    def of(cls, start: Game, events: Iterable[tuple[int | None, str]], **about: Any) -> Self:
        """The record of a match from its *start*, of (seat or None, event) pairs.

        None is chance, or whoever is on turn. *about* are fields such as ``names``. Raises what
        `Game.do` raises.
        """
        options = start.options
        record = cls(start.name, start.players, options, kept_by=start.observer, **about)
        game, notation = start.copy(), record.entry.notation
        done = -1
        for seat, event in events:
            if notation.hands_done(game) != done:
                done = notation.hands_done(game)
                record.hands.append(Hand())
            by_turn = seat is None and parse_chance(event) is None
            actor = game.turn if by_turn else seat
            name = notation.name(game, event, actor)
            game.do(name, actor)
            record.hands[-1].moments.append(Moment(actor, name))
        return record

    @property
    def entry(self) -> GameEntry:
        """Where the parts of the game are."""
        return registry.game(self.game)

    def begin(self) -> Game:
        """The match before anything has happened."""
        return self.entry.match(self.players, self.options, observer=self.kept_by)

    def steps(self) -> Iterator[Step[Any]]:
        """Everything that happened, one event after another."""
        game, number = self.begin(), 0
        for place, hand in enumerate(self.hands):
            for moment in hand.moments:
                number += 1
                before = game.copy()
                game.do(moment.event, moment.seat)
                yield Step(
                    number, place, moment.seat, moment.event, moment.comment, before, game.copy()
                )

    def result(self) -> Game:
        """The match as the record leaves it."""
        game = self.begin()
        for hand in self.hands:
            for moment in hand.moments:
                game.do(moment.event, moment.seat)
        return game

    @property
    def broken_off(self) -> bool:
        """Whether the last hand was not played to its end."""
        return self.entry.notation.hands_done(self.result()) < len(self.hands)

    def seen_by(self, seat: int | None) -> Self:
        """The record that a seat could have kept, None being a spectator: hidden cards are ``??``.

        Raises `NoSuchSeatError`, or `HiddenHandError` for a record kept by somebody else.
        """
        game = self.begin()
        keeper = game.view(seat).observer
        hands = [self.entry.notation.seen(game, hand, seat) for hand in self.hands]
        return replace(self, hands=hands, kept_by=keeper)

    def name(self, player: int) -> str:
        """How a player, numbered from 0, is called."""
        return self.names[player] if self.names else f"Seat {player + 1}"
