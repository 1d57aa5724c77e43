"""The evenings of the scorer's specification, entered on the page: Tuppi."""

from scorer.page import Page

from prikup.scorer.entries import PaperStart


def tournament() -> Page:
    """S10: hand 16 of 16 of a match that was started on paper."""
    return Page("tuppi", "tournament hands=16", 3, PaperStart(((12, 0),), 15, {"written": [52, 60]}))


def test_S10_to_S12_tuppi_page_counts_points_written_on_paper() -> None:
    """During the extension the rising side falls, or continues."""
    page = tournament()
    page_state = page.deal("nolo", 6)
    assert (page_state.sheet.totals, page_state.over) == (((16, 0),), False)
    assert any("extension" in fact.key for fact in page_state.outlook)
    fallen_state = page.deal("rami", 1, 8)
    assert (fallen_state.sheet.totals, fallen_state.sheet.winners) == (((0, 0),), (1,))
    page = tournament()
    page.deal("nolo", 6)
    page_state = page.deal("nolo", 5)
    assert (page_state.sheet.totals, page_state.over) == (((24, 0),), False)


def test_tuppi_page_enters_deal_in_three_taps() -> None:
    page = Page("tuppi")
    page.deal("rami", 0, 8)
    assert page.taps == 3
