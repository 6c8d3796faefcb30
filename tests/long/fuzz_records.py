"""Fuzz the reader of records for long, guided by coverage (atheris, on Linux and macOS).

    uv run --with atheris python tests/long/fuzz_records.py -max_total_time=3600

Whatever the bytes are, they are read, or refused with a `RecordError`; what is read can be written
and read again with the same result. Other arguments are libFuzzer's. Inputs that reached something
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
        arguments = [f"-dict={dictionary}", f"-max_len={LONGEST}", "-timeout=60", *sys.argv[1:]]
        seeds = [str(ROOT / seed) for seed in SEEDS]
        atheris.Setup([sys.argv[0], *arguments, str(corpus), *seeds], read_and_write)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
