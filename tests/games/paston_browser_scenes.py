"""Paston in the browser: its scenes."""

from typing import Any

from browser.scenes import Scene, asked, playing

from prikup.games.paston.rules import DINERI

__all__ = ["LONG", "SCENES"]


def _bid(public: Any) -> bool:
    return public.auction.high is not None


def _three_answers(public: Any) -> bool:
    return bool(public.auction.high == DINERI)


SCENES = {
    "declare": Scene(asked("declare", _three_answers)),
    "auction": Scene(asked("auction", _bid)),
    "invite": Scene(asked("invite"), "standard passer=invited"),
    "play": Scene(playing(1, 2)),
}
LONG = "standard target=241"
"""Rules of a match of several deals: with the default target a single deal could end it."""
