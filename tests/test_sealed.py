"""A phase that a game calls sealed may be played in any order: what is done in it is not seen and changes nothing."""

import random
from itertools import groupby
from typing import Any

import pytest
from walk import KINDS, Step, dealt, random_game, walk

from prikup.game import AnyGame, Kind, asks
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.rules import Tuppi
from prikup.match import Match
from prikup.state import Action, Said, Seat, State, View, view, with_public

ONCE = "each seat acts once"
LEGAL = "what is legal does not depend on the others"
UNSEEN = "nobody sees more than whose turn it is"
UNTOLD = "nobody is told of an action"


def _deal(game: AnyGame, rng: random.Random) -> list[Step]:
    return list(walk(game, dealt(Match.begin(game), rng), rng))


def _asking(state: State[Any], seat: Seat) -> State[Any]:
    """Return the same state with another seat to act."""
    return with_public(state, asks(state.public, state.public.phase, seat))


def _broken(game: AnyGame, steps: list[Step]) -> set[str]:
    """Return what is broken of the law in a deal."""
    found = set()
    for phase, run in groupby(steps, key=lambda step: step.state.public.phase):
        if phase not in game.sealed:
            continue
        states = [step.state for step in run]
        order = [state.public.actor for state in states]
        if sorted(order) != list(range(game.seats)):
            found.add(ONCE)
            continue
        early = [game.legal(view(_asking(states[0], seat), seat)) for seat in range(game.seats)]
        for at, (seat, state) in enumerate(zip(order, states, strict=True)):
            if any(game.legal(view(_asking(state, later), later)) != early[later] for later in order[at:]):
                found.add(LEGAL)
            if _asking(state, order[0]).public != states[0].public:
                found.add(UNSEEN)
            others = [other for other in (None, *range(game.seats)) if other != seat]
            if any(game.seen(state.public, action, other) is not None for action in early[seat] for other in others):
                found.add(UNTOLD)
    return found


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_sealed_phase_may_be_played_in_any_order(name: str, kind: Kind) -> None:
    rng = random.Random(1)
    for _ in range(60):
        game = random_game(kind, rng)
        assert _broken(game, _deal(game, rng)) == set()


class _Open(Tuppi):
    """Tuppi with the bids laid face up, none a card just above the one before."""

    def bid(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        assert public.turn is not None
        after = super().bid(state, public, action)
        return with_public(after, asks(after.public, after.public.phase, after.public.turn, said=(Said(0, action),)))

    def legal(self, view: View[Public]) -> tuple[Action, ...]:
        said = [s.action + 1 for s in view.public.said if view.public.phase == "bid"]
        return tuple(action for action in super().legal(view) if action not in said)

    def seen(self, public: Public, action: Action, seat: Seat | None) -> Action | None:
        return action


def test_the_law_finds_what_is_not_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    assert set().union(*(_broken(_Open(), _deal(_Open(), rng)) for _ in range(20))) == {LEGAL, UNSEEN, UNTOLD}
    monkeypatch.setattr(Tuppi, "sealed", ("sooli",))
    assert set().union(*(_broken(Tuppi(), _deal(Tuppi(), rng)) for _ in range(20))) == {ONCE}
