from collections import Counter

from campaigns.store_crash import POINTS, crash


def test_what_was_told_survives_a_crash_and_is_there_once(url: str) -> None:
    told: Counter[str] = Counter()
    for after, point in enumerate(POINTS, 5):
        kept, printed = crash(url, point, after, told)
        assert kept >= printed > 0
        assert kept > printed or point != "committed", "the crash was to come between the commit and its telling"
