"""The `parlour` command."""


def main() -> None:
    """Run the command."""
