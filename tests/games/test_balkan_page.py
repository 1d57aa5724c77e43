"""The evenings of the specification of the scorer, tapped on the page: Balkan Preferans."""

from scorer.page import Page, boxes

from prikup.scorer.entries import Opening
from prikup.scorer.operations import Delete

A, B, C = range(3)


def held(page: Page) -> dict[str, tuple[int, ...]]:
    """The supe, which are in the columns left and right."""
    return {column: numbers for column, numbers in boxes(page.now).items() if column in ("left", "right")}


def evening() -> Page:
    """S16."""
    page = Page("balkan", "serbian-club bule=100")
    page.deal("all-passed")
    page.deal("hearts", A, 6, 2)
    page.deal("all-passed")
    page.deal("all-passed")
    return page


def test_S16_refe_follow_from_the_list() -> None:
    page = evening()
    assert boxes(page.now)["bule"] == (84, 100, 100)
    assert boxes(page.now)["refe"] == (1, 2, 2)
    assert sorted(number for numbers in held(page).values() for number in numbers) == [0, 0, 0, 0, 32, 32]


def test_S17_without_the_first_pass_the_game_is_not_doubled() -> None:
    page = evening()
    page.do(Delete(page.now.entries[0].id))
    assert boxes(page.now)["bule"] == (92, 100, 100)
    assert sorted(number for numbers in held(page).values() for number in numbers) == [0, 0, 0, 0, 16, 16]
    assert boxes(page.now)["refe"] == (2, 2, 2)


def test_S30_a_follower_revokes() -> None:
    page = Page("balkan", "serbian-club bule=100")
    now = page.deal("revoke", "clubs", A, B, fault=True)
    assert boxes(now)["bule"] == (90, 110, 100)
    assert not any(number for numbers in held(page).values() for number in numbers)


def test_S31_the_declarer_revokes() -> None:
    page = Page("balkan", "serbian-club bule=100")
    now = page.deal("revoke", "hearts", A, A, 3, fault=True)
    assert boxes(now)["bule"] == (108, 100, 100)
    assert sorted(number for numbers in held(page).values() for number in numbers) == [0, 0, 0, 0, 16, 24]


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
