"""The `parlour` command: finds the command asked for, and puts what goes wrong into a sentence.

Nothing else is imported at first, so that Ctrl-C is a sentence from the beginning.
"""

import contextlib
import difflib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from parlour import __version__
from parlour.control import clean
from parlour.errors import OptionError, ParlourError

if TYPE_CHECKING:
    from cyclopts import App, CycloptsError

WRONG, MISUSED, BUG, INTERRUPTED, PIPE_CLOSED = 1, 2, 70, 130, 141
"""Exit codes, besides 0: a record or file that is wrong, or a server that cannot start; a command
that makes no sense; a mistake of ours; Ctrl-C; the reader of our output has gone. The last two are
what a shell reports for these signals."""

DEBUG = "PARLOUR_DEBUG"
"""The environment variable that lets a mistake of ours be shown in full."""

_HELP = """\
The card table for Pip-Pip and Savannah.

Without a command, parlour opens a table to play at in your browser."""

_EXIT_CODES = f"""
Exit codes:
  0    all is well; leaving play, or stopping serve, is well too
  {WRONG}    a record or a file is wrong, or serve cannot start
  {MISUSED}    the command makes no sense
  {BUG}   a mistake of Parlour's
  {INTERRUPTED}  interrupted with Ctrl-C
  {PIPE_CLOSED}  nobody reads the output any more, as in: parlour rules | head -1"""

_EXAMPLES = """
parlour
parlour rules savannah
parlour check examples/illustrative-deal-a.toml
parlour simulate --players 4 --games 1000"""

_COMMANDS = {
    "serve": (
        "Serve tables to browsers, here or for the whole house.",
        """
parlour serve
parlour serve --lan
parlour serve --bot my_bots:Cautious
parlour serve --no-open --port 8000 --root-path /parlour --proxy 127.0.0.1""",
    ),
    "backup": (
        "Copy all tables to a new file, while a server may be using them.",
        """
parlour backup friday.sqlite
parlour backup --data main/tables.sqlite friday.sqlite""",
    ),
    "restore": (
        "Put the tables of a backup in the place of those that are kept.",
        """
parlour restore friday.sqlite
parlour restore --data main/tables.sqlite friday.sqlite""",
    ),
    "play": (
        "Play a hand in the terminal.",
        """
parlour play
parlour play --players 6 --preset russian --bot expert
parlour play --set 'match_length=1 hands' --seed 7""",
    ),
    "rules": (
        "Print the rules of a game, with the options in force.",
        """
parlour rules
parlour rules pip-pip --preset russian --set trump_marriage=yes
parlour rules savannah --markdown""",
    ),
    "replay": (
        "Show a record, trick by trick or turn by turn.",
        """
parlour replay examples/illustrative-deal-a.toml
parlour replay --all examples/savannah.toml""",
    ),
    "check": (
        "Make sure that records are right: a line for each, and exit code 1 if one is wrong.",
        """
parlour check examples/illustrative-deal-a.toml
parlour check games/*.toml""",
    ),
    "trace": (
        "List every event of a record, for other programs to compare.",
        """
parlour trace --json examples/illustrative-deal-a.toml
parlour trace - < examples/savannah.toml""",
    ),
    "explain": (
        "Tell what each legal action was worth at a step of a record, and why.",
        """
parlour explain --step 20 examples/english-hand.toml
parlour explain --step 20 --json examples/english-hand.toml""",
    ),
    "simulate": (
        "Play many games between bots and sum them up.",
        """
parlour simulate --players 4 --games 100000
parlour simulate --players 3 --policy random --seed 7
parlour simulate savannah --set 'turn_limit=200 turns' --json
parlour simulate --games 10 --records games""",
    ),
    "arena": (
        "Let bots play each other on the same deals, from every chair.",
        """
parlour arena pip-pip --players 6 expert baseline --deals 100
parlour arena pip-pip expert solid casual baseline --deals 50 --json
parlour arena pip-pip --players 4 my_bots:Cautious baseline --deals 200""",
    ),
}

_BENCH = "Measure how fast things are, or how strong."

_BENCH_EXAMPLES = """
parlour bench engine
parlour bench bots
parlour bench server"""

