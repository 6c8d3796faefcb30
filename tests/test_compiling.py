"""Compiling: once for each change of the sources, and without touching other people's Numba."""

import os
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest

from parlour.games import cache

SECOND_PROCESS = """
from numba.core import event

class Compilations(event.Listener):
    count = 0
    def on_start(self, event): self.count += 1
    def on_end(self, event): pass

listener = Compilations()
event.register("numba:compile", listener)
from parlour.bots import simulate
from parlour.games.driver import Driver
from parlour.games.pippip import PipPip
from parlour.games.sampling import Chance
from parlour.games.savannah import Options, Savannah
for start in (PipPip(4), Savannah(4, Options(turn_limit="40 turns"))):
    simulate(start, "baseline", 2, cores=1)
    driver = Driver(start, Chance(1))
    for _ in range(40):
        driver.do(driver.legal()[0])
    start.from_bytes(driver.game.view(0).to_bytes())
    driver.game.scores(), driver.game.winners(), driver.game.can(0), driver.game.over
print(listener.count)
"""

OTHERS = """
import numba
before = numba.config.CACHE_DIR
import parlour.games.pippip.game
assert numba.config.CACHE_DIR == before
"""

SAVING = """
import sys
from parlour.games import jit

@jit.compiled
def function(value):
    return value

kept = function._cache._cache_file
if __name__ == "__main__":
    me = sys.argv[1]
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(200):
        kept.save((me, number), (me, number))
"""

LIGHT = """
import sys
import parlour, parlour.cards, parlour.errors, parlour.games.pippip.options
assert not {"numba", "numpy", "llvmlite"} & set(sys.modules), sorted(sys.modules)
"""


def run(code: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_a_second_process_compiles_nothing() -> None:
    run(SECOND_PROCESS)
    assert run(SECOND_PROCESS) == "0"


def test_two_processes_lose_nothing_of_what_both_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = tmp_path / "saving.py"
    program.write_text(SAVING)
    names = ("Anna", "Boris")
    both = [
        subprocess.Popen([sys.executable, program, name], stdin=PIPE, stdout=PIPE) for name in names
    ]
    for process in both:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
    for process in both:
        assert process.stdin
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in both:
        process.communicate()
        assert process.returncode == 0
    load = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from saving import kept
keys = [(name, number) for name in {names} for number in range(200)]
print([key for key in keys if kept.load(key) != key])
"""
    assert run(load) == "[]"


def test_other_peoples_cache_folder_is_left_alone() -> None:
    run(OTHERS)


def test_the_parts_without_rules_do_not_load_the_compiler() -> None:
    run(LIGHT)


def test_old_folders_go_and_those_in_use_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _: tmp_path)
    folder = cache.cache_folder.__wrapped__(("games",))
    made = cache._made.__wrapped__
    for number in range(12):
        other = tmp_path / f"compiled-{number}"
        other.mkdir()
        used = time.time() - (0 if number < 6 else 86_400 * number)
        os.utime(other, (used, used))
    assert made(folder) == folder
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {folder.name, *(f"compiled-{number}" for number in range(7))}
    for path in tmp_path.iterdir():
        os.utime(path)
    (tmp_path / "compiled-new").mkdir()
    made(folder)
    assert len(list(tmp_path.iterdir())) == 9
