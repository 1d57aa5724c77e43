"""The messages of quick pairing on a WebSocket of the lobby."""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.api.lobby import SeatEntry

__all__ = ["CancelCommand", "FoundMessage", "SeekCommand", "SoughtMessage"]

MAX_LANES = 3
"""Maximum number of lanes (kinds of matches) in which a person looks for a table at the same time."""


class SeekCommand(Struct, frozen=True, tag="seek", tag_field="type"):
    """A client's message: bring me together with people who look for the same kind of match.

    The answer is a `SoughtMessage`. A later command replaces an earlier one; with the same lanes, the person keeps
    their place in the queue.

    - `lanes`: the names of up to three lanes, the kinds of matches (`Bootstrap.lanes`).
    - `bots`: true if one computer player may fill a seat after 45 seconds. The other people must accept that too.
    - `range`: the greatest accepted difference of ratings, 0 for any.
    - `partner`: the account name of a friend who must be on the same side, "" for nobody. It is only possible in lanes
      with partners. The friend must look for a table too, and name this person.
    """

    lanes: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=MAX_LANES)]
    bots: bool = False
    range: Annotated[int, Meta(ge=0, le=600)] = 0
    partner: Annotated[str, Meta(max_length=80)] = ""


class CancelCommand(Struct, frozen=True, tag="cancel", tag_field="type"):
    """A client's message: stop looking for a table for me. A table that was found already is not given up."""


class SoughtMessage(Struct, frozen=True, tag="sought", tag_field="type"):
    """The state of a person's search for a table. It is sent every five seconds.

    - `waiting`: the number of people who look for a table, by lane, in the lanes (kinds of matches) of this person.
    - `waited_ms`: the time since the search began, in milliseconds.
    - `strikes`: how often in the last 24 hours the person did not come to a table that was found.
    """

    waiting: dict[str, int]
    waited_ms: int
    strikes: int


class FoundMessage(Struct, frozen=True, tag="found", tag_field="type"):
    """A table was found. The match begins as soon as all its people have opened it.

    - `table`: the id of the table.
    - `lane`: the name of the lane, the kind of match.
    - `left_ms`: the time within which the person must open the table, in milliseconds.
    - `seats`: the player of each seat: the name, "" for a person without one, and the rating, null for none. A computer
      player is null.
    - `rated`: true if the match counts for ratings, because all its people own accounts and no two of them have the
      same network address.
    """

    table: str
    lane: str
    left_ms: int
    seats: tuple[SeatEntry | None, ...]
    rated: bool = False
