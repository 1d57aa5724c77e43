"""A period: whole days as this machine counts them, with or without an end."""

from datetime import date, datetime

from prikup.statistics.period import ALWAYS, Period


def milliseconds_at(*moment: int) -> int:
    return round(datetime(*moment).astimezone().timestamp() * 1000)  # type: ignore[arg-type]


def test_period_includes_its_first_and_last_day() -> None:
    period = Period.from_days(date(2026, 11, 1), date(2026, 11, 30))
    inside = [
        milliseconds_at(2026, 11, 1),
        milliseconds_at(2026, 11, 15, 12),
        milliseconds_at(2026, 11, 30, 23, 59, 59),
    ]
    outside = [milliseconds_at(2026, 10, 31, 23, 59, 59), milliseconds_at(2026, 12, 1), milliseconds_at(2025, 11, 15)]
    assert [period.holds(moment) for moment in (*inside, *outside)] == [True] * 3 + [False] * 3


def test_period_may_have_no_start_or_no_end() -> None:
    from_day, until_day = Period.from_days(date(2026, 11, 1), None), Period.from_days(None, date(2026, 11, 1))
    noon, day_before = milliseconds_at(2026, 11, 1, 12), milliseconds_at(2026, 10, 31, 12)
    assert [from_day.holds(noon), from_day.holds(day_before), until_day.holds(noon), until_day.holds(day_before)] == [
        True,
        False,
        True,
        True,
    ]
    assert not until_day.holds(milliseconds_at(2026, 11, 2))
    assert Period.from_days(None, None) == ALWAYS
    assert ALWAYS.holds(0)


def test_period_accepts_days_outside_clock_range() -> None:
    time_ms = milliseconds_at(2026, 11, 1)
    for day in (date.min, date(1969, 7, 20), date(9999, 1, 1), date.max):
        early = day.year < 2000
        assert Period.from_days(day, None).holds(time_ms) is early
        assert Period.from_days(None, day).holds(time_ms) is not early
