"""The choice of the player who calls first in Paston, and of the one who must declare if all pass.

Both may depend on which player was dealt the jack or the 7 of spades.
"""

from prikup.games.paston.options import Options
from prikup.rules.cards import BIT, SPADES, SUIT_MASK, Seat, mask, parse_card
from prikup.rules.match_standing import MatchStanding

__all__ = ["JACK", "SEVEN", "SIX_SPADES", "first_caller", "forced_declarer", "has_six_spades"]

JACK, SEVEN = parse_card("SJ"), parse_card("S7")
SIX_SPADES = mask(map(parse_card, ("S7", "S8", "S9", "ST", "SJ", "SQ")))


def first_caller(options: Options, standing: MatchStanding[None], hands: tuple[int, ...], prikup: int) -> Seat | None:
    """Return the seat that calls first in the auction, or None if the same dealer must deal again.

    In the first deal it is the holder of the jack (or the 7) of spades, later the player on the dealer's left.
    `standing` is the state of the match before the deal. `hands` has a bit mask for each seat, and `prikup` (the two
    cards left over for the declarer) is one too.
    """
    left_neighbour = (standing.dealer + 1) % 3
    return left_neighbour if standing.deal > 1 else _spades_holder(options, hands, prikup, left_neighbour)


def forced_declarer(options: Options, first: Seat, hands: tuple[int, ...], prikup: int) -> Seat | None:
    """Return the seat that must declare after all three players have passed, or None if the same dealer deals again.

    `first` is the seat that called first. `hands` has a bit mask for each seat, and `prikup` (the two cards left over)
    is one too.
    """
    if options.all_pass_declarer == "first_speaker":
        return first
    return _spades_holder(options, hands, prikup, first)


def _spades_holder(options: Options, hands: tuple[int, ...], prikup: int, fallback: Seat) -> Seat | None:
    """Return the seat that holds the jack of spades, or the 7 if the jack is in the prikup (the two cards left over).

    `hands` has a bit mask for each seat, and `prikup` is one too. If both cards are in the prikup, the house rule
    `both_in_prikup` decides: return the seat `fallback`, or None if the same dealer must deal again.
    """
    card = SEVEN if prikup & BIT[JACK] else JACK
    if prikup & BIT[card]:
        return fallback if options.both_in_prikup == "first_speaker" else None
    return next(seat for seat, hand in enumerate(hands) if hand & BIT[card])


def has_six_spades(hand: int) -> bool:
    """Return whether a hand (a bit mask) has the spades 7 8 9 10 J Q but not the king and the ace."""
    return hand & SUIT_MASK[SPADES] == SIX_SPADES
