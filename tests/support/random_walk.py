"""Play random deals step by step, for tests that apply to all games; so this module names no game."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest

from prikup.games import GAMES, game
from prikup.rules.cards import mask
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import random_options
from prikup.rules.state import Action, State, view

__all__ = [
    "KINDS",
    "SIMPLE",
    "Step",
    "cards_by_location",
    "choose_action",
    "each_game",
    "each_game_with_open_contracts",
    "options_type",
    "random_deal",
    "random_game",
    "random_steps",
    "walk",
]

KINDS = list(GAMES.items())
each_game = pytest.mark.parametrize(("name", "kind"), KINDS)
each_game_with_open_contracts = pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, kind in KINDS if game(name).analysis.open_contracts]
)
SIMPLE = min(GAMES, key=lambda name: game(name).seats * game(name).trick_count)
"""The name of a game with the fewest cards to play, for tests that work with every game."""


class Step(NamedTuple):
    """A state of a deal with the action taken in it; the action is None if the deal has ended."""

    game: AnyGame
    state: State[Any]
    action: Action | None


def options_type(kind: GameDefinition) -> type[Any]:
    """Return the type of a game's options (its house rules)."""
    return type(next(iter(kind.presets.values())))


def random_game(kind: GameDefinition, rng: random.Random) -> AnyGame:
    """Return a game with random valid options."""
    return kind.build(random_options(options_type(kind), rng))


def random_deal(match: Match, rng: random.Random) -> State[Any]:
    """Return the first state of a random deal; decks that the rules refuse are skipped."""
    return match.deal_random(rng)


MANY_CALLS = 10
"""The number of legal calls above which most of them are bids, so that `choose_action` prefers a pass."""


def choose_action(rng: random.Random, legal: tuple[Action, ...]) -> Action:
    """Choose a random legal action.

    Among many calls the first one, pass, is chosen half of the time. Otherwise three passes in a row would occur only
    once in ten thousand deals.
    """
    if len(legal) > MANY_CALLS and legal[0] >= 52 and rng.random() < 0.5:
        return legal[0]
    return rng.choice(legal)


def walk(game: AnyGame, state: State[Any], rng: random.Random) -> Iterator[Step]:
    """Play a deal with random legal actions, and yield every state with the action taken in it."""
    while (actor := state.public.actor) is not None:
        action = choose_action(rng, game.legal(view(state, actor)))
        yield Step(game, state, action)
        state = game.apply_unchecked(state, action)
    yield Step(game, state, None)


def random_steps(kind: GameDefinition, seed: int, deals: int, phase: str = "") -> Iterator[Step]:
    """Play `deals` random deals of a game, and yield their states with the actions; `seed` determines them.

    Each match has its own random options and at most four deals, so that state carried from deal to deal occurs too.
    With a `phase`, only deals that reach this phase are yielded and count.
    """
    rng = random.Random(seed)
    match = None
    for n in count():
        if deals <= 0:
            return
        if match is None or match.over or n % 4 == 0:
            match = Match.begin(random_game(kind, rng), 0)
        steps = list(walk(match.game, random_deal(match, rng), rng))
        if not phase or any(step.state.public.phase == phase for step in steps):
            deals -= 1
            yield from steps
        match = match.close(match.game.outcome(steps[-1].state))


def cards_by_location(state: State[Any]) -> list[int]:
    """Return the cards at every location in a state, each as a bit mask.

    The locations are the hands by seat, the stock (the undealt cards), the discards by seat, and the played cards.
    """
    discards = (mask(n.action for n in notes if n.kind == "discarded") for notes in state.notes)
    played_cards = state.public.tricks.all_played_cards if state.public.tricks else 0
    return [*state.hands, mask(state.stock), *discards, played_cards]
