"""Studies and their versions."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Go one step on."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("chapters", sa.Integer, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("studies_by_maker", "studies", ["maker", "changed"])
    op.create_table(
        "study_versions",
        sa.Column("study", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("document", sa.Text, nullable=True),
        sa.Column("request", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(32), nullable=False),
    )
