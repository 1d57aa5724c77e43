"""The bids of Tuppi: which cards can be used to bid, which calls replace them, and the exchange before a sooli.

A player bids with a card of the right colour, or by a call if the hand has no such card. A bid is for rami (the deal in
which each side wants the most tricks) or for nolo (each side wants the fewest). A sooli is played by one player,
without the partner, against both opponents.
"""

from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import partner_of
from prikup.rules.cards import (
    ALL,
    CLUBS,
    DIAMONDS,
    FIRST_CALL,
    HEARTS,
    PACK_52,
    RANKS,
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
    "bidding_cards",
    "bids",
    "calls",
    "colour",
    "is_for_rami",
    "missing_cards",
    "sooli_exchange",
]

PASS, RAMI, NOLO, SOOLI = range(FIRST_CALL, FIRST_CALL + 4)

RED, BLACK = SUIT_MASK[DIAMONDS] | SUIT_MASK[HEARTS], SUIT_MASK[SPADES] | SUIT_MASK[CLUBS]

BIDDING_CARDS = {
    "not_twos_nor_courts": mask(card for card in PACK_52 if RANKS[card % 13] in "3456789TA"),
    "not_twos_courts_nor_aces": mask(card for card in PACK_52 if RANKS[card % 13] in "3456789T"),
    "any": ALL,
}
"""The cards that a player can place face down as a bid (a bit mask), by the value of `Options.bid_ranks`.

In the main source (text 003 in docs/sources.md) they are all cards except twos, jacks, queens and kings.
"""


def calls(options: Options) -> tuple[str, ...]:
    """Return the names of the calls, in the order of their numbers.

    The names "rami" (a bid to take tricks) and "nolo" (to lose them) are "high" and "low" in Minnesota whist.
    """
    return ("pass", "high", "low", "sooli") if options.both_score else ("pass", "rami", "nolo", "sooli")


def colour(options: Options, bid: Action) -> int:
    """Return all cards, as a bit mask, of the colour (red or black) that stands for a bid.

    `bid` is RAMI (the player's side wants tricks) or NOLO (it wants none).
    """
    return RED if (bid == RAMI) == (options.high_colour == "red") else BLACK


def bidding_cards(options: Options) -> int:
    """Return the cards that a player can place face down as a bid, as a bit mask.

    The mask is 0 if the house rules use special bidding cards instead of the cards that are dealt.
    """
    return BIDDING_CARDS[options.bid_ranks] if options.bid_method == "hand_cards" else 0


def bids(options: Options, hand: int) -> tuple[Action, ...]:
    """Return the legal bids of a hand (a bit mask).

    They are the cards of the hand that can bid. The call RAMI (for most tricks) or NOLO (for fewest) is legal too if
    the hand has no such card of the colour that stands for this bid.
    """
    cards_to_bid = hand & bidding_cards(options)
    return cards(cards_to_bid) + tuple(call for call in (RAMI, NOLO) if not cards_to_bid & colour(options, call))


def missing_cards(options: Options, bid: Action) -> int:
    """Return the cards that a player who made the bid `bid` certainly did not have, as a bit mask.

    A player may bid by a call only if no card of their hand can make that bid. A bid made with a card excludes nothing.
    """
    return bidding_cards(options) & colour(options, bid) if bid in (RAMI, NOLO) else 0


def is_for_rami(options: Options, bid: Action) -> bool:
    """Return whether a bid, made with a card or by a call, is for rami (to take tricks)."""
    return bid == RAMI or (is_card(bid) and bool(colour(options, RAMI) >> bid & 1))


def sooli_exchange(options: Options, soloist: Seat) -> Exchange:
    """Return the gifts and discards that are due before a sooli, in which `soloist` plays without the partner.

    The partner gives the soloist a card, and the soloist gives up a card.
    """
    partner = partner_of(soloist)
    match options.sooli_exchange:
        case "discard_then_receive":
            return Exchange((Debt(soloist, DISCARD, 1), Debt(partner, soloist, 1)))
        case "receive_then_pass_back":
            return Exchange((Debt(partner, soloist, 1), Debt(soloist, partner, 1)))
