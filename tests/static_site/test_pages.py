"""Pages without a table, offline: a score sheet, problems, rules."""

import re
from collections.abc import Callable
from typing import cast

import pytest
from browser import test_analyse as analyse
from browser import test_problems as problems
from browser.conftest import PHONE
from browser.page_list import POSITION, start_scoring
from browser.prepared_tables import Guest
from browser.seat import Seat, Touch
from browser.servers import House
from browser.test_score import Pencil
from playwright.sync_api import expect

from prikup.games import GAMES
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem

pytestmark = pytest.mark.thorough

NO_SERVER = cast("House", None)
"""No server."""
DEALS = 3
Cut = Callable[..., Seat]


@pytest.mark.parametrize("game", GAMES)
def test_site_scores_a_match_with_real_cards(cut: Cut, game: str) -> None:
    guest = Guest(cut("ru", Touch, PHONE), NO_SERVER)
    start_scoring(guest, game)
    pencil = Pencil(guest, game)
    for _ in range(DEALS):
        if not pencil.answer_buttons.count():
            pencil.continue_match()
        pencil.enter_deal()
    assert len(pencil.replay_match().scoring.entries) == DEALS
    pencil.check_settlement()
    pencil.open_section("share")
    expect(guest.seat.main).to_contain_text(guest.seat.words("alone-scorer-kept"))


def test_site_judges_each_type_of_problem(cut: Cut) -> None:
    seat = cut("ru", Touch, PHONE)
    for asks in ("card", "number", "discard"):
        problem = next(
            candidate
            for candidate in every_problem(OpenProblem)
            if candidate.asks == asks and (asks == "card" or candidate.value)
        )
        problems.open_problems(seat, f"/problems/{problem.id}")
        problems.enter_answer(seat, problem, problems.wrong_answer(problem))
        problems.check_announcement(seat, "problem-wrong")
        seat.press(seat.button("problem-again"))
        problems.enter_answer(seat, problem, problem.answer[0])
        problems.check_announcement(seat, "problem-right")


def test_site_lobby_links_to_existing_pages(cut: Cut) -> None:
    seat = cut()
    for key in ("lobby-problem", "lobby-score", "header-rules"):
        seat.page.goto("/")
        seat.press(seat.link(key))
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
    for game in GAMES:
        seat.load_game_words(game)
        seat.page.goto(f"/rules/{game}")
        expect(seat.main).to_contain_text(seat.words("game"))


def test_site_analyses_open_hands_and_starts_practice(cut: Cut) -> None:
    guest = Guest(cut("ru", Touch, PHONE), NO_SERVER)
    guest.page.goto(POSITION)
    expect(analyse.number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("analyse-best"))
    guest.page.wait_for_url(re.compile(";played\\+C"))
    guest.seat.press(guest.seat.button("analyse-back"))
    expect(guest.page).not_to_have_url(re.compile("played"))
    guest.page.reload()
    expect(analyse.number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("reviewed-play-on"))
    expect(guest.page).to_have_url(re.compile("/t/"))
    expect(guest.seat.main.locator(".hand [data-card]")).to_have_count(10)
    guest.seat.act()
