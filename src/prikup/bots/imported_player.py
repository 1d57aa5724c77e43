"""Players from outside the package, named `MODULE:FUNCTION`, for measurements. No table offers them."""

from collections.abc import Callable
from importlib import import_module

from prikup.bots import is_player, player
from prikup.rules.game import AnyGame, Player

__all__ = ["import_factory", "load_player"]


def import_factory(name: str) -> Callable[[AnyGame, int], Player]:
    """Import the function that a name `MODULE:FUNCTION` refers to; it takes a game and a seed, and returns a player.

    A player is a function from a View (what it may know of the deal) to an action. Raise ImportError if there is no
    such module or function, or if the module cannot import what it needs.
    """
    module_name, _, function_name = name.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), function_name)):
        raise ImportError(f"{name!r} is not of the form MODULE:FUNCTION")
    factory: Callable[[AnyGame, int], Player] | None = getattr(import_module(module_name), function_name, None)
    if not callable(factory):
        raise ImportError(f"module {module_name!r} has no function {function_name!r}")
    return factory


def load_player(name: str, game: AnyGame, seed: int) -> Player:
    """Create the computer player called `name`; if `name` is `MODULE:FUNCTION`, call this function to create it.

    `seed` determines the player's random choices. Raise ImportError if there is no such player and no such function.
    """
    return player(name, game, seed) if is_player(name) else import_factory(name)(game, seed)
