"""The second schema: at which tables a player took a chair, found in the logs there are."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and fill it from every log."""
    visits = op.create_table(
        "visits",
        sa.Column("player", sa.String, nullable=False),
        sa.Column("tb", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("player", "tb"),
        sqlite_with_rowid=False,
    )
    found: set[tuple[str, str]] = set()
    for table, record in op.get_bind().execute(sa.text("SELECT tb, record FROM log")):
        if b'"sat"' not in record:
            continue
        event = json.loads(record)["event"]
        if event["type"] == "sat" and not event.get("bot"):
            found.add((event["player"], table))
    op.bulk_insert(visits, [{"player": player, "tb": table} for player, table in sorted(found)])
