"""The tables of the database. Change them together with a new file in migrations/versions; a test compares the two."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    and_,
    false,
    literal_column,
    true,
)

__all__ = [
    "COUNTABLE",
    "MARKED",
    "REVISION",
    "UNARCHIVED",
    "UNFINISHED",
    "UNSUMMED",
    "audit",
    "blocks",
    "health",
    "level_sums",
    "match_seats",
    "matches",
    "metadata",
    "moves",
    "nodes",
    "owners",
    "people",
    "problem_progress",
    "reports",
    "reviews",
    "seats",
    "shared_scores",
    "statistics",
    "tables",
    "tokens",
]

REVISION = "0017"
"""The revision of the newest migration."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("settings", LargeBinary, nullable=False),  # JSON, as the table was opened
    Column("host", String, nullable=False),
    Column("opened", BigInteger, nullable=False),  # wall clock, ms; so are all times here
    Column("over", Boolean, nullable=False),
    Column("deleted", Boolean, nullable=False, server_default=false()),  # it is nobody's any more, and its rows go
    Column("archived", Boolean, nullable=False, server_default=false()),  # its match is in `matches`
    Column("summary", LargeBinary),  # JSON: what lists of unfinished tables say of it
)

UNFINISHED = and_(~tables.c.over, ~tables.c.deleted)
"""The condition that somebody may still play at a table."""
UNARCHIVED = and_(tables.c.over, ~tables.c.archived, ~tables.c.deleted)
"""The condition that the match of a table is over and not in the archive yet."""
MARKED = tables.c.deleted == true()  # SQLite does not find the index of `deleted` by `deleted = 1`
"""The condition that a table is marked as deleted."""


