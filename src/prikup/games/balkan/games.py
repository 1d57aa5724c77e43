"""The games (contracts) that the house rules allow, and the number with which each game is bid in the auction."""

from functools import cache

from prikup.games.balkan.calls import GAMES, TWO, contract_of
from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import NUMBERS
from prikup.rules.cards import Action

__all__ = ["games", "numbers"]


@cache
def numbers(options: Options) -> dict[Action, Action]:
    """Return, for each call that names a game, the bid in the auction that has the game's number.

    Example: the call for clubs is mapped to the bid TWO under the default house rules.
    """
    number_of = NUMBERS[options.order]
    return {call: TWO - 2 + number_of[contract_of(call)] for call in (GAMES if options.preferans else GAMES[:-1])}


def games(options: Options) -> tuple[Action, ...]:
    """Return the calls that name a game, ordered by the games' numbers from low to high."""
    number_of = numbers(options)
    return tuple(sorted(number_of, key=number_of.__getitem__))
