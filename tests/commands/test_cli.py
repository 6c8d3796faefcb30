"""The command as people use it: what it prints, its exit codes, and never a traceback."""

import importlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour import __version__, cli
from parlour.cli import run
from parlour.games.registry import GAMES
from tests.records.records import EXAMPLES

DEAL = "examples/illustrative-deal-a.toml"
LAST_LINE = "Scores: 18 34 50 0 114 37 88 50 23"
COMMANDS = (
    *(
        "serve",
        "backup",
        "restore",
        "play",
        "rules",
        "replay",
        "check",
        "trace",
        "simulate",
        "arena",
    ),
    *("bench", "bench engine", "bench bots", "bench server"),
)
SAVANNAH = "examples/savannah.toml"


def parlour(
    *arguments: str, stdin: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from parlour.cli import main; main()", *arguments],
        input=stdin,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What the command prints; errors if *code* is not 0."""
    assert run(arguments) == code
    captured = capsys.readouterr()
    if code == 2:
        assert captured.out == ""
        assert captured.err.startswith("parlour: ")
        assert captured.err.count("\n") == 1
        return captured.err
    return captured.out


# Help, version, starting


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version") == f"{__version__}\n"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = output(capsys, *command.split(), "--help")
    assert "Usage: parlour" in text
    examples = text[text.index("Examples:") : text.index("\n\nExit codes:")].splitlines()[1:]
    assert all(line.startswith(f"  parlour {command}".rstrip()) for line in examples)
    assert max(map(len, text.splitlines())) <= 80
    for code in (cli.WRONG, cli.MISUSED, cli.BUG, cli.INTERRUPTED, cli.PIPE_CLOSED):
        assert f"\n  {code} " in text[text.index("Exit codes:") :]


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--help",), ("--version",), ("rules",), ("rules", "--help")),
        *(("serve", "--origin", "foo"), ("serve", "--host", "192.0.2.7"), ("backup", "tests")),
    ],
)
def test_starts_without_the_compiled_engine(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from parlour.cli import run; run(sys.argv[1:]); "
        "print(sorted({'numba', 'numpy', 'fluent'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert result.stdout.endswith("[]\n")


# Rules


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_every_preset(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {output(capsys, "rules", game, "--preset", preset) for preset in GAMES[game].presets}
    assert len(texts) == len(GAMES[game].presets)
    for text in texts:
        assert text.startswith(f"{GAMES[game].title}: preset ")
        assert "{" not in text


def test_rules_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(
        capsys,
        "rules",
        "--preset",
        "russian",
        "--set",
        "trump marriage=yes",
        "--set",
        "auction=yes",
    )
    assert text.startswith("Pip-Pip: preset russian with trump_marriage = yes, auction = yes\n")
    assert "The auction\n" in text


def test_rules_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules", "savannah", "--markdown")
    assert text.startswith("# Savannah: preset savannah\n\n## The game\n\n")
    assert "\n- `turn_limit = none`: The game ends" in text


@pytest.mark.parametrize("game", GAMES)
def test_rules_show_every_value_as_it_is_typed(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = output(capsys, "rules", game, "--markdown")
    for choice in GAMES[game].options.choices:
        (line,) = (line for line in text.splitlines() if line.startswith(f"- `{choice.name} = "))
        typed = re.findall("`([^`]*)`", line.partition("Values: ")[2])
        assert [choice.code(value)[0] for value in typed] == list(range(len(choice.values)))


# Records


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_replay_tells_every_example(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "replay", str(path)).splitlines()
    assert lines[-1].startswith("Scores: ")
    assert all(line == line.rstrip() for line in lines)


def test_replay(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "replay", "--all", DEAL).splitlines()
    assert lines[-1] == LAST_LINE
    assert "Hand 1, trick 11 of 11: clubs are trumps" in lines
    assert "Kabanov    K♣  wins 64" in lines
    called = lines.index("Danilov calls hearts: 50 points")
    assert lines[called - 1] == "Hand 1, trick 2 of 11: spades are trumps"
    assert "Hearts become trumps." in lines[called:]
    assert "4  Yuriev     4♦ 6♦ 9♦ 10♥ 2♠ J♠ A♠" in lines
    assert "Part of a match: it goes on after this hand." in lines


def test_replay_tells_calls_before_the_trumps_they_bring(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = output(capsys, "replay", "examples/kitchen-table.toml").splitlines()
    place = lines.index("me calls spades: 50 points")
    assert lines[place - 1].endswith("trick 1 of 17: diamonds are trumps")
    assert lines[place + 1 : place + 4] == [
        "# dealt to me!",
        "Spades become trumps.",
        "Dad        4♦",
    ]


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("broken-off", "Broken off: the last hand was not played to its end."),
        ("broken-off", "Broken off here."),
        ("kitchen-table", "Partial: the notes of seat 3, ?? being cards that were not seen."),
        ("kitchen-table", "Uncle Joe wins."),
        ("savannah", "Tom wins."),
    ],
)
def test_replay_tells_how_much_there_is(
    example: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in output(capsys, "replay", f"examples/{example}.toml").splitlines()


def test_replay_tells_of_gaps_only_where_there_are_some(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = output(capsys, "replay", SAVANNAH)
    assert not any(word in text for word in ("Partial", "Broken off", "Part of a match"))


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(Path(DEAL).read_text("utf-8").replace("-> 9 23", "-> 9 24"), "utf-8")
    lines = output(capsys, "check", DEAL, str(wrong), "nowhere.toml", code=1).splitlines()
    assert lines == [
        f"{DEAL}: right: Pip-Pip, 9 players, 1 hand",
        f"{wrong}:32: this trick has 23 points, not 24",
        "nowhere.toml: there is no such file",
    ]
    assert output(capsys, "check", *map(str, EXAMPLES)).count(": right: ") == len(EXAMPLES)


def test_names_of_files_reach_no_terminal_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in output(capsys, "check", "\x1b[31mred.toml", code=1)


def test_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Path(DEAL).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert output(capsys, "replay", "-").splitlines()[-1] == LAST_LINE
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert output(capsys, "check", "-", DEAL).startswith("standard input: right: ")


def test_trace(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in output(capsys, "trace", "--json", DEAL).splitlines()]
    assert [line["step"] for line in lines] == list(range(1, 106))
    assert lines[-1]["scores"] == [18, 34, 50, 0, 114, 37, 88, 50, 23]
    lines = output(capsys, "trace", DEAL).splitlines()
    assert lines[:2] == ["1  chance  dealer 9", "   scores 0 0 0 0 0 0 0 0 0"]
    assert lines[3] == "   trump s; scores 0 0 0 0 0 0 0 0 0"


def test_trace_of_savannah_says_nothing_of_trumps(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "trace", SAVANNAH)
    assert "trump" not in text
    assert "nothing" not in text
    assert "\n   seat 2 draws 2s 2d 7h Ah; dice 3 1; foundations 9h Js 6d; left 19 19; " in text


# Simulation


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "simulate", "--games", "50", "--players", "3", "--seed", "4")
    assert text.startswith("Pip-Pip, preset english\nseat  policy    mean score")
    assert len(text.splitlines()) == 6
    assert "50 games of " in text.splitlines()[-1]


def test_simulate_as_json_and_with_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    arguments = ("--games", "3", "--set", "match_length=1 hands", "--policy", "random")
    text = output(capsys, "simulate", *arguments, "--json", "--records", str(folder))
    result = json.loads(text)
    assert result["policies"] == ["random"] * 4
    files = sorted(str(path) for path in folder.iterdir())
    assert len(files) == 3
    scores = []
    for file in files:
        last = output(capsys, "replay", file).splitlines()[-1]
        scores.append([int(score) for score in last.removeprefix("Scores: ").split()])
    for seat, told in enumerate(result["seats"]):
        assert told["mean"] == pytest.approx(sum(row[seat] for row in scores) / 3)
    assert json.loads(output(capsys, "simulate", *arguments, "--json"))["seats"] == result["seats"]


# Misuse


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            "rulez",
            "no command 'rulez': did you mean rules? Commands are serve, ",
        ),
        ("whist", ", bench. Try 'parlour --help'."),
        ("--colour", "there is no option --colour"),
        ("rules whist", "there is no game 'whist': there are pip-pip, savannah"),
        ("rules --preset french", "there is no preset 'french'"),
        ("rules --set call=first", "did you mean calls?"),
        ("rules --set calls=never", "allowed is any time or before lead"),
        ("rules --set calls", "it is written --set option=value"),
        ("rules --colour", "Unknown option: --colour"),
        ("rules --presett x", "Did you mean --preset? Try 'parlour rules --help'."),
        ("rules pip-pip savannah", "nothing is known to do with 'savannah'"),
        ("rules savannah --preset english", "english is a preset of pip-pip; savannah has only"),
        ("rules --preset savannah", "a preset of savannah; pip-pip has english, japanese, russian"),
        ("replay", "FILE requires an argument"),
        ("check --all", "parlour: there is no option --all. Try 'parlour check --help'."),
        ("trace --jsn hand.toml", "there is no option --jsn"),
        ("check", "FILES requires an argument"),
        ("bench", None),
        ("bench games", "no command 'games': commands are engine, bots, server"),
        ("bench engine --rounds 0", "from 1 to 1000"),
        ("simulate --games 0", "from 1 to 10,000,000"),
        ("simulate --games many", "'many' is no whole number"),
        ("simulate --games 1.5", "'1.5' is no whole number"),
        ("simulate --seed 0x1f", "'0x1f' is no whole number"),
        ("simulate --cores 1.5", "'1.5' is no whole number"),
        ("arena baseline random --deals 1.5", "'1.5' is no whole number"),
        ("bench engine --rounds 1.5", "'1.5' is no whole number"),
        ("explain hand.toml --step 1.5", "'1.5' is no whole number"),
        ("play --players 3.5", "'3.5' is no whole number"),
        ("serve --port 80.5", "'80.5' is no whole number"),
        ("serve --port 80000", "ports are 0 to 65535"),
        ("serve --lan --host 127.0.0.1", "--host 127.0.0.1 none but this one"),
        ("serve --origin foo", "--origin 'foo' is no origin"),
        ("serve --proxy nonsense", "--proxy 'nonsense' is no address"),
        ("serve --root-path /a?", "--root-path '/a?' is no path"),
        ("serve --tls-cert cert.pem", "belong together"),
        ("backup", "DESTINATION requires an argument"),
        ("simulate --cores 0", "at least 1"),
        ("simulate --players 2", "allowed is 3 to 12"),
        ("simulate --policy clever", "there is no policy 'clever'"),
        ("simulate --policy random --policy random", "2 policies for 4 seats"),
        ("simulate savannah", "add --set 'turn_limit=200 turns'"),
        ("arena savannah baseline random", "add --set 'turn_limit=200 turns'"),
        ("arena pip-pip baseline --players 3 --limit nan", "nan seconds: bots need some time"),
        ("play --players 40", "allowed is 3 to 12"),
    ],
)
def test_misuse(arguments: str, why: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    if why is None:
        assert "Usage: parlour bench" in output(capsys, *arguments.split())
    else:
        assert why in output(capsys, *arguments.split(), code=2)


def test_wrong_records_are_told_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("replay", "trace"):
        assert run([command, "nowhere.toml"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == "parlour: nowhere.toml: there is no such file\n"


@pytest.mark.parametrize("nasty", ["\x1b[31m", "\x9b31m", "\r", "\u202e", "\u2028", "a\nb"])
def test_nothing_raw_reaches_the_terminal(nasty: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        [nasty],
        ["rules", nasty],
        ["rules", f"--{nasty}"],
        ["rules", "--set", f"{nasty}=1"],
        ["simulate", "--games", nasty],
        ["simulate", "--records", f"{DEAL}/{nasty}"],
        ["play", "--bot", nasty],
        *([command, nasty] for command in ("check", "replay", "trace")),
        ["explain", nasty, "--step", "1"],
    ):
        assert run(arguments) in {1, 2}
        captured = capsys.readouterr()
        told = captured.out + captured.err
        assert nasty not in told
        assert told.count("\n") == 1, arguments


def test_records_where_none_can_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told before games are played for nothing."""
    playing = importlib.import_module("parlour.bots.simulate")
    monkeypatch.setattr(playing, "simulate", lambda *_, **__: pytest.fail("it played"))
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "games"):
        assert run(["simulate", "--games", "1", "--records", str(folder)]) == 1
        assert capsys.readouterr().err == f"parlour: {file}: not a directory\n"
    monkeypatch.setattr(os, "access", lambda *_: False)  # as root everything may be written
    assert run(["simulate", "--games", "1", "--records", str(tmp_path / "games")]) == 1
    assert capsys.readouterr().err == f"parlour: {tmp_path}: permission denied\n"