def _index_of_some(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """Let a question that says `where` read an index of these rows alone, however many others there are."""
    Index(name, *columns, sqlite_where=where, postgresql_where=where)


_index_of_some("ix_tables_host", tables.c.host, where=UNFINISHED)
_index_of_some("ix_tables_unarchived", tables.c.id, where=UNARCHIVED)
_index_of_some("ix_tables_deleted", tables.c.id, where=MARKED)

moves = Table(  # the truth about each table, only ever added to
    "moves",
    metadata,
    Column("table_id", String, ForeignKey(tables.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command", String),
    Column("digest", String),
    Column("events", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "command"),
)

seats = Table(  # whose tables: a cache of what the rows say
    "seats",
    metadata,
    Column("person", String, primary_key=True),
    Column("table_id", String, ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),  # as others see it; "" for a guest who gave none
    Column("folded", String, unique=True),  # as a person signs in with it; a guest has none of the three
    Column("skeleton", String, index=True),  # as it looks
    Column("password", String),  # argon2
    Column("since", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False, server_default="0", index=True),  # when they were here, within a day
    Column("hides_name", Boolean, nullable=False, server_default=false()),  # in links to finished matches
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String, primary_key=True),  # sha256 in hex: the token itself is only with its owner
    Column("person", String, ForeignKey(people.c.id), nullable=False, index=True),
    Column("until", BigInteger, nullable=False, index=True),
)

health = Table(  # one row, written anew by each look at the server's health
    "health",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

audit = Table(  # the journal for moderation, only ever added to; its rows outlive the tables and people that they name
    "audit",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("table_id", String, index=True),
    Column("person", String, index=True),
    Column("by", String),  # who did it, where that is another person
    Column("facts", LargeBinary, nullable=False),  # JSON
)

blocks = Table(  # whom people do not want to play with
    "blocks",
    metadata,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("person", String, nullable=False, index=True),
    Column("name", String, nullable=False),  # as it was when they were blocked
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("owner", "person"),
)

reports = Table(  # what computer players did badly, with the deal; written when the deal has ended
    "reports",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("table_id", String, nullable=False),
    Column("game", String, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("event", Integer, nullable=False),  # its place in the log, from 0
    Column("seat", Integer, nullable=False),
    Column("level", String, nullable=False),
    Column("reporter", String, nullable=False, index=True),  # "": deleted since
    Column("at", BigInteger, nullable=False),
    Column("log", LargeBinary, nullable=False),
)

matches = Table(  # the archive: what is asked of finished matches, a cache of what their rows say
    "matches",
    metadata,
    Column("table_id", String, ForeignKey(tables.c.id), primary_key=True),
    Column("host", String, nullable=False, index=True),
    Column("ended", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("preset", String, nullable=False),
    Column("deals", Integer, nullable=False),  # 0: none was finished, so there is nothing to be seen
    Column("private", Boolean, nullable=False),
    Column("summary", LargeBinary, nullable=False),  # JSON
    Column("origin", String, index=True),  # the match and the deal, ID/N, that was played again to be compared
    Column("counted", String),  # the version of the counting that its statistics were made by
    Column("summed", Boolean, nullable=False, server_default=false()),  # they are in `level_sums`
)

COUNTABLE = matches.c.deals > literal_column("0")  # no parameter: the index would not be found
"""The condition that a match has statistics."""
UNSUMMED = and_(COUNTABLE, ~matches.c.private, ~matches.c.summed)
"""The condition that the statistics of a match belong into `level_sums` and are not there."""
_index_of_some("ix_matches_counted", matches.c.counted, matches.c.table_id, where=COUNTABLE)
_index_of_some("ix_matches_unsummed", matches.c.table_id, where=UNSUMMED)

match_seats = Table(  # who sat at finished matches
    "match_seats",
    metadata,
    Column("table_id", String, ForeignKey(matches.c.table_id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String),  # None: a computer player, or nobody any more
    Column("name", String, nullable=False),  # as it was then; "" for a person who gave none, or is nobody any more
    Column("folded", String, nullable=False),  # as it is looked for
    Column("level", String, nullable=False),  # of a computer player, "" for a person
    Column("result", String, nullable=False),
    Column("ended", BigInteger, nullable=False),  # as in `matches`, so that one index has the list of a person
    Index("ix_match_seats_person_ended", "person", "ended", "table_id"),
)

statistics = Table(  # what matches add to the statistics of their players, at the first seat of each
    "statistics",
    metadata,
    Column("table_id", String, ForeignKey(matches.c.table_id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("tally", LargeBinary, nullable=False),  # JSON
)

level_sums = Table(  # what `statistics` add up to for computer players, over the matches that are `summed`
    "level_sums",
    metadata,
    Column("counted", String, primary_key=True),  # as in `matches`
    Column("game", String, primary_key=True),
    Column("preset", String, primary_key=True),
    Column("level", String, primary_key=True),
    Column("tally", LargeBinary, nullable=False),  # JSON
)

reviews = Table(  # the reviews of deals, each computed once
    "reviews",
    metadata,
    Column("digest", String, primary_key=True),  # of the log up to the end of the deal, without names
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String, nullable=False, index=True),
    Column("deal", Integer, nullable=False),
    Column("review", LargeBinary, nullable=False),  # JSON, deflated
    Column("worst", LargeBinary, nullable=False),  # JSON: what lists say of it
)

problem_progress = Table(  # the problems that people have solved, and on which days
    "problem_progress",
    metadata,
    Column("person", String, primary_key=True),
    Column("solved", LargeBinary, nullable=False),  # JSON
)

shared_scores = Table(  # matches at real tables that several phones score together
    "shared_scores",
    metadata,
    Column("id", String, primary_key=True),
    Column(
        "key", String, nullable=False
    ),  # sha256 in hex of what lets a phone enter: the key itself is only with these
    Column("owner", String, nullable=False, index=True),  # who began it
    Column("steps", Integer, nullable=False),  # their number
    Column("match", LargeBinary, nullable=False),  # JSON
    Column("used", BigInteger, nullable=False, index=True),  # when something was last entered
)

nodes = Table(  # the servers that share a database of PostgreSQL, where several do
    "nodes",
    metadata,
    Column("id", String, primary_key=True),
    Column("address", String, nullable=False),  # where the others reach it
    Column("until", Double, nullable=False),  # how long its tables are its own: the database's clock, seconds
)

owners = Table(  # which of them has a table in memory
    "owners",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("node", String, nullable=False, index=True),
    Column("claim", String, nullable=False, server_default=""),  # another one each time that it is claimed
)
