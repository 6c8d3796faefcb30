"""Fuzz the reader of records for long, guided by coverage (atheris, on Linux and macOS).

    uv run --with atheris python tests/long/fuzz_records.py -max_total_time=3600

Whatever the bytes are, they are read, or refused with a `RecordError`; what is read can be written
and read again with the same result. Bytes that begin with a small number are the play of a hand,
and the number says of which record. Other arguments are libFuzzer's. Inputs that reached something
new are kept in the directory named by FUZZ_CORPUS, or forgotten.
"""

import os
import sys
import tempfile
from pathlib import Path

import atheris

from parlour.games.registry import GAMES

for _game in GAMES.values():
    _game.match  # noqa: B018  # compiled code must be imported without instruments

with atheris.instrument_imports(include=["parlour", "tomllib"]):
    from parlour.errors import RecordError
    from parlour.records import dumps, loads
    from parlour.records.source import decode

    for _game in GAMES.values():
        _game.notation  # noqa: B018  # likewise, with them

ROOT = Path(__file__).parents[2]
SEEDS = ("examples", "tests/records/data")
LONGEST = 20_000


def headers() -> list[bytes]:
    """The beginnings of the examples, up to the play of their first hand."""
    return [path.read_bytes().split(b"play = '''\n")[0] for path in examples()]


def examples() -> list[Path]:
    """The records to begin with."""
    return [path for seed in SEEDS for path in sorted((ROOT / seed).glob("*.toml"))]


HEADERS = headers()


def words() -> list[str]:
    """What libFuzzer may put in: pieces of the format."""
    keys = "parlour game players options hand play scores broken_off kept_by winners extra"
    lines = "card cut dealer order roll deal draw rest reserve discards foundations stock"
    rest = (
        "call pass unused -> ?? ''' \"\"\" [[hand]] Qh 10s Q♥ 1: 12: 5h>1 pile>2 seat end # = \\n"
    )
    return [*keys.split(), *lines.split(), *rest.split()]


def quoted(word: str) -> str:
    """A line of libFuzzer's dictionary."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"\n'


def read_and_write(data: bytes) -> None:
    """Read, or refuse; what is read survives writing."""
    if data and data[0] < len(HEADERS):
        data = HEADERS[data[0]] + b"broken_off = true\nplay = '''\n" + data[1:] + b"'''\n"
    try:
        record = loads(decode(data, "fuzz"), "fuzz")
    except RecordError as error:
        if "\n" in str(error) or not str(error).startswith("fuzz:"):
            raise AssertionError(f"not a sentence: {error!r}") from error
        return
    text = dumps(record)
    again = loads(text)
    if again.result() != record.result() or dumps(again) != text:
        raise AssertionError("a record changed by being written")


def main() -> None:
    """Run libFuzzer with the examples as seeds."""
    with tempfile.TemporaryDirectory() as folder:
        dictionary = Path(folder) / "words"
        dictionary.write_text("".join(map(quoted, words())))
        corpus = Path(os.environ.get("FUZZ_CORPUS", f"{folder}/corpus"))
        corpus.mkdir(exist_ok=True)
        plays = Path(folder) / "plays"
        plays.mkdir()
        for number, path in enumerate(examples()):
            play = path.read_bytes().split(b"'''")[-2]
            (plays / path.stem).write_bytes(bytes([number]) + play[1:-1].rpartition(b"\n")[0])
        arguments = [f"-dict={dictionary}", f"-max_len={LONGEST}", "-timeout=60", *sys.argv[1:]]
        seeds = [str(plays), *(str(ROOT / seed) for seed in SEEDS)]
        atheris.Setup([sys.argv[0], *arguments, str(corpus), *seeds], read_and_write)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
