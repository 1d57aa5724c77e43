"""The definitions of the database's tables.

Times are milliseconds since 1970 in columns of the type BigInteger, and seconds since 1970 in columns of the type
Double. Every change needs a new migration in migrations/versions; a test compares the migrations with this file.
"""

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
    "IS_COUNTABLE",
    "IS_LISTED",
    "IS_MARKED_DELETED",
    "IS_MISSING_IN_SUMS",
    "IS_UNARCHIVED",
    "IS_UNFINISHED",
    "IS_WATCHABLE",
    "REVISION",
    "audit",
    "blocks",
    "chores",
    "clock_pauses",
    "friend_calls",
    "friend_codes",
    "friend_refusals",
    "friend_requests",
    "friends",
    "health",
    "lane_starts",
    "level_sums",
    "mail_addresses",
    "match_seats",
    "matches",
    "metadata",
    "misses",
    "moves",
    "nodes",
    "notices",
    "owners",
    "paired",
    "people",
    "problem_progress",
    "push_subscriptions",
    "rated_matches",
    "rating_changes",
    "ratings",
    "reports",
    "reviews",
    "seats",
    "seeks",
    "shared_scores",
    "standing",
    "statistics",
    "tables",
    "tokens",
    "turn_rounds",
    "turns",
    "wishes",
]

REVISION = "0030"
"""The revision (version of the schema) of the newest migration."""

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
    Column("settings", LargeBinary, nullable=False),  # JSON, from the opening of the table
    Column("host", String, nullable=False),
    Column("opened", BigInteger, nullable=False),  # wall clock, ms
    Column("over", Boolean, nullable=False),
    Column("deleted", Boolean, nullable=False, server_default=false()),  # belongs to no user; rows are being deleted
    Column("archived", Boolean, nullable=False, server_default=false()),  # its match is in `matches`
    Column("summary", LargeBinary),  # JSON, shown in lists of unfinished tables
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the list of open tables, like `summary`
    Column("watchable", Boolean, nullable=False, server_default=false()),  # in the list of matches to watch
    Column("by_turns", Boolean, nullable=False, server_default=false()),  # a turn-based table, as in its settings
)

IS_UNFINISHED = and_(~tables.c.over, ~tables.c.deleted)
"""The SQL condition that the match at a table is neither over nor deleted."""
IS_LISTED = and_(tables.c.listed, IS_UNFINISHED)
"""The SQL condition that the list of open tables shows a table."""
IS_WATCHABLE = and_(tables.c.watchable, IS_UNFINISHED)
"""The SQL condition that the list of matches to watch shows a table."""
IS_UNARCHIVED = and_(tables.c.over, ~tables.c.archived, ~tables.c.deleted)
"""The SQL condition that the match at a table is over and not in the archive yet."""
IS_MARKED_DELETED = tables.c.deleted == true()  # with `deleted = 1` SQLite would not use the index
"""The SQL condition that a game table is marked as deleted, so that its rows are to be deleted."""


def _create_partial_index(name: str, *columns: Column[Any], condition: ColumnElement[bool]) -> None:
    """Create a database index of only those rows that fulfil `condition`, so that queries for these few rows stay fast.

    `name` is the name of the index, and `columns` are the indexed columns.
    """
    Index(name, *columns, sqlite_where=condition, postgresql_where=condition)


_create_partial_index("ix_tables_host", tables.c.host, condition=IS_UNFINISHED)
_create_partial_index("ix_tables_listed", tables.c.opened, condition=IS_LISTED)
_create_partial_index("ix_tables_watchable", tables.c.opened, condition=IS_WATCHABLE)
_create_partial_index("ix_tables_unarchived", tables.c.id, condition=IS_UNARCHIVED)
_create_partial_index("ix_tables_deleted", tables.c.id, condition=IS_MARKED_DELETED)

moves = Table(  # the commits of each table: append-only, and the source of all other data on play
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

seats = Table(  # the seats of users, a cache of `moves`
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
    Column("name", String, nullable=False),  # the display name; "" for a guest without one
    Column("folded", String, unique=True),  # the name to log in with; None for guests, like the next two columns
    Column("skeleton", String, index=True),  # the name with look-alike characters unified
    Column("password", String),  # argon2
    Column("since", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False, server_default="0", index=True),  # last activity, accurate to a day
    Column("hides_name", Boolean, nullable=False, server_default=false()),  # in links to finished matches
    Column("seen_by", String, nullable=False, server_default="friends"),  # who sees if they are online; or "nobody"
    Column("profile", String, nullable=False, server_default="everybody"),  # its viewers; or "accounts", "friends"
    Column("forced", Boolean, nullable=False, server_default=true()),  # turn-based tables play their only legal cards
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String, primary_key=True),  # sha256 in hex: only the user has the token itself
    Column("person", String, ForeignKey(people.c.id), nullable=False, index=True),
    Column("until", BigInteger, nullable=False, index=True),
)

