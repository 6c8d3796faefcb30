"""``python -m parlour`` is the command `parlour`."""

from parlour.cli import main

if __name__ == "__main__":
    main()
