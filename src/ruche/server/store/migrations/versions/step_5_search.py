"""An index of the players' names, by which any part of a name of three letters or more is found."""

import logging

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

logger = logging.getLogger("ruche.server")

# SQLite's index is a table that follows `games` by triggers. It needs a number for each game that stays what
# it is; `rowid` would not, since VACUUM may change it.
TABLES = (
    "CREATE TABLE names (number INTEGER PRIMARY KEY, game VARCHAR(16) NOT NULL UNIQUE, names TEXT NOT NULL)",
    "CREATE VIRTUAL TABLE games_names USING fts5"
    " (names, content='names', content_rowid='number', tokenize='trigram case_sensitive 1')",
)
ADD = "INSERT INTO games_names (rowid, names) SELECT number, names FROM names WHERE game = new.id;"
DROP = (
    "INSERT INTO games_names (games_names, rowid, names)"
    " SELECT 'delete', number, names FROM names WHERE game = old.id;"
)
TRIGGERS = {
    "inserted": "INSERT ON games BEGIN"
    f" INSERT INTO names (game, names) VALUES (new.id, new.names); {ADD} END",
    "deleted": f"DELETE ON games BEGIN {DROP} DELETE FROM names WHERE game = old.id; END",
    "renamed": "UPDATE ON games WHEN old.names IS NOT new.names BEGIN"
    f" {DROP} UPDATE names SET names = new.names WHERE game = new.id; {ADD} END",
}


def upgrade() -> None:
    """Go one step on. Where the index cannot be made, searching goes through all names."""
    try:
        with op.get_bind().begin_nested():
            if op.get_bind().dialect.name == "sqlite":
                _index_in_sqlite()
            else:
                op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
                op.execute("CREATE INDEX games_names ON games USING gin (names gin_trgm_ops)")
    except sa.exc.DBAPIError as error:  # an SQLite without FTS5, or a right that is missing in PostgreSQL
        logger.warning("names are searched without an index: %s", error)


def _index_in_sqlite() -> None:
    for statement in TABLES:
        op.execute(statement)
    op.execute("INSERT INTO names (game, names) SELECT id, names FROM games")
    op.execute("INSERT INTO games_names (games_names) VALUES ('rebuild')")
    for name, follow in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER games_{name} AFTER {follow}")
