"""The games that are played under some options, and their numbers in the auction."""

from functools import cache

from prikup.games.balkan.calls import GAMES, TWO, contract_of
from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import NUMBERS
from prikup.rules.cards import Action

__all__ = ["games", "numbers"]


@cache
def numbers(options: Options) -> dict[Action, Action]:
    """Return the bid of the number of each game, by the call that names the game."""
    number_of = NUMBERS[options.order]
    return {call: TWO - 2 + number_of[contract_of(call)] for call in (GAMES if options.preferans else GAMES[:-1])}


def games(options: Options) -> tuple[Action, ...]:
    """Return the calls that name a game, in ascending order."""
    number_of = numbers(options)
    return tuple(sorted(number_of, key=number_of.__getitem__))
