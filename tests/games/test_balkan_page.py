"""The evenings of the specification of the scorer, tapped on the page: Balkan Preferans."""

from scorer.page import Page, boxes

from prikup.scorer.entries import Opening
from prikup.scorer.operations import Delete

A, B, C = range(3)


def box(page: Page) -> tuple[tuple[int, ...], tuple[int, ...], list[int]]:
    """Bule and refe by player, and the supe from the least to the most, in the columns left and right."""
    now = boxes(page.now)
    return now["bule"], now["refe"], sorted(number for number in (*now["left"], *now["right"]) if number)


def test_S16_and_S17_refe_follow_from_the_list() -> None:
    """Without the first pass the game is not doubled."""
    page = Page("balkan", "serbian-club bule=100")
    for deal in (("all-passed",), ("hearts", A, 6, 2), ("all-passed",), ("all-passed",)):
        page.deal(*deal)
    assert box(page) == ((84, 100, 100), (1, 2, 2), [32, 32])
    page.do(Delete(page.now.entries[0].id))
    assert box(page) == ((92, 100, 100), (2, 2, 2), [16, 16])


def test_S30_and_S31_a_revoke() -> None:
    page = Page("balkan", "serbian-club bule=100")
    page.deal("revoke", "clubs", A, B, fault=True)
    assert box(page) == ((90, 110, 100), (0, 0, 0), [])
    page = Page("balkan", "serbian-club bule=100")
    page.deal("revoke", "hearts", A, A, 3, fault=True)
    assert box(page) == ((108, 100, 100), (0, 0, 0), [16, 24])


def test_S36_a_match_begun_on_paper() -> None:
    columns = Page("balkan", "serbian-club").now.game.columns
    zero = (0, 0, 0)
    totals = {**dict.fromkeys(columns, zero), "bule": (100, 100, 100), "refe": (1, 0, 2)}
    opening = Opening(tuple(totals[column] for column in columns), 9, {"refe_written": 2})
    page = Page("balkan", "serbian-club bule=100", opening=opening)
    before, now = page.now, page.deal("all-passed")
    assert now.sheet.totals == before.sheet.totals


def test_four_taps_are_enough() -> None:
    page = Page("balkan", "serbian-club bule=100")
    page.deal("hearts", A, 6, 2)
    assert page.taps == 4
    page.deal("hearts", A, ("form-came", "first"), 6)
    assert page.taps == 5, "the usual answer is not theirs: it is opened first"
