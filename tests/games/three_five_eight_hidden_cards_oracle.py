"""Knowledge from the deal of 3-5-8 beyond the sizes of locations: the oracle of `test_worlds`."""

from typing import Any

from prikup.games.three_five_eight import Options, Public
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View

__all__ = ["refuted"]


def refuted(game: AnyGame, view: View[Public], world: State[Any]) -> bool:
    """Return whether the announcer has discarded a card of the kitty, though the kitty was taken up later."""
    assert isinstance(game.options, Options)
    if game.options.kitty_mode == "take_then_discard" or view.public.kitty:
        return False
    public = view.public
    played_cards = public.tricks.all_played_cards if public.tricks else 0
    kitty_cards = [
        announcement.action
        for announcement in public.said
        if announcement.action < 52 and not played_cards >> announcement.action & 1
    ]
    return any(not world.hands[public.announcer] >> card & 1 for card in kitty_cards)
