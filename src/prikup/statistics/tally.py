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
from prikup.statistics.exact_sums import NOTHING, Sum
from prikup.statistics.seat_deals import SeatDeal, seat_deals

__all__ = ["COUNTING", "DecisionTally", "RoleTally", "Tally", "added_up", "decoded", "encoded", "of_log", "of_review"]

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
        return self.points == NOTHING

    def __add__(self, other: "RoleTally") -> "RoleTally":
        made = None if self.made is None or other.made is None else self.made + other.made
        return RoleTally(self.role, self.times + other.times, made, self.points + other.points)

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
        return self.lost == NOTHING

    def __add__(self, other: "DecisionTally") -> "DecisionTally":
        decisions, mistakes = self.decisions + other.decisions, self.mistakes + other.mistakes
        return DecisionTally(self.phase, decisions, mistakes, self.lost + other.lost)

    def __neg__(self) -> "DecisionTally":
        return DecisionTally(self.phase, -self.decisions, -self.mistakes, -self.lost)


Part = TypeVar("Part", RoleTally, DecisionTally)
SeatGroup = tuple[Seat, ...]
Judged = Mapping[str, Any]


class Tally(Struct, frozen=True):
    """The tally of a player: the points of all deals, and the same by role.

    `lost` are the points that mistakes gave away, by the deals that were reviewed, and `decisions` the same by kind.
    Parts stand in the order of their names.
    """

    points: Sum = NOTHING
    roles: tuple[RoleTally, ...] = ()
    lost: Sum = NOTHING
    decisions: tuple[DecisionTally, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.points + other.points,
            _merged(self.roles, other.roles),
            self.lost + other.lost,
            _merged(self.decisions, other.decisions),
        )

    def __neg__(self) -> "Tally":
        roles, decisions = tuple(-each for each in self.roles), tuple(-each for each in self.decisions)
        return Tally(-self.points, roles, -self.lost, decisions)

    def __sub__(self, other: "Tally") -> "Tally":
        return self + -other


def _sorted(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(sorted((part for part in parts if not part.empty), key=lambda part: part.name))


def _merged(one: tuple[Part, ...], other: tuple[Part, ...]) -> tuple[Part, ...]:
    found = {part.name: part for part in one}
    for part in other:
        found[part.name] = found[part.name] + part if part.name in found else part
    return _sorted(found.values())


def added_up(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of some tallies."""
    return sum(tallies, Tally())


# Where they come from


def of_log(log: Log, players: Sequence[SeatGroup]) -> tuple[Tally, ...]:
    """Return the tallies of the finished deals of a log, by player: `players` are the seats of each."""
    found = [Tally()] * len(players)
    for deal in seat_deals(log):
        for at, seats in enumerate(players):
            found[at] += _of_deal([deal[seat] for seat in seats])
    return tuple(found)


def _of_deal(own: Sequence[SeatDeal]) -> Tally:
    of_roles: dict[str, list[SeatDeal]] = {}
    for each in own:
        if each.role:
            of_roles.setdefault(str(each.role.name), []).append(each)
    return Tally(Sum.of(_mean([each.points for each in own])), _sorted(_of_role(each) for each in of_roles.values()))


def _of_role(own: Sequence[SeatDeal]) -> RoleTally:
    roles = [each.role for each in own if each.role]
    made = [role.made for role in roles if role.made is not None]
    points = Sum.of(_mean([each.of_role for each in own]))
    return RoleTally(roles[0].name, len(own), sum(made) if made else None, points)


def of_review(review: Mapping[str, Any], players: Sequence[SeatGroup]) -> tuple[Tally, ...]:
    """Return what the review of a deal, as JSON holds it (docs/review.md), adds to the tallies of players."""
    judged = [each for each in review["decisions"] if each["verdict"] != "only"]
    return tuple(_of_decisions([each for each in judged if each["seat"] in seats], len(seats)) for seats in players)


def _of_decisions(own: Sequence[Judged], seats: int) -> Tally:
    kinds = {phase: [each for each in own if each["phase"] == phase] for phase in {each["phase"] for each in own}}
    tallies = (
        DecisionTally(phase, len(of), sum(each["lost"] > 0 for each in of), Sum.of(_lost(of) / seats))
        for phase, of in kinds.items()
    )
    return Tally(lost=Sum.of(_lost(own) / seats), decisions=_sorted(tallies))


def _lost(own: Iterable[Judged]) -> Fraction:
    return Fraction(sum(round(each["lost"] * LOST_UNIT) for each in own), LOST_UNIT)


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction()) / len(numbers)


# How they are kept


def encoded(tally: Tally) -> bytes:
    """Return a tally as JSON, the same bytes for the same tally."""
    return msgspec.json.encode(tally, enc_hook=str)


def decoded(kept: bytes) -> Tally:
    """Return the tally that was encoded so."""
    return msgspec.json.decode(kept, type=Tally, dec_hook=lambda _, text: Fraction(text))
