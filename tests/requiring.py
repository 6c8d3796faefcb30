"""What some tests need and not every machine has."""

import os

import pytest

REQUIRE_ALL = os.environ.get("PARLOUR_REQUIRE_ALL") == "1"


def unless(is_there: object, reason: str) -> None:
    """Skip with a reason; fail instead where everything has to be there."""
    if not is_there:
        if REQUIRE_ALL:
            pytest.fail(reason)
        pytest.skip(reason)
