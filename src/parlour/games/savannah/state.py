"""The state of a game of Savannah: one record of fixed size, documented field by field.

A state holds no random numbers and of the future only what lies face down. A *view* is a state too:
one in which every card that its observer may not know is 255. The same rules run on both.

In every pile the last card is the top.
"""

from parlour.games.layout import Fields, layout

SEATS = 12
PACK = 52
RESERVE = 13
DISCARDS = 6
FOUNDATIONS = 3
HAND = 4

MOST_CARDS = 6 * PACK
MOST_IN_PILE = 299
"""The most cards that can lie on one pile of any kind: with 11 players and 6 packs all but the tops
of the foundations and one card for each other player, who would have won without it."""

NONE = 255
"""No card, no seat; a card that is there but not known."""

ALL_KNOWN = 255
SPECTATOR = 254
"""Values of `observer` that are no seat."""

# Phases
DEAL, OPENING, ROLL, PLAY, OVER = range(5)

# Tasks: what has to be finished before anybody acts
IDLE, DEAL_FIRST, DEAL_SECOND, DEAL_LAST, DRAW = range(5)

# Endings
NOT_ENDED, WON, LIMIT, BLOCKED = range(4)

FIELDS: Fields = (
    # Counting
    ("turns", "u4", (), "turns that are over"),
    ("plays", "u4", (), "cards played in the turn"),
    ("reshuffles", "u4", (), "how often the stock has been made anew"),
    ("limit", "u4", (), "option turn_limit: its number of turns, else 0"),
    ("stock_left", "u2", (), "cards in the stock"),
    ("pile_size", "u2", (SEATS,), "cards in the discard pile of a seat"),
    ("depth", "u2", (FOUNDATIONS,), "cards on each foundation"),
    ("to_roll", "u2", (), "first player: set of the seats that still roll, the lowest next"),
    # Who and when
    ("players", "u1", (), "number of seats"),
    ("observer", "u1", (), "whose view this is: a seat, 254 a spectator's, 255 all is known"),
    ("phase", "u1", (), "0 deal, 1 rolls for the first player, 2 roll of a turn, 3 play, 4 over"),
    ("task", "u1", (), "0 none; 1-3 a card for that foundation (three aces); 4 draw to four"),
    ("ending", "u1", (), "0 not over, 1 won, 2 the turn limit, 3 blocked"),
    ("turn", "u1", (), "seat whose turn it is, 255 if none's"),
    ("first", "u1", (), "seat that had the first turn, 255 before it is known"),
    ("robbed", "u1", (), "1 once another's discard pile was played from in this turn"),
    ("turn_limit", "u1", (), "option turn_limit: 0 none, 1 a number of turns"),
    ("dice", "u1", (2,), "the roll of the turn, 0 before it"),
    ("rolled", "u1", (SEATS, 2), "first player: what a seat has rolled in this round, else 0"),
    # The cards
    ("reserve_left", "u1", (SEATS,), "cards in the reserve of a seat"),
    ("hand_size", "u1", (SEATS,), "cards in the hand of a seat"),
    ("face_down", "u1", (SEATS,), "set of the places in a discard pile that lie face down"),
    ("top", "u1", (FOUNDATIONS,), "the top card of each foundation"),
    ("hand", "u1", (SEATS, HAND), "the hand of a seat, in the order drawn"),
    ("reserve", "u1", (SEATS, RESERVE), "the reserve of a seat"),
    ("pile", "u1", (SEATS, MOST_IN_PILE), "the discard pile of a seat"),
    ("stock", "u1", (MOST_IN_PILE,), "the stock, the card drawn next being the last"),
    ("covered", "u1", (MOST_IN_PILE,), "cards below the tops of foundations, as they were covered"),
    ("recycled", "u1", (MOST_IN_PILE,), "the cards of which the last reshuffle made the stock"),
)
"""Name, type, shape and meaning of every field. Slots not in use hold 0, or 255 where 0 would be
a card or a seat."""

DTYPE = layout(FIELDS)
