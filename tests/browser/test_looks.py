"""Every page and every phase of every game, as one sees it: nothing is wrong for the eye, the finger, the keyboard and
those who listen.

Most of the time each page and one scene of each kind is looked at in one language and one window, in turn. `make looks`
looks at all of them in both languages, in windows of every size, by day and by night, and leaves pictures of them in
build/screenshots.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice

import pytest
from browser.conftest import SHOTS, Accounts
from browser.deeds import full_trick, hinted, last_trick, refused
from browser.gallery import CALLING, FIRST, LOOKS, PLAYING, SCENES
from browser.guest import Guest, Visit
from browser.looks import DESKTOP, PHONE, TABLET, Screen, barriers, faults, unreached
from browser.scenes import table_of
from browser.servers import House
from browser.visits import PAGED, PAGES, After, sits, then
from playwright.sync_api import Page
from support.golden import phases

from prikup.games import GAMES

DONE: dict[str, Visit] = {
    name: then(sits(scene), done)
    for name, (scene, done) in {
        "full-trick": (PLAYING, full_trick),
        "last-trick": (PLAYING, last_trick),
        "hint": (PLAYING, hinted),
        "hint-call": (CALLING, hinted),
        "refused": (PLAYING, refused),
        **LOOKS,
    }.items()
}
"""Scenes in which one has done something."""

EVERY: dict[str, Visit] = {**PAGED, **{name: sits(scene) for name, scene in SCENES.items()}, **DONE}
"""All that there is to look at."""

KINDS: dict[str, tuple[str, ...]] = {
    "calls": ("auction", "follow", "declare", "laid"),
    "cards": ("play", "open-hands", "exchange", "chosen", "refused"),
    "ends": ("claimed", "last-trick", "rest", "over", "watched"),
}
"""Each kind of phase, by the end of the name of a scene: what is called, answered, declared and sealed; what is played,
played with open hands, exchanged, laid away and refused; a claim, the last trick, the sheet, the end, and others who
act."""


def scenes(kinds: Iterable[str]) -> dict[str, Visit]:
    """Return the ways to a scene of each kind: that of the last game which has such, as the pages are of the first."""
    found: dict[str, Visit] = {}
    for kind in kinds:
        names = [name for name in (*SCENES, *DONE) if f"-{name}".endswith(f"-{kind}")]
        found |= {name: EVERY[name] for name in names[-1:]}
    return found


SCREENS = (DESKTOP, PHONE._replace(theme="dark"), TABLET, PHONE, DESKTOP._replace(theme="dark"))
"""The windows that one looks at, in turn."""
HALF = {"en": SCREENS[:2], "ru": SCREENS[2:]}
PHONES = [screen for screen in SCREENS if screen.width == PHONE.width]
CORE: dict[str, Mapping[str, Visit | After]] = {
    **PAGES,
    **{name: scenes(kinds) for name, kinds in KINDS.items()},
}


def guest_of(people: Accounts, still: House, lang: str) -> Guest:
    """Return somebody new, to whom nothing moves and for whom what rests stays."""
    guest = Guest(people.seat(lang, url=still.url, speed=1, rest=2000, cutBots=True), still)
    guest.page.emulate_media(reduced_motion="reduce")
    return guest


def wrong_with(guest: Guest, name: str, way: Visit, screens: Sequence[Screen], *, pictured: bool = False) -> list[str]:
    """Return what is wrong with a page in some windows. Its language is complete: no other is loaded beside it."""
    page, files, wrong = guest.page, list[str](), list[str]()
    page.on("request", lambda request: files.append(request.url.rpartition("/")[2]))
    (PHONE if name in PAGES["phone"] else DESKTOP).show(page)
    way(guest)
    for screen in screens:
        screen.show(page)
        found = faults(page, touch=screen.touch)
        if pictured:
            page.screenshot(path=SHOTS / f"{name}-{screen}-{guest.seat.lang}.png", full_page=True)
        if screen != TABLET:
            found += barriers(page, screen.theme)
        wrong += [f"{name} {screen}: {fault}" for fault in found]
    if screens[0] == DESKTOP:
        DESKTOP.show(page)
        wrong += [f"{name}: {fault}" for fault in unreached(page)]
    other = {"en": "ru", "ru": "en"}[guest.seat.lang]
    return wrong + [f"{name} loads {file}" for file in files if file.startswith(f"{other}-")]


@pytest.mark.parametrize("kind", CORE)
def test_look_finds_no_fault(people: Accounts, still: House, kind: str) -> None:
    """Of one kind after the other, in one of the languages."""
    turn = list(CORE).index(kind)
    screens = cycle(PHONES) if kind == "phone" else islice(cycle(SCREENS), turn, None)
    guest, wrong = guest_of(people, still, ("en", "ru")[turn % 2]), list[str]()
    for name, way in CORE[kind].items():
        wrong += wrong_with(guest, name, way.visit if isinstance(way, After) else way, [next(screens)])
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", EVERY)
def test_every_look_finds_no_fault(people: Accounts, still: House, name: str, lang: str) -> None:
    """Of a page in windows of every size in each language; of the many scenes in some in one, and in the others in the
    other."""
    screens = PHONES if name in PAGES["phone"] else SCREENS if name in PAGED else HALF[lang]
    wrong = wrong_with(guest_of(people, still, lang), name, EVERY[name], screens, pictured=True)
    assert not wrong, "\n".join(wrong)


BARRED = ("lobby", f"switches-{FIRST}", "waiting", "rest", "sheet", f"score-{FIRST}")
"""Pages and windows with a bar that stays where it is while the rest scrolls under it."""


@pytest.mark.parametrize("name", BARRED)
def test_bar_of_a_phone_never_covers_the_focus(people: Accounts, still: House, name: str) -> None:
    guest = guest_of(people, still, "ru")
    PHONE.show(guest.page)
    EVERY[name](guest)
    wrong = [f"{key}: {fault}" for key in ("Tab", "Shift+Tab") for fault in unreached(guest.page, key)]
    assert not wrong, "\n".join(wrong)


OVERLAPS = """<main style="line-height: 1.2">
  <button style="display: grid">Take back<small style="margin-top: -1em">planted in a button</small></button>
  <p style="height: 2em">first<span style="position: absolute; left: 8px">planted in a word</span></p>
  <p style="margin: 3000px 0 0">second</p>
  <p style="margin: -.8em 0 0">planted below the window</p>
  <div style="height: 3em; overflow: auto">
    <p style="margin: 5em 0 0">third</p><p style="margin: -.8em 0 0">planted in a list that scrolls</p>
  </div>
  <p style="position: absolute; right: 8px; top: 0">fourth</p>
