"""A deal as one player sees it: the input of the screens."""

from typing import Any

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.rules.state import Seat, View

__all__ = ["DealView", "Happened", "played_out"]


class Happened(Struct, frozen=True):
    """One action or event of a deal.

    `by` is the seat that acted (None: no seat), `tricks` the number of tricks finished at that time, and `told` are its
    sentences.
    """

    by: Seat | None
    tricks: int
    told: tuple[Reason, ...]


class DealView(Struct, frozen=True):
    """A deal in progress, as shown to a player or a spectator.

    `options` are the house rules as text. `view` is the viewer's View, adjusted to the viewer's turn where an action is
    allowed before it. `asked` are the seats that are to act. `begun` are the sentences about the start of the deal, and
    `happened` the events since the viewer joined. `chairs` has the unusual state of each seat (a key, or ""); `clock`
    is the remaining time by seat in milliseconds, () without clocks; `news` are messages other than actions.
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
    """Return the number of finished tricks."""
    return len(public.tricks.past) if public.tricks else 0
