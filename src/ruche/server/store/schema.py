"""The tables. `log` is the only truth; `games` can be computed from it and is there to be searched."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("event", sa.Text, nullable=False),  # as ruche.server.store.events writes it
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
    sa.Index("games_started", "started"),
    sa.Index("games_wakes", "wakes", sqlite_where=sa.text("wakes IS NOT NULL")),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
