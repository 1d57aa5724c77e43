"""Every phase of every game, as one sees it who is asked there: pictures of it in build/screenshots, and nothing wrong
with any of them."""

from typing import get_args, get_type_hints

import pytest
from browser.conftest import SHOTS, Accounts
from browser.guest import Guest, Visit, still_server
from browser.looks import DESKTOP, PHONE, TABLET, barriers, faults
from browser.scenes import NAMES, SCENES, YOU, Scene, playing
from games.examples import EXCHANGE, SEALED
from playwright.sync_api import expect
from serving import Server

from prikup.games import GAMES


def resting(guest: Guest) -> None:
    """What rests for a while rests for as long as one looks."""
    guest.page.evaluate("{ const wait = setTimeout; window.setTimeout = (f, ms) => (ms < 2000 ? wait(f, ms) : 0); }")


def full_trick(guest: Guest) -> None:
    """One plays the last card of a trick."""
    resting(guest)
    guest.seat.cards.first.click()
    expect(guest.page.locator(".trick svg")).to_have_count(3)


def claimed(guest: Guest) -> None:
    """One has claimed the rest of the tricks, and all hands lie open."""
    resting(guest)
    guest.seat.button("agree-claim").click()
    guest.seat.button("agree-offer").click()
    expect(guest.page.locator("main p.ask")).to_contain_text(NAMES[YOU])
    expect(guest.page.locator("main .hand-there svg").first).to_be_visible()


def claim_read(guest: Guest) -> None:
    """One has claimed the rest of the tricks, and reads what that brought."""
    claimed(guest)
    guest.page.locator(".mat .middle").click()
    guest.page.get_by_text(guest.seat.words("played-title")).click()


def last_trick(guest: Guest) -> None:
    """One looks at the last trick once more."""
    guest.page.keyboard.press("KeyL")
    expect(guest.seat.dialog("table-last-trick")).to_be_visible()


def hinted(guest: Guest) -> None:
    """One has asked for a hint."""
    guest.page.keyboard.press("KeyI")
    expect(guest.seat.dialog("table-hint").get_by_text(guest.seat.words("hint-thinking"))).to_be_hidden()
    expect(guest.seat.dialog("table-hint").get_by_role("status")).to_be_attached()


def bid_laid(guest: Guest) -> None:
    """One has bid and waits for the others."""
    guest.seat.cards.first.click()
    expect(guest.page.get_by_text(guest.seat.words("table-bid-yours"))).to_be_visible()


def chosen(guest: Guest) -> None:
    """One has chosen what to lay away."""
    guest.seat.cards.nth(0).click()
    guest.seat.cards.nth(0).click()
    expect(guest.seat.button("table-lay")).to_be_visible()


def refused(guest: Guest) -> None:
    """One is told why a card cannot be played."""
    guest.seat.hand.and_(guest.page.locator("[aria-disabled=true]")).first.click(force=True)  # aria-disabled
    expect(guest.page.locator("#tip")).to_be_visible()


DONE: dict[str, tuple[Scene, Visit]] = {
    "preferans-full-trick": (SCENES["preferans-play"], full_trick),
    "preferans-last-trick": (SCENES["preferans-play"], last_trick),
    "preferans-hint": (SCENES["preferans-play"], hinted),
    "preferans-hint-call": (SCENES["preferans-auction"], hinted),
    "preferans-hint-discard": (SCENES["preferans-discard"], hinted),
    "tuppi-hint": (SCENES["tuppi-play"], hinted),
    "preferans-chosen": (SCENES["preferans-discard"], chosen),
    "preferans-refused": (SCENES["preferans-play"], refused),
    "balkan-claimed": (Scene("balkan", playing(0, 4), certain=True), claimed),
    "tuppi-claimed": (Scene(SEALED, playing(0, 6, lambda public: len(public.tricks.past) < 9), certain=True), claimed),
    "three-five-eight-claim-read": (Scene(EXCHANGE, playing(0, 8), certain=True), claim_read),
    "tuppi-laid": (SCENES["tuppi-bid"], bid_laid),
}
"""Scenes in which one has done something."""

SCREENS = {"en": (DESKTOP, PHONE._replace(theme="dark")), "ru": (PHONE, DESKTOP._replace(theme="dark"), TABLET)}
"""How each scene is looked at, by language."""

still = pytest.fixture(still_server, scope="session")


@pytest.mark.look
@pytest.mark.parametrize("lang", SCREENS)
@pytest.mark.parametrize("name", [*SCENES, *DONE])
def test_scene(people: Accounts, still: Server, name: str, lang: str) -> None:
    guest = Guest(people.seat(lang, url=still.url, rest=2000), still)
    guest.page.emulate_media(reduced_motion="reduce")
    scene, done = DONE[name] if name in DONE else (SCENES[name], lambda guest: None)
    guest.sits(scene)
    done(guest)
    wrong: list[str] = []
    for screen in SCREENS[lang]:
        screen.show(guest.page)
        wrong += [f"{screen}: {fault}" for fault in faults(guest.page, touch=screen.touch)]
        guest.page.screenshot(path=SHOTS / f"{name}-{screen}-{lang}.png")
    wrong += barriers(guest.page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_is_pictured(game: str) -> None:
    """Every question that a game can ask has a scene in which it does; the end of a deal is read at the rest."""
    phases = get_args(get_type_hints(GAMES[game].public)["phase"])
    pictured = {name.removeprefix(f"{game}-") for name in SCENES if name.startswith(game)}
    assert {*phases, "rest"} - {"over"} <= pictured
