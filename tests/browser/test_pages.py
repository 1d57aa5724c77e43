"""Every page in both languages and in windows of every size: nothing is wrong for the eye, the finger, the keyboard and
those who listen."""

import pytest
from browser.conftest import SHOTS, Accounts
from browser.gallery import FIRST, PLAYING, RESTING, SCENES
from browser.guest import Guest, Visit, still_server
from browser.looks import DESKTOP, PHONE, TABLET, barriers, faults, settled, unreached
from browser.scenes import Scene, playing
from browser.visits import (
    POSITION,
    account,
    analysed,
    at,
    claiming,
    contracted,
    counted,
    cutting,
    embedding,
    explained,
    lobby,
    matches,
    nowhere,
    reviewing,
    scoring,
    sheet,
    sits,
    switches,
    tabled,
    talking,
    watching,
)
from playwright.sync_api import expect
from support.example_games import example
from support.serving import Server

from prikup.games import GAMES
from prikup.problems.problem import every_problem

FIRST_LOAD = 120 * 1024
"""Bytes that the lobby may take when somebody comes for the first time."""


still = pytest.fixture(still_server, scope="session")
OF_EACH_KIND = [
    next(each for each in every_problem()[::-1] if each.asks == asks) for asks in ("card", "number", "discard")
]
"""A problem of each kind of answer, the cards of which are many."""

PAGES: dict[str, Visit] = {
    "lobby": lobby,
    **{f"switches-{game}": switches(game) for game in GAMES},
    "waiting": sits(Scene(stage="open", game=example(seats=4))),
    "table": sits(PLAYING),
    "watching": watching,
    "sheet": sheet(RESTING),
    "sheet-table": sheet(RESTING, tabled),
    "sheet-why": sheet(RESTING, explained),
    **{f"sheet-{name}": sheet(scene) for name, scene in SCENES.items() if scene.stage == "rest" and scene != RESTING},
    "rest": sits(RESTING),
    "fair-dialog": sits(RESTING, opens="table-fair"),
    "cut": cutting,
    "fair": at("/fair"),
    "fair-table": sits(RESTING, page="fair"),
    "rules": at("/rules"),
    **{f"rules-{game}": at(f"/rules/{game}") for game in GAMES},
    "account-visitor": at("/account"),
    "account-guest": account(kept=False),
    "account": account(kept=True),
    "problem-of-the-day": at("/problems"),
    **{f"problem-{each.asks}": at(f"/problems/{each.id}") for each in OF_EACH_KIND},
    "matches-none": at("/matches"),
    "matches": matches,
    "statistics-none": at("/statistics"),
    "statistics": counted(),
    **{f"statistics-{game}": counted(game) for game in GAMES},
    **{f"match-{game}": sits(SCENES[f"{game}-over"], page="matches") for game in GAMES},
    **{f"review-{game}": reviewing(game, "ArrowDown", "KeyM") for game in GAMES},
    "embed-deal": embedding,
    "review-opening": reviewing(FIRST),
    "review-end": reviewing(FIRST, "End"),
    "review-waits": reviewing(FIRST, "ArrowDown", done=False),
    "settings": sits(PLAYING, opens="settings-title"),
    "keys": sits(PLAYING, opens="keys-title"),
    "chat": talking,
    "claim": claiming,
    "analyse-empty": at("/analyse"),
    "analyse": analysed,
    "analyse-contract": contracted,
    "score-new": at("/score"),
    **{f"score-{game}": scoring(game) for game in GAMES},
    "score-entries": scoring(FIRST, view="entries"),
    "score-settle": scoring(FIRST, view="settle"),
    "embed": at(POSITION.replace("analyse", "embed")),
    "nowhere": nowhere,
}


@pytest.fixture(params=["en", "ru"])
def guest(request: pytest.FixtureRequest, people: Accounts, still: Server) -> Guest:
    """Somebody new, in each language."""
    return Guest(people.seat(request.param, url=still.url, speed=1, rest=1000, cutSelf=True), still)


@pytest.mark.look
@pytest.mark.parametrize("name", PAGES)
def test_page(guest: Guest, name: str) -> None:
    """A page in windows of all sizes, by day and by night. Its language is complete: no other is loaded beside it."""
    page = guest.page
    page.emulate_media(reduced_motion="reduce")
    files: list[str] = []
    page.on("request", lambda request: files.append(request.url.rpartition("/")[2]))
    PAGES[name](guest)
    wrong: list[str] = []
    for screen in (DESKTOP, TABLET, PHONE._replace(theme="dark")):
        screen.show(page)
        found = faults(page, touch=screen.touch)
        page.screenshot(path=SHOTS / f"page-{name}-{screen}-{guest.seat.lang}.png", full_page=True)
        if screen != TABLET:
            found += barriers(page)
        wrong += [f"{screen}: {fault}" for fault in found]
    if guest.seat.lang == "en":
        DESKTOP.show(page)
        wrong += unreached(page)
    other = {"en": "ru", "ru": "en"}[guest.seat.lang]
    wrong += [f"loaded: {file}" for file in files if file.startswith(f"{other}-")]
    assert not wrong, "\n".join(wrong)


