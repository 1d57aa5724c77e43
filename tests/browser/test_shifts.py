"""Nothing on the table moves while a deal of a game is played, but cards that travel: layout shift 0, on a phone and on
a desktop, from the first question to the sheet."""

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.gallery import SCENES
from browser.guest import Guest, still_server
from browser.seat import Fingers, Mouse, Touch, any_of
from browser.shifts import shifts, watch_shifts
from browser.test_playing import lobby
from serving import Server

from prikup.games import GAMES

still = pytest.fixture(still_server, scope="session")


@pytest.mark.parametrize(("size", "fingers"), [(PHONE, Touch), (DESKTOP, Mouse)], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_shifts_in_a_deal(people: Accounts, game: str, size: tuple[int, int], fingers: type[Fingers]) -> None:
    """What follows within half a second on something that the player did is counted, too: computer players answer as
    fast here, and no answer may move the table."""
    seat = people.seat("en", fingers, size, speed=2)
    watch_shifts(seat.page.context)
    seat.choice = any_of(f"{game} {size}")
    seat.open(game, lobby(game))
    seat.asked()
    before = len(shifts(seat.page))
    seat.play()
    seat.page.wait_for_timeout(300)
    moved = shifts(seat.page)[before:]
    assert not moved, "\n".join(map(str, moved))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_shifts_while_bids_are_weighed(people: Accounts, still: Server, size: tuple[int, int]) -> None:
    """What a bid would bring stands beside the question, and is another text for each."""
    guest = Guest(people.seat("en", size=size, url=still.url), still)
    watch_shifts(guest.page.context)
    guest.sits(SCENES["preferans-auction"])
    guest.page.locator("[data-call][tabindex='0']").focus()
    before = len(shifts(guest.page))
    told = set()
    for key in ["ArrowUp", "ArrowRight"] * 4:
        guest.page.keyboard.press(key)
        told.add(guest.page.locator(".calls .note").inner_text())
        guest.page.wait_for_timeout(50)
    moved = shifts(guest.page)[before:]
    assert len(told) > 1
    assert not moved, "\n".join(map(str, moved))
