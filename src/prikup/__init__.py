"""prikup: the trick-taking games of the North and East.

This module offers the most used names. Each of them is imported when it is first used:

>>> import prikup, random
>>> rules = prikup.game(next(iter(prikup.GAMES)))
>>> deck = tuple(random.Random(1).sample(rules.pack, len(rules.pack)))
>>> state = rules.deal(deck, prikup.Match.begin(rules, dealer=0).standing)
>>> bot = prikup.player("rule", rules, seed=1)
>>> state = rules.apply(state, bot(prikup.view(state, state.public.actor)))

All other names are in the packages `prikup.rules`, `prikup.games`, `prikup.worlds`, `prikup.solver`, `prikup.bots`,
`prikup.history`, `prikup.review` and `prikup.env`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prikup.bots import player
    from prikup.games import GAMES, game
    from prikup.rules.match import Match
    from prikup.rules.state import view
    from prikup.solver import Position, solve, solve_cards
    from prikup.worlds.possible_worlds import all_worlds, sample_worlds

__all__ = [
    "GAMES",
    "Match",
    "Position",
    "all_worlds",
    "game",
    "player",
    "sample_worlds",
    "solve",
    "solve_cards",
    "view",
]

_MODULES = {
    "GAMES": "games",
    "Match": "rules.match",
    "Position": "solver",
    "all_worlds": "worlds.possible_worlds",
    "game": "games",
    "player": "bots",
    "sample_worlds": "worlds.possible_worlds",
    "solve": "solver",
    "solve_cards": "solver",
    "view": "rules.state",
}
"""For each name in `__all__`, the module below `prikup` that defines it."""


def __getattr__(name: str) -> Any:
    """Import one of the names in `__all__` when it is first used. Raise AttributeError for any other name."""
    if name not in _MODULES:
        raise AttributeError(f"module 'prikup' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"prikup.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
