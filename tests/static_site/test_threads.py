"""The solver of a site: one thread on the first visit, several once the service worker isolates the page."""

from pathlib import Path
from pickle import dumps

import pytest
from browser.conftest import Accounts
from playwright.sync_api import Page
from solver.positions import deal_position
from static_site.browser_worker import evaluate_in_worker
from static_site.test_offline import wait_until_kept
from support.waiting import until

from prikup.solver import solve_many

DEALS = range(24)
LONG_DEALS = range(96)
"""Deals that take one kernel some tenths of a second, so that another one has the time to wake up and take some."""
pytestmark = pytest.mark.thorough

WORKER_CODE = """
from prikup.solver.wasm import threads

def positions(kept):
    from pickle import loads
    return loads(kept)

def values(kept):
    from prikup.solver import solve_many
    return [answer.value for answer in solve_many(positions(kept))]

def helped(kept):
    # Whether another kernel has answered: it is asked to make a solver that cannot be, and so refuses what it is asked.
    from prikup.solver import Search
    search = Search()
    assert search.solver.make_message
    search.solver.make_message = bytes(8)
    try:
        search.answers(positions(kept))
    except ValueError:
        return True
    return False
"""


def open_page(page: Page) -> None:
    """Open a page of the site."""
    page.goto("/rules")
    page.locator("main h1").wait_for()


def test_site_solver_gives_same_values_with_one_and_several_threads(accounts: Accounts, own_site: Path) -> None:
    page = accounts.seat().page
    deals = [deal_position("trump", seed, 9) for seed in DEALS]
    pickled_deals, values = dumps(deals), [answer.value for answer in solve_many(deals)]
    open_page(page)
    assert not page.evaluate("crossOriginIsolated")
    assert evaluate_in_worker(page, WORKER_CODE, "threads") == 1
    assert evaluate_in_worker(page, WORKER_CODE, "values", pickled_deals) == values
    wait_until_kept(page, own_site)
    open_page(page)
    assert page.evaluate("crossOriginIsolated")
    assert (
        evaluate_in_worker(page, WORKER_CODE, "threads")
        == page.evaluate("Math.min(navigator.hardwareConcurrency, 2)")
        > 1
    )
    long_job = dumps([deal_position("partners", seed, 11) for seed in LONG_DEALS])
    until(lambda: evaluate_in_worker(page, WORKER_CODE, "helped", long_job), "that another kernel helps")
    assert evaluate_in_worker(page, WORKER_CODE, "values", pickled_deals) == values
