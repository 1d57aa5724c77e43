"""An evening at a real table, implemented a second time: the list of entries, the result of each, and the payments.

Only the results of a single deal come from the engine (`Game.row`, `Game.next`, `Game.winners`). The rest is as plain
as possible: the fold over the entries, the operations on the list, and the payments by trying every grouping of the
players.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from prikup.rules.errors import BadOutcome, PrikupError, reason
from prikup.rules.game import AnyGame, MatchStanding
from prikup.rules.score_sheet import SheetRow

Boxes = Mapping[tuple[str, int], int]
"""Amounts by column and side."""


class Entry(NamedTuple):
    """An entry: `what` is the outcome of a deal or of a fault, the amounts of an adjustment, a seat, or a line of text.

    None is a typed outcome that is not valid. An adjustment needs a `note`.
    """

    name: str
    kind: str
    what: Any = None
    note: str = ""


class Evening(NamedTuple):
    """The stored data: the starting standing and the list of entries."""

    game: AnyGame
    begin: MatchStanding[Any]
    entries: tuple[Entry, ...]
    play_on: bool = False


class Done(NamedTuple):
    """The result of an entry: why it was flagged, its deal and dealer, and its row."""

    name: str
    flag: str | None
    deal: int
    dealer: int
    row: Boxes


class Told(NamedTuple):
    """The state of an evening: the winners, () while it goes on; `broken` if the players stopped early."""

    done: tuple[Done, ...]
    standing: MatchStanding[Any]
    winners: tuple[int, ...]
    broken: bool


def boxes(row: SheetRow) -> dict[tuple[str, int], int]:
    """Return the amount that a row writes in each box."""
    found: dict[tuple[str, int], int] = {}
    for entry in row.entries:
        box = entry.column, entry.side
        found[box] = found.get(box, 0) + entry.amount
    return {box: amount for box, amount in found.items() if amount}


def write(game: AnyGame, totals: tuple[tuple[int, ...], ...], row: Boxes) -> tuple[tuple[int, ...], ...]:
    """Return the sheet after a row."""
    return tuple(
        tuple(total + row.get((column, side), 0) for side, total in enumerate(numbers))
        for column, numbers in zip(game.columns, totals, strict=True)
    )


def pool_too_full(game: AnyGame, totals: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether a pool of Preferans exceeds the number at which each pool is full."""
    if game.name != "preferans" or game.options.end != "each":
        return False
    return bool(max(totals[game.columns.index("pool")]) > game.options.pool)


def retold(evening: Evening) -> Told:
    """Fold over the entries in order, from the start."""
    game, now = evening.game, evening.begin
    winners: tuple[int, ...] = ()
    broken = False
    done: list[Done] = []

    for entry in evening.entries:
        flag: str | None = None
        row: Boxes = {}
        after = now

        if broken or (winners and not evening.play_on):
            flag = "after-the-end"

        elif entry.kind in ("deal", "fault"):
            try:
                if entry.what is None:
                    raise BadOutcome(reason("outcome"))
                written = game.row(entry.what, now)
                then = game.next(entry.what, now, written)
            except PrikupError as error:
                flag = error.reason.key
            else:
                row = boxes(written)
                number = now.deal + 1 if then.counts else now.deal
                after = MatchStanding(number, then.dealer, write(game, now.totals, row), then.carry)
                winners = game.winners(now, after, entry.what)

        elif entry.kind == "adjust":
            known = {(column, side) for column in game.columns for side in range(len(game.sides))}
            totals = write(game, now.totals, entry.what)
            if not entry.note.strip():
                flag = "note"
            elif not {*entry.what} <= known:
                flag = "box"
            elif pool_too_full(game, totals):
                flag = "pool"
            else:
                row = {box: amount for box, amount in entry.what.items() if amount}
                after = MatchStanding(now.deal, now.dealer, totals, now.carry)
                winners = game.winners(now, after, None)

        elif entry.kind == "dealer" and entry.what >= game.seats:
            flag = "seat"

        elif entry.kind == "dealer":
            after = MatchStanding(now.deal, entry.what, now.totals, now.carry)

        elif entry.kind == "stop":
            broken = True

        done.append(Done(entry.name, flag, now.deal, now.dealer, row))
        now = after

    return Told(tuple(done), now, winners, broken)


