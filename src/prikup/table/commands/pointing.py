"""Pointing: a player points at a card in a partner's face-up hand to suggest it. The partner may play another card.

Everyone at the table sees which card is pointed at. The text from which the rules of Preferans are taken (seed 004 in
docs/sources.md) allows the defenders against a misère (a contract to take no trick), whose hands are face up, to
discuss how to proceed. Pointing counts as talk at the table, not as an action of the game, and is not logged.
"""

from collections.abc import Mapping

from prikup.rules.cards import Card
from prikup.rules.errors import reason
from prikup.rules.game import open_partners
from prikup.rules.state import Seat, view
from prikup.table.commands.actions import check_version
from prikup.table.protocol.client_messages import PointCommand
from prikup.table.protocol.message_parts import Pointing
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client

__all__ = ["current_pointings", "is_worse", "last_card_pointed_at", "point"]

CLOSE = 1e-9
"""The difference in expected points below which two cards count as equally good for `is_worse`."""


def point(live: LiveState, client: Client, message: PointCommand) -> None:
    """Record that a player points at a card in a partner's face-up hand to suggest it, or no longer points at one.

    Raise NotAllowed if the player has no partner with a face-up hand, or if the card is in no such hand.
    """
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
    """Return the cards in partners' face-up hands at which players point now, to suggest them.

    A pointing ends when the hand that contains the card changes, and when the play of the cards ends.
    """
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
    """Return the card in a seat's hand that a partner suggested last by pointing at it; None if there is none."""
    return next((pointing.card for pointing in reversed(current_pointings(live)) if pointing.seat == seat), None)


def is_worse(worth: Mapping[tuple[int, ...], float], card: Card, rival_card: Card) -> bool:
    """Return whether a computer player's search gave `card` a lower value than `rival_card`.

    `worth` is the result of the search: it maps plans (tuples of actions) to expected points. Return False if it does
    not contain both cards.
    """
    card_value, rival_value = worth.get((card,)), worth.get((rival_card,))
    return card_value is not None and rival_value is not None and card_value < rival_value - CLOSE
