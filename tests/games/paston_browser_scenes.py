"""Paston in the browser: its scenes."""

from typing import Any

from browser.scenes import Scene, user_to_act, user_to_play

from prikup.games.paston.calls import DINERI

__all__ = ["SCENES"]


def _bid(public: Any) -> bool:
    return public.auction.high is not None


def _three_answers(public: Any) -> bool:
    return bool(public.auction.high == DINERI)


SCENES = {
    "declare": Scene(user_to_act("declare", _three_answers)),
    "auction": Scene(user_to_act("auction", _bid)),
    "invite": Scene(user_to_act("invite"), "standard passer=invited"),
    "play": Scene(user_to_play(1, 2)),
}
