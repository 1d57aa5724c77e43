"""The auction of Balkan Preferans: which calls are legal, and which player calls next.

A player bids the number of a game, calls "mine" to take over the number bid last instead of bidding higher, or calls
igra (a game that is played without the talon, the two cards left over).
"""

from collections.abc import Iterator

from prikup.games.balkan.calls import EIGHT, IGRA, IGRA_PREFERANS, IGRA_SANS, IGRAS, MINE, PASS, SEVEN, TRUMP, TWO
from prikup.games.balkan.games import games, numbers
from prikup.games.balkan.options import Options
from prikup.games.balkan.public import Public
from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.state import Announcement
from prikup.rules.tricks import ring

__all__ = ["NUMBERS", "bids", "igra_callers", "nameable_games", "named_games", "next_to_speak", "why_not"]

NUMBERS = range(TWO, EIGHT + 1)
"""The calls that bid a number, from two to eight."""


def bids(options: Options, public: Public, seat: Seat) -> tuple[Action, ...]:
    """Return the legal calls, PASS excepted, of the player in `seat`, who is still in the auction."""
    auction = public.auction
    igras = _igras(options, auction.high) if _first_word(public, seat) else ()
    if auction.high in IGRAS:
        return igras
    hold = (MINE,) if _may_hold(options, public, seat) else ()
    return (*hold, *_raises(options, public, seat, bool(hold)), *igras)


def _raises(options: Options, public: Public, seat: Seat, may_hold: bool) -> tuple[Action, ...]:
    """Return the numbers that the player in `seat` may bid.

    `may_hold` tells whether the player may take over the highest number so far with the call "mine". In that case the
    house rule `mine` may forbid a higher bid.
    """
    if may_hold and options.mine == "next":  # this player must first hold the last number, or pass
        return ()
    if may_hold and options.mine == "senior_must" and not _first_word(public, seat):
        return ()
    lowest = TWO if public.auction.high is None else public.auction.high + 1
    highest = _highest(options)
    return tuple(range(lowest, (highest if options.jump else min(lowest, highest)) + 1))


def _highest(options: Options) -> Action:
    """Return the highest number that can be bid."""
    return EIGHT if options.preferans else SEVEN


def _may_hold(options: Options, public: Public, seat: Seat) -> bool:
    """Return whether the player in `seat` may call "mine", which takes over the highest number so far."""
    auction = public.auction
    if auction.high is None or auction.holder in (None, seat):
        return False
    if options.mine == "next":
        return auction.high > TWO and _has_no_hold(public)
    return _senior(auction, seat)


def _has_no_hold(public: Public) -> bool:
    """Return whether the highest number bid so far has not been taken over by a player who called "mine"."""
    return next(announcement.action for announcement in reversed(public.said) if announcement.action != PASS) != MINE


def _senior(auction: Auction, seat: Seat) -> bool:
    """Return whether `seat` precedes the highest bidder of `auction` in calling order, and so may call "mine"."""
    return auction.holder is not None and auction.live.index(seat) < auction.live.index(auction.holder)


def _first_word(public: Public, seat: Seat) -> bool:
    return all(announcement.seat != seat for announcement in public.said)


def _igras(options: Options, high: Action | None) -> tuple[Action, ...]:
    """Return the igra calls (for a game without the talon) that may follow the highest call so far.

    `high` is None if no call but PASS has been made.
    """
    if options.igra == "any":
        return (IGRA,)
    lowest = high + 1 if high is not None and high > IGRA and high in IGRAS else IGRA
    return tuple(range(lowest, (IGRA_PREFERANS if options.preferans else IGRA_SANS) + 1))


def next_to_speak(options: Options, public: Public) -> Seat | None:
    """Return the next player in the auction who has a legal call other than PASS, or None if the auction is over."""
    auction = public.auction
    for seat in _calling_order(auction):
        if seat != auction.holder and bids(options, public, seat):
            return seat
    return None


def _calling_order(auction: Auction) -> Iterator[Seat]:
    """Yield the players who are still in the auction, starting with the one whose turn it is to call."""
    yield from ring(auction.live, auction.turn, None)


def igra_callers(announcements: tuple[Announcement, ...]) -> tuple[Seat, ...]:
    """Return the seats whose igra call (for a game without the talon) in `announcements` is the highest.

    The seats are in calling order. If the house rules have several igra calls, a later call is never lower than an
    earlier one. So the highest call is the last one, and the result has all players who made it.
    """
    calls = [call for call in announcements if call.action in IGRAS]
    return tuple(call.seat for call in calls if call.action == calls[-1].action)


def why_not(options: Options, public: Public, seat: Seat, action: Action) -> Reason:
    """Return the message that tells the player in `seat` which rule of the auction forbids the call `action`."""
    high = public.auction.high
    if action in IGRAS:
        if not _first_word(public, seat):
            return reason("igra-first-word-only")
        igra_calls = _igras(options, None)
        return reason("igra-higher", call=high or IGRA) if action in igra_calls else reason("not-now")
    if high in IGRAS and (action == MINE or action in NUMBERS):
        return reason("igra-beats-numbers")
    if action == MINE:
        return _why_not_hold(options, high)
    if action not in NUMBERS or action > _highest(options):
        return reason("not-now")
    if high is not None and action <= high:
        return reason("bid-higher", call=high)
    if high is not None and _may_hold(options, public, seat) and not _raises(options, public, seat, True):
        return reason("hold-or-pass", call=high)
    return reason("next-number-only", call=TWO if high is None else high + 1)


def _why_not_hold(options: Options, high: Action | None) -> Reason:
    if high is None:
        return reason("nothing-to-hold")
    if options.mine != "next":
        return reason("not-senior", call=high)
    return reason("two-not-held") if high == TWO else reason("held-already", call=high)


def named_games(options: Options, public: Public) -> list[Announcement]:
    """Return the announcements with which igra callers (who play without the talon) named their games, in order."""
    games_played = numbers(options)
    return [announcement for announcement in public.said if announcement.action in games_played]


def nameable_games(options: Options, public: Public) -> tuple[Action, ...]:
    """Return the calls of the games that the next igra caller (who plays without the talon) may name."""
    all_games, number_of = games(options), numbers(options)
    nameable = all_games if options.igra == "any" else tuple(call for call in all_games if call in TRUMP)
    if options.igra_naming == "all" or not (named := named_games(options, public)):
        return nameable
    return tuple(call for call in nameable if number_of[call] > number_of[named[-1].action])
