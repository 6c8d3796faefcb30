"""What is said of compiling: only when it happens, once, and not into the output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.games.jit import INTERPRETED

CODE = """
from parlour.commands.compiling import tell_of_compiling
tell_of_compiling()
tell_of_compiling()
from parlour.games.jit import compiled, inlined
import numba

@inlined
def small(x):
    return x + 1

@compiled
def large(x):
    return small(x) + 1

@compiled
def other(x):
    return x

small(1)
print("small")
print(large(1), other(1))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiling_is_told_once_and_only_when_it_happens(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(CODE, "utf-8")
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    told = []
    for _ in range(2):
        result = subprocess.run(
            [sys.executable, str(script)],
            env=environment | {"HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stdout == "small\n3 1\n"
        told.append(result.stderr)
    assert told == [
        "Compiling the rules: this happens once and takes about half a minute.\n",
        "",
    ]
