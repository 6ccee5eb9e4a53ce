"""The log, its index for the archive, and the server's own settings."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Go one step on."""
    op.create_table(
        "log",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("type", sa.String(80), nullable=False),
        sa.Column("white", sa.Text, nullable=False),
        sa.Column("black", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("why", sa.String(16), nullable=True),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=True),
        sa.Column("wakes", sa.Float, nullable=True),
    )
    op.create_index("games_started", "games", ["started"])
    op.create_index("games_wakes", "games", ["wakes"], sqlite_where=sa.text("wakes IS NOT NULL"))
    op.create_table(
        "settings",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
