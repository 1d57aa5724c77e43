"""An evening on a phone whose server stopped after one visit: a server, one behind a prefix-stripping proxy, and a site
under a path. Everything done offline exists exactly once when the server is back."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple, cast
from urllib.parse import urlencode

import pytest
from browser import test_problems as problems
from browser.conftest import Accounts
from browser.gallery import SHORT
from browser.page_list import start_scoring, wait_for_scorer
from browser.prepared_tables import Guest
from browser.seat import Seat, Touch
from browser.servers import House
from browser.servers import run_server as server
from browser.test_score import Pencil
from playwright.sync_api import Locator, expect
from static_site.static_server import LOADING, serve_folder
from static_site.test_matches import REVIEW_TIMEOUT_MS
from static_site.test_offline import offline, wait_until_kept
from static_site.test_server_offline import copy_client_with_engine
from support.held_port import HeldPort
from support.stripping_proxy import serve_below
from support.waiting import until

from prikup.games import GAMES
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem

pytestmark = pytest.mark.thorough

SIZE = (390, 844)
NO_SERVER = cast("House", None)
"""No server."""
SCORED_DEALS, PLAYED_DEALS = 10, 2
"""Numbers of deals scored and of deals played."""
GAME, RULES = next(iter(SHORT.items()))
"""A game and house rules with a short match."""
SOLVED_PROBLEMS: list[OpenProblem] = [
    problem
    for asks in ("card", "number")
    for problem in islice((one for one in every_problem(OpenProblem) if one.asks == asks), 5)
]
NAME = "Зоя"


class Place(NamedTuple):
    """Where the pages come from: the path prefix, the files, a context manager that serves them, and whether it has
    user accounts."""

    root: str
    files: Path
    runs: Callable[[], AbstractContextManager[object]]
    url: str
    knows_people: bool = True


@contextmanager
def own_server(folder: Path, root: str = "") -> Iterator[Place]:
    """Yield a server at the root of its host, or behind a proxy that strips a prefix."""
    client = copy_client_with_engine(folder)
    port = HeldPort()
    with ExitStack() as proxy:

        def runs() -> AbstractContextManager[object]:
            return server(folder, client=client, port=port.number, root_path=root)

        address = f"127.0.0.1:{port.number}"
        url = proxy.enter_context(serve_below(root, address)) if root else f"http://{address}"
        yield Place(root, client, runs, url)


@contextmanager
def own_files(site: Path, root: str) -> Iterator[Place]:
    """Yield a site in a folder of a host."""
    with ExitStack() as host:
        address = host.enter_context(serve_folder(site)).removeprefix("http://")
        url = host.enter_context(serve_below(root, address))
        yield Place(root, site, lambda: host, url, knows_people=False)


@pytest.fixture(params=["server", "proxy", "site"])
def place(request: pytest.FixtureRequest, tmp_path: Path, own_site: Path) -> Iterator[Place]:
    """Each place in turn."""
    with (
        own_files(own_site, "/user/prikup")
        if request.param == "site"
        else own_server(tmp_path, "/cards" if request.param == "proxy" else "") as new_place
    ):
        yield new_place


def test_phone_keeps_whole_evening_played_without_network(accounts: Accounts, place: Place) -> None:
    seat = accounts.seat("ru", Touch, SIZE, url=place.url)
    accounts.tolerate("net::", "ERR_", "Error in connection", "WebSocket")
    with ExitStack() as running:
        running.enter_context(place.runs())
        seat.page.goto(f"{place.root}/")
        wait_until_kept(seat.page, place.files)
        offline(seat.page.context, running)
    address = scores(seat, place.root)
    match = plays(seat, place.root)
    reviews(seat)
    solves(seat, place.root)
    reads(seat, place.root)
    is_all_here(seat, place.root, address, match)
    if place.knows_people:
        seat.page.context.set_offline(False)
        with place.runs():
            comes_back(seat, place.root)
            is_all_here(seat, place.root, address, match)


def scores(seat: Seat, root: str) -> str:
    """Score ten deals of a match with real cards; return the URL of the sheet."""
    guest = Guest(seat, NO_SERVER)
    start_scoring(guest, GAME, root)
    pencil = Pencil(guest, GAME)
    for _ in range(SCORED_DEALS):
        if not pencil.answer_buttons.count():
            pencil.continue_match()
        pencil.enter_deal()
    assert len(pencil.replay_match().scoring.entries) == SCORED_DEALS
    return seat.page.url


def plays(seat: Seat, root: str) -> str:
    """Play a short match against the strongest computer players; return its id."""
    seat.choose_game(GAME, f"{root}/?{urlencode({'game': GAME, 'rules': RULES})}")
    bots = seat.main.get_by_role("group", name=seat.words("setup-bots"), exact=True)
    master = bots.get_by_role("radio", name=seat.words("level-master"), exact=True)
    master.evaluate("radio => radio.scrollIntoView({ block: 'center' })")  # the control bar stays at the lower edge
    seat.press(master)
    expect(master).to_be_checked()
    seat.press(seat.button("setup-play"))
    seat.next_prompt(LOADING)
    for deal in range(1, PLAYED_DEALS + 1):
        seat.play()
        if deal < PLAYED_DEALS:
            seat.act()
    expect(seat.button("rest-again")).to_be_visible()
    return seat.page.url.rpartition("/")[2]


def reviews(seat: Seat) -> None:
    """Open the review of the last deal, computed on the device."""
    seat.press(seat.link("rest-review"))
    expect(seat.page.get_by_role("heading", name=seat.words("match-parts"))).to_be_visible(timeout=REVIEW_TIMEOUT_MS)


def solves(seat: Seat, root: str) -> None:
    """Solve ten problems at the first attempt."""
    for problem in SOLVED_PROBLEMS:
        seat.page.goto(f"{root}/problems/{problem.id}")
        problems.enter_answer(seat, problem, problem.answer[0])
        problems.check_announcement(seat, "problem-right")


def reads(seat: Seat, root: str) -> None:
    """Open the rules of each game."""
    for game in GAMES:
        seat.load_game_words(game)
        seat.page.goto(f"{root}/rules/{game}")
        expect(seat.main.get_by_role("heading", level=1)).to_contain_text(seat.words("game"))
        expect(seat.page.get_by_role("alert")).to_have_count(0)
    seat.load_game_words(GAME)


def list_matches(seat: Seat, root: str) -> Locator:
    """Open the list of finished matches; return its rows."""
    seat.page.goto(f"{root}/matches")
    return seat.main.get_by_role("listitem").filter(has=seat.page.locator("a[href*='/matches/']"))


def is_all_here(seat: Seat, root: str, address: str, match: str) -> None:
    """Check that the sheet has each deal once, the match is listed once, and each problem is solved."""
    seat.page.goto("about:blank")
    seat.page.goto(address)
    wait_for_scorer(Guest(seat, NO_SERVER))
    assert len(Pencil(Guest(seat, NO_SERVER), GAME).replay_match().scoring.entries) == SCORED_DEALS
    expect(list_matches(seat, root)).to_have_count(1, timeout=LOADING)
    seat.page.goto(f"{root}/matches/{match}")
    expect(seat.button("rest-log")).to_be_visible(timeout=LOADING)
    assert problems.stored_progress(seat)["solved"] == {problem.id: True for problem in SOLVED_PROBLEMS}


def comes_back(seat: Seat, root: str) -> None:
    """Create an account, and check that the match and the problems are in it exactly once."""
    ask = seat.page.context.request
    for path, body in (("guests", {"name": NAME}), ("account", {"name": NAME, "password": "correct horse"})):
        assert ask.post(f"{root}/api/{path}", data=body).ok
    for _ in range(2):
        row = list_matches(seat, root)
        expect(row).to_have_count(1, timeout=LOADING)
        expect(row).to_contain_text(seat.words("unverified-mark"), timeout=LOADING)
    assert ask.get(f"{root}/api/matches").json()["total"] == 1
    seat.page.goto(f"{root}/problems")
    expect(seat.main.get_by_role("heading", level=1)).to_be_visible()
    solved_ids = {problem.id for problem in SOLVED_PROBLEMS}

    def are_problems_there() -> bool:
        progress = ask.get(f"{root}/api/problems/progress").json()
        return set(progress.get("solved", ())) == solved_ids  # an empty field is left out

    until(are_problems_there, "the same problems")
