"""Nothing on the table moves while a deal of a game is played, but cards that travel: layout shift 0, on a phone and on
a desktop, from the first question to the sheet."""

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.seat import Fingers, Mouse, Touch, any_of
from browser.shifts import shifts, watch_shifts
from browser.test_playing import lobby

from prikup.games import GAMES


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
