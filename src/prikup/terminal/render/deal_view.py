"""The data that a screen needs to show a deal: everything that one player or spectator sees of it."""

from typing import Any

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.rules.state import Seat, View

__all__ = ["DealView", "NarratedEvent", "finished_trick_count"]


class NarratedEvent(Struct, frozen=True):
    """An action or another event of a deal, with the sentences that describe it.

    `seat` is the seat that acted, or None if no seat did. `tricks` is the number of tricks that are finished once the
    event has happened.
    """

    seat: Seat | None
    tricks: int
    sentences: tuple[Reason, ...]


class DealView(Struct, frozen=True):
    """A deal in progress, as it is shown to one player or spectator (the viewer).

    `options` are the house rules as text. `view` is what the viewer may see of the deal; if the viewer may act before
    it is their turn, the view is changed so that it is their turn. `seats_to_act` are the seats that have to act now.
    `opening_sentences` describe the start of the deal, and `events` what has happened since the viewer joined. `chairs`
    has a key for each seat in an unusual state, such as `away` for an absent player, and "" for all other seats.
    `clock` is the remaining time by seat in milliseconds, or () if the table has no clocks. `news` are messages to the
    viewer that are not about actions of the deal.
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
    """Return the number of finished tricks in a deal: 0 before the play of cards.

    `public` is the public part of the deal's state.
    """
    return len(public.tricks.past) if public.tricks else 0
