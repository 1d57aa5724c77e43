"""Somebody who is given tables: he comes to a position as others would only after an hour of play."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from browser.scenes import NAMES, YOU, Scene, laid
from browser.seat import Seat
from playwright.sync_api import Page
from support.serving import Server, serving

__all__ = ["Guest", "Visit", "still_server"]


class Guest(NamedTuple):
    """Somebody with a page at a server."""

    seat: Seat
    server: Server

    @property
    def page(self) -> Page:
        """What he sees."""
        return self.seat.page

    def at(self, path: str) -> None:
        """Go to a page."""
        self.page.goto(path)
        self.seat.main.wait_for()  # `expect` would look but now and then

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


def still_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which computer players think for ever, so that nothing changes while one looks."""
    with serving(tmp_path_factory.mktemp("still"), "--pace", "36000") as still:
        yield still
