"""Convert points of the Sochi scoring system to sheet entries in the system of the match, including American aid.

A player has a pool (points for contracts made), a dump (penalty points), and whists on each other player (points
against that player). Leningrad enters dump and whists double, and counts the pool double at the end (`settlement.py`).
Rostov has no dump: instead of a point in the dump of one player, every other player at the table scores five whists on
that player. (With `rostov_dump=dump` Rostov has a dump. In Rostov whisters pay half; this is the house rule
`responsibility=half`, which the presets of Rostov set.)

A full pool takes no more points. The surplus fills the largest pool that is not full, and the owner of that pool pays
for each point with ten whists; this is called American aid. If all pools are full, the surplus lowers the dump of the
player who scored it.
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
"""The factor by which points of dump (penalty points) and whists are multiplied, for each value of `Options.system`."""
FIVE = 5
"""The number of whists that each other player scores in Rostov instead of a point of dump (penalty point)."""


class Mark(Struct, frozen=True, gc=False):
    """A number of points to enter on the score sheet, in the units of the Sochi scoring system.

    The points go to a box of `seat`: the pool (contracts made), the dump (penalty points) or the whists (points) `on`
    another player. The box "five" is for penalty points that are always entered as five whists of each other player.
    `reason` is the message that explains the points.
    """

    box: Literal["pool", "dump", "five", "whists"]
    seat: Seat
    points: int
    reason: Reason
    on: Seat | None = None


def columns(seats: int) -> tuple[str, ...]:
    """Return the names of the columns that each player has on the score sheet, at a table of `seats` players.

    They are the pool (points for contracts made), the dump (penalty points), and the whists (points) on each other
    player, clockwise from the left neighbour.
    """
    return ("pool", "dump", *WHISTS[seats])


def write_marks(options: Options, standing: MatchStanding[Carry], marks: Iterable[Mark]) -> SheetRow:
    """Return the sheet entries for `marks` (points in the Sochi scoring system) in the scoring system of the match.

    The entries have the same order as the marks. `standing` is the state of the match before the deal.
    """
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
    """Return a copy of the message `why` in which the arguments that are prices (points) are multiplied by `scale`."""
    numbers = why.numbers.items()
    prices = {name: n * scale for name, n in numbers if name in ("value", "stake") and isinstance(n, int)}
    return Reason(why.key, {**why.numbers, **prices})


def has_dump(options: Options) -> bool:
    """Return whether the sheet has a dump (a box for penalty points). If not, other players get whists instead."""
    return options.system != "rostov" or options.rostov_dump == "dump"


def _other_seats(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats at the table, clockwise from `seat`."""
    return tuple((seat + i) % options.players for i in range(1, options.players))


def _entries_in_fives(options: Options, mark: Mark) -> Iterator[SheetEntry]:
    """Yield the sheet entries for the penalty points `mark`: for each point, every other player scores five whists."""
    why = Reason(f"{mark.reason.key}-of", {**mark.reason.numbers, "seat": mark.seat})
    for opponent in _other_seats(options, mark.seat):
        yield _fives(options, opponent, mark.points, why, mark.seat)


def _fives(options: Options, seat: Seat, points: int, why: Reason, on: Seat) -> SheetEntry:
    return SheetEntry(whists_on(seat, on, options.players), seat, FIVE * points, why)


def _into_pool(options: Options, pools: list[int], mark: Mark) -> Iterator[SheetEntry]:
    """Yield the sheet entries for points (`mark`) that a player scores in the pool, the box for contracts made.

    Points beyond a full pool go to other pools as American aid, for which the owners of these pools pay with whists
    (points against them). `pools` has the points of each pool, by seat, and is updated.
    """
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
    """Yield the sheet entries for `points` of `seat` that go to no pool (box for contracts made), because all are full.

    The points lower the dump (penalty points) of that player. If the sheet has no dump, the player scores five whists
    (points) on each other player for each point.
    """
    why = reason("all-pools-full", points=points)
    if has_dump(options):
        yield SheetEntry("dump", seat, -SCALE[options.system] * points, why)
        return
    for opponent in _other_seats(options, seat):
        yield _fives(options, seat, points, why, opponent)


def _receiver(options: Options, pools: list[int], giver: Seat) -> Seat | None:
    """Return the seat that receives points beyond the full pool of `giver`, as American aid.

    It is the seat with the largest pool (points for contracts made) that is not full, and among equal pools the nearest
    seat clockwise from `giver`. Return None if all other pools are full.
    """
    open_seats = [seat for seat in _other_seats(options, giver) if pools[seat] < options.pool]
    return max(open_seats, key=pools.__getitem__, default=None)
