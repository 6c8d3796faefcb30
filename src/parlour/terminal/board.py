"""What the person can look at: his hand, the table, the last trick, the score, the help."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from parlour.cards import HEARTS, QUEEN, RANK_LETTERS, make_card, rank_face, rank_of
from parlour.games.pippip import PipPip
from parlour.games.pippip.picture.facts import best_seat
from parlour.games.pippip.play import CALL_POINTS
from parlour.games.pippip.tables import ORDERS, WORTH
from parlour.terminal.hand import Slot
from parlour.terminal.look import GOOD, QUIET
from parlour.terminal.screen import Screen, does, is_you, name, names


def show_facts(screen: Screen, view: PipPip) -> None:
    """Trumps, what is to beat, and the score of the person."""
    look, you = screen.look, view.seating.index(0)
    screen.facts(
        f"trumps {look.suit(view.trump or '')}",
        f"next {look.suit(view.next_trump)}" if view.next_trump else "",
        f"stock {view.stock_left}" if view.drawing else "",
        f"you {view.hand_scores()[you]} points",
        style=QUIET,
    )
    best = best_seat(view)
    if best is not None:
        whose = "Your" if is_you(view, best) else f"{name(view, best)}'s"
        card = look.name(dict(view.trick())[best])
        pot = int(view.record["pot"][0])
        screen.say(f"{whose} {card} is best so far; {pot} points in the trick.", style=QUIET)


def show_hand(screen: Screen, slots: Sequence[Slot], *, lit: bool = False) -> None:
    """The hand on two lines: cards, and under those that can be played their numbers.

    With *lit* all cards are bright and none has a number.
    """
    cards, below = Text(), Text(style=QUIET)
    number, suit = 0, None
    for slot in slots:
        if suit not in (None, slot.card & 3):
            cards.append("  ")
            below.append("  ")
        suit = slot.card & 3
        chip = screen.look.card(slot.card, lit=lit or slot.action is not None)
        mark = ""
        if slot.action is not None and not lit:
            number += 1
            mark = str(number)
        mark += "*" if slot.shown else ""
        cards.append_text(chip)
        cards.append(" ")
        below.append(f"{mark:^{len(chip)}} ")
    screen.say(cards)
    if below.plain.strip():
        screen.say(below)
    if any(slot.shown for slot in slots):
        screen.say("* lies shown before you", style=QUIET)


def show_last_trick(screen: Screen, view: PipPip) -> None:
    """The trick taken last."""
    tricks = view.tricks()
    if not tricks:
        screen.say("No trick has been taken yet.")
        return
    screen.row(view, tricks[-1])
    screen.say(f"{does(view, view.trick_winners()[-1], 'take')} it.")


def show_table(screen: Screen, view: PipPip) -> None:
    """Everybody's cards shown, tricks and points."""
    look = screen.look
    table = _table("", "cards", "shown", "won", "points", "score", left=(0, 2))
    for seat in range(view.players):
        calls = CALL_POINTS * int(view.record["called"][0, seat])
        table.add_row(
            name(view, seat) + (" (dealer)" if seat == view.dealer else ""),
            str(view.hand_size(seat)),
            look.cards(view.shown(seat)),
            str(view.record["won"][0, seat]),
            f"{view.points()[seat]}" + (f" + {calls}" if calls else ""),
            str(view.scores()[seat]),
            style=GOOD if is_you(view, seat) else "",
        )
    screen.show(table)
    show_facts(screen, view)


def show_account(screen: Screen, view: PipPip) -> None:
    """At the end of a hand: where every point comes from, and how the match stands."""
    look, values = screen.look, int(view.record["card_values"][0])
    ranks = [RANK_LETTERS.index(letter) for letter in reversed(ORDERS[values])]
    ranks = [rank for rank in ranks if WORTH[values, make_card(rank, 0)]]
    taken = [Counter[int]() for _ in range(view.players)]
    for trick, winner in zip(view.tricks(), view.trick_winners(), strict=True):
        taken[winner].update(rank_of(card) for _, card in trick)
    called = ["" for _ in range(view.players)]
    for seat, suit, _ in view.calls():
        called[seat] += look.symbol(suit)
    scores, later = view.hand_scores(), view.hand_number > 1
    worth = [f"{rank_face(rank)}\n{WORTH[values, make_card(rank, 0)]}" for rank in ranks]
    totals = ["total"] if later else []
    table = _table("", "won", *worth, "cards", "calls", "hand", *totals, left=(0,))
    for seat in sorted(range(view.players), key=lambda seat: -scores[seat]):
        calls = CALL_POINTS * len(called[seat])
        table.add_row(
            name(view, seat),
            str(view.record["won"][0, seat]),
            *(str(taken[seat][rank] or "") for rank in ranks),
            str(view.points()[seat]),
            f"{called[seat]} {calls}" if calls else "",
            str(scores[seat]),
            *([str(view.totals()[seat])] if later else []),
            style=GOOD if is_you(view, seat) else "",
        )
    screen.heading("The hand is over")
    screen.show(table)
    if view.bid:
        seat, bid = view.bid
        made = "made" if scores[seat] >= bid else "lost"
        screen.say(f"{name(view, seat)} bid {bid} and {made} it.")
    best = [seat for seat in range(view.players) if scores[seat] == max(scores)]
    _best(screen, view, best, f"the hand with {max(scores)} points")
    if view.over:
        _best(screen, view, view.winners(), f"the match with {max(view.totals())} points")


def _best(screen: Screen, view: PipPip, seats: list[int], what: str) -> None:
    verb = "win" if len(seats) == 1 else "share"
    words = does(view, seats[0], verb) if len(seats) == 1 else f"{names(view, seats)} {verb}"
    screen.say(f"{words} {what}.", style=GOOD)


def show_help(screen: Screen, view: PipPip) -> None:
    """What can be typed, and the rules in brief."""
    look, values = screen.look, int(view.record["card_values"][0])
    order = [RANK_LETTERS.index(letter) for letter in reversed(ORDERS[values])]
    points = [
        f"{rank_face(rank)} {WORTH[values, make_card(rank, 0)]}"
        for rank in order
        if WORTH[values, make_card(rank, 0)]
    ]
    queen = look.name(make_card(QUEEN, HEARTS))
    table = _table("type", "to", left=(0, 1))
    for typed, meaning in (
        ("Qh" if queen == "Qh" else f"Qh or {queen}", "play that card; its number does it too"),
        ("Qh unused", "play the copy that has not served in a call"),
        ("call h, or call", f"call Pip-Pip: {CALL_POINTS} points, and new trumps"),
        ("t", "see the table: shown cards, tricks, points"),
        ("l", "see the last trick again"),
        ("q", "leave"),
    ):
        table.add_row(typed, meaning)
    screen.show(table)
    screen.say("High to low: " + " ".join(rank_face(rank) for rank in order))
    screen.say("Points: " + ", ".join(points))
    follow = "Follow suit if you can, else play anything. " if view.options.must_follow else ""
    screen.say(
        f"{follow}The highest trump takes the trick, or the highest card of the suit led; of two "
        "equal cards the later one. King and Queen of a suit that is not trumps can be called."
    )


def _table(*headings: str, left: tuple[int, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number in left else "right")
    return table
