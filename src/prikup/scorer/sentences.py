"""Describe entries of a scored match, the effects of edits, and payments in sentences of the user's language."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from prikup.games import GAMES
from prikup.locale.numbers import format_change, format_number, format_share
from prikup.locale.speech import Speech
from prikup.rules.cards import Seat
from prikup.rules.errors import PrikupError
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.score_sheet import SheetRow
from prikup.scorer.edit_preview import EditEffect
from prikup.scorer.entries import (
    AdjustEntry,
    Amount,
    DealEntry,
    Dealer,
    EntryContent,
    EntryVersion,
    Fault,
    Join,
    Leave,
    NoteEntry,
    StopEntry,
)
from prikup.scorer.payments import Payment, fewest_payments, money, side_payments
from prikup.scorer.replay import AppliedEntry, checked_outcome
from prikup.scorer.seating import boxes_of

__all__ = [
    "box_name",
    "changes",
    "column_heading",
    "describe_effects",
    "describe_leaving_payments",
    "describe_outcome",
    "describe_payments",
    "entry_text",
    "money_text",
    "payments",
    "row_changes",
    "seat_written_against",
    "speech_at_entry",
]


def seat_written_against(speech: Speech, column: str, side: int) -> int | None:
    """Return the seat of the player against whom `side` scores points in this column, or None for other columns.

    Such columns hold, for example, the whists (points for the tricks that defenders took) against one other player.
    `speech` has the game and the names of its players.
    """
    seats = speech.game.seats
    step = GAMES[speech.game.name].presentation.neighbours.get(column)
    return None if step is None or len(speech.game.sides) != seats else (side + step) % seats


def column_heading(speech: Speech, column: str, side: int) -> str:
    """Return the heading of a column for one side: `pool`, or `→ Boris` if its points are scored against Boris.

    `speech` formats messages for the user's language and the players at the table.
    """
    target_seat = seat_written_against(speech, column, side)
    if target_seat is None:
        return speech.words(f"column-{column}")
    return speech("told-held-spoken" if speech.spoken else "told-held", other=target_seat)


def box_name(speech: Speech, column: str, side: int) -> str:
    """Return the name of the box of a side in a column: `Anna, pool` or `Anna → Boris`.

    If the sheet has only one column, the name is only that of the side: `Anna`. `speech` formats messages for the
    user's language and the players at the table.
    """
    if len(speech.game.columns) == 1:
        return speech.side(side)
    separator = ", " if seat_written_against(speech, column, side) is None else " "
    return f"{speech.side(side)}{separator}{column_heading(speech, column, side)}"


def describe_outcome(speech: Speech, outcome: Any, dealer: Seat) -> str:
    """Describe the result of a deal (`outcome`): `Anna 7: one short; Vera whisted and took 1`.

    `speech` formats messages for the user's language and the players at the table. `dealer` is the seat of the dealer.
    """
    if isinstance(outcome, VoidDeal):
        return speech.reason(outcome.reason)
    return "; ".join(map(speech.reason, speech.game.explanations.summary(outcome, dealer))) or speech("told-played")


def speech_at_entry(speech: Speech, applied_entry: AppliedEntry) -> Speech:
    """Return the Speech (a formatter of messages) for the table at which an entry was made.

    The players at that table may differ from the current ones, whose names `speech` has.
    """
    return Speech(speech.words, applied_entry.match_before.game, applied_entry.names, spoken=speech.spoken)


def changes(speech: Speech, applied_entry: AppliedEntry, side: int) -> tuple[tuple[str, int], ...]:
    """Return the changes that an entry made for a side of the current table, each as a text and the new total of a box.

    The result is () if the entry wrote nothing, or if the player was not at the table when the entry was made. `speech`
    formats messages for the user's language and the players now at the table.
    """
    entry_speech = speech_at_entry(speech, applied_entry)
    if entry_speech.names != speech.names:
        if speech.names[side] not in entry_speech.names:
            return ()
        side = entry_speech.names.index(speech.names[side])
    if applied_entry.line is None:
        return ()
    row, new_sheet = applied_entry.line.row, applied_entry.match_after.sheet
    changed_columns = (
        column for column in new_sheet.columns if any((e.column, e.side) == (column, side) for e in row.entries)
    )
    return tuple(
        (text, new_sheet.total(column, side))
        for text, column in zip(row_changes(entry_speech, row, side), changed_columns, strict=True)
    )


def entry_text(speech: Speech, applied_entry: AppliedEntry, version: EntryVersion | None = None) -> str:
    """Describe an entry, or an earlier `version` of it if one is passed, and add its note in brackets.

    `speech` formats messages for the user's language and the players at the table.
    """
    chosen_version = version or applied_entry.entry
    text = _content_text(speech_at_entry(speech, applied_entry), chosen_version.what, applied_entry)
    return f"{text} ({chosen_version.note})" if chosen_version.note else text


def _content_text(speech: Speech, content: EntryContent, applied_entry: AppliedEntry) -> str:
    text = ""
    match content:
        case DealEntry(outcome) | Fault(outcome):
            try:
                text = describe_outcome(
                    speech, checked_outcome(speech.game, outcome), applied_entry.match_before.dealer
                )
            except PrikupError:
                text = speech("told-unreadable")
        case AdjustEntry(amounts):
            text = speech("told-adjust", text="; ".join(_amount(speech, amount) for amount in amounts))
        case Dealer(seat):
            text = speech("told-dealer", text=_name(speech, seat))
        case NoteEntry():
            text = content.text
        case StopEntry():
            text = speech("told-stop")
        case Join(seat, name):
            boxes = () if applied_entry.flag else boxes_of(applied_entry.match_after, seat)
            boxes_text = ", ".join(
                f"{speech.words(f'column-{column}')} {format_number(number)}" for column, number in boxes
            )
            text = speech("told-join", text=name, boxes=boxes_text or "–")
        case Leave(seat) if seat < len(speech.names):
            share = format_share(
                applied_entry.match_before.game.scoring.settlement(applied_entry.match_before.sheet.totals)[seat]
            )
            due = (
                "; ".join(describe_payments(speech, applied_entry.payments, applied_entry.decimals))
                if content is applied_entry.entry.what
                else ""
            )
            key = "told-leave-paid" if due else "told-leave"
            text = speech(key, text=_name(speech, seat), share=share, payments=due)
        case Leave(seat):
            text = speech("told-leave", text=_name(speech, seat), share="–")
    return text


def _amount(speech: Speech, amount: Amount) -> str:
    box_exists = amount.column in speech.game.columns and amount.side < len(speech.game.sides)
    box = box_name(speech, amount.column, amount.side) if box_exists else amount.column
    return f"{box} {format_change(amount.amount)}"


def row_changes(speech: Speech, row: SheetRow, side: int) -> Iterator[str]:
    """Yield, as text, the changes that one row (the numbers of one deal on the score sheet) makes for one side.

    An example is `pool +2`, or only `+2` if the sheet has only one column. `speech` formats messages for the user's
    language and the players at the table.
    """
    for column in speech.game.columns:
        if any((entry.column, entry.side) == (column, side) for entry in row.entries):
            name = "" if len(speech.game.columns) == 1 else f"{column_heading(speech, column, side)} "
            yield name + format_change(row.amount(column, side))


def describe_effects(speech: Speech, effects: Iterable[EditEffect]) -> Iterator[str]:
    """Yield one sentence for each of `effects`, the effects of an edit on a match.

    `speech` formats messages for the user's language and the players at the table.
    """
    for effect in effects:
        match effect.what:
            case "number" | "total":
                values = {"before": format_number(effect.before), "after": format_number(effect.after)}
                box_label = _box_label(speech, effect)
                if effect.what == "number":
                    yield speech("differs-number", entry=effect.entry, deal=effect.deal, box=box_label, **values)
                else:
                    yield speech("differs-total", box=box_label, **values)
            case "flag" if effect.flag is not None:
                yield speech("differs-flag", entry=effect.entry, deal=effect.deal, why=speech.reason(effect.flag))
            case "flag":
                yield speech("differs-unflag", entry=effect.entry, deal=effect.deal)
            case "dealer":
                names = {"before": _name(speech, effect.before), "after": _name(speech, effect.after)}
                yield speech("differs-dealer", entry=effect.entry, deal=effect.deal, **names)
            case "next":
                yield speech("differs-next", before=_name(speech, effect.before), after=_name(speech, effect.after))
            case "winners" if effect.winners:
                yield speech("differs-winners", winners=", ".join(map(speech.side, effect.winners)))
            case "winners":
                yield speech("differs-goes-on")


def _box_label(speech: Speech, effect: EditEffect) -> str:
    box_exists = effect.column in speech.game.columns and effect.side < len(speech.game.sides)
    return box_name(speech, effect.column, effect.side) if box_exists else f"{effect.column} {effect.side + 1}"


def _name(speech: Speech, seat: int) -> str:
    """Return the name of the player at `seat`, or the number of the seat (from 1) if the table of `speech` lacks it."""
    return speech.name(seat) if seat < len(speech.names) else str(seat + 1)


def money_text(speech: Speech, units: int, decimals: int) -> str:
    """Format an amount of money, for example 166 units with 2 decimals as `1.66`.

    The amount `units` is a number of cents or the like: of units of 10^-`decimals` of the currency. The decimal
    separator is that of the language of `speech`. The sign is left out.
    """
    text = f"{abs(units):0{decimals + 1}}"
    whole, cents = (text[:-decimals], text[-decimals:]) if decimals else (text, "")
    return whole + (speech("decimal-comma") + cents if cents else "")


def payments(speech: Speech, shares: Sequence[Fraction], price: Fraction, decimals: int) -> tuple[Payment, ...]:
    """Return the payments that settle a match.

    `shares` is the settlement in points by side, `price` the price of a point, and `decimals` the number of decimals of
    the currency. In a game of two sides, each loser pays the next winner on the left. In other games the payments are
    the fewest possible. `speech` has the game and its players.
    """
    units = money(shares, price, decimals)
    sides = speech.game.sides
    return fewest_payments(units) if len(sides) == speech.game.seats else side_payments(sides, units)


def describe_leaving_payments(speech: Speech, applied_entries: Iterable[AppliedEntry]) -> Iterator[str]:
    """Yield one sentence for each player who left by one of `applied_entries`, with the payments that were due.

    `speech` formats messages for the user's language and the players at the table.
    """
    for applied_entry in applied_entries:
        if isinstance(content := applied_entry.entry.what, Leave) and applied_entry.payments:
            due = "; ".join(
                describe_payments(
                    speech_at_entry(speech, applied_entry), applied_entry.payments, applied_entry.decimals
                )
            )
            yield speech("paid-at-leaving", text=applied_entry.names[content.seat], payments=due)


def describe_payments(speech: Speech, payments: Iterable[Payment], decimals: int) -> Iterator[str]:
    """Yield one sentence for each of `payments`, with payer, payee and amount.

    `speech` formats messages for the user's language and the players at the table. Amounts are in units of
    10^-`decimals` of the currency.
    """
    for payment in payments:
        amount = money_text(speech, payment.units, decimals)
        yield speech("pays", player=payment.payer, other=payment.payee, amount=amount)
