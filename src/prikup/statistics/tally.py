"""The tally of a player's results in one game: exact sums over deals that can be added, subtracted and saved as JSON.

A player may have several seats at a table; for example, computer players of one level count as one player. Their
results in a deal depend on each other and contain no more information than one number. So the mean over these seats is
used, and the deal counts once.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from prikup.history.log import Log
from prikup.rules.errors import Reason
from prikup.rules.state import Seat
from prikup.statistics.exact_sums import EMPTY_SUM, Sum
from prikup.statistics.seat_deals import SeatDeal, seat_deals

__all__ = [
    "COUNTING",
    "DecisionTally",
    "RoleTally",
    "Tally",
    "decode_tally",
    "encode_tally",
    "sum_tallies",
    "tallies_of_log",
    "tallies_of_review",
]

COUNTING = 2
"""The version of the computation of tallies.

It is raised when a change of the code would give a different tally for the same match log. Saved tallies of an older
version are then computed again.
"""
LOST_UNIT = 10**6
"""The number of parts of a point to which a tally rounds the points that mistakes gave away.

Millionths are the precision in which a review reports lost points.
"""


class RoleTally(Struct, frozen=True):
    """The results of a player in one role, such as declarer.

    `times` is the number of deals in this role, and `made` the number of deals in which the player succeeded (None if
    the role has nothing to succeed in). `points` is the sum of the points in these deals that count for the role
    (`SeatDeal.role_points`).
    """

    role: Reason
    times: int
    made: int | None
    points: Sum

    @property
    def name(self) -> str:
        """The key that is equal for two entries of the same role, so that they can be added."""
        return str(self.role)

    @property
    def empty(self) -> bool:
        """Whether the entry contains no deals, so that a tally leaves it out."""
        return self.points == EMPTY_SUM

    def __add__(self, other: "RoleTally") -> "RoleTally":
        made_count = None if self.made is None or other.made is None else self.made + other.made
        return RoleTally(self.role, self.times + other.times, made_count, self.points + other.points)

    def __neg__(self) -> "RoleTally":
        return RoleTally(self.role, -self.times, None if self.made is None else -self.made, -self.points)


class DecisionTally(Struct, frozen=True):
    """The decisions of a player in one phase of their reviewed deals, such as the auction, without forced decisions.

    A review evaluates every decision of a finished deal; a decision is forced if only one choice is legal. `mistakes`
    is the number of decisions that were mistakes. `lost` is the sum of the points that they gave away, with one number
    for each reviewed deal in which the player made a decision in this phase.
    """

    phase: str
    decisions: int
    mistakes: int
    lost: Sum

    @property
    def name(self) -> str:
        """The key that is equal for two entries of the same phase, so that they can be added."""
        return self.phase

    @property
    def empty(self) -> bool:
        """Whether the entry contains no decisions, so that a tally leaves it out."""
        return self.lost == EMPTY_SUM

    def __add__(self, other: "DecisionTally") -> "DecisionTally":
        decisions, mistakes = self.decisions + other.decisions, self.mistakes + other.mistakes
        return DecisionTally(self.phase, decisions, mistakes, self.lost + other.lost)

    def __neg__(self) -> "DecisionTally":
        return DecisionTally(self.phase, -self.decisions, -self.mistakes, -self.lost)


Part = TypeVar("Part", RoleTally, DecisionTally)
SeatGroup = tuple[Seat, ...]
"""The seats of one player at a table; all computer players of one level count as one player."""
EvaluatedDecision = Mapping[str, Any]
"""A player's decision with the value of each choice, in the JSON form of a review (docs/review.md)."""


class Tally(Struct, frozen=True):
    """The tally of a player in one game: sums from which the player's statistics are computed.

    `points` sums the settlement points (what the player's side wins or loses) of all deals, and `roles` sums them by
    role. `lost` sums the points that mistakes gave away in reviewed deals (a review evaluates each decision), and
    `decisions` sums them by phase. Roles and decisions are sorted by their names.
    """

    points: Sum = EMPTY_SUM
    roles: tuple[RoleTally, ...] = ()
    lost: Sum = EMPTY_SUM
    decisions: tuple[DecisionTally, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.points + other.points,
            _merge_parts(self.roles, other.roles),
            self.lost + other.lost,
            _merge_parts(self.decisions, other.decisions),
        )

    def __neg__(self) -> "Tally":
        roles, decisions = tuple(-part for part in self.roles), tuple(-part for part in self.decisions)
        return Tally(-self.points, roles, -self.lost, decisions)

    def __sub__(self, other: "Tally") -> "Tally":
        return self + -other


