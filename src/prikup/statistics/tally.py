"""The tally of a player in one game: exact sums over deals, which are added, taken apart and kept as JSON.

A player may have several seats of a table, as computer players of one level do. Their points in a deal are alike, or
each other's, and say no more than one number would: so the mean of the seats counts, and a deal counts once.
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
"""The version of the counting: raised when the tally of the same log would be another one."""
LOST_UNIT = 10**6
"""The points that a mistake gave away are kept in millionths, as its review tells them."""


class RoleTally(Struct, frozen=True):
    """The number of times that a player had a role and that it came off (None: it cannot), and the points then."""

    role: Reason
    times: int
    made: int | None
    points: Sum

    @property
    def name(self) -> str:
        """The name by which it is found."""
        return str(self.role)

    @property
    def empty(self) -> bool:
        """Whether there is no such deal."""
        return self.points == EMPTY_SUM

    def __add__(self, other: "RoleTally") -> "RoleTally":
        made_count = None if self.made is None or other.made is None else self.made + other.made
        return RoleTally(self.role, self.times + other.times, made_count, self.points + other.points)

    def __neg__(self) -> "RoleTally":
        return RoleTally(self.role, -self.times, None if self.made is None else -self.made, -self.points)


class DecisionTally(Struct, frozen=True):
    """The decisions of one kind, those without a choice left out, and the mistakes among them.

    `lost` is the sum of what the mistakes gave away, by the reviewed deals that had such a decision.
    """

    phase: str
    decisions: int
    mistakes: int
    lost: Sum

    @property
    def name(self) -> str:
        """The name by which it is found."""
        return self.phase

    @property
    def empty(self) -> bool:
        """Whether there is no such decision."""
        return self.lost == EMPTY_SUM

    def __add__(self, other: "DecisionTally") -> "DecisionTally":
        decisions, mistakes = self.decisions + other.decisions, self.mistakes + other.mistakes
        return DecisionTally(self.phase, decisions, mistakes, self.lost + other.lost)

    def __neg__(self) -> "DecisionTally":
        return DecisionTally(self.phase, -self.decisions, -self.mistakes, -self.lost)


Part = TypeVar("Part", RoleTally, DecisionTally)
SeatGroup = tuple[Seat, ...]
EvaluatedDecision = Mapping[str, Any]


class Tally(Struct, frozen=True):
    """The tally of a player: the points of all deals, and the same by role.

    `lost` are the points that mistakes gave away, by the deals that were reviewed, and `decisions` the same by kind.
    Parts stand in the order of their names.
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
    """Return the sum of some tallies."""
    return sum(tallies, Tally())


# Where they come from


def tallies_of_log(log: Log, players: Sequence[SeatGroup]) -> tuple[Tally, ...]:
    """Return the tallies of the finished deals of a log, by player: `players` are the seats of each."""
    player_tallies = [Tally()] * len(players)
    for deal in seat_deals(log):
        for index, seats in enumerate(players):
            player_tallies[index] += _tally_of_deal([deal[seat] for seat in seats])
    return tuple(player_tallies)


def _tally_of_deal(player_deals: Sequence[SeatDeal]) -> Tally:
    deals_by_role: dict[str, list[SeatDeal]] = {}
    for seat_deal in player_deals:
        if seat_deal.role:
            deals_by_role.setdefault(str(seat_deal.role.name), []).append(seat_deal)
    return Tally(
        Sum.of(_mean([seat_deal.points for seat_deal in player_deals])),
        _sort_parts(_tally_of_role(seat_deal) for seat_deal in deals_by_role.values()),
    )


def _tally_of_role(player_deals: Sequence[SeatDeal]) -> RoleTally:
    roles = [seat_deal.role for seat_deal in player_deals if seat_deal.role]
    successes = [role.made for role in roles if role.made is not None]
    points = Sum.of(_mean([seat_deal.role_points for seat_deal in player_deals]))
    return RoleTally(roles[0].name, len(player_deals), sum(successes) if successes else None, points)


def tallies_of_review(review: Mapping[str, Any], players: Sequence[SeatGroup]) -> tuple[Tally, ...]:
    """Return what the review of a deal, as JSON holds it (docs/review.md), adds to the tallies of players."""
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


# How they are kept


def encode_tally(tally: Tally) -> bytes:
    """Return a tally as JSON, the same bytes for the same tally."""
    return msgspec.json.encode(tally, enc_hook=str)


def decode_tally(tally_bytes: bytes) -> Tally:
    """Return the tally that was encoded so."""
    return msgspec.json.decode(tally_bytes, type=Tally, dec_hook=lambda _, text: Fraction(text))
