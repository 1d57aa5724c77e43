"""3-5-8 in the browser: its scenes."""

from browser.scenes import Scene, asked, playing
from browser.table_actions import claim_read

__all__ = ["LONG", "LOOKS", "PICTURES", "SCENES", "SHORT"]

SCENES = {
    "exchange": Scene(asked("exchange"), dealer=1),
    "announce": Scene(asked("announce"), dealer=0),
    "kitty": Scene(asked("kitty"), dealer=0),
    "six-cards": Scene(asked("announce"), "eighteen-hands"),
    "give_back": Scene(asked("give_back"), "eighteen-hands", level="random", deals=4),
    "open-kitty": Scene(asked("kitty"), "belot", deals=4),
    "play": Scene(playing(2)),
    "rest": Scene(stage="rest", deals=3),
}
LOOKS = {"claim-read": (Scene(playing(0, 8), certain=True), claim_read)}
PICTURES = {"phone": "play"}
LONG = "standard end=total21"
"""Rules of a match of several hands: a player with the target three who takes all tricks has thirteen points."""
SHORT = "standard end=hands hands=2"
