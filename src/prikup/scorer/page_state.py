"""Compute everything that the scoring page shows from the list that it sends; no state is stored here.

The page sends the whole match with every request, so any process can answer: a server, or the same Python code in the
page itself.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct, inspect, to_builtins
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.rules.cards import Seat
from prikup.rules.errors import BadText, PrikupError, Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.options import fields, options_text, value_text
from prikup.rules.presentation import Presentation
from prikup.rules.score_sheet import Line, Totals, round_shares, share
from prikup.scorer.edit_history import History, HistoryLine
from prikup.scorer.entries import (
    AdjustEntry,
    Amount,
    DealEntry,
    Dealer,
    EntryContent,
    Fault,
    Join,
    Leave,
    NoteEntry,
    Scoring,
    StopEntry,
    price_of,
)
from prikup.scorer.entry_draft import Draft, EntryPreview, EntryTask, build_draft, preview_step
from prikup.scorer.next_deal import next_deal
from prikup.scorer.operations import Append, Insert
from prikup.scorer.payments import Payment, fewest_payments, money, pairwise_payments, side_payments
from prikup.scorer.replay import AppliedEntry, Replay, checked_outcome, replay_scoring
from prikup.scorer.seating import boxes_of, table_sizes

__all__ = ["RefusedRequest", "Reply", "Request", "build_reply"]

MOST_STEPS = 1_000
"""The maximum number of steps of one match, undone ones included, and of entries at its start."""


class Request(Struct, frozen=True, omit_defaults=True):
    """A match, and the change being prepared: a deal being entered, or a step not applied yet."""

    head: Scoring
    steps: tuple[HistoryLine, ...] = ()
    task: EntryTask | None = None
    step: HistoryLine | None = None


class SheetSetup(Struct, frozen=True):
    """A game with its house rules, as far as a client draws its sheet; fields are named as in `WelcomeMessage`."""

    game: str
    options: str
    rules: dict[str, str]
    sides: tuple[tuple[Seat, ...], ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    presentation: Presentation


class WrittenSheet(Struct, frozen=True):
    """The sheet, in the form in which a table shows it."""

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class EntryDescription(Struct, frozen=True):
    """The contents of an entry: the result of a deal in sentences, or the fields of another kind of entry.

    `amounts` are those of a correction, or the starting numbers of a player who joins; `share` is the settlement of one
    who leaves, and `payments` are who pays whom then, by the seats before, in units of 10^-`decimals`. An outcome that
    the current rules cannot interpret is not `readable`.
    """

    kind: Literal["deal", "fault", "adjust", "dealer", "note", "stop", "join", "leave"]
    note: str = ""
    sentences: tuple[Reason, ...] = ()
    readable: bool = True
    amounts: tuple[Amount, ...] = ()
    seat: int | None = None
    text: str = ""
    share: str = ""
    payments: tuple[Payment, ...] = ()
    decimals: int = 0


class EarlierVersion(Struct, frozen=True):
    """An earlier version of a corrected entry, with the time it was written."""

    at: int
    told: EntryDescription


class ListedEntry(Struct, frozen=True):
    """An entry of the list.

    `seating` is the table at which it was made: an index into `Reply.past`, or the number of past tables for the
    current one. `line` is the index of its line on the sheet of that table (None: it wrote nothing); `deal` is its deal
    number and `dealer` its dealer, None unless it is a deal. `totals` are the totals after it. `flag` and `dealers` are
    those of the replay.
    """

    number: int
    id: str
    at: int
    told: EntryDescription
    before: tuple[EarlierVersion, ...]
    seating: int
    line: int | None
    deal: int | None
    dealer: Seat | None
    totals: Totals
    flag: Reason | None
    dealers: tuple[Seat, ...]


class Seating(Struct, frozen=True):
    """A past table, before a player joined or left: the game, the players, and the lines of its sheet."""

    game: SheetSetup
    names: tuple[str, ...]
    lines: tuple[Line, ...]


class PaperField(Struct, frozen=True):
    """A field that a match continued from paper must supply.

    It is one number, several numbers, some players, or some words for each player.
    """

    name: str
    kind: Literal["number", "numbers", "seats", "words"]
    many: int = 1
    words: tuple[str, ...] = ()


class Reply(Struct, frozen=True, tag="scored"):
    """The current state of a match.

    `head` is the list without its entries, `rules` the version of the rules used. `names` are the players now at the
    table, `sizes` the possible numbers of players, and `past` the past tables, the oldest first. `next` and `outlook`
    are shown before the next deal; `ending` is shown next to the settlement of a match that was broken off. `whole` is
    the settlement in whole numbers, if that differs; `payments` are the fewest payments and `pairwise` those between
    every two players, in units of the currency; both are empty while a point has no price.
    """

    game: SheetSetup
    head: Scoring
    rules: int
    names: tuple[str, ...]
    sizes: tuple[int, ...]
    past: tuple[Seating, ...]
    sheet: WrittenSheet
    entries: tuple[ListedEntry, ...]
    over: bool
    stopped: bool
    deal: int
    dealer: Seat
    next: tuple[Reason, ...]
    outlook: tuple[Reason, ...]
    ending: tuple[Reason, ...]
    undo: bool
    redo: bool
    whole: tuple[int, ...]
    payments: tuple[Payment, ...]
    pairwise: tuple[Payment, ...]
    carried: tuple[PaperField, ...]
    draft: Draft | None
    effect: EntryPreview | None
    considered: EntryDescription | None


class RefusedRequest(Struct, frozen=True, tag="refused"):
    """The reason why the request is invalid.

    Its message is in the messages of `game`, or in the common ones if `game` is "".
    """

    reason: Reason
    game: str


def build_reply(request: Request) -> Reply | RefusedRequest:
    """Return all that a page shows of a match, or the reason why the match is invalid."""
    try:
        if max(len(request.steps), len(request.head.entries)) > MOST_STEPS:
            raise BadText(reason("score-long", most=MOST_STEPS))
        history = History.begin(request.head).do_all(request.steps)
        replay = replay_scoring(history.current_list)
        draft = build_draft(history, replay, request.task) if request.task else None
        preview = preview_step(history, replay, request.step) if request.step else None
        return _reply(history, replay, draft, preview, _preview_seating_change(history, request.step))
    except PrikupError as error:
        return RefusedRequest(error.reason, request.head.game if request.head.game in GAMES else "")


def _preview_seating_change(history: History, step: HistoryLine | None) -> EntryDescription | None:
    """Return the entry that a step would add, if a player joins or leaves by it; else None."""
    if not isinstance(step, Append | Insert) or not isinstance(step.entry.what, Join | Leave):
        return None
    new_replay = replay_scoring(history.do(step).current_list)
    applied_entry = new_replay.applied_entries[new_replay.scoring.index(step.entry.id)]
    return _summarise_entry(applied_entry, applied_entry.entry.what, applied_entry.entry.note)


def _reply(
    history: History,
    replay: Replay,
    draft: Draft | None,
    preview: EntryPreview | None,
    seating_preview: EntryDescription | None,
) -> Reply:
    game, match, scoring = replay.game, replay.match, replay.scoring
    totals = match.sheet.totals
    shares = game.scoring.settlement(totals)
    return Reply(
        _sheet_setup(game),
        replace(scoring, entries=()),
        game.rules,
        replay.names,
        table_sizes(game),
        tuple(_past(replay)),
        WrittenSheet(match.sheet.lines, totals, tuple(map(share, shares)), match.winners),
        tuple(_list_entries(replay)),
        replay.over,
        replay.stopped,
        match.standing.deal,
        match.dealer,
        () if replay.over else tuple(next_deal(match)),
        () if replay.over else game.explanations.outlook(match.standing),
        game.explanations.broken_off_notes(totals) if replay.stopped else (),
        history.applied_count > 0,
        history.applied_count < len(history.operations),
        _whole(shares),
        *_payments(scoring, game, shares),
        tuple(_carried_fields(game)),
        draft,
        preview,
        seating_preview,
    )


def _past(replay: Replay) -> Iterator[Seating]:
    """Yield the past tables."""
    for applied_entry in replay.applied_entries:
        if _changes_seating(applied_entry):
            yield Seating(
                _sheet_setup(applied_entry.match_before.game),
                applied_entry.names,
                applied_entry.match_before.sheet.lines,
            )


def _changes_seating(applied_entry: AppliedEntry) -> bool:
    return applied_entry.flag is None and isinstance(applied_entry.entry.what, Join | Leave)


def _sheet_setup(game: AnyGame) -> SheetSetup:
    kind, options = GAMES[game.name], game.options
    rules = {field.name: value_text(getattr(options, field.name)) for field in fields(type(options))}
    text = options_text(kind.presets, options)
    return SheetSetup(game.name, text, rules, game.sides, game.calls, game.columns, kind.presentation)


def _list_entries(replay: Replay) -> Iterator[ListedEntry]:
    seating = 0
    for applied_entry in replay.applied_entries:
        yield _list_entry(applied_entry, seating)
        seating += _changes_seating(applied_entry)


def _list_entry(applied_entry: AppliedEntry, seating: int) -> ListedEntry:
    line, is_deal = (
        applied_entry.line,
        isinstance(applied_entry.entry.what, DealEntry | Fault) and applied_entry.flag is None,
    )
    return ListedEntry(
        applied_entry.number,
        applied_entry.entry.id,
        applied_entry.entry.at,
        _summarise_entry(applied_entry, applied_entry.entry.what, applied_entry.entry.note),
        tuple(
            EarlierVersion(old.at, _summarise_entry(applied_entry, old.what, old.note))
            for old in applied_entry.entry.before
        ),
        seating,
        None if line is None else len(applied_entry.match_after.sheet.lines) - 1,
        line.deal if line and is_deal else None,
        line.dealer if line and is_deal else None,
        applied_entry.match_after.sheet.totals,
        applied_entry.flag,
        applied_entry.dealers,
    )


def _summarise_entry(applied_entry: AppliedEntry, content: EntryContent, note: str) -> EntryDescription:
    match = applied_entry.match_before
    match content:
        case DealEntry(plain) | Fault(plain):
            kind: Literal["deal", "fault"] = "deal" if isinstance(content, DealEntry) else "fault"
            try:
                outcome = checked_outcome(match.game, plain)
            except PrikupError:
                return EntryDescription(kind, note, readable=False)
            if isinstance(outcome, VoidDeal):
                return EntryDescription(kind, note, (outcome.reason,))
            return EntryDescription(kind, note, match.game.explanations.summary(outcome, match.dealer))
        case AdjustEntry(amounts):
            return EntryDescription("adjust", note, amounts=amounts)
        case Dealer(seat):
            return EntryDescription("dealer", note, seat=seat)
        case NoteEntry(text):
            return EntryDescription("note", note, text=text)
        case StopEntry():
            return EntryDescription("stop", note)
        case Join(seat, name):
            boxes = () if applied_entry.flag else boxes_of(applied_entry.match_after, seat)
            return EntryDescription(
                "join", note, amounts=tuple(Amount(column, seat, n) for column, n in boxes), text=name
            )
        case Leave(seat):
            seat_exists = seat < len(applied_entry.names)
            share_then = share(match.game.scoring.settlement(match.sheet.totals)[seat]) if seat_exists else ""
            name, due = (
                applied_entry.names[seat] if seat_exists else str(seat + 1),
                applied_entry.payments if content is applied_entry.entry.what else (),
            )
            return EntryDescription(
                "leave", note, text=name, share=share_then, payments=due, decimals=applied_entry.decimals
            )


def _whole(shares: tuple[Fraction, ...]) -> tuple[int, ...]:
    has_fractions = any(share.denominator > 1 for share in shares) and sum(shares, Fraction()).denominator == 1
    return round_shares(shares) if has_fractions else ()


def _payments(
    scoring: Scoring, game: AnyGame, shares: tuple[Fraction, ...]
) -> tuple[tuple[Payment, ...], tuple[Payment, ...]]:
    """Return the fewest payments, and those between every two players."""
    price = price_of(scoring.price)
    if not price:
        return (), ()
    units = money(shares, price, scoring.decimals)
    if len(game.sides) < game.seats:
        return side_payments(game.sides, units), ()
    return fewest_payments(units), pairwise_payments(shares, price, scoring.decimals)


def _carried_fields(game: AnyGame) -> Iterator[PaperField]:
    info = inspect.type_info(type(game.carry))
    kinds = {field.name: field.type for field in info.fields} if isinstance(info, inspect.StructType) else {}
    first: Mapping[str, Any] = to_builtins(game.carry) or {}
    for name in game.scoring.carry_fields:
        match kinds[name]:
            case inspect.VarTupleType(item_type=inspect.VarTupleType(item_type=inspect.LiteralType(values=words))):
                yield PaperField(name, "words", game.seats, tuple(map(str, words)))
            case inspect.VarTupleType() | inspect.TupleType() if first[name]:
                yield PaperField(name, "numbers", len(first[name]))
            case inspect.VarTupleType():
                yield PaperField(name, "seats", game.seats)
            case _:
                yield PaperField(name, "number")
