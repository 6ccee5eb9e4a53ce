"""Private games, and the positions of games between people that go on."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Go one step on; every game so far was open to all."""
    op.add_column("games", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("games", sa.Column("live_key", sa.String(32), nullable=True))
    op.add_column("games", sa.Column("live_until", sa.Float, nullable=True))
    live = sa.text("live_key IS NOT NULL")
    op.create_index("games_live", "games", ["live_key"], sqlite_where=live, postgresql_where=live)
