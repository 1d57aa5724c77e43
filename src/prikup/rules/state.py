"""The state of a deal, split by visibility: the public part, each seat's hand and private notes, and the stock.

The stock (the cards dealt to no hand) is visible to no seat. A `View` is the part that one player or spectator may
know. A View has no field that could contain another seat's hidden cards, and the method `legal` of a game takes a View.
So the legal actions cannot depend on hidden cards.
"""

from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from prikup.rules.cards import BIT, Action, Card, Mask, Seat
from prikup.rules.match_standing import MatchStanding
from prikup.rules.table_text import table_text
from prikup.rules.tricks import Tricks

__all__ = [
    "Action",
    "Announcement",
    "PrivateNote",
    "PublicState",
    "Seat",
    "State",
    "View",
    "add_announcements",
    "add_notes",
    "move_card",
    "replace_hand",
    "replace_public",
    "view",
    "watch",
]


class PrivateNote(Struct, frozen=True, gc=False):
    """A private fact that one seat knows: its sealed bid, its discard, or a card taken, given or received (`kind`).

    `seat` is the giver of a card received or the receiver of a card given; for any other fact it is the seat itself.
    `action` is the bid or the card.
    """

    kind: Literal["bid", "discarded", "took", "gave", "got"]
    seat: Seat
    action: Action


class Announcement(Struct, frozen=True, gc=False):
    """A public announcement: a call, or a card turned up.

    `action` is the call or the card, and `seat` is the seat that made or revealed it.
    """

    seat: Seat
    action: Action


C = TypeVar("C")


class PublicState(Struct, Generic[C], frozen=True, gc=False):
    """The fields with which the public part of every game begins; a game adds its own fields.

    - `phase` is one of `Game.phases`, "play", or "over" once the deal has ended.
    - `turn` is the seat whose cards are to be played.
    - `actor` is the seat to act: the same as `turn`, or a partner who plays the open hand of `turn`. Both are None once
      the deal has ended.
    - `dealer` is the seat that dealt.
    - `shown` are the cards that are face up, a mask for each seat.
    - `match` is the state of the match before the deal; all states of the deal share this object.
    - `said` has all announcements (calls, and cards turned up) so far, in order.
    - `tricks` are the tricks so far; None until the trick play starts.
    """

    phase: str
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[Mask, ...]
    match: MatchStanding[C]
    said: tuple[Announcement, ...]
    tricks: Tricks | None


P = TypeVar("P", bound=PublicState[Any])


class State(Struct, Generic[P], frozen=True, gc=False):
    """The full state of a deal, hidden cards included.

    `public` is what all players see. `hands` has a mask for each seat. `notes` are the private facts that each seat
    knows, such as its sealed bid or its discard. `stock` are the cards dealt to no hand, top card first.
    """

    public: P
    hands: tuple[Mask, ...]
    notes: tuple[tuple[PrivateNote, ...], ...]
    stock: tuple[Card, ...]

    def __str__(self) -> str:
        return table_text(self.public, self.hands, self.stock)


class View(Struct, Generic[P], frozen=True, gc=False):
    """The part of a deal that one receiver (a player or a spectator) knows.

    `public` is what everyone sees; `hand` (a mask) and `notes` are the hand and the private notes of the player in
    `seat`. For a spectator, `seat` is None and the hand is 0.
    """

    seat: Seat | None
    public: P
    hand: Mask
    notes: tuple[PrivateNote, ...]

    def __str__(self) -> str:
        return table_text(
            self.public,
            [self.hand if seat == self.seat else mask or None for seat, mask in enumerate(self.public.shown)],
        )


def view(state: State[P], seat: Seat) -> View[P]:
    """Return the part of the state of a deal that the player in `seat` may know."""
    return View(seat, state.public, state.hands[seat], state.notes[seat])


def watch(state: State[P]) -> View[P]:
    """Return the part of the state of a deal that a spectator may know: what all players see."""
    return View(None, state.public, 0, ())


def replace_public(state: State[P], public: P) -> State[P]:
    """Return the state with its public part replaced by `public`; hidden cards and private notes stay unchanged."""
    return State(public, state.hands, state.notes, state.stock)


def replace_hand(hands: tuple[Mask, ...], seat: Seat, hand: Mask) -> tuple[Mask, ...]:
    """Return the hands (masks by seat) with the hand of `seat` replaced."""
    new_hands = list(hands)
    new_hands[seat] = hand
    return tuple(new_hands)


def move_card(hands: tuple[Mask, ...], card: Card, giver: Seat, receiver: Seat | None = None) -> tuple[Mask, ...]:
    """Return the hands (masks by seat) after `card` moves from seat `giver` to seat `receiver` (None: to the table)."""
    new_hands = list(hands)
    new_hands[giver] ^= BIT[card]
    if receiver is not None:
        new_hands[receiver] |= BIT[card]
    return tuple(new_hands)


def add_announcements(said: tuple[Announcement, ...], *announcements: Announcement) -> tuple[Announcement, ...]:
    """Return all announcements so far (`said`) followed by `announcements`.

    Rules add announcements with this function, which does not look at the items of `said`. So `prikup.env.moments` can
    pass a placeholder as `said`, to find the actions whose effect does not depend on earlier announcements.
    """
    return said + announcements


def add_notes(
    notes: tuple[tuple[PrivateNote, ...], ...], seat: Seat, *new_notes: PrivateNote
) -> tuple[tuple[PrivateNote, ...], ...]:
    """Return `notes` (the private facts that each seat knows) with `new_notes` appended to the notes of `seat`."""
    notes_by_seat = list(notes)
    notes_by_seat[seat] += new_notes
    return tuple(notes_by_seat)
