"""The evenings of the specification of the scorer, tapped on the page: Paston."""

from scorer.page import Page


def test_four_taps_are_enough() -> None:
    """After the first deal of a match, which is asked who spoke first."""
    page = Page("paston", "standard")
    page.deal(0, "paston", 0, 6, 2)
    assert page.taps == 5
    page.deal("paston", 0, 6, 2)
    assert page.taps == 4
    page.deal("paston", 0, ("form-whist", "nobody"))
    assert page.taps == 4
