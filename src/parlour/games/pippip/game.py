"""Pip-Pip for Python."""

from typing import ClassVar

from parlour.cards import RANK_LETTERS, SUIT_LETTERS, rank_of
from parlour.errors import AmbiguousEventError
from parlour.games.game import Game
from parlour.games.pippip import asking, view
from parlour.games.pippip.actions import (
    CALL,
    FIRST_COURT,
    NAMES,
    UNUSED,
    card_played,
    parse_action,
)
from parlour.games.pippip.auction import speakers
from parlour.games.pippip.options import Options
from parlour.games.pippip.picture import picture_svg, picture_text
from parlour.games.pippip.play import hand_score
from parlour.games.pippip.reasons import REFUSALS
from parlour.games.pippip.state import DTYPE, NONE, PACK
from parlour.games.pippip.validate import validate

__all__ = ["PipPip", "asking", "view"]


class PipPip(Game):
    """A match of Pip-Pip.

    >>> match = PipPip(4, seed=1)
    >>> match.turn, match.trump, len(match.hand(match.turn))
    (3, 'h', 7)
    >>> match.do(match.legal()[0])
    >>> match.do("play 2c")
    Traceback (most recent call last):
    parlour.errors.IllegalEventError: 2c is not in your hand.
    >>> PipPip.from_bytes(match.to_bytes()) == match
    True
    """

    name = "pip-pip"
    title = "Pip-Pip"
    package = "parlour.games.pippip"
    options_type = Options
    dtype = DTYPE
    magic = b"PPip"
    format_version = 1
    rules_version = 1
    action_names = NAMES
    plain_actions = len(NAMES)
    refusals = REFUSALS
    chance_size = PACK
    most_players: ClassVar[int] = 12

    # The match

    @property
    def options(self) -> Options:
        """The options of the match."""
        return Options.of_state(self._states)

    @property
    def dealer(self) -> int | None:
        """The seat of the dealer, None before the first is known."""
        return self._maybe("dealer")

    @property
    def seating(self) -> list[int]:
        """Which player, numbered as they came, sits at each seat (EN: seats by draw)."""
        return self._states["seating"][0, : self.players].tolist()

    @property
    def hand_number(self) -> int:
        """How many hands of the match are complete."""
        return int(self._states["hand_number"][0])

    def totals(self) -> list[int]:
        """Every seat's points of the complete hands."""
        return self._states["total"][0, : self.players].tolist()

    # The hand

    @property
    def trump(self) -> str | None:
        """The letter of the trump in force, None before the first is known."""
        return self._suit("trump")

    @property
    def next_trump(self) -> str | None:
        """The letter of the trump that the next lead brings, if a call has changed it."""
        return self._suit("pending")

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat as far as known, lowest number first."""
        seat = self._seat(seat)
        once, twice = int(self._states["hand"][0, seat]), int(self._states["twice"][0, seat])
        cards = []
        while once:
            lowest = once & -once
            once ^= lowest
            cards += [lowest.bit_length() - 1] * (2 if twice & lowest else 1)
        return cards

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds, known or not."""
        return len(self.hand(seat)) + int(self._states["unknown"][0, self._seat(seat)])

    def shown(self, seat: int) -> list[int]:
        """The cards of a seat's marriages that lie before it, not yet played."""
        seat = self._seat(seat)
        once = int(self._states["used"][0, seat])
        twice = int(self._states["used_twice"][0, seat])
        return [
            FIRST_COURT + court for court in range(8) for mask in (once, twice) if mask >> court & 1
        ]

    @property
    def stock_left(self) -> int:
        """How many cards the stock holds; 104 before the deal."""
        return PACK - int(self._states["taken"][0])

    def stock(self) -> list[int]:
        """The cards left in the stock, the next to be drawn first; 255 for one not known."""
        return self._states["deal"][0, int(self._states["taken"][0]) :].tolist()

    @property
    def drawing(self) -> bool:
        """Whether players still draw from the stock."""
        return bool(self._states["drawing"][0])

    def trick(self) -> list[tuple[int, int]]:
        """The trick on the table: seat and card of each play, the lead first."""
        return self.trick_number(int(self._states["trick"][0]))

    def tricks(self) -> list[list[tuple[int, int]]]:
        """All complete tricks of the hand."""
        return [self.trick_number(number) for number in range(int(self._states["trick"][0]))]

    def trick_number(self, number: int) -> list[tuple[int, int]]:
        """A trick of the hand by its number, from 0; the one after the last complete is `trick`."""
        players = self.players
        start = number * players
        stop = min(start + players, int(self._states["plays"][0]))
        leader = int(self._states["leader"][0, number])
        played = self._states["played"][0, start:stop].tolist()
        return [((leader + k) % players, card_played(play)) for k, play in enumerate(played)]

    def points(self) -> list[int]:
        """Every seat's points of the cards it has won in this hand."""
        return self._states["points"][0, : self.players].tolist()

    def hand_scores(self) -> list[int]:
        """What this hand counts for every seat so far: cards won and calls, or minus a lost bid."""
        return [int(hand_score(self._states[0], seat)) for seat in range(self.players)]

    def trick_winners(self) -> list[int]:
        """Who won each complete trick of the hand."""
        return self._states["leader"][0, 1 : int(self._states["trick"][0]) + 1].tolist()

    def calls(self) -> list[tuple[int, str, int]]:
        """The calls of this hand: seat, suit, and after how many plays."""
        state = self._states[0]
        return [
            (
                int(state["call_seat"][k]),
                SUIT_LETTERS[state["call_suit"][k]],
                int(state["call_play"][k]),
            )
            for k in range(int(state["calls"]))
        ]

    @property
    def bid(self) -> tuple[int, int] | None:
        """The high bid of the auction: seat and bid, None before any."""
        seat = self._maybe("bidder")
        return None if seat is None else (seat, int(self._states["bid"][0]))

    def bids(self) -> list[tuple[int, int | None]]:
        """The auction so far: each speaker's seat and his bid, None for a pass."""
        state = self._states[0]
        bids = state["bid_made"][: int(state["bids"])].tolist()
        seats = speakers(self.players, int(state["dealer"]), bids)
        return [(seat, 10 * bid or None) for seat, bid in zip(seats, bids, strict=True)]

    def _maybe(self, field: str) -> int | None:
        value = int(self._states[field][0])
        return None if value == NONE else value

    def _suit(self, field: str) -> str | None:
        suit = self._maybe(field)
        return None if suit is None else SUIT_LETTERS[suit]

    # Reading and checking

    def parse_action(self, text: str, seat: int | None = None) -> int:
        """The number of an action; ``call`` and ``play Q`` will do where only one is legal.

        Raises `InvalidEventError`, `InvalidCardError`, or `AmbiguousEventError`.

        >>> match = PipPip(3, "russian", seed=3)
        >>> match.parse_action("play 10h")
        34
        """
        words = text.upper().replace("10", "T").split()
        if words == ["CALL"]:
            fitting = [action for action in self.legal(seat) if CALL <= action < UNUSED]
        elif len(words) == 2 and words[0] == "PLAY" and words[1] in RANK_LETTERS:
            rank = RANK_LETTERS.index(words[1])
            fitting = [a for a in self.legal(seat) if a < CALL and rank_of(a) == rank]
        else:
            return parse_action(text)
        if len(fitting) == 1:
            return fitting[0]
        if not fitting and words == ["CALL"]:
            return CALL
        names = " or ".join(NAMES[action] for action in fitting) or "no legal action"
        raise AmbiguousEventError(f"{text!r} could be {names}: name the card or the suit")

    def _validate(self) -> None:
        validate(self._states)

    def __str__(self) -> str:
        return picture_text(self)

    def _repr_svg_(self) -> str:
        return picture_svg(self)
