"""Reading a record strictly: what it says is played through, and must be possible and right.

>>> loads('game = "pip-pip"')
Traceback (most recent call last):
parlour.errors.RecordError: record: a record begins with 'parlour = 1': this one does not
"""

import os
from typing import Any

from parlour.errors import OptionError, RecordError
from parlour.games import registry
from parlour.games.game import SPECTATOR, Game
from parlour.games.notation import Hand, LineError, split_lines
from parlour.records.form import SPECTATOR_NAME, Form, parse
from parlour.records.positions import Path, Positions
from parlour.records.record import Record
from parlour.records.source import read_text


def read(path: str | os.PathLike[str]) -> Record:
    """The record in a file, or, for ``-``, on standard input.

    Raises `RecordError`, which tells the file, the line and the reason.
    """
    text, name = read_text(path)
    return loads(text, name)


def loads(text: str, name: str = "record") -> Record:
    """The record that a text holds; *name* is for messages. Raises `RecordError`."""
    form, positions = parse(text, name)
    return _Reader(form, positions, name).record()


class _Reader:
    def __init__(self, form: Form, positions: Positions, name: str) -> None:
        self._form = form
        self._positions = positions
        self._name = name

    def _error(self, reason: str, *path: str | int) -> RecordError:
        return RecordError(reason, self._name, self._positions.line(path))

    def record(self) -> Record:
        form = self._form
        record = self._header()
        game = record.begin()
        for number in range(len(form.hand)):
            record.hands.append(self._hand(number, game, record))
        if form.winners is not None:
            self._check_winners(form.winners, game)
        return record

    def _header(self) -> Record:
        form = self._form
        try:
            entry = registry.game(form.game)
        except OptionError as error:
            raise self._error(str(error), "game") from None
        names = tuple(form.players) if isinstance(form.players, list) else ()
        players = len(names) if isinstance(form.players, list) else form.players
        for place, player in enumerate(names):
            if not player.strip() or "\n" in player:
                raise self._error(f"player {place + 1} has no name", "players")
        given: dict[str, Any] = dict(form.options)
        preset = given.pop("preset", entry.presets[0])
        try:
            options = entry.options.read(given, preset)
        except OptionError as error:
            raise self._error(str(error), "options", error.option) from None
        try:
            options.check_players(players)
        except OptionError as error:
            raise self._error(str(error), "players") from None
        return Record(
            entry.name,
            players,
            options,
            names=names,
            kept_by=self._keeper(players),
            title=form.title,
            date=form.date,
            place=form.place,
            comment=form.comment,
            extra=form.extra,
        )

    def _keeper(self, players: int) -> int | None:
        keeper = self._form.kept_by
        if keeper is None:
            return None
        if keeper == SPECTATOR_NAME:
            return SPECTATOR
        if isinstance(keeper, int) and 1 <= keeper <= players:
            return keeper - 1
        raise self._error(
            f"kept_by cannot be {str(keeper)[:40]!r}: it is a seat from 1 to {players}, or "
            f"{SPECTATOR_NAME!r}",
            "kept_by",
        )

    def _hand(self, number: int, game: Game, record: Record) -> Hand:
        form, path = self._form.hand[number], ("hand", number)
        notation = record.entry.notation
        scores, done = game.scores(), notation.hands_done(game)
        lines = split_lines(form.play, self._positions.text_lines((*path, "play")))
        try:
            hand = notation.read(game, lines)
        except LineError as error:
            raise RecordError(error.reason, self._name, error.line) from None
        self._check_end(number, game, complete=notation.hands_done(game) > done)
        made = [now - then for now, then in zip(game.scores(), scores, strict=True)]
        if form.scores is not None and form.scores != made:
            raise self._error(_wrong_scores(form.scores, made), *path, "scores")
        hand.comment = form.comment
        return hand

    def _check_end(self, number: int, game: Game, *, complete: bool) -> None:
        hand = self._form.hand[number]
        path: Path = ("hand", number)
        if hand.broken_off and complete:
            raise self._error("this hand is played out, not broken off", *path, "broken_off")
        if hand.broken_off and number + 1 < len(self._form.hand):
            raise self._error("only the last hand can be broken off", *path, "broken_off")
        if not hand.broken_off and not complete:
            if game.turn is not None:
                wanted = f"seat {game.turn + 1} is on turn"
            else:
                wanted = f"the next event is '{game.awaits} …'"
            raise self._error(
                f"this hand is not played out: {wanted} (if it was broken off, say "
                "broken_off = true)",
                *path,
            )

    def _check_winners(self, given: list[int], game: Game) -> None:
        if not game.over:
            raise self._error("the match is not over: it has no winners yet", "winners")
        winners = [seat + 1 for seat in game.winners()]
        if sorted(given) != winners:
            raise self._error(f"winners are {_listed(winners)}, not {_listed(given)}", "winners")


def _wrong_scores(given: list[int], made: list[int]) -> str:
    if len(given) != len(made):
        return f"scores has {len(given)} numbers for {len(made)} players"
    seat = next(seat for seat in range(len(made)) if given[seat] != made[seat])
    return (
        f"seat {seat + 1} makes {made[seat]} in this hand, not {given[seat]}: scores are "
        f"{_listed(made)}"
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(str(number) for number in numbers[:20])
