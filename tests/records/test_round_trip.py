"""What is written is read back, to the byte."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import HiddenHandError
from parlour.games.pippip import PipPip
from parlour.games.registry import GameEntry
from parlour.records import Hand, Moment, Record, dumps, loads
from tests.records.records import any_record, games, seeds


@given(games, seeds)
def test_state_after_writing_and_reading_is_the_same(entry: GameEntry, seed: int) -> None:
    record, match = any_record(entry, seed)
    text = dumps(record)
    again = loads(text)
    assert again == record
    assert again.result().to_bytes() == match.to_bytes()
    assert dumps(again) == text


@given(games, seeds)
def test_one_players_record_is_what_he_has_seen(entry: GameEntry, seed: int) -> None:
    record, match = any_record(entry, seed)
    seat = Random(seed).choice([None, *range(match.players)])
    notes = record.seen_by(seat)
    again = loads(dumps(notes))
    assert again == notes
    assert again.result().to_bytes() == match.view(seat).to_bytes()


_texts = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40)


@given(
    title=_texts,
    place=_texts,
    names=st.lists(_texts.filter(str.strip), min_size=3, max_size=3),
    comment=st.lists(_texts).map("\n".join),
    remark=_texts,
    extra=st.dictionaries(_texts, st.integers() | _texts | st.booleans() | st.lists(_texts)),
)
def test_words_of_people_survive(
    title: str, place: str, names: list[str], comment: str, remark: str, extra: dict[str, Any]
) -> None:
    moments = [Moment(None, "dealer 1", remark.strip()), Moment(None, "cut h")]
    record = Record(
        "pip-pip",
        3,
        PipPip(3, "russian").options,
        [Hand(moments, comment=comment)],
        names=tuple(names),
        title=title,
        place=place,
        comment=comment,
        extra=extra,
    )
    again = loads(dumps(record))
    assert again == record


def test_nobody_makes_notes_of_what_another_saw() -> None:
    record = Record.of(PipPip(3, "russian"), [(None, "dealer 1")]).seen_by(1)
    with pytest.raises(HiddenHandError):
        record.seen_by(2)
