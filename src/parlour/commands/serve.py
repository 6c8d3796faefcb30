"""`parlour serve`, and `parlour` alone: a table to play at, whoever serves it."""

import sys
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.commands.parameters import WHOLE, Data
from parlour.errors import OptionError


def serve(
    *,
    host: Annotated[
        str | None, Parameter(help="The address to listen on; 127.0.0.1 if not given.")
    ] = None,
    port: Annotated[
        int | None, WHOLE, Parameter(help="The port; by default 8470 or the next free.")
    ] = None,
    lan: Annotated[bool, Parameter(negative="", help="Let phones in, with a QR code.")] = False,
    browser: Annotated[bool, Parameter(name="--open", help="Open the browser.")] = True,
    tls_cert: Annotated[Path | None, Parameter(help="A certificate, for https.")] = None,
    tls_key: Annotated[Path | None, Parameter(help="Its private key.")] = None,
    root_path: Annotated[str, Parameter(help="The path a proxy serves us under.")] = "",
    proxy: Annotated[str, Parameter(help="Addresses of proxies to believe, with commas.")] = "",
    origin: Annotated[list[str] | None, Parameter(help="Another page that may connect.")] = None,
    data: Data = None,
    bot: Annotated[
        list[str] | None,
        Parameter(
            negative="",
            help="Let hosts choose a bot of your own, as my_module:MyBot; may be repeated.",
        ),
    ] = None,
    metrics_for_all: Annotated[
        bool, Parameter(negative="", help="Show /metrics to other machines too.")
    ] = False,
    verbose: Annotated[bool, Parameter(negative="", help="Log more.")] = False,
) -> int:
    """Serve tables to browsers until stopped."""
    if port is not None and not 0 <= port <= 65535:
        raise OptionError(
            f"there is no port {port}: ports are 0 to 65535", "port", port, "0 to 65535"
        )
    from parlour.server.asked import (
        check_host,
        check_proxy,
        check_tls,
        checked_origins,
        checked_root_path,
        host_of,
    )

    host = host_of(host, lan=lan)
    check_host(host)
    check_tls(tls_cert, tls_key)
    check_proxy(proxy)
    root_path = checked_root_path(root_path)
    origins = checked_origins(origin or ())

    from parlour.server.run import serve as run  # loads the server, which takes a while

    run(
        host=host,
        port=port,
        lan=lan,
        tls_cert=tls_cert,
        tls_key=tls_key,
        root_path=root_path,
        proxy=proxy,
        origins=origins,
        open_browser=browser,
        data=data,
        bots=bot or (),
        metrics_for_all=metrics_for_all,
        verbose=verbose,
    )
    return 0


def open_table() -> int:
    """Serve, or open the browser at the server that has the tables already."""
    from parlour.server.claim import ClaimedError, answers  # as above

    try:
        return serve()
    except ClaimedError as other:
        if not answers(other.address):
            raise
        sys.stdout.write(f"Parlour is at {other.address} already: your browser opens it\n")
        webbrowser.open(other.address)
        return 0
