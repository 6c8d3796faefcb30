"""An independent referee for Savannah, written from RULES.md alone and only to be compared with.

Plain, slow and obvious on purpose: cards are strings ("Qh", "Ts", "Ac"), piles are lists. The
game is one generator, ``Referee._game``, that reads like the rules and stops wherever it needs
something from outside: the order of a shuffle, a roll of the dice, the action of a player.
(So a referee cannot be copied; replay its events instead.)
Quotations in double quotes are from RULES.md, Savannah, unless BASELINES.md is named.
"""

from collections.abc import Generator
from typing import Literal, TypeVar

RANKS = "A23456789TJQK"  # "aces are low, jack 11, queen 12, king 13"
SUITS = "cdhs"  # "Suits never matter"; this order only sorts and breaks ties of naming
RESERVE = 13
DISCARDS = 6
FOUNDATIONS = 3
HAND = 4
MOST_PLAYERS = 12

Need = Literal["order", "roll", "act"]
T = TypeVar("T")
Steps = Generator[Need, str, T]
"""What the game asks for; it is sent the text: cards, dice or an action. T is its result."""


def rank(card: str) -> int:
    """Ace 1 ... king 13, of a card ("Qh") or of a rank ("Q")."""
    return RANKS.index(card[0]) + 1


def in_order(cards: list[str]) -> list[str]:
    """The cards by rank, then by suit in the order c d h s."""
    return sorted(cards, key=lambda card: (rank(card), SUITS.index(card[1])))


