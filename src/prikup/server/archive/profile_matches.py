"""The finished matches on a person's profile, as a certain user may see them. Private matches are never shown."""

from sqlalchemy import ColumnElement, and_, exists, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.people import ProfileMatch
from prikup.server.accounts.profiles import VisiblePerson
from prikup.server.archive.match_rows import SEATS_QUERY, match_seat, profile_match
from prikup.server.storage.sql_tables import match_seats, matches

__all__ = ["MAX_MATCHES", "count_matches", "load_profile_matches"]

MAX_MATCHES = 20
"""Maximum number of matches on a profile."""


def _is_public_match_of(person: str) -> ColumnElement[bool]:
    """Return the SQL condition that a row is a person's seat in a match that may be on the person's profile.

    The row joins `matches` and `match_seats`. Private matches are left out, and of several seats of the person in a
    match only the first counts. `person` is a user id.
    """
    s, other_seat = match_seats.c, match_seats.alias().c
    is_later_seat = exists().where(
        other_seat.table_id == s.table_id, other_seat.person == s.person, other_seat.seat < s.seat
    )
    return and_(s.person == person, matches.c.deals > 0, ~matches.c.private, ~is_later_seat)


async def count_matches(connection: AsyncConnection, person: str) -> dict[str, int]:
    """Return the number of finished matches of a person (id) that are not private, as a mapping by game."""
    m, s = matches.c, match_seats.c
    query = select(m.game, func.count().label("number")).join(match_seats, s.table_id == m.table_id)
    query = query.where(_is_public_match_of(person)).group_by(m.game)
    return {row.game: row.number for row in await connection.execute(query)}


async def load_profile_matches(
    connection: AsyncConnection, person: VisiblePerson, reader: str
) -> tuple[ProfileMatch, ...]:
    """Load the newest finished matches of a person that the user `reader` may see, at most `MAX_MATCHES`.

    `reader` is a user id, "" for a visitor who is not signed in. If the person hides their name in links to matches,
    other users see only the matches in which they played too.
    """
    m, s, other_seat = matches.c, match_seats.c, match_seats.alias().c
    played_together = exists().where(other_seat.table_id == m.table_id, other_seat.person == reader)
    is_shown = played_together if person.hides_name and reader != person.id else true()
    columns = (m.table_id, m.game, m.ended, m.deals, m.summary, s.seat, s.result)
    query = select(*columns).join(match_seats, s.table_id == m.table_id)
    query = query.where(_is_public_match_of(person.id), is_shown)
    rows = (await connection.execute(query.order_by(s.ended.desc(), s.table_id.desc()).limit(MAX_MATCHES))).all()
    tables = [row.table_id for row in rows]
    seats_query = SEATS_QUERY.where(s.table_id.in_(tables)).order_by(s.table_id, s.seat)
    seat_rows = (await connection.execute(seats_query)).all()
    own_matches = {row.table_id for row in seat_rows if reader and row.person == reader}
    return tuple(
        profile_match(
            row,
            tuple(
                match_seat(seat_row, hidden=bool(seat_row.hides_name) and row.table_id not in own_matches)
                for seat_row in seat_rows
                if seat_row.table_id == row.table_id
            ),
        )
        for row in rows
    )
