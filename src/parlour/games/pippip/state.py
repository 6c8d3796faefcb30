"""The state of a match of Pip-Pip: one record of fixed size, documented field by field.

A state holds no random numbers and of the future only the order of the stock. A *view* is a state
too: one in which what its observer may not know is cleared (`deal`, `hand`, `twice`) and counted
(`unknown`). The same rules run on both.

Sets of cards are 52-bit masks by card number. What a player holds is two of them: cards held at
least once, and cards held twice. Kings and queens lie side by side there, so what has been shown
in calls is kept in bytes, *courts*: bit *s* for the queen of suit *s*, bit 4 + *s* for its king.
"""

from parlour.games.layout import Fields, layout
from parlour.games.pippip.options import Options

SEATS = 12
PACK = 104
MOST_TRICKS = PACK // 3
MOST_CALLS = 8
MOST_BIDS = 72
"""57 bids from 100 to 660 and a pass of every other player are at most 68."""

NONE = 255
"""No card, no seat, no suit; in `deal` a card that is not known."""

ALL_KNOWN = 255
SPECTATOR = 254
"""Values of `observer` that are no seat."""

# Phases
DRAW, DEALER, CUT, DEAL, BID, PLAY, OVER = range(7)

FIELDS: Fields = (
    # What is held
    ("hand", "u8", (SEATS,), "set of the cards a seat holds at least once, as far as known"),
    ("twice", "u8", (SEATS,), "set of the cards a seat holds twice, as far as known"),
    ("drawn", "u8", (), "draw for deal: set of the cards set aside"),
    ("drawn_twice", "u8", (), "draw for deal: set of the cards set aside twice"),
    # Scores
    ("total", "i4", (SEATS,), "points of the complete hands"),
    ("length", "i4", (), "option match_length: its number of hands or target, else 0"),
    ("points", "i2", (SEATS,), "points of the cards won in this hand"),
    ("pot", "i2", (), "points of the cards in the trick so far"),
    ("bid", "i2", (), "auction: the high bid, 0 before any"),
    ("hand_number", "u2", (), "complete hands of the match"),
    ("out", "u2", (), "auction: set of the seats that have passed"),
    ("to_draw", "u2", (), "draw for deal: set of the players who still have to draw"),
    # Who and when
    ("players", "u1", (), "number of seats"),
    ("observer", "u1", (), "whose view this is: a seat, 254 a spectator's, 255 all is known"),
    ("phase", "u1", (), "0 draw, 1 dealer, 2 cut, 3 deal, 4 bid, 5 play, 6 over"),
    ("dealer", "u1", (), "seat of the dealer"),
    ("turn", "u1", (), "seat to play or bid, 255 if none"),
    ("cut_trump", "u1", (), "suit drawn or cut for this hand, 255 before it is known"),
    ("trump", "u1", (), "suit of the trump in force, 255 before the first is known"),
    ("pending", "u1", (), "suit that the next lead makes trump, 255 if none"),
    ("taken", "u1", (), "cards taken from the pack so far, dealt or drawn"),
    ("drawing", "u1", (), "1 while players draw from the stock"),
    ("trick", "u1", (), "complete tricks of this hand"),
    ("in_trick", "u1", (), "cards in the trick now on the table"),
    ("led", "u1", (), "suit led to that trick, 255 if none"),
    ("best", "u1", (), "strength of its best card so far: index of the rank, + 32 for a trump"),
    ("best_seat", "u1", (), "seat that played it, 255 if none"),
    ("plays", "u1", (), "cards played in this hand"),
    ("calls", "u1", (), "calls made in this hand"),
    ("bids", "u1", (), "auction: bids and passes so far"),
    ("passes", "u1", (), "auction: passes since the last bid"),
    ("bidder", "u1", (), "auction: seat of the high bid, 255 before any"),
    # Options, each the number of its value
    *((choice.field, "u1", (), f"option {choice.name}") for choice in Options.kept()),
    # Seats
    ("unknown", "u1", (SEATS,), "cards a seat holds beyond those known to the observer"),
    ("used", "u1", (SEATS,), "courts a seat holds of which one copy has served in a call"),
    ("used_twice", "u1", (SEATS,), "courts a seat holds of which both copies have"),
    ("called", "u1", (SEATS,), "calls a seat has made in this hand"),
    ("won", "u1", (SEATS,), "tricks a seat has won in this hand"),
    ("void", "u1", (SEATS, 4), "1 + the trick in which a seat last failed to follow a suit, or 0"),
    ("seating", "u1", (SEATS,), "which player, numbered as they came, sits at a seat"),
    ("place", "u1", (SEATS,), "draw for deal: how many players drew higher than a player"),
    ("last_drawn", "u1", (SEATS,), "draw for deal: the card a player drew last"),
    # History of the hand
    ("deal", "u1", (PACK,), "the pack in the order dealt and drawn; 255 where not known"),
    ("played", "u1", (PACK,), "the plays in order, as actions"),
    ("leader", "u1", (MOST_TRICKS + 1,), "who led each trick; after the last: who won it"),
    ("trump_of", "u1", (MOST_TRICKS,), "the trump in force in each trick"),
    ("call_seat", "u1", (MOST_CALLS,), "who made each call"),
    ("call_suit", "u1", (MOST_CALLS,), "of which suit"),
    ("call_play", "u1", (MOST_CALLS,), "after how many plays"),
    ("bid_made", "u1", (MOST_BIDS,), "the bids in order, in tens; 0 for a pass"),
)
"""Name, type, shape and meaning of every field. Slots not in use hold 0, or 255 where 0 would be
a card, a seat or a suit."""

CLEARED = ("last_drawn", "deal", "played", "leader", "trump_of", "call_seat", "call_suit")
"""Arrays whose unused slots hold 255."""


DTYPE = layout(FIELDS)
