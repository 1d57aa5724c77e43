"""Replay a scored match, entry by entry, with the rules of its game.

Everything that users see of a match is computed by the replay. If the rules refuse an entry at its position in the
list, the replay flags the entry with the reason, and continues with the next one. A flagged entry adds nothing to the
sheet and does not count as a deal, but it stays in the list, where the user can see and correct it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct, ValidationError, convert, inspect, json, to_builtins
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.languages import LANGUAGES
from prikup.rules.cards import Seat
from prikup.rules.errors import BadOutcome, BadText, PrikupError, Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import parse_logged
from prikup.rules.score_sheet import Line, SheetRow
from prikup.rules.score_sheet import SheetEntry as Written
from prikup.scorer.entries import (
    AdjustEntry,
    DealEntry,
    Dealer,
    EntryContent,
    Fault,
    Join,
    Leave,
    NoteEntry,
    PaperStart,
    ScoreEntry,
    Scoring,
    StopEntry,
    check_minutes,
    check_names,
    price_of,
)
from prikup.scorer.payments import Payment, money, payments_on_leaving
from prikup.scorer.seating import names_after, reseat

__all__ = [
    "AppliedEntry",
    "Replay",
    "adjustment_row",
    "apply_entry",
    "checked_outcome",
    "initial_match",
    "outcome_of",
    "plain",
    "replay_scoring",
]


SEATS = ("seat", "other", "player")
"""The names of those arguments of a `Reason` (a message key with arguments) whose values are seats."""


class AppliedEntry(Struct, frozen=True):
    """An entry of a scored match's list, with the state of the match before and after it.

    - `number`: the position of the entry in the list, from 1.
    - `match_before` and `match_after`: the match before and after the entry.
    - `names`: the names of the players at the table before the entry, in the order of the seats.
    - `flag`: the reason why the rules refuse the entry at this position, or None.
    - `dealers`: if the rules refuse a deal only because of its dealer, the seats that could have dealt it; else ().
    - `payments`: if the entry lets a player leave, the payments between this player and each of the other players, in
      units of 10^-`decimals` of the currency. It is () for other entries, and if the price of a point is 0.

    `entry` is the entry as it is stored.
    """

    number: int
    entry: ScoreEntry
    match_before: Match
    match_after: Match
    names: tuple[str, ...]
    flag: Reason | None = None
    dealers: tuple[Seat, ...] = ()
    payments: tuple[Payment, ...] = ()
    decimals: int = 0

    @property
    def line(self) -> Line | None:
        """The line that the entry wrote on the score sheet, or None if the entry wrote nothing."""
        return (
            self.match_after.sheet.lines[-1]
            if len(self.match_after.sheet.lines) > len(self.match_before.sheet.lines)
            else None
        )


class Replay(Struct, frozen=True):
    """The current state of a scored match, after all entries of its list.

    - `scoring`: the match as it is stored (its head and its entries).
    - `applied_entries`: the entries, each with the match before and after it.
    - `match`: the match before its next deal.
    - `names`: the names of the players now at the table, in the order of the seats.
    - `stopped`: whether the players broke off the match.
    """

    scoring: Scoring
    applied_entries: tuple[AppliedEntry, ...]
    match: Match
    names: tuple[str, ...]
    stopped: bool

    @property
    def over(self) -> bool:
        """Whether no more deals are needed.

        This is the case if the players broke off the match, or if it has ended by the rules and the players do not play
        on.
        """
        return self.stopped or (self.match.over and not self.scoring.play_on)

    @property
    def game(self) -> AnyGame:
        """The game that is played, with its house rules."""
        return self.match.game

    def entry_at(self, number: int) -> AppliedEntry:
        """Return the entry at the position `number` of the list, counted from 1. Raise BadText if there is none."""
        if not 1 <= number <= len(self.applied_entries):
            raise BadText(reason("entry-number", number=number, most=len(self.applied_entries)))
        return self.applied_entries[number - 1]


def initial_match(scoring: Scoring) -> Match:
    """Return the match before its first entry, built from the head of `scoring` (game, house rules, names …).

    Raise BadText, BadOptions or BadOutcome if the head is invalid.
    """
    if scoring.game not in GAMES:
        raise BadText(reason("game-unknown", game=scoring.game, allowed=" ".join(GAMES)))
    kind = GAMES[scoring.game]
    game = kind.build(parse_logged(kind.presets, scoring.options))
    if scoring.language not in LANGUAGES:
        raise BadText(reason("language-unknown", language=scoring.language, allowed=" ".join(LANGUAGES)))
    check_names(scoring.names, game.seats)
    price_of(scoring.price)
    check_minutes(scoring.minutes)
    if not 0 <= scoring.dealer < game.seats:
        raise BadText(reason("dealer-unknown", number=scoring.dealer + 1, most=game.seats))
    if scoring.opening is None:
        return Match.begin(game, scoring.dealer)
    return Match.from_standing(game, _standing(game, scoring.dealer, scoring.opening))


def _standing(game: AnyGame, dealer: Seat, opening: PaperStart) -> MatchStanding[Any]:
    """Return the state before the first deal of a match that was begun on paper.

    `opening` is the state on paper, and `dealer` deals first. Raise BadText or BadOutcome if the numbers on paper do
    not fit the game.
    """
    shape = [len(game.sides)] * len(game.columns)
    if [len(boxes) for boxes in opening.totals] != shape:
        raise BadText(reason("boxes-one-each", needed=sum(shape), given=sum(map(len, opening.totals))))
    carry = _carry(game, opening.carry)
    if (why := game.scoring.why_impossible(opening.totals, carry)) is not None:
        raise BadOutcome(why)
    return MatchStanding(opening.played + 1, dealer, opening.totals, carry)


def _carry(game: AnyGame, values: Mapping[str, Any]) -> Any:
    """Return the state other than totals that the game carries into the first deal of a match begun on paper.

    It is the state that the game has at the start of a match, with the fields named in `values` set to the values given
    there. Raise BadText or BadOutcome if a name or a value is invalid.
    """
    if not values:
        return game.carry
    initial_fields = to_builtins(game.carry) or {}
    for name in values:
        if name not in game.scoring.carry_fields:
            raise BadText(reason("carry-unknown", text=name, allowed=" ".join(game.scoring.carry_fields) or "–"))
    try:
        carry = convert({**initial_fields, **values}, type(game.carry))
    except ValidationError as error:
        raise _conversion_error(error, "carry-unreadable") from None
    for name in values:
        if (
            isinstance(old_value := initial_fields[name], tuple | list)
            and old_value
            and len(new_value := getattr(carry, name)) != len(old_value)
        ):
            raise BadText(reason("carry-one-each", text=name, needed=len(old_value), given=len(new_value)))
    return carry


def outcome_of(kind: GameDefinition, values: Mapping[str, Any]) -> Any:
    """Convert plain JSON `values` by field name to an outcome (the result of a deal) in the outcome type of the game.

    Raise BadOutcome if the values do not fit that type. `kind` is the definition of the game.
    """
    try:
        return convert(values, kind.outcome | VoidDeal)
    except ValidationError as error:
        raise _conversion_error(error, "outcome-unreadable") from None


def checked_outcome(game: AnyGame, values: Mapping[str, Any]) -> Any:
    """Convert plain JSON `values` by field name to an outcome (the result of a deal), and check the seats in it.

    Raise BadOutcome if the values do not fit the outcome type or mention a seat that the game does not have.
    """
    outcome = outcome_of(GAMES[game.name], values)
    for seat in _seats(game.name, outcome):
        if not 0 <= seat < game.seats:
            raise BadOutcome(reason("seat-not-here", number=seat + 1, most=game.seats))
    return outcome


def _seats(game: str, outcome: Any) -> Iterator[Seat]:
    """Yield the seats mentioned in an outcome (the result of a deal).

    Some of these seats may not exist now: the entry may have been made when the table had more players.
    """
    if isinstance(outcome, VoidDeal):
        seat_values = (outcome.reason.numbers.get(name) for name in SEATS)
        yield from (seat for seat in seat_values if isinstance(seat, int))
        return
    for name, is_plural in _seat_fields(game):
        value = getattr(outcome, name)
        if value is not None:
            yield from value if is_plural else (value,)


@cache
def _seat_fields(game: str) -> tuple[tuple[str, bool], ...]:
    """Return the names of the outcome fields that contain seats, each with True if the field contains several seats.

    An outcome is the result of a deal of the game named `game`.
    """
    info = inspect.type_info(GAMES[game].outcome)
    assert isinstance(info, inspect.StructType)
    seat_fields = []
    for field in info.fields:
        for kind in field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,):
            item_type = kind.item_type if isinstance(kind, inspect.VarTupleType) else kind
            if isinstance(item_type, inspect.Metadata) and (item_type.extra or {}).get("kind") == "seat":
                seat_fields.append((field.name, item_type is not kind))
    return tuple(seat_fields)


def plain(outcome: Any) -> dict[str, Any]:
    """Convert an outcome (the result of a deal) to plain values that JSON can represent, as a stored entry has them."""
    values: dict[str, Any] = json.decode(json.encode(outcome))
    return values


def _conversion_error(error: ValidationError, key: str) -> PrikupError:
    """Return the PrikupError that caused `error`, or else a BadOutcome that contains the text of `error`.

    `key` is the key of the message for the BadOutcome.
    """
    if isinstance(error.__cause__, PrikupError):
        return error.__cause__
    return BadOutcome(reason(key, error=str(error)))


def adjustment_row(game: AnyGame, entry: AdjustEntry, note: str) -> SheetRow:
    """Return the row that the manual correction `entry` writes on the score sheet; `note` is the user's reason.

    Raise BadText if a box does not exist or the note is empty.
    """
    if not note.strip():
        raise BadText(reason("adjust-needs-note"))
    why = reason("adjusted", why=note)
    for box in entry.amounts:
        if box.column not in game.columns or box.side >= len(game.sides):
            raise BadText(reason("no-such-box", column=box.column, side=box.side))
    return SheetRow(tuple(Written(box.column, box.side, box.amount, why) for box in entry.amounts))


def apply_entry(match: Match, content: EntryContent, note: str = "") -> Match:
    """Return the match after one more entry of its list, which has the contents `content` and the note `note`.

    Raise BadOutcome or BadText if the rules refuse the entry.
    """
    match content:
        case DealEntry(outcome) | Fault(outcome):
            return match.close(checked_outcome(match.game, outcome))
        case AdjustEntry():
            new_match = match.adjust(adjustment_row(match.game, content, note))
            if (why := match.game.scoring.why_no_correction(new_match.sheet.totals)) is not None:
                raise BadOutcome(why)
            return new_match
        case Dealer(seat):
            if seat >= match.game.seats:
                raise BadText(reason("dealer-unknown", number=seat + 1, most=match.game.seats))
            return replace(match, dealer=seat)
        case Join() | Leave():
            return reseat(match, content)
        case NoteEntry() | StopEntry():
            return match


def replay_scoring(scoring: Scoring) -> Replay:
    """Apply all entries of the scored match `scoring` to its initial state, and return the state after them.

    Entries that the rules refuse are flagged. Raise the errors of `initial_match`.
    """
    match, names, stopped, applied_entries = initial_match(scoring), scoring.names, False, list[AppliedEntry]()
    for number, entry in enumerate(scoring.entries, 1):
        is_over = stopped or (match.over and not scoring.play_on)
        if is_over:
            applied_entries.append(AppliedEntry(number, entry, match, match, names, reason("after-the-end")))
            continue
        applied_entry = _with_payments(scoring, _apply_or_flag(number, entry, match, names))
        stopped = stopped or isinstance(entry.what, StopEntry)
        match = applied_entry.match_after
        names = names if applied_entry.flag else names_after(names, entry.what)
        applied_entries.append(applied_entry)
    return Replay(scoring, tuple(applied_entries), match, names, stopped)


def _apply_or_flag(number: int, entry: ScoreEntry, match: Match, names: tuple[str, ...]) -> AppliedEntry:
    """Apply an entry to a match that is not over; if the rules refuse the entry, return it flagged with the reason.

    `number` is the position of the entry in the list, from 1, and `names` are the players at the table before it.
    """
    try:
        names_after(names, entry.what)  # raises BadText if the name is taken
        return AppliedEntry(number, entry, match, apply_entry(match, entry.what, entry.note), names)
    except PrikupError as error:
        return AppliedEntry(number, entry, match, match, names, error.reason, _dealers(match, entry))


def _with_payments(scoring: Scoring, applied_entry: AppliedEntry) -> AppliedEntry:
    """Return an entry with the payments that are due if a player leaves the table by this entry.

    An entry by which no player leaves is returned unchanged. `scoring` has the price of a point.
    """
    price, content = price_of(scoring.price), applied_entry.entry.what
    if not price or not isinstance(content, Leave) or applied_entry.flag:
        return applied_entry
    whole, rest = (
        money(match.game.scoring.settlement(match.sheet.totals), price, scoring.decimals)
        for match in (applied_entry.match_before, applied_entry.match_after)
    )
    return replace(applied_entry, payments=payments_on_leaving(content.seat, whole, rest), decimals=scoring.decimals)


def _dealers(match: Match, entry: ScoreEntry) -> tuple[Seat, ...]:
    """Return the seats that could have dealt a deal that the rules refuse only because of its dealer.

    `match` is the match before the entry. The result is () if the entry is not a deal, or if the rules refuse the deal
    regardless of the dealer.
    """
    dealers = []
    for seat in range(match.game.seats) if isinstance(entry.what, DealEntry | Fault) else ():
        try:
            apply_entry(replace(match, dealer=seat), entry.what)
        except PrikupError:
            continue
        dealers.append(seat)
    return tuple(dealers)
