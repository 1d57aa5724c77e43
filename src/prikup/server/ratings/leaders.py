"""The leaders of a game: the people with the best ratings, as a list of the ratings shows them."""

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.people import PAGE_SIZE, Leader, OwnRating, RatedLevel, RatingList, VoidedMatch, day_of
from prikup.ratings.anchors import anchor_levels
from prikup.ratings.model import GROWTH_PER_DAY, VERSION, Rating
from prikup.ratings.standing import (
    ACTIVE_MS,
    DAY_MS,
    FEWEST_MATCHES,
    MAX_LEADER_SIGMA,
    Standing,
    is_provisional,
    possible_places,
    shown_margin,
    shown_number,
    shown_spread,
)
from prikup.server.ratings.rating_rows import is_current, load_standings
from prikup.server.storage.sql_tables import people, rated_matches, rating_changes, ratings

__all__ = [
    "Leaders",
    "PublicRating",
    "load_leaders",
    "load_public_ratings",
    "load_ratings",
    "load_voided_matches",
    "rating_list",
    "shown_rating",
]

MAX_VOIDED_MATCHES = 20
"""The maximum number of a user's void matches (rated matches that no longer count) that are shown to the user."""
ShownRating = tuple[int, int]
"""A rating as users see it: the number, and half the width of its 95 % confidence interval."""
PublicRating = tuple[int, int, bool]
"""A rating as users see it, and whether it is provisional: too little is known to compare it with others."""


class RankedPerson(NamedTuple):
    """A leader of a game: the id, the name and the standing (rating and number of rated matches) of the person."""

    person: str
    name: str
    standing: Standing


class Leaders:
    """All people in the public rating list of a game, the best first.

    They are ordered by the mean μ of the rating, then by smaller deviation σ, then by name.
    """

    def __init__(self, ranked_people: list[RankedPerson]) -> None:
        self._people = ranked_people
        self._places = possible_places([leader.standing.rating for leader in ranked_people])
        self._index_by_person = {leader.person: index for index, leader in enumerate(ranked_people)}

    def __len__(self) -> int:
        return len(self._people)

    def page(self, start: int) -> tuple[Leader, ...]:
        """Return the leaders from the index `start` on, at most `PAGE_SIZE` of them."""
        return tuple(self._leader(index) for index in range(start, min(start + PAGE_SIZE, len(self))))

    def find(self, person: str) -> Leader | None:
        """Return the list entry of the person with this id; None if they are not among the leaders."""
        index = self._index_by_person.get(person)
        return None if index is None else self._leader(index)

    def _leader(self, index: int) -> Leader:
        _, name, standing = self._people[index]
        number, margin = shown_rating(standing)
        return Leader(index + 1, self._places[index], name, number, margin, standing.matches)


def shown_rating(standing: Standing) -> ShownRating:
    """Return the rating of a person in the form that users see.

    `standing` is the rating of the person, with the number of rated matches and the end of the last one.
    """
    return shown_number(standing.rating), shown_margin(standing.rating)


