"""A picture of Pip-Pip in SVG: the table from above, 800 by 600."""

from typing import TYPE_CHECKING, NamedTuple

from parlour.cards import SUIT_LETTERS, UNKNOWN
from parlour.games.pictures import cards, colours
from parlour.games.pictures.svg import add, finish, group, write
from parlour.games.pictures.table import Place, draw_plate, draw_table, places, write_lines
from parlour.games.pictures.words import capital, knowledge, seats_text
from parlour.games.pippip.picture import facts
from parlour.games.pippip.play import CALL_POINTS
from parlour.games.pippip.state import BID

if TYPE_CHECKING:
    from parlour.games.pippip.game import PipPip

WIDTH, HEIGHT = 800, 600
_MIDDLE = (400, 300)
_CROWD = 9
"""From so many players on, everything is smaller and stands further out."""


class _Sizes(NamedTuple):
    """Radii of the ovals of seats and of the trick, and widths of cards."""

    seats: tuple[float, float]
    trick: tuple[float, float]
    own_card: float
    card: float
    trick_card: float


_ROOMY = _Sizes((298, 226), (166, 110), 48, 38, 42)
_CROWDED = _Sizes((318, 226), (190, 118), 37, 32, 34)


def picture_svg(game: "PipPip", *, four_colours: bool = False) -> str:
    """A state or view as a self-contained SVG, 800 by 600.

    The observer, or seat 1, sits at the bottom; the others follow clockwise. *four_colours* gives
    each suit its own.
    """
    return finish(_Picture(game, four_colours).root)


