"""The remarks of the coach as a player at a drawn table reads them: one after the other, each once."""

from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.table.protocol import Coaching, Remark

__all__ = ["CoachReader", "ShownRemark"]


class ShownRemark(Struct, frozen=True):
    """The remark that is shown now; `has_more`: the player goes on from it to the next, or to the table."""

    remark: Remark
    has_more: bool


class CoachReader:
    """The remarks that the player has read. `left`: the player has sent the coach away."""

    def __init__(self) -> None:
        self.left = False
        self._read = 0
        self._otherwise: Reason | None = None

    def current_remark(self, coaching: Coaching) -> ShownRemark | None:
        """Return the first remark that is unread, or else the last one, unless it is about an answer that differs."""
        *_, last = coaching.remarks or (None,)
        unread = next((remark for remark in coaching.remarks if not self._has_read(remark)), None)
        remark = unread or (None if last is None or last.kind == "otherwise" else last)
        return None if remark is None else ShownRemark(remark, remark is not last or remark.kind == "otherwise")

    def read(self, remark: Remark) -> None:
        """Note that a remark was read."""
        if remark.kind == "plan":
            self._read = remark.number
        else:
            self._otherwise = remark.say[0]  # what it costs may be known later

    def leave(self) -> None:
        """Send the coach away."""
        self.left = True

    def forget_answer(self) -> None:
        """Forget the remark on an answer, which is taken back: it is made again if the answer is given again."""
        self._otherwise = None

    def _has_read(self, remark: Remark) -> bool:
        if remark.kind == "plan":
            return remark.number <= self._read
        return remark.kind == "otherwise" and remark.say[0] == self._otherwise
