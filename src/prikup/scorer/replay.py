"""The replay of a scored match: a fold over `Match.close` and `Match.adjust`, from which all that is shown follows.

An entry that the rules refuse at its place is flagged with the reason. It writes nothing, moves no dealer and does not
count, and the rest goes on: nothing is dropped, and nothing is changed without a word.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct, ValidationError, convert, inspect, json, to_builtins
from msgspec.structs import replace

from prikup.cards import Seat
from prikup.errors import BadOutcome, BadText, PrikupError, Reason, reason
from prikup.game import AnyGame, Standing, Void
from prikup.games import GAMES
from prikup.kind import Kind
from prikup.languages import LANGUAGES
from prikup.match import Match
from prikup.options import parse_logged
from prikup.scorer.entries import (
    Adjust,
    Deal,
    Dealer,
    Entry,
    Fault,
    Join,
    Leave,
    Note,
    Opening,
    Scoring,
    Stop,
    What,
    check_names,
    price_of,
)
from prikup.scorer.seating import names_after, reseated
from prikup.sheet import Entry as Written
from prikup.sheet import Line, Row

__all__ = ["Applied", "Replay", "adjusted", "begun", "outcome_of", "plain", "replayed", "then", "told_outcome"]


SEATS = ("seat", "other", "player")
"""The numbers of a reason that are seats."""


class Applied(Struct, frozen=True):
    """An entry where it stands: its place in the list (from 1), and the match before and after it.

    `names` are those who sat at the table before it, by seat. `flag` is why the rules refuse it here, None where they
    do not; `dealers` are the seats one of whom must have dealt it, where it is refused because of the dealer alone.
    """

    number: int
    entry: Entry
    before: Match
    after: Match
    names: tuple[str, ...]
    flag: Reason | None = None
    dealers: tuple[Seat, ...] = ()

    @property
    def line(self) -> Line | None:
        """The line that it wrote on the sheet."""
        return self.after.sheet.lines[-1] if len(self.after.sheet.lines) > len(self.before.sheet.lines) else None


class Replay(Struct, frozen=True):
    """A scored match as it stands: `match` begins the next deal, and `stopped` says that the players broke off.

    `names` are those who sit at the table now, by seat.
    """

    scoring: Scoring
    applied: tuple[Applied, ...]
    match: Match
    names: tuple[str, ...]
    stopped: bool

    @property
    def over(self) -> bool:
        """Whether no deal is to be played any more."""
        return self.stopped or (self.match.over and not self.scoring.play_on)

    @property
    def game(self) -> AnyGame:
        """The game under its house rules."""
        return self.match.game

    def at(self, number: int) -> Applied:
        """Return the entry at a place of the list, from 1. Raise BadText where there is none."""
        if not 1 <= number <= len(self.applied):
            raise BadText(reason("entry-number", number=number, most=len(self.applied)))
        return self.applied[number - 1]


def begun(scoring: Scoring) -> Match:
    """Return the match before its first entry.

    Raise BadText, BadOptions and BadOutcome for a head that no match can have.
    """
    if scoring.game not in GAMES:
        raise BadText(reason("game-unknown", game=scoring.game, allowed=" ".join(GAMES)))
    kind = GAMES[scoring.game]
    game = kind.build(parse_logged(kind.presets, scoring.options))
    if scoring.language not in LANGUAGES:
        raise BadText(reason("language-unknown", language=scoring.language, allowed=" ".join(LANGUAGES)))
    check_names(scoring.names, game.seats)
    price_of(scoring.price)
    if not 0 <= scoring.dealer < game.seats:
        raise BadText(reason("dealer-unknown", number=scoring.dealer + 1, most=game.seats))
    if scoring.opening is None:
        return Match.begin(game, scoring.dealer)
    return Match.at(game, _standing(game, scoring.dealer, scoring.opening))


def _standing(game: AnyGame, dealer: Seat, opening: Opening) -> Standing[Any]:
    """Return the standing of a match that was begun on paper."""
    shape = [len(game.sides)] * len(game.columns)
    if [len(boxes) for boxes in opening.totals] != shape:
        raise BadText(reason("boxes-one-each", needed=sum(shape), given=sum(map(len, opening.totals))))
    carry = _carry(game, opening.carry)
    if (why := game.refuses(opening.totals, carry)) is not None:
        raise BadOutcome(why)
    return Standing(opening.played + 1, dealer, opening.totals, carry)


def _carry(game: AnyGame, told: Mapping[str, Any]) -> Any:
    """Return what a match on paper carries to its next deal: that of a first deal with some fields told."""
    if not told:
        return game.carry
    first = to_builtins(game.carry) or {}
    for name in told:
        if name not in game.carried:
            raise BadText(reason("carry-unknown", text=name, allowed=" ".join(game.carried) or "–"))
    try:
        carry = convert({**first, **told}, type(game.carry))
    except ValidationError as error:
        raise _told(error, "carry-unreadable") from None
    for name in told:
        if isinstance(of := first[name], tuple | list) and of and len(held := getattr(carry, name)) != len(of):
            raise BadText(reason("carry-one-each", text=name, needed=len(of), given=len(held)))
    return carry


def outcome_of(kind: Kind, told: Mapping[str, Any]) -> Any:
    """Return an outcome from plain values. Raise BadOutcome."""
    try:
        return convert(told, kind.outcome | Void)
    except ValidationError as error:
        raise _told(error, "outcome-unreadable") from None


def told_outcome(game: AnyGame, told: Mapping[str, Any]) -> Any:
    """Return an outcome from plain values, whose players all sit at this table. Raise BadOutcome."""
    outcome = outcome_of(GAMES[game.name], told)
    for seat in _seats(game.name, outcome):
        if not 0 <= seat < game.seats:
            raise BadOutcome(reason("seat-not-here", number=seat + 1, most=game.seats))
    return outcome


def _seats(game: str, outcome: Any) -> Iterator[Seat]:
    """Yield the seats that an outcome names: there may be fewer now than when it was told."""
    if isinstance(outcome, Void):
        named = (outcome.reason.numbers.get(name) for name in SEATS)
        yield from (seat for seat in named if isinstance(seat, int))
        return
    for name, several in _seat_fields(game):
        value = getattr(outcome, name)
        if value is not None:
            yield from value if several else (value,)


@cache
def _seat_fields(game: str) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a game's outcomes that hold a seat, and whether it is several."""
    info = inspect.type_info(GAMES[game].outcome)
    assert isinstance(info, inspect.StructType)
    found = []
    for field in info.fields:
        for kind in field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,):
            of = kind.item_type if isinstance(kind, inspect.VarTupleType) else kind
            if isinstance(of, inspect.Metadata) and (of.extra or {}).get("kind") == "seat":
                found.append((field.name, of is not kind))
    return tuple(found)


