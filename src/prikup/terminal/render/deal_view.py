"""What one player sees of a deal: of the log where he plays alone with the computer, of what he is told where he plays
with others. The screens draw it, whichever it is."""

from typing import Any

from msgspec import Struct

from prikup.errors import Reason
from prikup.history.log import Act, Log
from prikup.narration import dealing, steps, told
from prikup.state import Seat, View, view

__all__ = ["Happened", "Sight", "sight"]


class Happened(Struct, frozen=True):
    """One thing that was done in a deal: whose action it was (None: nobody's), how many tricks had been played out
    then, and how it is told."""

    by: Seat | None
    tricks: int
    told: tuple[Reason, ...]


class Sight(Struct, frozen=True):
    """A deal being played, before the eyes of a player or a spectator.

    `options` is the text of the house rules; `view` is his own, as if it were his turn where he may act before it;
    `asked` are the seats that are waited for; `begun` is how the deal began and `happened` what was done in it, as far
    as he was there. `chairs` says of each seat what is unusual about who sits there (a key, or ""); `clock` is what is
    left to each in milliseconds, if they are timed; `news` is what was said beside the cards.
    """

    options: str
    view: View[Any]
    asked: tuple[Seat, ...]
    begun: tuple[Reason, ...] = ()
    happened: tuple[Happened, ...] = ()
    chairs: tuple[str, ...] = ()
    clock: tuple[int, ...] = ()
    news: tuple[str, ...] = ()


def sight(log: Log, seat: Seat, *, spoken: bool) -> Sight:
    """What the player of a seat sees of the deal that is being played; `spoken`: he has no table before his eyes."""
    assert log.state is not None
    actor = log.state.public.actor
    happened = (
        Happened(
            step.entry.seat if isinstance(step.entry, Act) else None,
            played_out(step.after.public),
            told(log.game, step, seat, spoken=spoken),
        )
        for step in steps(log)
    )
    return Sight(
        log.begin.options,
        view(log.state, seat),
        () if actor is None else (actor,),
        dealing(log),
        tuple(happened),
    )


def played_out(public: Any) -> int:
    """How many tricks have been played out."""
    return len(public.tricks.past) if public.tricks else 0
