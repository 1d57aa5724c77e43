"""The README's pictures: few, small, and taken from the real client. `--update-pictures` takes them again."""

from io import BytesIO
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.gallery import PICTURES
from browser.layout_checks import PHONE, Screen, wait_until_settled
from browser.page_list import (
    dialog_visit,
    open_cut,
    open_explanation,
    open_lobby,
    open_sheet,
    table_visit,
    visit_sequence,
)
from browser.prepared_tables import Guest, Visit
from browser.servers import House
from PIL import Image

FOLDER = Path(__file__).parents[2] / "docs/pictures"
MAX_BYTES = 120 * 1024
WIDE = Screen(1280, 800)
PICTURE_SOURCES: dict[str, tuple[Visit, Screen]] = {
    "lobby": (open_lobby, WIDE),
    "auction": (table_visit(PICTURES["auction"]), WIDE),
    "play": (table_visit(PICTURES["play"]), WIDE),
    "dark": (table_visit(PICTURES["dark"]), WIDE._replace(theme="dark")),
    "phone": (table_visit(PICTURES["phone"]), PHONE),
    "sheet": (visit_sequence(table_visit(PICTURES["sheet"]), open_sheet, open_explanation), WIDE),
    "fair": (visit_sequence(open_cut, dialog_visit("table-fair")), WIDE),
}


def take_picture(guest: Guest, visit: Visit, screen: Screen) -> bytes:
    """Return a screenshot of a page."""
    screen.show(guest.page)
    guest.page.emulate_media(reduced_motion="reduce")
    visit(guest)
    wait_until_settled(guest.page)
    buffer = BytesIO()
    with Image.open(BytesIO(guest.page.screenshot())) as picture:
        picture.convert("RGB").quantize(kmeans=1, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def test_readme_pictures_are_small(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-pictures", default=False):
        people: Accounts = request.getfixturevalue("people")
        server: House = request.getfixturevalue("still")
        FOLDER.mkdir(exist_ok=True)
        for name, source in PICTURE_SOURCES.items():
            guest = Guest(people.seat(url=server.url, cutBots=True), server)
            (FOLDER / f"{name}.png").write_bytes(take_picture(guest, *source))
    wrong = [name for name, (_, screen) in PICTURE_SOURCES.items() if not is_small(FOLDER / f"{name}.png", screen)]
    assert not wrong, f"take them with --update-pictures: {wrong}"


def is_small(path: Path, screen: Screen) -> bool:
    """Return whether a picture has the size of the screen and few enough bytes."""
    with Image.open(path) as picture:
        return picture.size == screen[:2] and path.stat().st_size <= MAX_BYTES
