"""Whose tables there are: kept beside the rows, so that a person finds his own. It need not be right: the rows are."""

from contextlib import suppress
from typing import Protocol, runtime_checkable

from prikup.server.course import Course
from prikup.server.rows import NotWritten

__all__ = ["Index", "Indexed"]


@runtime_checkable
class Index(Protocol):
    """Where it is kept who sits where."""

    async def seated(self, table: str, user: str, seat: int, over: bool = False) -> None:
        """A person sits at a table; `over`: no more."""

    async def ended(self, table: str) -> None:
        """A match is over."""


class Indexed:
    """What an index knows of a table."""

    def __init__(self, table: str, index: Index, course: Course) -> None:
        self._table, self._index = table, index
        self._people = course.people
        self._ended = False

    async def follow(self, course: Course) -> None:
        """Let the index know what has changed; if it does not take it, so be it."""
        people, before = course.people, self._people
        if people == before and (self._ended or course.stage != "over"):
            return
        self._people, self._ended = people, course.stage == "over"
        with suppress(NotWritten):
            for seat, (was, now) in enumerate(zip(before, people, strict=True)):
                if was and was not in people:
                    await self._index.seated(self._table, was, seat, over=True)
                if now and now != was:
                    await self._index.seated(self._table, now, seat)
            if self._ended:
                await self._index.ended(self._table)
