"""Balkan Preferans in the browser: its scenes."""

from typing import Any

from browser.deeds import claimed
from browser.scenes import Scene, asked, playing

__all__ = ["CALLS", "LOOKS", "PICTURES", "SCENES"]


def _bid(public: Any) -> bool:
    return public.auction.high is not None


SCENES = {
    "auction": Scene(asked("auction", _bid)),
    "invite": Scene(asked("invite"), "balkan invite=on"),
    "kontra": Scene(asked("kontra"), "balkan kontra=on", ("kontra",)),
    "play": Scene(playing(2, 2)),
}
CALLS = {
    "pass": SCENES["auction"],
    "come": Scene(asked("follow")),
    "dont": Scene(asked("follow")),
}
LOOKS = {"claimed": (Scene(playing(0, 4), certain=True), claimed)}
PICTURES = {"play": "play"}
