"""State is split by who may see it: public to all, a hand and notes to one seat, the stock to nobody.

A `View` is what one receiver may know. It has no field that another seat's cards could travel in, and
`legal` takes a View, so no rule can peek.
"""

from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from prikup.cards import BIT, Card

if TYPE_CHECKING:
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

Action = int
Seat = int


class Note(Struct, frozen=True, gc=False):
    """One thing that a seat privately knows: its sealed bid, its discard, a card taken, given or got.

    `seat` is the other party (the giver of a card got, the receiver of a card given); for the rest, oneself.
    """

    kind: Literal["bid", "discarded", "took", "gave", "got"]
    seat: Seat
    action: Action


class Said(Struct, frozen=True, gc=False):
    """One thing said or laid open in front of everybody: a call, or a card turned up."""

    seat: Seat
    action: Action


class Public(Protocol):
    """What every game's own public struct begins with."""

    @property
    def phase(self) -> str:
        """The name of the game's method that applies the next action; "over" when the deal is over."""

    @property
    def turn(self) -> Seat | None:
        """Whose cards are to be played; None when the deal is over."""

    @property
    def actor(self) -> Seat | None:
        """Who decides: `turn`, or the one who plays an exposed partner's cards."""

    @property
    def dealer(self) -> Seat: ...

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards lying face up, a mask by seat."""

    @property
    def match(self) -> Any:
        """The `Standing` as the deal began: one shared object a deal."""

    @property
    def said(self) -> tuple[Said, ...]:
        """Everything said so far, in order."""

    @property
    def tricks(self) -> "Tricks | None":
        """The trick play, once it has begun."""


P = TypeVar("P", bound=Public)


class State(Struct, Generic[P], frozen=True, gc=False):
    """All of a deal at one moment. `hands` are masks by seat, `notes` by seat, `stock` is top first."""

    public: P
    hands: tuple[int, ...]
    notes: tuple[tuple[Note, ...], ...]
    stock: tuple[Card, ...]


class View(Struct, Generic[P], frozen=True, gc=False):
    """What one receiver knows. `seat` is None for a spectator, whose hand is 0."""

    seat: Seat | None
    public: P
    hand: int
    notes: tuple[Note, ...]


def view(state: State[P], seat: Seat) -> View[P]:
    """What `seat` knows."""
    return View(seat, state.public, state.hands[seat], state.notes[seat])


def watch(state: State[P]) -> View[P]:
    """What a spectator knows."""
    return View(None, state.public, 0, ())


def with_public(state: State[P], public: P) -> State[P]:
    """The state after something that moved no card."""
    return State(public, state.hands, state.notes, state.stock)


def placed(hands: tuple[int, ...], seat: Seat, hand: int) -> tuple[int, ...]:
    """The hands with one of them replaced."""
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def moved(hands: tuple[int, ...], card: Card, giver: Seat, receiver: Seat | None = None) -> tuple[int, ...]:
    """The hands after a card left the one that held it, for another or for the table."""
    changed = list(hands)
    changed[giver] ^= BIT[card]
    if receiver is not None:
        changed[receiver] |= BIT[card]
    return tuple(changed)


def noted(notes: tuple[tuple[Note, ...], ...], seat: Seat, *more: Note) -> tuple[tuple[Note, ...], ...]:
    """The notes with some added to one seat."""
    changed = list(notes)
    changed[seat] += more
    return tuple(changed)
