"""prikup: the trick-taking games of the North and East.

This module offers the most used names. Each of them is imported when it is first used:

>>> import prikup, random
>>> rules = prikup.game(next(iter(prikup.GAMES)))
>>> state = prikup.Match.begin(rules).deal_random(random.Random(1))
>>> bot = prikup.player("rule", rules, seed=1)
>>> while (seat := state.public.actor) is not None:
...     state = rules.apply(state, bot(prikup.view(state, seat)))
>>> outcome = rules.outcome(state)

An action is a number, and a set of cards is a bit mask. As text, a set lists its spades, clubs, diamonds and hearts:

>>> prikup.mask_text(prikup.parse_mask("AKJ.Q8.A."))
'AKJ.Q8.A.'
>>> prikup.action_text(rules.calls, prikup.parse_action(rules.calls, "S7"))
'S7'

All other names are in the packages `prikup.rules`, `prikup.games`, `prikup.worlds`, `prikup.solver`, `prikup.bots`,
`prikup.history`, `prikup.review` and `prikup.env`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prikup.bots import player
    from prikup.games import GAMES, game
    from prikup.rules.action_text import action_text, parse_action
    from prikup.rules.cards import mask_text, parse_mask
    from prikup.rules.match import Match
    from prikup.rules.state import view
    from prikup.solver import Position, solve, solve_cards
    from prikup.worlds.possible_worlds import all_worlds, sample_worlds

    __version__: str

__all__ = [
    "GAMES",
    "Match",
    "Position",
    "action_text",
    "all_worlds",
    "game",
    "mask_text",
    "parse_action",
    "parse_mask",
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
    "action_text": "rules.action_text",
    "all_worlds": "worlds.possible_worlds",
    "game": "games",
    "mask_text": "rules.cards",
    "parse_action": "rules.action_text",
    "parse_mask": "rules.cards",
    "player": "bots",
    "sample_worlds": "worlds.possible_worlds",
    "solve": "solver",
    "solve_cards": "solver",
    "view": "rules.state",
}
"""For each name in `__all__`, the module below `prikup` that defines it."""


def __getattr__(name: str) -> Any:
    """Import one of the names in `__all__` when it is first used; look up `__version__` in the installed package.

    Raise AttributeError for any other name, and for `__version__` if the package is not installed.
    """
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("prikup")
        except PackageNotFoundError as error:
            raise AttributeError("prikup is not installed, so its version is unknown") from error
    if name not in _MODULES:
        raise AttributeError(f"module 'prikup' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"prikup.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
