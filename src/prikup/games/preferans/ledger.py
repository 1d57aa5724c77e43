"""Writes marks in the units of Sochi on the sheet of each system, and American aid.

Leningrad writes dump and whists double, and counts the pool double at the end (`settlement.py`). Rostov has no dump:
for each point of it every other player at the table writes five whists on the loser (or, with `rostov_dump=dump`, it
stays a point of dump); that whisters pay half there is `responsibility=half`, set by its presets. A pool that is full
takes no more: the surplus fills the largest pool that is still open, whose owner pays for it with ten whists a point
(American aid); when none is open it lowers the giver's own dump.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from prikup.cards import Seat
from prikup.errors import Reason, reason
from prikup.game import Standing
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import Carry
from prikup.games.preferans.settlement import POOL_POINT, WHISTS, whists_on
from prikup.sheet import Entry, Row

__all__ = ["FIVE", "SCALE", "Mark", "columns", "has_dump", "written"]

SCALE = {"sochi": 1, "leningrad": 2, "rostov": 1}
"""The factors of dump and whists by system."""
FIVE = 5
"""The whists to each other player that Rostov writes for a point of dump."""


class Mark(Struct, frozen=True, gc=False):
    """One thing to write, in the units of Sochi: points of `seat` in their pool or dump, or their whists `on` another.

    "five" is dump that is always written as five whists to each of the others.
    """

    box: Literal["pool", "dump", "five", "whists"]
    seat: Seat
    points: int
    reason: Reason
    on: Seat | None = None


def columns(seats: int) -> tuple[str, ...]:
    """Return the boxes of each player: pool, dump, and the whists on the others from the left neighbour round."""
    return ("pool", "dump", *WHISTS[seats])


def written(options: Options, standing: Standing[Carry], marks: Iterable[Mark]) -> Row:
    """Return the entries that the marks come to, in the same order."""
    pools = list(standing.totals[0])
    scale = SCALE[options.system]
    entries: list[Entry] = []
    for mark in marks:
        match mark.box:
            case "whists":
                assert mark.on is not None
                box = whists_on(mark.seat, mark.on, options.players)
                why = mark.reason if scale == 1 else _scaled(mark.reason, scale)
                entries.append(Entry(box, mark.seat, scale * mark.points, why))
            case "pool":
                entries += _into_pool(options, pools, mark)
            case "dump" if has_dump(options):
                why = mark.reason if scale == 1 else _scaled(mark.reason, scale)
                entries.append(Entry("dump", mark.seat, scale * mark.points, why))
            case "dump" | "five":
                entries += _in_fives(options, mark)
    return Row(tuple(entries))


def _scaled(why: Reason, scale: int) -> Reason:
    """Return a reason with the prices that a system really writes."""
    numbers = why.numbers.items()
    prices = {name: n * scale for name, n in numbers if name in ("value", "stake") and isinstance(n, int)}
    return Reason(why.key, {**why.numbers, **prices})


def has_dump(options: Options) -> bool:
    """Return whether there is a dump on the sheet; else its points are written as whists."""
    return options.system != "rostov" or options.rostov_dump == "dump"


def _others(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return the others at the table, clockwise."""
    return tuple((seat + i) % options.players for i in range(1, options.players))


def _in_fives(options: Options, mark: Mark) -> Iterator[Entry]:
    """Return points of dump as five whists to each of the others."""
    why = Reason(f"{mark.reason.key}-of", {**mark.reason.numbers, "seat": mark.seat})
    for other in _others(options, mark.seat):
        yield _fives(options, other, mark.points, why, mark.seat)


def _fives(options: Options, seat: Seat, points: int, why: Reason, on: Seat) -> Entry:
    return Entry(whists_on(seat, on, options.players), seat, FIVE * points, why)


def _into_pool(options: Options, pools: list[int], mark: Mark) -> Iterator[Entry]:
    """Return points into a pool, and American aid with what it cannot take."""
    seat, points = mark.seat, mark.points
    if options.end != "each":
        yield Entry("pool", seat, points, mark.reason)
        return
    kept = min(points, max(0, options.pool - pools[seat]))
    pools[seat] += kept
    yield Entry("pool", seat, kept, mark.reason)
    surplus = points - kept
    while surplus and (receiver := _receiver(options, pools, seat)) is not None:
        given = min(surplus, options.pool - pools[receiver])
        pools[receiver] += given
        surplus -= given
        yield Entry("pool", receiver, given, reason("aid-got", seat=seat))
        whists = SCALE[options.system] * POOL_POINT * given
        yield Entry(whists_on(seat, receiver, options.players), seat, whists, reason("aid-given", points=given))
    if surplus:
        yield from _written_off(options, seat, surplus)


def _written_off(options: Options, seat: Seat, points: int) -> Iterator[Entry]:
    """Return the points that no pool takes, off the dump of who won them.

    Where there is none in it, five whists on each of the others are written for each point.
    """
    why = reason("all-pools-full", points=points)
    if has_dump(options):
        yield Entry("dump", seat, -SCALE[options.system] * points, why)
        return
    for other in _others(options, seat):
        yield _fives(options, seat, points, why, other)


def _receiver(options: Options, pools: list[int], giver: Seat) -> Seat | None:
    """Return the largest pool that is open; of equal ones that of the nearest player clockwise from the giver."""
    unfilled = [seat for seat in _others(options, giver) if pools[seat] < options.pool]
    return max(unfilled, key=pools.__getitem__, default=None)
