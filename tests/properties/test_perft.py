"""perft: the number of action sequences from fixed deals.

The counts are permanent: a change means that the rules changed.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.random_walk import each_game, random_deal, walk

from prikup.games import game
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import State, view

GOLDEN = Path(__file__).parents[1] / "golden"
DEPTHS = {"beginning": 4, "end": 30}


def perft(game: AnyGame, state: State[Any], depth: int) -> int:
    """Return the number of action sequences of length `depth`; a deal that ends earlier counts once."""
    actor = state.public.actor
    if depth == 0 or actor is None:
        return 1
    actions = game.legal(view(state, actor))
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply_unchecked(state, action), depth - 1) for action in actions)


def _positions(name: str, kind: GameDefinition, preset: str) -> Iterator[tuple[str, State[Any]]]:
    """Yield the start of a fixed deal, and the first positions with at most three cards a hand in seeded deals."""
    rules = game(name, preset)
    match = Match.begin(rules)
    yield "beginning", random_deal(match, random.Random(1))
    for seed in range(2, 40):
        rng = random.Random(seed)
        states = [step.state for step in walk(rules, random_deal(match, rng), rng)]
        late_states = [s for s in states if s.public.tricks and 0 < s.hands[s.public.tricks.turn].bit_count() <= 3]
        if late_states and late_states[0].public.actor is not None:
            yield f"end {seed}", late_states[0]


@each_game
def test_perft_counts_are_unchanged(name: str, kind: GameDefinition, regenerate: bool) -> None:
    counts = {preset: _counts(name, kind, preset) for preset in kind.presets}
    assert all(len(positions) > 5 for positions in counts.values())
    file = GOLDEN / name / "perft.json"
    if regenerate:
        file.parent.mkdir(parents=True, exist_ok=True)
        stored_counts = json.loads(file.read_text()) if file.exists() else {}
        file.write_text(json.dumps(stored_counts | counts, indent=1, sort_keys=True) + "\n")
    assert file.exists(), f"{name} has no counts of its action sequences: run `make golden`"
    stored_counts = json.loads(file.read_text())
    assert {preset: stored_counts[preset] for preset in counts} == counts


def _counts(name: str, kind: GameDefinition, preset: str) -> dict[str, list[int]]:
    rules = game(name, preset)
    return {
        label: [perft(rules, state, depth) for depth in (1, 2, 3, DEPTHS[label.split()[0]])]
        for label, state in _positions(name, kind, preset)
    }
