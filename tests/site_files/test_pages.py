"""The pages that need no table, without a network: a score sheet, problems, rules."""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest
from browser import test_analyse as analyse
from browser import test_problems as problems
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.guest import Guest
from browser.seat import Fingers, Mouse, Seat, Touch
from browser.test_score import Pencil
from browser.visits import POSITION, begins
from playwright.sync_api import expect
from site_files.screens import screens
from site_files.static_server import served
from site_files.test_offline import offline, wait_until_kept
from support.serving import Server

from prikup.games import GAMES
from prikup.problems.problem import every_problem

pytestmark = pytest.mark.thorough

NOBODY = cast("Server", None)
"""There is no server."""
DEALS = 3


@pytest.fixture
def cut(people: Accounts, own_site: Path) -> Any:
    """A person who has been at a site once, and has no network now."""

    def person(lang: str, fingers: type[Fingers], size: tuple[int, int]) -> Seat:
        with ExitStack() as server:
            seat = people.seat(lang, fingers, size, url=server.enter_context(served(own_site)))
            seat.page.goto("/")
            wait_until_kept(seat.page, own_site)
            offline(seat.page.context, server)
        return seat

    return person


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, ("en", "ru", "en", "ru", "en"), strict=True)))
def test_a_real_table_is_scored(cut: Any, game: str, lang: str) -> None:
    guest = Guest(cut(lang, Touch, PHONE), NOBODY)
    begins(guest, game)
    pencil = Pencil(guest, f"{game} {lang}")
    for _ in range(DEALS):
        if not pencil.offered.count():
            pencil.plays_on()
        pencil.tells()
    pencil.tap(guest.seat.button("scorer-undo"))
    pencil.tap(guest.seat.button("scorer-redo"))
    assert len(pencil.match().scoring.entries) == DEALS
    pencil.stands()
    pencil.view("settle")
    expect(guest.seat.main).to_contain_text(guest.seat.words("alone-scorer-kept"))


def test_a_problem_is_answered_played_out_and_proved(cut: Any) -> None:
    seat = problems.opened(cut("en", Mouse, DESKTOP))
    problems.answers(seat, problems.TODAY, problems.wrong(problems.TODAY))
    problems.says(seat, "problem-wrong")
    seat.fingers.press(seat.button("problem-again"))
    problems.answers(seat, problems.TODAY, problems.TODAY.answer[0])
    problems.says(seat, "problem-right")
    problems.day_in_panel(seat, problems.DAY, "solved")
    expect(seat.main.locator(".groups").get_by_role("button")).to_have_count(len(problems.TODAY.choices))


@pytest.mark.parametrize("asks", ["number", "discard"])
def test_every_kind_of_problem_is_there(cut: Any, asks: str) -> None:
    problem = next(each for each in every_problem() if each.asks == asks and each.value)
    seat = problems.opened(cut("ru", Touch, PHONE), f"/problems/{problem.id}")
    problems.answers(seat, problem, problem.answer[0])
    problems.says(seat, "problem-right")


def test_the_lobby_leads_to_what_there_is(cut: Any) -> None:
    seat = cut("en", Mouse, DESKTOP)
    for key in ("lobby-problem", "lobby-score", "header-rules"):
        seat.page.goto("/")
        seat.press(seat.link(key))
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
    for game in GAMES:
        seat.learn(game)
        seat.page.goto(f"/rules/{game}")
        expect(seat.main).to_contain_text(seat.words("game"))


@screens
def test_open_hands_are_analysed_and_played_on(
    cut: Any, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    guest = Guest(cut(lang, fingers, size), NOBODY)
    guest.page.goto(POSITION)
    expect(analyse.number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("analyse-best"))
    guest.page.wait_for_url(re.compile(";played\\+C"))
    guest.seat.press(guest.seat.button("analyse-back"))
    expect(guest.page).not_to_have_url(re.compile("played"))
    guest.page.reload()
    expect(analyse.number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("reviewed-play-on"))
    expect(guest.page).to_have_url(re.compile("/here/"))
    expect(guest.seat.main.locator(".hand [data-card]")).to_have_count(10)
    guest.seat.act()
