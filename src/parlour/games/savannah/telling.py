"""Telling a record of Savannah: the deal, the rolls for the first turn, turn by turn."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from parlour.cards import UNKNOWN, card_face, card_faces, parse_card
from parlour.games.notation import Step
from parlour.games.savannah.game import Savannah
from parlour.games.savannah.trace import drawn
from parlour.games.telling import Page, Row, Teller
from parlour.games.words import say

_DEAL, _FIRST, _TURN = range(3)


def pages(steps: Iterable[Step[Savannah]], teller: Teller) -> Iterator[Page]:
    """The pages of a record."""
    telling = _Telling(teller)
    for (part, turn), group in groupby(steps, _page_of):
        told = list(group)
        if part == _DEAL:
            yield telling.deal(told)
        elif part == _FIRST:
            yield telling.first(told)
        else:
            yield telling.turn(turn, told)


def _page_of(step: Step[Savannah]) -> tuple[int, int]:
    """The page, and for a turn how many there were before, that a step belongs to."""
    if step.before.first is not None:
        return _TURN, step.before.turns
    return (_FIRST if step.event.startswith("roll") else _DEAL), 0


class _Telling:
    """The words of the pages."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    def _say(self, message: str, **parameters: Any) -> str:
        return say(Savannah.package, f"tell-{message}", parameters)

    def _cards(self, cards: list[int]) -> str:
        return card_faces(cards, symbols=self._teller.symbols)

    def _card(self, card: int) -> str:
        return card_face(card, symbols=self._teller.symbols)

    def deal(self, steps: list[Step[Savannah]]) -> Page:
        page, game = Page(self._say("deal")), steps[-1].after
        if game.foundations():
            page.rows.append(self._say("foundations", cards=self._cards(game.foundations())))
        for seat in range(game.players if game.reserve(0) else 0):
            reserve, pile = game.reserve(seat), game.pile(seat)
            down = game.face_down(seat)
            shown = [UNKNOWN if place in down else card for place, card in enumerate(pile)]
            page.rows.append(
                self._say(
                    "seat",
                    player=self._teller.player(seat),
                    reserve=self._card(reserve[-1]),
                    pile=self._cards(shown),
                )
            )
        for step in steps:
            page.note(step.comment)
        return page

    def first(self, steps: list[Step[Savannah]]) -> Page:
        page = Page(self._say("first"))
        for step in steps:
            _, one, other = step.event.split()
            name = self._teller.player(step.before.roller or 0)
            page.rows.append((name, self._say("rolls", one=one, other=other)))
            page.note(step.comment)
        return page

    def turn(self, turn: int, steps: list[Step[Savannah]]) -> Page:
        before, after = steps[0].before, steps[-1].after
        name = self._teller.player(before.turn or 0)
        page = Page(self._say("turn", turn=turn + 1, player=name))
        for step in steps:
            kind, _, rest = step.event.partition(" ")
            if kind == "roll":
                one, other = rest.split()
                page.title = self._say(
                    "turn-rolls", turn=turn + 1, player=name, one=one, other=other
                )
            elif kind == "order":
                page.rows.append(self._say("shuffles", count=len(rest.split())))
            elif kind == "card":
                card = self._card(parse_card(rest, unknown=True))
                page.rows.append(self._say("comes-to-light", card=card))
            else:
                page.rows.append(self._action(step))
            cards = [card for _, card in drawn(step)]
            if cards:
                page.rows.append(self._say("draws", cards=self._cards(cards)))
            page.note(step.comment)
        page.rows.append(self._say("foundations", cards=self._cards(after.foundations())))
        left = (f"{self._teller.player(seat)} {after.left(seat)}" for seat in range(after.players))
        page.rows.append(self._say("left", left=", ".join(left)))
        if after.over:
            winners = [self._teller.player(seat) for seat in after.winners()]
            page.rows.append(self._say("over", players=", ".join(winners), count=len(winners)))
        return page

    def _action(self, step: Step[Savannah]) -> Row:
        game, event = step.before, step.event
        if event == "end":
            return self._say("ends")
        card = self._card(game.played_card(event, step.seat))
        if event.startswith("discard"):
            return self._say("discards", card=card)
        source, _, foundation = event.partition(">")
        top = self._card(int(game.record["top"][0, int(foundation) - 1]))
        ways = (self._say(way.replace("_", "-")) for way in game.ways(event, step.seat))
        return (
            card,
            self._source(source),
            self._say("onto", top=top, foundation=foundation),
            ", ".join(ways),
        )

    def _source(self, source: str) -> str:
        kind, _, rest = source.partition(" ")
        if kind == "seat":
            return self._say("from-other", player=self._teller.player(int(rest) - 1))
        return self._say({"play": "from-hand"}.get(kind, f"from-{kind}"))
