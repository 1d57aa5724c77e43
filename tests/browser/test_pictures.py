"""The pictures of the README: few, small, and made of the real thing. `--update-pictures` takes them anew."""

from io import BytesIO
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.gallery import PICTURES
from browser.guest import Guest, Visit, still_server
from browser.looks import PHONE, Screen, settled
from browser.visits import cutting, explained, lobby, sheet, sits
from PIL import Image
from support.serving import Server

FOLDER = Path(__file__).parents[2] / "docs/pictures"
MOST = 120 * 1024
WIDE = Screen(1280, 800)
SHOWN: dict[str, tuple[Visit, Screen]] = {
    "lobby": (lobby, WIDE),
    "auction": (sits(PICTURES["auction"]), WIDE),
    "play": (sits(PICTURES["play"]), WIDE),
    "dark": (sits(PICTURES["dark"]), WIDE._replace(theme="dark")),
    "phone": (sits(PICTURES["phone"]), PHONE),
    "sheet": (sheet(PICTURES["sheet"], explained), WIDE),
    "fair": (cutting, WIDE),
}

still = pytest.fixture(still_server, scope="session")


def taken(guest: Guest, visit: Visit, screen: Screen) -> bytes:
    """A picture of what somebody sees."""
    screen.show(guest.page)
    guest.page.emulate_media(reduced_motion="reduce")
    visit(guest)
    settled(guest.page)
    drawn = BytesIO()
    with Image.open(BytesIO(guest.page.screenshot())) as picture:
        picture.convert("RGB").quantize(kmeans=1, dither=Image.Dither.NONE).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()


@pytest.mark.parametrize("name", SHOWN)
def test_picture(request: pytest.FixtureRequest, name: str) -> None:
    path = FOLDER / f"{name}.png"
    if request.config.getoption("--update-pictures", default=False):
        people: Accounts = request.getfixturevalue("people")
        still: Server = request.getfixturevalue("still")
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(taken(Guest(people.seat(url=still.url, cutSelf=True), still), *SHOWN[name]))
    with Image.open(path) as picture:
        assert picture.size == SHOWN[name][1][:2]
    assert path.stat().st_size <= MOST
