"""To whom new files belong: ``sudo parlour`` leaves none that only root can write to."""

import os
import sys
from contextlib import suppress
from pathlib import Path


def give_as(model: os.stat_result, file: Path) -> None:
    """Let a file belong to whom another belongs to, as far as that is permitted."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.chown(file, model.st_uid, model.st_gid, follow_symlinks=False)


def model_for(file: Path) -> os.stat_result:
    """What tells whose a file is to be: the file that is there, or else its folder."""
    return (file if file.exists() else file.parent).stat()
