"""The computer players of a site decide as on this machine; `make decisions-tab` compares more bot_decisions."""

import pytest
from browser.conftest import Accounts
from campaigns import bot_decisions
from campaigns.browser_bot_decisions import digest_in_tab

from prikup.games import GAMES

pytestmark = pytest.mark.thorough

DECISIONS_BY_LEVEL = {"beginner": 200, "rule": 200, "pimc:5": 100, "master:5": 60}


@pytest.mark.parametrize("game", GAMES)
def test_site_bots_decide_as_outside_the_browser(accounts: Accounts, game: str) -> None:
    page = accounts.seat().page
    page.context.route("**/favicon.ico", lambda route: route.fulfill(body=b""))
    page.goto("/mark.svg")
    for level, count in DECISIONS_BY_LEVEL.items():
        assert digest_in_tab(page, game, level, count) == bot_decisions.digest(game, level, count), level
