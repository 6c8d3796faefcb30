"""Events lie in the order they come, so that a group of many tables' is written as a few pages."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table anew where it was ordered by its key."""
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("events", "events_by_key")
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.execute("INSERT INTO events SELECT table_id, number, body FROM events_by_key")
    op.drop_table("events_by_key")
