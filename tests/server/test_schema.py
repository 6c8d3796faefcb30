"""Schemathesis on the HTTP part: whatever comes in, the answer is one that is described."""

import subprocess
import sys
from pathlib import Path

from tests.server.serving import Serving

NOT_CHECKED = {
    "positive_data_acceptance": "that options fit each other cannot be said in a schema",
    "allow_header_conformance": "Litestar's answer to OPTIONS names one handler's methods only",
}


def test_schemathesis_finds_nothing(server: Serving, tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("st")
    address = f"{server.base}/api/schema/openapi.json"
    without = ",".join(NOT_CHECKED)
    done = subprocess.run(
        [program, "run", address, "--max-examples", "25", "--exclude-checks", without],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-1000:]
