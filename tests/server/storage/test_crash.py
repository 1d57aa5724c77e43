from collections import Counter

from campaigns.store_crash import POINTS, crash


def test_acknowledged_commits_survive_crash_and_are_stored_once(url: str) -> None:
    last_printed_rows: Counter[str] = Counter()
    for after, point in enumerate(POINTS, 5):
        stored_count, printed_count = crash(url, point, after, last_printed_rows)
        assert stored_count >= printed_count > 0
        assert stored_count > printed_count or point != "committed", (
            "the crash was to come between the commit and its telling"
        )
