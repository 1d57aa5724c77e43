"""Tuppi in the browser: its scenes."""

from browser.scenes import YOU, Scene, user_to_act, user_to_play
from browser.table_actions import claim_remaining, place_bid, request_hint

__all__ = ["LONG", "LOOKS", "PICTURES", "SCENES"]

SCENES = {
    "turned": Scene(user_to_play(0, condition=lambda public: not public.tricks.past)),
    "play": Scene(user_to_play(3, 1)),
    "solo": Scene(user_to_play(2, 0, lambda public: public.soloist == YOU)),
    "play-crowded": Scene(user_to_play(0, 1, lambda public: public.soloist in (1, 3))),
    "over": Scene(stage="over", options="standard target=13"),
    "minnesota": Scene(user_to_act("bid"), "minnesota", deals=4),
}
LOOKS = {
    "hint": (SCENES["play"], request_hint),
    "claimed": (Scene(user_to_play(0, 6, lambda public: len(public.tricks.past) < 9), certain=True), claim_remaining),
    "laid": (Scene(user_to_act("bid")), place_bid),
}
PICTURES = {"dark": "sooli"}
LONG = "standard target=57"
"""Rules of a match of several deals: a rami that loses all tricks gives the other side 56 points."""
