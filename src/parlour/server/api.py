"""The HTTP part: what can be played, making, finding, joining and deleting tables."""

import logging
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from parlour import __version__
from parlour.errors import IllegalEventError, OptionError, ParlourError, RecordError
from parlour.server import protocol as wire
from parlour.server.callers import origin_allowed
from parlour.server.fitting import in_words
from parlour.server.hall import CODE_LENGTH, Hall, NoSuchTableError
from parlour.server.limits import Addresses
from parlour.server.session import MESSAGE_BYTES
from parlour.server.storage import ConflictError, StorageError
from parlour.table import commands
from parlour.table.change import RefusedError
from parlour.table.games import LiveGame, playable, written
from parlour.table.opening import CannotOpenError
from parlour.table.timing import USUAL

_LOG = logging.getLogger(__name__)
MOST_LISTED = 100
_WRONG_METHOD = 405
_RETRY_SECONDS = {
    "too_fast": 5,
    "too_many_connections": 5,
    "too_many_new_tables": 60,
    "server_full": 60,
    "too_many_tables": 60,
}
"""After how long who has asked for too much may well ask again."""
Code = Annotated[str, Parameter(description="A table's code.", max_length=2 * CODE_LENGTH)]
_STATUS = {
    "not_host": 403,
    "other_origin": 403,
    "no_record": 404,
    "closing": 503,
    "table_full": 409,
    "seat_taken": 409,
    "not_json": 415,
    "not_known": 503,
    "too_fast": 429,
    "too_many_connections": 429,
    "too_many_new_tables": 429,
    "server_full": 503,
    "too_many_tables": 503,
}


def _game_info(rules: LiveGame, bots: tuple[str, ...]) -> wire.GameInfo:
    options = rules.entry.options
    presets = []
    for name in rules.entry.presets:
        preset = options.preset(name)
        presets.append(
            wire.PresetInfo(
                name,
                name.capitalize(),
                preset.players.start,
                preset.players.stop - 1,
                {option: written(value) for option, value in preset.values().items()},
            )
        )
    choices = [
        wire.OptionChoice(c.name, list(c.values), c.explanation, dict(c.ranges))
        for c in options.choices
    ]
    players = options.any_players
    return wire.GameInfo(
        rules.name, rules.title, players.start, players.stop - 1, presets, choices, list(bots)
    )


def _hall(request: Request[Any, Any, Any]) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _check_rate(request: Request[Any, Any, Any], *, new_table: bool = False) -> None:
    addresses: Addresses = request.app.state.addresses
    address = request.client.host if request.client else ""
    addresses.count_request(address)
    if new_table:
        addresses.count_new_table(address)


def other_origin() -> RefusedError:
    """A page asks that is neither ours nor allowed to."""
    return RefusedError(
        "other_origin",
        "A page of another origin asks: only this server's own pages may, and those that its "
        "operator names with --origin.",
    )


