"""Seen from outside, by strace: nobody is told of anything before it is on the disk."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.requiring import unless
from tests.server.client import Client, request
from tests.server.serving import INSTANT, Serving

_CALLS = "trace=fdatasync,fsync,read,recvfrom,recvmsg,write,writev,sendto,sendmsg"
_READ = re.compile(r"(?:read|recvfrom|recvmsg)\(.*?(?:POST|DELETE) /api/tables")
_WRITE = re.compile(r"(?:write|writev|sendto|sendmsg)\(\d+<TCP")
_ANSWER = re.compile(r"HTTP/1\.1 (20\d)")
_UPDATE = re.compile(r'\\"type\\":\\"update\\",\\"number\\":(\d+)')
_BYE = re.compile(r'\\"type\\":\\"bye\\",\\"code\\":\\"deleted')


def _may_trace() -> bool:
    """Whether strace is here, and allowed: some containers forbid it."""
    strace = shutil.which("strace")
    if strace is None:
        return False
    return subprocess.run([strace, "true"], capture_output=True, check=False).returncode == 0


@pytest.fixture
def traced(tmp_path: Path) -> Iterator[tuple[Serving, Path]]:
    """A server, and the file of its system calls."""
    unless(_may_trace(), "strace is missing or forbidden")
    calls = tmp_path / "calls"
    serving = Serving(
        tmp_path, ("strace", "-D", "-f", "-yy", "-s", "4000", "-o", str(calls), "-e", _CALLS)
    )
    serving.start()
    yield serving, calls
    serving.stop()


def _moments(calls: Path) -> Iterator[str]:
    """What has happened, in order: ``sync`` of the log, ``asked`` by HTTP, what was told."""
    syncing = set()
    for line in calls.read_text(errors="replace").splitlines():
        process, _, call = line.partition(" ")
        if "sync(" in call and "tables.sqlite-wal" in call:
            if "unfinished" in call:
                syncing.add(process)
            elif "= 0" in call:
                yield "sync"
        elif "sync resumed" in call and process in syncing:
            syncing.discard(process)
            if "= 0" in call:
                yield "sync"
        elif _READ.search(call):
            yield "asked"
        elif _WRITE.search(call):
            yield from (f"answer {status}" for status in _ANSWER.findall(call))
            yield from (f"update {number}" for number in _UPDATE.findall(call))
            yield from ("bye" for _ in _BYE.findall(call))


def _play(client: Client, moves: int) -> None:
    """Begin, and act so many times."""
    client.ready()
    done = 0
    while done < moves:
        playing = client.table["phase"] == "playing" and client.game.get("turn") == client.seat
        if playing and client.own.get("legal"):
            number = client.do(type="act", action=client.legal[0])
            while client.state["you"]["last_id"] < number:
                client.until("update")
            done += 1
        else:
            client.receive()


def test_a_sync_precedes_every_acknowledgement(traced: tuple[Serving, Path]) -> None:
    """Tables made, joined and deleted, moves of people and of bots, chat."""
    server, calls = traced
    body = {"game": "pip-pip", "players": 3, "name": "Anna", "bots": ["baseline"]}
    for number in range(3):
        status, seated = server.post("/api/tables", body | {"timing": INSTANT})
        assert status == 201
        code = seated["code"]
        anna = Client(server.base, code, seated["key"], packed=False)
        anna.until("welcome")
        status, joined = server.post(f"/api/tables/{code}/join", {"name": "Boris"})
        assert status == 201
        boris = Client(server.base, code, joined["key"], packed=False)
        boris.until("welcome")
        if number == 0:
            boris.do(type="leave")
            boris.until("bye")
            anna.do(type="set_bot", seat=2, bot="baseline")
            _play(anna, moves=12)
        for line in range(4):
            anna.do(type="chat", text=f"line {line}")
            anna.until("update")
        assert request(server.base, "DELETE", f"/api/tables/{code}", key=seated["key"])[0] == 204
        anna.until("bye")
    server.stop()
    synced_since_asked = synced_since_told = False
    told: list[str] = []
    for moment in _moments(calls):
        if moment == "sync":
            synced_since_asked = synced_since_told = True
        elif moment == "asked":
            synced_since_asked = False
        elif moment.startswith("answer"):
            if moment != "answer 200":
                assert synced_since_asked, f"{moment} after {told[-3:]}"
                told.append(moment)
        elif moment not in told[-3:]:  # others are told the same
            assert synced_since_told, f"{moment} after {told[-3:]}"
            synced_since_told = False
            told.append(moment)
    assert told.count("answer 201") == 6
    assert told.count("answer 204") == told.count("bye") == 3
    assert sum(moment.startswith("update") for moment in told) > 12 + 12 + 12
