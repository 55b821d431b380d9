"""The first schema: logs, tables, tokens, facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "log",
        sa.Column("tb", sa.String, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tb", "n"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("config", sa.LargeBinary, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("withdrawn", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
