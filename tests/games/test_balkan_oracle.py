"""The engine compared with the second implementation of the Balkan rules; `make oracle` compares many more deals."""

import random
from itertools import combinations
from typing import Any

import pytest
from campaigns.games import balkan_compared
from campaigns.games.balkan_compared import drawn_match, enter_outcome, find_differences, play, translate_outcome
from games import balkan_rules
from msgspec.structs import replace
from support.circles import depth

from prikup.games.balkan import Options
from prikup.games.balkan.scoring import write_offs
from prikup.rules.options import fields


def test_balkan_deals_and_outcomes_match_second_implementation() -> None:
    assert not list(find_differences(depth(1500), 1))


@pytest.mark.thorough
def test_balkan_oracle_deals_cover_every_kind_of_result() -> None:
    features: set[object] = set()
    for seed in range(2500):
        rng = random.Random(seed)
        match = drawn_match(rng)
        outcome = translate_outcome(play(match, rng), match.game.seats)
        if outcome is None:
            features.add("all passed")
            continue
        game_made = balkan_rules.is_made(outcome)
        bule_left = sum(match.sheet.totals[match.game.columns.index("bule")])
        features |= {outcome.game, outcome.came, outcome.invite, outcome.kontra, ("igra", outcome.igra), bule_left < 10}
        features |= {(outcome.game, game_made), (outcome.kontra, game_made)}
    assert features >= {"all passed", "accepted", "refused", ("igra", True), ("igra", False), True, False}
    assert features >= {(game, game_made) for game in balkan_rules.GAMES for game_made in (True, False)}
    assert features >= {(kontra, game_made) for kontra in balkan_rules.KONTRAS for game_made in (True, False)}


def test_balkan_oracle_outcomes_cover_scores_and_refusals() -> None:
    results = [enter_outcome(random.Random(seed)) for seed in range(200)]
    assert results.count("written") > 60
    assert {*results} >= {"level of kontra", "no invitation", "game", "declarer", "tricks", "tricks after the fifth"}


@pytest.mark.thorough
def test_balkan_oracle_detects_change_of_any_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison notices when the second implementation gets another value of any one option.

    For a number it gets the next one.
    """
    reference_options, unnoticed_changes = balkan_compared.translate_options, []
    for field in fields(Options):
        for option_value, wrong_value in combinations(field.values, 2) if field.bounds is None else [(None, None)]:

            def wrong_options(
                options: Options,
                name: str = field.name,
                option_value: Any = option_value,
                wrong_value: Any = wrong_value,
            ) -> Any:
                rules = reference_options(options)
                if option_value is None:
                    return {**rules, name: rules[name] + 1}
                return (
                    reference_options(replace(options, **{name: wrong_value}))
                    if getattr(options, name) == option_value
                    else rules
                )

            monkeypatch.setattr(balkan_compared, "translate_options", wrong_options)
            if next(find_differences(4000, 1), None) is None:
                unnoticed_changes.append((field.name, option_value, wrong_value))
    assert not unnoticed_changes


def test_balkan_write_offs_match_second_implementation() -> None:
    rng = random.Random(1)
    for _ in range(50):
        bule = tuple(2 * rng.randint(-20, 60) for _ in range(rng.choice((3, 4))))
        assert write_offs(bule) == balkan_rules.write_offs(bule)
