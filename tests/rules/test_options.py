import random
from typing import Annotated

import pytest
from msgspec import Meta
from support.circles import depth
from support.faults import check_each
from support.random_walk import KINDS, each_game, options_type

from prikup.rules.errors import BadOptions
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import (
    HouseRules,
    fields,
    logged_text,
    options_text,
    parse_logged,
    parse_options,
    random_options,
    single_changes,
    value_text,
)


@each_game
def test_random_options_read_back_from_their_text(name: str, kind: GameDefinition) -> None:
    rng = random.Random(1)
    for _ in range(depth(300)):
        options = random_options(options_type(kind), rng)
        assert parse_options(kind.presets, options_text(kind.presets, options)) == options


@each_game
def test_preset_options_read_and_write_as_preset_name(name: str, kind: GameDefinition) -> None:
    for preset, options in kind.presets.items():
        assert parse_options(kind.presets, preset) == options
        assert options_text(kind.presets, options) == preset
    first = next(iter(kind.presets))
    assert parse_options(kind.presets, "") == kind.presets[first] == options_type(kind)()


@each_game
def test_random_options_reach_every_value(name: str, kind: GameDefinition) -> None:
    rng = random.Random(2)
    option_fields = fields(options_type(kind))
    missing = {(f.name, value) for f in option_fields for value in f.values}
    for _ in range(2000):
        options = random_options(options_type(kind), rng)
        missing -= {(f.name, getattr(options, f.name)) for f in option_fields}
        if not missing:
            return
    raise AssertionError(f"never drawn: {missing}")


@each_game
def test_options_parser_refuses_wrong_options_with_reason(name: str, kind: GameDefinition) -> None:
    first = next(iter(kind.presets))
    wrong = [("nonsense", "preset-unknown"), (f"{first} nonsense=1", "option-unknown")]
    for field, value in single_changes(kind.presets[first]):
        wrong += [
            (f"{first} {field}=nonsense", "option-bad-value"),
            (f"{first} {field}", "option-needs-value"),
            (f"{first} {field}={value_text(value)} {field}={value_text(value)}", "option-twice"),
        ]
    for text, key in wrong:
        with pytest.raises(BadOptions) as error:
            parse_options(kind.presets, text)
        assert error.value.reason.key == key


class Stepped(HouseRules, frozen=True):
    """House rules with a number that has a step."""

    each: Annotated[int, Meta(ge=20, le=1000, multiple_of=2)] = 60


def test_options_number_may_have_a_step() -> None:
    (field,) = fields(Stepped)
    assert (field.bounds, field.step, field.values) == ((20, 1000), 2, (60, 20, 1000))
    assert parse_options({"usual": Stepped()}, "usual each=62").each == 62
    error_keys = {"each=61": "not-in-steps", "each=18": "out-of-bounds", "each=1001": "out-of-bounds"}
    for text, key in error_keys.items():
        with pytest.raises(BadOptions) as error:
            parse_options({"usual": Stepped()}, text)
        assert error.value.reason.key == f"option-{key}"


def test_logged_options_read_back_after_presets_change() -> None:
    rng = random.Random(4)

    def check(name: str, kind: GameDefinition) -> None:
        other_presets = {"other": random_options(options_type(kind), rng)}
        text = ""
        for _ in range(depth(40)):
            options = random_options(options_type(kind), rng)
            text = logged_text(kind.presets, options)
            assert parse_logged(kind.presets, text) == parse_logged(other_presets, text) == options
            assert parse_options(kind.presets, text) == options
        with pytest.raises(BadOptions, match="preset-unknown"):
            parse_logged(other_presets, next(iter(kind.presets)))
        with pytest.raises(BadOptions, match="preset-unknown"):
            parse_logged(other_presets, text.rpartition(" ")[0])

    check_each(check, KINDS)
