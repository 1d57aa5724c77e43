"""How long computer players take tells nothing: neither that there was no choice, nor how long they thought."""

from collections import Counter

from prikup.table.thinking_times import REMEMBERED, Question, ThinkingTimes

PLAY, DISCARD = Question("game", "master", "play"), Question("game", "master", "discard")


def test_a_time_is_a_whole_number_of_paces() -> None:
    times = ThinkingTimes()
    assert [times.chosen(PLAY, thought, 0.5) for thought in (0.0, 0.01, 0.5, 0.51, 1.7)] == [0.5, 0.5, 0.5, 1.0, 2.0]
    assert times.chosen(PLAY, 0.3, 0.0) == 0.3, "no pace: as long as it takes"


def test_who_has_no_choice_takes_as_long_as_those_who_had_one() -> None:
    times = ThinkingTimes()
    for thought in (0.1,) * 30 + (0.9,) * 20 + (1.2,) * 10:
        times.chosen(PLAY, thought, 0.5)
    found = Counter(times.forced(PLAY, 0.5) for _ in range(6000))
    assert set(found) == {0.5, 1.0, 1.5}
    assert abs(found[0.5] - 3000) < 300
    assert abs(found[1.5] - 1000) < 200


def test_each_kind_of_question_has_its_own_times() -> None:
    times = ThinkingTimes()
    times.chosen(DISCARD, 3.0, 0.5)
    assert times.forced(PLAY, 0.5) == 0.5
    assert times.forced(DISCARD, 0.5) == 3.0


def test_a_busy_hour_is_forgotten() -> None:
    times = ThinkingTimes()
    for thought in (9.0,) * REMEMBERED + (0.1,) * REMEMBERED:
        times.chosen(PLAY, thought, 0.5)
    assert {times.forced(PLAY, 0.5) for _ in range(200)} == {0.5}
