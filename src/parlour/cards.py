"""Cards and packs, how they are written and how they are read.

A card is a small integer, ``4 * rank + suit``: ranks from the deuce (0) to the ace (12), suits
clubs, diamonds, hearts, spades (0 to 3). So all kings lie side by side in a 52-bit set. The number
says nothing about strength: each game has its own order of ranks.

>>> card_name(parse_card("10s"))
'Ts'
>>> [card_face(card) for card in parse_cards("Ts 10♠ 10S")]
['10♠', '10♠', '10♠']
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress

from parlour.errors import InvalidCardError, InvalidPackError

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS = range(4)
SUIT_LETTERS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"

RANK_LETTERS = "23456789TJQKA"
TEN, JACK, QUEEN, KING, ACE = range(8, 13)

CARDS = range(52)
UNKNOWN = 255
"""A card that is there but not known, written ``??``."""

UNKNOWN_NAME = "??"

_SUIT_OF_TEXT = {
    text: suit
    for letters in (SUIT_LETTERS, SUIT_SYMBOLS, "♧♢♡♤")
    for suit, text in enumerate(letters)
}
_RANK_OF_TEXT = {text: rank for rank, text in enumerate(RANK_LETTERS)} | {"10": TEN}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_WORD = re.compile(r"[^\s,]+")


def make_card(rank: int, suit: int) -> int:
    """The card of *rank* (0 to 12) and *suit* (0 to 3)."""
    return 4 * rank + suit


def rank_of(card: int) -> int:
    """The rank of a card: 0, the deuce, to 12, the ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


_NAMES = tuple(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS)
_BY_NAME = {name: card for card, name in enumerate(_NAMES)}


def card_name(card: int) -> str:
    """How a card is noted, always in two characters: ``Qh``, ``Ts``; ``??`` if unknown.

    >>> card_name(0), card_name(51), card_name(UNKNOWN)
    ('2c', 'As', '??')
    """
    if card == UNKNOWN:
        return UNKNOWN_NAME
    return _NAMES[card]


def card_names(cards: Iterable[int]) -> str:
    """Several cards, with spaces between.

    >>> card_names([40, 44])
    'Qc Kc'
    """
    return " ".join(card_name(card) for card in cards)


def rank_face(rank: int) -> str:
    """How a rank is shown to people: ``10``, where notation has ``T``."""
    return "10" if rank == TEN else RANK_LETTERS[rank]


def card_face(card: int, *, symbols: bool = True) -> str:
    """How a card is shown to people: ``10♥``; ``10h`` without *symbols*; ``??`` if unknown.

    >>> card_face(34), card_face(34, symbols=False), card_face(UNKNOWN)
    ('10♥', '10h', '??')
    """
    if card == UNKNOWN:
        return UNKNOWN_NAME
    suits = SUIT_SYMBOLS if symbols else SUIT_LETTERS
    return rank_face(rank_of(card)) + suits[suit_of(card)]


def card_faces(cards: Iterable[int], *, symbols: bool = True) -> str:
    """Several cards as people see them, with spaces between.

    >>> card_faces([32, 44])
    '10♣ K♣'
    """
    return " ".join(card_face(card, symbols=symbols) for card in cards)


def parse_suit(text: str) -> int:
    """The suit that *text* names: ``h``, ``H``, ``♥`` or ``♡``.

    Raises `InvalidCardError` if it names none.
    """
    suit = _SUIT_OF_TEXT.get(text.strip(_VARIATION_SELECTORS).lower())
    if suit is None:
        raise InvalidCardError(
            f"{_shortened(text)} is no suit: suits are c, d, h, s (or {', '.join(SUIT_SYMBOLS)})",
            text,
        )
    return suit


def parse_rank(text: str) -> int:
    """The rank that *text* names: ``2`` to ``9``, ``T`` or ``10``, ``J``, ``Q``, ``K``, ``A``.

    Raises `InvalidCardError` if it names none.

    >>> parse_rank("10"), parse_rank("q")
    (8, 10)
    """
    rank = _RANK_OF_TEXT.get(text.upper())
    if rank is None:
        raise InvalidCardError(
            f"{_shortened(text)} is no rank: ranks are 2-9, T or 10, J, Q, K, A", text
        )
    return rank


