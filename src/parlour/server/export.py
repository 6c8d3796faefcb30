"""What was played at a table as a record, with the proof of fair dealing.

Only hands whose secret has been revealed are in it, so that it tells nothing of a hand being
played.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from parlour.games.game import Game
from parlour.records import Record
from parlour.server.storage import StorageError
from parlour.table import events as ev
from parlour.table.apply import apply, create
from parlour.table.change import RefusedError
from parlour.table.dealing import commitment
from parlour.table.proof import HandProof, Proof
from parlour.table.state import Table

_Events = list[tuple[int | None, str]]


class _Match:
    """A match of the log as it is read."""

    def __init__(self, table: Table) -> None:
        self.number = table.match
        self.began = table.at
        self.names: tuple[str, ...] = ()
        self.start: Game | None = None
        self.opened: ev.Opened | None = None
        self.pending: _Events = []
        self.done: _Events = []
        self.proofs: list[HandProof] = []

    def read(self, before: Table, table: Table, event: ev.AnyEvent) -> None:
        """One more event, which made *table* of *before*."""
        if isinstance(event, ev.HandBegan) and self.start is None:
            self.start = table.new_game()
            self.opened = table.opened
            self.names = tuple(chair.name for chair in table.seats)
        if isinstance(event, ev.Chanced):
            self.pending.append((None, event.chance))
        elif isinstance(event, ev.Acted):
            self.pending.append((event.seat, event.action))
        elif isinstance(event, ev.Revealed):
            self.done += self.pending
            self.pending = []
            self.proofs.append(
                HandProof(commitment(before.secret), before.secret, list(before.nonces))
            )


def export(bodies: Iterable[bytes], match: int | None) -> Record:
    """The record of a match, by default the last that has a complete hand.

    Raises `RefusedError` if there is none.
    """
    matches: list[_Match] = []
    table: Table | None = None
    for body in bodies:
        entry = ev.decode(body)
        if table is None:
            table = create(entry)
            matches.append(_Match(table))
            continue
        before, table = table, apply(table, entry)
        if isinstance(entry.event, ev.Rematch):
            matches.append(_Match(table))
        matches[-1].read(before, table, entry.event)
    if table is None:
        raise StorageError("this table has no log")
    found = [one for one in matches if one.done and match in (None, one.number)]
    if not found or found[-1].start is None:
        raise RefusedError("no_record", "There is no complete hand to show yet.")
    chosen = found[-1]
    extra = Proof(table.id, chosen.number, chosen.proofs).plain()
    earlier: _Events = []
    if chosen.opened is not None:
        earlier = [(None if seat < 0 else seat, event) for seat, event in chosen.opened.events]
        extra = {"opened": {"deal": chosen.opened.deal, "events": len(earlier)}}
    return Record.of(
        found[-1].start,
        earlier + chosen.done,
        names=chosen.names,
        date=datetime.fromtimestamp(chosen.began // 1000, UTC),
        extra=extra,
    )
