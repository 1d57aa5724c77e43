"""The times that computer players take to act, which tell nothing of their cards.

A player that thinks long over a choice and acts at once where it has none gives away how many cards it can play; on a
busy server also with a pace, since thinking is then often later than that. So every time is a whole number of paces,
and who has no choice takes as long as those have lately taken who had one, in the same phase of the same game.
"""

import random
from collections import defaultdict, deque
from math import ceil
from typing import NamedTuple

__all__ = ["Question", "ThinkingTimes"]

REMEMBERED = 60
"""The number of times that are remembered of each kind of question."""


class Question(NamedTuple):
    """A kind of question: what is asked in the same phase of one game takes players of one level alike."""

    game: str
    level: str
    phase: str


class ThinkingTimes:
    """The times of the computer players of one host, in seconds from being asked to acting."""

    def __init__(self) -> None:
        self._lately: dict[Question, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._random = random.SystemRandom()

    def chosen(self, question: Question, thought: float, pace: float) -> float:
        """Return how long a player takes who has a choice and has thought for `thought` seconds; remember it."""
        took = max(1, ceil(thought / pace)) * pace if pace else thought
        self._lately[question].append(took)
        return took

    def forced(self, question: Question, pace: float) -> float:
        """Return how long a player takes who has no choice: as long as another who had one."""
        lately = self._lately.get(question)
        return self._random.choice(lately) if lately else pace
