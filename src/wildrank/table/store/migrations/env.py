"""What Alembic runs: all steps on the connection it is given, in one transaction of that.

The caller began the transaction and commits it, so a program killed half way leaves the file as
it was.
"""

from __future__ import annotations

from typing import Any

from alembic import context

from wildrank.table.failpoints import reach


def _stepped(*_said: Any, **_about: Any) -> None:  # noqa: ANN401 - whatever Alembic says
    reach("in-migration")


context.configure(
    connection=context.config.attributes["connection"],
    transactional_ddl=True,
    render_as_batch=True,
    on_version_apply=_stepped,
)
context.run_migrations()
