"""The state of a deal, split by who may see it: public to all, a hand and notes to one seat, the stock to nobody.

A `View` is what one receiver may know. It has no field in which another seat's cards could travel, and `legal` takes a
View, so no rule can peek.
"""

from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from prikup.cards import BIT, Action, Card, Mask, Seat
from prikup.tricks import Tricks

__all__ = [
    "Action",
    "Note",
    "Public",
    "Said",
    "Seat",
    "State",
    "View",
    "moved",
    "noted",
    "placed",
    "view",
    "watch",
    "with_public",
]


class Note(Struct, frozen=True, gc=False):
    """One thing that a seat privately knows: its sealed bid, its discard, a card taken, given or got.

    `seat` is the other party (the giver of a card got, the receiver of a card given), otherwise the seat itself.
    """

    kind: Literal["bid", "discarded", "took", "gave", "got"]
    seat: Seat
    action: Action


class Said(Struct, frozen=True, gc=False):
    """One thing said or laid open in front of everybody: a call, or a card turned up."""

    seat: Seat
    action: Action


class Public(Protocol):
    """The fields that the public struct of every game begins with."""

    @property
    def phase(self) -> str:
        """The name of the game's method that applies the next action; "over" when the deal is over."""

    @property
    def turn(self) -> Seat | None:
        """The seat whose cards are to be played; None when the deal is over."""

    @property
    def actor(self) -> Seat | None:
        """The seat that decides: `turn`, or the seat that plays an exposed partner's cards; None when all is over."""

    @property
    def dealer(self) -> Seat:
        """The seat that deals."""

    @property
    def shown(self) -> tuple[Mask, ...]:
        """The cards lying face up, a mask by seat."""

    @property
    def match(self) -> Any:
        """The `Standing` as the deal began: one object, shared by all states of the deal."""

    @property
    def said(self) -> tuple[Said, ...]:
        """Everything said so far, in order."""

    @property
    def tricks(self) -> Tricks | None:
        """The trick play; None until it begins."""


P = TypeVar("P", bound=Public)


class State(Struct, Generic[P], frozen=True, gc=False):
    """All of a deal at one moment. `hands` are masks by seat, `notes` go by seat, `stock` is top first."""

    public: P
    hands: tuple[Mask, ...]
    notes: tuple[tuple[Note, ...], ...]
    stock: tuple[Card, ...]


class View(Struct, Generic[P], frozen=True, gc=False):
    """All that one receiver knows of a deal. `seat` is None for a spectator, whose hand is 0."""

    seat: Seat | None
    public: P
    hand: Mask
    notes: tuple[Note, ...]


def view(state: State[P], seat: Seat) -> View[P]:
    """Return the View of `seat`."""
    return View(seat, state.public, state.hands[seat], state.notes[seat])


def watch(state: State[P]) -> View[P]:
    """Return the View of a spectator."""
    return View(None, state.public, 0, ())


def with_public(state: State[P], public: P) -> State[P]:
    """Return the state after something that moved no card."""
    return State(public, state.hands, state.notes, state.stock)


def placed(hands: tuple[int, ...], seat: Seat, hand: int) -> tuple[int, ...]:
    """Return the hands (masks by seat) with that of `seat` replaced."""
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def moved(hands: tuple[int, ...], card: Card, giver: Seat, receiver: Seat | None = None) -> tuple[int, ...]:
    """Return the hands (masks by seat) after a card went from `giver` to `receiver`, or to the table (None)."""
    changed = list(hands)
    changed[giver] ^= BIT[card]
    if receiver is not None:
        changed[receiver] |= BIT[card]
    return tuple(changed)


def noted(notes: tuple[tuple[Note, ...], ...], seat: Seat, *more: Note) -> tuple[tuple[Note, ...], ...]:
    """Return the notes (by seat) with more of them added at the end of one seat's."""
    changed = list(notes)
    changed[seat] += more
    return tuple(changed)
