"""The strongest player: what it does is what it advises, and it does not tell more of that than it may expect."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from support.walk import KINDS, dealt

from prikup.bots import master, player
from prikup.bots.simulation import Plan, Worth
from prikup.games import GAMES, game
from prikup.kind import Kind
from prikup.match import Match
from prikup.state import view


@pytest.mark.parametrize("infers", [True, False])
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_it_does_what_it_advises(name: str, kind: Kind, infers: bool) -> None:
    rules = kind.build(kind.presets[next(iter(kind.presets))])
    state, rule = dealt(Match.begin(rules), random.Random(f"advised {name}")), player("rule", rules, 0)
    play = master.player(rules, 7, 6, infers=infers)
    asked = 0
    while (seat := state.public.actor) is not None:
        seen = view(state, seat)
        if len(rules.legal(seen)) > 1:
            asked += 1
            assert play(seen) == master.advice(rules, seen, 7, 6, infers=infers).plan[0]
        state = rules.apply(state, rule(seen))
    assert asked > 5


def test_what_it_expects_is_what_other_worlds_say_than_those_by_which_it_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call is worth ten in the worlds in which the calls were tried first, and nothing in any other."""
    rules = game(next(iter(GAMES)))
    seen = view(state := dealt(Match.begin(rules), random.Random(2)), state.public.actor)
    first, *others = rules.legal(seen)

    def lucky(_: Any, __: Any, worlds: Sequence[Any], *rest: Any, wavering: float = 0.0) -> Worth:
        chosen_by = len(rest) == 3

        def worth(plan: Plan, start: int, stop: int) -> list[float]:
            return [10.0 * (chosen_by and plan == (first,))] * (stop - start)

        return worth

    monkeypatch.setattr(master, "worth_of_plans", lucky)
    advice = master.advice(rules, seen, 0)
    assert advice.plan == (first,)
    assert advice.worth == {(first,): 0.0, **{(call,): -10.0 for call in others}}