health = Table(  # one row, updated by each health check
    "health",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

audit = Table(  # the journal, append-only; its rows outlive the tables and people they name
    "audit",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("table_id", String, index=True),
    Column("person", String, index=True),
    Column("by", String),  # the person who did it, if another
    Column("facts", LargeBinary, nullable=False),  # JSON
)

blocks = Table(  # people whom users have blocked
    "blocks",
    metadata,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("person", String, nullable=False, index=True),
    Column("name", String, nullable=False),  # the name at the time of the block
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("owner", "person"),
)

friends = Table(  # friendships between accounts
    "friends",
    metadata,
    Column("low", String, primary_key=True),  # the smaller of the two ids
    Column("high", String, primary_key=True, index=True),
    Column("asked_by", String, nullable=False),  # the friend who sent the request
    Column("asked", BigInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
)

friend_requests = Table(  # requests to become friends, as long as the sender has not withdrawn them
    "friend_requests",
    metadata,
    Column("asker", String, primary_key=True),
    Column("key", String, primary_key=True),  # how the sender identified the person
    Column("name", String, nullable=False),  # the name under which the sender asked
    Column("person", String, index=True),  # None: it reaches no one, but the sender does not learn this
    Column("asked", BigInteger, nullable=False),
)

friend_refusals = Table(  # how often a person has refused the requests of another
    "friend_refusals",
    metadata,
    Column("person", String, primary_key=True),
    Column("asker", String, primary_key=True, index=True),
    Column("times", Integer, nullable=False),
)

friend_codes = Table(  # the codes that users show to people who want to become their friends
    "friend_codes",
    metadata,
    Column("person", String, primary_key=True),
    Column("code", String, nullable=False, unique=True),
)

friend_calls = Table(  # calls (invitations) of friends to a table; deleted after a day
    "friend_calls",
    metadata,
    Column("id", String, primary_key=True),
    Column("caller", String, nullable=False, index=True),
    Column("person", String, nullable=False, index=True),  # the friend who was called
    Column("table_id", String, nullable=False),
    Column("called", BigInteger, nullable=False, index=True),
    Column("dismissed", Boolean, nullable=False, server_default=false()),
)

reports = Table(  # users' reports of bad actions of computer players; stored when the deal has ended
    "reports",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("table_id", String, nullable=False),
    Column("game", String, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("event", Integer, nullable=False),  # index in the log, from 0
    Column("seat", Integer, nullable=False),
    Column("level", String, nullable=False),
    Column("reporter", String, nullable=False, index=True),  # "": the user has been deleted
    Column("at", BigInteger, nullable=False),
    Column("log", LargeBinary, nullable=False),
)

matches = Table(  # the archive of finished matches, a cache of `moves`
    "matches",
    metadata,
    Column("table_id", String, ForeignKey(tables.c.id), primary_key=True),
    Column("host", String, nullable=False, index=True),
    Column("ended", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("preset", String, nullable=False),
    Column("deals", Integer, nullable=False),  # 0: no deal was finished, so the match is not listed
    Column("private", Boolean, nullable=False),
    Column("summary", LargeBinary, nullable=False),  # JSON
    Column("origin", String, index=True),  # ID/N of the match and deal replayed for comparison
    Column("counted", String),  # the version of the program that computed its statistics
    Column("summed", Boolean, nullable=False, server_default=false()),  # its statistics are included in `level_sums`
    Column(
        "rating_due", Boolean, nullable=False, server_default=false()
    ),  # it counts for ratings, but is not rated yet
)

IS_COUNTABLE = matches.c.deals > literal_column("0")  # a literal, because with a parameter the index would not be used
"""The SQL condition that a match has statistics.

A match without a finished deal has none, nor has a match that replayed the deal of an earlier match.
"""
IS_MISSING_IN_SUMS = and_(IS_COUNTABLE, ~matches.c.private, ~matches.c.summed)
"""The SQL condition that a match's statistics must be added to `level_sums`, the sums for computer players."""
IS_RATING_DUE = matches.c.rating_due == true()  # with `rating_due = 1` SQLite would not use the index
"""The SQL condition that a match counts for ratings and is not rated yet."""
_create_partial_index("ix_matches_rating_due", matches.c.ended, matches.c.table_id, condition=IS_RATING_DUE)
_create_partial_index("ix_matches_counted", matches.c.counted, matches.c.table_id, condition=IS_COUNTABLE)
_create_partial_index("ix_matches_unsummed", matches.c.table_id, condition=IS_MISSING_IN_SUMS)

match_seats = Table(  # the seats of finished matches
    "match_seats",
    metadata,
    Column("table_id", String, ForeignKey(matches.c.table_id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String),  # None: a computer player, or a deleted user
    Column("name", String, nullable=False),  # the name at that time; "" if the person had none, or is deleted
    Column("folded", String, nullable=False),  # the name in the form for searches
    Column("level", String, nullable=False),  # of a computer player; "" for a person
    Column("result", String, nullable=False),
    Column("ended", BigInteger, nullable=False),  # as in `matches`; one index serves a person's list of matches
    # In a turn-based match, else None: the number of the person's actions, and how many a computer player took.
    Column("decisions", Integer),
    Column("bot_decisions", Integer),
    Index("ix_match_seats_person_ended", "person", "ended", "table_id"),
)
IS_BY_TURNS = match_seats.c.decisions.is_not(None)
"""The SQL condition that a seat is that of a turn-based match."""
_create_partial_index(
    "ix_match_seats_by_turns", match_seats.c.person, match_seats.c.ended, match_seats.c.table_id, condition=IS_BY_TURNS
)

statistics = Table(  # the statistics of each player in each match, under the player's first seat
    "statistics",
    metadata,
    Column("table_id", String, ForeignKey(matches.c.table_id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("tally", LargeBinary, nullable=False),  # JSON
)

level_sums = Table(  # the sums of the `statistics` of computer players over all `summed` matches
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
    Column("digest", String, primary_key=True),  # digest of the log up to the end of the deal, without names
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String, nullable=False, index=True),
    Column("deal", Integer, nullable=False),
    Column("review", LargeBinary, nullable=False),  # JSON, deflated
    Column("worst", LargeBinary, nullable=False),  # JSON, shown in lists
)

problem_progress = Table(  # the problems that users have solved, and on which days
    "problem_progress",
    metadata,
    Column("person", String, primary_key=True),
    Column("solved", LargeBinary, nullable=False),  # JSON
)

shared_scores = Table(  # real-table matches scored on several phones
    "shared_scores",
    metadata,
    Column("id", String, primary_key=True),
    Column("key", String, nullable=False),  # sha256 in hex of the key for entering
    Column("owner", String, nullable=False, index=True),  # the user who started it
    Column("steps", Integer, nullable=False),  # the number of steps
    Column("match", LargeBinary, nullable=False),  # JSON
    Column("used", BigInteger, nullable=False, index=True),  # the time of the last entry
)

rated_matches = Table(  # the rated matches of all games, in the order in which they were rated
    "rated_matches",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),  # from 1, without gaps
    Column("table_id", String, nullable=False, unique=True),
    Column("game", String, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("m", Integer, nullable=False),  # the largest number of recent common matches of two of its people
    Column("version", String, nullable=False),  # the version of the rating model
    Column("void", String, nullable=False, server_default=""),  # why the match does not count; "" if it does
)

rating_changes = Table(  # the players of each rated match, with their ratings before and after it
    "rating_changes",
    metadata,
    Column("seq", Integer, ForeignKey(rated_matches.c.seq), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False),  # a random id for a deleted user; the level of a computer player
    Column("kind", String, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mu0", Double, nullable=False),
    Column("sigma0", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index("ix_rating_changes_person_seq", "person", "seq"),
)

ratings = Table(  # the standing of each person in each game, a cache of `rating_changes`
    "ratings",
    metadata,
    Column("person", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("version", String, primary_key=True),  # as in `rated_matches`
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),  # the end of the last rated match
    Index("ix_ratings_game_mu", "game", "mu"),
)

nodes = Table(  # the servers that share this PostgreSQL database
    "nodes",
    metadata,
    Column("id", String, primary_key=True),
    Column("address", String, nullable=False),  # where the other servers reach it
    Column("until", Double, nullable=False),  # expiry of its lease, by the database's clock in seconds
)

owners = Table(  # the node that owns each loaded table
    "owners",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("node", String, nullable=False, index=True),
    Column("claim", String, nullable=False, server_default=""),  # a new id for each claim
)

push_subscriptions = Table(  # the browsers that users allow to be sent messages
    "push_subscriptions",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, ForeignKey(people.c.id), nullable=False, index=True),
    Column("endpoint", String, nullable=False, unique=True),  # the URL of the browser's push service
    Column("p256dh", String, nullable=False),  # the browser's public key, base64url
    Column("auth", String, nullable=False),  # a secret of the browser, base64url
    Column("language", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("session", String, ForeignKey(tokens.c.digest, ondelete="CASCADE"), nullable=False, index=True),
)

mail_addresses = Table(  # the mail addresses to which users are sent notices, and new ones that are not proved yet
    "mail_addresses",
    metadata,
    Column("person", String, ForeignKey(people.c.id), primary_key=True),
    Column("address", String, primary_key=True),
    Column("language", String, nullable=False),
    Column("asked", BigInteger, nullable=False),  # when the user entered it
    Column("proof", String, nullable=False, unique=True),  # sha256 in hex of the secret that proves it
    Column("proved", BigInteger),  # None: not proved yet
    Column("stop", String, nullable=False, unique=True),  # the secret in the links that stop the mails
    Column("bounced", Integer, nullable=False, server_default="0"),  # mails that were refused for good
)

wishes = Table(  # which notices users wish to get, and by which channels
    "wishes",
    metadata,
    Column("person", String, ForeignKey(people.c.id), primary_key=True),
    Column("wishes", LargeBinary, nullable=False),  # JSON
)

notices = Table(  # messages to absent users; a sent one stays for some days, so that it is not sent again
    "notices",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, ForeignKey(people.c.id), nullable=False),
    Column("kind", String, nullable=False),
    Column("about", String, nullable=False),  # the id of a table, or the name of a person
    Column("turn", Integer, nullable=False),  # a number that differs for notices of the same kind about the same thing
    Column("part", String, nullable=False),
    Column("facts", LargeBinary, nullable=False),  # JSON
    Column("due", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # the time after which it is of no use
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("claimed_until", BigInteger),  # a server is sending it
    Column("sent", BigInteger, index=True),
    UniqueConstraint("person", "kind", "about", "turn", "part"),
)
_create_partial_index("ix_notices_due", notices.c.due, condition=notices.c.sent.is_(None))

turns = Table(  # the decisions for which turn-based tables wait, a cache of `moves` and `clock_pauses`
    "turns",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # -1 for what a table does by itself
    Column("person", String, nullable=False, index=True),
    Column("n", Integer, nullable=False),  # the version of the table at which the decision arose
    Column("asked", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
)

clock_pauses = Table(  # the times in which the clocks of a person, or "" of everybody, pause at turn-based tables
    "clock_pauses",
    metadata,
    Column("person", String, primary_key=True),
    Column("begin", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger, nullable=False),
)

turn_rounds = Table(  # one row: the time at which a server last checked the turn-based tables
    "turn_rounds",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

chores = Table(  # the jobs that one node at a time does for all, with the lease of the node that does them
    "chores",
    metadata,
    Column("name", String, primary_key=True),
    Column("node", String, nullable=False),
    Column("claim", String, nullable=False),  # a new id each time a node takes the chore; "": given up
    Column("until", Double, nullable=False),  # expiry of the lease, by the database's clock in seconds
)

seeks = Table(  # the people who look for a table, or for whom one was found; times by the clock of all servers, seconds
    "seeks",
    metadata,
    Column("person", String, primary_key=True),
    Column("lanes", String, nullable=False),  # names, separated by spaces
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),  # then the search ends unless a server renews it
    Column("node", String, nullable=False),  # the server to which the person is connected, "" for none
    Column("range", Integer, nullable=False),  # the accepted difference of ratings, 0 for any
    Column("bots", Boolean, nullable=False),
    Column("partner", String, nullable=False),  # a user id, "" for nobody
    Column("table_id", String, nullable=False, index=True),  # the table that was found, "" for none yet
    Column("lane", String, nullable=False),  # the lane of that table
    Column("found", Double, nullable=False),  # when it was found
    Column("device", String, nullable=False, server_default=""),  # stands for the person's browser, "" if unknown
    Column("called", Double, nullable=False, server_default="0"),  # when others were called for this search, 0: not yet
)

standing = Table(  # wishes of account owners to be called when somebody looks for players
    "standing",
    metadata,
    Column("person", String, primary_key=True),
    Column("lane", String, primary_key=True, index=True),
    Column("days", String, nullable=False),  # digits, 0 for Monday
    Column("from_minute", Integer, nullable=False),  # of the day in the time zone
    Column("to_minute", Integer, nullable=False),  # on the next day if it is not after from_minute
    Column("zone", String, nullable=False),
    Column("called", Double, nullable=False),  # the last time at which the person was called, 0: not yet
)

paired = Table(  # people whom quick pairing has brought together within a day; each pair both ways
    "paired",
    metadata,
    Column("person", String, primary_key=True),
    Column("other", String, primary_key=True),
    Column("at", Double, primary_key=True, autoincrement=False),  # equal for all people of a table
)

lane_starts = Table(  # when matches of quick pairing began; the last one of each lane stays
    "lane_starts",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("lane", String, nullable=False),
    Column("began", Double, nullable=False),
    Index("ix_lane_starts_lane_began", "lane", "began"),
)

misses = Table(  # people who did not come to a table that was found for them, within a day
    "misses",
    metadata,
    Column("person", String, primary_key=True),
    Column("at", Double, primary_key=True, autoincrement=False),
)
