"""What the gallery says of the games is so."""

from random import Random

import pytest
from browser.gallery import LONG
from support.circles import depth

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.match import Match
from prikup.state import view

DEALS = 3_000
"""By the default rules of three of the games some of so many are the whole match."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_one_deal_is_never_the_whole_match(name: str) -> None:
    """Somebody does anything, and the others play by a rule of thumb."""
    rules, rng = game(name, LONG[name]), Random(7)
    for deal in range(depth(DEALS)):
        others = [player("rule", rules, deal) for _ in range(rules.seats)]
        match = Match.begin(rules, rng.randrange(rules.seats))
        state = match.dealt(rng)
        while (actor := state.public.actor) is not None:
            seen = view(state, actor)
            state = rules.apply(state, others[actor](seen) if actor else rng.choice(rules.legal(seen)))
        assert not match.close(rules.outcome(state)).over, f"deal {deal}"
