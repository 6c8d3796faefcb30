"""Our WebSocket protocol for uvicorn (`parlour.server.frames`) beside uvicorn's own.

Run it as ``uv run --group bench python -m benchmarks.websocket_protocols [--seconds N]``: the same
server and clients, one protocol after the other, as fast as it goes.
"""

import argparse
import tempfile
from pathlib import Path

from parlour.bench import server as bench

PROTOCOLS = ("ours", "websockets-sansio", "websockets", "wsproto")
TABLES = 20
_INSTEAD = """
import uvicorn
class Config(uvicorn.Config):
    def __init__(self, app, **settings):
        super().__init__(app, **(settings | {{"ws": {protocol!r}}}))
uvicorn.Config = Config
"""


def main() -> None:
    """Measure each protocol twice and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    seconds = parser.parse_args().seconds
    for protocol in PROTOCOLS * 2:
        instead = "" if protocol == "ours" else _INSTEAD.format(protocol=protocol)
        with tempfile.TemporaryDirectory() as folder, bench.parlour_server(instead) as server:
            load = bench.Load(TABLES, 0)
            found = bench.play(bench.CROWD, server, load, seconds, Path(folder))
        print(
            f"{protocol:18} {found['moves_per_second']:6,.0f} moves a second, "
            f"p99 {found['p99_ms']:5.1f} ms, {found['server_cpu_us_per_move']:4.0f} us CPU a move",
            flush=True,
        )


if __name__ == "__main__":
    main()
