"""`prikup join`: from an address to a table, and back again."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from prikup.errors import PrikupError
from prikup.locale import Words, language
from prikup.state import Seat
from prikup.terminal.cli.match_files import Complaint
from prikup.terminal.cli.menu import menu
from prikup.terminal.cli.new_match import data_folder
from prikup.terminal.client.connection import Link
from prikup.terminal.client.http_client import Address, Standing, Visitor, parsed
from prikup.terminal.client.line_editor import Typist
from prikup.terminal.client.place import Place
from prikup.terminal.client.session import Guest
from prikup.terminal.client.shuffler import Shuffler
from prikup.terminal.client.table_mirror import Hearing
from prikup.terminal.render.blocks import Block, Heading, Text, Verbatim
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.waiting_pages import scene
from prikup.terminal.words import words_of

__all__ = ["Visit", "join"]


class Visit(Struct, frozen=True):
    """What a person wants: where to play and under which name, on which seat, and whether to cut himself."""

    url: str
    name: str
    language: str
    seat: Seat | None = None
    cuts: bool = False


def join(visit: Visit, screen: Screen) -> int:
    """Play at the table of an address, or choose what to play there; the exit code."""
    words = words_of(visit.language)
    folder = data_folder(os.environ)
    try:
        address = parsed(visit.url)
        visitor = Visitor(address.site, visit.name, folder)
        return _Stay(visit, screen, visitor, folder).last(address.table)
    except PrikupError as error:
        raise Complaint(words.reason(error.reason), 1) from None
    except OSError as error:
        if error.filename:  # a file of ours
            raise
        why = getattr(error, "reason", error)
        sentence = words("error-unreachable", url=visit.url, error=getattr(why, "strerror", None) or str(why))
        raise Complaint(sentence, 1) from None


class _Stay:
    """A person's stay at a site: one table, and those of its rematches."""

    def __init__(self, visit: Visit, screen: Screen, visitor: Visitor, folder: Path) -> None:
        self.visit, self.screen, self.visitor, self.folder = visit, screen, visitor, folder
        self.language = visit.language
        self.address = Address(visitor.site)
        self.hearing: Hearing | None = None
        self.place: Place | None = None

    def last(self, table: str) -> int:
        """From the first table to the farewell; the exit code."""
        code = 0
        typist = Typist(sys.stdin, sys.stdout)
        self.screen.line = typist.line
        with typist:
            try:
                mine = self.visitor.tables()
                table, begins = (table, False) if table else self._chosen(mine)
                self._play(table, typist, begins=begins)
            except EOFError:
                pass
            except KeyboardInterrupt:
                code = 130
        self.screen.page(self._farewell(words_of(self.language)))
        return code

    def _chosen(self, mine: list[Standing]) -> tuple[str, bool]:
        """The table that he goes on at, or a new one with computer players, where the match begins at once."""

        def going_on(tongue: str) -> str:
            last = mine[0]
            words, names = words_of(tongue, last.game), ", ".join(filter(None, last.names))
            return words("menu-go-on-with", game=words("game"), deal=last.deal, names=names)

        chosen = menu(self.screen, self.language, going_on if mine else None)
        self.language = chosen.language
        if not chosen.wish:
            return mine[0].id, False
        return self.visitor.open(chosen.wish.game, chosen.wish.options, chosen.wish.level), True

    def _play(self, table: str, typist: Typist, *, begins: bool) -> None:
        """At this table, and then at those of the rematches. Raises EOFError and KeyboardInterrupt in the end."""
        seat = self.visit.seat
        self.screen.page([Text(words_of(self.language)("connecting"))])
        while True:
            self.address = Address(self.visitor.site, table)
            shuffler = Shuffler(cuts=not self.visit.cuts)
            self.hearing = Hearing(shuffler, spoken=self.screen.spoken, begins=begins)
            with closing(Link(lambda: self.visitor.socket(self.address.table))) as link:
                self.place = Place(self.hearing, self.screen, self.language, link.say, self._log)
                table, seat = Guest(link, self.place, typist, seat=seat, cuts=self.visit.cuts).run(), None
                begins = False

    def _log(self) -> bytes:
        return self.visitor.log(self.address.table)

    # The end

    def _farewell(self, words: Words) -> Iterator[Block]:
        """How to come back; after the match, how to look at it."""
        hearing = self.hearing
        if hearing is None or not hearing.ready:
            yield Text("")
        elif hearing.stage == "over":
            if self.place and not self.screen.spoken:  # what he has read stays before his eyes
                yield from scene(self.place.speech, hearing, cuts=False).blocks
            yield from self._kept(words, hearing.welcome.game)
        else:
            yield Heading(words("end-watched" if hearing.you is None else "end-seat"))
            name = "" if hearing.you is None else f" --name {shlex.quote(self.visit.name)}"
            yield Verbatim(f"prikup join {shlex.quote(str(self.address))}{name}{self._tongue}")

    @property
    def _tongue(self) -> str:
        return "" if self.language == language(os.environ) else f" --language {self.language}"

    def _kept(self, words: Words, game: str) -> Iterator[Block]:
        """The log of the match, as a file of his own."""
        file = self.folder / "joined" / f"{game}-{self.address.table}.jsonl"
        try:
            log = self._log()
        except (OSError, PrikupError):
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(log)
        for key, command in (("end-verify", "verify"), ("end-replay", "replay")):
            yield Text(words(key))
            yield Verbatim(f"prikup {command} {shlex.quote(str(file))}{self._tongue}")