</main>
<footer style="position: fixed; right: 8px; top: 16px">planted in a bar without a ground</footer>"""
APART = """<main style="line-height: 1.2">
  <p>A sentence with <b>a bold word</b> and <small>a small one</small>.</p>
  <div style="position: relative; height: 3em">
    hidden<div style="position: absolute; inset: 0; background: white">over it, opaque</div>
  </div>
  <div style="height: 1.2em; overflow: hidden auto">
    <p style="margin: 0">a line</p><p style="margin: 0">scrolled away</p>
  </div>
  <p style="margin: 0">after the list</p>
  <footer style="position: fixed; top: 0; background: white">a bar over the sentence</footer>
  <p>gone<span style="visibility: hidden; position: absolute; left: 8px">not drawn</span></p>
</main>"""


def test_looks_find_text_over_text(page: Page) -> None:
    page.set_content(OVERLAPS)
    found = [fault for fault in faults(page) if fault.startswith("over the text of")]
    planted = ("in a button", "in a word", "below the window", "in a list that scrolls", "in a bar")
    assert [name for name in planted if not any(f"planted {name}" in fault for fault in found)] == []
    assert len(found) == len(planted)
    page.set_content(APART)
    assert [fault for fault in faults(page) if fault.startswith("over the text of")] == []


def test_scenes_cover_every_phase() -> None:
    """Every question that a game can ask has a scene in which it does; the end of a deal is read at the rest."""
    for game in GAMES:
        for phase in phases(GAMES[game]) - {"over"}:
            state = table_of(SCENES[f"{game}-{phase}"]).state
            assert state
            assert state.public.phase == phase
        for stage in ("rest", "over"):
            assert table_of(SCENES[f"{game}-{stage}"]).stage == stage