def test_no_folder_for_a_command_that_makes_no_sense(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert run(["simulate", "--policy", "clever", "--records", str(folder)]) == 2
    assert not folder.exists()


# Streams and signals


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals work otherwise on Windows")
def test_closed_pipe() -> None:
    command = f"{sys.executable} -c 'from parlour.cli import main; main()' trace --json {DEAL}"
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | head -1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.startswith('{"step":1,')
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals work otherwise on Windows")
@pytest.mark.parametrize(
    "arguments",
    [
        *("--help", "--version", "rules", "rules --markdown", "rules --help", "bench"),
        *(f"replay {DEAL}", f"check {DEAL}", f"trace {DEAL}"),
        *("simulate --games 3", "simulate --games 3 --json", "play --players 3 --seed 1"),
    ],
)
def test_nobody_reads(arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stdout:
        result = subprocess.run(
            [sys.executable, "-c", "from parlour.cli import main; main()", *arguments.split()],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = [line for line in result.stderr.splitlines() if not line.startswith("Compiling")]
    assert (result.returncode, said) == (cli.PIPE_CLOSED, [])


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals work otherwise on Windows")
@pytest.mark.parametrize(
    ("first", "long"),
    [
        ("simulate --games 1", "simulate --games 10000000 --cores 1"),
        (
            "arena pip-pip --players 3 solid baseline --deals 1 --cores 1",
            "arena pip-pip --players 3 solid baseline --deals 100000 --cores 2",
        ),
    ],
)
def test_interrupt(capsys: pytest.CaptureFixture[str], first: str, long: str) -> None:
    """A terminal tells all processes that were begun there."""
    output(capsys, *first.split())  # compiling is told, too
    with subprocess.Popen(
        [sys.executable, "-c", "from parlour.cli import main; main()", *long.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (out, process.returncode) == ("", 130)
    assert err == "parlour: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="streams are closed otherwise on Windows")
@pytest.mark.parametrize(
    ("closing", "code", "told"),
    [
        ("rules >&-", 0, ""),
        (f"check {DEAL} >&-", 0, ""),
        ("rules >/dev/full", 1, "parlour: output: no space left on device\n"),
        (
            "replay - <&-",
            1,
            "parlour: standard input: a record begins with 'parlour = 1': this one does not\n",
        ),
        ("rules whist 2>&-", 2, ""),
    ],
)
def test_streams_that_are_closed_or_full(closing: str, code: int, told: str) -> None:
    if "/dev/full" in closing and not Path("/dev/full").exists():
        pytest.skip("there is no full device here")
    command = f"{sys.executable} -c 'from parlour.cli import main; main()' {closing}"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (code, told)


def test_terminal_that_knows_no_suits() -> None:
    result = parlour("replay", DEAL, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.stderr == ""
    assert "Kabanov    Kc  wins 64" in result.stdout


def test_a_hand_can_be_left() -> None:
    result = parlour("play", stdin="q\n")
    assert result.returncode == 0
    assert result.stderr == ""
    assert "Pip-Pip" in result.stdout


def test_mistakes_of_ours_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> int:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(cli, "_without_command", broken)
    assert run([]) == cli.BUG
    told = capsys.readouterr().err
    assert told == (
        "parlour: this is a mistake of Parlour's: RuntimeError: two lines (PARLOUR_DEBUG=1 shows "
        "more)\n"
    )
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run([])


@pytest.mark.skipif(os.name == "nt", reason="the script goes elsewhere on Windows")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, tmp_path: Path) -> None:
    result = parlour("--install-completion", shell, HOME=str(tmp_path))
    assert result.returncode == 0, result.stderr
    script = Path(result.stdout.removeprefix("Installed in ").split(": ")[0])
    assert "simulate" in script.read_text("utf-8")
    assert tmp_path in script.parents
