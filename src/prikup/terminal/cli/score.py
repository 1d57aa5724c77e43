"""The scorer for a real table: what happened in, the row of the sheet with its reasons out."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import NODEFAULT, ValidationError, convert, to_builtins

from prikup.errors import BadOutcome, BadText, PrikupError, reason
from prikup.game import AnyGame, Kind, Standing
from prikup.locale.speech import Speech
from prikup.match import Match
from prikup.sheet import Totals
from prikup.terminal.client.input_parser import means
from prikup.terminal.render.blocks import Block, Heading, Text
from prikup.terminal.render.outcome_form import Asked, asked, default_text, hint, value
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.sheet_page import explained, result, sheet_page

__all__ = ["given", "keep_score", "scored", "standing_match"]


def standing_match(game: AnyGame, totals: str, deal: int, dealer: int, carry: Sequence[str] = ()) -> Match:
    """Return a match as it stands. Raise BadText.

    `totals` are numbers by column, then by side ("": those that a match begins with), `carry` is `name=number` for what
    goes from deal to deal beside the sheet.
    """
    boxes = _boxes(game, totals) if totals.strip() else game.opening
    return Match.at(game, Standing(deal, dealer, boxes, _carried(game, carry)))


def _boxes(game: AnyGame, totals: str) -> Totals:
    numbers = totals.replace(",", " ").replace("−", "-").split()
    sides, needed = len(game.sides), len(game.columns) * len(game.sides)
    if len(numbers) != needed:
        raise BadText(reason("score-how-many", text=totals, number=needed))
    try:
        flat = [int(number) for number in numbers]
    except ValueError:
        raise BadText(reason("not-a-number", text=totals)) from None
    return tuple(tuple(flat[i : i + sides]) for i in range(0, needed, sides))


def _carried(game: AnyGame, words: Sequence[str]) -> Any:
    """Return the carry of a first deal, with some numbers changed."""
    start = game.carry
    known = to_builtins(start) or {}
    changes = {}
    for word in words:
        name, _, text = word.partition("=")
        if not isinstance(known.get(name), int):
            numbers = " ".join(field for field, held in known.items() if isinstance(held, int))
            raise BadText(reason("score-no-field", field=name, allowed=numbers or "–"))
        changes[name] = text
    try:
        return convert({**known, **changes}, type(start), strict=False) if changes else start
    except ValidationError:
        raise BadText(reason("not-a-number", text=" ".join(changes.values()))) from None


def given(speech: Speech, kind: Kind, words: list[str]) -> Any:
    """Return the outcome of `name=value …`. Raise BadText and BadOutcome."""
    fields = {field.name: field for field in asked(kind.outcome)}
    values: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in fields:
            raise BadText(reason("score-no-field", field=name, allowed=" ".join(fields)))
        values[name] = _value(speech, fields[name], text)
    for field in fields.values():
        if field.name not in values and field.default is NODEFAULT:
            raise BadText(reason("score-field-missing", field=field.name))
    return kind.outcome(**values)


def _value(speech: Speech, field: Asked, text: str) -> Any:
    try:
        return value(speech, field.type, text)
    except BadText as error:
        hints = hint(speech, field)
        if error.reason.key != "score-not-one" or not hints:
            raise
        raise BadText(reason("score-not-one-of", text=text, allowed=hints)) from None


def scored(speech: Speech, match: Match) -> Iterator[Block]:
    """Yield the row of the last deal, the sheet, and what comes next."""
    yield from explained(speech, match.sheet.lines[-1])
    yield from sheet_page(speech, match.sheet)
    if match.over:
        yield Heading(result(speech, match.winners))
    else:
        yield Text(speech("score-next", deal=match.standing.deal, dealer=match.dealer))


def keep_score(speech: Speech, kind: Kind, match: Match, screen: Screen) -> None:
    """Score deal after deal, until the match is won. Raise EOFError when the person leaves."""
    while not match.over:
        standing = match.standing
        screen.page([Heading(speech("row-title", deal=standing.deal, dealer=standing.dealer))])
        match = _next(speech, kind, match, screen)
        screen.page(scored(speech, match))


def _next(speech: Speech, kind: Kind, match: Match, screen: Screen) -> Match:
    """Return the match after a deal that the person told; ask again until it is one."""
    values: dict[str, Any] = {}
    while True:
        for field in asked(kind.outcome):
            values[field.name] = _ask(speech, screen, field, values.get(field.name, field.default))
        try:
            return match.close(kind.outcome(**values))
        except BadOutcome as error:
            _tell(screen, speech, error)


def _ask(speech: Speech, screen: Screen, field: Asked, default: Any) -> Any:
    known = default_text(speech, field, default)
    question = [speech.words(f"field-{field.name}"), f"({hints})" if (hints := hint(speech, field)) else ""]
    if known:
        question.append(f"[{known}]")
    while True:
        typed = screen.ask(" ".join(filter(None, question)))
        if not typed and default is not NODEFAULT:
            return default
        if means(speech.words, "keys-quit", typed):
            raise EOFError
        try:
            return _value(speech, field, typed)
        except BadText as error:
            _tell(screen, speech, error)


def _tell(screen: Screen, speech: Speech, error: PrikupError) -> None:
    screen.page([Text(speech.reason(error.reason))])
