"""Players at a server: each in a thread of the test, or in a pseudo-terminal where that matters."""

import io
import os
from abc import ABC, abstractmethod
from concurrent.futures import Future
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Protocol
from urllib.request import Request, urlopen

import msgspec
from rich.console import Console
from support.waiting import DEADLINE_S
from terminal.pseudo_terminal import STYLE, Program

from prikup.locale import Words
from prikup.terminal.cli.tables.join import join
from prikup.terminal.cli.tables.table_options import JoinWish
from prikup.terminal.client.http_client import Visitor
from prikup.terminal.client.line_editor import InputInterrupted, LineEditor
from prikup.terminal.render.rich_screen import RichScreen
from prikup.terminal.render.screen import Plain, Screen
from prikup.terminal.words import words_of

__all__ = ["Guest", "Person", "Site", "open_table"]


class Site(Protocol):
    """A server: its URL, and the folder for the test players' files."""

    @property
    def url(self) -> str: ...

    @property
    def folder(self) -> Path: ...


def open_table(site: Site, name: str, **settings: Any) -> str:
    """Open a table as a user of this name; return its URL."""
    visitor = Visitor(site.url, name, site.folder / "prikup")
    visitor.begin()
    headers = {"Authorization": f"Bearer {visitor._token}", "Content-Type": "application/json"}
    with urlopen(Request(f"{site.url}/api/tables", msgspec.json.encode(settings), headers)) as response:
        return f"{site.url}/t/{msgspec.json.decode(response.read())['id']}"


class Player(ABC):
    """A user at a screen. `output` is the output up to the last expected text."""

    prompt = "\n> "
    """How a prompt of the plain screen ends."""

    def __init__(self, name: str, tongue: str, *, plain: bool) -> None:
        self.name, self.plain = name, plain
        self.words: Words = words_of(tongue)
        self.output = ""

    @abstractmethod
    def wait_for_text(self, *texts: str) -> int:
        """Wait for one of these texts; return the index of the first to appear."""

    @abstractmethod
    def type_line(self, line: str) -> None:
        """Type a line."""

    @abstractmethod
    def wait_for_exit(self) -> int | None:
        """Wait until the player has left; return the exit code."""

    def message_text(self, key: str, **values: Any) -> str:
        """Return a message in the player's language."""
        return self.words(key, **values)

    def answer_prompts(self, answer: str = "1", actions: int = 10_000) -> None:
        """Give the same answer to `actions` prompts for a card or a call, then stop at the next one, or at the end of
        the match."""
        deal_key, leave_key, again_key = (self.words(f"keys-{name}").split()[0] for name in ("deal", "quit", "again"))
        next_deal_prompt = self.words("prompt-next-deal", deal=deal_key, quit=leave_key)
        over_prompt = self.words("prompt-over", again=again_key, deal=deal_key, quit=leave_key)
        turn_prompt = self.prompt if self.plain else self.words("table-help")
        while (text_index := self.wait_for_text(over_prompt, next_deal_prompt, turn_prompt)) and (
            text_index == 1 or actions
        ):
            self.type_line(answer if text_index == 2 else "")
            actions -= text_index == 2

    def leave(self) -> int | None:
        """Leave by the command; return the exit code."""
        self.type_line(self.words("keys-quit").split()[0])
        return self.wait_for_exit()


class Person(Player):
    """A user at a pseudo-terminal, with sentences if plain; wide enough that no line is broken."""

    prompt = "\r\n> "

    def __init__(
        self, site: Site, table: str, name: str, *options: str, tongue: str = "en", plain: bool = True
    ) -> None:
        super().__init__(name, tongue, plain=plain)
        arguments = ["join", table, "--name", name, *(["--plain"] if plain else []), *options]
        self.program = Program(site.folder, *arguments, tongue=tongue, size=(60, 250))

    def wait_for_text(self, *texts: str) -> int:
        index = self.program.wait_for_text(*texts)
        self.output += self.program.output
        self.program.output = ""
        assert index < len(texts), f"the program ended before {texts}: {self.output}"
        return index

    def type_line(self, line: str) -> None:
        self.program.type_line(line)

    def wait_for_exit(self) -> int | None:
        code = self.program.wait_for_exit()
        self.output += self.program.output
        return code


