"""The law of sealed phases detects bids that are not sealed."""

import random

import pytest
from properties.test_sealed_actions import LEGAL, ONCE, UNSEEN, UNTOLD, broken_parts, deal

from prikup.games.tuppi.public import Public
from prikup.games.tuppi.rules import Tuppi
from prikup.rules.game import set_next_actor
from prikup.rules.state import Action, Announcement, Seat, State, View, replace_public


class _Open(Tuppi):
    """Tuppi with face-up bids, in which no card may be just above the previous one."""

    def bid(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        assert public.turn is not None
        after = super().bid(state, public, action)
        return replace_public(
            after, set_next_actor(after.public, after.public.phase, after.public.turn, said=(Announcement(0, action),))
        )

    def legal(self, view: View[Public]) -> tuple[Action, ...]:
        forbidden_actions = [s.action + 1 for s in view.public.said if view.public.phase == "bid"]
        return tuple(action for action in super().legal(view) if action not in forbidden_actions)

    def visible_action(self, public: Public, action: Action, seat: Seat | None) -> Action | None:
        return action


def test_sealed_phase_law_detects_unsealed_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    assert set().union(*(broken_parts(_Open(), deal(_Open(), rng)) for _ in range(20))) == {LEGAL, UNSEEN, UNTOLD}
    monkeypatch.setattr(Tuppi, "sealed_phases", ("sooli",))
    assert set().union(*(broken_parts(Tuppi(), deal(Tuppi(), rng)) for _ in range(20))) == {ONCE}
