"""Keep track of the remarks of the coach (who teaches the game) that a player has read.

On a screen that draws the table, the remarks are shown one after the other, each once.
"""

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.table.protocol.message_parts import Coaching, Remark

__all__ = ["CoachReader", "ShownRemark"]


class ShownRemark(Struct, frozen=True):
    """The remark of the coach (who teaches the game) that the table shows now.

    If `has_more` is True, the player has to press Enter to go on, either to the next remark or back to the table.
    """

    remark: Remark
    has_more: bool


class CoachReader:
    """The record of which remarks of the coach (who teaches the game) one player has read.

    A screen that draws the table uses it to show the remarks one after the other. `left` is True while the player has
    sent the coach away.
    """

    def __init__(self) -> None:
        self.left = False
        self._read = 0
        self._otherwise: Reason | None = None

    def current_remark(self, coaching: Coaching) -> ShownRemark | None:
        """Return the remark to show now: the first unread one or, if all are read, the last one.

        `coaching` is the coach's current message with its remarks. Return None if it has no remark. Return None also if
        all are read and the last one is about an action of the player that differs from the coach's advice.
        """
        *_, last = coaching.remarks or (None,)
        unread = next((remark for remark in coaching.remarks if not self._has_read(remark)), None)
        remark = unread or (None if last is None or last.kind == "otherwise" else last)
        return None if remark is None else ShownRemark(remark, remark is not last or remark.kind == "otherwise")

    def read(self, remark: Remark) -> None:
        """Record that the player has read a remark of the coach."""
        if remark.kind == "plan":
            self._read = remark.number
        else:
            self._otherwise = remark.say[0]  # the cost in the next sentence may become known later

    def leave(self) -> None:
        """Send the coach away, so that no remarks are shown until the player calls the coach back."""
        self.left = True

    def forget_answer(self) -> None:
        """Forget that the player has read the remark about their last action, which differs from the coach's advice.

        This is called when the player takes the action back. If they do the same again, the remark is shown again.
        """
        self._otherwise = None

    def _has_read(self, remark: Remark) -> bool:
        if remark.kind == "plan":
            return remark.number <= self._read
        return remark.kind == "otherwise" and remark.say[0] == self._otherwise
