"""Preferans in the browser: its scenes."""

from typing import Any

from browser.scenes import YOU, Scene, user_to_act, user_to_play
from browser.table_actions import point_at_card, request_hint, select_discard

from prikup.games.preferans.calls import LEVEL

__all__ = ["LOOKS", "PICTURES", "SCENES"]

FOUR = "sochi players=4 throw_talon=on raspasy_talon=talon_leads dealer_talon_bonus=on"


def _has_bid(public: Any) -> bool:
    return public.auction.high is not None


def _first_of_raspasy(public: Any) -> bool:
    return public.declarer is None and not public.tricks.past


def _has_open_hand(public: Any) -> bool:
    return any(public.shown)


def _against_misere(public: Any) -> bool:
    return _has_open_hand(public) and public.light is None and public.declarer != YOU


def _seven(public: Any) -> bool:
    return public.contract in LEVEL and LEVEL[public.contract] == 7


SCENES = {
    "whist-crowded": Scene(user_to_act("whist", _seven)),
    "auction": Scene(user_to_act("auction", _has_bid)),
    "talon": Scene(user_to_act("talon"), FOUR),
    "play": Scene(user_to_play(2, 3, lambda public: public.contract is not None)),
    "lead": Scene(user_to_play(0, 1)),
    "watched": Scene(lambda public: public.phase == "discard" and public.actor != YOU),
    "open-hands": Scene(user_to_play(1, 1, lambda public: public.light == YOU != public.turn)),
    "misere": Scene(user_to_play(1, 0, _has_open_hand), says=("misere",)),
    "entrust": Scene(user_to_act("entrust"), "sochi misere_control=entrusted", ("misere",), dealer=1),
    "entrusted": Scene(
        user_to_play(1, 1, lambda public: public.light == YOU != public.turn),
        "sochi misere_control=entrusted",
        ("misere",),
        dealer=1,
    ),
    "own-misere": Scene(user_to_play(0, 0, lambda p: _has_open_hand(p) and p.declarer == YOU), says=("misere",)),
    "raspasy": Scene(user_to_play(2, condition=_first_of_raspasy), FOUR, ("pass",), dealer=3),
    "raspasy-suit": Scene(
        user_to_play(1, condition=_first_of_raspasy), "sochi raspasy_talon=suit_only", ("pass",), dealer=1
    ),
    "four": Scene(user_to_play(2, 2, lambda public: public.contract and public.dealer != YOU), FOUR),
    "sits-out": Scene(lambda public: public.tricks is not None and public.dealer == YOU, FOUR, dealer=1),
    "rest-four": Scene(stage="rest", options=FOUR, deals=9),
    "over": Scene(stage="over", options="sochi pool=6"),
}
LOOKS = {
    "hint-discard": (Scene(user_to_act("discard")), request_hint),
    "chosen": (Scene(user_to_act("discard")), select_discard),
    "pointed": (Scene(user_to_play(1, condition=_against_misere), says=("misere",), dealer=1), point_at_card),
}
PICTURES = {"auction": "auction", "sheet": "rest-four"}