def plain(outcome: Any) -> dict[str, Any]:
    """Return an outcome as plain values, such as JSON knows them."""
    values: dict[str, Any] = json.decode(json.encode(outcome))
    return values


def _told(error: ValidationError, key: str) -> PrikupError:
    """Return the error of a game's own check behind that of the values, or one that says what does not read."""
    if isinstance(error.__cause__, PrikupError):
        return error.__cause__
    return BadOutcome(reason(key, error=str(error)))


def adjusted(game: AnyGame, entry: Adjust, note: str) -> Row:
    """Return the row of a correction by hand. Raise BadText for a box that is not there, or without a note."""
    if not note.strip():
        raise BadText(reason("adjust-needs-note"))
    why = reason("adjusted", why=note)
    for box in entry.amounts:
        if box.column not in game.columns or box.side >= len(game.sides):
            raise BadText(reason("no-such-box", column=box.column, side=box.side))
    return Row(tuple(Written(box.column, box.side, box.amount, why) for box in entry.amounts))


def then(match: Match, what: What, note: str = "") -> Match:
    """Return a match after one entry more. Raise BadOutcome and BadText where the rules refuse it."""
    match what:
        case Deal(outcome) | Fault(outcome):
            return match.close(told_outcome(match.game, outcome))
        case Adjust():
            after = match.adjust(adjusted(match.game, what, note))
            if (why := match.game.overfull(after.sheet.totals)) is not None:
                raise BadOutcome(why)
            return after
        case Dealer(seat):
            if seat >= match.game.seats:
                raise BadText(reason("dealer-unknown", number=seat + 1, most=match.game.seats))
            return replace(match, dealer=seat)
        case Join() | Leave():
            return reseated(match, what)
        case Note() | Stop():
            return match


def replayed(scoring: Scoring) -> Replay:
    """Return a scored match as it stands. Raise what `begun` raises."""
    match, names, stopped, done = begun(scoring), scoring.names, False, list[Applied]()
    for number, entry in enumerate(scoring.entries, 1):
        ended = stopped or (match.over and not scoring.play_on)
        if ended:
            done.append(Applied(number, entry, match, match, names, reason("after-the-end")))
            continue
        one = _entered(number, entry, match, names)
        stopped = stopped or isinstance(entry.what, Stop)
        match = one.after
        names = names if one.flag else names_after(names, entry.what)
        done.append(one)
    return Replay(scoring, tuple(done), match, names, stopped)


def _entered(number: int, entry: Entry, match: Match, names: tuple[str, ...]) -> Applied:
    """Return an entry applied to a match that goes on, or flagged."""
    try:
        names_after(names, entry.what)  # raises for a name that is there already
        return Applied(number, entry, match, then(match, entry.what, entry.note), names)
    except PrikupError as error:
        return Applied(number, entry, match, match, names, error.reason, _dealers(match, entry))


def _dealers(match: Match, entry: Entry) -> tuple[Seat, ...]:
    """Return the seats one of whom must have dealt a deal, so that the rules do not refuse it."""
    found = []
    for seat in range(match.game.seats) if isinstance(entry.what, Deal | Fault) else ():
        try:
            then(replace(match, dealer=seat), entry.what)
        except PrikupError:
            continue
        found.append(seat)
    return tuple(found)
