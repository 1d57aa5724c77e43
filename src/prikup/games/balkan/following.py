"""The followers of declarer: who they are, and which calls those who came may make."""

from prikup.games.balkan.calls import ALONE, INVITE, KONTRA, READY
from prikup.games.balkan.games import games
from prikup.games.balkan.options import Options
from prikup.games.balkan.public import Public
from prikup.games.balkan.seating import opponents
from prikup.rules.cards import Action, Seat

__all__ = ["followers_of", "needs_kontra", "speeches"]


def followers_of(options: Options, public: Public) -> tuple[Seat, Seat]:
    """Return the two opponents of declarer, in calling order."""
    assert public.declarer is not None
    return opponents(options, public.dealer, public.declarer)


def speeches(options: Options, public: Public) -> tuple[Action, ...]:
    """Return the legal calls of a follower who came."""
    is_lone, kontra = len(public.comers) == 1, options.kontra != "off"
    invite = is_lone and options.invite != "off" and not needs_kontra(options, public)
    ready = ALONE if is_lone and not kontra else READY
    return (ready, *((KONTRA,) if kontra else ()), *((INVITE,) if invite else ()))


def needs_kontra(options: Options, public: Public) -> bool:
    """Return whether this game is played only after a kontra."""
    is_lowest = public.contract == games(options)[0] and public.exchange is not None
    return is_lowest and options.kontra != "off" and options.lowest_needs_kontra != "off"