def parse_card(
    text: str, *, unknown: bool = False, letters: Mapping[str, str] | None = None
) -> int:
    """The card that *text* names: ``Qh``, ``10s``, ``Ts``, ``Q♥``, in either case.

    *unknown* also takes ``??``. *letters* maps the local letters of a language to these, as in
    ``{"Д": "Q", "ч": "h"}``. Raises `InvalidCardError`, which tells the place of the fault.

    >>> card_name(parse_card("Дч", letters={"Д": "Q", "ч": "h"}))
    'Qh'
    >>> parse_card("1h")
    Traceback (most recent call last):
    parlour.errors.InvalidCardError: '1h' is no card: '1' is no rank (2-9, T or 10, J, Q, K, A)
    """
    if unknown and text == UNKNOWN_NAME:
        return UNKNOWN
    return _parse_card_at(text, text, 0, letters or {})


def _parse_card_at(word: str, whole: str, start: int, letters: Mapping[str, str]) -> int:
    """Read *word*, which begins at *start* in the *whole* text that errors are about."""
    plain = word.rstrip(_VARIATION_SELECTORS)
    plain = "".join(letters.get(letter, letter) for letter in plain)
    where = f" at place {start + 1} of {_shortened(whole)}" if whole != word else ""
    rank_text, suit_text = plain[:-1], plain[-1:]
    if not rank_text or plain in _RANK_OF_TEXT:
        raise InvalidCardError(
            f"{_shortened(word)} is no card{where}: "
            "a card is a rank and a suit, like Qh, 10s or Q♥",
            whole,
            start,
        )
    rank = _RANK_OF_TEXT.get(rank_text.upper())
    if rank is None:
        raise InvalidCardError(
            f"{_shortened(word)} is no card{where}: "
            f"{_shortened(rank_text)} is no rank (2-9, T or 10, J, Q, K, A)",
            whole,
            start,
        )
    suit = _SUIT_OF_TEXT.get(suit_text.lower())
    if suit is None:
        raise InvalidCardError(
            f"{_shortened(word)} is no card{where}: "
            f"{suit_text!r} is no suit (c, d, h, s or {', '.join(SUIT_SYMBOLS)})",
            whole,
            start + len(rank_text),
        )
    return make_card(rank, suit)


def _shortened(text: str, limit: int = 40) -> str:
    """*text* in quotes, cut if it is long, so that an error stays a sentence."""
    return repr(text) if len(text) <= limit else repr(text[:limit] + "…")


def parse_cards(
    text: str, *, unknown: bool = False, letters: Mapping[str, str] | None = None
) -> list[int]:
    """The cards of a text, separated by spaces or commas.

    Raises `InvalidCardError`, which tells the place of the fault.

    >>> parse_cards("2c, As")
    [0, 51]
    >>> parse_cards("2c Xh")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    parlour.errors.InvalidCardError: 'Xh' is no card at place 4 of '2c Xh': 'X' is no rank (2-9, ...
    """
    if letters is None:
        with suppress(KeyError):  # programs write whole packs in plain names, and read them
            return [_BY_NAME[word] for word in text.split()]
    return [
        UNKNOWN
        if unknown and match[0] == UNKNOWN_NAME
        else _parse_card_at(match[0], text, match.start(), letters or {})
        for match in _WORD.finditer(text)
    ]


def packs(count: int) -> list[int]:
    """The cards of *count* packs of 52, in order.

    >>> len(packs(2)), card_names(packs(2)[:4])
    (104, '2c 2c 2d 2d')
    """
    return [card for card in CARDS for _ in range(count)]


def check_packs(cards: Iterable[int], count: int) -> None:
    """Make sure that *cards* are *count* packs in some order, but for cards not known.

    Raises `InvalidPackError`, which names the card that is wrong.

    >>> check_packs(parse_cards("2c 2c 2c") + packs(2)[3:], 2)
    Traceback (most recent call last):
    parlour.errors.InvalidPackError: 3 copies of 2c: 2 packs hold 2
    """
    numbers = Counter(cards)
    unknown = numbers.pop(UNKNOWN, 0)
    size = numbers.total() + unknown
    held = f"{count} pack{'s hold' if count > 1 else ' holds'}"
    for card, number in sorted(numbers.items()):
        if card not in CARDS:
            raise InvalidPackError(f"{card} is no card: cards are numbered 0 to 51")
        if number > count:
            raise InvalidPackError(f"{number} copies of {card_name(card)}: {held} {count}")
    if size != 52 * count:
        missing = [card_name(card) for card in CARDS if numbers[card] < count and not unknown]
        hint = f" (missing: {' '.join(missing[:5])}{' …' if len(missing) > 5 else ''})"
        raise InvalidPackError(f"{size} cards: {held} {52 * count}{hint if missing else ''}")
