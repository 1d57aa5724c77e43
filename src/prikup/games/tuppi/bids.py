"""The bids of Tuppi: cards that can bid, calls allowed instead, and the exchange before a sooli."""

from prikup.games.tuppi.options import Options
from prikup.rules.cards import (
    ALL,
    CLUBS,
    DIAMONDS,
    FIRST_CALL,
    HEARTS,
    PACK_52,
    SPADES,
    SUIT_MASK,
    Action,
    Seat,
    cards,
    is_card,
    mask,
)
from prikup.rules.exchange import DISCARD, Debt, Exchange

__all__ = [
    "NOLO",
    "PASS",
    "RAMI",
    "SOOLI",
    "able",
    "bids",
    "calls",
    "colour",
    "exchange",
    "is_for_rami",
    "missing_cards",
]

PASS, RAMI, NOLO, SOOLI = range(FIRST_CALL, FIRST_CALL + 4)

RED, BLACK = SUIT_MASK[DIAMONDS] | SUIT_MASK[HEARTS], SUIT_MASK[SPADES] | SUIT_MASK[CLUBS]

ABLE = {
    "not_twos_nor_courts": mask(c for c in PACK_52 if 1 <= c % 13 <= 8 or c % 13 == 12),
    "not_twos_courts_nor_aces": mask(c for c in PACK_52 if 1 <= c % 13 <= 8),
    "any": ALL,
}
"""The cards that can bid, by `Options.bid_ranks`; in the seed (003) no two and no court card."""


def calls(options: Options) -> tuple[str, ...]:
    """Return the names of the calls; in Minnesota whist they are high and low."""
    return ("pass", "high", "low", "sooli") if options.both_score else ("pass", "rami", "nolo", "sooli")


def colour(options: Options, bid: Action) -> int:
    """Return the cards of the colour that bids rami or nolo."""
    return RED if (bid == RAMI) == (options.high_colour == "red") else BLACK


def able(options: Options) -> int:
    """Return the cards that can bid; none if there are special bidding cards."""
    return ABLE[options.bid_ranks] if options.bid_method == "hand_cards" else 0


def bids(options: Options, hand: int) -> tuple[Action, ...]:
    """Return the cards of a hand that can bid, and the call for each colour in which it has no such card."""
    can = hand & able(options)
    return cards(can) + tuple(call for call in (RAMI, NOLO) if not can & colour(options, call))


def missing_cards(options: Options, bid: Action) -> int:
    """Return the cards that the hand behind a bid lacked: a bid called aloud shows that no card could make it."""
    return able(options) & colour(options, bid) if bid in (RAMI, NOLO) else 0


def is_for_rami(options: Options, bid: Action) -> bool:
    """Return whether a bid, by card or by call, is for rami."""
    return bid == RAMI or (is_card(bid) and bool(colour(options, RAMI) >> bid & 1))


def exchange(options: Options, soloist: Seat) -> Exchange:
    """Return the exchange of two cards before a sooli."""
    partner = (soloist + 2) % 4
    match options.sooli_exchange:
        case "discard_then_receive":
            return Exchange((Debt(soloist, DISCARD, 1), Debt(partner, soloist, 1)))
        case "receive_then_pass_back":
            return Exchange((Debt(partner, soloist, 1), Debt(soloist, partner, 1)))
