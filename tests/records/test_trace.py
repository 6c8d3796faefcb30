"""A trace tells exactly what an independent referee, written from the rules, sees."""

import json
from typing import Any

from hypothesis import given, settings

from parlour.games import registry
from parlour.games.pippip import PipPip
from parlour.games.savannah import Savannah
from parlour.records import Record
from parlour.records.trace import as_json, lines
from tests.pippip.test_referee import referee_of, tell_chance
from tests.records.records import any_record, seeds
from tests.referee.savannah import Referee as SavannahReferee

PIPPIP, SAVANNAH = registry.game("pip-pip"), registry.game("savannah")


def traced(record: Record) -> list[dict[str, Any]]:
    return [json.loads(as_json(line)) for line in lines(record)]


@given(seeds)
@settings(max_examples=30)
def test_pippip_against_the_referee(seed: int) -> None:
    record, match = any_record(PIPPIP, seed)
    assert isinstance(match, PipPip)
    referee = referee_of(match)
    told = traced(record)
    for number, line in enumerate(told, 1):
        assert list(line) == [
            "step", "hand", "actor", "event", "legal", "trump", "drawn", "scores",
        ]  # fmt: skip
        assert line["step"] == number
        held = [list(hand) for hand in referee.hands]
        dealt = line["event"].startswith("order")
        if line["actor"] is None:
            assert line["legal"] == []
            tell_chance(referee, line["event"])
        else:
            seat = line["actor"] - 1
            assert set(line["legal"]) == referee.legal(seat)
            assert len(set(line["legal"])) == len(line["legal"])
            referee.act(seat, line["event"])
            if line["event"].startswith("play"):
                held[seat].remove(line["event"].split()[1])
        assert line["trump"] == referee.trump
        assert line["scores"] == referee.scores()
        for drawn in [] if dealt else line["drawn"]:
            held[drawn["seat"] - 1] = sorted([*held[drawn["seat"] - 1], drawn["card"]])
        if line["actor"] is not None:
            assert [sorted(hand) for hand in referee.hands] == [sorted(hand) for hand in held]
        else:
            assert line["drawn"] == []
    assert [line["event"] for line in told] == [
        moment.event for hand in record.hands for moment in hand.moments
    ]


@given(seeds)
@settings(max_examples=30)
def test_savannah_against_the_referee(seed: int) -> None:
    record, match = any_record(SAVANNAH, seed)
    assert isinstance(match, Savannah)
    limit = str(match.options.turn_limit).removesuffix(" turns").replace("none", "0")
    referee = SavannahReferee(match.players, int(limit))
    for line in traced(record):
        held = [list(hand) for hand in referee.hands]
        if line["actor"] is None:
            assert line["legal"] == []
            referee.chance(line["event"])
        else:
            seat = line["actor"] - 1
            assert set(line["legal"]) == referee.legal(seat)
            referee.act(seat, line["event"])
            word, _, card = line["event"].partition(" ")
            if word in ("play", "discard"):
                held[seat].remove(card[:2])
        for drawn in line["drawn"]:
            held[drawn["seat"] - 1].append(drawn["card"])
        assert [sorted(hand) for hand in referee.hands] == [sorted(hand) for hand in held]
        assert line["foundations"] == [pile[-1] for pile in referee.foundations if pile]
        assert line["left"] == referee.left()
        assert line["scores"] == [-left for left in referee.left()]
        if not referee.over:
            assert line["dice"] == (list(referee.dice) if referee.dice else None)


@given(seeds)
@settings(max_examples=20)
def test_one_players_notes_tell_no_legal_actions_of_others(seed: int) -> None:
    record, match = any_record(PIPPIP, seed)
    keeper = seed % match.players
    for line in traced(record.seen_by(keeper)):
        if line["actor"] not in (None, keeper + 1):
            assert line["legal"] is None
        elif line["actor"]:
            assert line["event"] in line["legal"]
        for drawn in line["drawn"]:
            assert (drawn["card"] == "??") == (drawn["seat"] != keeper + 1)
