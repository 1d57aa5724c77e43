"""The types of events in a table's commits: all events of a match log, and events about the table itself.

An event records a change that was checked before it was written, so applying it needs no checks.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from prikup.history.events import Event as LogEvent
from prikup.rules.state import Action, Seat
from prikup.table.protocol.message_parts import ProposalType

__all__ = [
    "ActionReported",
    "BotAssigned",
    "ClockExpired",
    "ClocksRecorded",
    "ListingChanged",
    "LogEvent",
    "PlayerRenamed",
    "ProposalAnswered",
    "ProposalMade",
    "QuestionsTimed",
    "RatingDecided",
    "RematchOpened",
    "SealedActionTaken",
    "SeatForfeited",
    "SeatLeft",
    "SeatTaken",
    "SeedCommitted",
    "ShuffleInputSent",
    "TableAnnulled",
    "TableEvent",
    "TableLocked",
    "TimeExpired",
    "TimesRecorded",
    "UserRemoved",
    "decode",
    "encode",
]


class SeatTaken(Struct, frozen=True, tag="seated", tag_field="type"):
    """A user has taken a seat.

    `user` is the user's id, and `name` the display name. The table shows a variant of the name if it could be confused
    with another player's name. `guest` is false for a user with an account, to whom the name belongs. Events of older
    versions of the program do not contain `guest`.
    """

    seat: Seat
    user: str
    name: str
    guest: bool = True


class SeatLeft(Struct, frozen=True, tag="stood", tag_field="type"):
    """The user of a seat has left it before the match, so that the seat belongs to no user any more."""

    seat: Seat


class PlayerRenamed(Struct, frozen=True, tag="named", tag_field="type"):
    """The user of a seat has a new name, or has become the owner of an account.

    `name` is the user's display name, and `guest` is false for the owner of an account. The match log keeps the name
    that the user had when the match started.
    """

    seat: Seat
    name: str
    guest: bool = True


class UserRemoved(Struct, frozen=True, tag="removed", tag_field="type"):
    """The table's host (who opened it) has removed a user, who can no longer take a seat at this table.

    `user` is the user's id, and `seat` the seat that the user had, None if they had none. During the match, `level` is
    the level (strength) of the computer player that gets the seat for good. Before the match it is "", and the seat
    becomes empty.
    """

    seat: Seat | None
    user: str
    level: str


class TableLocked(Struct, frozen=True, tag="locked", tag_field="type"):
    """The table's host (who opened it) has locked or unlocked the table.

    `users` are the ids of the users who may join the locked table, in addition to its host and the seated users. None
    unlocks the table.
    """

    users: tuple[str, ...] | None


class BotAssigned(Struct, frozen=True, tag="botted", tag_field="type"):
    """From now on a computer player of the level (strength) `level` plays for a seat.

    The level "" removes the computer player from the seat.
    """

    seat: Seat
    level: str


class ClockExpired(Struct, frozen=True, tag="fallen", tag_field="type"):
    """The clock of a seat has run out of time, so a computer player plays for the seat until the end of the deal.

    In a rated match the computer player makes only the current decision.
    """

    seat: Seat


class RatingDecided(Struct, frozen=True, tag="rating", tag_field="type"):
    """At the start of a match that was requested to count for ratings, it is decided whether it counts.

    `why` is "" if it counts. Otherwise it is the key of the reason, as in `prikup.table.rated_match`, or `elsewhere` if
    somebody is playing another rated match.
    """

    why: str


class SeatForfeited(Struct, frozen=True, tag="forfeited", tag_field="type"):
    """The user of a seat has forfeited a rated match; a computer player has the seat for the rest of it.

    `why` is `resigned`, `clock` if the clock was at zero for too many decisions, or `away` if the user was away for too
    long. `deals` is the number of deals finished until then.
    """

    seat: Seat
    why: Literal["resigned", "clock", "away"]
    deals: int


class TimesRecorded(Struct, frozen=True, tag="times", tag_field="type"):
    """The time for which the match has been played until this commit, and the time for which each player was away.

    A player is away while not connected or after leaving the seat. `played` is in milliseconds, and `away` has the
    milliseconds for each seat. In a match that is not rated, `away` is ().
    """

    played: int
    away: tuple[int, ...]


class TimeExpired(Struct, frozen=True, tag="overdue", tag_field="type"):
    """The time that a seat had for its decision is over, so a computer player makes this decision.

    This happens only at a turn-based table, at which players answer within hours or days.
    """

    seat: Seat


class QuestionsTimed(Struct, frozen=True, tag="questions", tag_field="type"):
    """At a turn-based table, the seats that have to act have changed, or some of them have another decision to make.

    At such a table players answer within hours or days.

    - `asked`: by seat, the time at which the seat was asked for its decision (wall clock, ms), None for a seat that
      does not have to act.
    - `reserves`: by seat, the time left in the seat's reserve (extra time for the whole match), in milliseconds.
    """

    asked: tuple[int | None, ...]
    reserves: tuple[int, ...]


class SeedCommitted(Struct, frozen=True, tag="committed", tag_field="type", omit_defaults=True):
    """The secret seed of the next shuffle was chosen, or the shuffle has reached its next step.

    - `deal`: the number of the deal, from 1.
    - `attempt`: the number of the deck in this deal, from 1. There can be several, because the rules may reject a deck.
    - `seed`: the secret seed, as 64 hex digits.
    - `hashes`: by seat, the hash by which a player has committed to an entropy (a random text that influences the
      shuffle).
    - `entropies`: by seat, the entropies that the players have revealed.

    The event is written again at the end of the shuffle's step `hashes`, with the `hashes`, and at the end of its step
    `entropies`, with the `entropies` too. From then on these inputs cannot change. An entry of `hashes` or `entropies`
    is None for a seat without this input; before its step has ended, the whole field is ().
    """

    deal: int
    attempt: int
    seed: str
    hashes: tuple[str | None, ...] = ()
    entropies: tuple[str | None, ...] = ()


class ShuffleInputSent(Struct, frozen=True, tag="mixed", tag_field="type", omit_defaults=True):
    """At a turn-based table, a seat has sent an input for the shuffle of the next deck, during a deal.

    At such a table players answer within hours or days.

    - `hash`: the hash by which the player has committed to an entropy (a random text that influences the shuffle).
    - `entropy`: that entropy, "" before it is revealed.
    - `cut`: the number of cards that the player moves from the top of the deck if they have to cut, 0 if not sent yet.

    The event contains all inputs that the seat has sent for this deck so far, so it replaces the seat's earlier ones.
    """

    seat: Seat
    hash: str = ""
    entropy: str = ""
    cut: int = 0


class SealedActionTaken(Struct, frozen=True, tag="laid", tag_field="type"):
    """A seat has acted before its turn in a sealed phase, where no seat sees the actions of the others.

    `act` is the action. The table stores it, and passes it to the game when it is the seat's turn.
    """

    seat: Seat
    act: Action


class ProposalMade(Struct, frozen=True, tag="proposed", tag_field="type", omit_defaults=True):
    """A seat has made a proposal that other seats may have to agree to.

    - `number`: the number of the proposal at its table, from 1.
    - `what`: the type of the proposal, such as `claim` or `undo`.
    - `by`: the seat that made the proposal.
    - `won`: for a claim of remaining tricks, the number of these tricks that each seat would get. A claim without `won`
      was refused at once, without asking anyone.
    - `seat`: for the type `replace`, the seat of the absent player; otherwise None.
    - `to`: for an undo, the number of entries (actions) of the deal that would remain.
    - `sure`: for a claim, the seats for which a computer player agrees.

    After a claim that was refused at once, there is a `ProposalAnswered` in which the claiming seat itself rejects it,
    so that older versions of the program drop the claim.
    """

    number: int
    what: ProposalType
    by: Seat
    won: tuple[int, ...] = ()
    seat: Seat | None = None
    to: int = 0
    sure: tuple[Seat, ...] = ()


class ProposalAnswered(Struct, frozen=True, tag="answered", tag_field="type"):
    """A seat has accepted (`yes`) or rejected the open proposal, whose number is `number`.

    A rejection closes the proposal.
    """

    number: int
    seat: Seat
    yes: bool


class ClocksRecorded(Struct, frozen=True, tag="timed", tag_field="type"):
    """The time left on the clock of each seat after this commit; `left` is in milliseconds, by seat."""

    left: tuple[int, ...]


class ActionReported(Struct, frozen=True, tag="reported", tag_field="type"):
    """A user has reported a bad action of a computer player, so that developers can examine the deal.

    - `event`: the index of the action in the match log, from 0.
    - `deal`: the number of the deal, from 1.
    - `seat`: the seat that acted.
    - `level`: the level (strength) of the computer player that was playing for the seat.
    - `user`: the id of the user who reports the action.
    - `at`: the time of the report (wall clock, ms).
    """

    event: int
    deal: int
    seat: Seat
    level: str
    user: str
    at: int


class ListingChanged(Struct, frozen=True, tag="listed", tag_field="type"):
    """An open table has left the list of open tables, or its host has listed it again.

    `listed` is true if the table was listed again. `at` is the time (wall clock, ms). A new open table is in the list
    without such an event.
    """

    listed: bool
    at: int


class TableAnnulled(Struct, frozen=True, tag="annulled", tag_field="type"):
    """Some of the people for whom quick pairing opened a table have not come in time, so the table is given up.

    Quick pairing opens tables for people who look for players at the same time. The table is given up before the match.
    `seats` are the seats of those who have not come.
    """

    seats: tuple[Seat, ...]


class RematchOpened(Struct, frozen=True, tag="again", tag_field="type"):
    """A player has opened a new table for a rematch; `table` is the new table's id."""

    table: str


TableEvent = (
    LogEvent
    | SeatTaken
    | SeatLeft
    | PlayerRenamed
    | UserRemoved
    | TableLocked
    | BotAssigned
    | ClockExpired
    | TimeExpired
    | QuestionsTimed
    | SeedCommitted
    | ShuffleInputSent
    | SealedActionTaken
    | ProposalMade
    | ProposalAnswered
    | ClocksRecorded
    | ActionReported
    | TableAnnulled
    | RatingDecided
    | SeatForfeited
    | TimesRecorded
    | RematchOpened
    | ListingChanged
)
encode = msgspec.json.Encoder().encode
"""Encode a tuple of events as JSON."""
decode = msgspec.json.Decoder(tuple[TableEvent, ...]).decode
"""Decode a tuple of events from JSON."""
