import random
from typing import Annotated

import pytest
from msgspec import Meta
from support.walk import KINDS, options_type

from prikup.errors import BadOptions
from prikup.kind import Kind
from prikup.options import HouseRules, drawn, fields, flipped, options_text, parse_options, value_text

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)


@each_game
def test_random_options_read_back_from_their_text(name: str, kind: Kind) -> None:
    rng = random.Random(1)
    for _ in range(300):
        options = drawn(options_type(kind), rng)
        assert parse_options(kind.presets, options_text(kind.presets, options)) == options


@each_game
def test_a_preset_is_named_by_its_name(name: str, kind: Kind) -> None:
    for preset, options in kind.presets.items():
        assert parse_options(kind.presets, preset) == options
        assert options_text(kind.presets, options) == preset
    first = next(iter(kind.presets))
    assert parse_options(kind.presets, "") == kind.presets[first] == options_type(kind)()


@each_game
def test_every_value_can_be_had(name: str, kind: Kind) -> None:
    rng = random.Random(2)
    seen = {(f.name, getattr(drawn_, f.name)) for drawn_ in _many(kind, rng) for f in fields(options_type(kind))}
    assert seen == {(f.name, value) for f in fields(options_type(kind)) for value in f.values}


def _many(kind: Kind, rng: random.Random) -> list[object]:
    return [drawn(options_type(kind), rng) for _ in range(2000)]


@each_game
def test_wrong_options_are_refused_by_name(name: str, kind: Kind) -> None:
    first = next(iter(kind.presets))
    wrong = [("nonsense", "preset-unknown"), (f"{first} nonsense=1", "option-unknown")]
    for field, value in flipped(kind.presets[first]):
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
    """House rules with a number that goes in steps."""

    each: Annotated[int, Meta(ge=20, le=1000, multiple_of=2)] = 60


@pytest.mark.parametrize(
    ("text", "key"),
    [("each=61", "option-not-in-steps"), ("each=18", "option-out-of-bounds"), ("each=1001", "option-out-of-bounds")],
)
def test_a_number_may_go_in_steps(text: str, key: str) -> None:
    (field,) = fields(Stepped)
    assert (field.bounds, field.step, field.values) == ((20, 1000), 2, (60, 20, 1000))
    assert parse_options({"usual": Stepped()}, "usual each=62").each == 62
    with pytest.raises(BadOptions) as error:
        parse_options({"usual": Stepped()}, text)
    assert error.value.reason.key == key
