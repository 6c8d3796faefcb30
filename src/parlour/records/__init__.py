"""Records: what was played, in files that people can read and write.

>>> from parlour.games.pippip import PipPip
>>> record = Record.of(PipPip(4, "russian"), [(None, "dealer 2"), (None, "cut s")])
>>> loads(dumps(record)).result() == record.result()
True
"""

from parlour.errors import RecordError
from parlour.games.notation import Hand, Moment, Step
from parlour.records.reader import loads, read
from parlour.records.record import Record
from parlour.records.writer import dumps, write

__all__ = ["Hand", "Moment", "Record", "RecordError", "Step", "dumps", "loads", "read", "write"]
