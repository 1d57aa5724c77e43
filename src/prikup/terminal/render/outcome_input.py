"""Input of a deal's outcome (the facts from which a deal is scored, such as the contract and the tricks).

The hints to the user and the parsers follow from the types of the outcome's fields.
"""

import re
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, inspect
from msgspec.structs import replace

from prikup.locale.speech import Speech
from prikup.rules.errors import BadText, reason
from prikup.terminal.render.table_view import levels
from prikup.terminal.words import normalise_text

__all__ = ["OutcomeField", "default_text", "hint", "outcome_fields", "value"]

EMPTY_INPUTS = ("", "-", "–")
NO_BREAK = "\u00a0"


class OutcomeField(Struct, frozen=True):
    """One field of a game's outcome (the facts from which a deal is scored).

    - `name`: the name of the field.
    - `type`: msgspec's description of the field's type.
    - `default`: the default value, or NODEFAULT if there is none.
    - `words`: the literal values that the type allows, in the order in which the game declares them.
    """

    name: str
    type: Any
    default: Any
    words: tuple[Any, ...] = ()


def outcome_fields(outcome: type) -> tuple[OutcomeField, ...]:
    """Return a description of each field of a game's outcome class, in the order of declaration.

    `outcome` is that class. Its instances contain the facts from which a deal is scored.
    """
    info = inspect.type_info(outcome)
    assert isinstance(info, inspect.StructType)
    annotations = get_type_hints(outcome, include_extras=True)
    return tuple(OutcomeField(f.name, f.type, f.default, _literals(annotations[f.name])) for f in info.fields)


def _literals(annotation: Any) -> tuple[Any, ...]:
    """Return the values of every `Literal` in a type annotation, including nested ones."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(value for part in get_args(annotation) for value in _literals(part))


def _seat(kind: Any) -> bool:
    return isinstance(kind, inspect.Metadata) and (kind.extra or {}).get("kind") == "seat"


def _plain(kind: Any) -> Any:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def hint(speech: Speech, field: OutcomeField) -> str:
    """Return a hint about what the user can type into `field`, a field of a deal's outcome.

    The hint lists the allowed values or, for a field with a number for each player, the names of the players. `speech`
    formats the texts. Return "" if there is nothing to suggest.
    """
    kind = field.type
    match _plain(kind):
        case inspect.UnionType(types=types):
            return hint(speech, replace(field, type=next(t for t in types if not isinstance(t, inspect.NoneType))))
        case inspect.LiteralType(values=values):
            words = [_word(speech, v) for v in sorted(values, key=field.words.index)]
            return ", ".join(level.replace(" ", NO_BREAK) for _, level in levels(enumerate(words)))
        case inspect.BoolType():
            return speech("score-yes-no")
        case inspect.TupleType(item_types=items):
            if len(items) == len(speech.game.sides) and isinstance(_plain(items[0]), inspect.IntType):
                return ", ".join(speech.side(side) for side in range(len(items)))
            return hint(speech, replace(field, type=items[0]))
        case inspect.VarTupleType(item_type=item):
            return ", ".join(speech.names) if not _seat(item) else hint(speech, replace(field, type=item))
    return ", ".join(f"{n} {name}" for n, name in enumerate(speech.names, 1)) if _seat(kind) else ""


def _word(speech: Speech, value: object) -> str:
    key = f"outcome-{value}"
    return speech.words(key) if speech.words.has(key) else str(value)


def default_text(speech: Speech, field: OutcomeField, default: Any) -> str:
    """Return the default value of an outcome's `field` as the user would type it, or "" if there is none.

    `speech` formats the text. `default` is the value in Python, or NODEFAULT if there is none.
    """
    if default is NODEFAULT:
        return ""
    return _text(speech, field.type, default)


def _text(speech: Speech, kind: Any, value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return speech("yes" if value else "no").split()[0]
    if isinstance(value, tuple):
        plain = _plain(kind)
        items = plain.item_types if isinstance(plain, inspect.TupleType) else [plain.item_type] * len(value)
        return " ".join(_text(speech, item, v) for item, v in zip(items, value, strict=True)) or "–"
    seat = _seat(kind) or (isinstance(kind, inspect.UnionType) and any(map(_seat, kind.types)))
    return speech.name(value) if seat else _word(speech, value)


def value(speech: Speech, kind: Any, text: str) -> Any:
    """Parse `text`, which the user typed into a field of a deal's outcome, and return the value.

    `kind` is msgspec's description of the field's type. `speech` has the words and the names of players that the user
    can type. Raise BadText if the text is not a valid value.
    """
    match _plain(kind):
        case inspect.UnionType(types=types):
            inner_type = next(t for t in types if not isinstance(t, inspect.NoneType))
            return None if text in EMPTY_INPUTS else value(speech, inner_type, text)
        case inspect.LiteralType(values=values):
            return _match_word(text, {v: {normalise_text(str(v)), normalise_text(_word(speech, v))} for v in values})
        case inspect.BoolType():
            return _match_word(
                text, {is_yes: set(speech("yes" if is_yes else "no").split()) for is_yes in (True, False)}
            )
        case inspect.TupleType(item_types=items):
            words = _list(text)
            if len(words) != len(items):
                raise BadText(reason("score-how-many", text=text, number=len(items)))
            return tuple(value(speech, item, word) for item, word in zip(items, words, strict=True))
        case inspect.VarTupleType(item_type=item):
            return tuple(value(speech, item, word) for word in _list(text))
        case inspect.IntType():
            return _number(speech, kind, text)
    raise TypeError(f"cannot parse an outcome field of type {kind}")


def _list(text: str) -> list[str]:
    return [] if text in EMPTY_INPUTS else [word for word in re.split(r"[\s,]+", text) if word]


def _number(speech: Speech, kind: Any, text: str) -> int:
    if _seat(kind):
        named_seat: int = _match_word(
            text, {seat: {str(seat + 1), normalise_text(name)} for seat, name in enumerate(speech.names)}
        )
        return named_seat
    info = _plain(kind)
    if not re.fullmatch(r"[-−]?\d{1,9}", text):
        raise BadText(reason("not-a-number", text=text))
    number = int(text.replace("−", "-"))
    if (info.ge is not None and number < info.ge) or (info.le is not None and number > info.le):
        raise BadText(reason("score-bounds", number=number, low=info.ge or 0, high=info.le or 0))
    return number


def _match_word(text: str, names_by_value: dict[Any, set[str]]) -> Any:
    """Return the only value that the typed word `text` can mean.

    `names_by_value` has the names of each value. The word may be the full name of a value. If it is none, it may be the
    beginning of a name. Raise BadText if no value fits, or more than one.
    """
    word = normalise_text(text)
    exact_matches = [v for v, names in names_by_value.items() if word in names]
    prefix_matches = [v for v, names in names_by_value.items() if word and any(name.startswith(word) for name in names)]
    matches = exact_matches or prefix_matches
    if len(matches) != 1:
        raise BadText(reason("score-not-one", text=text))
    return matches[0]
