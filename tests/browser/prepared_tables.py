"""A user with prepared tables, to test positions that would take an hour of play to reach."""

from collections.abc import Callable
from typing import NamedTuple

from browser.scenes import NAMES, YOU, Scene, store_scene
from browser.seat import Seat
from browser.servers import House
from playwright.sync_api import Page

__all__ = ["Guest", "Visit"]


class Guest(NamedTuple):
    """A user with a page at a server."""

    seat: Seat
    server: House

    @property
    def page(self) -> Page:
        """Return the user's page."""
        return self.seat.page

    def open(self, path: str) -> None:
        """Open a path and wait for its content."""
        self.page.goto(path)
        self.seat.main.wait_for()  # quicker than `expect`, which polls

    def create_user(self) -> str:
        """Give the user a name; return the user's id."""
        response = self.page.context.request.post("/api/guests", data={"name": NAMES[YOU]})
        return str(response.json()["id"])

    def open_scene(self, scene: Scene, *other_users: str, page: str = "t") -> str:
        """Create a table with this user and others at a scene, and open it or another page about it; return its id."""
        self.seat.load_game_words(scene.game)
        table = store_scene(self.server.folder / "tables.sqlite", scene, self.create_user(), *other_users)
        self.open(f"/{page}/{table}")
        return table


Visit = Callable[[Guest], None]
"""A function that leads to a page, or to a dialog on it."""
