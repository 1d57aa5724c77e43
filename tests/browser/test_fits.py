"""The hand and every answer are in sight at every question of a whole deal, whatever window one plays in; nothing has
to be scrolled for them."""

import pytest
from browser.conftest import Accounts
from browser.gallery import PLAYING, SCENES
from browser.guest import Guest, still_server
from browser.looks import DESKTOP, Screen, settled
from browser.seat import Seat, any_of
from browser.test_playing import lobby
from playwright.sync_api import expect
from serving import Server

from prikup.games import GAMES

still = pytest.fixture(still_server, scope="session")

SIZES = ((360, 640), (390, 844), (844, 390), (640, 320), (768, 1024), (1280, 800), (1440, 900), (720, 450))
"""Phones upright and on their side, a tablet, desktops, and a desktop at 200 %."""
MOST = 400
"""Questions until a deal is given up."""

OUT = """([hand, answers]) => {
  const found = [];
  const inside = (box, { left, top, right, bottom }) =>
    box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  const look = (element, box, what) => {
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const tell = (why) => found.push(`${what} “${element.textContent.trim().slice(0, 30)}” ${why}: ` +
      [box.left, box.top, box.right, box.bottom].map(Math.round));
    if (!inside(box, window)) return tell("out of the window");
    for (let one = element.parentElement; one; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (!inside(box, one.getBoundingClientRect())) return tell(`cut by ${one.localName}.${one.className}`);
    }
    const [x, y] = [box.left + Math.min(10, box.width / 4), box.top + Math.min(10, box.height / 4)];
    const over = document.elementFromPoint(x, y);
    if (over && !element.contains(over) && !over.contains(element)) tell(`under ${over.localName}.${over.className}`);
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const open = document.querySelector("dialog:modal");
  const cards = seen("main [role=toolbar] button");
  if (hand && !cards.length) found.push("no hand");
  if (!open) for (const card of cards) look(card, card.querySelector("svg").getBoundingClientRect(), "card");
  const named = seen("button").filter((one) => answers.includes(one.textContent.trim()));
  const calls = seen(".calls button:not([aria-disabled=true], [disabled]), .beside button");
  for (const answer of [...named, ...(open ? [] : calls)]) look(answer, answer.getBoundingClientRect(), "answer");
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight + 1) found.push(`the page scrolls: ${page.scrollHeight} in ${innerHeight}`);
  return found;
}"""
"""What of the hand and of the answers is not in sight."""


BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
"""Where things lie."""


def out_of_sight(seat: Seat, *, hand: bool) -> list[str]:
    """What is not in sight, in any of the windows."""
    answers = [seat.words(key) for key in ("table-lay", "cut-here", "rest-next", "sure-say", "sure-back")]
    found: list[str] = []
    for width, height in SIZES:
        Screen(width, height).show(seat.page)
        settled(seat.page)
        wrong = seat.page.evaluate(OUT, [hand, answers])
        found += [f"{width}x{height}: {one}" for one in wrong]
    DESKTOP.show(seat.page)
    return found


@pytest.mark.look
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_whole_deal_is_in_sight(people: Accounts, game: str, lang: str) -> None:
    seat = people.seat(lang)
    seat.choice = any_of(f"{game} {lang}")
    seat.open(game, lobby(game))
    wrong: list[str] = []
    last = ""
    for _ in range(MOST):
        asked = seat.asked()
        at = f"{asked.kind} {len(seat.held())} {asked.calls}"
        if at != last and (asked.kind != "card" or seat.hand.count() % 3 == 1):
            wrong += [f"{at}, {one}" for one in out_of_sight(seat, hand=asked.kind in ("card", "call", "lay"))]
        if asked.kind == "next" and "card" in last:
            break
        last = at
        seat.act()
    assert not wrong, "\n".join(wrong)


def test_nothing_moves_under_a_banner(people: Accounts, still: Server) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.sits(PLAYING)
    lies = "main :is(.trick, .face, aside, [role=toolbar])"
    everything = "main :is(button, .plate, .trick, .card, aside)"
    for width, height in ((1280, 800), (360, 640), (844, 390)):
        Screen(width, height).show(guest.page)
        settled(guest.page)
        before = guest.page.evaluate(BOXES, everything)
        guest.page.context.set_offline(True)
        expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_visible()
        settled(guest.page)
        during = guest.page.evaluate(BOXES, lies)
        guest.page.context.set_offline(False)
        expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_hidden()
        settled(guest.page)
        assert guest.page.evaluate(BOXES, everything) == before
        assert during == guest.page.evaluate(BOXES, lies)


@pytest.mark.parametrize("game", GAMES)
def test_cards_of_a_trick_lie_apart(people: Accounts, still: Server, game: str) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.sits(SCENES[f"{game}-play"])
    for width, height in SIZES:
        Screen(width, height).show(guest.page)
        settled(guest.page)
        boxes = guest.page.evaluate(BOXES, ".trick > *")
        assert len(boxes) > 1
        for n, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[n + 1 :]:
                wide = min(right, other[2]) - max(left, other[0])
                high = min(bottom, other[3]) - max(top, other[1])
                assert wide <= 0 or high <= 0, f"{width}x{height}: {boxes}"
