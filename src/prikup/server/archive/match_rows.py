"""Writes a finished match and its seats into the database tables of the archive, and reads their rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.people import ProfileMatch, day_of
from prikup.archive.finished_match import FinishedMatch, MatchSeat
from prikup.archive.match_records import MatchSummary
from prikup.server.accounts.account_names import fold_name
from prikup.server.archive.tallies import count
from prikup.server.ratings.due_matches import is_to_be_rated
from prikup.server.storage.deletion import DELETED_ID_PREFIX, DELETED_SINCE
from prikup.server.storage.match_summary import StoredMatchSummary
from prikup.server.storage.sql_tables import match_seats, matches, people, tables
from prikup.table.fixed_deal import Origin

__all__ = [
    "SEATS_QUERY",
    "insert_match",
    "load_seats",
    "match_origin",
    "match_seat",
    "match_summary",
    "profile_match",
]

SEATS_QUERY = (
    select(*(match_seats.c[name] for name in ("table_id", "person", "name", "level")), people.c.hides_name)
    .select_from(match_seats)
    .outerjoin(people, people.c.id == match_seats.c.person)
)
"""The SQL query for the seats of matches. A row also says whether the user at the seat hides their name."""


def match_origin(match: FinishedMatch) -> Origin | None:
    """Return the earlier deal or position from which a match started; None for a match whose cards were dealt as usual.

    A match that starts from an earlier deal is not listed in the archive.
    """
    fixed_deal = match.settings.given
    return fixed_deal.origin if fixed_deal else None


async def insert_match(connection: AsyncConnection, table: str, match: FinishedMatch) -> None:
    """Insert a match, its seats and its statistics into the tables of the archive.

    Do nothing if the archive contains the match already. `table` is the id of the match.
    """
    t = tables.c
    mark_archived = update(tables).where(t.id == table, ~t.archived).values(archived=True)
    if not (await connection.execute(mark_archived)).rowcount:
        return
    origin = match_origin(match)
    number = 0 if origin else len(match.log.match.sheet.lines)
    is_compared = origin is not None and origin.compared and len(match.log.match.sheet.lines) >= origin.deal
    settlement, sides = match.sheet().settlement, match.log.game.sides
    summary = StoredMatchSummary(
        match.options, sides, settlement, match.settlement_history, match.unverified, match.imported
    )
    host = match.settings.host
    deleted_users = await _deleted_users(connection, [*match.people, host])
    values = {
        "table_id": table,
        "host": "" if host in deleted_users else host,
        "ended": match.end_ms,
        "game": match.log.begin.game,
        "preset": match.options.partition(" ")[0],
        "deals": number,
        "private": match.closed,
        "summary": msgspec.json.encode(summary),
        "origin": f"{origin.match}/{origin.deal}" if origin and is_compared else None,
        "rating_due": is_to_be_rated(match),
    }
    await connection.execute(insert(matches), values)
    if number or is_compared:
        await connection.execute(
            insert(match_seats), [_seat_row(table, match, seat, deleted_users) for seat in range(len(match.seats))]
        )
    if number:
        await count(connection, table, match)


async def _deleted_users(connection: AsyncConnection, users: Sequence[str]) -> set[str]:
    """Return those of the user ids `users` that belong to deleted accounts. The archive must not name these users.

    Some of these ids may be random ones already.
    """
    p = people.c
    query = select(p.id).where(p.id.in_([user for user in users if user]), p.since == DELETED_SINCE)
    random_ids = {user for user in users if user.startswith(DELETED_ID_PREFIX)}
    return random_ids.union((await connection.execute(query)).scalars())


def _seat_row(table: str, match: FinishedMatch, seat: int, deleted_users: set[str]) -> dict[str, Any]:
    player, person = match.seats[seat], match.people[seat]
    name = "" if person in deleted_users else player.name
    return {
        "table_id": table,
        "seat": seat,
        "person": person if person and person not in deleted_users and not player.level else None,
        "name": name,
        "folded": fold_name(name),
        "level": player.level,
        "result": match.result(seat),
        "ended": match.end_ms,
        "decisions": match.decisions[seat] if match.settings.turns else None,
        "bot_decisions": match.bot_decisions[seat] if match.settings.turns else None,
    }


async def load_seats(connection: AsyncConnection, names: Sequence[str]) -> Mapping[str, tuple[MatchSeat, ...]]:
    """Load the seats of the matches with the table ids `names`, in seat order, and return them by table id."""
    s = match_seats.c
    query = select(s.table_id, s.person, s.name, s.level).where(s.table_id.in_(names)).order_by(s.table_id, s.seat)
    seats_by_table: dict[str, tuple[MatchSeat, ...]] = dict.fromkeys(names, ())
    for row in await connection.execute(query):
        seats_by_table[row.table_id] += (match_seat(row),)
    return seats_by_table


def match_seat(row: Any, *, hidden: bool = False, imported: bool = False) -> MatchSeat:
    """Return the seat of a match that a database row describes. With `hidden`, leave out the player's name.

    A seat that has neither a user nor a computer player's level is marked as that of a deleted user. In an imported
    match (`imported`) it is not, because the people in such a match never were users.
    """
    deleted = not row.person and not row.level and not imported
    return MatchSeat("" if hidden else row.name, row.level, deleted=deleted)


def match_summary(row: Any, seats: tuple[MatchSeat, ...]) -> MatchSummary:
    """Return the entry of a match in a player's list of matches.

    `row` joins the match's row in `matches` with the row of the player's seat, and `seats` are all seats of the match.
    """
    summary = msgspec.json.decode(row.summary, type=StoredMatchSummary)
    side = next(side for side, seats in enumerate(summary.sides) if row.seat in seats)
    if summary.imported:
        seats = tuple(replace(seat, deleted=False) for seat in seats)
    return MatchSummary(
        row.table_id,
        row.game,
        summary.options,
        row.ended,
        row.deals,
        seats,
        row.seat,
        summary.sides,
        summary.settlement,
        summary.course[side],
        row.result,
        row.private,
        unverified=summary.unverified,
        imported=summary.imported,
    )


def profile_match(row: Any, seats: tuple[MatchSeat, ...]) -> ProfileMatch:
    """Return the entry of a match on a person's profile.

    `row` joins the match's row in `matches` with the row of the person's seat, and `seats` are all seats of the match.
    """
    summary = msgspec.json.decode(row.summary, type=StoredMatchSummary)
    return ProfileMatch(
        row.table_id,
        row.game,
        summary.options,
        day_of(row.ended),
        row.deals,
        seats,
        row.seat,
        summary.sides,
        summary.settlement,
        row.result,
    )
