"""Files of every version of the format stay readable; these are frozen."""

from pathlib import Path

from parlour.records import loads

DATA = Path(__file__).parent / "data"


def test_version_1() -> None:
    record = loads((DATA / "version-1.toml").read_text("utf-8"))
    match = record.result()
    assert match.scores() == [-150, 42, 68, 25, -194, 138, 0, 60, 129, 0, 0, 28]
    assert match.winners() == [5]
    assert sum(len(hand.moments) for hand in record.hands) == 247
    assert str(record.date) == "2026-02-28 20:15:00+00:00"
    assert record.extra == {"anything": [1, 2, {"x": True}]}
