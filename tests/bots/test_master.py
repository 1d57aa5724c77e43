"""The strongest player: it acts as it advises, a hint is its advice, and both depend only on the View."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from support.circles import depth
from support.golden import phases as phases_of
from support.random_walk import KINDS, Step, random_deal, random_steps

from prikup import bots
from prikup.bots import PLAYERS, master, player
from prikup.bots.advice import HINT_SEED, hint
from prikup.bots.simulation import Plan, PlanEvaluator
from prikup.games import GAMES, game
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import view
from prikup.worlds.possible_worlds import sample_worlds


def choices(kind: GameDefinition, seed: int, deals: int) -> Iterator[Step]:
    """Yield one choice from some phases of random deals that reach the play."""
    rng, phases = random.Random(seed), set[str]()
    for step in random_steps(kind, seed, deals, "play"):
        public = step.state.public
        if step.action is None:
            phases.clear()
            continue
        is_choice = len(step.game.legal(view(step.state, public.actor))) > 1
        if is_choice and public.phase not in phases and rng.random() < 0.5:
            phases.add(public.phase)
            yield step


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_master_follows_its_advice_and_hint_ignores_hidden_cards(name: str, kind: GameDefinition) -> None:
    rng, phases = random.Random(40), set[str]()
    for rules, state, _ in choices(kind, 41, depth(4)):
        player_view = view(state, seat := state.public.actor)
        phases.add(player_view.public.phase)
        advice = hint(rules, player_view)
        assert advice.plan[0] == player("master", rules, HINT_SEED)(player_view)
        if advice.worth:
            assert {plan[0] for plan in advice.worth} <= set(rules.legal(player_view))
            assert advice.plan in advice.worth
        assert hint(rules, view(next(sample_worlds(rules, player_view, rng)), seat)) == advice
        infers = rng.random() < 0.5
        master_advice = master.advice(rules, player_view, 7, 6, infers=infers)
        assert master.player(rules, 7, 6, infers=infers)(player_view) == master_advice.plan[0]
    assert phases > {"play"} or phases_of(kind) == {"play", "over"}


def test_hint_uses_rule_player_without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.bots.advice.PLAYERS", tuple(name for name in PLAYERS if name not in bots.SOLVING))
    for rules, state, _ in choices(KINDS[0][1], 43, 2):
        player_view = view(state, state.public.actor)
        assert hint(rules, player_view)[:2] == ((GAMES[rules.name].rule(rules, 0)(player_view),), {})


def test_master_expects_result_from_worlds_not_used_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call is worth ten in the worlds of the first trial, and nothing in any other."""
    rules = game(KINDS[0][0])
    player_view = view(state := random_deal(Match.begin(rules), random.Random(2)), state.public.actor)
    first, *other_calls = rules.legal(player_view)

    def lucky(_: Any, __: Any, worlds: Sequence[Any], *arguments: Any, wavering: float = 0.0) -> PlanEvaluator:
        is_choosing = len(arguments) == 3

        def worth(plan: Plan, start: int, stop: int) -> list[float]:
            return [10.0 * (is_choosing and plan == (first,))] * (stop - start)

        return worth

    monkeypatch.setattr(master, "plan_values", lucky)
    advice = master.advice(rules, player_view, 0)
    assert advice.plan == (first,)
    assert advice.worth == {(first,): 0.0, **{(call,): -10.0 for call in other_calls}}
