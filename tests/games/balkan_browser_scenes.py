"""Balkan Preferans in the browser: its scenes."""

from typing import Any

from browser.scenes import Scene, asked, playing
from browser.table_actions import claimed

__all__ = ["LOOKS", "PICTURES", "SCENES"]


def _bid(public: Any) -> bool:
    return public.auction.high is not None


SCENES = {
    "auction": Scene(asked("auction", _bid)),
    "speak": Scene(asked("speak"), "serbian-league"),
    "invited": Scene(asked("invited"), "balkan invite=may_refuse", ("invite",)),
    "kontra": Scene(asked("kontra"), "serbian-league", ("kontra",)),
    "play": Scene(playing(2, 2)),
    "four": Scene(playing(1, 1), "serbian-club players=4"),
}
LOOKS = {"claimed": (Scene(playing(0, 4), certain=True), claimed)}
PICTURES = {"play": "play"}
