"""Settings that all tests share."""

import signal

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
