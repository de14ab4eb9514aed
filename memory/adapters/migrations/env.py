"""Runs migrations on the connection that `memory.adapters.schema` hands over, in its transaction.

Without one (offline) the statements for the named dialect are printed instead.
"""

from __future__ import annotations

from alembic import context

import memory.adapters.log_tables  # noqa: F401  (its tables join the metadata)
from memory.adapters.dialogue_tables import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    context.configure(
        dialect_name=context.config.attributes["dialect"],
        target_metadata=metadata,
        literal_binds=True,
    )
else:
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)

with context.begin_transaction():
    context.run_migrations()
