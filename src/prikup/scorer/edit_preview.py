"""The differences that an edit makes to the rest of a list, shown for confirmation before it is applied."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.errors import Reason
from prikup.scorer.replay import Applied, Replay

__all__ = ["EditEffect", "differences"]


class EditEffect(Struct, frozen=True):
    """One difference between two versions of a list.

    `what` is one of: `number`, the amount that an entry writes in a box (`column` and `side`); `flag`, set or removed;
    `dealer`, the dealer of an entry; and at the end of the list `total`, the total of a box, `winners`, or `next`, the
    next dealer. `entry` is the position of the entry in the new list, from 1; `deal` is its deal number.
    """

    what: Literal["number", "flag", "dealer", "total", "winners", "next"]
    entry: int = 0
    deal: int = 0
    column: str = ""
    side: int = 0
    before: int = 0
    after: int = 0
    flag: Reason | None = None
    winners: tuple[int, ...] = ()


def differences(before: Replay, after: Replay) -> tuple[EditEffect, ...]:
    """Return the differences between two lists: in the entries that both have, and in the final state."""
    return (*_entries(before, after), *_end(before, after))


def _entries(before: Replay, after: Replay) -> Iterator[EditEffect]:
    old = {one.entry.id: one for one in before.applied}
    for new in after.applied:
        if new.entry.id not in old:
            continue
        was = old[new.entry.id]
        deal = new.before.standing.deal
        if was.flag != new.flag:
            yield EditEffect("flag", new.number, deal, flag=new.flag)
        if was.before.dealer != new.before.dealer and new.line is not None:
            yield EditEffect("dealer", new.number, deal, before=was.before.dealer, after=new.before.dealer)
        for column, side in _boxes(before, after):
            one, other = _amount(was, column, side), _amount(new, column, side)
            if one != other:
                yield EditEffect("number", new.number, deal, column, side, one, other)


def _boxes(before: Replay, after: Replay) -> Iterator[tuple[str, int]]:
    """Yield every box (column and side) of either list."""
    for column in dict.fromkeys((*before.game.columns, *after.game.columns)):
        for side in range(max(len(before.game.sides), len(after.game.sides))):
            yield column, side


def _amount(one: Applied, column: str, side: int) -> int:
    return 0 if one.line is None else one.line.row.amount(column, side)


def _end(before: Replay, after: Replay) -> Iterator[EditEffect]:
    for column, side in _boxes(before, after):
        one, other = _total(before, column, side), _total(after, column, side)
        if one != other:
            yield EditEffect("total", column=column, side=side, before=one, after=other)
    if before.match.winners != after.match.winners:
        yield EditEffect("winners", winners=after.match.winners)
    if before.match.dealer != after.match.dealer:
        yield EditEffect("next", before=before.match.dealer, after=after.match.dealer)


def _total(replay: Replay, column: str, side: Seat) -> int:
    known = column in replay.game.columns and side < len(replay.game.sides)
    return replay.match.sheet.total(column, side) if known else 0
