"""The calls of Balkan Preferans: auction numbers, igra, games, and the calls of followers."""

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
"""`moze` (može, "it may be"): no kontra, or no further one; `yours`: the game named before is better."""
PASS, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, MINE = range(FIRST_CALL, FIRST_CALL + 9)
IGRA, IGRA_BETL, IGRA_SANS, IGRA_PREFERANS = range(61, 65)
SPADES_GAME, DIAMONDS_GAME, HEARTS_GAME, CLUBS_GAME, BETL, SANS, PREFERANS = range(65, 72)
YOURS, COME, DONT, READY, ALONE, INVITE, ACCEPT, REFUSE = range(72, 80)
KONTRA, REKONTRA, SUBKONTRA, MORTKONTRA = range(80, 84)
IGRAS = range(IGRA, IGRA_PREFERANS + 1)
"""The calls of a game from the hand, in ascending order."""
GAME_OF_IGRA = {IGRA_BETL: BETL, IGRA_SANS: SANS, IGRA_PREFERANS: PREFERANS}
"""The games of the igra calls that name one directly."""
GAMES = range(SPADES_GAME, PREFERANS + 1)
TRUMP = {SPADES_GAME: SPADES, DIAMONDS_GAME: DIAMONDS, HEARTS_GAME: HEARTS, CLUBS_GAME: CLUBS}


def contract_of(game: Action) -> Contract:
    """Return the game that a call names."""
    return CONTRACTS[game - SPADES_GAME]
