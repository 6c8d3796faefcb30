"""`parlour serve` as people run it: what it prints, whom it lets in, how it ends."""

import io
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import segno
from websockets.sync.client import connect

from parlour.server.protocol import PROTOCOL
from parlour.server.run import lan_address

MAIN = (sys.executable, "-c", "from parlour.cli import main; main()")


class Command:
    """`parlour serve` in a process of its own, with its output in a file."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.output = folder / "output.txt"
        data = ("--data", str(folder / "tables.sqlite"))
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [*MAIN, "serve", *data, *options],
                stdout=output,
                stderr=output,
                env=os.environ | {"COLUMNS": "200", "PARLOUR_TEST_CHANCE": ""} | environment,
                start_new_session=True,
            )

    def interrupt(self) -> None:
        """Press Ctrl-C: a terminal tells everybody who was started there."""
        os.killpg(self.process.pid, signal.SIGINT)

    @property
    def said(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def address(self) -> str:
        """Where it says it is, once it says so."""
        while (found := re.search(r"Parlour is at (\S+)", self.said)) is None:
            assert self.process.poll() is None, self.said
            time.sleep(0.02)
        return found[1]

    def wait_for(self, what: str) -> str:
        deadline = time.monotonic() + 120
        while what not in self.said:
            assert time.monotonic() < deadline, self.said
            time.sleep(0.02)
        return self.said


@contextmanager
def serving(folder: Path, *options: str, **environment: str) -> Iterator[Command]:
    command = Command(folder, *options, **environment)
    try:
        yield command
    finally:
        command.process.kill()
        command.process.wait()


def ask(address: str, *, context: ssl.SSLContext | None = None, **headers: str) -> Any:
    """The JSON, or the text, of an answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    query = urllib.request.Request(address, headers=named)  # noqa: S310
    with urllib.request.urlopen(query, timeout=60, context=context) as answer:  # noqa: S310
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["content-type"] else text


def hello(address: str, code: str, **options: Any) -> str:
    """The kind of the answer to a `hello` over a WebSocket."""
    where = address.replace("http", "ws", 1) + f"api/tables/{code}/play"
    with connect(where, **options) as connection:
        connection.send(json.dumps({"type": "hello", "version": PROTOCOL}))
        return str(json.loads(connection.recv())["type"])


def make(address: str, context: ssl.SSLContext | None = None) -> str:
    """The code of a new table."""
    body = json.dumps({"game": "savannah", "players": 2, "name": "Anna"}).encode()
    headers = {"Content-Type": "application/json"}
    query = urllib.request.Request(address + "api/tables", body, headers)  # noqa: S310
    with urllib.request.urlopen(query, timeout=60, context=context) as answer:  # noqa: S310
        return str(json.load(answer)["code"])


def test_without_standard_streams_it_serves_all_the_same(tmp_path: Path) -> None:
    closing = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"]
    serve = [*MAIN, "serve", "--no-open", "--port", "0", "--data", str(tmp_path / "tables.sqlite")]
    note = tmp_path / "tables.sqlite.address"
    with subprocess.Popen([*closing, *serve]) as process:
        while not note.exists() or not note.read_text():
            assert process.poll() is None
            time.sleep(0.05)
        assert len(make(note.read_text())) == 6
        streams = [Path(f"/proc/{process.pid}/fd/{number}").readlink() for number in range(3)]
        process.terminate()
    assert streams == [Path(os.devnull)] * 3, "what a process of ours says must get into no file"


