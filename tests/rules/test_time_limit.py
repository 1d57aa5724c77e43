"""The last deals of a match whose time is over."""

import pytest

from prikup.rules.time_limit import Finish, deals_to_finish, ends_with_time


@pytest.mark.parametrize(
    ("after", "seats", "ends", "rest"),
    [
        ("deal", 3, [True, True, True, True], ["last", "last", "last", "last"]),
        ("round", 3, [True, False, False, True], ["round", "round", "last", "round"]),
        ("round", 4, [True, False, False, False], ["round", "round", "round", "last"]),
    ],
)
def test_time_limit_finishes_deal_or_round(after: Finish, seats: int, ends: list[bool], rest: list[str]) -> None:
    assert [ends_with_time(after, deals, seats) for deals in range(4)] == ends
    assert [deals_to_finish(after, deals, seats) for deals in range(4)] == rest
