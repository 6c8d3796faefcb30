"""The browser client's files, and a page in words where they are missing."""

import asyncio
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.exceptions import InternalServerException
from litestar.router import Router
from litestar.static_files import create_static_files_router

from parlour.server import protocol as wire

STATIC = Path(__file__).parent / "static"

_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Parlour</title>
<meta name="viewport" content="width=device-width">
<body style="font: 1.1em system-ui; max-width: 36em; margin: 3em auto; padding: 0 1em">
<h1>The server runs, the page is missing</h1>
<p>The browser client of Parlour has not been built into this installation. It is built when the
package is: reinstall Parlour, or in a clone run <code>uv sync --reinstall-package parlour</code>
and look for an error of the build there.</p>
<p>Programs can play all the same: see <code>docs/protocol.md</code>.</p>
</body></html>
"""


def _index(root_path: str) -> Response[str]:
    """The client's page; its ``<base>`` tells it the path it lies behind."""
    page = STATIC / "index.html"
    if not page.exists():
        return Response(_MISSING, media_type=MediaType.HTML, status_code=503)
    text = page.read_text(encoding="utf-8").replace('<base href="/"', f'<base href="{root_path}/"')
    return Response(text, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


def _no_such_file(_request: Any, _error: Exception) -> Response[wire.Problem]:
    """No file can have such a name: too long, or with a null."""
    return Response(wire.Problem("not_found", "Not Found"), status_code=404)


def pages(root_path: str) -> list[Router]:
    """The routes of the client: its page under several addresses, its files under their names."""

    @get(["/", "/t/{_code:str}"], include_in_schema=False)
    async def index() -> Response[str]:
        """The page of the client; it reads its own address."""
        return await asyncio.to_thread(_index, root_path)

    routes = [Router("/", route_handlers=[index])]
    if STATIC.is_dir():
        routes.append(
            create_static_files_router(
                path="/assets",
                directories=[STATIC / "assets"],
                cache_control=None,
                include_in_schema=False,
                exception_handlers=dict.fromkeys(
                    (ValueError, InternalServerException), _no_such_file
                ),
            )
        )
    return routes
