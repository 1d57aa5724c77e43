"""The calls of Balkan Preferans with their numbers.

The calls are the numbers bid in the auction, the igra calls (for a game without the talon, the two cards left over),
the calls that name a game, and the calls of the followers (the opponents of declarer).
"""

from typing import get_args

from prikup.games.balkan.outcome import LEVELS, Contract
from prikup.rules.cards import CLUBS, DIAMONDS, FIRST_CALL, HEARTS, SPADES, Action

__all__ = [
    "ACCEPT",
    "ALONE",
    "BETL",
    "CALLS",
    "COME",
    "CONTRACTS",
    "DONT",
    "EIGHT",
    "GAMES",
    "GAME_OF_IGRA",
    "IGRA",
    "IGRAS",
    "IGRA_BETL",
    "IGRA_PREFERANS",
    "IGRA_SANS",
    "INVITE",
    "KONTRA",
    "MINE",
    "MORTKONTRA",
    "PASS",
    "PREFERANS",
    "READY",
    "REFUSE",
    "REKONTRA",
    "SANS",
    "SEVEN",
    "SPADES_GAME",
    "SUBKONTRA",
    "TRUMP",
    "TWO",
    "YOURS",
    "contract_of",
]

CONTRACTS: tuple[Contract, ...] = get_args(Contract)
CALLS: tuple[str, ...] = (
    "pass",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "mine",
    "igra",
    "igra-betl",
    "igra-sans",
    "igra-preferans",
    *CONTRACTS,
    "yours",
    "come",
    "dont",
    "moze",
    "alone",
    "invite",
    "accept",
    "refuse",
    *LEVELS[1:],
)
"""The names of the calls, in the order of their numbers.

`mine` takes over the number that another player bid, without bidding higher. `moze` (Serbian može, "it may be")
declines to double the stake. With `yours` a player accepts that the game named before by another player is higher.
"""
PASS, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, MINE = range(FIRST_CALL, FIRST_CALL + 9)
IGRA, IGRA_BETL, IGRA_SANS, IGRA_PREFERANS = range(61, 65)
SPADES_GAME, DIAMONDS_GAME, HEARTS_GAME, CLUBS_GAME, BETL, SANS, PREFERANS = range(65, 72)
YOURS, COME, DONT, READY, ALONE, INVITE, ACCEPT, REFUSE = range(72, 80)
KONTRA, REKONTRA, SUBKONTRA, MORTKONTRA = range(80, 84)
IGRAS = range(IGRA, IGRA_PREFERANS + 1)
"""The calls for an igra (a game that is played without the talon), in ascending order."""
GAME_OF_IGRA = {IGRA_BETL: BETL, IGRA_SANS: SANS, IGRA_PREFERANS: PREFERANS}
"""The game that each igra call (for a game without the talon) names.

The call IGRA is missing, because its player names the game later.
"""
GAMES = range(SPADES_GAME, PREFERANS + 1)
TRUMP = {SPADES_GAME: SPADES, DIAMONDS_GAME: DIAMONDS, HEARTS_GAME: HEARTS, CLUBS_GAME: CLUBS}


def contract_of(game: Action) -> Contract:
    """Return the name of the game (the contract) that the call `game` names, such as "betl"."""
    return CONTRACTS[game - SPADES_GAME]