class _Picture:
    """One picture while it is being drawn."""

    def __init__(self, game: "PipPip", four_colours: bool) -> None:
        self.game = game
        self.sizes = _ROOMY if game.players < _CROWD else _CROWDED
        self.suit_colours = colours.FOUR_COLOURS if four_colours else colours.TWO_COLOURS
        observer = game.observer
        self.nearest = observer if observer is not None and observer < game.players else 0
        self.root = draw_table(
            WIDTH, HEIGHT, ", ".join([facts.title(game), *facts.progress(game), facts.status(game)])
        )
        self._corners()
        self._middle()
        self._trick()
        for seat, place in enumerate(self._places(self.sizes.seats)):
            self._seat(seat, place)

    def _places(self, radii: tuple[float, float]) -> list[Place]:
        return places(self.game.players, self.nearest, _MIDDLE, radii)

    # The corners: what goes on, in words

    def _corners(self) -> None:
        game = self.game
        head = [facts.title(game), *facts.progress(game)]
        if game.bid:
            seat, bid = game.bid
            head.append(f"bid {bid} by {seats_text([seat])}")
        write_lines(self.root, head, (16, 24), "start")
        state = [capital(facts.status(game)), knowledge(game)]
        if facts.last_trick(game):
            state.append(f"last trick to {seats_text(game.trick_winners()[-1:])}")
        write_lines(self.root, state, (WIDTH - 16, 24), "end")
        calls = [
            (f"{seats_text([seat])}, {facts.call_time(game, plays)}", suit)
            for seat, suit, plays in game.calls()
        ]
        if calls:
            top = HEIGHT - 18 - 15 * len(calls)
            write(self.root, (16, top), "Calls", 12, colours.INK, anchor="start", bold=True)
            for number, (words, suit) in enumerate(calls, 1):
                y = top + 15 * number
                self._suit_chip(suit, (22, y), 6.5)
                write(self.root, (33, y), words, 11, colours.QUIET, anchor="start")
        bids = [
            f"{seats_text([seat])} {'pass' if bid is None else bid}"
            for seat, bid in game.bids()[-8:]
        ]
        if bids:
            top = HEIGHT - 18 - 15 * len(bids)
            write_lines(self.root, ["Bids", *bids], (WIDTH - 16, top), "end")

    def _suit_chip(self, suit: str, at: tuple[float, float], radius: float) -> None:
        """A suit on a white disc."""
        number = SUIT_LETTERS.index(suit)
        add(self.root, "circle", cx=at[0], cy=at[1], r=radius, fill=colours.PAPER)
        cards.draw_suit(self.root, number, at, 0.62 * radius, self.suit_colours[number])

    # The middle: trumps and the stock

    def _middle(self) -> None:
        x, y = _MIDDLE
        add(
            self.root,
            "ellipse",
            cx=x,
            cy=y,
            rx=236,
            ry=166,
            fill="none",
            stroke=colours.FELT_PANEL,
            stroke_width=3,
        )
        self._trumps(x, y - 30)
        self._stock(x, y + 14)

    def _trumps(self, x: float, y: float) -> None:
        trump, coming = self.game.trump, self.game.next_trump
        if trump is None:
            return
        left = x - 44 if coming else x
        self._trump(trump, "trump", left, y, colours.QUIET)
        if coming:
            self._trump(coming, "next trump", x + 44, y, colours.GOLD)
            add(
                self.root,
                "path",
                d="M-9-4H2V-10L12 0L2 10V4H-9Z",
                transform=f"translate({x} {y})",
                fill=colours.GOLD,
            )

    def _trump(self, suit: str, label: str, x: float, y: float, rim: str) -> None:
        add(self.root, "circle", cx=x, cy=y, r=25, fill=colours.PAPER, stroke=rim, stroke_width=4)
        number = SUIT_LETTERS.index(suit)
        cards.draw_suit(self.root, number, (x, y), 15, self.suit_colours[number])
        write(self.root, (x, y - 37), label, 11, colours.INK, bold=True)

    def _stock(self, x: float, y: float) -> None:
        game = self.game
        rest, label = facts.open_stock(game), "rest of the stock"
        if facts.drawing_for_deal(game):
            rest, label = facts.set_aside(game), "set aside"
        if rest:
            step = 17 if len(rest) > 5 else 31
            cards.draw_row(self.root, rest, (x, y), 30, step=step, suit_colours=self.suit_colours)
            write(self.root, (x, y + 53), label, 11, colours.INK)
            return
        left = game.stock_left
        cards.draw_pile(self.root, left, (x - 22, y), 30)
        write(self.root, (x + 4, y + 17), str(left), 20, colours.INK, anchor="start", bold=True)
        if facts.drawing_for_deal(game):
            label = "in the pack"
        elif game.drawing or not left:
            label = "in the stock"
        else:
            label = "put aside"
        write(self.root, (x + 4, y + 34), label, 11, colours.QUIET, anchor="start")

    # In front of the seats: the trick, or the cards drawn for the deal

    def _trick(self) -> None:
        game = self.game
        trick, best = game.trick(), facts.best_seat(game)
        done = facts.last_trick(game)
        if facts.drawing_for_deal(game):
            drawn = enumerate(facts.drawn_cards(game))
            trick, done = [(seat, card) for seat, card in drawn if card != UNKNOWN], []
        elif done:
            trick, best = done, game.trick_winners()[-1]
        width = self.sizes.trick_card
        layer = add(self.root, "g", opacity=0.45) if done else self.root
        spots = self._places(self.sizes.trick)
        for number, (seat, card) in enumerate(trick):
            spot = spots[seat]
            corner = (spot.x - width / 2, spot.y - 0.7 * width)
            cards.draw_face(
                layer,
                card,
                corner,
                width,
                suit_colours=self.suit_colours,
                rim=colours.GOLD if seat == best else None,
            )
            if number == 0 and not facts.drawing_for_deal(game):
                tag = group(layer, (spot.x, spot.y + 0.7 * width))
                add(tag, "rect", x=-13, y=-6, width=26, height=13, rx=6, fill=colours.FELT_EDGE)
                write(tag, (0, 0.5), "led", 10, colours.INK, bold=True)

    # The seats

    def _seat(self, seat: int, place: Place) -> None:
        game = self.game
        width = self.sizes.own_card if seat == self.nearest else self.sizes.card
        step = cards.STEP * width
        covered, shown = facts.covered(game, seat), game.shown(seat)
        wide = cards.row_width(len(covered), width, step)
        gap = 8 if covered and shown else 0
        whole = wide + gap + cards.row_width(len(shown), width, step)
        left = place.x - whole / 2
        top = place.y - 0.7 * width
        front = 7 if place.above else -7
        cards.draw_row(
            self.root,
            covered,
            (left + wide / 2, top),
            width,
            step=step,
            suit_colours=self.suit_colours,
        )
        cards.draw_row(
            self.root,
            shown,
            (left + whole - (whole - wide - gap) / 2, top + front),
            width,
            step=step,
            suit_colours=self.suit_colours,
            rim=colours.GOLD,
        )
        outside = -0.7 * width - 34 if place.above else 0.7 * width + 4
        self._label(seat, place.x, place.y + outside)

    def _label(self, seat: int, x: float, y: float) -> None:
        """Who sits there, and his points, in a plate of 124 by 30 whose top is at *y*."""
        game = self.game
        acts = seat == game.turn or seat in facts.still_to_draw(game)[:1]
        won = seat in game.winners()
        draw_plate(
            self.root,
            (x, y),
            capital(seats_text([seat])),
            str(game.scores()[seat]),
            self._account(seat),
            marked=acts or won,
            letter="D" if seat == game.dealer else "",
        )

    def _account(self, seat: int) -> str:
        """Where a seat's points of this hand come from, or what it bids."""
        game = self.game
        if facts.in_phase(game, BID):
            said = dict(game.bids()).get(seat, 0)
            return "passes" if said is None else f"bids {said}" if said else ""
        if facts.drawing_for_deal(game):
            return "draws for deal" if seat in facts.still_to_draw(game) else ""
        points, calls = game.points()[seat], int(game.record["called"][0, seat])
        parts = [f"{points} in tricks"]
        if calls:
            parts.append(f"{CALL_POINTS * calls} called")
        if facts.hand_is_over(game) and game.hand_scores()[seat] < 0:
            parts = [f"bid lost: {game.hand_scores()[seat]}"]
        return ", ".join(parts)
