"""Run by Alembic, with the connection that `parlour.server.storage` hands over."""

from alembic import context

from parlour.server.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
