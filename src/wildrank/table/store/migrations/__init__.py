"""How the database becomes one of the newest schema; Alembic runs what is in here."""
