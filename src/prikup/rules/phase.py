"""A phase of a deal outside the trick play: its legal actions, what an action does, and which seats see the action."""

from collections.abc import Callable
from typing import Generic, Literal

from msgspec import Struct

from prikup.rules.cards import Action, cards
from prikup.rules.state import P, State, View

__all__ = ["Phase", "hand_cards"]


class Phase(Struct, Generic[P], frozen=True):
    """A phase of a deal outside the trick play.

    - `choices` takes the view of the player to act, and returns that player's legal actions.
    - `apply` takes the state, its public part and a legal action, and returns the new state.
    - `kind` tells computer players what the phase is. In an `auction` players outbid one another, and the first choice
      is to pass. In a `defence` an opponent of the declarer decides whether to play against the contract. In a
      `doubling` a player whose opponent doubled the stake may double it again, and the first choice is to decline. In
      these three kinds of phase, computer players allow for the possibility that others decide differently than they
      would.
    - `hidden` is true if only the player who acts knows the action.
    - `sealed` is true if each seat acts once, from the dealer's left-hand neighbour round to the dealer, without seeing
      the other seats' actions. The legal actions of a seat do not depend on the actions of the other seats, so a table
      may accept them in any order.
    - `batch` is true if a player chooses all cards for another seat before that seat gives any card back.
    """

    choices: Callable[[View[P]], tuple[Action, ...]]
    apply: Callable[[State[P], P, Action], State[P]]
    kind: Literal["auction", "defence", "doubling", "other"] = "other"
    hidden: bool = False
    sealed: bool = False
    batch: bool = False


def hand_cards(view: View[P]) -> tuple[Action, ...]:
    """Return all cards of the hand in `view`: the legal actions in a phase in which any card of it may be chosen."""
    return cards(view.hand)
