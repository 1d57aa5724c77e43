"""The bids of Tuppi: which cards can be laid, what may be said instead, and the exchange that a sooli begins with."""

from prikup.cards import CLUBS, DIAMONDS, HEARTS, PACK_52, SPADES, SUIT_MASK, Action, Seat, cards, mask
from prikup.exchange import DISCARD, Debt, Exchange
from prikup.games.tuppi.options import Options

__all__ = ["CALLS", "NOLO", "PASS", "RAMI", "SOOLI", "able", "bids", "exchange", "for_rami", "lacked"]

CALLS: tuple[str, ...] = ("pass", "rami", "nolo", "sooli")
PASS, RAMI, NOLO, SOOLI = range(52, 52 + len(CALLS))

COLOUR = {RAMI: SUIT_MASK[DIAMONDS] | SUIT_MASK[HEARTS], NOLO: SUIT_MASK[SPADES] | SUIT_MASK[CLUBS]}

ABLE = {
    "allowed": mask(c for c in PACK_52 if 1 <= c % 13 <= 8 or c % 13 == 12),
    "forbidden": mask(c for c in PACK_52 if 1 <= c % 13 <= 8),
}
"""The cards that can bid, by `Options.ace_as_bid`: no two and no court card (seed 003)."""


def able(options: Options) -> int:
    """Return the cards that can bid; with special bidding cards none of the pack can."""
    return ABLE[options.ace_as_bid] if options.bid_method == "hand_cards" else 0


def bids(options: Options, hand: int) -> tuple[Action, ...]:
    """Return the cards of a hand that can bid, and the word for each colour of which it has none."""
    can = hand & able(options)
    return cards(can) + tuple(call for call, colour in COLOUR.items() if not can & colour)


def lacked(options: Options, bid: Action) -> int:
    """Return the cards that the hand behind a bid did not hold: none can bid what was said aloud."""
    return able(options) & COLOUR.get(bid, 0)


def for_rami(bid: Action) -> bool:
    """Return whether a bid, laid or said, is for rami."""
    return bid == RAMI or (bid < 52 and bool(COLOUR[RAMI] >> bid & 1))


def exchange(options: Options, soloist: Seat) -> Exchange:
    """Return the two cards that change hands before a sooli."""
    partner = (soloist + 2) % 4
    match options.sooli_exchange:
        case "discard_then_receive":
            return Exchange((Debt(soloist, DISCARD, 1), Debt(partner, soloist, 1)))
        case "receive_then_pass_back":
            return Exchange((Debt(partner, soloist, 1), Debt(soloist, partner, 1)))
