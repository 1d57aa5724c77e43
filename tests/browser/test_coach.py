"""The first deal with the coach: two taps from the lobby; read, answer, leave and resume."""

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_core_case
from browser.layout_checks import barriers, wait_until_settled
from browser.seat import Fingers, Mouse, Seat, Touch
from playwright.sync_api import Locator, expect

from prikup.games import GAMES
from prikup.table.coach.script import Coach, coach_of

COACHED_GAMES = [name for name in GAMES if coach_of(name)]
pytestmark = pytest.mark.skipif(not COACHED_GAMES, reason="no game has a coach")
SIDEWAYS = 844, 390
POLL = 200
"""Milliseconds between checks whether the deal is over."""
FIND_COVERED = """(mark, parts) => {
  const { left, top, right, bottom } = mark.getBoundingClientRect();
  return parts.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.right > left + 1 && box.left < right - 1 && box.bottom > top + 1 && box.top < bottom - 1;
  }).map((part) => part.textContent);
}"""
"""Return the text of parts of the page covered by an element."""


def coach_and_answers(name: str) -> tuple[Coach, list[tuple[int, ...]]]:
    """Return the coach of a game, and the coach's own answers."""
    coach = coach_of(name)
    assert coach
    return coach, list(coach.answers.values())


def start_coached_deal(seat: Seat, name: str) -> None:
    """Choose a game in the lobby and its first deal with the coach: two clicks."""
    seat.choose_game(name)
    seat.press(seat.main.get_by_role("button").filter(has_text=seat.words("coach-door")))
    expect(coach_region(seat)).to_be_visible()


def coach_region(seat: Seat) -> Locator:
    """What the coach says."""
    return seat.page.get_by_role("region", name=seat.words("coach-name"), exact=True)


def card_name(seat: Seat, card: int) -> str:
    """The name of a card, as it is read aloud."""
    rank, suit = seat.words(f"rank-{'23456789TJQKA'[card % 13]}"), seat.words(f"suit-of-{'SCDH'[card // 13]}")
    return seat.words("card-spoken", rank=rank, suit=suit)


def give_answer(seat: Seat, name: str, acts: tuple[int, ...]) -> None:
    """Do as the coach would; on a low screen the level of a bid comes first. A single card plays itself."""
    if acts[0] >= 52:
        call = seat.main.locator(f"[data-call='{acts[0]}']")
        for level in seat.main.locator(".levels [data-opens]:enabled").all():
            if call.count():
                break
            seat.press(level)
            expect(level).to_have_attribute("aria-pressed", "true")
        expect(call).to_have_attribute("aria-disabled", "false")
        seat.press(call)
        seat.confirm_call()
        return
    for card in acts:
        seat.press(seat.cards.filter(has_text=card_name(seat, card)))
    if len(acts) > 1:
        seat.press(seat.button("table-lay"))


def read_remarks(seat: Seat, acts: tuple[int, ...]) -> None:
    """Wait until the coach has this answer, and read everything before it."""
    next_button = coach_region(seat).get_by_role("button", name=seat.words("coach-see"), exact=True)
    answer_remark = coach_region(seat).get_by_role("status").filter(has_text=seat.words("coach-answer"))
    expect(next_button.or_(answer_remark).first).to_be_visible()
    while next_button.is_visible():
        check_coach_covers_nothing(seat)
        seat.press(next_button)
        expect(next_button.or_(answer_remark).first).to_be_visible()
    if acts[0] < 52:
        expect(answer_remark).to_contain_text(card_name(seat, acts[0]), ignore_case=True)
    check_coach_covers_nothing(seat)


def check_coach_covers_nothing(seat: Seat) -> None:
    """Check that the mark is fully visible and covers neither hand, prompt, trick nor anything next to a player."""
    region = coach_region(seat)
    expect(region).to_be_in_viewport(ratio=0.99)
    wait_until_settled(seat.page)  # what has just come takes its place in the next frame
    parts = seat.main.get_by_role("toolbar").or_(seat.calls).or_(seat.main.locator(".ask, .pill, .plate"))
    assert region.evaluate(FIND_COVERED, parts.element_handles()) == []


def check_remark_is_repeated(seat: Seat) -> None:
    """The coach repeats the remark after a reload, and after being dismissed and recalled."""
    remark = str(coach_region(seat).get_by_role("status").text_content()).strip()
    seat.page.reload()
    expect(coach_region(seat).get_by_role("status")).to_have_text(remark)
    seat.page.keyboard.press("Escape")
    seat.press(coach_region(seat).get_by_role("button", name=seat.words("coach-stay"), exact=True))
    expect(coach_region(seat).get_by_role("status")).to_have_text(remark)
    seat.page.keyboard.press("Escape")
    seat.press(coach_region(seat).get_by_role("button", name=seat.words("coach-go"), exact=True))
    expect(coach_region(seat)).to_be_hidden()
    press_command(seat, "coach-return")
    expect(coach_region(seat).get_by_role("status")).to_have_text(remark)
    press_command(seat, "coach-leave")
    expect(coach_region(seat).get_by_role("status")).to_have_text(seat.words("coach-sure"))
    seat.press(coach_region(seat).get_by_role("button", name=seat.words("coach-stay"), exact=True))
    expect(coach_region(seat).get_by_role("status")).to_have_text(remark)


