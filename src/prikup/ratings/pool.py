"""The ratings of all people in one game, updated match by match."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal

from msgspec import Struct

from prikup.ratings.model import ANCHOR_SIGMA, Rating, grow_uncertainty, performance_spread, rate_sides
from prikup.ratings.ranking import ranks_after_early_forfeit, settlement_ranks
from prikup.ratings.standing import DAY_MS, Standing

__all__ = ["COMPANY_MS", "ChangeKind", "MatchPlayer", "MatchResult", "Pool", "RatingChange", "rate_match"]

COMPANY_MS = 30 * DAY_MS
"""The time, in milliseconds, for which a match of two people counts among their recent common matches."""

ChangeKind = Literal["person", "anchor", "forfeit", "unchanged"]
"""The kind of a player in a rated match, which decides whether the match changes the player's rating.

A "person" finished the match, and a "forfeit" is a person who gave it up; both get a new rating. An "anchor" is a
computer player with a fixed rating. After an early forfeit, every person who did not forfeit is "unchanged": their
rating stays.
"""


class MatchPlayer(Struct, frozen=True):
    """A player of a rated match: a person, or a computer player with a fixed rating.

    - `name`: the user id of the person, or the level (strength) of the computer player.
    - `anchor_mu`: the fixed mean μ of the computer player's rating; None for a person.
    - `forfeits`: true if the person has forfeited (given up) the match.
    """

    name: str
    anchor_mu: float | None = None
    forfeits: bool = False


class MatchResult(Struct, frozen=True):
    """The facts of a finished match on which the ratings of its players depend.

    - `ended_ms`: the time at which the match ended, in milliseconds since 1970.
    - `deals`: the number of finished deals.
    - `sides`: the seats of each side.
    - `players`: the players by seat. No person has two seats.
    - `settlement`: the points that each side has won or lost in all, by side.
    - `early_forfeit`: true if a person gave the match up so early that only the ratings of people who did so change.
    """

    ended_ms: int
    deals: int
    sides: tuple[tuple[int, ...], ...]
    players: tuple[MatchPlayer, ...]
    settlement: tuple[Fraction, ...]
    early_forfeit: bool = False

    @property
    def people(self) -> tuple[str, ...]:
        """The user ids of the people who played, sorted."""
        return tuple(sorted(player.name for player in self.players if player.anchor_mu is None))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each side, 1 for the best. A side is last if one of its players has forfeited the match."""
        forfeiting_sides = [
            side for side, seats in enumerate(self.sides) if any(self.players[seat].forfeits for seat in seats)
        ]
        if self.early_forfeit:
            return ranks_after_early_forfeit(len(self.sides), forfeiting_sides)
        return settlement_ranks(self.settlement, forfeiting_sides)


class RatingChange(Struct, frozen=True):
    """The effect of a match on the rating of one player.

    `name` is the player's user id (for a computer player, its level), `kind` the kind of player, and `rank` the rank of
    the player's side, 1 for the best. `old` is the rating at the start of the match, from which `new` was computed.
    """

    name: str
    kind: ChangeKind
    rank: int
    old: Rating
    new: Rating

    @property
    def changes_standing(self) -> bool:
        """Whether the match changes the standing of the player (rating, number of matches, end of the last match)."""
        return self.kind in ("person", "forfeit")


def rate_match(result: MatchResult, standings: Mapping[str, Standing], common_matches: int) -> tuple[RatingChange, ...]:
    """Return the effect of a match on the rating of each of its players, by seat.

    `standings` has the standing of each person before the match (rating, number of matches, end of the last match), by
    user id; a person who is missing has no rated match yet. `common_matches` is the largest number, over the pairs of
    people, of rated matches that both played in the 30 days before. Raise ValueError if a person has two seats.
    """
    if len(set(result.people)) < len(result.people):
        raise ValueError(f"a person has two seats: {result.people}")
    ratings = [_rating_at_start(player, standings, result.ended_ms) for player in result.players]
    ranks = result.ranks
    spread = performance_spread(result.deals, common_matches)
    rated_sides = rate_sides([[ratings[seat] for seat in seats] for seats in result.sides], ranks, spread)
    change_by_seat = {}
    for seats, rank, new_ratings in zip(result.sides, ranks, rated_sides, strict=True):
        for seat, new_rating in zip(seats, new_ratings, strict=True):
            player, kind = result.players[seat], _kind(result, seat)
            old, new = ratings[seat], new_rating
            if kind == "unchanged":
                old = new = standings.get(player.name, Standing()).rating
            change_by_seat[seat] = RatingChange(player.name, kind, rank, old, new)
    return tuple(change_by_seat[seat] for seat in range(len(result.players)))


def _rating_at_start(player: MatchPlayer, standings: Mapping[str, Standing], time_ms: int) -> Rating:
    """Return the rating of a player at the start of a match, from which the new ratings are computed.

    `standings` has the standings of people before the match, by user id. `time_ms` is the time at which the match
    ended, in milliseconds since 1970.
    """
    if player.anchor_mu is not None:
        return Rating(player.anchor_mu, ANCHOR_SIGMA)
    standing = standings.get(player.name, Standing())
    return grow_uncertainty(standing.rating, standing.days_until(time_ms))


def _kind(result: MatchResult, seat: int) -> ChangeKind:
    player = result.players[seat]
    if player.anchor_mu is not None:
        return "anchor"
    if player.forfeits:
        return "forfeit"
    return "unchanged" if result.early_forfeit else "person"


class Pool:
    """The ratings of all people in one game, and the dates on which each two of them played together.

    `standings` has the standing (rating, number of matches, end of the last match) of each person with a rated match,
    by user id.
    """

    def __init__(self) -> None:
        self.standings: dict[str, Standing] = {}
        self._match_ends: dict[tuple[str, str], list[int]] = {}  # by pair of people, sorted

    def common_matches(self, people: Collection[str], time_ms: int) -> int:
        """Return the largest number of matches that two of `people` played together in the 30 days before `time_ms`."""
        counts = []
        for pair in combinations(sorted(people), 2):
            ends = self._match_ends.get(pair, [])
            counts.append(bisect_right(ends, time_ms) - bisect_left(ends, time_ms - COMPANY_MS))
        return max(counts, default=0)

    def rate(self, result: MatchResult) -> tuple[RatingChange, ...]:
        """Rate the next match: update the standings of its players, and return the rating changes, by seat."""
        changes = rate_match(result, self.standings, self.common_matches(result.people, result.ended_ms))
        self.enter(result.ended_ms, changes)
        return changes

    def enter(self, ended_ms: int, changes: Sequence[RatingChange]) -> None:
        """Update the standings with the rating changes of a match, which ended `ended_ms` milliseconds after 1970."""
        for change in changes:
            if change.changes_standing:
                self.standings[change.name] = self.standings.get(change.name, Standing()).after(change.new, ended_ms)
        people = sorted(change.name for change in changes if change.kind != "anchor")
        for pair in combinations(people, 2):
            insort(self._match_ends.setdefault(pair, []), ended_ms)
