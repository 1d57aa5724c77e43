"""The games (contracts) that the house rules allow, and the number with which each game is bid in the auction."""

from functools import cache

from prikup.games.balkan.calls import GAMES, TWO, contract_of
from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import NUMBERS
from prikup.rules.cards import Action

__all__ = ["games", "numbers"]


@cache
def numbers(options: Options) -> dict[Action, Action]:
    """Return, for each call that names a game (contract), the bid in the auction that stands for this game.

    Example: the call for clubs is mapped to the bid TWO under the default house rules.
    """
    number_of = NUMBERS[options.order]
    return {call: TWO - 2 + number_of[contract_of(call)] for call in (GAMES if options.preferans else GAMES[:-1])}


def games(options: Options) -> tuple[Action, ...]:
    """Return the calls that name a game (contract), in ascending order of the numbers with which the games are bid."""
    number_of = numbers(options)
    return tuple(sorted(number_of, key=number_of.__getitem__))
