"""``python -m parlour.terminal``: play a hand with plain arguments."""

import argparse
import sys

from parlour.errors import OptionError
from parlour.terminal import PACE, play_hand, streams


def main() -> None:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(prog="python -m parlour.terminal", description=__doc__)
    parser.add_argument("--players", type=int, default=4, help="how many play, you included")
    parser.add_argument("--preset", default="english", help="english, japanese or russian")
    parser.add_argument("--seed", type=int, help="deal the same cards again")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between two cards")
    given = parser.parse_args()
    try:
        play_hand(given.players, given.preset, given.seed, pace=given.pace)
    except OptionError as error:
        sys.exit(str(error))
    except BrokenPipeError:
        streams.close_output()


if __name__ == "__main__":
    main()
