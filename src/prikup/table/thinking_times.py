"""Thinking times of computer players that reveal nothing about their cards.

A player that thinks long over a choice and acts at once without one would reveal how many cards it can play; on a busy
server also with a fixed pace, since thinking often takes longer than that. So every time is a whole number of paces,
and a player without a choice takes as long as a recent decision of a player with one, in the same phase of the same
game and at the same level.
"""

import random
from collections import defaultdict, deque
from math import ceil
from typing import NamedTuple

__all__ = ["PromptKind", "ThinkingTimes"]

MAX_REMEMBERED_TIMES = 60
"""The number of recent times stored for each kind of decision."""


class PromptKind(NamedTuple):
    """A kind of decision: players of one level take similar times in the same phase of one game."""

    game: str
    level: str
    phase: str


class ThinkingTimes:
    """The times of the computer players of one host, in seconds from having to act to acting."""

    def __init__(self) -> None:
        self._recent_times: dict[PromptKind, deque[float]] = defaultdict(lambda: deque(maxlen=MAX_REMEMBERED_TIMES))
        self._random = random.SystemRandom()

    def choice_delay(self, question: PromptKind, computing_s: float, pace: float) -> float:
        """Return the time to take for a choice that took `computing_s` seconds to compute, and record it."""
        delay_s = max(1, ceil(computing_s / pace)) * pace if pace else computing_s
        self._recent_times[question].append(delay_s)
        return delay_s

    def forced_delay(self, question: PromptKind, pace: float) -> float:
        """Return the time to take without a choice: a random recent time of a choice, or one pace if there is none."""
        recent_times = self._recent_times.get(question)
        return self._random.choice(recent_times) if recent_times else pace
