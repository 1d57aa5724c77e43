"""Balkan Preferans in the browser: its scenes."""

from typing import Any

from browser.scenes import Scene, user_to_act, user_to_play
from browser.table_actions import claim_remaining

__all__ = ["LOOKS", "PICTURES", "SCENES"]


def _bid(public: Any) -> bool:
    return public.auction.high is not None


SCENES = {
    "auction": Scene(user_to_act("auction", _bid)),
    "speak": Scene(user_to_act("speak"), "serbian-league"),
    "invited": Scene(user_to_act("invited"), "balkan invite=may_refuse", ("invite",)),
    "kontra": Scene(user_to_act("kontra"), "serbian-league", ("kontra",)),
    "play": Scene(user_to_play(2, 2)),
    "four": Scene(user_to_play(1, 1), "serbian-club players=4"),
}
LOOKS = {"claimed": (Scene(user_to_play(0, 4), certain=True), claim_remaining)}
PICTURES = {"play": "play"}
