"""An independent referee for Pip-Pip, written from RULES.md alone: plain and slow on purpose.

Quotations in the docstrings are from RULES.md. Cards are strings such as "Qh"; seats and players
are numbered from 0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SUITS = "cdhs"
RANKS = "23456789TJQKA"
ONE_PACK = [rank + suit for suit in SUITS for rank in RANKS]

# "Rank in each suit, high to low"; here from low to high.
STANDARD_ORDER = "3456789TJQKA2"
STANDARD_VALUES = {"2": 11, "A": 10, "K": 5, "Q": 4, "J": 3}
STANDARD_HIGHEST_BID = 660
# "thousand: A = 11, 10 = 10, K = 4, Q = 3, J = 2 (240), and the rank order becomes
# A 10 K Q J 9 8 7 6 5 4 3 2"; here from low to high.
THOUSAND_ORDER = "23456789JQKTA"
THOUSAND_VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
THOUSAND_HIGHEST_BID = 640

CALL_POINTS = 50
MOST_HANDS = 999  # in a match to a target

WORD_OPTIONS = {
    "first_dealer": ("highest", "lowest", "random"),
    "first_trump": ("draw", "cut"),
    "draw_order": ("at once", "after trick"),
    "rest_of_stock": ("exposed", "aside"),
    "calls": ("any time", "before lead"),
    "trump_set_by": ("first", "last"),
    "card_values": ("standard", "thousand"),
}
SWITCH_OPTIONS = ("seats_by_draw", "must_follow", "trump_marriage", "auction")


class Referee:
    """One match of Pip-Pip, from the draw for deal to the winners."""

    def __init__(self, players: int, options: Mapping[str, str | bool]) -> None:
        """Begin a match; a refused combination of options raises ValueError."""
        if not 3 <= players <= 12:
            raise ValueError(f"3-12 players, not {players}")
        known = {*WORD_OPTIONS, *SWITCH_OPTIONS, "match_length"}
        if set(options) != known:
            raise ValueError(f"missing or unknown options: {sorted(known ^ set(options))}")
        for name, values in WORD_OPTIONS.items():
            if options[name] not in values:
                raise ValueError(f"{name} cannot be {options[name]!r}")
        for name in SWITCH_OPTIONS:
            if not isinstance(options[name], bool):
                raise ValueError(f"{name} must be True or False")
        # "`draw` needs a first dealer by highest or lowest card; with `random` it is refused";
        # seats by draw: "Refused with `random`".
        if options["first_dealer"] == "random" and options["first_trump"] == "draw":
            raise ValueError("first_trump draw is refused with a random first dealer")
        if options["first_dealer"] == "random" and options["seats_by_draw"]:
            raise ValueError("seats_by_draw is refused with a random first dealer")

        self.players = players
        self.options = dict(options)
        self._number_of_hands: int | None = None
        self._target: int | None = None
        self._read_match_length(str(options["match_length"]))

        if options["card_values"] == "thousand":
            self._rank_order = THOUSAND_ORDER
            self._values = THOUSAND_VALUES
            self._highest_bid = THOUSAND_HIGHEST_BID
        else:
            self._rank_order = STANDARD_ORDER
            self._values = STANDARD_VALUES
            self._highest_bid = STANDARD_HIGHEST_BID

        # The match.
        self.seating: list[int] = list(range(players))
        self.dealer: int | None = None
        self.totals: list[int] = [0] * players
        self.hand_number = 0
        self.over = False
        # What happens now: "card", "dealer", "cut", "order", "auction", "play" or "over".
        self._stage = "dealer" if options["first_dealer"] == "random" else "card"

        # The hand.
        self.trump: str | None = None
        self.pending: str | None = None
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.used: list[list[str]] = [[] for _ in range(players)]  # the used cards still held
        self.stock: list[str] = []
        self.drawing_over = False
        self.trick: list[tuple[int, str]] = []
        self.last_trick: list[tuple[int, str]] = []
        self.points: list[int] = [0] * players
        self.calls: list[int] = [0] * players
        self._hand_counted = False  # the hand is over and its scores are in the totals
        self._to_play: int | None = None

        # The auction.
        self.bid: int | None = None
        self.high_bidder: int | None = None
        self._passed: list[int] = []
        self._passes_in_a_row = 0
        self._to_bid: int | None = None

        # The one-at-a-time driver: the seats whose moment to be asked is still to come.
        self._to_ask: list[int] = []

        # The draw for deal, where players are still known by their index.
        self._set_aside: list[str] = []
        self._last_drawn: dict[int, str] = {}
        self._to_draw: list[int] = []
        self._contenders: list[int] = list(range(players))  # for the deciding place
        self._places: list[list[int]] = [list(range(players))]  # highest first, ties in a group
        self._begin_round_of_draws(list(range(players)))

    def _read_match_length(self, text: str) -> None:
        """Read "each deals once / N hands / target score"."""
        hands = re.fullmatch(r"([0-9]+) hands?", text)
        target = re.fullmatch(r"target ([0-9]+)", text)
        if text == "each deals once":
            self._number_of_hands = self.players
        elif hands and int(hands[1]) >= 1:
            self._number_of_hands = int(hands[1])
        elif target and int(target[1]) >= 1:
            self._target = int(target[1])
        else:
            raise ValueError(f"match_length cannot be {text!r}")

    # ------------------------------------------------------------------ seats and cards

    def _left_of(self, seat: int) -> int:
        """Return the next seat: "seat i+1 sits to the left of seat i"."""
        return (seat + 1) % self.players

    def _right_of(self, seat: int) -> int:
        """Return the seat to the right."""
        return (seat - 1) % self.players

    def _clockwise_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, the given one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    def _known_dealer(self) -> int:
        """Return the dealer, who must have been found by now."""
        if self.dealer is None:
            raise ValueError("there is no dealer yet")
        return self.dealer

    def _eldest(self) -> int:
        """Return "the seat to the dealer's left"."""
        return self._left_of(self._known_dealer())

    def _height(self, card: str) -> int:
        """Return the place of the card's rank in the rank order in force."""
        return self._rank_order.index(card[0])

    def _value(self, card: str) -> int:
        """Return the card points ("Card values")."""
        return self._values.get(card[0], 0)

    # ------------------------------------------------------------------ chance

    def awaits(self) -> str | None:
        """Return the chance event needed now, or None if players act or the match is over."""
        if self._stage in ("card", "dealer", "cut", "order"):
            return self._stage
        return None

    def chance(self, event: str) -> None:
        """Take a chance event: "card Qh", "dealer 3", "cut h" or "order Qh 2c ..."."""
        kind, *words = event.split(" ")
        if self.awaits() is None or kind != self.awaits():
            raise ValueError(f"{event!r} does not come now")
        if kind == "order":
            self._deal(words)
            return
        if len(words) != 1:
            raise ValueError(f"cannot read {event!r}")
        word = words[0]
        if kind == "card":
            if word not in ONE_PACK:
                raise ValueError(f"no such card: {word!r}")
            self._draw_for_deal(word)
        elif kind == "dealer":
            if word not in [str(seat) for seat in range(self.players)]:
                raise ValueError(f"no such seat: {word!r}")
            self.dealer = int(word)
            self._stage = "cut"
        else:
            if word not in list(SUITS):
                raise ValueError(f"no such suit: {word!r}")
            self._cut(word)

    def _begin_round_of_draws(self, drawing: list[int]) -> None:
        """Let the given players draw (again): in seat order, cards set aside stay aside.

        Decided: if fewer cards remain than must be drawn, all drawn cards go back first.
        """
        if 104 - len(self._set_aside) < len(drawing):
            self._set_aside = []
        self._to_draw = sorted(drawing)

    def _draw_for_deal(self, card: str) -> None:
        """Draw for deal: "Each player draws one card from the shuffled packs"."""
        if self._set_aside.count(card) >= 2:
            raise ValueError(f"both copies of {card} are out already")
        player = self._to_draw.pop(0)
        self._set_aside.append(card)
        self._last_drawn[player] = card
        if self._to_draw:
            return
        if self.options["seats_by_draw"]:
            self._judge_whole_order()
        else:
            self._judge_deciding_place()

    def _judge_deciding_place(self) -> None:
        """Judge a round: those "who tie for the deciding place" draw again "until one is alone"."""
        heights = [self._height(self._last_drawn[player]) for player in self._contenders]
        deciding = max(heights) if self.options["first_dealer"] == "highest" else min(heights)
        self._contenders = [
            player
            for player in self._contenders
            if self._height(self._last_drawn[player]) == deciding
        ]
        if len(self._contenders) > 1:
            self._begin_round_of_draws(self._contenders)
            return
        self._end_draw_for_deal(self._contenders[0], self._contenders[0])

    def _judge_whole_order(self) -> None:
        """Judge a round with seats by draw: "highest first, ties drawing again".

        Every tied group is resolved, the one highest in the order first.
        """
        # The group that has just drawn is the first tied one (at first: everybody).
        drew = next(place for place, group in enumerate(self._places) if len(group) > 1)
        group = self._places[drew]
        heights = sorted({self._height(self._last_drawn[p]) for p in group}, reverse=True)
        split = [[p for p in group if self._height(self._last_drawn[p]) == h] for h in heights]
        self._places = self._places[:drew] + split + self._places[drew + 1 :]
        for tied in self._places:
            if len(tied) > 1:
                self._begin_round_of_draws(tied)
                return
        self.seating = [alone[0] for alone in self._places]
        dealer = 0 if self.options["first_dealer"] == "highest" else self.players - 1
        self._end_draw_for_deal(dealer, self.seating[dealer])

    def _end_draw_for_deal(self, seat: int, player: int) -> None:
        """Set the dealer; "The trump of `draw` is the suit of the last card he drew"."""
        self.dealer = seat
        self._set_aside = []
        if self.options["first_trump"] == "draw":
            self.trump = self._last_drawn[player][1]
            self._stage = "order"
        else:
            self._stage = "cut"

    def _cut(self, suit: str) -> None:
        """Set the hand's first trump by a cut; after a hand, "The deal passes clockwise" first."""
        if self._hand_counted:
            self.dealer = self._left_of(self._known_dealer())
            self._clear_the_hand()
        self.trump = suit
        self._stage = "order"

    def _clear_the_hand(self) -> None:
        """Forget the hand that was played out."""
        self._hand_counted = False
        self.pending = None
        self.hands = [[] for _ in range(self.players)]
        self.used = [[] for _ in range(self.players)]
        self.stock = []
        self.drawing_over = False
        self.trick = []
        self.last_trick = []
        self.points = [0] * self.players
        self.calls = [0] * self.players
        self._to_play = None
        self.bid = None
        self.high_bidder = None
        self._passed = []
        self._passes_in_a_row = 0
        self._to_bid = None
        self._to_ask = []

    def _deal(self, order: list[str]) -> None:
        """Deal: "Seven cards each, one at a time, clockwise from eldest"."""
        if sorted(order) != sorted(ONE_PACK + ONE_PACK):
            raise ValueError("the order must hold 104 cards, every card twice")
        pack = list(order)
        for _ in range(7):
            for seat in self._clockwise_from(self._eldest()):
                self.hands[seat].append(pack.pop(0))
        for hand in self.hands:
            hand.sort()
        self.stock = pack
        self._test_end_of_drawing()
        if self.options["auction"]:
            # "the player to the dealer's right speaks first"
            self._stage = "auction"
            self._to_bid = self._right_of(self._known_dealer())
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        """Let eldest lead; asked are all "after the deal or auction, in order from eldest"."""
        self._stage = "play"
        self._to_play = self._eldest()
        self._to_ask = self._clockwise_from(self._eldest())

    def _test_end_of_drawing(self) -> None:
        """Test "if the stock holds fewer cards than there are players"."""
        if len(self.stock) < self.players:
            self.drawing_over = True

    # ------------------------------------------------------------------ what may be done

    def turn(self) -> int | None:
        """Return the seat to bid or to play, if any."""
        if self._stage == "auction":
            return self._to_bid
        if self._stage == "play":
            return self._to_play
        return None

    def legal(self, seat: int) -> set[str]:
        """Return every action the seat may do right now, in or out of turn."""
        if seat not in range(self.players):
            raise ValueError(f"no such seat: {seat}")
        if self._stage == "auction":
            return self._legal_bids() if seat == self._to_bid else set()
        if self._stage == "play":
            plays = self._legal_plays(seat) if seat == self._to_play else set()
            return plays | {f"call {suit}" for suit in self._callable(seat)}
        return set()

    def _legal_bids(self) -> set[str]:
        """Return the bids: "Opening bid 110, each next bid exactly 10 more, or pass"."""
        if self.bid is not None:
            bids = {"pass"}
            # "no bid above 660 (thousand: 640)"
            if self.bid + 10 <= self._highest_bid:
                bids.add(f"bid {self.bid + 10}")
            return bids
        if len(self._passed) == 2:
            # "If the first two pass, the third must bid: 110, or the special 100"
            return {"bid 110", "bid 100"}
        return {"bid 110", "pass"}

    def _legal_plays(self, seat: int) -> set[str]:
        """Return the cards: "Follow suit if you can (option); otherwise play anything"."""
        cards = list(self.hands[seat])
        if self.trick and self.options["must_follow"]:
            suit_led = self.trick[0][1][1]
            following = [card for card in cards if card[1] == suit_led]
            if following:
                cards = following
        plays = set()
        for card in cards:
            plays.add(f"play {card}")
            # "the used (shown) one goes unless he chooses otherwise"
            used = self.used[seat].count(card)
            unused = self.hands[seat].count(card) - used
            if used >= 1 and unused >= 1:
                plays.add(f"play {card} unused")
        return plays

    def _callable(self, seat: int) -> list[str]:
        """Return the suits the seat may call now ("Pip-Pip calls")."""
        if self._stage != "play":
            return []
        # before lead: "only between two tricks ..., and before the first lead"
        if self.options["calls"] == "before lead" and self.trick:
            return []
        # the special 100: "he may not call Pip-Pip in this hand"
        if seat == self.high_bidder and self.bid == 100:
            return []
        suits = []
        for suit in SUITS:
            # "a marriage of a suit other than the trump in force"; the option trump marriage
            if suit == self.trump and not self.options["trump_marriage"]:
                continue
            king, queen = "K" + suit, "Q" + suit
            # "both in the same player's hand, neither used in an earlier call"
            kings = self.hands[seat].count(king) - self.used[seat].count(king)
            queens = self.hands[seat].count(queen) - self.used[seat].count(queen)
            if kings >= 1 and queens >= 1:
                suits.append(suit)
        return suits

    # ------------------------------------------------------------------ doing it

    def act(self, seat: int, action: str) -> None:
        """Do one action of a seat; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {action!r} now")
        words = action.split(" ")
        if words[0] == "pass":
            self._pass(seat)
        elif words[0] == "bid":
            self._make_bid(seat, int(words[1]))
        elif words[0] == "call":
            self._call(seat, words[1])
        else:
            self._play(seat, words[1], unused=words[2:] == ["unused"])

    def _make_bid(self, seat: int, bid: int) -> None:
        """Bid in the auction."""
        self.bid = bid
        self.high_bidder = seat
        self._passes_in_a_row = 0
        self._go_on_bidding(seat)

    def _pass(self, seat: int) -> None:
        """Pass in the auction: "who has passed is out"."""
        self._passed.append(seat)
        self._passes_in_a_row += 1
        self._go_on_bidding(seat)

    def _go_on_bidding(self, seat: int) -> None:
        """End: "Two passes in a row after a bid", or "being the only one still in"."""
        still_in = [s for s in range(self.players) if s not in self._passed]
        if self.bid is not None and (self._passes_in_a_row == 2 or len(still_in) == 1):
            self._to_bid = None
            self._begin_play()
            return
        speaker = self._left_of(seat)
        while speaker in self._passed:  # "he is skipped"
            speaker = self._left_of(speaker)
        self._to_bid = speaker

    def _call(self, seat: int, suit: str) -> None:
        """Call Pip-Pip: it scores at once and "counts for the next trick to be led"."""
        self.used[seat].append("K" + suit)
        self.used[seat].append("Q" + suit)
        self.calls[seat] += 1
        # "A trump marriage never counts here"
        if suit == self.trump:
            return
        # "the suit of the first (EN, JA) or the last (RU) call"
        if self.pending is None or self.options["trump_set_by"] == "last":
            self.pending = suit

    def _play(self, seat: int, card: str, *, unused: bool) -> None:
        """Play a card to the trick, draw if it is the time, take the trick if complete."""
        self._to_ask = []
        if not self.trick and self.pending is not None:
            # "the trump in force changes at the moment of that lead"
            self.trump = self.pending
            self.pending = None
        self.hands[seat].remove(card)
        if card in self.used[seat] and not unused:
            self.used[seat].remove(card)
        self.trick.append((seat, card))
        self._to_play = self._left_of(seat)

        if not self.drawing_over and self.options["draw_order"] == "at once":
            self._draw(seat)
            if self.options["calls"] == "any time":
                # asked "right after each draw of his own"
                self._to_ask = [seat]
        if len(self.trick) == self.players:
            self._complete_trick()

    def _draw(self, seat: int) -> None:
        """Draw the top card of the stock."""
        self.hands[seat].append(self.stock.pop(0))
        self.hands[seat].sort()

    def _complete_trick(self) -> None:
        """Give the trick to its winner, draw, test the end of drawing; the winner leads."""
        winner = self._winner_of_trick()
        self.points[winner] += sum(self._value(card) for _, card in self.trick)
        self.last_trick = self.trick
        self.trick = []
        self._to_play = winner

        if not self.drawing_over and self.options["draw_order"] == "after trick":
            # "the winner draws first, then the others clockwise"
            for seat in self._clockwise_from(winner):
                self._draw(seat)
            if self.options["calls"] == "any time":
                self._to_ask = self._clockwise_from(winner)
        self._test_end_of_drawing()
        if self.options["calls"] == "before lead":
            # asked "before every lead, in order from the leader"
            self._to_ask = self._clockwise_from(winner)
        if all(hand == [] for hand in self.hands):
            self._end_hand()

    def _winner_of_trick(self) -> int:
        """Return the winner: highest trump, else highest of the suit led; the later of equals."""
        suit_led = self.trick[0][1][1]
        trumps = [(seat, card) for seat, card in self.trick if card[1] == self.trump]
        followed = [(seat, card) for seat, card in self.trick if card[1] == suit_led]
        candidates = trumps or followed
        winner, best = candidates[0]
        for seat, card in candidates[1:]:
            if self._height(card) >= self._height(best):
                winner, best = seat, card
        return winner

    # ------------------------------------------------------------------ one at a time

    def asked(self) -> int | None:
        """Return whom the one-at-a-time driver asks now: who can call, at his moment."""
        for seat in self._to_ask:
            if self._callable(seat):
                return seat
        return None

    def decline(self) -> None:
        """Let the asked seat decline; "One round only": he is not asked again in it."""
        seat = self.asked()
        if seat is None:
            raise ValueError("nobody is asked")
        self._to_ask = self._to_ask[self._to_ask.index(seat) + 1 :]

    # ------------------------------------------------------------------ scores

    def _made_this_hand(self) -> list[int]:
        """Return "Points of the cards won in tricks, plus 50 a call"."""
        return [self.points[s] + CALL_POINTS * self.calls[s] for s in range(self.players)]

    def scores(self) -> list[int]:
        """Return the totals with what has been made so far in the hand being played."""
        if self._hand_counted:
            return list(self.totals)
        made = self._made_this_hand()
        return [self.totals[seat] + made[seat] for seat in range(self.players)]

    def _end_hand(self) -> None:
        """Count the hand; then the match ends or a cut begins the next hand."""
        counted = self._made_this_hand()
        bidder, bid = self.high_bidder, self.bid
        if bidder is not None and bid is not None and counted[bidder] < bid:
            counted[bidder] = -bid  # "if not, the hand counts minus the bid for him"
        for seat in range(self.players):
            self.totals[seat] += counted[seat]
        self._hand_counted = True
        self.hand_number += 1
        self._to_play = None
        self._to_ask = []

        if self._target is not None:
            # "the match ends after the hand in which somebody reaches it"
            ended = max(self.totals) >= self._target or self.hand_number >= MOST_HANDS
        else:
            ended = self.hand_number == self._number_of_hands
        if ended:
            self.over = True
            self._stage = "over"
        else:
            self._stage = "cut"

    def winners(self) -> list[int]:
        """Return the winners: "Highest total after the match wins; equal totals share"."""
        if not self.over:
            raise ValueError("the match is not over")
        best = max(self.totals)
        return [seat for seat in range(self.players) if self.totals[seat] == best]
