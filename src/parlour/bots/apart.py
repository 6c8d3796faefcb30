"""A bot of one's own in a process of its own, which is handed views and has nothing else.

``python -m parlour.bots.apart my_module:MyBot SEED`` says `Hello`, then reads questions from its
standard input, pickled one after the other: a view, the legal actions, and the seconds there are.
To each it writes an `Answer`, a line of JSON. `parlour.server.own_bots` is the other end.

A bot may have processes and threads of its own: they can neither ask nor answer, and end with it.
"""

import faulthandler
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec

from parlour.bots import levels
from parlour.bots.protocol import Budget
from parlour.errors import OptionError
from parlour.games import registry

if TYPE_CHECKING:
    from parlour.bots.protocol import Bot
    from parlour.games.game import Game

_PATIENCE = 10.0
"""Seconds beyond its time after which a bot is ended from within, should nobody do it from without:
a server that has been killed."""
_LOOK_SECONDS = 0.5
"""How often it is looked whether the server is still there."""


class Hello(msgspec.Struct):
    """What the process says first: the *games* the bot plays, or why there is no such bot."""

    games: list[str] = []
    refused: str = ""


class Answer(msgspec.Struct):
    """An *action*, −1 for none that is legal; or what was *raised* and where.

    What an error says is left out: it may name cards.
    """

    action: int = -1
    raised: str = ""


def _streams() -> tuple[BufferedReader, FileIO]:
    """Where questions come from and answers go, out of the way of a bot that reads or prints."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if hasattr(os, "register_at_fork"):
        # A process that the bot begins would keep them open after ours, and answer too.
        os.register_at_fork(after_in_child=questions.raw.close)
        os.register_at_fork(after_in_child=answers.close)
    return questions, answers


def _end() -> NoReturn:
    """End, with all processes and threads that the bot has begun."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _end_with(server: int) -> None:
    """End when the server has, which may have been killed."""
    while os.getppid() == server:
        time.sleep(_LOOK_SECONDS)
    _end()


def _play(path: str, seed: int) -> tuple[Hello, dict[str, "Bot"]]:
    """The bot for each game that it plays."""
    bots, refused = {}, ""
    for game in registry.GAMES:
        try:
            bots[game] = levels.make(path, game, seed)
        except OptionError as error:
            refused = refused or str(error)
    return Hello(list(bots), "" if bots else refused), bots


def _where(error: BaseException) -> str:
    """The kind of an error and the place it comes from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at line {last.lineno} of {Path(last.filename).name}"


def _answer(bot: "Bot", question: "tuple[Game, list[int], float]") -> Answer:
    view, legal, seconds = question
    faulthandler.dump_traceback_later(seconds + _PATIENCE, exit=True)
    try:
        action = bot.choose(view, list(legal), Budget(seconds))
        is_legal = not isinstance(action, bool) and action in legal
        return Answer(int(action) if is_legal else -1)
    except BaseException as error:  # other people's code may raise anything
        return Answer(raised=_where(error))
    finally:
        faulthandler.cancel_dump_traceback_later()


def main(path: str, seed: str) -> None:
    """Answer until there are no more questions."""
    questions, answers = _streams()
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    sys.path.insert(0, "")  # bots of one's own are looked for in the directory one is in
    hello, bots = _play(path, int(seed))
    answers.write(msgspec.json.encode(hello) + b"\n")
    while True:
        try:
            question = pickle.load(questions)  # noqa: S301  # from the server that began this process
        except EOFError:
            _end()
        answer = _answer(bots[question[0].name], question)
        answers.write(msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
