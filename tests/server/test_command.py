"""`parlour serve` as people run it: what it prints, whom it lets in, how it ends."""

import http.client
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
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from parlour.server.limits import Limits
from parlour.server.pages import STATIC
from parlour.server.protocol import PROTOCOL
from parlour.server.run import lan_address
from tests.requiring import unless
from tests.server.client import Client
from tests.server.serving import INSTANT

MAIN = (sys.executable, "-m", "parlour")


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
                assert int(error.headers["Retry-After"]) > 0
        assert refused


@pytest.mark.parametrize("options", [(), ("--root-path", "/cards")])
def test_the_page_knows_the_path_it_lies_behind(tmp_path: Path, options: tuple[str, ...]) -> None:
    unless((STATIC / "index.html").is_file(), "the client is not built (uv sync builds it)")
    path = options[-1] if options else ""
    with serving(tmp_path, *options, "--no-open", "--port", "0") as command:
        address = command.address()
        for place in (address, address.removesuffix("cards/")):
            assert f'<base href="{path}/"' in ask(place)


@pytest.mark.parametrize(
    ("options", "header"),
    [((), "X_Forwarded_For"), ((), "Forwarded"), (("--proxy", "127.0.0.1"), "X_Forwarded_For")],
)
def test_metrics_are_not_for_whom_a_proxy_asks(
    tmp_path: Path, options: tuple[str, ...], header: str
) -> None:
    """One that is not believed may ask for anybody: that is logged, once."""
    with serving(tmp_path, *options, "--no-open", "--port", "0") as command:
        address = command.address() + "metrics"
        assert "parlour_connections" in ask(address)
        forwarded: dict[str, Any] = {header: "203.0.113.7"}
        for _ in range(2):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                ask(address, **forwarded)
        command.interrupt()
        assert command.process.wait(120) == 0
        assert command.said.count("name it with --proxy") == (0 if options else 1)


def asked_from(
    command: Command,
    method: str,
    path: str,
    body: Any = None,
    address: str = "127.0.0.1",
    **headers: str,
) -> tuple[http.client.HTTPResponse, Any]:
    """An answer and its JSON, if any, to who asks from this address of this machine's."""
    where = urlsplit(command.address()).netloc
    site = http.client.HTTPConnection(where, timeout=60, source_address=(address, 0))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        named["Content-Type"] = "application/json"
    try:
        site.request(method, path, None if body is None else json.dumps(body), named)
        answer = site.getresponse()
        text = answer.read()
        is_json = "json" in answer.getheader("Content-Type", "")
        return answer, json.loads(text) if is_json else text.decode()
    finally:
        site.close()


TABLE = {"game": "savannah", "players": 2, "name": "Anna"}
FRIENDS = "https://friends.example"


def test_a_page_of_an_allowed_origin_makes_finds_joins_and_plays(tmp_path: Path) -> None:
    """Its browser asks first, and shows it only answers that say they may be shown to it."""
    origins = ("--origin", FRIENDS, "--origin", "https://others.example/")
    with serving(tmp_path, *origins, "--no-open", "--port", "0") as command:
        code = ""
        for method, place, body, status in (
            ("POST", "", TABLE, 201),
            ("GET", "/{}", None, 200),
            ("POST", "/{}/join", {"name": "Boris"}, 201),
            ("POST", "/{}/join", {"name": "Clara"}, 409),
        ):
            path = "/api/tables" + place.format(code)
            preflight, _ = asked_from(
                command,
                "OPTIONS",
                path,
                Origin=FRIENDS,
                Access_Control_Request_Method=method,
                Access_Control_Request_Headers="content-type",
            )
            answer, told = asked_from(command, method, path, body, Origin=FRIENDS)
            assert (preflight.status, answer.status) == (204, status)
            for one in (preflight, answer):
                assert one.getheader("Access-Control-Allow-Origin") == FRIENDS
                assert one.getheader("Access-Control-Allow-Credentials") in (None, "false")
            assert method in preflight.getheader("Access-Control-Allow-Methods", "")
            assert "Content-Type" in preflight.getheader("Access-Control-Allow-Headers", "")
            code = told["code"] if "key" in told else code
        for origin in (FRIENDS, "https://others.example"):
            assert hello(command.address(), code, origin=origin) == "welcome"
        with pytest.raises(InvalidStatus, match="403"):
            hello(command.address(), code, origin="https://evil.example")


