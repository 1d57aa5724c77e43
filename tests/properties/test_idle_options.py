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
from support.random_walk import choose_action, each_game, options_type

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
    flipped_options: HouseRules


def claims(options: HouseRules) -> Iterator[Claim]:
    """Yield every idle option with each of its other values, except values that the rules reject."""
    values = {field.name: field.values for field in fields(type(options))}
    for idle_option in idle(options):
        for value in values[idle_option.option]:
            if value != getattr(options, idle_option.option):
                try:
                    yield Claim(idle_option.option, options, replace(options, **{idle_option.option: value}))
                except BadOptions:
                    continue


def check(kind: GameDefinition, claim: Claim, rng: random.Random, deals: int) -> None:
    """Assert that two matches are identical, as a claim states."""
    message = f"{claim.option} under {options_text(kind.presets, claim.options)}"
    first_match, second_match = (Match.begin(kind.build(options)) for options in (claim.options, claim.flipped_options))
    for name in ("seats", "calls", "columns", "opening", "trick_count"):
        assert getattr(first_match.game, name) == getattr(second_match.game, name), message
    assert first_match.game.analysis.contracts == second_match.game.analysis.contracts, message
    for _ in range(deals):
        deck = tuple(rng.sample(first_match.game.pack, len(first_match.game.pack)))
        first_state, second_state = (match.game.deal(deck, match.standing) for match in (first_match, second_match))
        if isinstance(first_state, Redeal) or isinstance(second_state, Redeal):
            assert first_state == second_state, message
            continue
        while (actor := first_state.public.actor) is not None:
            assert _all_views(first_match.game, first_state) == _all_views(second_match.game, second_state), message
            action = choose_action(rng, first_match.game.legal(view(first_state, actor)))
            first_state, second_state = (
                first_match.game.apply(first_state, action),
                second_match.game.apply(second_state, action),
            )
        assert second_state.public.actor is None, message
        first_match, second_match = (
            match.close(match.game.outcome(end))
            for match, end in ((first_match, first_state), (second_match, second_state))
        )
        for name in ("sheet", "dealer", "deals", "winners"):
            assert getattr(first_match, name) == getattr(second_match, name), message
        assert first_match.game.scoring.settlement(first_match.sheet.totals) == second_match.game.scoring.settlement(
            second_match.sheet.totals
        ), message
        if first_match.over:
            break


def _all_views(game: AnyGame, state: State[Any]) -> list[Any]:
    """Return the views and legal actions of each seat and of a spectator, without carried state."""
    views = [watch(state), *(view(state, seat) for seat in range(game.seats))]
    views_without_carry = [
        replace(v, public=replace(v.public, match=replace(v.public.match, carry=None))) for v in views
    ]
    return [*zip(views_without_carry, map(game.legal, views), strict=True), game.explanations.headline(state.public)]


@each_game
def test_option_uses_are_complete_and_valid(name: str, kind: GameDefinition) -> None:
    options = options_type(kind)
    values_by_option = {field.name: field.values for field in fields(options)}
    assert list(options.uses) == list(values_by_option)
    for option, use in options.uses.items():
        for case in use.idle_conditions:
            assert option not in case
            for other_option, values in case.items():
                bounds = next(field.bounds for field in fields(options) if field.name == other_option)
                assert bounds or set(values) < set(values_by_option[other_option]), (
                    f"{option}: {other_option} has no such values"
                )


@each_game
def test_idle_option_changes_nothing(name: str, kind: GameDefinition) -> None:
    rng = random.Random(1)
    for preset in kind.presets.values():
        for claim in claims(preset):
            check(kind, claim, rng, max(2, depth(6)))
    for _ in range(depth(COMBINATIONS)):
        if possible_claims := list(claims(random_options(options_type(kind), rng))):
            check(kind, rng.choice(possible_claims), rng, 3)


@each_game
def test_idle_option_names_its_causes_with_current_values(name: str, kind: GameDefinition) -> None:
    rng = random.Random(2)
    for _ in range(depth(200)):
        options = random_options(options_type(kind), rng)
        for idle_option in idle(options):
            assert idle_option.because
            assert all(getattr(options, other_option) == value for other_option, value in idle_option.because)


@each_game
def test_rejected_option_combination_names_its_options(name: str, kind: GameDefinition) -> None:
    rng = random.Random(3)
    names = [field.name for field in fields(options_type(kind))]
    for _ in range(depth(2000)):
        values = {field.name: rng.choice(field.values) for field in fields(options_type(kind))}
        try:
            options_type(kind)(**values)
        except BadOptions as error:
            message = str(error.reason)
            assert sum(option in message for option in names) >= 2, message
