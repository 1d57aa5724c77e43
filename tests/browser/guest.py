"""Somebody who is given tables: he comes to a position as others would only after an hour of play."""

from collections.abc import Callable
from typing import NamedTuple

from browser.scenes import NAMES, YOU, Scene, laid
from browser.seat import Seat
from browser.servers import House
from playwright.sync_api import Page

__all__ = ["Guest", "Visit"]


class Guest(NamedTuple):
    """Somebody with a page at a server."""

    seat: Seat
    server: House

    @property
    def page(self) -> Page:
        """What he sees."""
        return self.seat.page

    def at(self, path: str) -> None:
        """Go to a page."""
        self.page.goto(path)
        self.seat.main.wait_for()  # quicker than `expect`, which looks now and then

    def named(self) -> str:
        """Have a name; the id."""
        # A connection that was kept open may end just as it is used again: a browser asks anew then.
        answer = self.page.context.request.post("/api/guests", data={"name": NAMES[YOU]}, max_retries=2)
        return str(answer.json()["id"])

    def sits(self, scene: Scene, *others: str, page: str = "t") -> str:
        """Go to a table of his own and of others, or to what a page says of it; its id."""
        self.seat.learn(scene.game)
        table = laid(self.server.folder / "tables.sqlite", scene, self.named(), *others)
        self.at(f"/{page}/{table}")
        return table


Visit = Callable[[Guest], None]
"""The way to a page, or to a window there."""
