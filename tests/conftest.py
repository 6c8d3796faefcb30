"""Settings that all tests share."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "parlour",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize=True,
)
settings.load_profile("parlour")
