"""An evening at a real table, implemented a second time: the list of entries, the result of each, and the payments.

Only the results of a single deal come from the engine (`row`, `next_deal` and `winners` of `GameScoring`). The rest is
as plain as possible: the fold over the entries, the operations on the list, and the payments by trying every grouping
of the players.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from prikup.rules.errors import BadOutcome, PrikupError, reason
from prikup.rules.game import AnyGame
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow

Boxes = Mapping[tuple[str, int], int]
"""Amounts by column and side."""


class Entry(NamedTuple):
    """An entry.

    Run `content` is the outcome of a deal or of a fault, the amounts of an adjustment, a seat, or a line of text.

    None is a typed outcome that is not valid. An adjustment needs a `note`.
    """

    name: str
    kind: str
    content: Any = None
    note: str = ""


class Evening(NamedTuple):
    """The stored data: the starting standing and the list of entries."""

    game: AnyGame
    begin: MatchStanding[Any]
    entries: tuple[Entry, ...]
    play_on: bool = False


class EntryResult(NamedTuple):
    """The result of an entry: why it was flagged, its deal and dealer, and its row."""

    name: str
    flag: str | None
    deal: int
    dealer: int
    row: Boxes


class EveningState(NamedTuple):
    """The state of an evening: the winners, () while it goes on; `broken` if the players stopped early.

    `columns` are those of the sheet under the house rules of the evening.
    """

    columns: tuple[str, ...]
    results: tuple[EntryResult, ...]
    standing: MatchStanding[Any]
    winners: tuple[int, ...]
    broken: bool


def boxes(row: SheetRow) -> dict[tuple[str, int], int]:
    """Return the amount that a row writes in each box."""
    amounts: dict[tuple[str, int], int] = {}
    for entry in row.entries:
        box = entry.column, entry.side
        amounts[box] = amounts.get(box, 0) + entry.amount
    return {box: amount for box, amount in amounts.items() if amount}


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


def fold_entries(evening: Evening) -> EveningState:
    """Fold over the entries in order, from the start."""
    game, standing = evening.game, evening.begin
    winners: tuple[int, ...] = ()
    broken = False
    results: list[EntryResult] = []

    for entry in evening.entries:
        flag: str | None = None
        row: Boxes = {}
        next_standing = standing

        if broken or (winners and not evening.play_on):
            flag = "after-the-end"

        elif entry.kind in ("deal", "fault"):
            try:
                if entry.content is None:
                    raise BadOutcome(reason("outcome"))
                sheet_row = game.scoring.row(entry.content, standing)
                next_deal = game.scoring.next_deal(entry.content, standing, sheet_row)
            except PrikupError as error:
                flag = error.reason.key
            else:
                row = boxes(sheet_row)
                number = standing.deal + 1 if next_deal.counts else standing.deal
                next_standing = MatchStanding(
                    number, next_deal.dealer, write(game, standing.totals, row), next_deal.carry
                )
                winners = game.scoring.winners(standing, next_standing, entry.content)

        elif entry.kind == "adjust":
            valid_boxes = {(column, side) for column in game.columns for side in range(len(game.sides))}
            totals = write(game, standing.totals, entry.content)
            if not entry.note.strip():
                flag = "note"
            elif not {*entry.content} <= valid_boxes:
                flag = "box"
            elif pool_too_full(game, totals):
                flag = "pool"
            else:
                row = {box: amount for box, amount in entry.content.items() if amount}
                next_standing = MatchStanding(standing.deal, standing.dealer, totals, standing.carry)
                winners = game.scoring.winners(standing, next_standing, None)

        elif entry.kind == "dealer" and entry.content >= game.seats:
            flag = "seat"

        elif entry.kind == "dealer":
            next_standing = MatchStanding(standing.deal, entry.content, standing.totals, standing.carry)

        elif entry.kind == "stop":
            broken = True

        results.append(EntryResult(entry.name, flag, standing.deal, standing.dealer, row))
        standing = next_standing

    return EveningState(game.columns, tuple(results), standing, winners, broken)


def totals_by_box(state: EveningState) -> Boxes:
    """Return the total of each box at the end of an evening."""
    return {
        (column, side): number
        for column, numbers in zip(state.columns, state.standing.totals, strict=True)
        for side, number in enumerate(numbers)
    }


def edit_changes(old_state: EveningState, new_state: EveningState) -> set[tuple[Any, ...]]:
    """Return the changes by an edit: boxes and flags of entries in both lists, the totals, and the next dealer."""
    changes: set[tuple[Any, ...]] = set()
    old_results = {done.name: done for done in old_state.results}
    for new_result in new_state.results:
        if new_result.name not in old_results:
            continue
        old_result = old_results[new_result.name]
        if old_result.flag != new_result.flag:
            changes.add(("flag", new_result.name))
        for box in {*old_result.row, *new_result.row}:
            if old_result.row.get(box, 0) != new_result.row.get(box, 0):
                changes.add(("number", new_result.name, box, old_result.row.get(box, 0), new_result.row.get(box, 0)))
    old_totals, new_totals = totals_by_box(old_state), totals_by_box(new_state)
    for box in {*old_totals, *new_totals}:
        if old_totals.get(box, 0) != new_totals.get(box, 0):
            changes.add(("total", *box, old_totals.get(box, 0), new_totals.get(box, 0)))
    if old_state.winners != new_state.winners:
        changes.add(("winners", new_state.winners))
    if old_state.standing.dealer != new_state.standing.dealer:
        changes.add(("next", old_state.standing.dealer, new_state.standing.dealer))
    return changes


# Operations on the list: each returns a new one


def entry_index(evening: Evening, name: str) -> int:
    return [entry.name for entry in evening.entries].index(name)


def insert_entry(evening: Evening, successor: str | None, entry: Entry) -> Evening:
    """Return the evening with an entry inserted before another, or at the end (None)."""
    entries = list(evening.entries)
    entries.insert(len(entries) if successor is None else entry_index(evening, successor), entry)
    return evening._replace(entries=tuple(entries))


def replace_entry(evening: Evening, name: str, entry: Entry) -> Evening:
    """Return the evening with an entry replaced; its name and position stay."""
    entries = list(evening.entries)
    entries[entry_index(evening, name)] = entry._replace(name=name)
    return evening._replace(entries=tuple(entries))


def delete_entry(evening: Evening, name: str) -> Evening:
    entries = list(evening.entries)
    del entries[entry_index(evening, name)]
    return evening._replace(entries=tuple(entries))


def move_entry(evening: Evening, name: str, successor: str | None) -> Evening:
    """Return the evening with an entry moved before another, or to the end."""
    entry = evening.entries[entry_index(evening, name)]
    return insert_entry(delete_entry(evening, name), successor, entry)


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
    last_seat = seats[-1]
    for partition in groupings(seats[:-1]):
        for group in partition:
            yield [[*part, last_seat] if part is group else part for part in partition]
        yield [*partition, [last_seat]]


def payments(units: Sequence[int]) -> list[Payment]:
    """Return the payments, as few as possible."""
    involved_seats = [seat for seat, amount in enumerate(units) if amount != 0]
    even = [
        groups
        for groups in groupings(involved_seats)
        if all(sum(units[seat] for seat in members) == 0 for members in groups)
    ]
    max_groups = max(len(groups) for groups in even)
    best = min(groups for groups in even if len(groups) == max_groups)  # prefers the lowest seats in the first group
    return [payment for group in best for payment in group_payments(group, units)]


def group_payments(group: list[int], units: Sequence[int]) -> list[Payment]:
    """Return the payments of one group: the largest debtor pays the largest creditor, and so on."""
    balances = {seat: units[seat] for seat in group}
    transfers = []
    while any(balances.values()):
        debtor = min(group, key=lambda seat: (balances[seat], seat))
        creditor = min(group, key=lambda seat: (-balances[seat], seat))
        amount = min(-balances[debtor], balances[creditor])
        balances[debtor] += amount
        balances[creditor] -= amount
        transfers.append((debtor, creditor, amount))
    return transfers


def side_payments(units: Sequence[int]) -> list[Payment]:
    """Return the payments of two sides: each loser pays the winner to the left; `units` are by side."""
    return [(seat, (seat + 1) % 4, -units[seat % 2]) for seat in range(4) if units[seat % 2] < 0]


def pairwise(shares: Sequence[Fraction]) -> dict[tuple[int, int], Fraction]:
    """Return what j owes i if every pair of players settles separately."""
    n = len(shares)
    return {(i, j): (shares[i] - shares[j]) / n for i in range(n) for j in range(n) if shares[i] > shares[j]}
