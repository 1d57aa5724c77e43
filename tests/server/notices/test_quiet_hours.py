"""Nothing is sent at night, wherever the user lives."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.server.notices.kinds import Wishes
from prikup.server.notices.quiet_hours import QUIET_FROM, QUIET_UNTIL, end_of_quiet

ZONES = ["UTC", "Asia/Yerevan", "Europe/Helsinki", "America/St_Johns", "Australia/Lord_Howe"]
TIMES = st.integers(1_700_000_000_000, 1_800_000_000_000)


def wall_ms(text: str, zone: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-11-28T21:59", "2026-11-28T21:59"),
        ("2026-11-28T22:00", "2026-11-29T08:00"),
        ("2026-11-28T23:30", "2026-11-29T08:00"),
        ("2026-11-29T00:00", "2026-11-29T08:00"),
        ("2026-11-29T07:59", "2026-11-29T08:00"),
        ("2026-11-29T08:00", "2026-11-29T08:00"),
        ("2026-12-31T22:10", "2027-01-01T08:00"),
    ],
)
@pytest.mark.parametrize("zone", ZONES)
def test_night_ends_at_eight(zone: str, now: str, end: str) -> None:
    assert end_of_quiet(Wishes(zone=zone), wall_ms(now, zone)) == wall_ms(end, zone)


def test_night_ends_at_eight_after_change_of_clocks() -> None:
    wishes = Wishes(zone="Europe/Helsinki")
    night = wall_ms("2026-10-24T23:00", "Europe/Helsinki")
    assert end_of_quiet(wishes, night) == wall_ms("2026-10-25T08:00", "Europe/Helsinki")
    assert end_of_quiet(wishes, night) - night == 10 * 3_600_000


@given(TIMES, st.sampled_from(ZONES))
def test_end_of_quiet_is_by_day_and_at_most_eleven_hours_away(now_ms: int, zone: str) -> None:
    wishes = Wishes(zone=zone)
    end = end_of_quiet(wishes, now_ms)
    assert now_ms <= end <= now_ms + 11 * 3_600_000
    assert QUIET_UNTIL <= datetime.fromtimestamp(end / 1000, ZoneInfo(zone)).hour < QUIET_FROM
    assert end_of_quiet(wishes, end) == end


@given(TIMES)
def test_notice_without_quiet_hours_is_due_at_once(now_ms: int) -> None:
    assert end_of_quiet(Wishes(quiet=False), now_ms) == now_ms
