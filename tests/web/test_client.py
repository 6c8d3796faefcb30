"""The client's own checks: types, and the tests of its parts that need no browser."""

import shutil
import subprocess

import pytest

from tests.web.conftest import ROOT, unless


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_client_passes_its_own_checks(script: str) -> None:
    """`npm run check` and `npm test` in ``web/``."""
    npm = shutil.which("npm")
    unless(npm, "npm is not installed")
    unless((ROOT / "web" / "node_modules").is_dir(), "npm ci has not run in web/")
    done = subprocess.run(
        [str(npm), "run", script], cwd=ROOT / "web", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
