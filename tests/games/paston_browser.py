"""Paston in the browser: its scenes."""

from typing import Any

from browser.scenes import Scene, asked, playing

__all__ = ["LONG", "SCENES"]


def _bid(public: Any) -> bool:
    return public.auction.high is not None


SCENES = {
    "auction": Scene(asked("auction", _bid)),
    "invite": Scene(asked("invite"), "standard passer=invited"),
    "play": Scene(playing(1, 2)),
}
LONG = "standard target=241"
"""One deal could be the whole match."""
