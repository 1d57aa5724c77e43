"""House rules: one frozen struct for each game, named presets, and a text form `preset key=value …`.

The type of a field is a `Literal`, a `bool` or an `Annotated[int, Meta(ge=…, le=…)]`, optionally in steps
(`multiple_of=…`). The default of a field is the value in the main part of the text that the game's rules follow
(docs/sources.md). The constructor raises `BadOptions`, which names the options, for a combination of values that makes
no sense. An option that has no effect under the other options is *idle*, which is never an error. The table `uses` of a
game tells what each option affects and what makes it idle, and the function `idle` lists the idle options.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Concatenate, Literal, ParamSpec, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct, inspect

from prikup.rules.errors import BadOptions, reason

__all__ = [
    "ALWAYS",
    "Field",
    "HouseRules",
    "Idle",
    "Use",
    "bind_options",
    "condition",
    "fields",
    "idle",
    "logged_text",
    "message_values",
    "options_text",
    "parse_logged",
    "parse_options",
    "random_options",
    "set_values",
    "single_changes",
    "touches",
    "value_text",
]

Values = Mapping[str, tuple[Any, ...]]
"""A condition on options: for each option named, the values that the condition accepts."""


class Use(Struct, frozen=True):
    """The use of a house rule: what it affects, and what makes it idle.

    A rule `touches` the play of a deal (calls and cards), the numbers on the score sheet, or the course of a match (who
    deals and when it ends). It is idle (has no effect) if one of the `idle_conditions` is met: every option in the
    condition has one of the values listed.
    """

    touches: Literal["play", "sheet", "course"]
    idle_conditions: tuple[Values, ...] = ()


ALWAYS = Use("play")
"""The use of a house rule that `HouseRules.uses` does not list: it affects the play, and is never idle.

An idle rule has no effect under the other options.
"""


def touches(effect: Literal["play", "sheet", "course"], *idle_conditions: Values) -> Use:
    """Return the use of a house rule: what the rule affects (`effect`), and the conditions that make it idle.

    An idle rule has no effect. For example, a rule with the use `touches("course", condition(end="each"))` is idle if
    the option `end` is `each`. If several conditions are passed, the rule is idle as soon as one of them is met.
    """
    return Use(effect, idle_conditions)


def condition(**values: Any) -> Values:
    """Return the condition that each named option has the given value, or one of several values.

    For example, `condition(end=("each", "sum"))` is met if the option `end` is `each` or `sum`. Such conditions tell
    when a house rule is idle (has no effect).
    """
    return {name: value if isinstance(value, tuple) else (value,) for name, value in values.items()}


class HouseRules(Struct, frozen=True, repr_omit_defaults=True):
    """The house rules of a game: one field for each rule, with its value.

    `uses` maps the name of a rule to what the rule affects, and to the other options under which it has no effect.
    """

    uses: ClassVar[Mapping[str, Use]] = {}


class Idle(Struct, frozen=True):
    """A house rule (`option`) that has no effect, and the options that make it so (`because`), as (name, value)."""

    option: str
    because: tuple[tuple[str, Any], ...]


A = ParamSpec("A")
R = TypeVar("R")
O = TypeVar("O", bound=HouseRules)  # noqa: E741  (O for options, as P for public)


class Field(Struct, frozen=True):
    """One house rule: its name, values and default.

    `values` are all its possible values or, for a number with `bounds`, only its default and both bounds. Between the
    bounds, only multiples of `step` are valid.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    bounds: tuple[int, int] | None = None
    step: int = 1


def idle(options: HouseRules) -> tuple[Idle, ...]:
    """Return the house rules that have no effect under the other options, in the order of the fields."""
    return tuple(
        Idle(field.name, tuple((name, getattr(options, name)) for name in idle_values))
        for field in fields(type(options))
        if (idle_values := _idle_condition(options, type(options).uses.get(field.name, ALWAYS))) is not None
    )


def _idle_condition(options: HouseRules, use: Use) -> Values | None:
    """Return the first condition of `use` that these options meet, so that the house rule is idle; None if none is met.

    An idle house rule has no effect under the other options.
    """
    for case in use.idle_conditions:
        if all(getattr(options, name) in values for name, values in case.items()):
            return case
    return None


def fields(options: type[HouseRules]) -> tuple[Field, ...]:
    """Return the house rules of a game, given the class of its options.

    The first of a field's values is its default.
    """
    return _fields(options)


@cache
def _fields(options: type[HouseRules]) -> tuple[Field, ...]:
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    hints = get_type_hints(options)
    return tuple(_field(f, get_args(hints[f.name])) for f in info.fields)


def _field(f: inspect.Field, literal_values: tuple[Any, ...]) -> Field:
    """Return one house rule, given its field in the class of the options.

    If the field's type is a Literal, `literal_values` are the values that it allows, in their declared order.
    """
    step = 1
    match f.type:
        case inspect.LiteralType():
            values, bounds = literal_values, None
        case inspect.BoolType():
            values, bounds = (True, False), None
        case inspect.IntType(ge=int(low), le=int(high), multiple_of=of):
            values, bounds, step = (low, high), (low, high), of or 1
        case other:
            raise TypeError(f"{f.name}: a house rule cannot be {other}")
    return Field(f.name, tuple(dict.fromkeys((f.default, *values))), f.default, bounds, step)


