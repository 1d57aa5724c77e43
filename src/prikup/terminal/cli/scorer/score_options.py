"""Start a scored match from the command-line options, or score one deal that is given on the command line."""

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from prikup.games import GAMES
from prikup.locale.speech import Speech
from prikup.rules.cards import Seat
from prikup.rules.errors import BadText, PrikupError, reason
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import logged_text
from prikup.rules.score_sheet import Totals
from prikup.scorer.answer_parser import seat_of
from prikup.scorer.entries import PaperStart, Scoring, check_names
from prikup.terminal.cli.data_folder import data_folder, new_path
from prikup.terminal.render.blocks import Block, Heading, Paragraph
from prikup.terminal.render.outcome_input import OutcomeField, hint, outcome_fields, value
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.sheet_page import result, row_explanation, sheet_page

__all__ = ["PaperMatch", "ask_carry", "ask_opening", "build_scoring", "parse_outcome", "score_path", "scored_deal_page"]

T = TypeVar("T")


class PaperMatch(Struct, frozen=True):
    """A scored match as described by command-line options. A missing option is "" or ().

    - `game`: the name of the game.
    - `options`: the house rules as text.
    - `names`: the names of the players, separated by commas.
    - `totals`: the numbers already on the score sheet, by column, then by side.
    - `deal`: the number of the next deal (0: not given).
    - `carry`: words of the form `name=value` for values that carry over from deal to deal and are not on the sheet,
      such as rights that players have used up.
    - `dealer`: the next dealer, as a name or as a number from 1.
    """

    game: str
    options: str = ""
    names: str = ""
    totals: str = ""
    deal: int = 0
    carry: tuple[str, ...] = ()
    dealer: str = ""

    @property
    def started_on_paper(self) -> bool:
        """Whether the options describe a match of which some deals were already scored on paper."""
        return bool(self.totals.strip() or self.deal > 1 or self.carry)


def score_path(file: str, game: str) -> Path:
    """Return the path of the file for a scored match of the game `game`.

    `file` is the file that the user named. If it is "", the result is the path of a new file in the data folder. A name
    without a folder or a suffix is a file in the data folder. Anything else is a path.
    """
    folder = data_folder(os.environ) / "scores"
    if not file:
        return new_path(folder, game)
    path = Path(file)
    return path if path.suffix or set(file) & set("/\\") else folder / f"{file}.jsonl"


def build_scoring(speech: Speech, paper_match: PaperMatch) -> Scoring:
    """Build a scored match without entries from the command-line options in `paper_match`.

    `speech` has the rules of the game and the names of the players. Raise BadText if one of the options is invalid.
    """
    game, kind = speech.game, GAMES[paper_match.game]
    check_names(speech.names, game.seats)
    dealer = seat_of(speech.names, paper_match.dealer) if paper_match.dealer else 0
    opening = None
    if paper_match.started_on_paper:
        boxes = _boxes(game, paper_match.totals) if paper_match.totals.strip() else game.opening
        opening = PaperStart(boxes, max(paper_match.deal - 1, 0), _parse_carry(speech, paper_match.carry))
    return Scoring(
        game.name,
        game.rules_version,
        logged_text(kind.presets, game.options),
        speech.names,
        dealer,
        int(time.time()),
        speech.words.language,
        opening=opening,
    )


def _boxes(game: AnyGame, totals: str) -> Totals:
    sides, count = len(game.sides), len(game.columns) * len(game.sides)
    flat = _numbers(totals, count)
    return tuple(flat[i : i + sides] for i in range(0, count, sides))


def _numbers(text: str, count: int) -> tuple[int, ...]:
    """Parse `text` as `count` integers that are separated by spaces or commas. Raise BadText if it has another form."""
    numbers = text.replace(",", " ").replace("−", "-").split()
    if len(numbers) != count:
        raise BadText(reason("score-how-many", text=text, number=count))
    if not all(re.fullmatch(r"[-+]?\d{1,15}", number) for number in numbers):
        raise BadText(reason("not-a-number", text=text))
    return tuple(map(int, numbers))


def _parse_carry(speech: Speech, words: Sequence[str]) -> dict[str, Any]:
    """Parse `words` of the form `name=value` for the values that carry over from deal to deal.

    `speech` has the rules of the game and the names of the players. Return the values by name. Raise BadText if a name
    is unknown or a value is invalid.
    """
    values = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in speech.game.scoring.carry_fields:
            raise BadText(
                reason("score-no-field", field=name, allowed=" ".join(speech.game.scoring.carry_fields) or "–")
            )
        values[name] = _field(speech, _kinds(speech.game)[name], text)
    return values


