"""Point at a card in a partner's face-up hand: everyone sees it, and the partner may still play another.

The rules source (seed 004) allows the defenders of a misère, whose hands are face up, to discuss how to proceed.
Pointing is talk at the table, not an action of the game, and is not logged.
"""

from collections.abc import Mapping

from prikup.rules.cards import Card
from prikup.rules.errors import reason
from prikup.rules.game import open_partners
from prikup.rules.state import Seat, view
from prikup.table.commands.actions import check_version
from prikup.table.live_state import LiveState, NotAllowed
from prikup.table.presence import Client
from prikup.table.protocol import PointCommand, Pointing

__all__ = ["current_pointings", "is_worse", "last_card_pointed_at", "point"]

CLOSE = 1e-9
"""Points: smaller differences count as equal."""


def point(live: LiveState, client: Client, message: PointCommand) -> None:
    """Point at a card, or stop pointing. Raise NotAllowed."""
    table, seat = live.table, live.played_seat(client)
    check_version(table, seat, message.n)
    assert table.state is not None
    public = table.state.public
    partners = open_partners(table.game, view(table.state, seat))
    if not partners:
        raise NotAllowed(reason("point-open-partner"))
    other_pointings = tuple(pointing for pointing in current_pointings(live) if pointing.by != seat)
    if message.card is None:
        live.pointings = other_pointings
        return
    owner = next((partner for partner in partners if public.shown[partner] >> message.card & 1), None)
    if owner is None:
        raise NotAllowed(reason("point-not-there", card=message.card))
    live.pointings = (*other_pointings, Pointing(seat, owner, message.card))
    live.hands_when_pointed = tuple(public.shown)


def current_pointings(live: LiveState) -> tuple[Pointing, ...]:
    """Return the cards that are pointed at; a pointing ends when the hand of its card changes."""
    state = live.table.state
    if state is None or state.public.phase != "play":
        live.pointings = ()
    else:
        face_up = state.public.shown
        live.pointings = tuple(
            pointing for pointing in live.pointings if face_up[pointing.seat] == live.hands_when_pointed[pointing.seat]
        )
    return live.pointings


def last_card_pointed_at(live: LiveState, seat: Seat) -> Card | None:
    """Return the card of a seat that was pointed at last."""
    return next((pointing.card for pointing in reversed(current_pointings(live)) if pointing.seat == seat), None)


def is_worse(worth: Mapping[tuple[int, ...], float], card: Card, rival_card: Card) -> bool:
    """Return whether a search valued a card lower than another; False if it did not evaluate both."""
    card_value, rival_value = worth.get((card,)), worth.get((rival_card,))
    return card_value is not None and rival_value is not None and card_value < rival_value - CLOSE
