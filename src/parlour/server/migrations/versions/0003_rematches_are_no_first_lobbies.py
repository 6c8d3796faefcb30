"""A lobby that a match was played before is told from one that no match was ever begun at."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Mark the tables whose log tells of going back to the lobby."""
    op.execute(
        "UPDATE tables SET phase = 'rematch' WHERE phase = 'lobby' AND EXISTS (SELECT 1 FROM events"
        " WHERE table_id = tables.id AND instr(body, CAST('\"rematch\"' AS BLOB)))"
    )
