"""The records in ``examples``: all of them are right, and they show what a record can be."""

import json
from pathlib import Path

import pytest

from parlour.games import registry
from parlour.records import Record, dumps, loads, read
from tests.records.records import EXAMPLES

DEAL = json.loads(
    (Path(__file__).parent.parent / "data" / "russian-illustrative-deal.json").read_text("utf-8")
)


def example(name: str) -> Record:
    return read(f"examples/{name}.toml")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_right_and_survives_writing(path: Path) -> None:
    record = read(path)
    assert record.title
    assert len(record.names) == record.players
    again = loads(dumps(record))
    assert again.result() == record.result()


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("illustrative-deal-a", "jack_of_hearts_at_seat_1"),
        ("illustrative-deal-b", "jack_of_hearts_at_seat_5"),
    ],
)
def test_illustrative_deal(name: str, reading: str) -> None:
    record = example(name)
    assert record.options.nearest_preset() == ("russian", {"trump_marriage": True})
    match = record.result()
    assert match.scores() == DEAL["result"]
    plays = [moment.event for moment in record.hands[0].moments if moment.seat is not None]
    tricks = DEAL[reading]["tricks"]
    plays = [event.split()[1] for event in plays if event.startswith("play")]
    for number, (leader, cards) in enumerate(zip(DEAL["leaders"], tricks, strict=True)):
        in_order = cards[leader - 1 :] + cards[: leader - 1]
        assert plays[9 * number : 9 * number + 9] == in_order


@pytest.mark.parametrize("preset", registry.game("pip-pip").presets)
def test_there_is_a_hand_of_each_preset(preset: str) -> None:
    assert example(f"{preset}-hand").options.name == preset


def test_auction_hand() -> None:
    record = example("auction-hand")
    events = [moment.event for moment in record.hands[0].moments]
    assert {"pass", "bid 100", "bid 120"} <= set(events)
    assert max(record.result().scores()) >= 120


def test_kitchen_table_record_keeps_to_what_one_player_saw() -> None:
    record = example("kitchen-table")
    assert record.kept_by == 2
    assert len(record.hands) == 2
    orders = [m.event for hand in record.hands for m in hand.moments if m.event[:5] == "order"]
    assert len(orders) == 2
    assert all(order.count("??") == 104 - 7 - 10 for order in orders)
    assert record.result().winners() == [4]


def test_broken_off_game() -> None:
    match = example("broken-off").result()
    assert not match.over
    assert match.turn is not None
