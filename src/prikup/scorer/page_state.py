"""Compute everything that the scoring page shows from the match that it sends; the server stores no state for it.

The page sends the whole match with every request, so any process can answer: a server, or the same Python code running
in the browser.
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
"""The maximum number of steps of one match, undone steps included; also the maximum number of entries at its start."""


class Request(Struct, frozen=True, omit_defaults=True):
    """A match (`head` and `steps`), with the change that the user is preparing, if any.

    `task` is a deal that the user is entering; `step` is a complete step that is to be previewed and not yet applied.
    """

    head: Scoring
    steps: tuple[HistoryLine, ...] = ()
    task: EntryTask | None = None
    step: HistoryLine | None = None


class SheetSetup(Struct, frozen=True):
    """A game with its house rules, in the detail that a client needs to draw the score sheet.

    The fields are named as in `WelcomeMessage`.
    """

    game: str
    options: str
    rules: dict[str, str]
    sides: tuple[tuple[Seat, ...], ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    presentation: Presentation


class WrittenSheet(Struct, frozen=True):
    """The score sheet of a match, with the same fields as the sheet that a client receives at a table."""

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class EntryDescription(Struct, frozen=True):
    """The contents of an entry in a form that the page can show.

    `sentences` describe the result of a deal. An entry whose outcome the current rules cannot interpret has no
    sentences and is not `readable`. `amounts` are the numbers of a correction, or the starting numbers of a player who
    joins. `share` is the settlement of a player who leaves. `payments` are the payments then due, by the seats before
    the player left, in units of 10^-`decimals` of the currency.
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
    """The earlier contents of a corrected entry, with the Unix time (`at`) at which they were entered."""

    at: int
    told: EntryDescription


class ListedEntry(Struct, frozen=True):
    """An entry of the list as the page shows it.

    `seating` tells at which table the entry was made: it is an index into `Reply.past`, or the number of past tables
    for the current table. `line` is the index of the entry's line on the sheet of that table, or None if the entry
    wrote nothing. `deal` is the deal number and `dealer` the dealer; both are None unless the entry is a deal that
    counts. `totals` are the totals after the entry. `flag` and `dealers` are explained at `AppliedEntry`.
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
    """The state of a table just before a player joined or left: the game, the players, and the lines of the sheet."""

    game: SheetSetup
    names: tuple[str, ...]
    lines: tuple[Line, ...]


class PaperField(Struct, frozen=True):
    """A value carried from deal to deal that a user must supply for a match that was begun on paper.

    `kind` tells what the value is: one number, `many` numbers, the seats of some players, or for each player some of
    the words `words`.
    """

    name: str
    kind: Literal["number", "numbers", "seats", "words"]
    many: int = 1
    words: tuple[str, ...] = ()


class Reply(Struct, frozen=True, tag="scored"):
    """The current state of a match, with everything that the page shows.

    `head` is the match without its entries, and `rules` is the version of the rules used. `names` are the players now
    at the table, `sizes` are the numbers of players that the game allows, and `past` are the earlier tables, the oldest
    first. `next` and `outlook` are facts shown before the next deal; `ending` are facts shown next to the settlement of
    a match that was broken off. `whole` is the settlement in whole numbers, and empty if the settlement has no
    fractions. `payments` are the fewest payments that settle the match, and `pairwise` are the payments if every two
    players settle with each other. Both are in units of 10^-`decimals` of the currency, and empty while the price of a
    point is 0.
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
    """The reason why a request is invalid.

    The text of the reason is among the messages of `game`, or among the common messages if `game` is "".
    """

    reason: Reason
    game: str


def build_reply(request: Request) -> Reply | RefusedRequest:
    """Compute everything that the page shows for a match, or the reason why the match is invalid."""
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
    """Describe the entry that a step would add if a player joins or leaves by it; return None for any other step."""
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
    """Yield the state of each earlier table, just before a player joined or left."""
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
    """Return the fewest payments that settle the match, and the payments if every two players settle separately."""
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
