"""The evenings of the scorer's specification, entered on the page: Paston."""

from scorer.page import Page


def test_paston_page_enters_deal_in_four_taps() -> None:
    """Four taps suffice after the first deal of a match, which also asks who called first."""
    page = Page("paston", "standard")
    page.deal(0, "paston", 0, 6, 2)
    assert page.taps == 5
    page.deal("paston", 0, 6, 2)
    assert page.taps == 4
    page.deal("paston", 0, ("form-whist", "nobody"))
    assert page.taps == 4
