"""The clock that pauses at times."""

from prikup.table.turn_calendar import end_of_time, merge_pauses, passed_ms


def test_merge_pauses_joins_overlapping_ones() -> None:
    assert merge_pauses([(50, 60), (10, 20), (15, 30), (30, 31), (40, 40)]) == ((10, 31), (50, 60))


def test_passed_ms_leaves_out_pauses() -> None:
    pauses = [(10, 20), (15, 30), (90, 200)]
    assert passed_ms(0, 100, pauses) == 100 - 20 - 10
    assert passed_ms(12, 14, pauses) == 0
    assert passed_ms(30, 90, pauses) == 60


def test_end_of_time_is_never_inside_a_pause() -> None:
    pauses = [(10, 20), (50, 60)]
    assert end_of_time(0, 5, pauses) == 5
    assert end_of_time(0, 15, pauses) == 25
    assert end_of_time(0, 39, pauses) == 49
    assert end_of_time(0, 40, pauses) == 60
    assert end_of_time(12, 5, pauses) == 25
    assert end_of_time(20, 5, pauses) == 25


def test_end_of_time_and_passed_ms_agree() -> None:
    pauses = [(10, 20), (50, 60), (55, 70)]
    for begin in range(0, 80, 3):
        for amount in (1, 7, 30, 45):
            assert passed_ms(begin, end_of_time(begin, amount, pauses), pauses) == amount