def packs(players: int) -> list[str]:
    """All cards: "one pack for every two players, rounded up"."""
    one = [r + s for r in RANKS for s in SUITS]
    return in_order(one * ((players + 1) // 2))


class Referee:
    """One game of Savannah. Seats and foundations count from 0, in the text of actions from 1."""

    def __init__(self, players: int, turn_limit: int = 0) -> None:
        if not 2 <= players <= MOST_PLAYERS:  # "Supported: 2-12"
            raise ValueError(f"players: {players}")
        if turn_limit < 0:
            raise ValueError(f"turn limit: {turn_limit}")
        self.players = players
        # "turns of single players, rounded up to a full round"; 0: no limit
        self.turn_limit = (turn_limit + players - 1) // players * players
        self.dice: tuple[int, int] | None = None
        self.foundations: list[list[str]] = [[] for _ in range(FOUNDATIONS)]
        self.stock: list[str] = []
        self.reserves: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[tuple[str, bool]]] = [[] for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.turn_number = 0
        self.plays = 0
        self.robbed = False
        self.over = False
        self.blocked = False
        self.limited = False
        self._winners: list[int] = []
        self._dealt = False
        self._seat: int | None = None  # whose turn it is
        self._roller: int | None = None
        self._steps = self._game()
        self._need: Need | None = next(self._steps)

    # What is needed now, and giving it -----------------------------------------------------

    def awaits(self) -> str | None:
        """The chance event needed now: "order", "roll" or None."""
        return None if self._need == "act" else self._need

    def roller(self) -> int | None:
        """The seat that rolls, when a roll is awaited."""
        return self._roller if self._need == "roll" else None

    def reshuffle(self) -> list[str]:
        """The sorted cards the awaited order is a permutation of; [] if none is awaited."""
        if self._need != "order":
            return []
        return in_order(self._below()) if self._dealt else packs(self.players)

    def chance(self, event: str) -> None:
        """Take "order 3h Kd ..." or "roll 3 5"; ValueError if it is not what is awaited."""
        name, _, text = event.partition(" ")
        if self.awaits() is None or name != self.awaits():
            raise ValueError(f"{name!r} given, {self.awaits()} awaited")
        words = text.split()
        if name == "order":
            if sorted(words) != sorted(self.reshuffle()):
                raise ValueError("not a permutation of the cards to be shuffled")
        elif len(words) != 2 or not all(word in list("123456") for word in words):
            raise ValueError(f"not a roll of two dice: {text!r}")
        self._send(text)

    def turn(self) -> int | None:
        """The seat whose turn it is, from the (awaited) roll that begins it to its end."""
        return None if self.over else self._seat

    def act(self, seat: int, action: str) -> None:
        """Take an action of the seat's; ValueError if it is not legal."""
        if self.by_rank(action) not in self.legal(seat):
            raise ValueError(f"not legal for seat {seat}: {action!r}")
        named = self.named(action)
        if named is not None and named not in self.hands[seat]:
            raise ValueError(f"not in the hand of seat {seat}: {action!r}")
        self._send(action)

    def _send(self, text: str) -> None:
        try:
            self._need = self._steps.send(text)
        except StopIteration:
            self._need = None

    # The text of actions -------------------------------------------------------------------

    @staticmethod
    def named(action: str) -> str | None:
        """The hand card an action names with its suit, such as 5h of "play 5h>2", or None."""
        for verb in ("play ", "discard "):
            if action.startswith(verb):
                card = action.removeprefix(verb).partition(">")[0]
                if len(card) == 2 and card[0] in RANKS and card[1] in SUITS:
                    return card
        return None

    @staticmethod
    def by_rank(action: str) -> str:
        """The same action with the suit of a hand card left out."""
        card = Referee.named(action)
        return action if card is None else action.replace(card, card[0], 1)

    # Which card may go where ---------------------------------------------------------------

    def reasons(self, card: str, foundation: int) -> set[str]:
        """Every one of the four ways that applies: "a card may go on a foundation if"."""
        ways: set[str] = set()
        if not self.foundations[foundation]:  # before the deal
            return ways
        top = self.foundations[foundation][-1]
        if rank(card) == rank(top) + 1:  # "(1) the card played is one rank above the top card"
            ways.add("next rank")
        if rank(top) == 13:  # "(2) the top card is a king"
            ways.add("king")
        # "(3) the top card's rank equals the sum of the dice rolled this turn"
        if self.dice is not None and rank(top) == self.dice[0] + self.dice[1]:
            ways.add("dice")
        if rank(card) == 1:  # "(4) the card played is an ace, whatever is on top"
            ways.add("ace")
        return ways

    def reason(self, card: str, foundation: int) -> str | None:
        """The first way that applies, of: next rank, ace, king, dice."""
        ways = self.reasons(card, foundation)
        for way in ("next rank", "ace", "king", "dice"):
            if way in ways:
                return way
        return None

    def legal(self, seat: int) -> set[str]:
        """All the seat may do now, hand cards by rank; empty when it may do nothing."""
        actions: set[str] = set()
        if self._need != "act" or seat != self._seat:
            return actions
        for foundation in range(FOUNDATIONS):
            onto = f">{foundation + 1}"
            # "from the hand, the top of your discard pile, the top of your reserve"
            for card in self.hands[seat]:
                if self.reasons(card, foundation):
                    actions.add("play " + card[0] + onto)
            if self.piles[seat] and self.reasons(self.piles[seat][-1][0], foundation):
                actions.add("pile" + onto)
            if self.reserves[seat] and self.reasons(self.reserves[seat][-1], foundation):
                actions.add("reserve" + onto)
            # "Doubles: once in the turn you may play the top card of one other player's
            # discard pile, under the same conditions; one card in all"
            if self.dice is not None and self.dice[0] == self.dice[1] and not self.robbed:
                for other in range(self.players):
                    if other == seat or not self.piles[other]:
                        continue
                    if self.reasons(self.piles[other][-1][0], foundation):
                        actions.add(f"seat {other + 1}" + onto)
        # "End of turn: put one card from your hand face up on your discard pile."
        for card in self.hands[seat]:
            actions.add("discard " + card[0])
        # "A hand that is empty at the end of the turn (nothing left to draw): no discard."
        if not self.hands[seat]:
            actions.add("end")
        return actions

    # Counting ------------------------------------------------------------------------------

    def left(self) -> list[int]:
        """Cards in reserve and discard pile together, per seat."""
        return [len(self.reserves[seat]) + len(self.piles[seat]) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that won; [] while the game is not over."""
        return list(self._winners)

    def _below(self) -> list[str]:
        """What is reshuffled: "all foundation cards but the three top ones"."""
        return [card for pile in self.foundations for card in pile[:-1]]

    def _three_aces_on_top(self) -> bool:
        return all(rank(pile[-1]) == 1 for pile in self.foundations)

    def _is_blocked(self) -> bool:
        """Blocked: "all hands empty, nothing can be drawn, and no roll would give anyone a play
        (three aces on top, and neither a two nor an ace on top of any reserve or discard pile)".

        Tested when a turn is over (and after the deal), and no other moment matters. Within a
        turn such a position leaves the player nothing but "end", after which it is tested; and
        between the end of a turn and the first action of the next nothing moves in it, since
        there is nothing to draw: it cannot arise there.
        """
        if any(self.hands) or self.stock or self._below() or not self._three_aces_on_top():
            return False
        tops = [reserve[-1] for reserve in self.reserves if reserve]
        tops += [pile[-1][0] for pile in self.piles if pile]
        return all(rank(card) > 2 for card in tops)

    # The game ------------------------------------------------------------------------------

    def _game(self) -> Steps[None]:
        text = yield "order"
        self._deal(text.split())
        yield from self._three_aces()  # "after the deal too"
        if self._is_blocked():
            self._finish_by_count()
            self.blocked = True
            return
        self._seat = yield from self._first_player()
        while not self.over:
            yield from self._turn(self._seat)
            self._seat = (self._seat + 1) % self.players  # "Turns pass clockwise"

    def _deal(self, cards: list[str]) -> None:
        """Deal "seat by seat from the first, 13 then all seats' 6, then the 3; of 13 and 6 the
        last is the top".
        """
        cards = list(cards)

        def take(number: int) -> list[str]:
            taken = cards[:number]
            del cards[:number]
            return taken

        for seat in range(self.players):
            self.reserves[seat] = take(RESERVE)
        for seat in range(self.players):
            # "alternately face down and face up starting face down (1, 3, 5 down; 2, 4, 6 up;
            # the sixth is the top)"
            self.piles[seat] = [
                (card, number % 2 == 0) for number, card in enumerate(take(DISCARDS), start=1)
            ]
        self.foundations = [[card] for card in take(FOUNDATIONS)]
        self.stock = cards  # "The rest is the stock."
        self._dealt = True

    def _first_player(self) -> Steps[int]:
        """First player: "everyone rolls two dice, highest begins; those who tie roll again among
        themselves".
        """
        rolling = list(range(self.players))
        while len(rolling) > 1:
            sums: dict[int, int] = {}
            for seat in rolling:
                self._roller = seat
                text = yield "roll"
                first, second = text.split()
                sums[seat] = int(first) + int(second)
            highest = max(sums.values())
            rolling = [seat for seat in rolling if sums[seat] == highest]
        return rolling[0]

    def _turn(self, seat: int) -> Steps[None]:
        """Turn: "Roll both dice. Draw until four cards are in hand. Then play as many cards as you
        can and wish, one at a time". "End of turn: put one card from your hand face up on your
        discard pile".
        """
        self._roller = seat
        text = yield "roll"
        first, second = text.split()
        self.dice = (int(first), int(second))
        yield from self._draw(seat)
        while True:
            action = yield "act"
            if action == "end":
                break
            if action.startswith("discard "):
                card = self._from_hand(seat, action.removeprefix("discard "))
                self.piles[seat].append((card, True))
                break  # "A hand emptied by the closing discard is not [refilled]"
            self._play(seat, action)
            # "After a play: first see who has won, then the three-ace deal, then the refill of an
            # empty hand."
            won = [owner for owner, cards in enumerate(self.left()) if cards == 0]
            if won:  # "at that moment, in the middle of the turn"; or "its owner [...] wins"
                self.over = True
                self._winners = won
                return
            yield from self._three_aces()
            # "A hand emptied by a play is refilled to four at once"; "if an emptied hand could
            # not be refilled at all, try again after each later play of the turn"
            if not self.hands[seat]:
                yield from self._draw(seat)
        self.dice = None
        self.plays = 0
        self.robbed = False
        self.turn_number += 1
        if self._is_blocked():
            self._finish_by_count()
            self.blocked = True
        elif self.turn_limit and self.turn_number >= self.turn_limit:
            self._finish_by_count()
            self.limited = True

    def _play(self, seat: int, action: str) -> None:
        """Move one card to a foundation. "Nothing else moves"."""
        source, _, target = action.partition(">")
        if source == "reserve":
            card = self.reserves[seat].pop()
        elif source == "pile":
            card = self._from_pile(seat)
        elif source.startswith("seat "):
            card = self._from_pile(int(source.removeprefix("seat ")) - 1)
            self.robbed = True
        else:
            card = self._from_hand(seat, source.removeprefix("play "))
        self.foundations[int(target) - 1].append(card)
        self.plays += 1

    def _from_hand(self, seat: int, name: str) -> str:
        """Take a card from the hand; named by rank alone, the first in the order c d h s."""
        for card in self.hands[seat]:
            if name in (card, card[0]):
                self.hands[seat].remove(card)
                return card
        raise AssertionError(name)

    def _from_pile(self, owner: int) -> str:
        """Take a discard pile's top. "A face-down card that comes to the top of any reserve or
        discard pile is turned up at once" (and stays so when a discard covers it).
        """
        card, _ = self.piles[owner].pop()
        if self.piles[owner]:
            self.piles[owner][-1] = (self.piles[owner][-1][0], True)
        return card

    def _draw(self, seat: int) -> Steps[None]:
        """Draw "until four cards are in hand"; with none left "the draw stops short"."""
        while len(self.hands[seat]) < HAND:
            card = yield from self._from_stock()
            if card is None:
                return
            self.hands[seat] = in_order([*self.hands[seat], card])

    def _from_stock(self) -> Steps[str | None]:
        """A card, or None if there is none. "Stock empty when a card is needed: shuffle all
        foundation cards but the three top ones into a new stock and go on".
        """
        if not self.stock:
            if not self._below():
                return None
            text = yield "order"
            self.foundations = [[pile[-1]] for pile in self.foundations]
            self.stock = text.split()
        return self.stock.pop(0)

    def _three_aces(self) -> Steps[None]:
        """Three aces: "whenever all three top cards are aces, deal one card from the stock onto
        each, first to last, and again if they are aces again"; "not while stock and foundation
        cards below the tops together hold nothing but aces, or nothing".

        Judged before each deal of three, which is then finished: every card dealt frees the ace
        it covers, so there is always a next one. Only a play (and the deal) can call for it:
        drawing and discarding neither change a top nor add to the cards that count.
        """
        while self._three_aces_on_top():
            if all(rank(card) == 1 for card in self.stock + self._below()):
                return
            for pile_number in range(FOUNDATIONS):
                card = yield from self._from_stock()
                if card is None:
                    raise AssertionError("no card for the three-ace deal")
                self.foundations[pile_number].append(card)

    def _finish_by_count(self) -> None:
        """End "at the limit or when blocked": "the fewest cards in reserve and discard pile
        together wins, ties shared".
        """
        self.over = True
        fewest = min(self.left())
        self._winners = [seat for seat, cards in enumerate(self.left()) if cards == fewest]


# The frozen baseline of BASELINES.md -------------------------------------------------------


def _kind(referee: Referee, card: str, foundation: int) -> int | None:
    """BASELINES.md: the kind of a spot; None where the card does not fit."""
    if not referee.reasons(card, foundation):
        return None
    assert referee.dice is not None
    top = rank(referee.foundations[foundation][-1])
    if top != 13 and rank(card) == top + 1:  # "0 if t is no king and the card is t + 1"
        return 0
    if rank(card) == 1:  # "else, for an ace, 1 if t is no king, 4 if it is"
        return 1 if top != 13 else 4
    if top == referee.dice[0] + referee.dice[1]:  # "else 2 if t equals the dice sum"
        return 2
    return 3  # "else 3 (a king)"


def _best_spot(referee: Referee, card: str) -> int | None:
    """BASELINES.md: "where (kind, foundation number) is lowest"; None if the card does not fit."""
    spots: list[tuple[int, int]] = []
    for foundation in range(FOUNDATIONS):
        kind = _kind(referee, card, foundation)
        if kind is not None:
            spots.append((kind, foundation))
    return min(spots)[1] if spots else None


def _spots(referee: Referee, card: str, kinds: set[int]) -> list[int]:
    """The foundations, lowest first, where the card has a spot of one of the kinds."""
    return [f for f in range(FOUNDATIONS) if _kind(referee, card, f) in kinds]


def baseline(referee: Referee) -> str:
    """What the frozen baseline does for the seat whose turn it is (BASELINES.md, Savannah)."""
    seat = referee.turn()
    if seat is None or referee.awaits() is not None:
        raise ValueError("nobody is to act")
    hand = referee.hands[seat]
    reserve_top = referee.reserves[seat][-1] if referee.reserves[seat] else None
    pile_top = referee.piles[seat][-1][0] if referee.piles[seat] else None
    tops = [rank(card) for card in (reserve_top, pile_top) if card is not None]
    below_a_top = [card for card in hand if rank(card) + 1 in tops]

    # "While fewer than 60 cards were played this turn, the first that applies:"
    if referee.plays < 60:
        # "1. the reserve's top card fits: play it where (kind, foundation number) is lowest"
        if reserve_top is not None:
            foundation = _best_spot(referee, reserve_top)
            if foundation is not None:
                return f"reserve>{foundation + 1}"
        # "2. the own discard pile's top fits: likewise"
        if pile_top is not None:
            foundation = _best_spot(referee, pile_top)
            if foundation is not None:
                return f"pile>{foundation + 1}"
        # "3. hand cards with a spot of kind 0: if some are exactly one below the top of the own
        # reserve or discard pile, the lowest of those, else the lowest; lowest foundation"
        fitting = [card for card in hand if _spots(referee, card, {0})]
        if fitting:
            card = min([c for c in fitting if c in below_a_top] or fitting, key=rank)
            return f"play {card[0]}>{_spots(referee, card, {0})[0] + 1}"
        # "4. hand cards with a spot of kind 2, 3 or 4 that are exactly one below such a top: the
        # lowest; lowest foundation"
        fitting = [card for card in below_a_top if _spots(referee, card, {2, 3, 4})]
        if fitting:
            card = min(fitting, key=rank)
            return f"play {card[0]}>{_spots(referee, card, {2, 3, 4})[0] + 1}"

    # "Otherwise it ends the turn, discarding the card one below the top of its discard pile if it
    # has it"
    if not hand:
        return "end"
    for card in hand:
        if pile_top is not None and rank(card) + 1 == rank(pile_top):
            return f"discard {card[0]}"

    # "else the card nearest above a foundation: the least (card - top) mod 13 over the three;
    # ties: the lowest"
    def distance(card: str) -> int:
        return min((rank(card) - rank(pile[-1])) % 13 for pile in referee.foundations)

    card = min(hand, key=lambda c: (distance(c), rank(c)))
    return f"discard {card[0]}"
