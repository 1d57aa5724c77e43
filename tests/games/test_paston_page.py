"""The evenings of the specification of the scorer, tapped on the page: Paston."""

from scorer.page import Page

from prikup.scorer.entries import Adjust, Amount, Opening
from prikup.scorer.operations import Replace


def nearly() -> Page:
    """A match to 121 in which A has 118."""
    return Page("paston", "standard", opening=Opening(((118, 0, 0),), 9))


def test_S8_a_correction_by_hand_may_end_the_match() -> None:
    now = nearly().adjust("score", 0, 3, "a present")
    assert (now.sheet.winners, now.over) == ((0,), True)


def test_S9_what_stands_after_the_end_is_flagged_and_comes_back() -> None:
    page = nearly()
    page.adjust("score", 0, 3, "a present")
    surrender = nearly().told("surrender", 1).what
    assert surrender is not None
    late = page.enter(surrender)
    assert late.entries[1].flag is not None
    assert late.entries[1].flag.key == "after-the-end"
    mended = page.do(Replace(late.entries[0].id, 0, Adjust((Amount("score", 0, 2),)), "less"))
    assert mended.entries[1].flag is None


def test_four_taps_are_enough() -> None:
    """After the first deal of a match, which is asked who spoke first."""
    page = Page("paston", "standard")
    page.deal(0, "paston", 0, 6, 2)
    assert page.taps == 5
    page.deal("paston", 0, 6, 2)
    assert page.taps == 4
    page.deal("paston", 0, ("form-whist", "nobody"))
    assert page.taps == 4
