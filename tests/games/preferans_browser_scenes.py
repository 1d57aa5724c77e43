"""Preferans in the browser: its scenes."""

from typing import Any

from browser.scenes import YOU, Scene, asked, playing
from browser.table_actions import chosen, hinted, pointed

from prikup.games.preferans.calls import LEVEL

__all__ = ["LOOKS", "PICTURES", "SCENES"]

FOUR = "sochi players=4 throw_talon=on raspasy_talon=talon_leads dealer_talon_bonus=on"


def _bid(public: Any) -> bool:
    return public.auction.high is not None


def _first_of_raspasy(public: Any) -> bool:
    return public.declarer is None and not public.tricks.past


def _shown(public: Any) -> bool:
    return any(public.shown)


def _against_misere(public: Any) -> bool:
    return _shown(public) and public.light is None and public.declarer != YOU


def _seven(public: Any) -> bool:
    return public.contract in LEVEL and LEVEL[public.contract] == 7


SCENES = {
    "whist-crowded": Scene(asked("whist", _seven)),
    "auction": Scene(asked("auction", _bid)),
    "talon": Scene(asked("talon"), FOUR),
    "play": Scene(playing(2, 3, lambda public: public.contract is not None)),
    "lead": Scene(playing(0, 1)),
    "watched": Scene(lambda public: public.phase == "discard" and public.actor != YOU),
    "open-hands": Scene(playing(1, 1, lambda public: public.light == YOU != public.turn)),
    "misere": Scene(playing(1, 0, _shown), says=("misere",)),
    "entrust": Scene(asked("entrust"), "sochi misere_control=entrusted", ("misere",), dealer=1),
    "entrusted": Scene(
        playing(1, 1, lambda public: public.light == YOU != public.turn),
        "sochi misere_control=entrusted",
        ("misere",),
        dealer=1,
    ),
    "own-misere": Scene(playing(0, 0, lambda p: _shown(p) and p.declarer == YOU), says=("misere",)),
    "raspasy": Scene(playing(2, condition=_first_of_raspasy), FOUR, ("pass",), dealer=3),
    "raspasy-suit": Scene(
        playing(1, condition=_first_of_raspasy), "sochi raspasy_talon=suit_only", ("pass",), dealer=1
    ),
    "four": Scene(playing(2, 2, lambda public: public.contract and public.dealer != YOU), FOUR),
    "sits-out": Scene(lambda public: public.tricks is not None and public.dealer == YOU, FOUR, dealer=1),
    "rest-four": Scene(stage="rest", options=FOUR, deals=9),
    "over": Scene(stage="over", options="sochi pool=6"),
}
LOOKS = {
    "hint-discard": (Scene(asked("discard")), hinted),
    "chosen": (Scene(asked("discard")), chosen),
    "pointed": (Scene(playing(1, condition=_against_misere), says=("misere",), dealer=1), pointed),
}
PICTURES = {"auction": "auction", "sheet": "rest-four"}
