"""The bids of Tuppi: which cards can be laid, what may be said instead, and the exchange that a sooli begins with."""

from prikup.cards import ALL, CLUBS, DIAMONDS, HEARTS, PACK_52, SPADES, SUIT_MASK, Action, Seat, cards, mask
from prikup.exchange import DISCARD, Debt, Exchange
from prikup.games.tuppi.options import Options

__all__ = ["NOLO", "PASS", "RAMI", "SOOLI", "able", "bids", "calls", "colour", "exchange", "for_rami", "lacked"]

PASS, RAMI, NOLO, SOOLI = range(52, 56)

RED, BLACK = SUIT_MASK[DIAMONDS] | SUIT_MASK[HEARTS], SUIT_MASK[SPADES] | SUIT_MASK[CLUBS]

ABLE = {
    "not_twos_nor_courts": mask(c for c in PACK_52 if 1 <= c % 13 <= 8 or c % 13 == 12),
    "not_twos_courts_nor_aces": mask(c for c in PACK_52 if 1 <= c % 13 <= 8),
    "any": ALL,
}
"""The cards that can bid, by `Options.bid_ranks`; no two and no court card in the seed (003)."""


def calls(options: Options) -> tuple[str, ...]:
    """Return the names of the calls: who plays Minnesota whist says high and low."""
    return ("pass", "high", "low", "sooli") if options.both_score else ("pass", "rami", "nolo", "sooli")


def colour(options: Options, bid: Action) -> int:
    """Return the cards of the colour that stands for rami or nolo."""
    return RED if (bid == RAMI) == (options.high_colour == "red") else BLACK


def able(options: Options) -> int:
    """Return the cards that can bid; with special bidding cards none of the pack can."""
    return ABLE[options.bid_ranks] if options.bid_method == "hand_cards" else 0


def bids(options: Options, hand: int) -> tuple[Action, ...]:
    """Return the cards of a hand that can bid, and the word for each colour of which it has none."""
    can = hand & able(options)
    return cards(can) + tuple(call for call in (RAMI, NOLO) if not can & colour(options, call))


def lacked(options: Options, bid: Action) -> int:
    """Return the cards that the hand behind a bid did not hold: none can bid what was said aloud."""
    return able(options) & colour(options, bid) if bid in (RAMI, NOLO) else 0


def for_rami(options: Options, bid: Action) -> bool:
    """Return whether a bid, laid or said, is for rami."""
    return bid == RAMI or (bid < 52 and bool(colour(options, RAMI) >> bid & 1))


def exchange(options: Options, soloist: Seat) -> Exchange:
    """Return the two cards that change hands before a sooli."""
    partner = (soloist + 2) % 4
    match options.sooli_exchange:
        case "discard_then_receive":
            return Exchange((Debt(soloist, DISCARD, 1), Debt(partner, soloist, 1)))
        case "receive_then_pass_back":
            return Exchange((Debt(partner, soloist, 1), Debt(soloist, partner, 1)))
