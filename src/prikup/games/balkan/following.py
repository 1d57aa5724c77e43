"""The followers (the two opponents of declarer): which seats they are, and which calls they may make."""

from prikup.games.balkan.calls import ALONE, INVITE, KONTRA, READY
from prikup.games.balkan.games import games
from prikup.games.balkan.options import Options
from prikup.games.balkan.public import Public
from prikup.games.balkan.seating import opponents
from prikup.rules.cards import Action, Seat

__all__ = ["followers_of", "needs_kontra", "speeches"]


def followers_of(options: Options, public: Public) -> tuple[Seat, Seat]:
    """Return the seats of declarer's two opponents (the followers), in calling order."""
    assert public.declarer is not None
    return opponents(options, public.dealer, public.declarer)


def speeches(options: Options, public: Public) -> tuple[Action, ...]:
    """Return the calls that a follower (an opponent of declarer) may make after deciding to play.

    They are READY (leave the stake as it is), KONTRA (double it) and INVITE (let the other follower play too), as far
    as the house rules allow them. A lone follower calls ALONE instead of READY if the rules have no kontra.
    """
    is_lone, kontra = len(public.comers) == 1, options.kontra != "off"
    invite = is_lone and options.invite != "off" and not needs_kontra(options, public)
    ready = ALONE if is_lone and not kontra else READY
    return (ready, *((KONTRA,) if kontra else ()), *((INVITE,) if invite else ()))


def needs_kontra(options: Options, public: Public) -> bool:
    """Return whether the declared game is played only if an opponent of declarer calls kontra (doubles the stake).

    Under some house rules this is so for the lowest game, unless it is an igra (played without the talon).
    """
    is_lowest = public.contract == games(options)[0] and public.exchange is not None
    return is_lowest and options.kontra != "off" and options.lowest_needs_kontra != "off"
