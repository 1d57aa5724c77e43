"""The types of the events that make up the log of a match, and what can be learnt from events without a replay."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from prikup.history.shuffle import Shuffle
from prikup.rules.cards import Card
from prikup.rules.state import Action, Seat

__all__ = [
    "HUMAN",
    "ActionEvent",
    "AdjustEvent",
    "AgreementEvent",
    "BeginEvent",
    "ConcessionEvent",
    "DealEvent",
    "EntryEvent",
    "Event",
    "EventWriter",
    "RowEvent",
    "StopEvent",
    "StopReason",
    "UndoEvent",
    "deals_with_undo",
]


class BeginEvent(Struct, frozen=True, tag="begin", tag_field="type", omit_defaults=True):
    """The first event of a match.

    - `game` is the name of the game, and `rules` the version number of its rules.
    - `options` are the house rules as text: the name of a preset and the options that differ from it.
    - `names` are the players' names, in the order of the seats.
    - `players` tells for each seat who plays: `human`, or the name of a computer player.
    - `dealer` is the seat that deals first.
    - `format` is the version number of the log format.
    - `deals` is the number of deals after which the match ends; 0 if only the rules end it.
    - `seed` is the seed of the match if a user chose one, else "". The seeds of all deals follow from it.
    - `bots` is the seed from which the random choices of the computer players follow.
    - `unverified` tells whether the match was played on a user's own device, so that a server knows only its log.
    """

    game: str
    rules: int
    options: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    dealer: Seat
    format: int = 1
    deals: int = 0
    seed: str = ""
    bots: int = 0
    unverified: bool = False


class DealEvent(Struct, frozen=True, tag="deal", tag_field="type", omit_defaults=True):
    """A deck (`deck`, top card first) that was dealt in deal number `deal`, counted from 1.

    `attempt` counts the decks of this deal from 1, because the rules may refuse a deck. `shuffle` has the inputs from
    which anyone can recompute the deck; it is None for a deck that was not shuffled. `refused` is the message key of
    the rule that refused the deck, "" if none did.
    """

    deal: int
    attempt: int
    deck: tuple[Card, ...]
    shuffle: Shuffle | None = None
    refused: str = ""


class ActionEvent(Struct, frozen=True, tag="act", tag_field="type", gc=False):
    """An action (a card or a call) of one seat; `act` is the number of the action."""

    seat: Seat
    act: Action


class AgreementEvent(Struct, frozen=True, tag="agreed", tag_field="type"):
    """An agreement on the remaining tricks, which ended the deal: `won` are the tricks that each seat gets by it.

    `by` are the seats that agreed.
    """

    won: tuple[int, ...]
    by: tuple[Seat, ...]


class ConcessionEvent(Struct, frozen=True, tag="conceded", tag_field="type"):
    """A concession that ended the deal: the seats of `side` gave the deal up."""

    side: tuple[Seat, ...]


class UndoEvent(Struct, frozen=True, tag="undo", tag_field="type"):
    """An undo: the deal returns to its state after its first `to` entries (actions and agreements).

    Entries that were undone before are not counted.
    """

    to: int


class RowEvent(Struct, frozen=True, tag="row", tag_field="type"):
    """The entry of a finished deal on the score sheet: `row` has the amounts that it adds, by column, then by side.

    `digest` is a hash (16 hex digits) of all sheet entries of the deal, including their reasons. A replay computes the
    sheet entries from the rules again and compares both fields with them.
    """

    row: tuple[tuple[int, ...], ...]
    digest: str


class AdjustEvent(Struct, frozen=True, tag="adjust", tag_field="type"):
    """A manual correction of the score sheet: `amount` is added to one box of the sheet.

    The box is in the column with the name `column` and belongs to the side with the number `side`, counted from 0.
    `amount` is in the unit of the column and at most 10^15 in either direction. `why` is the reason that the user gave.
    """

    column: str
    side: int
    amount: int
    why: str


StopReason = Literal["", "time", "forfeit"]
"""The reason why a match was ended before the rules ended it; `StopEvent` explains the values."""


class StopEvent(Struct, frozen=True, tag="stop", tag_field="type", omit_defaults=True):
    """The end of a match before the rules end it.

    `why` is `time` if the time limit of the match ran out, `forfeit` if all human players gave the match up, and "" if
    the players agreed to end it.
    """

    why: StopReason = ""


HUMAN = "human"
"""The entry in `BeginEvent.players` for a human player."""


EntryEvent = ActionEvent | AgreementEvent | ConcessionEvent
"""An event that continues the current deal: an action, an agreement or a concession."""


Event = (
    BeginEvent
    | DealEvent
    | ActionEvent
    | AgreementEvent
    | ConcessionEvent
    | UndoEvent
    | RowEvent
    | AdjustEvent
    | StopEvent
)


EventWriter = Callable[[Event], None]
"""A function that stores an event and returns when the event is durable."""


def deals_with_undo(events: Iterable[Event]) -> tuple[int, ...]:
    """Return the numbers of the deals in which the only human player of a match took an action back.

    Against computer players, this player may take back any number of actions although they have seen cards since, so a
    match with such deals does not count in statistics. A match with several human players counts, and the result is ()
    for it: in such a match an action can be taken back only if it revealed nothing, or if a computer player made it for
    an absent player and all players agree.
    """
    rest = iter(events)
    begin = next(rest, None)
    if not isinstance(begin, BeginEvent) or begin.players.count(HUMAN) != 1:
        return ()
    deals: dict[int, None] = {}
    deal = 0
    for event in rest:
        match event:
            case DealEvent():
                deal = event.deal
            case UndoEvent():
                deals[deal] = None
    return tuple(deals)
