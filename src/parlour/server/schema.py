"""The tables of the database. The log of events is the truth; all else can be made from it."""

from pathlib import Path

from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData()

MIGRATIONS = Path(__file__).parent / "migrations"
"""The steps by which older databases get this form."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", String(12), nullable=False),  # "rematch" in the lobby after a match
    Column("pace", String(12), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
)
"""What is looked up without reading a log."""

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
"""The log: append only, its key makes a number happen once."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""A table at some number, so that its log need not be read from the beginning."""
