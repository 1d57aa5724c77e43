"""Compute everything that the scoring page shows, from the match that the page sends.

The server stores no state for the page. The page sends the whole match with every request, so any process can answer: a
server, or the same Python code running in the browser.
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
from prikup.scorer.time_limit import TimeLimit, time_limit

__all__ = ["RefusedRequest", "Reply", "Request", "build_reply"]

MOST_STEPS = 1_000
"""The maximum number of steps (edits, undos and redos) of one match, and of entries in its list at the start."""


class Request(Struct, frozen=True, omit_defaults=True):
    """A request of the scoring page: a match, and the change that the user is preparing, if any.

    - `head`: the match before the first step.
    - `steps`: all steps (edits, undos and redos) since then, in order.
    - `task`: a deal that the user is entering, or None.
    - `step`: a complete step that is to be previewed and not yet applied, or None.
    """

    head: Scoring
    steps: tuple[HistoryLine, ...] = ()
    task: EntryTask | None = None
    step: HistoryLine | None = None


class SheetSetup(Struct, frozen=True):
    """A game with its house rules, in the detail that a client needs to draw the score sheet.

    - `game`: the name of the game.
    - `options` and `rules`: the house rules as short text, and the value of every house rule as text by its name.
    - `sides`: the seats of each side; the seats of a side score together.
    - `calls` and `columns`: the names of the calls, and those of the columns of the sheet.
    - `presentation`: how a client draws the game.

    The fields are the same as in `WelcomeMessage`, the first message that a client receives at a table.
    """

    game: str
    options: str
    rules: dict[str, str]
    sides: tuple[tuple[Seat, ...], ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    presentation: Presentation


class WrittenSheet(Struct, frozen=True):
    """The score sheet of a match.

    - `lines`: a line for each deal, with the reason for every number.
    - `totals`: the sums of the numbers, by column, then by side.
    - `settlement`: the points that each side has won or lost in all, as exact text such as `-1/3`.
    - `winners`: the sides that have won, empty until the match is over.
    - `taken_back`: always empty; at a table it has the deals in which an action was taken back.

    The fields are the same as in `SheetMessage`, in which a client receives the score sheet at a table.
    """

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class EntryDescription(Struct, frozen=True):
    """The contents of an entry in a form that the page can show.

    - `kind` and `note`: the type of the entry, and the user's remark.
    - `sentences`: messages that describe the result of a deal.
    - `readable`: false if the current rules cannot interpret the outcome of the deal, so that there are no sentences.
    - `amounts`: the numbers of a manual correction, or the starting numbers of a player who joins.
    - `seat`: the next dealer if the entry changes the dealer, else None.
    - `text`: the text of a note, or the name of a player who joins or leaves.
    - `share`: the settlement in points of a player who leaves, as exact text such as `-1/3`.
    - `payments`: the payments due when a player leaves, with the seats as they were before.
    - `decimals`: the number of decimals of the currency; the payments are in units of 10^-`decimals` of the currency.
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
    """The earlier contents (`told`) of a corrected entry, which were entered at the Unix time `at`, in seconds."""

    at: int
    told: EntryDescription


class ListedEntry(Struct, frozen=True):
    """An entry of the list as the page shows it.

    - `number` and `id`: the position in the list, from 1, and the id of the entry.
    - `at`: the Unix time at which the entry was made or last corrected.
    - `told` and `before`: the contents of the entry, and its earlier versions, the oldest first.
    - `seating`: the table at which the entry was made, as an index into `Reply.past`, the tables before players joined
      or left. The index of the current table is the length of `Reply.past`.
    - `line`: the index of the entry's line on the score sheet of that table, or None if the entry wrote nothing.
    - `deal` and `dealer`: the deal number and the dealer; both are None unless the entry is a deal that counts.
    - `totals`: the totals of the score sheet after the entry.
    - `flag`: the reason why the rules refuse the entry at this position, or None.
    - `dealers`: if the rules refuse a deal only because of its dealer, the seats that could have dealt it.
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
    """The state of a table just before a player joined or left.

    `game` is the game with its house rules, `names` are the players' names in the order of the seats, and `lines` are
    the lines of the score sheet.
    """

    game: SheetSetup
    names: tuple[str, ...]
    lines: tuple[Line, ...]


class PaperField(Struct, frozen=True):
    """A value that a user must enter for a match begun on paper, because the game carries it over from deal to deal.

    `name` is the name of the value. `kind` tells what the value is: one number, `many` numbers, the seats of some
    players, or for each player some of the words `words`.
    """

    name: str
    kind: Literal["number", "numbers", "seats", "words"]
    many: int = 1
    words: tuple[str, ...] = ()


class Reply(Struct, frozen=True, tag="scored"):
    """The current state of a scored match, with everything that the page shows.

    - `game`: the game with its house rules, for the number of players now at the table.
    - `head`: the match without its entries.
    - `rules`: the version of the game's rules that this computation used.
    - `names` and `sizes`: the names of the players now at the table, in the order of the seats, and the numbers of
      players that the game allows.
    - `past`: the earlier tables, before players joined or left, the oldest first.
    - `sheet` and `entries`: the score sheet of the current table, and the list of entries.
    - `over` and `stopped`: whether no more deals are needed, and whether the players broke off the match.
    - `deal` and `dealer`: the number and the dealer of the next deal.
    - `next` and `outlook`: facts to show before the next deal; `outlook` are those that the game itself supplies.
    - `ending`: facts to show next to the settlement of a match that was broken off.
    - `undo` and `redo`: whether there is an operation to undo, and one to redo.
    - `whole`: the settlement rounded to whole numbers, by side; empty if it has no fractions.
    - `payments`: the payments that settle the match. They are the fewest possible unless players are partners.
    - `pairwise`: the payments if every two players settle with each other instead.
    - `carried`: the values that a user must enter for a match begun on paper.
    - `draft`: the deal that the user is entering, or None.
    - `effect`: the effect of the step in the request (an edit, an undo or a redo), or None.
    - `considered`: the entry that this step would add, if it lets a player join or leave the table; else None.
    - `time_limit`: when the time of the match is over, and what follows then; None without a time limit, and once the
      match is over.

    Payments are in units of 10^-`head.decimals` of the currency, and empty while the price of a point is 0.
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
    time_limit: TimeLimit | None


class RefusedRequest(Struct, frozen=True, tag="refused"):
    """The reply to an invalid request.

    `reason` is the message that tells why the request is invalid. Its text is among the messages of the game `game` or,
    if `game` is "", among the messages common to all games.
    """

    reason: Reason
    game: str


def build_reply(request: Request) -> Reply | RefusedRequest:
    """Compute everything that the scoring page shows for a match, or the reason why the request is invalid."""
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
    """Describe the entry that `step` would add to the match, if a player joins or leaves the table by it; else None.

    `history` is the edit history of the match before the step.
    """
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
        game.rules_version,
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
        time_limit(replay),
    )


def _past(replay: Replay) -> Iterator[Seating]:
    """Yield the state of each earlier table of a match: its players and sheet just before a player joined or left."""
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
    """Return the payments that settle the match, and the payments if every two players settle with each other.

    `scoring` has the price of a point, and `shares` is the settlement in points by side. Both results are () if the
    price of a point is 0; the second is also () if the players are in partnerships.
    """
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
