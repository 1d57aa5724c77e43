"""A deal as one player sees it: the input of the screens."""

from typing import Any

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.rules.state import Seat, View

__all__ = ["DealView", "NarratedEvent", "finished_trick_count"]


class NarratedEvent(Struct, frozen=True):
    """One action or event of a deal.

    `seat` is the seat that acted (None: no seat), `tricks` the number of tricks finished at that time, and `sentences`
    are its sentences.
    """

    seat: Seat | None
    tricks: int
    sentences: tuple[Reason, ...]


class DealView(Struct, frozen=True):
    """A deal in progress, as shown to a player or a spectator.

    `options` are the house rules as text. `view` is the viewer's View, adjusted to the viewer's turn where an action is
    allowed before it. `seats_to_act` are the seats that are to act. `opening_sentences` are the sentences about the
    start of the deal, and `events` the events since the viewer joined. `chairs` has the unusual state of each seat (a
    key, or ""); `clock` is the remaining time by seat in milliseconds, () without clocks; `news` are messages other
    than actions.
    """

    options: str
    view: View[Any]
    seats_to_act: tuple[Seat, ...]
    opening_sentences: tuple[Reason, ...] = ()
    events: tuple[NarratedEvent, ...] = ()
    chairs: tuple[str, ...] = ()
    clock: tuple[int, ...] = ()
    news: tuple[str, ...] = ()


def finished_trick_count(public: Any) -> int:
    """Return the number of finished tricks."""
    return len(public.tricks.past) if public.tricks else 0
