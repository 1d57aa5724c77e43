"""The beginning of a scored match, from the options of the command line; and one deal told on it."""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from prikup.errors import BadText, reason
from prikup.game import AnyGame, Kind
from prikup.games import GAMES
from prikup.locale.speech import Speech
from prikup.match import Match
from prikup.options import options_text
from prikup.scorer.answers import seat_of
from prikup.scorer.entries import Opening, Scoring, check_names
from prikup.sheet import Totals
from prikup.terminal.cli.new_match import data_folder, new_path
from prikup.terminal.render.blocks import Block, Heading, Text
from prikup.terminal.render.outcome_form import Asked, asked, hint, value
from prikup.terminal.render.sheet_page import explained, result, sheet_page

__all__ = ["Told", "beginning", "given", "score_path", "scored"]


class Told(Struct, frozen=True):
    """A match as the command line tells it, "" and () where it tells nothing.

    `totals` are numbers by column, then by side; `deal` is the number of the next deal (0: not told), `carry` is
    `name=value` for what goes from deal to deal beside the sheet; `dealer` is a name or a number from 1.
    """

    game: str
    options: str = ""
    names: str = ""
    totals: str = ""
    deal: int = 0
    carry: tuple[str, ...] = ()
    dealer: str = ""

    @property
    def begun(self) -> bool:
        """Whether the match was begun on paper."""
        return bool(self.totals.strip() or self.deal > 1 or self.carry)


def score_path(file: str, game: str) -> Path:
    """Return the path of a scored match: a plain name lies in the data folder, without a name a new one does."""
    folder = data_folder(os.environ) / "scores"
    if not file:
        return new_path(folder, game)
    path = Path(file)
    return path if path.suffix or set(file) & set("/\\") else folder / f"{file}.jsonl"


def beginning(speech: Speech, told: Told) -> Scoring:
    """Return the head of a match as the command line tells it. Raise BadText."""
    game, kind = speech.game, GAMES[told.game]
    check_names(speech.names, game.seats)
    dealer = seat_of(speech.names, told.dealer) if told.dealer else 0
    opening = None
    if told.begun:
        boxes = _boxes(game, told.totals) if told.totals.strip() else game.opening
        opening = Opening(boxes, max(told.deal - 1, 0), _carried(speech, told.carry))
    return Scoring(
        game.name,
        game.rules,
        options_text(kind.presets, game.options),
        speech.names,
        dealer,
        int(time.time()),
        speech.words.language,
        opening=opening,
    )


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


def _carried(speech: Speech, words: Sequence[str]) -> dict[str, Any]:
    """Return the fields of the carry that `name=value` tell, as plain values."""
    carry = speech.game.carry
    info = inspect.type_info(type(carry))
    kinds = {field.name: field.type for field in info.fields} if isinstance(info, inspect.StructType) else {}
    told = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in speech.game.carried:
            raise BadText(reason("score-no-field", field=name, allowed=" ".join(speech.game.carried) or "–"))
        told[name] = to_builtins(_field(speech, kinds[name], text))
    return told


def _field(speech: Speech, kind: inspect.Type, text: str) -> Any:
    """Return a field of the carry: `60,52`; where each player has a list of their own, `spades+hearts,-,clubs`."""
    match kind:
        case inspect.VarTupleType(item_type=inspect.VarTupleType() as inner):
            return [value(speech, inner, part.replace("+", " ")) for part in text.split(",")]
    return value(speech, kind, text)


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
