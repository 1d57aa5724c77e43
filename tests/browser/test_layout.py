"""Check the layout and accessibility of every page and of every phase of every game.

By default each page and one scene of each kind is checked in one language and one window size, in rotation. `make
looks` checks all of them in both languages, all window sizes, light and dark, and saves screenshots to
build/screenshots.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice

import pytest
from browser.conftest import Accounts
from browser.gallery import CALLING, FIRST, LOOKS, PLAYING, SCENES
from browser.layout_checks import DESKTOP, PHONE, TABLET, Screen, barriers, faults, unreached_controls
from browser.page_list import PAGES, VISIT_OF_EVERY_PAGE, After, table_visit, visit_sequence
from browser.pictures import save_picture
from browser.prepared_tables import Guest, Visit
from browser.scenes import table_of
from browser.servers import House
from browser.table_actions import complete_trick, open_last_trick, request_hint, show_refusal
from playwright.sync_api import Page
from support.golden import phases

from prikup.games import GAMES

VISITS_WITH_ACTION: dict[str, Visit] = {
    name: visit_sequence(table_visit(scene), done)
    for name, (scene, done) in {
        "full-trick": (PLAYING, complete_trick),
        "last-trick": (PLAYING, open_last_trick),
        "hint": (PLAYING, request_hint),
        "hint-call": (CALLING, request_hint),
        "refused": (PLAYING, show_refusal),
        **LOOKS,
    }.items()
}
"""Scenes after an action of the user."""

ALL_VISITS: dict[str, Visit] = {
    **VISIT_OF_EVERY_PAGE,
    **{name: table_visit(scene) for name, scene in SCENES.items()},
    **VISITS_WITH_ACTION,
}
"""All pages and scenes."""

KINDS: dict[str, tuple[str, ...]] = {
    "calls": ("auction", "follow", "declare", "laid"),
    "cards": ("play", "open-hands", "exchange", "chosen", "refused"),
    "ends": ("claimed", "last-trick", "rest", "over", "watched"),
}
"""The kinds of scenes, by the end of their names: calls, answers, declarations and sealed bids; play, play with open
hands, exchange, discard and refusals; a claim, the last trick, the sheet, the end, and another player's turn."""


def scenes(kinds: Iterable[str]) -> dict[str, Visit]:
    """Return one scene of each kind, from the last game that has it (pages are those of the first)."""
    result: dict[str, Visit] = {}
    for kind in kinds:
        names = [name for name in (*SCENES, *VISITS_WITH_ACTION) if f"-{name}".endswith(f"-{kind}")]
        result |= {name: ALL_VISITS[name] for name in names[-1:]}
    return result


SCREENS = (DESKTOP, PHONE._replace(theme="dark"), TABLET, PHONE, DESKTOP._replace(theme="dark"))
"""The window sizes and themes, used in rotation."""
HALF = {"en": SCREENS[:2], "ru": SCREENS[2:]}
PHONES = [screen for screen in SCREENS if screen.width == PHONE.width]
CORE: dict[str, Mapping[str, Visit | After]] = {
    **PAGES,
    **{name: scenes(kinds) for name, kinds in KINDS.items()},
}


def create_guest(people: Accounts, server: House, lang: str) -> Guest:
    """Return a new user without animations, for whom timed states stay."""
    guest = Guest(people.seat(lang, url=server.url, speed=1, rest=2000, cutBots=True), server)
    guest.page.emulate_media(reduced_motion="reduce")
    return guest


def page_faults(
    guest: Guest, name: str, way: Visit, screens: Sequence[Screen], *, save_screenshots: bool = False
) -> list[str]:
    """Return the faults of a page in some windows, including the loading of a second language."""
    page, files, wrong = guest.page, list[str](), list[str]()
    page.on("request", lambda request: files.append(request.url.rpartition("/")[2]))
    (PHONE if name in PAGES["phone"] else DESKTOP).show(page)
    way(guest)
    for screen in screens:
        screen.show(page)
        screen_faults = faults(page, touch=screen.touch)
        if save_screenshots:
            save_picture(page, f"{name}-{screen}-{guest.seat.lang}", full_page=True)
        if screen != TABLET:
            screen_faults += barriers(page, screen.theme)
        wrong += [f"{name} {screen}: {fault}" for fault in screen_faults]
    if screens[0] == DESKTOP:
        DESKTOP.show(page)
        wrong += [f"{name}: {fault}" for fault in unreached_controls(page)]
    other_language = {"en": "ru", "ru": "en"}[guest.seat.lang]
    return wrong + [f"{name} loads {file}" for file in files if file.startswith(f"{other_language}-")]


@pytest.mark.parametrize("kind", CORE)
def test_layout_of_core_pages_has_no_faults(accounts: Accounts, paused_server: House, kind: str) -> None:
    """One kind after another, each in one of the languages."""
    turn = list(CORE).index(kind)
    screens = cycle(PHONES) if kind == "phone" else islice(cycle(SCREENS), turn, None)
    guest, wrong = create_guest(accounts, paused_server, ("en", "ru")[turn % 2]), list[str]()
    for name, way in CORE[kind].items():
        wrong += page_faults(guest, name, way.visit if isinstance(way, After) else way, [next(screens)])
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", ALL_VISITS)
def test_layout_of_all_pages_has_no_faults(accounts: Accounts, paused_server: House, name: str, lang: str) -> None:
    """Pages are checked in all windows and languages; each scene in some windows in one language and in the rest in the
    other."""
    screens = PHONES if name in PAGES["phone"] else SCREENS if name in VISIT_OF_EVERY_PAGE else HALF[lang]
    wrong = page_faults(
        create_guest(accounts, paused_server, lang), name, ALL_VISITS[name], screens, save_screenshots=True
    )
    assert not wrong, "\n".join(wrong)


PAGES_WITH_BAR = ("lobby", f"switches-{FIRST}", "waiting", "rest", "sheet", f"score-{FIRST}")
"""Pages and dialogs with a fixed bar over scrolling content."""


@pytest.mark.parametrize("name", PAGES_WITH_BAR)
def test_phone_bar_never_covers_the_focus(accounts: Accounts, paused_server: House, name: str) -> None:
    guest = create_guest(accounts, paused_server, "ru")
    PHONE.show(guest.page)
    ALL_VISITS[name](guest)
    wrong = [f"{key}: {fault}" for key in ("Tab", "Shift+Tab") for fault in unreached_controls(guest.page, key)]
    assert not wrong, "\n".join(wrong)


OVERLAPPING_TEXTS = """<main style="line-height: 1.2">
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
SEPARATE_TEXTS = """<main style="line-height: 1.2">
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


def test_layout_check_finds_overlapping_text(page: Page) -> None:
    page.set_content(OVERLAPPING_TEXTS)
    overlaps = [fault for fault in faults(page) if fault.startswith("over the text of")]
    places = ("in a button", "in a word", "below the window", "in a list that scrolls", "in a bar")
    assert [name for name in places if not any(f"planted {name}" in fault for fault in overlaps)] == []
    assert len(overlaps) == len(places)
    page.set_content(SEPARATE_TEXTS)
    assert [fault for fault in faults(page) if fault.startswith("over the text of")] == []


def test_scenes_cover_every_phase() -> None:
    """Every kind of prompt has a scene; the end of a deal is covered by the pause."""
    for game in GAMES:
        for phase in phases(GAMES[game]) - {"over"}:
            state = table_of(SCENES[f"{game}-{phase}"]).state
            assert state
            assert state.public.phase == phase
        for stage in ("rest", "over"):
            assert table_of(SCENES[f"{game}-{stage}"]).stage == stage
