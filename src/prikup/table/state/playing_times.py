"""For how long a match has been played, and for how long its users were away.

A user is away while not connected or after leaving the seat. Commits (stored groups of events) record these times.
"""

from collections.abc import Sequence

from prikup.rules.state import Seat

__all__ = ["MAX_AWAY_MS", "MAX_AWAY_TOTAL_MS", "PlayingTimes"]

MAX_AWAY_MS, MAX_AWAY_TOTAL_MS = 180_000, 300_000
"""The milliseconds without a break, and in the whole match, for which a user may be away from a rated match."""


class PlayingTimes:
    """The times of a match in progress, in milliseconds.

    - `played_ms`: the time since the first deal, without the times in which no player was connected.
    - `away_ms`: by seat, the total time for which the user of the seat was away. It counts in rated matches only.
    - `away_stretch_ms`: by seat, the time for which the user has now been away without a break.
    - `is_running`: true if `played_ms` has been increasing since `last_tick_time`.
    - `away_seats`: the seats whose users have been away since `last_tick_time`.
    - `last_tick_time`: the time (seconds on the host's clock) at which the times in this object were last updated.
    """

    def __init__(self, played_ms: int, away_ms: Sequence[int], time_s: float) -> None:
        self.played_ms = float(played_ms)
        self.away_ms = list(map(float, away_ms))
        self.away_stretch_ms = [0.0] * len(away_ms)
        self.is_running = False
        self.away_seats: tuple[Seat, ...] = ()
        self.last_tick_time = time_s

    def left_until_forfeit_ms(self, seat: Seat) -> float:
        """Return for how many more milliseconds the user of a seat may be away without forfeiting a rated match.

        A user is away while not connected or after leaving the seat.
        """
        return max(0.0, min(MAX_AWAY_MS - self.away_stretch_ms[seat], MAX_AWAY_TOTAL_MS - self.away_ms[seat]))
