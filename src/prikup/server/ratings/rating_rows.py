"""The database rows of rated matches, of the changes of ratings, and of the current ratings (standings).

`seq` numbers the rated matches of all games from 1 without gaps, in the order in which they were rated. The standings
(`ratings`) are a cache: they follow from the changes, and these from the archive of finished matches.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.finished_match import FinishedMatch
from prikup.ratings.anchors import anchor_mu
from prikup.ratings.model import VERSION, Rating
from prikup.ratings.pool import COMPANY_MS, MatchPlayer, MatchResult, RatingChange, rate_match
from prikup.ratings.ranking import is_early_forfeit
from prikup.ratings.standing import Standing
from prikup.server.storage.sql_tables import rated_matches, rating_changes, ratings

__all__ = [
    "change_row",
    "is_current",
    "load_all_standings",
    "load_standings",
    "match_result",
    "rate_finished_match",
    "standing_row",
]


async def rate_finished_match(
    connection: AsyncConnection,
    table: str,
    match: FinishedMatch,
    people: Sequence[str],
) -> tuple[RatingChange, ...] | None:
    """Rate a finished match, and return the changes of the players' ratings by seat.

    Return None, changing nothing, if the match is rated already. The transaction of `connection` must be exclusive, so
    that `seq` has no gaps and matches are rated in order. `table` is the id of the match. `people` has the id of the
    person who began the match at each seat, "" for a computer player. Raise ValueError for a match that cannot be
    rated, because of a computer player without a fixed rating or a person with two seats.
    """
    r = rated_matches.c
    if (await connection.execute(select(r.seq).where(r.table_id == table))).first():
        return None
    game = match.log.begin.game
    result = match_result(match, people)
    standings = await load_standings(connection, game, result.people)
    common_matches = await _common_matches(connection, game, result.people, result.ended_ms)
    changes = rate_match(result, standings, common_matches)
    seq = (await connection.scalar(select(func.max(r.seq))) or 0) + 1
    row = {
        "seq": seq,
        "table_id": table,
        "game": game,
        "ended": result.ended_ms,
        "deals": result.deals,
        "m": common_matches,
        "version": VERSION,
        "void": "",
    }
    await connection.execute(insert(rated_matches), row)
    await connection.execute(insert(rating_changes), [change_row(seq, *item) for item in enumerate(changes)])
    await _store_standings(connection, game, result.ended_ms, standings, changes)
    return changes


def match_result(match: FinishedMatch, people: Sequence[str]) -> MatchResult:
    """Return those facts about a finished match on which ratings depend.

    `people` has the id of the person at each seat, "" for a computer player. Raise ValueError if a computer player has
    no fixed rating.
    """
    log, forfeits = match.log, match.forfeits
    players = []
    for seat, (person, match_seat) in enumerate(zip(people, match.seats, strict=True)):
        if person:
            players.append(MatchPlayer(person, forfeits=seat in forfeits))
            continue
        mu = anchor_mu(log.begin.game, match_seat.level)
        if mu is None:
            raise ValueError(f"the level {match_seat.level!r} has no fixed rating in {log.begin.game}")
        players.append(MatchPlayer(match_seat.level, anchor_mu=mu))
    return MatchResult(
        match.end_ms,
        len(log.match.sheet.lines),
        log.game.sides,
        tuple(players),
        match.settlements[-1],
        bool(forfeits) and is_early_forfeit(min(forfeits.values()), log.begin.deals or None),
    )


def is_current(game: str) -> ColumnElement[bool]:
    """Return the SQL condition that a row of `ratings` is for this game and comes from the present rating model."""
    return and_(ratings.c.game == game, ratings.c.version == VERSION)


async def load_standings(connection: AsyncConnection, game: str, people: Collection[str]) -> dict[str, Standing]:
    """Load the current ratings (standings) of those of `people` (ids) who have a rated match of the game, by id."""
    rows = await connection.execute(select(ratings).where(is_current(game), ratings.c.person.in_(people)))
    return {row.person: Standing(Rating(row.mu, row.sigma), row.matches, row.ended) for row in rows}


async def load_all_standings(connection: AsyncConnection, person: str) -> dict[str, Standing]:
    """Load a person's (id) current ratings (standings) by game, in all games of which they have a rated match."""
    rows = await connection.execute(select(ratings).where(ratings.c.person == person, ratings.c.version == VERSION))
    return {row.game: Standing(Rating(row.mu, row.sigma), row.matches, row.ended) for row in rows}


async def _common_matches(connection: AsyncConnection, game: str, people: Sequence[str], ended_ms: int) -> int:
    """Return the largest number of rated matches that two of `people` (ids) have both played recently.

    Matches count if they ended within `COMPANY_MS` (30 days) before `ended_ms`.
    """
    r = rated_matches.c
    recent = and_(r.game == game, r.void == "", r.ended >= ended_ms - COMPANY_MS, r.ended <= ended_ms)
    counts = [0]
    for first, second in combinations(people, 2):
        mine, theirs = rating_changes.alias().c, rating_changes.alias().c
        both = and_(
            mine.person == first, theirs.person == second, mine.kind != "anchor", theirs.kind != "anchor", recent
        )
        query = select(func.count()).where(both, mine.seq == theirs.seq, mine.seq == r.seq)
        counts.append(await connection.scalar(query) or 0)
    return max(counts)


async def _store_standings(
    connection: AsyncConnection,
    game: str,
    ended_ms: int,
    standings: dict[str, Standing],
    changes: Sequence[RatingChange],
) -> None:
    """Store the people's new ratings (standings) after a match, which ended at `ended_ms`.

    `standings` are those before the match, and `changes` the changes of ratings by seat.
    """
    changed = [change for change in changes if change.changes_standing]
    names = [change.name for change in changed]
    await connection.execute(delete(ratings).where(is_current(game), ratings.c.person.in_(names)))
    rows = [
        standing_row(game, change.name, standings.get(change.name, Standing()).after(change.new, ended_ms))
        for change in changed
    ]
    await connection.execute(insert(ratings), rows)


def change_row(seq: int, seat: int, change: RatingChange) -> dict[str, Any]:
    """Return the row of `rating_changes` for a seat of the rated match with the number `seq`."""
    return {
        "seq": seq,
        "seat": seat,
        "person": change.name,
        "kind": change.kind,
        "rank": change.rank,
        "mu0": change.old.mu,
        "sigma0": change.old.sigma,
        "mu": change.new.mu,
        "sigma": change.new.sigma,
    }


def standing_row(game: str, person: str, standing: Standing) -> dict[str, Any]:
    """Return the row of `ratings` for a person's current rating (standing) in a game."""
    return {
        "person": person,
        "game": game,
        "version": VERSION,
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "matches": standing.matches,
        "ended": standing.ended_ms,
    }
