"""The engine compared with the second implementation of the Balkan rules; `make oracle` compares many more deals."""

import random
from itertools import combinations
from typing import Any

import pytest
from campaigns.games import balkan_compared
from campaigns.games.balkan_compared import compared, drawn_match, outcome_told, play, typed
from games import balkan_rules
from msgspec.structs import replace
from support.circles import depth

from prikup.games.balkan import Options
from prikup.games.balkan.scoring import write_offs
from prikup.rules.options import fields


def test_deals_and_typed_outcomes_are_what_the_second_statement_says() -> None:
    assert not list(compared(depth(1500), 1))


@pytest.mark.thorough
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
    found = [typed(random.Random(seed)) for seed in range(200)]
    assert found.count("written") > 60
    assert {*found} >= {"level of kontra", "no invitation", "game", "declarer", "tricks", "tricks after the fifth"}


@pytest.mark.thorough
def test_a_difference_in_any_option_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison notices when the second implementation gets another value of any one option.

    For a number it gets the next one.
    """
    tell, unseen = balkan_compared.told, []
    for field in fields(Options):
        for one, other in combinations(field.values, 2) if field.bounds is None else [(None, None)]:

            def told_wrong(options: Options, name: str = field.name, one: Any = one, other: Any = other) -> Any:
                rules = tell(options)
                if one is None:
                    return {**rules, name: rules[name] + 1}
                return tell(replace(options, **{name: other})) if getattr(options, name) == one else rules

            monkeypatch.setattr(balkan_compared, "told", told_wrong)
            if next(compared(4000, 1), None) is None:
                unseen.append((field.name, one, other))
    assert not unseen


def test_what_is_taken_off_is_what_the_second_statement_says() -> None:
    rng = random.Random(1)
    for _ in range(50):
        bule = tuple(2 * rng.randint(-20, 60) for _ in range(rng.choice((3, 4))))
        assert write_offs(bule) == balkan_rules.write_offs(bule)