async def load_leaders(connection: AsyncConnection, game: str, now_ms: int) -> Leaders:
    """Load the leaders of a game at the time `now_ms` (wall clock, ms).

    A leader has a rating that is no longer provisional (`is_provisional`: from too few matches, or too uncertain), has
    played a rated match within `ACTIVE_MS`, and has a profile that everybody may see.
    """
    r, p = ratings.c, people.c
    variance = r.sigma * r.sigma + GROWTH_PER_DAY * ((now_ms - r.ended) // DAY_MS)
    is_leader = and_(
        is_current(game),
        IS_PUBLIC,
        r.matches >= FEWEST_MATCHES,
        r.ended >= now_ms - ACTIVE_MS,
        variance <= MAX_LEADER_SIGMA**2,
    )
    query = select(p.id, p.name, r.mu, r.sigma, r.matches, r.ended).join(people, p.id == r.person).where(is_leader)
    rows = (await connection.execute(query.order_by(r.mu.desc(), r.sigma, p.name))).all()
    return Leaders(
        [
            RankedPerson(person, name, Standing(Rating(mu, sigma), matches, ended_ms).at(now_ms))
            for person, name, mu, sigma, matches, ended_ms in rows
        ]
    )


IS_PUBLIC: ColumnElement[bool] = people.c.profile == "everybody"
"""The SQL condition that everybody may see the profile of a person."""


async def rating_list(connection: AsyncConnection, game: str, start: int, person: str, now_ms: int) -> RatingList:
    """Return the page of a game's list of leaders that begins with the index `start`.

    `person` is the id of the user whose own rating and void matches are included, "" for none. `now_ms` is the time
    (wall clock, ms).
    """
    leaders = await load_leaders(connection, game, now_ms)
    end = start + PAGE_SIZE
    return RatingList(
        leaders.page(start),
        len(leaders),
        str(end) if end < len(leaders) else "",
        rated_levels(game),
        await _own_rating(connection, game, leaders, person, now_ms) if person else None,
        await load_voided_matches(connection, person, game) if person else (),
    )


def rated_levels(game: str) -> tuple[RatedLevel, ...]:
    """Return the levels (playing strengths) of computer players with a fixed rating in a game, the strongest first."""
    return tuple(
        RatedLevel(name, shown_number(Rating(level.mu)), shown_spread((level.high - level.low) / 2))
        for name, level in anchor_levels(game).items()
    )


async def _own_rating(
    connection: AsyncConnection, game: str, leaders: Leaders, person: str, now_ms: int
) -> OwnRating | None:
    standing = (await load_standings(connection, game, [person])).get(person)
    if standing is None:
        return None
    standing = standing.at(now_ms)
    number, margin = shown_rating(standing)
    leader = leaders.find(person)
    if leader is not None:
        return OwnRating(leader.place, leader.places, number, margin, standing.matches, "")
    return OwnRating(None, None, number, margin, standing.matches, _absence_reason(standing, now_ms))


async def load_voided_matches(connection: AsyncConnection, person: str, game: str = "") -> tuple[VoidedMatch, ...]:
    """Load the rated matches of a person (id) that were declared void, the latest first, at most `MAX_VOIDED_MATCHES`.

    `game` selects the matches of one game, "" those of all games.
    """
    r, c = rated_matches.c, rating_changes.c
    query = select(r.table_id, r.ended, r.void).join(rating_changes, c.seq == r.seq)
    query = query.where(c.person == person, c.kind != "anchor", r.void != "")
    if game:
        query = query.where(r.game == game)
    rows = await connection.execute(query.order_by(r.seq.desc()).limit(MAX_VOIDED_MATCHES))
    return tuple(VoidedMatch(row.table_id, day_of(row.ended), row.void) for row in rows)


def _absence_reason(standing: Standing, now_ms: int) -> Literal["provisional", "inactive", "hidden"]:
    """Return the reason why a person is not in the list of leaders.

    `standing` is the rating of the person, with the number of rated matches and the end of the last one.
    """
    if is_provisional(standing):
        return "provisional"
    is_inactive = standing.ended_ms is not None and standing.ended_ms < now_ms - ACTIVE_MS
    return "inactive" if is_inactive else "hidden"


async def load_public_ratings(
    connection: AsyncConnection, persons: Collection[str], now_ms: int
) -> dict[tuple[str, str], PublicRating]:
    """Load the ratings of these people (ids) in all games, by person and game. Leave out people with a hidden profile.

    `now_ms` is the time (wall clock, ms).
    """
    query = _ratings_of(persons).join(people, people.c.id == ratings.c.person).where(IS_PUBLIC)
    return await _load_ratings(connection, query, now_ms)


async def load_ratings(
    connection: AsyncConnection, persons: Collection[str], now_ms: int
) -> dict[tuple[str, str], PublicRating]:
    """Load the ratings of these people (ids) in all games, by person and game, for users who may see their profiles.

    `now_ms` is the time (wall clock, ms).
    """
    return await _load_ratings(connection, _ratings_of(persons), now_ms)


def _ratings_of(persons: Collection[str]) -> Select[Any]:
    r = ratings.c
    return select(ratings).where(r.person.in_(persons), r.version == VERSION).order_by(r.game)


async def _load_ratings(
    connection: AsyncConnection, query: Select[Any], now_ms: int
) -> dict[tuple[str, str], PublicRating]:
    standing_by_key = {
        (row.person, row.game): Standing(Rating(row.mu, row.sigma), row.matches, row.ended).at(now_ms)
        for row in await connection.execute(query)
    }
    return {key: (*shown_rating(standing), is_provisional(standing)) for key, standing in standing_by_key.items()}
