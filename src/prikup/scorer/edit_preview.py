"""List what an edit changes in the rest of a scored match, so that a user can confirm the edit before it is applied."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.errors import Reason
from prikup.scorer.replay import AppliedEntry, Replay

__all__ = ["EditEffect", "differences"]


class EditEffect(Struct, frozen=True):
    """One difference between a scored match before an edit and the same match after it.

    `what` names the kind of difference. `number` is the amount that an entry adds to a box of the sheet (the box is
    `column` and `side`), `flag` is the mark of an entry that the rules refuse, and `dealer` is the dealer of an entry.
    Three kinds concern the end of the list: `total` is the total of a box, `winners` are the winning sides, and `next`
    is the next dealer. `entry` is the position of the entry in the edited list, from 1, and `deal` is its deal number;
    both are 0 for the three kinds that concern the end. `before` and `after` are the old and the new amount, total or
    dealer.
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


def differences(old_replay: Replay, new_replay: Replay) -> tuple[EditEffect, ...]:
    """Return the differences between two replays of a match, entry by entry and then in the final state.

    Entries that only one of the two lists has are skipped.
    """
    return (*_entries(old_replay, new_replay), *_end(old_replay, new_replay))


def _entries(old_replay: Replay, new_replay: Replay) -> Iterator[EditEffect]:
    old_by_id = {one.entry.id: one for one in old_replay.applied_entries}
    for new_entry in new_replay.applied_entries:
        if new_entry.entry.id not in old_by_id:
            continue
        old_entry = old_by_id[new_entry.entry.id]
        deal = new_entry.match_before.standing.deal
        if old_entry.flag != new_entry.flag:
            yield EditEffect("flag", new_entry.number, deal, flag=new_entry.flag)
        if old_entry.match_before.dealer != new_entry.match_before.dealer and new_entry.line is not None:
            yield EditEffect(
                "dealer",
                new_entry.number,
                deal,
                before=old_entry.match_before.dealer,
                after=new_entry.match_before.dealer,
            )
        for column, side in _boxes(old_replay, new_replay):
            one, new_amount = _amount(old_entry, column, side), _amount(new_entry, column, side)
            if one != new_amount:
                yield EditEffect("number", new_entry.number, deal, column, side, one, new_amount)


def _boxes(old_replay: Replay, new_replay: Replay) -> Iterator[tuple[str, int]]:
    """Yield the column and side of every box that either of the two sheets has."""
    for column in dict.fromkeys((*old_replay.game.columns, *new_replay.game.columns)):
        for side in range(max(len(old_replay.game.sides), len(new_replay.game.sides))):
            yield column, side


def _amount(applied_entry: AppliedEntry, column: str, side: int) -> int:
    return 0 if applied_entry.line is None else applied_entry.line.row.amount(column, side)


def _end(old_replay: Replay, new_replay: Replay) -> Iterator[EditEffect]:
    for column, side in _boxes(old_replay, new_replay):
        old_total, new_total = _total(old_replay, column, side), _total(new_replay, column, side)
        if old_total != new_total:
            yield EditEffect("total", column=column, side=side, before=old_total, after=new_total)
    if old_replay.match.winners != new_replay.match.winners:
        yield EditEffect("winners", winners=new_replay.match.winners)
    if old_replay.match.dealer != new_replay.match.dealer:
        yield EditEffect("next", before=old_replay.match.dealer, after=new_replay.match.dealer)


def _total(replay: Replay, column: str, side: Seat) -> int:
    box_exists = column in replay.game.columns and side < len(replay.game.sides)
    return replay.match.sheet.total(column, side) if box_exists else 0