@pytest.mark.parametrize("options", [(), ("--origin", FRIENDS)])
def test_a_page_of_another_origin_is_shown_nothing(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    evil = "https://evil.example"
    with serving(tmp_path, *options, "--no-open", "--port", "0") as command:
        preflight, _ = asked_from(
            command, "OPTIONS", "/api/tables", Origin=evil, Access_Control_Request_Method="POST"
        )
        refused, _ = asked_from(command, "POST", "/api/tables", TABLE, Origin=evil)
        seen, _ = asked_from(command, "GET", "/api/tables", Origin=evil)
        assert (refused.status, seen.status) == (403, 200)
        for answer in (preflight, refused, seen):
            assert answer.getheader("Access-Control-Allow-Origin") is None


def test_metrics_are_for_this_machine_alone_unless_told_otherwise(tmp_path: Path) -> None:
    def answers(address: str, **headers: str) -> int:
        return asked_from(command, "GET", "/metrics", None, address, **headers)[0].status

    for options, status in (((), 404), (("--metrics-for-all",), 200)):
        folder = tmp_path / str(status)
        folder.mkdir()
        with serving(folder, *options, "--no-open", "--port", "0") as command:
            assert answers("127.0.0.1") == 200
            assert answers("127.0.0.2") == status, "any address but our own"
            assert answers("127.0.0.1", X_Forwarded_For="203.0.113.7") == status


def test_what_one_address_has_too_much_of_is_refused_in_words(tmp_path: Path) -> None:
    """While others go on."""
    with serving(tmp_path, "--no-open", "--port", "0") as command, ExitStack() as stack:
        limits = Limits()
        code = ""
        for _ in range(limits.new_tables_burst):
            answer, told = asked_from(command, "POST", "/api/tables", TABLE)
            assert answer.status == 201
            code = told["code"]
        for path, body in (
            ("/api/tables", TABLE),
            ("/api/tables/open", {"table": code, "name": "Anna"}),
        ):
            answer, told = asked_from(command, "POST", path, body)
            assert (answer.status, told["code"]) == (429, "too_many_new_tables")
            assert answer.getheader("Retry-After") == "60"
            assert "wait a minute" in told["text"]
        assert asked_from(command, "GET", f"/api/tables/{code}")[0].status == 200
        assert asked_from(command, "POST", "/api/tables", TABLE, "127.0.0.2")[0].status == 201
        where = command.address().replace("http", "ws", 1) + f"api/tables/{code}/play"
        for _ in range(limits.connections_per_address):
            stack.enter_context(connect(where))
        with pytest.raises(InvalidStatus) as refused:
            connect(where)
        response = refused.value.response
        assert (response.status_code, response.headers["Retry-After"]) == (429, "5")
        told = json.loads(response.body or b"")
        assert told["code"] == "too_many_connections"
        assert "close some" in told["text"]
        assert hello(command.address(), code, source_address=("127.0.0.2", 0)) == "welcome"


def test_even_a_verbose_log_has_no_code_key_name_address_or_card(tmp_path: Path) -> None:
    """Whatever people do, and whatever they get wrong."""
    with serving(tmp_path, "--verbose", "--no-open", "--port", "0") as command:
        base = command.address().rstrip("/")
        body = {"game": "pip-pip", "players": 3, "name": "Anneliese", "bots": ["random"]}
        body |= {"timing": INSTANT, "public": True}
        _, anna = asked_from(command, "POST", "/api/tables", body)
        code = anna["code"]
        place = f"/api/tables/{code}"
        _, boris = asked_from(command, "POST", f"{place}/join", {"name": "Bonifatius"})
        clients = [Client(base, code, one["key"]) for one in (anna, boris)]
        for client in clients:
            client.until("welcome")
            client.ready()
        cards: set[str] = set()
        for client in clients:
            while client.table["phase"] != "playing":
                client.receive()
            cards |= set(client.own["hand"])
            client.do(type="chat", text="Kaiserschmarren")
            client.send(type="act", id=99, action=f"play {min(cards)} {code}")
            client.send_raw(f"{{{code}")
        for client in clients:
            while sum(one["type"] == "refused" for one in client.messages) < 2:
                client.receive()
        for status, method, path, sent in (
            (200, "GET", place, None),
            (200, "GET", "/api/tables", None),
            (201, "POST", f"{place}/join", {"name": "Crescentia"}),
            (409, "POST", f"{place}/join", {"name": "Crescentia"}),
            (400, "POST", f"{place}/join", {"name": code * 9}),
            (400, "POST", "/api/tables/open", {"record": f"{code} {boris['key']}", "name": "A"}),
            (404, "GET", f"{place}/nowhere", None),
            (426, "GET", f"{place}/play", None),
            (404, "GET", f"/{anna['key']}", None),
            (403, "DELETE", place, None),
        ):
            key = f"Bearer {boris['key']}"
            answer, _ = asked_from(command, method, path, sent, Authorization=key)
            assert answer.status == status, path
        with pytest.raises(InvalidStatus):
            hello(command.address(), f"{code}/nowhere")
        with pytest.raises(InvalidStatus):
            hello(command.address(), code, origin="https://evil.example")
        assert hello(command.address(), "ZZZZZZ") == "refused"
        with socket.create_connection(("127.0.0.1", urlsplit(base).port or 0), 60) as raw:
            raw.sendall(f"{code} {anna['key']}\r\n\r\n".encode())
            assert b"400" in raw.recv(1000)
        asked_from(command, "DELETE", place, Authorization=f"Bearer {anna['key']}")
        for client in clients:
            client.close()
        command.interrupt()
        assert command.process.wait(120) == 0
        log = [json.loads(line) for line in command.said.splitlines() if line.startswith("{")]
    said = "\n".join(f"{line['message']} {line.get('exception', '')}" for line in log)
    assert {line["level"] for line in log} == {"info", "warning"}, said
    for what in ("POST /api/tables/", "a connection to a table begins", "refused: other_origin"):
        assert what in said
    assert len(cards) > 10
    names = ("Anneliese", "Bonifatius", "Crescentia", "Kaiserschmarren", "ZZZZZZ")
    for secret in (code, anna["key"], boris["key"], *names, "127.0.0.1"):
        assert secret not in said, said
    assert not cards & set(re.findall(r"\w+", said))


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
        return done.returncode, done.stdout + done.stderr

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


def test_an_address_is_printed_in_one_piece(tmp_path: Path) -> None:
    """With colours between its parts it is nothing that a terminal would open."""
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            pytest.skip("there is no IPv6 here")
    options = ("--host", "::1", "--no-open", "--port", "0")
    with serving(tmp_path, *options, FORCE_COLOR="1") as command:
        said = command.wait_for("(Ctrl-C")
        assert re.search(r"Parlour is at \x1b\[1mhttp://\[::1\]:\d+/\x1b", said), said


def test_a_termination_signal_ends_it_well(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-open", "--port", "0") as command:
        ask(command.address() + "health")
        command.process.terminate()
        assert command.process.wait(120) == 0
        assert command.said == f"Parlour is at {command.address()} (Ctrl-C stops it)\n"


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
