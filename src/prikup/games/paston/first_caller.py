"""The player who calls first, and the one who must declare after three passes: the holder of a spade."""

from prikup.games.paston.options import Options
from prikup.rules.cards import BIT, SPADES, SUIT_MASK, Seat, mask, parse_card
from prikup.rules.match_standing import MatchStanding

__all__ = ["JACK", "SEVEN", "SIX_SPADES", "first_caller", "forced_declarer", "has_six_spades"]

JACK, SEVEN = parse_card("SJ"), parse_card("S7")
SIX_SPADES = mask(map(parse_card, ("S7", "S8", "S9", "ST", "SJ", "SQ")))


def first_caller(options: Options, standing: MatchStanding[None], hands: tuple[int, ...], prikup: int) -> Seat | None:
    """Return the first caller; None if the deck must be dealt again."""
    left_neighbour = (standing.dealer + 1) % 3
    return left_neighbour if standing.deal > 1 else _spades_holder(options, hands, prikup, left_neighbour)


def forced_declarer(options: Options, first: Seat, hands: tuple[int, ...], prikup: int) -> Seat | None:
    """Return the player who must declare after three passes; None if the deck must be dealt again."""
    if options.all_pass_declarer == "first_speaker":
        return first
    return _spades_holder(options, hands, prikup, first)


def _spades_holder(options: Options, hands: tuple[int, ...], prikup: int, fallback: Seat) -> Seat | None:
    """Return the holder of the jack of spades, or of the 7 if the jack is in the prikup.

    If both are in the prikup, return `fallback` or None (deal again), by the house rule `both_in_prikup`.
    """
    card = SEVEN if prikup & BIT[JACK] else JACK
    if prikup & BIT[card]:
        return fallback if options.both_in_prikup == "first_speaker" else None
    return next(seat for seat, hand in enumerate(hands) if hand & BIT[card])


def has_six_spades(hand: int) -> bool:
    """Return whether the spades of a hand are exactly 7 8 9 10 J Q."""
    return hand & SUIT_MASK[SPADES] == SIX_SPADES
