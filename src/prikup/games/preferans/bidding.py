"""The legal bids in the auction of Preferans, and the reasons why other bids are not allowed."""

from functools import cache

from prikup.games.preferans.calls import BIDS, LEVEL, MISERE_HAND, MISERES, NINE_HAND, PASS, SUIT_BIDS
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import Carry
from prikup.games.preferans.public import Public, active
from prikup.rules.cards import Action
from prikup.rules.errors import Reason, reason

__all__ = ["contracts", "legal_calls", "lowest_level", "why_not"]

EXIT = {"6": (6,), "6-7-7": (6, 7), "6-7-8": (6, 7, 8), "cyclic": (6, 7, 8)}
"""The lowest levels that may be bid after 0, 1, 2 … raspasy in a row, by the value of `Options.raspasy_exit`.

A level is a number of tricks, and raspasy are deals in which all passed. After more of them, the last level applies;
with "cyclic" the sequence starts again.
"""
IN_USE = {
    "off": frozenset(BIDS) - {MISERE_HAND, NINE_HAND},
    "on": frozenset(BIDS) - {NINE_HAND},
    "chain": frozenset(BIDS),
}
"""The bids that the game has, for each value of the house rule `Options.misere_hand`."""


def lowest_level(options: Options, carry: Carry) -> int:
    """Return the lowest level (number of tricks) that may be bid now, after a number of raspasy in a row.

    Raspasy are deals in which all passed; `carry` has the number of those in a row. Misère (a promise to take no trick)
    may be bid regardless of this level.
    """
    return _lowest_level(options.raspasy_exit, carry.raspasy)


@cache
def _lowest_level(exit_rule: str, raspasy: int) -> int:
    """Return the lowest level (number of tricks) that may be bid after all have passed in `raspasy` deals in a row.

    `exit_rule` is the house rule `raspasy_exit`. For 0, 1, 2, 3 … deals the result is, for example, 6, 7, 8, 8 … or,
    with "cyclic", 6, 7, 8, 6 …
    """
    levels = EXIT[exit_rule]
    return levels[raspasy % 3 if exit_rule == "cyclic" else min(raspasy, len(levels) - 1)]


def legal_calls(options: Options, public: Public) -> tuple[Action, ...]:
    """Return the legal calls of the player whose turn it is in the auction: PASS and the possible bids."""
    first_bid = _first_bid(public)
    if first_bid in MISERES:
        return (PASS,)
    lowest_bid = _lowest_bid(options, public)
    return _bids_from(options.misere_hand, lowest_bid, lowest_level(options, public.match.carry), first_bid is None)


@cache
def _bids_from(misere_hand: str, lowest_bid: Action, level: int, is_first_call: bool) -> tuple[Action, ...]:
    """Return PASS and the legal bids that rank at least as high as `lowest_bid`.

    Bids that promise tricks must have at least the level `level`. Misère (no trick) is legal only as the player's first
    call; `is_first_call` tells whether the call is the player's first. `misere_hand` is the house rule that decides
    which bids the game has.
    """
    in_use = (bid for bid in BIDS if bid >= lowest_bid and bid in IN_USE[misere_hand])
    return (PASS, *(bid for bid in in_use if (is_first_call if bid in MISERES else LEVEL[bid] >= level)))


def _first_bid(public: Public) -> Action | None:
    """Return the first call of the player whose turn it is, or None if that player has not called yet."""
    for announcement in public.said:
        if announcement.seat == public.turn:
            return announcement.action
    return None


def _lowest_bid(options: Options, public: Public) -> Action:
    """Return the lowest bid that the player whose turn it is may make, regardless of the lowest level.

    It is the next above the highest bid so far, or an equal one if the house rules let this player bid as high. The
    number of raspasy (deals in which all passed) in a row may require a higher level.
    """
    high = public.auction.high
    if high is None:
        return BIDS[0]
    return high if _may_equal(options, public) else high + 1  # bids are numbered by rank


def _may_equal(options: Options, public: Public) -> bool:
    """Return whether the player whose turn it is may bid as high as the highest bid so far."""
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
    """Return the contracts that the player who won the auction with `bid` may declare.

    They are all contracts that rank at least as high as the bid. After a bid of 9 without the talon, all contracts of 9
    are included.
    """
    return tuple(c for c in SUIT_BIDS if c >= bid or (bid == NINE_HAND and LEVEL[c] == LEVEL[bid]))


def why_not(options: Options, public: Public, bid: Action) -> Reason:
    """Return the message that tells the player whose turn it is which rule of the auction forbids the bid `bid`."""
    first_bid = _first_bid(public)
    if first_bid in MISERES:
        return reason("misere-stands-alone")
    if bid not in IN_USE[options.misere_hand]:
        return reason("bid-not-played", call=bid)
    if bid in MISERES and first_bid is not None:
        return reason("misere-only-first")
    _, *legal = legal_calls(options, public)
    if not legal:
        return reason("no-higher-bid")
    if bid < _lowest_bid(options, public):
        return reason("bid-higher", call=legal[0])
    return reason("bid-from-level", level=lowest_level(options, public.match.carry))
