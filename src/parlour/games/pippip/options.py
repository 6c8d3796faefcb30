"""The options of Pip-Pip and its three presets, one for each source of the rules.

>>> Options.preset("russian").calls
'before lead'
>>> Options.read({"trump marriage": "yes"}, preset="russian").players
range(3, 13)
>>> Options.read({"draw_order": "later"})
Traceback (most recent call last):
parlour.errors.OptionError: option draw_order cannot be 'later': allowed is at once or after trick
"""

from dataclasses import dataclass

from parlour.errors import OptionError
from parlour.games.options import Choice, OptionSet, Preset

MOST_HANDS = 999
"""A match to a target ends at the latest after this many hands (*decided*: a target can be out of
reach, when bids fail again and again)."""

CHOICES = (
    Choice(
        "first_dealer",
        ("highest", "lowest", "random"),
        "Who deals first: whoever draws the highest card, the lowest card, or anybody.",
    ),
    Choice(
        "first_trump",
        ("draw", "cut"),
        "The first trump: the suit of the card that made the dealer, or a card cut from the pack.",
    ),
    Choice(
        "later_trumps",
        ("cut",),
        "The trump of every later hand is cut before the shuffle.",
    ),
    Choice(
        "seats_by_draw",
        ("no", "yes"),
        "Seats are taken in the order of the cards drawn, highest first, clockwise.",
    ),
    Choice(
        "must_follow",
        ("no", "yes"),
        "Whoever holds a card of the suit led has to play one.",
    ),
    Choice(
        "draw_order",
        ("at once", "after trick"),
        "Draw right after playing, or after the trick, its winner first.",
    ),
    Choice(
        "rest_of_stock",
        ("exposed", "aside"),
        "The cards left when drawing ends are shown to all, or put aside unseen.",
    ),
    Choice(
        "calls",
        ("any time", "before lead"),
        "Pip-Pip may be called at any time, in or out of turn, or only between two tricks.",
        field="call_time",
    ),
    Choice(
        "trump_set_by",
        ("first", "last"),
        "When several call for one trick, the first or the last of them sets the trump.",
    ),
    Choice(
        "trump_marriage",
        ("no", "yes"),
        "King and Queen of the trump in force may be called too: 50 points and no new trump.",
    ),
    Choice(
        "card_values",
        ("standard", "thousand"),
        "Deuce 11, ace 10, king 5, queen 4, jack 3; or as in Thousand: ace 11, ten 10, king 4, "
        "queen 3, jack 2, and the deuce lowest.",
    ),
    Choice(
        "match_length",
        ("each deals once", "N hands", "target N"),
        "The match lasts until everybody has dealt once, a number of hands, or a score.",
        {"N hands": (1, MOST_HANDS), "target N": (1, 10_000)},
        count_field="length",
    ),
    Choice(
        "auction",
        ("no", "yes"),
        "Before each hand the players bid what they will score; who fails loses the bid.",
    ),
)
_PRESETS = {
    "english": Preset({}, range(3, 13)),
    "japanese": Preset(
        {"first_dealer": "lowest", "first_trump": "cut", "rest_of_stock": "aside"},
        range(3, 9),
    ),
    "russian": Preset(
        {
            "first_dealer": "random",
            "first_trump": "cut",
            "draw_order": "after trick",
            "calls": "before lead",
            "trump_set_by": "last",
        },
        range(3, 10),
    ),
}
PRESETS = tuple(_PRESETS)


@dataclass(frozen=True, kw_only=True)
class Options(OptionSet):
    """A set of rules; the defaults are those of `EN`.

    Each field is a row of the table of options in the rules (`CHOICES` explains each). Raises
    `OptionError` for a value that does not exist or does not go with the others.
    >>> Options.preset("japanese").check_players(9)
    Traceback (most recent call last):
    parlour.errors.OptionError: preset japanese cannot be played by 9 players: allowed is 3 to 8
    """

    title = "Pip-Pip"
    choices = CHOICES
    named_sets = _PRESETS
    any_players = range(3, 13)

    first_dealer: str = "highest"
    first_trump: str = "draw"
    later_trumps: str = "cut"
    seats_by_draw: bool = False
    must_follow: bool = True
    draw_order: str = "at once"
    rest_of_stock: str = "exposed"
    calls: str = "any time"
    trump_set_by: str = "first"
    trump_marriage: bool = False
    card_values: str = "standard"
    match_length: str = "each deals once"
    auction: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.first_dealer == "random":
            self._refuse_with_random("first_trump", self.first_trump == "draw", "cut")
            self._refuse_with_random("seats_by_draw", self.seats_by_draw, "no")

    def _refuse_with_random(self, option: str, refused: bool, allowed: str) -> None:
        if refused:
            value = getattr(self, option)
            shown = "yes" if value is True else repr(value)
            raise OptionError(
                f"option {option} cannot be {shown} with first_dealer 'random', since nobody draws "
                f"a card: allowed is {allowed}, or first_dealer highest or lowest",
                option,
                value,
                allowed,
            )
