"""The game as a person meets it: in a terminal, or through pipes."""

import os
import re
import subprocess
import sys

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX")

from tests.terminal.pseudo import Terminal

PROMPT = r"(?:Call\?|Your (?:card|lead) \((?:1|1 to \d+)(?:, or call)?\)\?|q to leave:) $"
START = (sys.executable, "-m", "parlour.terminal", "--pace", "0")


def piped(typed: bytes, *arguments: str, encoding: str = "utf-8") -> tuple[int, str, str]:
    """Exit code, output and errors of a game that reads *typed* from a pipe."""
    done = subprocess.run(
        [*START, *arguments],
        input=typed,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def test_a_whole_hand() -> None:
    """Seed 4 deals the person king and queen of hearts, not trumps, among eight players."""
    with Terminal("--players", "8", "--seed", "4") as terminal:
        said = terminal.wait_for(PROMPT)
        assert "You hold king and queen of ♥ hearts" in said
        terminal.type("call")
        said = terminal.wait_for(PROMPT)
        assert "PIP-PIP!" in said
        assert "Trumps become ♥ hearts" in said
        assert "new trumps ♥ hearts" in said
        for number in range(1, 14):
            while said.endswith("Call? "):
                terminal.type("")
                said = terminal.wait_for(PROMPT)
            assert f"Trick {number} of 13" in terminal.text
            terminal.type("1")
            said = terminal.wait_for(PROMPT)
        assert (
            len(re.findall(r"takes? the trick: (?:\d+ points?|no points)\.", terminal.text)) == 13
        )
        assert "The hand is over" in said
        account = re.search(r"You +\d+ .* (\d+) +♥ 50 +(\d+) *\n", said)
        assert account
        assert int(account[1]) + 50 == int(account[2])
        terminal.type("q")
        terminal.wait_for("Until next time")
        terminal.wait_for("Seed 4 deals the same cards again")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text


def test_bad_input_help_and_a_change_of_mind() -> None:
    with Terminal("--players", "12", "--preset", "english", "--seed", "11") as terminal:
        terminal.wait_for(PROMPT)
        for typed, answer in (
            ("Zh", "'z' is no rank"),
            ("nonsense and more", "no card"),
            ("call h", "king and queen of hearts"),
            ("99", "no card"),
            ("?", "High to low: 2 A K Q J 10 9 8 7 6 5 4 3"),
            ("t", r"\(dealer\)"),
            ("l", "No trick has been taken yet"),
        ):
            terminal.type(typed)
            terminal.wait_for(answer)
            terminal.wait_for(PROMPT)
        terminal.type("q")
        terminal.wait_for(r"\(y/n\) $")
        terminal.type("n")
        terminal.wait_for(PROMPT)
        terminal.type("q")
        terminal.wait_for(r"\(y/n\) $")
        terminal.type("y")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_control_c_and_control_d_leave(key: str) -> None:
    with Terminal("--players", "5", "--seed", "1") as terminal:
        terminal.wait_for(PROMPT)
        terminal.type_until(key, "You have left the table")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text


def test_narrow_and_without_colour() -> None:
    with Terminal("--players", "12", "--seed", "2", columns=60, NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        for typed in ("?", "t"):
            terminal.type(typed)
            terminal.wait_for(PROMPT)
        terminal.type("\x04")
        assert terminal.end() == 0
    game = terminal.text[terminal.text.index("Pip-Pip,") :]
    assert max(map(len, game.splitlines())) <= 60
    assert not re.search(r"\x1b\[[\d;]*[34]8;[25];", terminal.raw)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_encodings_without_suits(encoding: str) -> None:
    code, out, errors = piped(
        b"?\nt\n\xff\xfe\nQ\xe9\n1\n", "--players", "6", "--seed", "3", encoding=encoding
    )
    assert (code, errors) == (0, "")
    assert "trumps" in out
    assert "The input has ended: you have left the table" in out
    assert not set(out) & set("♣♦♥♠─·")


def test_pipes_play_a_hand_and_are_echoed() -> None:
    code, out, errors = piped(
        b"\n1\n" * 40, "--players", "12", "--preset", "english", "--seed", "6"
    )
    assert (code, errors) == (0, "")
    assert "The hand is over" in out
    assert "\x1b" not in out
    assert re.search(r"Your card \(1 to \d+(?:, or call)?\)\? 1\n", out)


def test_a_reader_who_goes_away() -> None:
    process = subprocess.Popen(
        [*START, "--players", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.close()
    _, errors = process.communicate(b"1\n" * 100)
    assert errors == b""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "2"), "cannot be played by 2 players: allowed is 3 to 12"),
        (("--players", "9", "--preset", "japanese"), "allowed is 3 to 8"),
        (("--preset", "dutch"), "there is no preset 'dutch'"),
    ],
)
def test_tables_that_cannot_be(arguments: tuple[str, ...], words: str) -> None:
    code, out, errors = piped(b"", *arguments)
    assert code == 1
    assert out == ""
    assert words in errors
    assert "Traceback" not in errors