async def _check(request: Request[Any, Any, Any]) -> None:
    """Refuse what foreign pages could send unasked, and a body that is not of its type.

    The framework would take a text for a number, and say less of what would be right.
    """
    if request.method == "GET":
        return
    if not origin_allowed(request.scope, request.app.state.settings.origins):
        raise other_origin()
    wanted = request.route_handler.parsed_data_field
    if wanted is None:
        return
    if request.content_type[0] != "application/json":
        raise RefusedError("not_json", "The body has to be sent as Content-Type: application/json.")
    body = await request.body()
    try:
        msgspec.json.decode(body, type=wanted.annotation)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RefusedError("bad_request", in_words(error, body, wanted.annotation)) from None


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What a route can answer besides success, for its description."""
    texts = {
        400: "What was asked for cannot be",
        403: "A page of another origin asks, or somebody who is not the host",
        404: "There is no such table, or nothing to show of it yet",
        409: "The seats are taken",
        415: "The body is not sent as JSON",
        429: "Too many requests",
        503: "The database or the server cannot do it just now",
    }
    return {
        status: ResponseSpec(wire.Problem, description=texts[status], generate_examples=False)
        for status in (400, *statuses, 429, 503)
    }


@get("/about")
async def about(request: Request[Any, Any, Any]) -> wire.About:
    """What this server can do."""
    hall = _hall(request)
    return wire.About(
        version=__version__,
        protocol=wire.PROTOCOL,
        games=[_game_info(rules, hall.bots.names(name)) for name, rules in playable().items()],
        timing={pace: USUAL[pace] for pace in USUAL},
        limits=wire.Limits(commands.NAME_LENGTH, commands.CHAT_LENGTH, MESSAGE_BYTES),
        ready=hall.prepared.is_set(),
        progress=hall.progress,
    )


@post("/tables", status_code=201, responses=_problems(403, 415))
async def create_table(request: Request[Any, Any, Any], data: wire.CreateTable) -> wire.Seated:
    """Make a table and sit down as its host at seat 0."""
    _check_rate(request, new_table=True)
    _, seated = await _hall(request).create(data)
    return seated


@post("/tables/open", status_code=201, responses=_problems(403, 404, 415))
async def open_record(request: Request[Any, Any, Any], data: wire.OpenRecord) -> wire.Seated:
    """Make a table that goes on with a record, and sit down as its host."""
    _check_rate(request, new_table=True)
    _, seated = await _hall(request).open(data)
    return seated


@get("/tables", responses=_problems())
async def list_tables(request: Request[Any, Any, Any]) -> wire.TableList:
    """Public tables, newest first."""
    _check_rate(request)
    hall = _hall(request)
    tables = []
    for code in await hall.storage.public(MOST_LISTED):
        with suppress(ParlourError):  # deleted meanwhile, or not to be read
            tables.append(hall.info(await hall.room(code)))
    return wire.TableList(tables)


@get("/tables/{code:str}", responses=_problems(404))
async def look_up(request: Request[Any, Any, Any], code: Code) -> wire.TableInfo:
    """A table from outside."""
    _check_rate(request)
    hall = _hall(request)
    return hall.info(await hall.room(code))


@post("/tables/{code:str}/join", status_code=201, responses=_problems(403, 404, 409, 415))
async def join_table(
    request: Request[Any, Any, Any], code: Code, data: wire.JoinTable
) -> wire.Seated:
    """Sit down at a table."""
    _check_rate(request)
    return await _hall(request).join(code, data)


@get("/tables/{code:str}/record", media_type="application/toml", responses=_problems(404))
async def record(
    request: Request[Any, Any, Any],
    code: Code,
    match: Annotated[int | None, Parameter(description="Which match, from 1.", ge=1)] = None,
) -> str:
    """The complete hands of a match, by default of the last, as a record for `parlour check`."""
    _check_rate(request)
    return await _hall(request).record(code, match)


@delete("/tables/{code:str}", responses=_problems(403, 404))
async def delete_table(request: Request[Any, Any, Any], code: Code) -> None:
    """Delete a table and all that is stored of it; the host's key is the bearer token."""
    _check_rate(request)
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    await _hall(request).delete(code, key if scheme.lower() == "bearer" else "")


def _problem(status: int, code: str, text: str) -> Response[wire.Problem]:
    return Response(wire.Problem(code, text), status_code=status, media_type="application/json")


def refuse(_request: Any, error: ParlourError) -> Response[wire.Problem]:
    """A mistake of the caller's, or what cannot be had now, in words."""
    if isinstance(error, RefusedError):
        answer = _problem(_STATUS.get(error.code, 400), error.code, str(error))
        if seconds := _RETRY_SECONDS.get(error.code):
            answer.set_header("Retry-After", str(seconds))
        return answer
    if isinstance(error, NoSuchTableError):
        return _problem(404, "no_such_table", str(error))
    if isinstance(error, ConflictError):
        return _problem(503, "not_saved", f"Look again: {error}")
    if isinstance(error, StorageError):
        return _problem(503, "not_saved", f"Nothing has happened: {error}")
    if isinstance(error, RecordError | CannotOpenError | IllegalEventError):
        return _problem(400, "bad_record", str(error))
    return _problem(400, "bad_option" if isinstance(error, OptionError) else "bad", str(error))


def refuse_http(_request: Any, error: HTTPException) -> Response[wire.Problem]:
    """What the framework refuses: a body that does not fit, an address that is none."""
    text = error.detail
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first: dict[str, Any] = extra[0]
        text = f"{first.get('key', 'body')}: {first.get('message', text)}"
    codes = {400: "bad_request", 404: "not_found", 405: "wrong_method", 413: "too_long"}
    answer = _problem(error.status_code, codes.get(error.status_code, "bad"), text)
    if error.status_code == _WRONG_METHOD:
        answer.set_header("Allow", (error.headers or {}).get("Allow", "GET, POST, DELETE"))
    return answer


def fail(_request: Any, error: Exception) -> Response[wire.Problem]:
    """A mistake of ours: logged, and told without its details."""
    _LOG.error("an unforeseen error", exc_info=error)
    return _problem(500, "our_fault", "Something went wrong here; it has been noted.")


API = Router(
    "/api",
    before_request=_check,
    route_handlers=[
        about,
        create_table,
        open_record,
        list_tables,
        look_up,
        join_table,
        record,
        delete_table,
    ],
)