def _kinds(game: AnyGame) -> dict[str, inspect.Type]:
    """Return the types of the values that carry over from deal to deal in a game, by the name of the value."""
    info = inspect.type_info(type(game.carry))
    return {field.name: field.type for field in info.fields} if isinstance(info, inspect.StructType) else {}


def _field(speech: Speech, kind: inspect.Type, text: str) -> Any:
    """Parse `text` as a value that carries over from deal to deal, such as `60,52`.

    `speech` has the names of the players. `kind` is msgspec's description of the value's type. If the value has a list
    for each player, the items of a list are joined with `+`, and the lists are separated by commas:
    `spades+hearts,-,clubs`.
    """
    match kind:
        case inspect.VarTupleType(item_type=inspect.VarTupleType() as inner):
            return [to_builtins(value(speech, inner, part.replace("+", " "))) for part in text.split(",")]
    return to_builtins(value(speech, kind, text))


# Matches started on paper


def ask_opening(speech: Speech, screen: Screen) -> tuple[PaperStart, Seat]:
    """Ask for the state of a match that was started on paper, and return that state and the seat of the next dealer.

    `speech` formats the questions, which are asked on `screen`. The state consists of the totals, the number of deals
    played, and the values that carry over from deal to deal. Raise EOFError when the user leaves.
    """
    game = speech.game
    names = ", ".join(map(speech.side, range(len(game.sides))))
    totals = tuple(
        _ask(
            speech,
            screen,
            speech("score-paper-boxes", column=speech.words(f"column-{column}"), names=names),
            lambda text: _numbers(text, len(game.sides)),
        )
        for column in game.columns
    )
    deals_played = _ask(speech, screen, speech("score-paper-deals"), lambda text: max(0, *_numbers(text, 1)))
    dealer = _ask(speech, screen, speech("score-paper-dealer"), lambda text: seat_of(speech.names, text))
    return PaperStart(totals, deals_played, ask_carry(speech, screen, {})), dealer


def ask_carry(speech: Speech, screen: Screen, known_fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that carry over from deal to deal under the rules of a match, by name.

    `known_fields` are the values that are already known. The user is asked for the others on `screen`; `speech` formats
    the questions.
    """
    fields = dict(known_fields)
    for name, kind in _kinds(speech.game).items():
        if name in speech.game.scoring.carry_fields and name not in fields:
            label = speech.words(f"carry-{name}") if speech.words.has(f"carry-{name}") else name
            hints = hint(speech, OutcomeField(name, kind, NODEFAULT))
            question = f"{label} ({hints})" if hints else label
            fields[name] = _ask(speech, screen, question, partial(_field, speech, kind))
    return fields


def _ask(speech: Speech, screen: Screen, question: str, understand: Callable[[str], T]) -> T:
    """Ask the user `question` on `screen` until the answer can be parsed, and return the parsed answer.

    `speech` formats error messages, and `understand` is the function that parses an answer.
    """
    while True:
        try:
            return understand(screen.ask(question))
        except PrikupError as error:
            screen.page([Paragraph(speech.reason(error.reason))])


# One deal


def parse_outcome(speech: Speech, kind: GameDefinition, words: list[str]) -> Any:
    """Parse the outcome of a deal (the facts from which it is scored) from `words` of the form `name=value`.

    `speech` has the names of the players, and `kind` is the definition of the game. Raise BadText if a field is
    unknown, missing or invalid, and BadOutcome if the values do not fit together.
    """
    fields = {field.name: field for field in outcome_fields(kind.outcome)}
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


def _value(speech: Speech, field: OutcomeField, text: str) -> Any:
    try:
        return value(speech, field.type, text)
    except BadText as error:
        hints = hint(speech, field)
        if error.reason.key != "score-not-one" or not hints:
            raise
        raise BadText(reason("score-not-one-of", text=text, allowed=hints)) from None


def scored_deal_page(speech: Speech, match: Match) -> Iterator[Block]:
    """Yield a page about the last deal of a scored match.

    `speech` formats the texts. The page has the line that the deal added to the sheet, the whole sheet, and the next
    deal or the result of the match.
    """
    yield from row_explanation(speech, match.sheet.lines[-1])
    yield from sheet_page(speech, match.sheet)
    if match.over:
        yield Heading(result(speech, match.winners))
    else:
        yield Paragraph(speech("next-deal", deal=match.standing.deal, dealer=match.dealer))