def _sort_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(sorted((part for part in parts if not part.empty), key=lambda part: part.name))


def _merge_parts(left_parts: tuple[Part, ...], right_parts: tuple[Part, ...]) -> tuple[Part, ...]:
    part_by_name = {part.name: part for part in left_parts}
    for part in right_parts:
        part_by_name[part.name] = part_by_name[part.name] + part if part.name in part_by_name else part
    return _sort_parts(part_by_name.values())


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """Add several tallies (sums of a player's results in one game), and return the sum as one tally."""
    return sum(tallies, Tally())


# Creation


def tallies_of_log(log: Log, players: Sequence[SeatGroup]) -> tuple[Tally, ...]:
    """Return, for each player, the tally (sums of results) of the finished deals of a match log.

    `players` has the seats of each player; computer players of one level at several seats count as one player.
    """
    player_tallies = [Tally()] * len(players)
    for deal in seat_deals(log):
        for index, seats in enumerate(players):
            player_tallies[index] += _tally_of_deal([deal[seat] for seat in seats])
    return tuple(player_tallies)


def _tally_of_deal(player_deals: Sequence[SeatDeal]) -> Tally:
    """Return the tally of one deal for a player; `player_deals` has the result of each of the player's seats."""
    deals_by_role: dict[str, list[SeatDeal]] = {}
    for seat_deal in player_deals:
        if seat_deal.role:
            deals_by_role.setdefault(str(seat_deal.role.name), []).append(seat_deal)
    return Tally(
        Sum.of(_mean([seat_deal.points for seat_deal in player_deals])),
        _sort_parts(_tally_of_role(seat_deal) for seat_deal in deals_by_role.values()),
    )


def _tally_of_role(player_deals: Sequence[SeatDeal]) -> RoleTally:
    """Return the results of a player in one role in one deal; `player_deals` has those of each seat in that role."""
    roles = [seat_deal.role for seat_deal in player_deals if seat_deal.role]
    successes = [role.made for role in roles if role.made is not None]
    points = Sum.of(_mean([seat_deal.role_points for seat_deal in player_deals]))
    return RoleTally(roles[0].name, len(player_deals), sum(successes) if successes else None, points)


def tallies_of_review(review: Mapping[str, Any], players: Sequence[SeatGroup]) -> tuple[Tally, ...]:
    """Return the tally that the review of one deal adds to the tally of each player.

    A review evaluates every decision of a finished deal; `review` is in its JSON form (docs/review.md). `players` has
    the seats of each player. Decisions with only one legal choice do not count.
    """
    decisions = [decision for decision in review["decisions"] if decision["verdict"] != "only"]
    return tuple(
        _tally_of_decisions([decision for decision in decisions if decision["seat"] in seats], len(seats))
        for seats in players
    )


def _tally_of_decisions(decisions: Sequence[EvaluatedDecision], seats: int) -> Tally:
    decisions_by_phase = {
        phase: [decision for decision in decisions if decision["phase"] == phase]
        for phase in {decision["phase"] for decision in decisions}
    }
    tallies = (
        DecisionTally(
            phase,
            len(phase_decisions),
            sum(decision["lost"] > 0 for decision in phase_decisions),
            Sum.of(_lost_points(phase_decisions) / seats),
        )
        for phase, phase_decisions in decisions_by_phase.items()
    )
    return Tally(lost=Sum.of(_lost_points(decisions) / seats), decisions=_sort_parts(tallies))


def _lost_points(decisions: Iterable[EvaluatedDecision]) -> Fraction:
    return Fraction(sum(round(decision["lost"] * LOST_UNIT) for decision in decisions), LOST_UNIT)


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction()) / len(numbers)


# Storage


def encode_tally(tally: Tally) -> bytes:
    """Encode a tally (sums of a player's results) as JSON. Equal tallies give the same bytes."""
    return msgspec.json.encode(tally, enc_hook=str)


def decode_tally(tally_bytes: bytes) -> Tally:
    """Decode a tally from the JSON that `encode_tally` returned."""
    return msgspec.json.decode(tally_bytes, type=Tally, dec_hook=lambda _, text: Fraction(text))
