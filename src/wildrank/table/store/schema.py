"""The tables of the database, the same for every database that SQLAlchemy speaks to.

This is the newest schema; how a file of an older one becomes one of it stands in `migrations`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
)

NEWEST: Final = "0003"  # the revision this program reads and writes

meta: Final = MetaData()

# One row an event of a table; the key refuses a number that is taken.
log: Final = Table(
    "log",
    meta,
    Column("tb", String, nullable=False),
    Column("n", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tb", "n"),
    sqlite_with_rowid=False,
)

# What the first records of a log come to; any row may be deleted at any time.
snapshots: Final = Table(
    "snapshots",
    meta,
    Column("tb", String, nullable=False),
    Column("n", Integer, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tb", "n"),
)

# Every table there was; `closed` is null while it is open. Times are ms since 1970.
tables: Final = Table(
    "tables",
    meta,
    Column("name", String, primary_key=True),
    Column("config", LargeBinary, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
)

# Whom a token makes its holder. The token itself is kept nowhere, only its SHA-256.
tokens: Final = Table(
    "tokens",
    meta,
    Column("digest", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("withdrawn", BigInteger),
    sqlite_with_rowid=False,
)

# At which tables a player took a chair, for the results of many nights.
visits: Final = Table(
    "visits",
    meta,
    Column("player", String, nullable=False),
    Column("tb", String, nullable=False),
    PrimaryKeyConstraint("player", "tb"),
    sqlite_with_rowid=False,
)

# A few facts by name: `alive`, when the program was last seen to work.
facts: Final = Table(
    "facts",
    meta,
    Column("name", String, primary_key=True),
    Column("number", BigInteger, nullable=False),
)
