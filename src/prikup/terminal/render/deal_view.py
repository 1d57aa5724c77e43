"""A deal as one player sees it, which the screens draw."""

from typing import Any

from msgspec import Struct

from prikup.errors import Reason
from prikup.state import Seat, View

__all__ = ["Happened", "Sight", "played_out"]


class Happened(Struct, frozen=True):
    """One thing that was done in a deal.

    `by` is whose action it was (None: nobody's), `tricks` the number of tricks that had been played out then, and
    `told` are its sentences.
    """

    by: Seat | None
    tricks: int
    told: tuple[Reason, ...]


class Sight(Struct, frozen=True):
    """A deal being played, before the eyes of a player or a spectator.

    `options` is the text of the house rules; `view` is that of the viewer, as if it were the viewer's turn where an
    action may be done before its turn; `asked` are the seats that are waited for; `begun` is how the deal began and
    `happened` what was done in it while the viewer was there. `chairs` says of each seat what is unusual about who sits
    there (a key, or ""); `clock` is what is left to each seat in milliseconds, if they are timed; `news` is what was
    said beside the cards.
    """

    options: str
    view: View[Any]
    asked: tuple[Seat, ...]
    begun: tuple[Reason, ...] = ()
    happened: tuple[Happened, ...] = ()
    chairs: tuple[str, ...] = ()
    clock: tuple[int, ...] = ()
    news: tuple[str, ...] = ()


def played_out(public: Any) -> int:
    """Return the number of tricks that have been played out."""
    return len(public.tricks.past) if public.tricks else 0
