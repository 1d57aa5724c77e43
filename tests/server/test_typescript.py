"""TypeScript types follow from the annotations of structs and typed dicts."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from prikup.server.typescript import (
    interface,
    is_optional_in_message,
    is_optional_in_request,
    is_optional_in_response,
    structs_in,
    type_text,
    union_key,
)


class Inner(Struct, omit_defaults=True):
    """Something, or None."""

    size: int = 0


class Outer(Struct, tag="outer"):
    inner: Inner | None
    count: int = 1
    hidden: int | UnsetType = UNSET


class Plain(TypedDict):
    inner: Inner
    name: NotRequired[str]


def test_types_are_translated() -> None:
    for annotation, text in (
        (Annotated[int, Meta(ge=0)], "number"),
        (float | int | None, "number | null"),
        (None | str, "string | null"),
        (Literal["b", "a"] | None, '"a" | "b" | null'),
        (tuple[int, str], "[number, string]"),
        (tuple[int | None, ...], "(number | null)[]"),
        (Sequence[date], "string[]"),
        (Mapping[Literal["a"], Any], 'Record<"a", unknown>'),
        (dict[str, list[Inner]], "Record<string, Inner[]>"),
    ):
        assert type_text(annotation) == text


def test_named_unions_are_written_by_name() -> None:
    names = {union_key(str | int): "Text", union_key(Literal["a", "b"]): "Letter"}
    for annotation, text in (
        (int | str | None, "Text | null"),
        (tuple[str | int, ...], "Text[]"),
        (Literal["b", "a"], "Letter"),
        (dict[Literal["b", "a"], int | str], "Record<Letter, Text>"),
        (int | None, "number | null"),
        (str | int | bool, "string | number | boolean"),
    ):
        assert type_text(annotation, names) == text


def test_lists_of_requests_may_be_read_only() -> None:
    class Moves(Struct):
        moves: list[tuple[int, ...]]
        bounds: tuple[int, int] | None

    for rule, moves, bounds in (
        (is_optional_in_request, "readonly (readonly number[])[]", "readonly [number, number] | null"),
        (is_optional_in_response, "number[][]", "[number, number] | null"),
    ):
        assert interface(Moves, rule, {}).splitlines()[1:3] == [f"  moves: {moves};", f"  bounds: {bounds};"]


def test_field_is_optional_where_it_may_be_missing() -> None:
    for rule, mark in (
        (is_optional_in_request, "?"),
        (is_optional_in_response, ""),
        (is_optional_in_message, ""),
    ):
        assert interface(Outer, rule, {}).splitlines() == [
            "export interface Outer {",
            '  type: "outer";',
            "  inner: Inner | null;",
            f"  count{mark}: number;",
            "  hidden?: number;",
            "}",
        ]
    assert "  size?: number;" in interface(Inner, is_optional_in_response, {})
    assert interface(Plain, is_optional_in_response, {"inner": "Other"}).splitlines()[1:3] == [
        "  inner: Other;",
        "  name?: string;",
    ]
    assert interface(Inner, is_optional_in_request, {}).splitlines()[1] == " * Something, or null."


def test_structs_are_found_in_structs() -> None:
    assert structs_in([list[Outer], Plain]) == {"Inner": Inner, "Outer": Outer, "Plain": Plain}


def test_two_structs_of_one_name_are_refused() -> None:
    first, second = type("Same", (Struct,), {}), type("Same", (Struct,), {})
    with pytest.raises(ValueError, match="Same"):
        structs_in([first, second])
