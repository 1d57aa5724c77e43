"""Idle house rules: every claim is proved by flipping. What a golden deal shows to matter: test_golden."""

import random

from campaigns.idleness import claims, difference, prove
from support.circles import depth
from support.walk import each_game, options_type

from prikup.errors import BadOptions
from prikup.kind import Kind
from prikup.options import drawn, fields, idle, options_text

COMBINATIONS = 60


@each_game
def test_the_table_of_uses_is_whole(name: str, kind: Kind) -> None:
    options = options_type(kind)
    known = {field.name: field.values for field in fields(options)}
    assert list(options.uses) == list(known)
    for option, use in options.uses.items():
        for case in use.silenced:
            assert option not in case
            for other, values in case.items():
                bounds = next(field.bounds for field in fields(options) if field.name == other)
                assert bounds or set(values) < set(known[other]), f"{option}: {other} has no such values"


@each_game
def test_what_is_idle_changes_nothing(name: str, kind: Kind) -> None:
    rng = random.Random(1)
    for preset in kind.presets.values():
        for claim in claims(preset):
            where = difference(kind, claim, rng, deals=max(2, depth(6)))
            assert not where, f"{claim.option} under {options_text(kind.presets, preset)}: {where}"
    for claim, where in prove(kind, depth(COMBINATIONS), seed=1, deals=3):
        assert not where, f"{claim.option} under {options_text(kind.presets, claim.options)}: {where}"


@each_game
def test_the_options_that_silence_one_are_named_as_they_stand(name: str, kind: Kind) -> None:
    rng = random.Random(2)
    for _ in range(depth(200)):
        options = drawn(options_type(kind), rng)
        for one in idle(options):
            assert one.because
            assert all(getattr(options, other) == value for other, value in one.because)


@each_game
def test_a_combination_that_is_refused_names_its_options(name: str, kind: Kind) -> None:
    rng = random.Random(3)
    names = [field.name for field in fields(options_type(kind))]
    for _ in range(depth(2000)):
        values = {field.name: rng.choice(field.values) for field in fields(options_type(kind))}
        try:
            options_type(kind)(**values)
        except BadOptions as refused:
            told = str(refused.reason)
            assert sum(option in told for option in names) >= 2, told
