"""The reply to a page that scores a match: all that it shows, worked out from the list that it sends, and kept nowhere.

The page sends the whole match with every tap. Whoever answers needs nothing else: a server, or the same Python in the
page itself.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct, inspect, to_builtins
from msgspec.structs import replace

from prikup.cards import Seat
from prikup.errors import BadText, PrikupError, Reason, reason
from prikup.game import AnyGame, Void
from prikup.games import GAMES
from prikup.options import fields, options_text, value_text
from prikup.presentation import Presentation
from prikup.scorer.draft import Draft, Effect, Task, drafted, effect
from prikup.scorer.entries import Adjust, Amount, Deal, Dealer, Fault, Join, Leave, Note, Scoring, Stop, What, price_of
from prikup.scorer.history import History, Step
from prikup.scorer.next_deal import next_deal
from prikup.scorer.operations import Append, Insert
from prikup.scorer.payments import Payment, fewest, money, pairwise, sided
from prikup.scorer.replay import Applied, Replay, replayed, told_outcome
from prikup.scorer.seating import boxes_of, table_sizes
from prikup.sheet import Line, Totals, rounded, share

__all__ = ["Refused", "Reply", "Request", "replied"]

MOST_STEPS = 1_000
"""The operations of one match, taken back or not; and the entries that it may begin with."""


class Request(Struct, frozen=True, omit_defaults=True):
    """A match, and what is being done with it: a deal that is being told, or a step that is not done yet."""

    head: Scoring
    steps: tuple[Step, ...] = ()
    task: Task | None = None
    step: Step | None = None


class Drawn(Struct, frozen=True):
    """A game under some house rules, as far as a client draws its sheet; the names are those of `Welcome`."""

    game: str
    options: str
    rules: dict[str, str]
    sides: tuple[tuple[Seat, ...], ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    presentation: Presentation


class Written(Struct, frozen=True):
    """The sheet, as at a table."""

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class Told(Struct, frozen=True):
    """The contents of an entry: what came of a deal, in sentences; else what its kind holds.

    `amounts` are those of a correction, or what a player who joins begins with; `share` is what one who leaves has won
    or lost. An outcome that the rules of today do not know is not `readable`.
    """

    kind: Literal["deal", "fault", "adjust", "dealer", "note", "stop", "join", "leave"]
    note: str = ""
    sentences: tuple[Reason, ...] = ()
    readable: bool = True
    amounts: tuple[Amount, ...] = ()
    seat: int | None = None
    text: str = ""
    share: str = ""


class Earlier(Struct, frozen=True):
    """An entry before it was corrected, and when it was written."""

    at: int
    told: Told


class Listed(Struct, frozen=True):
    """An entry of the list.

    `seating` is the table at which it was made: its place among those of earlier (`Reply.past`), or their number for
    the table of now. `line` is the place on its sheet of what it wrote, from 0 (None: nothing); `deal` is its number
    and `dealer` who dealt, None for what is no deal. `totals` stand after it. `flag` and `dealers` are those of the
    replay.
    """

    number: int
    id: str
    at: int
    told: Told
    before: tuple[Earlier, ...]
    seating: int
    line: int | None
    deal: int | None
    dealer: Seat | None
    totals: Totals
    flag: Reason | None
    dealers: tuple[Seat, ...]


class Seating(Struct, frozen=True):
    """A table of earlier, before somebody joined or left: the game, who sat there, and the lines of its sheet."""

    game: Drawn
    names: tuple[str, ...]
    lines: tuple[Line, ...]


class Carried(Struct, frozen=True):
    """A field that a match begun on paper has to tell: a number, several, some players, or some words by player."""

    name: str
    kind: Literal["number", "numbers", "seats", "words"]
    many: int = 1
    words: tuple[str, ...] = ()


class Reply(Struct, frozen=True, tag="scored"):
    """A match as it stands.

    `head` is the list without its entries, `rules` the version of the rules that the numbers follow. `names` are those
    who sit at the table now, `sizes` how many can, and `past` the tables of earlier, the oldest first. `next` and
    `outlook` are told before the next deal; `ending` is written beside the settlement of a match that was broken off.
    `whole` is the settlement in whole numbers, where that is another; `payments` are the fewest and `pairwise` those of
    everybody to everybody, in units of the currency: nothing while a point has no price.
    """

    game: Drawn
    head: Scoring
    rules: int
    names: tuple[str, ...]
    sizes: tuple[int, ...]
    past: tuple[Seating, ...]
    sheet: Written
    entries: tuple[Listed, ...]
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
    carried: tuple[Carried, ...]
    draft: Draft | None
    effect: Effect | None
    considered: Told | None


class Refused(Struct, frozen=True, tag="refused"):
    """The reason why there is no such match. It is said in the words of `game`, "" where those of all do."""

    reason: Reason
    game: str


def replied(asked: Request) -> Reply | Refused:
    """Return all that a page shows of a match, or why there is no such match."""
    try:
        if max(len(asked.steps), len(asked.head.entries)) > MOST_STEPS:
            raise BadText(reason("score-long", most=MOST_STEPS))
        history = History.begin(asked.head).all(asked.steps)
        replay = replayed(history.now)
        draft = drafted(history, replay, asked.task) if asked.task else None
        would = effect(history, replay, asked.step) if asked.step else None
        return _reply(history, replay, draft, would, _considered(history, asked.step))
    except PrikupError as error:
        return Refused(error.reason, asked.head.game if asked.head.game in GAMES else "")


def _considered(history: History, step: Step | None) -> Told | None:
    """Return what a step would enter, where that is a player who joins or leaves."""
    if not isinstance(step, Append | Insert) or not isinstance(step.entry.what, Join | Leave):
        return None
    after = replayed(history.do(step).now)
    one = after.applied[after.scoring.index(step.entry.id)]
    return _told(one, one.entry.what, one.entry.note)


def _reply(
    history: History, replay: Replay, draft: Draft | None, would: Effect | None, considered: Told | None
) -> Reply:
    game, match, scoring = replay.game, replay.match, replay.scoring
    totals = match.sheet.totals
    shares = game.settlement(totals)
    return Reply(
        _drawn(game),
        replace(scoring, entries=()),
        game.rules,
        replay.names,
        table_sizes(game),
        tuple(_past(replay)),
        Written(match.sheet.lines, totals, tuple(map(share, shares)), match.winners),
        tuple(_listed(replay)),
        replay.over,
        replay.stopped,
        match.standing.deal,
        match.dealer,
        () if replay.over else tuple(next_deal(match)),
        () if replay.over else game.outlook(match.standing),
        game.broken_off(totals) if replay.stopped else (),
        history.at > 0,
        history.at < len(history.operations),
        _whole(shares),
        *_payments(scoring, game, shares),
        tuple(_carried(game)),
        draft,
        would,
        considered,
    )


def _past(replay: Replay) -> Iterator[Seating]:
    """Yield the tables before the one of now."""
    for one in replay.applied:
        if _reseats(one):
            yield Seating(_drawn(one.before.game), one.names, one.before.sheet.lines)


def _reseats(one: Applied) -> bool:
    return one.flag is None and isinstance(one.entry.what, Join | Leave)


def _drawn(game: AnyGame) -> Drawn:
    kind, options = GAMES[game.name], game.options
    rules = {field.name: value_text(getattr(options, field.name)) for field in fields(type(options))}
    text = options_text(kind.presets, options)
    return Drawn(game.name, text, rules, game.sides, game.calls, game.columns, kind.presentation)


def _listed(replay: Replay) -> Iterator[Listed]:
    seating = 0
    for one in replay.applied:
        yield _listed_at(one, seating)
        seating += _reseats(one)


def _listed_at(one: Applied, seating: int) -> Listed:
    line, played = one.line, isinstance(one.entry.what, Deal | Fault) and one.flag is None
    return Listed(
        one.number,
        one.entry.id,
        one.entry.at,
        _told(one, one.entry.what, one.entry.note),
        tuple(Earlier(old.at, _told(one, old.what, old.note)) for old in one.entry.before),
        seating,
        None if line is None else len(one.after.sheet.lines) - 1,
        line.deal if line and played else None,
        line.dealer if line and played else None,
        one.after.sheet.totals,
        one.flag,
        one.dealers,
    )


def _told(one: Applied, what: What, note: str) -> Told:
    match = one.before
    match what:
        case Deal(plain) | Fault(plain):
            kind: Literal["deal", "fault"] = "deal" if isinstance(what, Deal) else "fault"
            try:
                outcome = told_outcome(match.game, plain)
            except PrikupError:
                return Told(kind, note, readable=False)
            if isinstance(outcome, Void):
                return Told(kind, note, (outcome.reason,))
            return Told(kind, note, match.game.summary(outcome, match.dealer))
        case Adjust(amounts):
            return Told("adjust", note, amounts=amounts)
        case Dealer(seat):
            return Told("dealer", note, seat=seat)
        case Note(text):
            return Told("note", note, text=text)
        case Stop():
            return Told("stop", note)
        case Join(seat, name):
            boxes = () if one.flag else boxes_of(one.after, seat)
            return Told("join", note, amounts=tuple(Amount(column, seat, n) for column, n in boxes), text=name)
        case Leave(seat):
            known = seat < len(one.names)
            share_then = share(match.game.settlement(match.sheet.totals)[seat]) if known else ""
            return Told("leave", note, text=one.names[seat] if known else str(seat + 1), share=share_then)


def _whole(shares: tuple[Fraction, ...]) -> tuple[int, ...]:
    broken = any(one.denominator > 1 for one in shares) and sum(shares, Fraction()).denominator == 1
    return rounded(shares) if broken else ()


def _payments(
    scoring: Scoring, game: AnyGame, shares: tuple[Fraction, ...]
) -> tuple[tuple[Payment, ...], tuple[Payment, ...]]:
    """Return who pays whom: the fewest payments, and everybody with everybody."""
    price = price_of(scoring.price)
    if not price:
        return (), ()
    units = money(shares, price, scoring.decimals)
    if len(game.sides) < game.seats:
        return sided(game.sides, units), ()
    return fewest(units), pairwise(shares, price, scoring.decimals)


def _carried(game: AnyGame) -> Iterator[Carried]:
    info = inspect.type_info(type(game.carry))
    kinds = {field.name: field.type for field in info.fields} if isinstance(info, inspect.StructType) else {}
    first: Mapping[str, Any] = to_builtins(game.carry) or {}
    for name in game.carried:
        match kinds[name]:
            case inspect.VarTupleType(item_type=inspect.VarTupleType(item_type=inspect.LiteralType(values=words))):
                yield Carried(name, "words", game.seats, tuple(map(str, words)))
            case inspect.VarTupleType() | inspect.TupleType() if first[name]:
                yield Carried(name, "numbers", len(first[name]))
            case inspect.VarTupleType():
                yield Carried(name, "seats", game.seats)
            case _:
                yield Carried(name, "number")
