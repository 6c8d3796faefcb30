"""Telling what has just happened: the difference between two views of the person's seat."""

from collections import Counter

from rich.text import Text

from parlour.cards import KING, QUEEN, SUIT_LETTERS, make_card, suit_of
from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import card_played
from parlour.games.pippip.picture.facts import still_to_draw
from parlour.games.pippip.play import CALL_POINTS
from parlour.games.pippip.state import BID, PACK, PLAY
from parlour.games.pippip.view import stock_is_shown
from parlour.terminal.look import GOOD, LOUD, QUIET
from parlour.terminal.screen import Screen, does, is_you, name, names


class News:
    """Tells a screen what has changed from one view to the next."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._drawn: list[tuple[int, int]] = []
        self._headed: tuple[int, int] | None = None

    # What chance does

    def chance(self, event: str, before: PipPip, after: PipPip) -> None:
        """A chance event has happened."""
        screen, kind = self._screen, event.split(" ", 1)[0]
        if kind == "card":
            self._draw_for_deal(before, after)
        elif kind == "dealer":
            screen.say(f"Lots are drawn: {does(after, self._dealer(after), 'deal')} first.")
        elif kind == "cut":
            screen.say(f"The cut: {screen.look.suit(after.trump or '')} are trumps.")
        elif kind == "order":
            screen.say(
                f"{does(after, self._dealer(after), 'deal')} seven cards each; "
                f"{after.stock_left} stay in the stock."
            )

    @staticmethod
    def _dealer(view: PipPip) -> int:
        return view.dealer or 0

    def _draw_for_deal(self, before: PipPip, after: PipPip) -> None:
        screen = self._screen
        waiting = still_to_draw(before)
        card = int(after.record["last_drawn"][0, waiting[0]])
        self._drawn.append((waiting[0], card))
        if len(waiting) > 1:
            return
        screen.say("The draw for deal:")
        screen.row(before, self._drawn)
        self._drawn = []
        again = still_to_draw(after)
        if again:
            screen.say(f"{names(before, again)} tie and draw again.")
        else:
            lowest = after.options.first_dealer == "lowest"
            words = (
                f"{does(after, self._dealer(after), 'draw')} the {'low' if lowest else 'high'}est"
            )
            trumps = f": {screen.look.suit(after.trump)} are trumps" if after.trump else ""
            screen.say(f"{words} card and will deal{trumps}.")

    # What players do

    def action(self, before: PipPip, after: PipPip) -> None:
        """A player has acted, for all to see."""
        for seat, bid in after.bids()[len(before.bids()) :]:
            self._screen.say(does(after, seat, "pass" if bid is None else f"bid {bid}"))
        if before.record["phase"][0] == BID and after.record["phase"][0] == PLAY:
            self._auction_ends(after)
        for seat, suit, _ in after.calls()[len(before.calls()) :]:
            self._call(before, after, seat, suit)
        if after.record["plays"][0] > before.record["plays"][0]:
            self._play(before, after)

    def _auction_ends(self, view: PipPip) -> None:
        if view.bid:
            seat, bid = view.bid
            self._screen.say(
                f"The auction is over: {does(view, seat, 'need')} {bid} points in this hand.",
                style=GOOD,
            )

    def _call(self, before: PipPip, after: PipPip, seat: int, suit: str) -> None:
        screen, look = self._screen, self._screen.look
        number = SUIT_LETTERS.index(suit)
        words = f" {look.star} PIP-PIP! {look.star} "
        screen.blank()
        screen.say(
            Text(f"{words} {does(after, seat, f'call {look.suit(suit)}')} ", LOUD),
            " ",
            look.cards([make_card(KING, number), make_card(QUEEN, number)]),
            f"  {CALL_POINTS} points",
        )
        trick = "the next trick" if after.trick() else "the trick now to be led"
        coming = look.suit(after.next_trump or after.trump or "")
        changed = after.next_trump != before.next_trump
        words = f"become {coming} from {trick} on" if changed else f"stay {coming} for {trick}"
        screen.say(f"Trumps {words}.", style=GOOD)
        screen.blank()

    def head(self, view: PipPip) -> None:
        """Begin a trick, once."""
        trick = int(view.record["trick"][0])
        if view.record["phase"][0] != PLAY or self._headed == (view.hand_number, trick):
            return
        self._headed = (view.hand_number, trick)
        trump = self._screen.look.suit(view.next_trump or view.trump or "")
        self._screen.heading(
            f"Trick {trick + 1} of {PACK // view.players}",
            f"{'new ' if view.next_trump else ''}trumps {trump}",
            f"stock {view.stock_left}" if view.drawing else "no more drawing",
        )

    def _play(self, before: PipPip, after: PipPip) -> None:
        screen, look = self._screen, self._screen.look
        seat = before.turn or 0
        if not before.trick():
            self.head(before)
        card = card_played(int(after.record["played"][0, before.record["plays"][0]]))
        trick = before.trick()
        suit = SUIT_LETTERS[suit_of(card)]
        ruffs = trick and suit == after.trump and suit_of(card) != suit_of(trick[0][1])
        screen.say(
            Text(f"{name(after, seat):<7}", GOOD if is_you(after, seat) else ""),
            look.card(card),
            Text("  trump" if ruffs else "", QUIET),
        )
        if len(after.tricks()) > len(before.tricks()):
            self._trick_ends(before, after)
        drawn = self._own_draw(before, after, card if is_you(after, seat) else None)
        if drawn:
            screen.say("You draw ", look.cards(drawn))
        if before.drawing and not after.drawing:
            self._drawing_ends(after)

    def _trick_ends(self, before: PipPip, after: PipPip) -> None:
        winner = after.trick_winners()[-1]
        points = sum(after.points()) - sum(before.points())
        worth = "no points" if points == 0 else f"{points} point{'s' if points > 1 else ''}"
        self._screen.say(
            f"{does(after, winner, 'take the trick')}: {worth}.",
            style=GOOD if points else QUIET,
        )

    @staticmethod
    def _own_draw(before: PipPip, after: PipPip, played: int | None) -> list[int]:
        you = before.seating.index(0)
        held = Counter(before.hand(you))
        if played is not None:
            held[played] -= 1
        return list((Counter(after.hand(you)) - held).elements())

    def _drawing_ends(self, view: PipPip) -> None:
        screen = self._screen
        rest = view.stock() if stock_is_shown(view.record[0]) else []
        if rest:
            screen.say("The stock cannot go round again. Its rest: ", screen.look.cards(rest))
        elif view.stock_left:
            screen.say("The stock cannot go round again: its rest is put aside.")
        else:
            screen.say("The stock is used up.")
