"""The tables. Of games `log` and `outages` are the only truth; `games` can be computed from them, and is
there to be searched and to say which games have to be looked at."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

# Seconds since 1970 need double precision: in PostgreSQL a plain float has it too.
log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("event", sa.Text, nullable=False),  # as ruche.server.store.events writes it
    # the request of a batch and the digest of its body, on the first entry of the batch
    sa.Column("request", sa.String(32), nullable=True),
    sa.Column("digest", sa.String(32), nullable=True),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("type", sa.String(80), nullable=False),
    sa.Column("white", sa.Text, nullable=False),  # the players, as ruche.server.store.events writes them
    sa.Column("black", sa.Text, nullable=False),
    sa.Column("names", sa.Text, nullable=False),  # both names in small letters, to be searched
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("why", sa.String(16), nullable=True),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("ended", sa.Float, nullable=True),
    # when the server has to look at the game by itself: a clock runs down, the machine is to move (0), never
    sa.Column("wakes", sa.Float, nullable=True),
    sa.Column("seq", sa.Integer, nullable=False),  # of the entry that this row follows from
    # the process that lets the machine think, and until when no other does
    sa.Column("claimed_by", sa.String(32), nullable=True),
    sa.Column("claimed_until", sa.Float, nullable=True),
    # whether anybody may find the game in the archive
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
    # of a game between people that goes on: its position, with which no engine helps, and until when
    sa.Column("live_key", sa.String(32), nullable=True),
    sa.Column("live_until", sa.Float, nullable=True),
    sa.Column("fault", sa.Text, nullable=True),  # why the log of this game cannot be replayed
    sa.Index("games_started", "started", "id"),
    sa.Index("games_by_type", "type", "started"),
    sa.Index("games_by_state", "state", "started"),
    sa.Index(
        "games_wakes",
        "wakes",
        sqlite_where=sa.text("wakes IS NOT NULL"),
        postgresql_where=sa.text("wakes IS NOT NULL"),
    ),
    sa.Index(
        "games_live",
        "live_key",
        sqlite_where=sa.text("live_key IS NOT NULL"),
        postgresql_where=sa.text("live_key IS NOT NULL"),
    ),
    sa.Index(
        "games_fault",
        "id",
        sqlite_where=sa.text("fault IS NOT NULL"),
        postgresql_where=sa.text("fault IS NOT NULL"),
    ),
)

# When no process could commit: no clock counts that time.
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("began", sa.Float, primary_key=True),
    sa.Column("ended", sa.Float, nullable=False),
)

# One row: when a process was last able to commit, and how often one says so.
beats = sa.Table(
    "beats",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("every", sa.Float, nullable=False),
)

# Studies: `study_versions` is the truth; what else stands in `studies` is there for the list.
studies = sa.Table(
    "studies",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("maker", sa.String(64), nullable=False),  # the digest of a token
    sa.Column("generation", sa.Integer, nullable=False),  # of the links that let others write
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("chapters", sa.Integer, nullable=False),
    sa.Column("nodes", sa.Integer, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Index("studies_by_maker", "maker", "changed"),
)

study_versions = sa.Table(
    "study_versions",
    metadata,
    sa.Column("study", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    # as ruche.server.studies.document writes it; none once another version has taken its place
    sa.Column("document", sa.Text, nullable=True),
    sa.Column("request", sa.String(32), nullable=False),
    sa.Column("digest", sa.String(32), nullable=False),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


def lock_games(which: sa.ColumnElement[bool]) -> sa.Select[tuple[str]]:
    """Return the statement that locks rows of games, always in the same order: so nobody waits in a ring.

    SQLite needs no lock, and knows none: one transaction writes at a time.
    """
    return sa.select(games.c.id).where(which).order_by(games.c.id).with_for_update()
