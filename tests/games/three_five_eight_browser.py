"""3-5-8 in the browser: its scenes, and what friends do who play it."""

from browser.deeds import Friends, claim_read
from browser.scenes import Scene, asked, playing
from browser.seat import Kind

__all__ = ["CALLS", "FRIENDS", "LONG", "LOOKS", "PICTURES", "SCENES"]

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
CALLS = {
    "pass": Scene(asked("announce"), "standard one_pass=on", dealer=0),
    "stop": Scene(asked("exchange"), "standard exchange_optional=on", dealer=1),
}
LOOKS = {"claim-read": (Scene(playing(0, 8), certain=True), claim_read)}
PICTURES = {"phone": "play"}
LONG = "standard end=total21"
"""Who owes three tricks and takes all has thirteen points."""
PLAYED, LAID = 48, 4


class _Deals:
    """Two deals: before the second one cards are exchanged, unless all took what they owed."""

    owed = False

    def check(self, deal: int, did: list[list[Kind]], numbers: list[str]) -> None:
        cards = sum(done.count("card") for done in did)
        if deal == 1:
            assert cards == PLAYED + LAID
            self.owed = any(cell != "0" for cell in numbers)
        else:
            assert (cards > PLAYED + LAID) == self.owed


FRIENDS = Friends("standard end=hands hands=2", deals=2, ends=True, check=_Deals().check)
