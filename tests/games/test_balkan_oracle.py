"""The engine against the second statement of the Balkan rules (`balkan_rules.py`); `make oracle` compares many more."""

import random
from itertools import combinations
from typing import Any

import pytest
from campaigns.games import balkan_compared
from campaigns.games.balkan_compared import compared, drawn_match, outcome_told, play, typed
from games import balkan_rules
from msgspec.structs import replace

from prikup.games.balkan import Options
from prikup.games.balkan.scoring import write_offs
from prikup.options import fields

DEALS = 1500


def test_deals_and_typed_outcomes_are_what_the_second_statement_says() -> None:
    assert not list(compared(DEALS, 1))


def test_the_deals_are_of_every_kind() -> None:
    seen: set[object] = set()
    for seed in range(2500):
        rng = random.Random(seed)
        match = drawn_match(rng)
        outcome = outcome_told(play(match, rng), match.game.seats)
        if outcome is None:
            seen.add("all passed")
            continue
        made = balkan_rules.is_made(outcome)
        left = sum(match.sheet.totals[match.game.columns.index("bule")])
        seen |= {outcome.game, outcome.came, outcome.invite, outcome.kontra, ("igra", outcome.igra), left < 10}
        seen |= {(outcome.game, made), (outcome.kontra, made)}
    assert seen >= {"all passed", "accepted", "refused", ("igra", True), ("igra", False), True, False}
    assert seen >= {(game, made) for game in balkan_rules.GAMES for made in (True, False)}
    assert seen >= {(kontra, made) for kontra in balkan_rules.KONTRAS for made in (True, False)}


def test_typed_outcomes_are_written_and_refused() -> None:
    found = [typed(random.Random(seed)) for seed in range(600)]
    assert found.count("written") > 200
    assert {*found} >= {"level of kontra", "no invitation", "game", "declarer", "tricks", "tricks after the fifth"}


PAIRS = [
    (field.name, one, other)
    for field in fields(Options)
    for one, other in (combinations(field.values, 2) if field.bounds is None else [(None, None)])
]
"""Each option and two of its values; for a number any value and the next."""


@pytest.mark.parametrize(("name", "one", "other"), PAIRS)
def test_a_difference_in_any_option_would_be_seen(
    name: str, one: Any, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the game plays by one value the second statement is told another one."""
    tell = balkan_compared.told

    def told_wrong(options: Options) -> dict[str, Any]:
        rules = tell(options)
        if one is None:
            return {**rules, name: rules[name] + 1}
        return tell(replace(options, **{name: other})) if getattr(options, name) == one else rules

    monkeypatch.setattr(balkan_compared, "told", told_wrong)
    assert next(compared(4000, 1), None) is not None


@pytest.mark.parametrize("seed", range(50))
def test_what_is_taken_off_is_what_the_second_statement_says(seed: int) -> None:
    rng = random.Random(seed)
    bule = tuple(2 * rng.randint(-20, 60) for _ in range(rng.choice((3, 4))))
    assert write_offs(bule) == balkan_rules.write_offs(bule)