class Guest(Player):
    """A user at a table of a server, in a thread: the test waits for texts and types lines.

    The prompts of a plain screen end like those at a terminal.
    """

    def __init__(self, table: str, name: str, *, tongue: str = "en", plain: bool = True, **wishes: Any) -> None:
        super().__init__(name, tongue, plain=plain)
        self.table, self._wish = table, JoinWish(table, name, tongue, **wishes)
        self._output, self._read_length = "", 0
        self._changed = Condition()
        self._keyboard = _Keyboard(_Transcript(self))
        self._thread = Thread(target=self._run, daemon=True)
        self._code: Future[int] = Future()
        self._thread.start()

    def _run(self) -> None:
        try:
            self._code.set_result(join(self._wish, self._screen(), self._keyboard))
        except BaseException as error:
            self._code.set_exception(error)
        self.add_output("")

    def _screen(self) -> Screen:
        out = _Transcript(self)
        if self.plain:
            return Plain(self.words, out, _Terminal())
        console = Console(file=out, force_terminal=True, color_system="standard", highlight=False)
        return RichScreen(self.words, console=console)

    def add_output(self, text: str) -> None:
        """Add output."""
        with self._changed:
            self._output += STYLE.sub("", text)
            self._changed.notify_all()

    @property
    def unread_output(self) -> str:
        """Return the output after the last expected text."""
        return self._output[self._read_length :]

    def wait_for_text(self, *texts: str) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._code.done() or self._first(texts) is not None, DEADLINE_S)
            first = self._first(texts)
            assert first is not None, f"{self.name} does not see one of {texts}; {self._code}\n{self._output}"
            place, index = first
            end = place + len(texts[index])
            self.output += self.unread_output[:end]
            self._read_length += end
            return index

    def _first(self, texts: tuple[str, ...]) -> tuple[int, int] | None:
        """Return the position of the first of these texts, and its index."""
        places = [(place, index) for index, text in enumerate(texts) if (place := self.unread_output.find(text)) >= 0]
        return min(places, default=None)

    def type_line(self, line: str) -> None:
        self._keyboard.type(line)

    def wait_for_exit(self) -> int | None:
        code = self._code.result(DEADLINE_S)
        self.output += self.unread_output
        return code

    def close(self) -> None:
        """Close the player's input, and wait until the player has left."""
        self._keyboard.leave()
        self._thread.join(DEADLINE_S)
        self._keyboard.close()


class _Transcript(io.StringIO):
    """The output shown to a player in a thread."""

    def __init__(self, player: Guest) -> None:
        super().__init__()
        self._player = player

    def write(self, text: str) -> int:
        self._player.add_output(text)
        return len(text)


class _Terminal(io.StringIO):
    """An input that passes for a terminal."""

    def isatty(self) -> bool:
        return True


class _Keyboard(LineEditor):
    """A keyboard on which another thread types."""

    def __init__(self, out: io.StringIO) -> None:
        reading, self._writing = os.pipe()
        self._pipe = os.fdopen(reading, encoding="utf-8")
        super().__init__(self._pipe, out)
        self.terminal = True

    def idle(self) -> str:
        return self.line()

    def _wait(self, *, prompted: bool, reading: bool = True) -> None:
        try:
            super()._wait(prompted=prompted, reading=reading)
        except InputInterrupted:
            if prompted:
                self._write("\n")
            raise

    def type(self, line: str) -> None:
        os.write(self._writing, f"{line}\n".encode())

    def leave(self) -> None:
        """Close the input."""
        os.close(self._writing)

    def close(self) -> None:
        """Close the pipe."""
        self._pipe.close()
