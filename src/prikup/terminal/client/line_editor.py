"""What a person types while others play: news come in the middle of a line, and nothing that was typed is lost."""

import codecs
import os
import re
import signal
import termios
import time
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager
from select import select
from types import TracebackType
from typing import Any, Self, TextIO

__all__ = ["News", "Typist"]

ERASE, ERASE_WORD, ERASE_LINE, END = ("\x7f", "\b"), "\x17", "\x15", "\x04"
KEY = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""A key that is no character: an arrow, say."""
AT_ONCE = 4096
MODES, CHARACTERS = 3, 6
"""Where `termios` keeps the local modes and the control characters."""


class News(Exception):
    """Something has happened that is to be told before the person types on."""


class Typist(AbstractContextManager["Typist"]):
    """The keyboard, while it is entered. When the descriptor of the news can be read, and at the latest at `alarm` (on
    the clock of `time.monotonic`), `hear` is called, and says whether the line is interrupted.

    At a terminal a line may be begun at any time, and is kept over an interruption. In a pipe a line is read only when
    it is asked for.
    """

    def __init__(self, typed: TextIO, out: TextIO) -> None:
        self.news: int | None = None
        self.hear: Callable[[], bool] = lambda: True
        self.alarm: float | None = None
        self.terminal = typed.isatty()
        self._keys, self._out = typed.fileno(), out
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._coming = ""
        self._line = ""
        self._ended = False
        self._stopped: Any = None
        self._modes = termios.tcgetattr(self._keys) if self.terminal else None

    def __enter__(self) -> Self:
        if self.terminal:
            self._take_over()
            self._stopped = signal.signal(signal.SIGCONT, self._take_over)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._modes is not None:
            signal.signal(signal.SIGCONT, self._stopped)
            termios.tcsetattr(self._keys, termios.TCSADRAIN, self._modes)

    def _take_over(self, *_: object) -> None:
        """Get every key as it is typed; again after the program was stopped and goes on."""
        assert self._modes is not None
        modes = [*self._modes[:CHARACTERS], [*self._modes[CHARACTERS]]]
        modes[MODES] &= ~(termios.ICANON | termios.ECHO)
        modes[CHARACTERS][termios.VMIN], modes[CHARACTERS][termios.VTIME] = 1, 0
        termios.tcsetattr(self._keys, termios.TCSADRAIN, modes)

    def line(self, prompt: str = "") -> str:
        """The next line, behind the prompt. Raises News and, at the end of the input, EOFError."""
        self._write(prompt + (self._line if self.terminal else ""))
        begun = bool(prompt)
        while True:
            found = self._next()
            if found is not None:
                return found
            self._wait(prompted=begun)

    def idle(self) -> str:
        """The same while nothing is asked: a pipe is not read then."""
        if self.terminal:
            return self.line()
        while True:
            self._wait(prompted=False, reading=False)

    # Waiting

    def _wait(self, *, prompted: bool, reading: bool = True) -> None:
        """Until something was typed. Raises News and EOFError."""
        if self._ended:
            raise EOFError
        left = None if self.alarm is None else max(0.0, self.alarm - time.monotonic())
        sources = [self.news] if self.news is not None else []
        ready, _, _ = select([*sources, *([self._keys] if reading else [])], [], [], left)
        if self.news in ready or not ready:
            if self.hear():
                if self.terminal and (prompted or self._line):
                    self._write("\n")
                raise News
        elif data := os.read(self._keys, AT_ONCE):
            self._coming += self._decoder.decode(data)
        else:
            self._ended = True

    # Typing

    def _next(self) -> str | None:
        """The next line, if what was typed makes one. Raises EOFError."""
        if not self.terminal:
            return self._piped()
        while self._coming:
            if key := KEY.match(self._coming):
                self._coming = self._coming[key.end() :]
                continue
            letter, self._coming = self._coming[0], self._coming[1:]
            if letter in "\r\n":
                line, self._line = self._line, ""
                self._write("\n")
                return line.strip()
            if letter == END and not self._line:
                raise EOFError
            self._typed(letter)
        return None

    def _piped(self) -> str | None:
        line, newline, rest = self._coming.partition("\n")
        if not newline and not (self._ended and line):
            return None
        self._coming = rest
        return line.strip()

    def _typed(self, letter: str) -> None:
        if letter in ERASE:
            self._erase(1)
        elif letter == ERASE_LINE:
            self._erase(len(self._line))
        elif letter == ERASE_WORD:
            self._erase(len(self._line) - len(re.sub(r"\S*\s*$", "", self._line)))
        elif letter.isprintable():
            self._line += letter
            self._write(letter)

    def _erase(self, letters: int) -> None:
        gone = self._line[len(self._line) - letters :]
        self._line = self._line[: len(self._line) - len(gone)]
        wide = sum(map(_width, gone))
        self._write("\b" * wide + " " * wide + "\b" * wide)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _width(letter: str) -> int:
    """The columns that a letter takes."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
