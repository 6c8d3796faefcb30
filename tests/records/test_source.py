"""Getting at the text: every way in which a file can be something else."""

import codecs
import io
import os
import sys
from pathlib import Path

import pytest

from parlour.errors import RecordError
from parlour.records import read
from parlour.records.source import MOST_BYTES

DEAL = Path("examples/illustrative-deal-a.toml").read_bytes()
SCORES = [18, 34, 50, 0, 114, 37, 88, 50, 23]


def saved(folder: Path, data: bytes) -> Path:
    path = folder / "hand.toml"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        DEAL.replace(b"\n", b"\r\n"),
        codecs.BOM_UTF8 + DEAL,
        codecs.BOM_UTF8 + DEAL.replace(b"\n", b"\r\n"),
        DEAL.rstrip(b"\n"),
        DEAL.replace(b"1: 4c 2c Kc", b"1:\t4C  2C,KC"),
    ],
    ids=["CRLF", "BOM", "both", "no last newline", "tabs and capitals"],
)
def test_accepted(tmp_path: Path, data: bytes) -> None:
    assert read(saved(tmp_path, data)).result().scores() == SCORES


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (DEAL.decode().encode("utf-16"), "written in UTF-16: save it as UTF-8"),
        (DEAL.decode().encode("utf-16-le"), "seems to be written in UTF-16: save it as UTF-8"),
        (DEAL.decode().encode("utf-16-be"), "seems to be written in UTF-16: save it as UTF-8"),
        (codecs.BOM_UTF32_LE + b"p\0\0\0", "written in UTF-32: save it as UTF-8"),
        (DEAL.replace(b"Andreev", "Andréev".encode("latin-1")), ":5: byte 0xe9 is not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is a binary file"),
        (DEAL[: len(DEAL) // 2], "three quotes never ends"),
        (b" " * (MOST_BYTES + 1), f"{MOST_BYTES + 1:,} bytes are too many for a record"),
    ],
    ids=["UTF-16", "unmarked", "unmarked BE", "UTF-32", "Latin-1", "binary", "half", "large"],
)
def test_refused(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(RecordError, match=r"hand\.toml") as caught:
        read(saved(tmp_path, data))
    assert why in str(caught.value)


def test_very_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 100_000_000)
    with pytest.raises(RecordError, match=r"100,000,000 bytes .* at most 4,000,000 are read"):
        read(path)


def test_missing_file() -> None:
    with pytest.raises(RecordError, match=r"nowhere\.toml: there is no such file"):
        read("nowhere.toml")


@pytest.mark.skipif(os.sep != "/", reason="these are good paths on Windows")
def test_windows_path() -> None:
    with pytest.raises(RecordError, match="paths are written with / here"):
        read("C:\\games\\hand.toml")


def test_directory(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="this is a directory"):
        read(tmp_path)


def test_no_name_at_all() -> None:
    with pytest.raises(RecordError, match="this is no name of a file"):
        read("hand\0.toml")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_endless_file() -> None:
    with pytest.raises(RecordError, match="too many for a record"):
        read("/dev/zero")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DEAL)))
    assert read("-").result().scores() == SCORES
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"nothing")))
    with pytest.raises(RecordError, match="standard input:1: this is not TOML"):
        read("-")
