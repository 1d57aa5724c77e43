"""Idle house rules: every claim is checked by flipping the option. For options that matter see test_golden.

A claim is an option that `idle` lists under some house rules. It is correct if a match under those rules and one with
another value of that option are identical: the same deck, choices, views, legal actions, rows, dealers and winners.
Only carried state may differ, because nothing reads it then.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace
from support.circles import depth
from support.random_walk import chosen, each_game, options_type

from prikup.rules.errors import BadOptions
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import HouseRules, fields, idle, options_text, random_options
from prikup.rules.state import State, view, watch

COMBINATIONS = 60


class Claim(NamedTuple):
    """An option claimed to be idle, and the house rules with another value of it."""

    option: str
    options: HouseRules
    flipped: HouseRules


def claims(options: HouseRules) -> Iterator[Claim]:
    """Yield every idle option with each of its other values, except values that the rules reject."""
    values = {field.name: field.values for field in fields(type(options))}
    for one in idle(options):
        for value in values[one.option]:
            if value != getattr(options, one.option):
                try:
                    yield Claim(one.option, options, replace(options, **{one.option: value}))
                except BadOptions:
                    continue


def check(kind: GameDefinition, claim: Claim, rng: random.Random, deals: int) -> None:
    """Assert that two matches are identical, as a claim states."""
    said = f"{claim.option} under {options_text(kind.presets, claim.options)}"
    one, other = (Match.begin(kind.build(options)) for options in (claim.options, claim.flipped))
    for name in ("seats", "calls", "columns", "opening", "tricks", "contracts"):
        assert getattr(one.game, name) == getattr(other.game, name), said
    for _ in range(deals):
        deck = tuple(rng.sample(one.game.pack, len(one.game.pack)))
        here, there = (match.game.deal(deck, match.standing) for match in (one, other))
        if isinstance(here, Redeal) or isinstance(there, Redeal):
            assert here == there, said
            continue
        while (actor := here.public.actor) is not None:
            assert _seen(one.game, here) == _seen(other.game, there), said
            action = chosen(rng, one.game.legal(view(here, actor)))
            here, there = one.game.apply(here, action), other.game.apply(there, action)
        assert there.public.actor is None, said
        one, other = (match.close(match.game.outcome(end)) for match, end in ((one, here), (other, there)))
        for name in ("sheet", "dealer", "deals", "winners"):
            assert getattr(one, name) == getattr(other, name), said
        assert one.game.settlement(one.sheet.totals) == other.game.settlement(other.sheet.totals), said
        if one.over:
            break


def _seen(game: AnyGame, state: State[Any]) -> list[Any]:
    """Return the views and legal actions of each seat and of a spectator, without carried state."""
    views = [watch(state), *(view(state, seat) for seat in range(game.seats))]
    bare = [replace(v, public=replace(v.public, match=replace(v.public.match, carry=None))) for v in views]
    return [*zip(bare, map(game.legal, views), strict=True), game.headline(state.public)]


@each_game
def test_the_table_of_uses_is_whole(name: str, kind: GameDefinition) -> None:
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
def test_what_is_idle_changes_nothing(name: str, kind: GameDefinition) -> None:
    rng = random.Random(1)
    for preset in kind.presets.values():
        for claim in claims(preset):
            check(kind, claim, rng, max(2, depth(6)))
    for _ in range(depth(COMBINATIONS)):
        if known := list(claims(random_options(options_type(kind), rng))):
            check(kind, rng.choice(known), rng, 3)


@each_game
def test_the_options_that_silence_one_are_named_as_they_stand(name: str, kind: GameDefinition) -> None:
    rng = random.Random(2)
    for _ in range(depth(200)):
        options = random_options(options_type(kind), rng)
        for one in idle(options):
            assert one.because
            assert all(getattr(options, other) == value for other, value in one.because)


@each_game
def test_a_combination_that_is_refused_names_its_options(name: str, kind: GameDefinition) -> None:
    rng = random.Random(3)
    names = [field.name for field in fields(options_type(kind))]
    for _ in range(depth(2000)):
        values = {field.name: rng.choice(field.values) for field in fields(options_type(kind))}
        try:
            options_type(kind)(**values)
        except BadOptions as refused:
            told = str(refused.reason)
            assert sum(option in told for option in names) >= 2, told
