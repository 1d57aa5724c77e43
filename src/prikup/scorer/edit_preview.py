"""List the effects of an edit on a scored match, so that a user can confirm the edit before it is applied."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.errors import Reason
from prikup.scorer.replay import AppliedEntry, Replay

__all__ = ["EditEffect", "differences"]


class EditEffect(Struct, frozen=True):
    """One difference between a scored match before an edit and the same match after the edit.

    A box is the number of one side in one column of the score sheet. `what` tells which kind of difference it is:

    - `number`: an entry adds another amount to a box.
    - `flag`: the rules now refuse an entry, refuse it for another reason, or no longer refuse it.
    - `dealer`: a deal has another dealer.
    - `total`: a box has another total after the last entry.
    - `winners`: other sides win the match, or the match is no longer won.
    - `next`: another player deals the next deal.

    The other fields describe the difference:

    - `entry` and `deal`: the position of the entry in the edited list, from 1, and its deal number. Both are 0 for the
      last three kinds, which concern the match after its last entry.
    - `column` and `side`: the box.
    - `before` and `after`: the old and the new amount, total, or seat of the dealer.
    - `flag`: the reason why the rules now refuse the entry, or None if they no longer do.
    - `winners`: the sides that win now.
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
    """Return what an edit changes in a match: first the changes entry by entry, then those in the final state.

    `old_replay` and `new_replay` are the states of the match before and after the edit, computed from its entries. An
    entry that is in only one of the two states is skipped.
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
    """Yield the column and side of every box (the number of a side in a column) that either state of the match has."""
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
