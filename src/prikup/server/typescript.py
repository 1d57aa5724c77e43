"""TypeScript types for structs and typed dicts, generated from the annotations of their fields."""

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import FieldInfo, fields

__all__ = [
    "FieldRule",
    "comment",
    "interface",
    "is_optional_in_message",
    "is_optional_in_request",
    "is_optional_in_response",
    "structs_in",
    "type_text",
    "union_key",
]

PLAIN_TYPES = {NoneType: "null", bool: "boolean", int: "number", float: "number", str: "string", date: "string"}

# Rules for optional fields

FieldRule = Callable[[type[Struct], FieldInfo], bool]


def is_optional_in_request(struct: type[Struct], field: FieldInfo) -> bool:
    """Return whether a client may leave out a field of the request type `struct`. It may if the field has a default."""
    return not field.required


def is_optional_in_response(struct: type[Struct], field: FieldInfo) -> bool:
    """Return whether a response of the type `struct` may lack a field.

    It may if the default of the field is UNSET (msgspec's value for a missing field), or if the field has a default and
    the struct omits default values.
    """
    return field.default is UNSET or (not field.required and struct.__struct_config__.omit_defaults)


def is_optional_in_message(struct: type[Struct], field: FieldInfo) -> bool:
    """Return whether a table's message of the type `struct` may lack a field.

    It may if the default of the field is UNSET, msgspec's value for a missing field.
    """
    return field.default is UNSET


# Types


def type_text(annotation: Any, name_by_union: Mapping[frozenset[Any], str] = {}, list_mark: str = "") -> str:
    """Return the TypeScript type for a Python annotation.

    An annotation that is a string is already a TypeScript type and is returned unchanged. `name_by_union` has the names
    of unions by their keys from `union_key`. `list_mark` is written before list types: "readonly " for lists that may
    be read-only.
    """

    def text(part: Any) -> str:
        return type_text(part, name_by_union, list_mark)

    origin, arguments = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, str):
        return annotation
    if annotation is Any or isinstance(annotation, TypeVar):
        return "unknown"
    if origin in (Annotated, NotRequired):
        return text(arguments[0])
    if name := name_by_union.get(union_key(annotation)):
        return f"{name} | null" if NoneType in arguments else name
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in sorted(arguments))
    if origin in (Union, UnionType):
        parts = dict.fromkeys(text(part) for part in arguments if part is not UnsetType)
        return " | ".join(sorted(parts, key=lambda part: part == "null"))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"{list_mark}[{', '.join(map(text, arguments))}]"
    if origin in (tuple, list, Sequence):
        item = text(arguments[0])
        return f"{list_mark}({item})[]" if "|" in item or item.startswith("readonly ") else f"{list_mark}{item}[]"
    if origin in (dict, Mapping):
        return f"Record<{text(arguments[0])}, {text(arguments[1])}>"
    return PLAIN_TYPES.get(annotation) or str((origin or annotation).__name__)


def union_key(annotation: Any) -> frozenset[Any]:
    """Return the members of a type that is a union or a Literal, without None and UNSET; empty for any other type."""
    is_union = get_origin(annotation) in (Union, UnionType, Literal)
    return frozenset(get_args(annotation) if is_union else ()) - {NoneType, UnsetType}


def structs_in(annotations: Iterable[Any]) -> dict[str, Any]:
    """Return all structs and typed dicts that occur in annotations, or in the fields of such structs, by name.

    Raise ValueError if two different structs have the same name.
    """
    structs: dict[str, Any] = {}
    waiting = list(annotations)
    while waiting:
        annotation = waiting.pop()
        struct = get_origin(annotation) or annotation
        if not (is_typeddict(struct) or (isinstance(struct, type) and issubclass(struct, Struct))):
            waiting += get_args(annotation)
        elif struct.__name__ not in structs:
            structs[struct.__name__] = struct
            waiting += [kind for _, kind, _ in _fields(struct, is_optional_in_request)]
        elif structs[struct.__name__] is not struct:
            raise ValueError(f"two structs are called {struct.__name__}")
    return structs


def interface(
    struct: Any,
    may_be_missing: FieldRule,
    replaced: Mapping[str, str],
    name_by_union: Mapping[frozenset[Any], str] = {},
) -> str:
    """Return the TypeScript interface for a struct or a typed dict, with its docstring as a comment.

    `may_be_missing` returns whether a field is optional. `replaced` has TypeScript types by field name, for fields
    whose Python type is not precise. `name_by_union` has the names of unions by their keys from `union_key`. Lists in a
    request may be read-only.
    """
    list_mark = "readonly " if may_be_missing is is_optional_in_request else ""
    lines = [f"export interface {struct.__name__} {{"]
    for name, kind, is_optional in _fields(struct, may_be_missing):
        field_type = type_text(replaced.get(name, kind), name_by_union, list_mark)
        lines.append(f"  {name}{'?' if is_optional else ''}: {field_type};")
    description = re.sub(r"\bNone\b", "null", inspect.cleandoc(struct.__doc__ or ""))
    return comment(description) + "\n".join([*lines, "}"])


def comment(text: str) -> str:
    """Return `text` as a TypeScript documentation comment, to be put above a type; "" if the text is empty."""
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in text.splitlines()), " */", ""]) if text else ""


def _fields(struct: Any, may_be_missing: FieldRule) -> Iterator[tuple[str, Any, bool]]:
    """Yield the name of each field of a struct or typed dict, its type, and whether it may be missing.

    `may_be_missing` returns whether a field of a struct is optional.
    """
    if is_typeddict(struct):
        for name, kind in get_type_hints(struct, include_extras=True).items():
            yield name, kind, name in struct.__optional_keys__
        return
    config = struct.__struct_config__
    if config.tag_field:
        yield config.tag_field, Literal[config.tag], False
    for field in fields(struct):
        yield field.encode_name, field.type, may_be_missing(struct, field)
