"""Response times of computer players that reveal nothing about their cards.

A computer player could take long to choose an action, but act at once when it has only one. This would reveal whether
it has a choice. A fixed delay (the pace) is not enough to hide this, because on a busy server thinking often takes
longer. So every response time is a whole number of paces. A player without a choice takes as long as a recent decision
with a choice, made in the same phase of the same game by a player of the same level.
"""

import random
from collections import defaultdict, deque
from math import ceil
from typing import NamedTuple

__all__ = ["PromptKind", "ThinkingTimes"]

MAX_REMEMBERED_TIMES = 60
"""The number of recent response times that are remembered for each kind of decision."""


class PromptKind(NamedTuple):
    """A kind of decision whose response times are similar.

    `game` is the name of the game, `level` the level (strength) of the computer player, and `phase` the phase of the
    deal.
    """

    game: str
    level: str
    phase: str


class ThinkingTimes:
    """The recent response times of all computer players of a host.

    A response time is the number of seconds from when a player has to act until it acts. Response times are chosen so
    that they reveal nothing about the players' cards.
    """

    def __init__(self) -> None:
        self._recent_times: dict[PromptKind, deque[float]] = defaultdict(lambda: deque(maxlen=MAX_REMEMBERED_TIMES))
        self._random = random.SystemRandom()

    def choice_delay(self, question: PromptKind, computing_s: float, pace: float) -> float:
        """Return and record the response time for a choice that took `computing_s` seconds to compute.

        It is `computing_s`, rounded up to a whole number of paces. A `pace` is the time in seconds that a computer
        player normally takes for an action. `question` is the kind of decision.
        """
        delay_s = max(1, ceil(computing_s / pace)) * pace if pace else computing_s
        self._recent_times[question].append(delay_s)
        return delay_s

    def forced_delay(self, question: PromptKind, pace: float) -> float:
        """Return a response time for an action without a choice, so that it does not show that there was no choice.

        It is a random one of the recent response times for choices of the kind `question`, or one `pace` (in seconds)
        if there is none.
        """
        recent_times = self._recent_times.get(question)
        return self._random.choice(recent_times) if recent_times else pace