_BENCH_COMMANDS = {
    "engine": (
        "Measure the engine: random play, calls from Python, starting up; and other engines "
        "beside it.",
        """
parlour bench engine
parlour bench engine --json""",
    ),
    "bots": (
        "Measure how strong a bot that searches is, with ever more playouts.",
        """
parlour bench bots
parlour bench bots --players 3 --deals 50""",
    ),
    "server": (
        "Measure the server with many clients, and boardgame.io beside it.",
        """
parlour bench server
parlour bench server --seconds 5 --json""",
    ),
}


def application() -> "App":
    """The command with all its commands; none of them is imported before it is asked for."""
    from cyclopts import App  # see above

    from parlour.commands.output import console

    app = App(
        name="parlour",
        help=_HELP,
        help_epilogue=_examples(_EXAMPLES),
        console=console(),
        help_format="plaintext",
        version=__version__,
        version_format="plaintext",
        result_action="return_value",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
    )
    for name, (text, examples) in _COMMANDS.items():
        path = f"parlour.commands.{name}:{name}"
        app.command(path, name=name, help=text, help_epilogue=_examples(examples))
    bench = App(name="bench", help=_BENCH, help_epilogue=_examples(_BENCH_EXAMPLES))
    for name, (text, examples) in _BENCH_COMMANDS.items():
        path = f"parlour.commands.bench:{name}"
        bench.command(path, name=name, help=text, help_epilogue=_examples(examples))
    app.command(bench)

    @app.command(name="--install-completion")
    def _install_completion(
        shell: Literal["bash", "zsh", "fish", "powershell"] | None = None,
    ) -> int:
        """Complete commands and options in your shell."""
        from cyclopts.completion.detect import ShellDetectionError  # see above

        try:
            script = app.install_completion(shell=shell)
        except ShellDetectionError:
            return _say("which shell is this? Add bash, zsh, fish or powershell", MISUSED)
        sys.stdout.write(f"Installed in {script}: it works in the next shell you open.\n")
        return 0

    return app


def _examples(lines: str) -> str:
    return f"Examples:{lines}".replace("\n", "\n  ") + f"\n{_EXIT_CODES}"


def _without_command() -> int:
    """What happens when no command is given."""
    from parlour.commands.serve import open_table  # only when needed

    return open_table()


def _execute(arguments: Sequence[str]) -> int:
    from cyclopts import CycloptsError  # see above

    try:
        result = application()(list(arguments)) if arguments else _without_command()
    except CycloptsError as error:
        chain = " ".join(["parlour", *(error.command_chain or ())])
        reason = _reason(error)
        stop = "" if reason.endswith("?") else "."
        return _say(f"{reason}{stop} Try '{chain} --help'.", MISUSED)
    return result if isinstance(result, int) else 0


def _reason(error: "CycloptsError") -> str:
    """What is wrong with a command, without a full stop."""
    from cyclopts import (  # see above
        UnknownCommandError,
        UnusedCliTokensError,
        ValidationError,
    )

    unused = error.unused_tokens or []
    if isinstance(error, UnknownCommandError):
        if unused[0].startswith("-"):
            return f"there is no option {unused[0]}"
        commands = [name for name in error.app or () if not name.startswith("-")]
        near = difflib.get_close_matches(unused[0], commands, 1)
        hint = f"did you mean {near[0]}? Commands" if near else "commands"
        return f"there is no command {unused[0]!r}: {hint} are {', '.join(commands)}"
    if isinstance(error, UnusedCliTokensError):
        return f"nothing is known to do with {' '.join(map(repr, unused))}"
    if isinstance(error, ValidationError) and error.exception_message:
        return error.exception_message
    return " ".join(str(error).split()).rstrip(".")


def run(arguments: Sequence[str]) -> int:
    """Run the command with *arguments*; returns its exit code."""
    try:
        code = _execute(arguments)
        sys.stdout.flush()
    except OptionError as error:
        return _say(str(error), MISUSED)
    except ParlourError as error:
        return _say(str(error), WRONG)
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has had enough; nothing more may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _say(f"{error.filename or 'output'}: {(error.strerror or 'error').lower()}", WRONG)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        return _say(f"this is a mistake of Parlour's: {what} ({DEBUG}=1 shows more)", BUG)
    return code


def _say(message: str, code: int) -> int:
    with contextlib.suppress(BrokenPipeError):
        sys.stderr.write(f"parlour: {clean(message)}\n")
    return code


def main() -> None:
    """Run the command with the arguments of this process."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed before we began, as by >&-
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  # open to the end
            setattr(sys, name, nothing)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
