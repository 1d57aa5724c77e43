"""The skeletons of account names, which detect names that look alike: such names have the same skeleton."""

import sqlalchemy as sa
from alembic import op

from prikup.name_comparison import skeleton

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column `skeleton` and fill it for each account.

    If the names of two accounts already look alike, both accounts keep their names.
    """
    op.add_column("people", sa.Column("skeleton", sa.String))
    op.create_index("ix_people_skeleton", "people", ["skeleton"])
    people = sa.table("people", *map(sa.column, ("id", "name", "folded", "skeleton")))
    connection = op.get_bind()
    for found in connection.execute(sa.select(people.c.id, people.c.name).where(people.c.folded.is_not(None))).all():
        connection.execute(people.update().where(people.c.id == found.id).values(skeleton=skeleton(found.name)))
