"""The facts of a deal that a sheet has written down, as keys and numbers: what its outcome says and is not as usual."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from msgspec import Struct, inspect
from msgspec.structs import fields

__all__ = ["Fact", "facts_of"]

Kind = Literal["seat", "word", "number", "yes"]


class Fact(Struct, frozen=True):
    """A field of an outcome, and its values: several where it is told by seat or by side.

    A word is shown by the message `outcome-WORD`. `raw` is the value as the program writes it: the messages
    `told-FIELD` choose by it.
    """

    field: str
    kind: Kind
    values: tuple[str | int, ...]
    raw: str


def facts_of(outcome: Any) -> Iterator[Fact]:
    """Yield the facts of a deal that was played, in the order of the fields of its outcome."""
    outcomes: type[Struct] = type(outcome)
    for name, kind, usual in _fields(outcomes):
        value = getattr(outcome, name)
        if value is not None and value != usual and value != ():
            yield Fact(name, kind, tuple(_flat(value)), str(value))


@cache
def _fields(outcome: type[Struct]) -> tuple[tuple[str, Kind, Any], ...]:
    """Return the fields of the outcomes of a game: what each is called, what it holds, and its usual value."""
    info = inspect.type_info(outcome)
    assert isinstance(info, inspect.StructType)
    usual = {field.name: field.default for field in fields(outcome)}
    return tuple((field.name, _kind(field.type), usual[field.name]) for field in info.fields)


def _flat(value: Any) -> Iterator[str | int]:
    if isinstance(value, tuple):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def _kind(kind: inspect.Type) -> Kind:
    match kind:
        case inspect.UnionType(types=types):
            return _kind(next(one for one in types if not isinstance(one, inspect.NoneType)))
        case inspect.Metadata(type=plain, extra=extra):
            return "seat" if (extra or {}).get("kind") == "seat" else _kind(plain)
        case inspect.TupleType(item_types=(first, *_)) | inspect.VarTupleType(item_type=first):
            return _kind(first)
        case inspect.BoolType():
            return "yes"
        case inspect.IntType():
            return "number"
    return "word"
