"""What the rows of a table hold: every event of the log of its match, and the table's own.

An event says what is so from now on; whether it may be so was decided before it was written.
"""

import msgspec
from msgspec import Struct

from prikup.history.log import Event as LogEvent
from prikup.state import Action, Seat
from prikup.table.protocol import Kind

__all__ = [
    "Again",
    "Answered",
    "Botted",
    "Committed",
    "Event",
    "Fallen",
    "Laid",
    "LogEvent",
    "Proposed",
    "Seated",
    "Stood",
    "Timed",
    "decoded",
    "encoded",
]


class Seated(Struct, frozen=True, tag="seated", tag_field="type"):
    """A seat is this person's."""

    seat: Seat
    user: str
    name: str


class Stood(Struct, frozen=True, tag="stood", tag_field="type"):
    """A seat is nobody's."""

    seat: Seat


class Botted(Struct, frozen=True, tag="botted", tag_field="type"):
    """A computer player of this level plays for a seat; "": none does."""

    seat: Seat
    level: str


class Fallen(Struct, frozen=True, tag="fallen", tag_field="type"):
    """The clock of a seat has fallen: a computer player plays for it to the end of the deal."""

    seat: Seat


class Committed(Struct, frozen=True, tag="committed", tag_field="type"):
    """The secret seed of the next shuffle."""

    deal: int
    attempt: int
    seed: str


class Laid(Struct, frozen=True, tag="laid", tag_field="type"):
    """An action in a sealed phase whose turn has not come."""

    seat: Seat
    act: Action


class Proposed(Struct, frozen=True, tag="proposed", tag_field="type", omit_defaults=True):
    """A seat asks the others to agree. `to` is the number of entries that an undo keeps."""

    number: int
    what: Kind
    by: Seat
    won: tuple[int, ...] = ()
    seat: Seat | None = None
    to: int = 0


class Answered(Struct, frozen=True, tag="answered", tag_field="type"):
    """A seat's word on a proposal; no: it has fallen."""

    number: int
    seat: Seat
    yes: bool


class Timed(Struct, frozen=True, tag="timed", tag_field="type"):
    """What was left on the clocks, by seat in milliseconds."""

    left: tuple[int, ...]


class Again(Struct, frozen=True, tag="again", tag_field="type"):
    """The table of the rematch."""

    table: str


Event = LogEvent | Seated | Stood | Botted | Fallen | Committed | Laid | Proposed | Answered | Timed | Again
_decoder = msgspec.json.Decoder(tuple[Event, ...])
_encoder = msgspec.json.Encoder()


def encoded(events: tuple[Event, ...]) -> bytes:
    """The JSON of a row."""
    return _encoder.encode(events)


def decoded(row: bytes) -> tuple[Event, ...]:
    """The events of a row."""
    return _decoder.decode(row)
