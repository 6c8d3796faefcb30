"""Settings that all tests share."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shell that runs the tests in the background makes them, and the commands they start, deaf.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "parlour",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize=True,
)
settings.load_profile("parlour")

_LIVE = {Path(__file__).parent / name for name in ("server", "web")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """For two processes: one has all that waits for servers and pages, the other what computes."""
    for item in items:
        is_live = not _LIVE.isdisjoint(item.path.parents)
        item.add_marker(pytest.mark.xdist_group("live" if is_live else "computing"))
