"""The third schema: what the first records of a log come to, for tables that wake."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; it fills as tables are played at."""
    op.create_table(
        "snapshots",
        sa.Column("tb", sa.String, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tb", "n"),
    )
