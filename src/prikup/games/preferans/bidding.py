"""The bids that the auction allows, and why it allows no others."""

from functools import cache

from prikup.cards import Action
from prikup.errors import Reason, reason
from prikup.games.preferans.calls import BIDS, LEVEL, MISERE_HAND, MISERES, NINE_HAND, PASS, SUIT_BIDS
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import Carry
from prikup.games.preferans.public import Public, active

__all__ = ["contracts", "lowest_level", "why_not", "words"]

EXIT = {"6": (6,), "6-7-7": (6, 7), "6-7-8": (6, 7, 8), "cyclic": (6, 7, 8)}
"""The lowest level after 0, 1, 2 … raspasy in a row; then the last number again, or the first (cyclic)."""
IN_USE = {
    "off": frozenset(BIDS) - {MISERE_HAND, NINE_HAND},
    "on": frozenset(BIDS) - {NINE_HAND},
    "chain": frozenset(BIDS),
}
"""The bids there are, by the house rule `misere_hand`."""


def lowest_level(options: Options, carry: Carry) -> int:
    """Return the fewest tricks that may be bid after the raspasy of the row; misère may be bid all the same."""
    return _lowest(options.raspasy_exit, carry.raspasy)


@cache
def _lowest(exit_rule: str, raspasy: int) -> int:
    """Return the lowest level by the raspasy in the row.

    6, 7, 8, 8 … or, cyclic, 6, 7, 8, 6, 7, 8 …
    """
    levels = EXIT[exit_rule]
    return levels[raspasy % 3 if exit_rule == "cyclic" else min(raspasy, len(levels) - 1)]


def words(options: Options, public: Public) -> tuple[Action, ...]:
    """Return what the player to speak may say: pass, or a bid."""
    before = _first_bid(public)
    if before in MISERES:
        return (PASS,)
    least = _least(options, public)
    return _bids_from(options.misere_hand, least, lowest_level(options, public.match.carry), before is None)


@cache
def _bids_from(misere_hand: str, least: Action, level: int, his_first: bool) -> tuple[Action, ...]:
    """Return pass, and the bids from `least` on.

    They are those of tricks from a level on, and misère where it is a player's first bid.
    """
    in_use = (bid for bid in BIDS if bid >= least and bid in IN_USE[misere_hand])
    return (PASS, *(bid for bid in in_use if (his_first if bid in MISERES else LEVEL[bid] >= level)))


def _first_bid(public: Public) -> Action | None:
    """Return what the player to speak bid first, if they have spoken before."""
    for said in public.said:
        if said.seat == public.turn:
            return said.action
    return None


def _least(options: Options, public: Public) -> Action:
    """Return the lowest bid that stands against the highest so far: one above it, or as high for who may equal it."""
    high = public.auction.high
    if high is None:
        return BIDS[0]
    return high if _may_equal(options, public) else high + 1  # bids are numbered as they rank


def _may_equal(options: Options, public: Public) -> bool:
    """Return whether the player to speak may bid as high as the highest bid."""
    playing, live = active(public.dealer, len(public.shown)), public.auction.live
    match options.equal_bid:
        case "eldest":
            return public.turn == playing[0]  # there is a bid, so this is not their first turn
        case "senior_of_last_two":
            return len(live) == 2 and public.turn == min(live, key=playing.index)  # nearer to eldest hand
        case "none":
            return False


@cache
def contracts(bid: Action) -> tuple[Action, ...]:
    """Return what may be declared after winning the auction with a bid.

    Whatever is as high may be; 9 without the talon is any 9.
    """
    return tuple(c for c in SUIT_BIDS if c >= bid or (bid == NINE_HAND and LEVEL[c] == LEVEL[bid]))


def why_not(options: Options, public: Public, bid: Action) -> Reason:
    """Return the rule that forbids a bid."""
    before = _first_bid(public)
    if before in MISERES:
        return reason("misere-stands-alone")
    if bid not in IN_USE[options.misere_hand]:
        return reason("bid-not-played", call=bid)
    if bid in MISERES and before is not None:
        return reason("misere-only-first")
    _, *legal = words(options, public)
    if not legal:
        return reason("no-higher-bid")
    if bid < _least(options, public):
        return reason("bid-higher", call=legal[0])
    return reason("bid-from-level", level=lowest_level(options, public.match.carry))