def test_for_phones_there_is_an_address_and_its_qr_code(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--no-open", "--port", "0") as command:
        port = command.address().rsplit(":", 1)[1]
        address = f"http://{lan_address()}:{port}"
        said = command.wait_for(f"For phones in the same network: {address}")
        picture = io.StringIO()
        segno.make(address, micro=False).terminal(out=picture, compact=True)
        command.wait_for(picture.getvalue().rstrip().splitlines()[-1])
        assert picture.getvalue() in command.said, said
        assert ask(address + "health")["well"]
        assert hello(address, make(address)) == "welcome"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_https_with_a_certificate_of_ones_own(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
    )
    tls = ("--tls-cert", str(cert), "--tls-key", str(key))
    with serving(tmp_path, *tls, "--no-open", "--port", "0") as command:
        address = command.address()
        assert address.startswith("https://127.0.0.1:")
        context = ssl.create_default_context(cafile=cert)
        assert ask(address + "health", context=context)["well"]
        code = make(address, context)
        assert hello(address, code, ssl=context) == "welcome"
        with pytest.raises(ssl.SSLCertVerificationError):
            hello(address, code, ssl=ssl.create_default_context())


@pytest.mark.parametrize("host", ["", "0", "0.0.0.0"])  # noqa: S104  # what people may give
def test_an_address_to_open_is_said_wherever_it_listens(tmp_path: Path, host: str) -> None:
    with serving(tmp_path, "--host", host, "--no-open", "--port", "0") as command:
        assert command.address().startswith("http://127.0.0.1:")
        assert ask(command.address() + "health")["well"]


def test_behind_a_proxy_and_a_path(tmp_path: Path) -> None:
    """As a proxy asks that hands on ``https://example.org/cards/`` and tells for whom."""
    options = ("--root-path", "/cards", "--proxy", "127.0.0.1", "--no-open", "--port", "0")
    with serving(tmp_path, *options) as command:
        assert command.address().endswith("/cards/")
        direct = command.address().removesuffix("cards/")
        for base in (direct, direct + "cards/"):  # proxies hand the path on, or take it off
            page = ask(base, Host="example.org", X_Forwarded_Proto="https")
            assert '<base href="/cards/"' in page or "the page is missing" in page
            assert ask(base + "api/about")["protocol"] == PROTOCOL
            assert hello(base, make(base)) == "welcome"
        refused = 0
        for _ in range(200):
            try:
                ask(direct + "api/tables", X_Forwarded_For="203.0.113.7")
            except urllib.error.HTTPError as error:
                refused += error.code == 429
        assert refused, "too many requests of one address"
        assert ask(direct + "api/tables", X_Forwarded_For="203.0.113.8") == {"tables": []}


def test_forwarded_addresses_are_not_believed_without_a_proxy(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-open", "--port", "0") as command:
        address, refused = command.address(), 0
        for number in range(200):
            try:
                ask(address + "api/tables", X_Forwarded_For=f"203.0.113.{number}")
            except urllib.error.HTTPError as error:
                refused += error.code == 429
        assert refused


@pytest.mark.parametrize(
    ("option", "code", "text"),
    [("99999", 2, "there is no port 99999: ports are 0 to 65535"), ("taken", 1, "already in use")],
)
def test_a_port_that_cannot_be_had_is_said_in_a_sentence(
    tmp_path: Path, option: str, code: int, text: str
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1]) if option == "taken" else option
        with serving(tmp_path, "--no-open", "--port", port) as command:
            assert command.process.wait(120) == code
            assert text in command.said
            assert command.said.startswith("parlour: ")
            assert command.said.count("\n") == 1


def noting_browser(folder: Path) -> tuple[str, Path]:
    """For the environment, a browser that only notes what it opens; and where it does."""
    browser, opened = folder / "browser", folder / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    return f"{browser} %s", opened


def test_the_browser_is_opened_unless_told_otherwise(tmp_path: Path) -> None:
    browser, opened = noting_browser(tmp_path)
    with serving(tmp_path, "--port", "0", BROWSER=browser) as command:
        address = command.address()
        deadline = time.monotonic() + 120
        while not opened.exists() or not opened.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert opened.read_text().strip() == address
    opened.unlink()
    with serving(tmp_path, "--port", "0", "--no-open", BROWSER=browser) as command:
        ask(command.address() + "health")
        command.interrupt()
        assert command.process.wait(120) == 0
    assert not opened.exists()


def test_parlour_alone_opens_the_server_that_is_there_already(tmp_path: Path) -> None:
    """Unless nothing answers where it has been told to be."""
    browser, opened = noting_browser(tmp_path)
    home = tmp_path / "parlour"
    home.mkdir()
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "BROWSER": browser}

    def run(*arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [*MAIN, *arguments], env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stderr

    with serving(home, "--no-open", "--port", "0") as command:
        address = command.address()
        said = f"Parlour is at {address} already: your browser opens it\n"
        assert run() == (0, said)
        assert opened.read_text() == f"{address}\n"
        code, said = run("serve")
        assert (code, f"another Parlour is serving the tables in {home}" in said) == (1, True)
        (home / "tables.sqlite.address").write_text("http://127.0.0.1:1/")
        code, said = run()
        assert (code, "at http://127.0.0.1:1/: use that one" in said) == (1, True)
        assert opened.read_text().count("\n") == 1


@pytest.mark.parametrize("pause", [0.0, 0.02, 0.1])
def test_ctrl_c_twice_ends_it_without_a_traceback(tmp_path: Path, pause: float) -> None:
    with serving(tmp_path, "--no-open", "--port", "0") as command:
        address = command.address()
        code = make(address)
        where = address.replace("http", "ws", 1) + f"api/tables/{code}/play"
        with connect(where) as connection:
            connection.send(json.dumps({"type": "hello", "version": PROTOCOL}))
            connection.recv()
            command.interrupt()
            time.sleep(pause)
            command.interrupt()
            assert command.process.wait(120) in (0, 130)
        assert "Traceback" not in command.said
        assert '"level": "error"' not in command.said


def test_ctrl_c_at_once_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """While it still loads what it needs: NumPy is there, the page not yet."""
    with serving(tmp_path, "--no-open", "--port", "0") as command:
        memory = Path(f"/proc/{command.process.pid}/maps")
        while memory.exists() and "numpy" not in memory.read_text():
            time.sleep(0.01)
        command.interrupt()
        assert command.process.wait(120) in (0, 130)
        assert "Traceback" not in command.said


def _compiling(folder: Path) -> list[str]:
    """The processes that compile into a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_one = b"parlour.server.prepare" in (process / "cmdline").read_bytes()
            if is_one and str(folder).encode() in (process / "environ").read_bytes():
                found.append(process.name)
    return found


def test_ctrl_c_while_the_rules_are_compiled_ends_all_of_it(tmp_path: Path) -> None:
    with serving(
        tmp_path, "--no-open", "--port", "0", XDG_CACHE_HOME=str(tmp_path / "cache")
    ) as command:
        command.address()
        while not _compiling(tmp_path):
            assert command.process.poll() is None, command.said
            time.sleep(0.05)
        time.sleep(2)  # well into it
        command.interrupt()
        assert command.process.wait(120) == 0
        assert "Traceback" not in command.said
        assert "KeyboardInterrupt" not in command.said
    deadline = time.monotonic() + 10
    while _compiling(tmp_path):
        assert time.monotonic() < deadline, "a process goes on compiling"
        time.sleep(0.05)
