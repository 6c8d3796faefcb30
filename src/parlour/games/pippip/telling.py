"""Telling a record of Pip-Pip: the deal, the auction, trick by trick, the score."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from parlour.cards import UNKNOWN, card_face, card_faces, parse_card
from parlour.games.notation import Step
from parlour.games.pippip.draw import drawer
from parlour.games.pippip.draws import drawn
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.play import CALL_POINTS
from parlour.games.pippip.state import PACK
from parlour.games.telling import Page, Teller
from parlour.games.words import say

_DEAL, _AUCTION = 0, 1
_FIRST_TRICK = 2


def pages(steps: Iterable[Step[PipPip]], teller: Teller) -> Iterator[Page]:
    """The pages of a record."""
    telling = _Telling(teller)
    for (hand, part), group in groupby(steps, _page_of):
        told = list(group)
        if part == _DEAL:
            yield telling.deal(hand, told)
        elif part == _AUCTION:
            yield telling.auction(hand, told)
        else:
            yield telling.trick(hand, part - _FIRST_TRICK, told)
        before, after = told[0].before, told[-1].after
        if after.hand_number > before.hand_number:
            yield telling.score(hand, after)


def _page_of(step: Step[PipPip]) -> tuple[int, int]:
    """The hand, from 0, and the page in it, that a step belongs to."""
    if step.seat is None:
        return step.hand, _DEAL
    if step.event.startswith(("bid", "pass")):
        return step.hand, _AUCTION
    return step.hand, _FIRST_TRICK + len(step.before.trick_winners())


class _Telling:
    """The words of the pages."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    def _say(self, message: str, **parameters: Any) -> str:
        return say(PipPip.package, f"tell-{message}", parameters)

    def _name(self, game: PipPip, seat: int) -> str:
        return self._teller.player(game.seating[seat])

    def _card(self, card: int) -> str:
        return card_face(card, symbols=self._teller.symbols)

    def deal(self, hand: int, steps: list[Step[PipPip]]) -> Page:
        page = Page(self._say("deal", hand=hand + 1))
        for step in steps:
            kind, _, rest = step.event.partition(" ")
            if kind == "card":
                player = self._teller.player(drawer(step.before.record[0]))
                page.rows.append((player, self._say("draws", card=self._card(parse_card(rest)))))
            elif kind == "cut":
                page.rows.append(self._say("cut", suit=rest))
            elif kind == "order":
                self._hands(page, step.after)
            page.note(step.comment)
        return page

    def _hands(self, page: Page, game: PipPip) -> None:
        """Who sits where, who deals, and the hands dealt."""
        if game.dealer is not None:
            page.rows.append(self._say("dealer", player=self._name(game, game.dealer)))
        for seat in range(game.players):
            cards = [*game.hand(seat), *[UNKNOWN] * (game.hand_size(seat) - len(game.hand(seat)))]
            cards.sort(key=lambda card: (card & 3, card >> 2))
            row = f"{seat + 1}", self._name(game, seat)
            page.rows.append((*row, card_faces(cards, symbols=self._teller.symbols)))

    def auction(self, hand: int, steps: list[Step[PipPip]]) -> Page:
        page = Page(self._say("auction", hand=hand + 1))
        for step in steps:
            kind, _, bid = step.event.partition(" ")
            word = self._say("bid", bid=int(bid)) if kind == "bid" else self._say("pass")
            page.rows.append((self._name(step.after, step.seat or 0), word))
            page.note(step.comment)
        return page

    def trick(self, hand: int, trick: int, steps: list[Step[PipPip]]) -> Page:
        first, last = steps[0].before, steps[-1].after
        trump = first.next_trump or first.trump
        page = Page(
            self._say(
                "trick",
                hand=hand + 1,
                trick=trick + 1,
                tricks=PACK // last.players,
                suit=trump,
            )
        )
        winners = last.trick_winners()[trick:]
        points = sum(last.points()) - sum(first.points())
        draws = {
            seat: card
            for step in steps
            for seat, card in drawn(step.before, step.after)
            if card != UNKNOWN
        }
        for step in steps:
            seat = step.seat or 0
            name = self._name(last, seat)
            kind, _, what = step.event.partition(" ")
            if kind == "call":
                page.rows.append(self._say("calls", player=name, suit=what, points=CALL_POINTS))
            else:
                card, *_ = what.split()
                if step.after.trump != trump:  # a call before the lead
                    trump = step.after.trump
                    page.rows.append(self._say("new-trumps", suit=trump))
                page.rows.append(
                    (
                        name,
                        self._card(parse_card(card)),
                        self._say("wins", points=points) if seat in winners else "",
                        self._say("draws", card=self._card(draws[seat])) if seat in draws else "",
                    )
                )
            page.note(step.comment)
        if first.drawing and not last.drawing and UNKNOWN not in last.stock() and last.stock():
            left = card_faces(last.stock(), symbols=self._teller.symbols)
            page.rows.append(self._say("rest", cards=left))
        return page

    def score(self, hand: int, after: PipPip) -> Page:
        page = Page(self._say("score", hand=hand + 1))
        totals = after.totals()
        page.rows.append(
            ("", self._say("cards"), self._say("called"), self._say("hand"), self._say("match"))
        )
        for seat in range(after.players):
            calls = sum(caller == seat for caller, _, _ in after.calls())
            row = (
                after.points()[seat],
                CALL_POINTS * calls,
                after.hand_scores()[seat],
                totals[seat],
            )
            page.rows.append((self._name(after, seat), *(f"{number}" for number in row)))
        if after.over:
            winners = [self._name(after, seat) for seat in after.winners()]
            page.rows.append(self._say("over", players=", ".join(winners), count=len(winners)))
        return page