def value_text(value: object) -> str:
    """Return the text of an option's value: `on` or `off` for a bool, otherwise the value itself."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def message_values(options: HouseRules) -> dict[str, int | str]:
    """Return the house rules as arguments for messages, by name.

    A value is a number or a text that can name a variant of a message in a Fluent file. Such a name must start with a
    letter, so `6-7-7` becomes `v6-7-7`.
    """
    texts = {field.name: value_text(getattr(options, field.name)) for field in fields(type(options))}
    return {
        name: int(text) if text.isdigit() else f"v{text}" if text[0].isdigit() else text for name, text in texts.items()
    }


def _parse_value(field: Field, text: str) -> object:
    for value in field.values:
        if value_text(value) == text:
            return value
    if field.bounds and text.isascii() and text.isdigit() and len(text) < 10:
        low, high = field.bounds
        if low <= int(text) <= high:
            if int(text) % field.step:
                raise BadOptions(reason("option-not-in-steps", option=field.name, value=text, step=field.step))
            return int(text)
        raise BadOptions(reason("option-out-of-bounds", option=field.name, value=text, low=low, high=high))
    allowed_values = " ".join(map(value_text, field.values))
    raise BadOptions(reason("option-bad-value", option=field.name, value=text, allowed=allowed_values))


def set_values(options: O, changes: Mapping[str, str]) -> O:
    """Return the options with some fields changed; `changes` maps names of options to their new values as text.

    Raise BadOptions, with the option, the value and the allowed values, if an option or a value does not exist.
    """
    fields_by_name = {f.name: f for f in fields(type(options))}
    for name in changes:
        if name not in fields_by_name:
            raise BadOptions(reason("option-unknown", option=name, allowed=" ".join(fields_by_name)))
    return msgspec.structs.replace(options, **{n: _parse_value(fields_by_name[n], text) for n, text in changes.items()})


def parse_options(presets: Mapping[str, O], text: str) -> O:
    """Parse options from the text `preset key=value …`; without a preset, the first one is used.

    `presets` are the named sets of options of the game.

    Raise BadOptions for an unknown preset, option or value, and for an option that occurs twice.
    """
    words = text.split()
    name = words.pop(0) if words and "=" not in words[0] else next(iter(presets))
    if name not in presets:
        raise BadOptions(reason("preset-unknown", preset=name, allowed=" ".join(presets)))
    changes: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadOptions(reason("option-needs-value", option=word))
        if key in changes:
            raise BadOptions(reason("option-twice", option=key))
        changes[key] = value
    return set_values(presets[name], changes)


def logged_text(presets: Mapping[str, O], options: O) -> str:
    """Return the text of the options for files: the nearest preset followed by every option's value.

    `presets` are the named sets of options of the game. Files need every value, because presets may change later.
    """
    name = options_text(presets, options).partition(" ")[0]
    return " ".join((name, *(f"{f.name}={value_text(getattr(options, f.name))}" for f in fields(type(options)))))


def parse_logged(presets: Mapping[str, O], text: str) -> O:
    """Parse the options from a text that `logged_text` returned. Raise BadOptions if this is not possible.

    `presets` are the named sets of options of the game. A preset that no longer exists is allowed if the text has every
    option's value.
    """
    name, *changes = text.split() or [""]
    first = next(iter(presets))
    field_names = {field.name for field in fields(type(presets[first]))}
    if name in presets or not field_names <= {change.partition("=")[0] for change in changes}:
        return parse_options(presets, text)
    return parse_options(presets, " ".join((first, *changes)))


def options_text(presets: Mapping[str, O], options: O) -> str:
    """Return the shortest text `preset key=value …` for these options; `presets` are the game's sets of options."""
    return min((_differences(name, preset, options) for name, preset in presets.items()), key=len)


def _differences(name: str, preset: HouseRules, options: HouseRules) -> str:
    changes = (
        f"{f.name}={value_text(getattr(options, f.name))}"
        for f in fields(type(options))
        if getattr(options, f.name) != getattr(preset, f.name)
    )
    return " ".join([name, *changes])


def single_changes(options: HouseRules) -> Iterator[tuple[str, Any]]:
    """Yield a (name, new value) pair for each way to change one house rule to another of its `Field.values`."""
    for f in fields(type(options)):
        for value in f.values:
            if value != getattr(options, f.name):
                yield f.name, value


def random_options(options: type[O], rng: random.Random) -> O:
    """Return random options of the type `options` that make sense together; every value of every field can occur."""
    while True:
        try:
            return options(**{f.name: rng.choice(f.values) for f in fields(options)})
        except BadOptions:
            continue


def bind_options(function: Callable[Concatenate[Any, A], R]) -> Callable[Concatenate[Any, A], R]:
    """Turn a function whose first argument is the options into a method of an object with an attribute `options`.

    The method passes the options of its object and its own arguments to the function.
    """

    def method(self: Any, /, *arguments: A.args, **keywords: A.kwargs) -> R:
        return function(self.options, *arguments, **keywords)

    return method
