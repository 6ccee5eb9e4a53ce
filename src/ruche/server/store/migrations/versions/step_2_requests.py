"""Requests in the log; in the index how far it is, who thinks, what is at fault; outages of all games."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Go one step on."""
    op.add_column("log", sa.Column("request", sa.String(32), nullable=True))
    op.add_column("log", sa.Column("digest", sa.String(32), nullable=True))
    op.add_column("games", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("claimed_by", sa.String(32), nullable=True))
    op.add_column("games", sa.Column("claimed_until", sa.Float, nullable=True))
    op.add_column("games", sa.Column("fault", sa.Text, nullable=True))
    op.execute("UPDATE games SET seq = coalesce((SELECT max(log.seq) FROM log WHERE log.game = games.id), 0)")
    fault = sa.text("fault IS NOT NULL")
    op.create_index("games_fault", "games", ["id"], sqlite_where=fault, postgresql_where=fault)
    op.drop_index("games_started", "games")
    op.create_index("games_started", "games", ["started", "id"])
    op.create_index("games_by_type", "games", ["type", "started"])
    op.create_index("games_by_state", "games", ["state", "started"])
    op.create_table(
        "outages",
        sa.Column("began", sa.Float, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("every", sa.Float, nullable=False),
    )
    # What 0.1 noted in its settings, every 5 seconds: when it was last alive.
    op.execute(
        "INSERT INTO beats SELECT 1, CAST(value AS DOUBLE PRECISION), 5 FROM settings WHERE name = 'alive'"
    )
    op.execute("DELETE FROM settings WHERE name = 'alive'")