def test_menu_on_a_phone(guest: Guest) -> None:
    """What lies beside the mat on a desktop opens from the bar on a phone."""
    PHONE.show(guest.page)
    guest.sits(PLAYING)
    guest.seat.button("table-menu").click()
    expect(guest.seat.dialog("game")).to_be_visible()
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    guest.page.screenshot(path=SHOTS / f"page-menu-{PHONE}-{guest.seat.lang}.png")
    wrong += unreached(guest.page)
    guest.seat.button("agree-claim").click()
    wrong += faults(guest.page, touch=True) + barriers(guest.page)
    guest.page.screenshot(path=SHOTS / f"page-claim-{PHONE}-{guest.seat.lang}.png")
    assert not wrong, "\n".join(wrong)


def test_all_that_was_said_on_a_phone(guest: Guest) -> None:
    """The chat is a line under the cards there, and all that was said a window."""
    PHONE.show(guest.page)
    talking(guest)
    guest.seat.button("talk-all").click()
    expect(guest.seat.dialog("talk-all").get_by_role("listitem")).to_have_count(1)
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    guest.page.screenshot(path=SHOTS / f"page-all-said-{PHONE}-{guest.seat.lang}.png")
    assert not wrong, "\n".join(wrong)


def test_asked_to_agree(guest: Guest, people: Accounts, still: Server) -> None:
    """Another person wants to end the match."""
    other = Guest(people.seat(url=still.url), still)
    table = guest.sits(PLAYING, other.named())
    other.seat.learn(PLAYING.game)
    other.at(f"/t/{table}")
    other.seat.button("agree-stop").click()
    other.page.get_by_role("dialog").get_by_role("button", name=other.seat.words("agree-stop"), exact=True).click()
    expect(guest.seat.button("agree-agree")).to_be_visible()
    wrong: list[str] = []
    for screen in (DESKTOP, TABLET, PHONE):
        screen.show(guest.page)
        wrong += [f"{screen}: {fault}" for fault in faults(guest.page, touch=screen.touch)]
        guest.page.screenshot(path=SHOTS / f"page-proposal-{screen}-{guest.seat.lang}.png")
        if screen != TABLET:
            wrong += [f"{screen}: {barrier}" for barrier in barriers(guest.page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_server_is_gone(people: Accounts, own_server: Server, lang: str) -> None:
    """One is told that the connection is lost, and the cards stay as they are."""
    guest = Guest(people.seat(lang, url=own_server.url), own_server)
    guest.sits(PLAYING)
    own_server.kill()
    expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_visible()
    wrong: list[str] = []
    for screen in (DESKTOP, TABLET, PHONE):
        screen.show(guest.page)
        wrong += faults(guest.page, touch=screen.touch)
        guest.page.screenshot(path=SHOTS / f"page-gone-{screen}-{lang}.png")
        if screen != TABLET:
            wrong += [f"{screen}: {barrier}" for barrier in barriers(guest.page)]
    assert not wrong, "\n".join(wrong)
    own_server.start()
    guest.page.evaluate("dispatchEvent(new Event('online'))")  # it tries again at once
    expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_hidden()
    people.faults.clear()  # that nobody answered is what this is about
    people.tolerate("Error in connection establishment")  # a try to come back may fail later than another succeeds


def test_forced_colours(guest: Guest) -> None:
    """Where the reader's own colours hold, everything is still to be seen."""
    # One theme: the colours are neither those of day nor of night, and axe takes the own ink of a page for theirs.
    guest.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    wrong: list[str] = []
    for name in ("lobby", "table", "sheet", "rest"):
        PAGES[name](guest)
        wrong += [f"{name}: {fault}" for fault in faults(guest.page) + barriers(guest.page, ["light"])]
        guest.page.screenshot(path=SHOTS / f"page-forced-{name}-{guest.seat.lang}.png")
    assert not wrong, "\n".join(wrong)


MOVING = [name for name in SCENES if name.endswith("-open-hands")] or ["one-lies"]
"""A card is played from a hand that lies open, if there is a game with such."""


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize("calm", [True, False])
def test_reduced_motion(people: Accounts, still: Server, name: str, calm: bool) -> None:
    """Nothing travels over the screen of somebody who does not want it."""
    guest = Guest(people.seat(url=still.url, speed=1), still)
    guest.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    guest.sits(SCENES.get(name) or PLAYING._replace(moment=playing(1, 1)))
    settled(guest.page)
    guest.page.evaluate(
        """() => {
          window.longest = 0;
          (function look() {
            for (const one of document.getAnimations())
              window.longest = Math.max(window.longest, one.effect.getComputedTiming().duration);
            requestAnimationFrame(look);
          })();
        }"""
    )
    guest.seat.cards.first.click()
    expect(guest.page.locator(".trick svg")).to_have_count(2)
    settled(guest.page)
    assert (guest.page.evaluate("window.longest") <= 100) == calm


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_first_load(people: Accounts, still: Server, lang: str) -> None:
    """What the lobby costs a newcomer on the line."""
    guest = Guest(people.seat(lang, url=still.url), still)
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    lobby(guest)
    guest.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) <= FIRST_LOAD, sizes
