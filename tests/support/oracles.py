"""An oracle for hidden cards: it tells whether a world (a possible deal) contradicts the knowledge of a player.

The tests in `tests/worlds` compare the package's own reasoning with it. `has_revoke` and `contradicts_face_up_card`
apply to every game. A game that reveals more has a function `refuted` in `tests/games/FOLDER_hidden_cards_oracle.py`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from prikup.games import GAMES
from prikup.rules.cards import BIT, SUIT_MASK, Card, Seat, mask
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View
from prikup.rules.tricks import Tricks

__all__ = ["refuted"]


def has_revoke(world: State[Any]) -> bool:
    """Return whether a player would have broken the rules of following suit if `world` were the true deal."""
    tricks: Tricks | None = world.public.tricks
    if tricks is None:
        return False
    hands = [hand | tricks.played_cards(seat) for seat, hand in enumerate(world.hands)]
    for trick_cards, lead in zip(tricks.history, tricks.leads, strict=True):
        for seat, card in trick_cards:
            if not _may_play(tricks, hands[seat], trick_cards[0][1] if lead is None else lead, card):
                return True
            hands[seat] &= ~BIT[card]
    return False


def _may_play(tricks: Tricks, hand: int, led_card: Card, card: Card) -> bool:
    """Return whether a card may be played from a hand when `led_card` was led to the trick.

    `hand` is the bit mask of the cards in the hand before the play.
    """
    trump = tricks.order.trump
    if hand & SUIT_MASK[led_card // 13]:
        return card // 13 == led_card // 13
    if tricks.follow == "must_trump" and trump is not None and hand & SUIT_MASK[trump]:
        return card // 13 == trump
    return True


def contradicts_face_up_card(world: State[Any]) -> bool:
    """Return whether `world` (a possible deal) contradicts a card that a player has shown to all, for example as a bid.

    If the card is no longer face up and has not been played, it must still be in the hand of this player. If there were
    discards since, the card may also be among them. The result is False if players have exchanged cards.
    """
    public = world.public
    if getattr(public, "exchange", None) is not None:
        return False
    played_cards = public.tricks.all_played_cards if public.tricks else 0
    open_ = played_cards | sum(public.shown)
    face_up_bids = [
        announcement
        for announcement in public.said
        if announcement.action < 52 and not open_ >> announcement.action & 1
    ]
    if getattr(public, "laid", 0):
        return any(
            _cards_elsewhere(world, announcement.seat) >> announcement.action & 1 for announcement in face_up_bids
        )
    return any(not world.hands[announcement.seat] >> announcement.action & 1 for announcement in face_up_bids)


def _cards_elsewhere(world: State[Any], seat: Seat) -> int:
    """Return the cards in the hands of all seats but `seat` and in the stock (the undealt cards), as a bit mask."""
    return sum(hand for owner, hand in enumerate(world.hands) if owner != seat) | mask(world.stock)


@cache
def _game_oracle(folder: str) -> Callable[[AnyGame, View[Any], State[Any]], bool] | None:
    """Return the function `refuted` for one game, or None if it has none; `folder` is the name of the game's folder."""
    name = f"games.{folder}_hidden_cards_oracle"
    return import_module(name).refuted if find_spec(name) else None


def refuted(game: AnyGame, view: View[Any], world: State[Any]) -> bool:
    """Return whether a world (a possible deal) contradicts what a player can see and has learned."""
    oracle = _game_oracle(GAMES[game.name].folder.name)
    return has_revoke(world) or contradicts_face_up_card(world) or (oracle is not None and oracle(game, view, world))
