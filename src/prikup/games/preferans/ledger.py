"""Write marks in the units of Sochi on the sheet of each system, including American aid.

Leningrad writes dump and whists double, and counts the pool double at the end (`settlement.py`). Rostov has no dump:
for each point of it, every other player at the table writes five whists on the loser (or, with `rostov_dump=dump`, it
stays a point of dump); the rule that whisters pay half there is `responsibility=half`, set by its presets. A full pool
takes no more points: the surplus fills the largest pool that is still open, whose owner pays for it with ten whists a
point (American aid); when none is open, it lowers the dump of the player who scored it.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import Carry
from prikup.games.preferans.settlement import POOL_POINT, WHISTS, whists_on
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow

__all__ = ["FIVE", "SCALE", "Mark", "columns", "has_dump", "write_marks"]

SCALE = {"sochi": 1, "leningrad": 2, "rostov": 1}
"""The factor of dump and whists, by system."""
FIVE = 5
"""The whists that each other player writes in Rostov for a point of dump."""


class Mark(Struct, frozen=True, gc=False):
    """One number to write, in the units of Sochi: points of `seat` in pool or dump, or whists `on` another player.

    "five" means dump points that are always written as five whists of each other player.
    """

    box: Literal["pool", "dump", "five", "whists"]
    seat: Seat
    points: int
    reason: Reason
    on: Seat | None = None


def columns(seats: int) -> tuple[str, ...]:
    """Return the columns of each player: pool, dump, and whists on the others from the left neighbour round."""
    return ("pool", "dump", *WHISTS[seats])


def write_marks(options: Options, standing: MatchStanding[Carry], marks: Iterable[Mark]) -> SheetRow:
    """Return the entries for the marks, in the same order."""
    pools = list(standing.totals[0])
    scale = SCALE[options.system]
    entries: list[SheetEntry] = []
    for mark in marks:
        match mark.box:
            case "whists":
                assert mark.on is not None
                box = whists_on(mark.seat, mark.on, options.players)
                why = mark.reason if scale == 1 else _scale_reason(mark.reason, scale)
                entries.append(SheetEntry(box, mark.seat, scale * mark.points, why))
            case "pool":
                entries += _into_pool(options, pools, mark)
            case "dump" if has_dump(options):
                why = mark.reason if scale == 1 else _scale_reason(mark.reason, scale)
                entries.append(SheetEntry("dump", mark.seat, scale * mark.points, why))
            case "dump" | "five":
                entries += _entries_in_fives(options, mark)
    return SheetRow(tuple(entries))


def _scale_reason(why: Reason, scale: int) -> Reason:
    """Return a reason with its prices multiplied by the factor of the system."""
    numbers = why.numbers.items()
    prices = {name: n * scale for name, n in numbers if name in ("value", "stake") and isinstance(n, int)}
    return Reason(why.key, {**why.numbers, **prices})


def has_dump(options: Options) -> bool:
    """Return whether the sheet has a dump; otherwise its points are written as whists."""
    return options.system != "rostov" or options.rostov_dump == "dump"


def _other_seats(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats at the table, clockwise."""
    return tuple((seat + i) % options.players for i in range(1, options.players))


def _entries_in_fives(options: Options, mark: Mark) -> Iterator[SheetEntry]:
    """Yield points of dump as five whists of each other player."""
    why = Reason(f"{mark.reason.key}-of", {**mark.reason.numbers, "seat": mark.seat})
    for opponent in _other_seats(options, mark.seat):
        yield _fives(options, opponent, mark.points, why, mark.seat)


def _fives(options: Options, seat: Seat, points: int, why: Reason, on: Seat) -> SheetEntry:
    return SheetEntry(whists_on(seat, on, options.players), seat, FIVE * points, why)


def _into_pool(options: Options, pools: list[int], mark: Mark) -> Iterator[SheetEntry]:
    """Yield points for a pool, and American aid for the part that it cannot take."""
    seat, points = mark.seat, mark.points
    if options.end != "each":
        yield SheetEntry("pool", seat, points, mark.reason)
        return
    pool_points = min(points, max(0, options.pool - pools[seat]))
    pools[seat] += pool_points
    yield SheetEntry("pool", seat, pool_points, mark.reason)
    surplus = points - pool_points
    while surplus and (receiver := _receiver(options, pools, seat)) is not None:
        aid = min(surplus, options.pool - pools[receiver])
        pools[receiver] += aid
        surplus -= aid
        yield SheetEntry("pool", receiver, aid, reason("aid-got", seat=seat))
        whists = SCALE[options.system] * POOL_POINT * aid
        yield SheetEntry(whists_on(seat, receiver, options.players), seat, whists, reason("aid-given", points=aid))
    if surplus:
        yield from _surplus_entries(options, seat, surplus)


def _surplus_entries(options: Options, seat: Seat, points: int) -> Iterator[SheetEntry]:
    """Yield the entries for points that no pool can take: they lower the dump of the player who won them.

    If there is no dump, the player writes five whists on each of the others for each point.
    """
    why = reason("all-pools-full", points=points)
    if has_dump(options):
        yield SheetEntry("dump", seat, -SCALE[options.system] * points, why)
        return
    for opponent in _other_seats(options, seat):
        yield _fives(options, seat, points, why, opponent)


def _receiver(options: Options, pools: list[int], giver: Seat) -> Seat | None:
    """Return the seat of the largest open pool; of equal ones, the nearest clockwise from the giver."""
    open_seats = [seat for seat in _other_seats(options, giver) if pools[seat] < options.pool]
    return max(open_seats, key=pools.__getitem__, default=None)
