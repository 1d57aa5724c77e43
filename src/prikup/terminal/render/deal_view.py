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

    - `options`: the house rules as text.
    - `view`: what the viewer may see of the deal. If the viewer may act before it is their turn, the view is changed so
      that it is their turn.
    - `seats_to_act`: the seats that have to act now.
    - `opening_sentences`: sentences about the start of the deal.
    - `events`: what has happened since the viewer joined.
    - `chairs`: by seat, a key for the state of the player, such as `away` for an absent player, and "" if there is
      nothing to say.
    - `clock`: the remaining time by seat in milliseconds, or () if the table has no clocks.
    - `news`: messages to the viewer that are not about actions of the deal.
    - `limits`: sentences which say that the match is rated, if it is, and how much time is left.
    - `reserves`: at a turn-based table (players answer within hours or days) a phrase for each person: how much of
      their extra time for the match (the reserve) is left, and how many decisions in a row they have missed.
    """

    options: str
    view: View[Any]
    seats_to_act: tuple[Seat, ...]
    opening_sentences: tuple[Reason, ...] = ()
    events: tuple[NarratedEvent, ...] = ()
    chairs: tuple[str, ...] = ()
    clock: tuple[int, ...] = ()
    news: tuple[str, ...] = ()
    limits: tuple[Reason, ...] = ()
    reserves: tuple[Reason, ...] = ()


def finished_trick_count(public: Any) -> int:
    """Return the number of finished tricks in a deal. It is 0 before the play of cards.

    `public` is the public part of the deal's state, which every player may see.
    """
    return len(public.tricks.past) if public.tricks else 0
