"""3-5-8 in the browser: its scenes."""

from browser.scenes import Scene, user_to_act, user_to_play
from browser.table_actions import claim_and_read_result

__all__ = ["LONG", "LOOKS", "PICTURES", "SCENES", "SHORT"]

SCENES = {
    "exchange": Scene(user_to_act("exchange"), dealer=1),
    "announce": Scene(user_to_act("announce"), dealer=0),
    "kitty": Scene(user_to_act("kitty"), dealer=0),
    "six-cards": Scene(user_to_act("announce"), "eighteen-hands"),
    "give_back": Scene(user_to_act("give_back"), "eighteen-hands", level="random", deals=4),
    "open-kitty": Scene(user_to_act("kitty"), "belot", deals=4),
    "play": Scene(user_to_play(2)),
    "rest": Scene(stage="rest", deals=3),
}
LOOKS = {"claim-read": (Scene(user_to_play(0, 8), certain=True), claim_and_read_result)}
PICTURES = {"phone": "play"}
LONG = "standard end=total21"
"""Rules of a match of several hands: a player with the target three who takes all tricks has thirteen points."""
SHORT = "standard end=hands hands=2"
