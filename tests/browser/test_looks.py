"""Every phase of every game, as one sees it who is asked there: pictures of it in build/screenshots, and nothing wrong
with any of them."""

import pytest
from browser.conftest import SHOTS, Accounts
from browser.deeds import full_trick, hinted, last_trick, refused
from browser.gallery import CALLING, LOOKS, PLAYING, SCENES
from browser.guest import Guest, Visit, still_server
from browser.looks import DESKTOP, PHONE, TABLET, barriers, faults
from browser.scenes import Scene, phase_of, stage_of
from support.golden import phases
from support.serving import Server

from prikup.games import GAMES

DONE: dict[str, tuple[Scene, Visit]] = {
    "full-trick": (PLAYING, full_trick),
    "last-trick": (PLAYING, last_trick),
    "hint": (PLAYING, hinted),
    "hint-call": (CALLING, hinted),
    "refused": (PLAYING, refused),
    **LOOKS,
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
        if screen != TABLET:
            wrong += [f"{screen}: {barrier}" for barrier in barriers(guest.page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_is_pictured(game: str) -> None:
    """Every question that a game can ask has a scene in which it does; the end of a deal is read at the rest."""
    for phase in phases(GAMES[game]) - {"over"}:
        assert phase_of(SCENES[f"{game}-{phase}"]) == phase
    for stage in ("rest", "over"):
        assert stage_of(SCENES[f"{game}-{stage}"]) == stage
