"""The evenings of the scorer's specification, entered on the page: Balkan Preferans."""

from scorer.page import Page, boxes

from prikup.scorer.entries import PaperStart
from prikup.scorer.operations import Delete

A = 0


def test_S16_S17_balkan_page_recomputes_refe_after_deletion() -> None:
    """Without the first deal of passes the game is not doubled."""
    page = Page("balkan", "serbian-club bule=100")
    for deal in (("all-passed",), ("hearts", A, 6, 2), ("all-passed",), ("all-passed",)):
        page.deal(*deal)
    assert boxes(page.state) == {"bule": (84, 100, 100), "left": (0, 0, 32), "right": (0, 32, 0), "refe": (1, 2, 2)}
    page.do(Delete(page.state.entries[0].id))
    assert boxes(page.state) == {"bule": (92, 100, 100), "left": (0, 0, 16), "right": (0, 16, 0), "refe": (2, 2, 2)}


def test_S36_balkan_page_counts_refe_written_on_paper() -> None:
    opening = PaperStart(((100, 100, 100), (0, 0, 0), (0, 0, 0), (1, 0, 2)), 9, {"refe_written": 2})
    page = Page("balkan", "serbian-club bule=100", opening=opening)
    old_state, new_state = page.state, page.deal("all-passed")
    assert new_state.sheet.totals == old_state.sheet.totals


def test_balkan_page_enters_usual_deal_in_four_taps() -> None:
    page = Page("balkan", "serbian-club bule=100")
    page.deal("hearts", A, 6, 2)
    assert page.taps == 4
    page.deal("hearts", A, ("form-came", "first"), 6)
    assert page.taps == 5, "the usual answer is not theirs: it is opened first"