def press_command(seat: Seat, key: str) -> None:
    """Press a button that is in the menu of a small screen, or next to the table on a large one."""
    if (menu := seat.button("table-menu")).is_visible():
        seat.press(menu)
    outside = seat.page.locator(f":not([aria-label='{seat.words('coach-name')}'] *)")
    seat.press(seat.button(key).and_(outside))


def make_other_call(seat: Seat, call: int) -> None:
    """Make another call than the coach recommends."""
    seat.press(seat.calls.and_(seat.page.locator(f"[data-call]:not([data-call='{call}'])")).last)
    seat.confirm_call()


def check_undone_call(seat: Seat, call: int) -> None:
    """After undoing another call, the coach repeats the remark."""
    remark = str(coach_region(seat).get_by_role("status").text_content()).strip()
    make_other_call(seat, call)
    seat.press(coach_region(seat).get_by_role("button", name=seat.words("coach-back"), exact=True))
    expect(coach_region(seat).get_by_role("status")).to_have_text(remark)


@pytest.mark.parametrize("name", one_core_case(COACHED_GAMES))
@pytest.mark.parametrize(
    ("lang", "fingers", "size"), one_core_case([("en", Mouse, DESKTOP), ("ru", Touch, PHONE)], core=1)
)
def test_coach_guides_through_first_deal(
    accounts: Accounts, name: str, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    seat = accounts.seat(lang, fingers, size, auto=False)
    start_coached_deal(seat, name)
    coach, coach_answers = coach_and_answers(name)
    checked_indexes = {0, len(coach_answers) // 2}
    for index, acts in enumerate(coach_answers):
        read_remarks(seat, acts)
        if index in checked_indexes:
            assert not barriers(seat.page)
        if index == 0 and acts[0] >= 52:
            check_undone_call(seat, acts[0])
        if index == 1:
            check_remark_is_repeated(seat)
        give_answer(seat, name, acts)
    expect(seat.button("coach-match")).to_be_visible()
    *earlier_remarks, last_remark = coach.remarks[0]
    for remark in earlier_remarks:
        expect(coach_region(seat)).to_contain_text(seat.words("coach-number", number=remark.number, of=coach.count))
        seat.press(coach_region(seat).get_by_role("button", name=seat.words("coach-see"), exact=True))
    expect(coach_region(seat)).to_contain_text(seat.words("coach-number", number=last_remark.number, of=coach.count))
    expect(seat.main).to_contain_text(seat.words("rest-deck-given"))
    things = seat.main.get_by_role("region", name=seat.words("coach-things"), exact=True).get_by_role("listitem")
    expect(things.filter(has_text=seat.words("coach-right"))).to_have_count(len(coach.things))
    assert not barriers(seat.page)
    seat.press(seat.button("coach-match"))
    expect(seat.link("rest-again-go")).to_be_visible()


@pytest.mark.parametrize("lang", one_core_case(["en", "ru"], core=1))
def test_coach_on_low_phone_covers_no_player_plate_during_calls(accounts: Accounts, lang: str) -> None:
    for name in COACHED_GAMES:
        seat = accounts.seat(lang, Touch, SIDEWAYS, auto=False)
        start_coached_deal(seat, name)
        for acts in coach_and_answers(name)[1]:
            if acts[0] < 52:
                break
            read_remarks(seat, acts)
            give_answer(seat, name, acts)


@pytest.mark.parametrize("name", one_core_case(COACHED_GAMES))
@pytest.mark.parametrize(
    ("lang", "fingers", "size"), one_core_case([("en", Mouse, DESKTOP), ("ru", Touch, PHONE)], core=1)
)
def test_coach_continues_to_end_of_deal_after_different_answer(
    accounts: Accounts, name: str, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    """The coach names the difference, comments on each prompt, and at the end lists what went the player's way."""
    seat = accounts.seat(lang, fingers, size, auto=False)
    start_coached_deal(seat, name)
    coach, (first_answer, *_) = coach_and_answers(name)
    read_remarks(seat, first_answer)
    if first_answer[0] < 52:
        seat.press(seat.cards.filter(has_not_text=card_name(seat, first_answer[0])).first)
    else:
        make_other_call(seat, first_answer[0])
    back = coach_region(seat).get_by_role("button", name=seat.words("coach-back"), exact=True)
    go_on = coach_region(seat).get_by_role("button", name=seat.words("coach-see"), exact=True)
    answer = coach_region(seat).get_by_role("status").filter(has_text=seat.words("coach-answer"))
    expect(back).to_be_visible()
    expect(go_on).not_to_be_focused()
    check_coach_covers_nothing(seat)
    assert not barriers(seat.page)
    seat.press(go_on)
    expect(back).to_be_hidden()
    match_button = seat.button("coach-match")
    while not match_button.is_visible():
        if (prompt := seat.next_prompt(POLL)).kind:
            expect(answer.or_(go_on).first).to_be_visible()
            check_coach_covers_nothing(seat)
            seat.act(prompt)
    things = seat.main.get_by_role("region", name=seat.words("coach-things"), exact=True).get_by_role("listitem")
    expect(things).to_have_count(len(coach.things))
    expect(things.filter(has_text=seat.words("coach-own-way"))).not_to_have_count(0)
    assert not barriers(seat.page)