def changed(before: Told, after: Told) -> set[tuple[Any, ...]]:
    """Return the changes by an edit: boxes and flags of entries in both lists, the totals, and the next dealer."""
    found: set[tuple[Any, ...]] = set()
    old = {done.name: done for done in before.done}
    for new in after.done:
        if new.name not in old:
            continue
        was = old[new.name]
        if was.flag != new.flag:
            found.add(("flag", new.name))
        for box in {*was.row, *new.row}:
            if was.row.get(box, 0) != new.row.get(box, 0):
                found.add(("number", new.name, box, was.row.get(box, 0), new.row.get(box, 0)))
    one, other = before.standing.totals, after.standing.totals
    for column, numbers in enumerate(one):
        for side, number in enumerate(numbers):
            if number != other[column][side]:
                found.add(("total", column, side, number, other[column][side]))
    if before.winners != after.winners:
        found.add(("winners", after.winners))
    if before.standing.dealer != after.standing.dealer:
        found.add(("next", before.standing.dealer, after.standing.dealer))
    return found


# Operations on the list: each returns a new one


def place(evening: Evening, name: str) -> int:
    return [entry.name for entry in evening.entries].index(name)


def inserted(evening: Evening, before: str | None, entry: Entry) -> Evening:
    """Return the evening with an entry inserted before another, or at the end (None)."""
    entries = list(evening.entries)
    entries.insert(len(entries) if before is None else place(evening, before), entry)
    return evening._replace(entries=tuple(entries))


def replaced(evening: Evening, name: str, entry: Entry) -> Evening:
    """Return the evening with an entry replaced; its name and position stay."""
    entries = list(evening.entries)
    entries[place(evening, name)] = entry._replace(name=name)
    return evening._replace(entries=tuple(entries))


def deleted(evening: Evening, name: str) -> Evening:
    entries = list(evening.entries)
    del entries[place(evening, name)]
    return evening._replace(entries=tuple(entries))


def moved(evening: Evening, name: str, before: str | None) -> Evening:
    """Return the evening with an entry moved before another, or to the end."""
    entry = evening.entries[place(evening, name)]
    return inserted(deleted(evening, name), before, entry)


# Payments

Payment = tuple[int, int, int]
"""The payer, the receiver, and the number of units."""


def whole(shares: Sequence[Fraction], price: Fraction, decimals: int) -> tuple[int, ...]:
    """Return the units of money by seat: rounded down, missing units to the largest remainders, ties by seat."""
    exact = [share * price * 10**decimals for share in shares]
    units = [floor(amount) for amount in exact]
    missing = -sum(units)
    by_remainder = sorted(range(len(shares)), key=lambda seat: (units[seat] - exact[seat], seat))
    for seat in by_remainder[:missing]:
        units[seat] += 1
    return tuple(units)


def groupings(seats: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every partition of the seats into groups, with groups and members in the order of the seats."""
    if not seats:
        yield []
        return
    last = seats[-1]
    for rest in groupings(seats[:-1]):
        for group in rest:
            yield [[*each, last] if each is group else each for each in rest]
        yield [*rest, [last]]


def payments(units: Sequence[int]) -> list[Payment]:
    """Return the payments, as few as possible."""
    involved = [seat for seat, amount in enumerate(units) if amount != 0]
    even = [groups for groups in groupings(involved) if all(sum(units[seat] for seat in one) == 0 for one in groups)]
    most = max(len(groups) for groups in even)
    best = min(groups for groups in even if len(groups) == most)  # prefers the lowest seats in the first group
    return [payment for group in best for payment in within(group, units)]


def within(group: list[int], units: Sequence[int]) -> list[Payment]:
    """Return the payments of one group: the largest debtor pays the largest creditor, and so on."""
    left = {seat: units[seat] for seat in group}
    paid = []
    while any(left.values()):
        debtor = min(group, key=lambda seat: (left[seat], seat))
        creditor = min(group, key=lambda seat: (-left[seat], seat))
        amount = min(-left[debtor], left[creditor])
        left[debtor] += amount
        left[creditor] -= amount
        paid.append((debtor, creditor, amount))
    return paid


def side_payments(units: Sequence[int]) -> list[Payment]:
    """Return the payments of two sides: each loser pays the winner to the left; `units` are by side."""
    return [(seat, (seat + 1) % 4, -units[seat % 2]) for seat in range(4) if units[seat % 2] < 0]


def pairwise(shares: Sequence[Fraction]) -> dict[tuple[int, int], Fraction]:
    """Return what j owes i if every pair of players settles separately."""
    n = len(shares)
    return {(i, j): (shares[i] - shares[j]) / n for i in range(n) for j in range(n) if shares[i] > shares[j]}
