"""A line editor that incoming messages can interrupt without losing the text typed so far.

Where Python has no `termios`, as on Windows, the system's own line input is used, and messages wait until the line has
been entered.
"""

import codecs
import os
import re
import signal
import time
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from select import select
from socket import socket, socketpair
from types import TracebackType
from typing import Any, Self, TextIO

termios: Any
try:
    termios = import_module("termios")
except ImportError:  # Windows
    termios = None

__all__ = ["InputInterrupted", "LineEditor"]

ERASE, ERASE_WORD, ERASE_LINE, END = ("\x7f", "\b"), "\x17", "\x15", "\x04"
KEY = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""A pattern that matches an escape sequence, which a key such as an arrow key sends."""
AT_ONCE = 4096
MODES, CHARACTERS = 3, 6
"""Indices of the local modes and the control characters in `termios` attributes."""


class InputInterrupted(Exception):
    """Raised while the player types, if the program has to show something before the player can continue."""


class LineEditor(AbstractContextManager["LineEditor"]):
    """The keyboard input. As a context manager, it takes over the keyboard for the duration of a `with` block.

    - `news`: a socket that becomes readable when messages arrive.
    - `alarm`: the time at which the editor calls `on_news`, in seconds on the clock of `time.monotonic`; None for no
      alarm.
    - `on_news`: a function that the editor calls when messages arrive or the time `alarm` comes. It returns whether to
      interrupt the line that the player types.
    - `terminal`: True if the input is a terminal, and False if it is a pipe.

    At a terminal the player can start a line at any time, and interruptions do not delete it. From a pipe, a line is
    read only when the program asks for one.
    """

    def __init__(self, input_stream: TextIO, out: TextIO) -> None:
        self.news: socket | None = None
        self.on_news: Callable[[], bool] = lambda: True
        self.alarm: float | None = None
        self.terminal = input_stream.isatty()
        self._input, self._out = input_stream, out
        self._keys = _descriptor(input_stream)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._coming = ""
        self._line = ""
        self._ended = False
        self._stopped: Any = None
        self._signals: tuple[socket, socket] | None = None
        self._wakeup = -1
        self._edits = self.terminal and self._keys is not None
        self._modes = termios.tcgetattr(self._keys) if self._edits else None

    def __enter__(self) -> Self:
        if self._edits:
            self._take_over()
            self._stopped = signal.signal(signal.SIGCONT, self._take_over)
            self._signals = socketpair()
            for end in self._signals:
                end.setblocking(False)
            self._wakeup = signal.set_wakeup_fd(self._signals[1].fileno(), warn_on_full_buffer=False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._signals is not None:
            signal.set_wakeup_fd(self._wakeup)
            for end in self._signals:
                end.close()
            self._signals = None
        if self._modes is not None:
            signal.signal(signal.SIGCONT, self._stopped)
            termios.tcsetattr(self._keys, termios.TCSADRAIN, self._modes)

    def _take_over(self, *_: object) -> None:
        """Switch the terminal to a mode in which it passes on each key at once and does not print it.

        The editor calls this again when the program resumes after it was stopped.
        """
        assert self._modes is not None
        modes = [*self._modes[:CHARACTERS], [*self._modes[CHARACTERS]]]
        modes[MODES] &= ~(termios.ICANON | termios.ECHO)
        modes[CHARACTERS][termios.VMIN], modes[CHARACTERS][termios.VTIME] = 1, 0
        termios.tcsetattr(self._keys, termios.TCSADRAIN, modes)

    def line(self, prompt: str = "") -> str:
        """Print the prompt and return the next line that the player types.

        Raise InputInterrupted if the function `on_news` returns True, and EOFError at the end of the input.
        """
        self._write(prompt + self._line)
        if self._keys is None:
            return self._plain_line()
        while True:
            next_line = self._next()
            if next_line is not None:
                return next_line
            self._wait(prompted=bool(prompt))

    def idle(self) -> str:
        """Wait while no question is open.

        At a terminal, return the line that the player types. A pipe is not read; the wait then ends only with
        InputInterrupted, when the program has something to show.
        """
        if self._edits:
            return self.line()
        while True:
            self._wait(prompted=False, reading=False)

    def forget(self) -> None:
        """Discard complete lines that the player typed before the current question was shown.

        An unfinished line is kept.
        """
        if not self._edits:
            return
        assert self._keys is not None
        while select([self._keys], [], [], 0)[0] and (data := os.read(self._keys, AT_ONCE)):
            self._coming += self._decoder.decode(data)
        complete_lines, _, partial_line = re.sub(r"\r", "\n", self._coming).rpartition("\n")
        if complete_lines or self._coming != partial_line:
            self._line, self._coming = "", partial_line

    # Waiting

    def _plain_line(self) -> str:
        line = self._input.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _wait(self, *, prompted: bool, reading: bool = True) -> None:
        """Wait for input, for messages, or for the time `alarm`.

        Raise InputInterrupted if the function `on_news` returns True, and EOFError at the end of the input. `prompted`
        is True if the screen shows a prompt, after which an interruption starts a new line. If `reading` is False,
        input is ignored.
        """
        if self._ended:
            raise EOFError
        timeout_s = None if self.alarm is None else max(0.0, self.alarm - time.monotonic())
        sources: list[Any] = [*([self.news] if self.news is not None else []), *([self._keys] if reading else [])]
        if self._signals is not None:  # otherwise a signal just before `select` would not end the wait
            sources.append(self._signals[0])
        ready, _, _ = select(sources, [], [], timeout_s)
        if self._signals is not None and self._signals[0] in ready:
            self._signals[0].recv(AT_ONCE)
        elif self.news in ready or not ready:
            if self.on_news():
                if self._edits and (prompted or self._line):
                    self._write("\n")
                raise InputInterrupted
        elif self._keys is not None and (data := os.read(self._keys, AT_ONCE)):
            self._coming += self._decoder.decode(data)
        else:
            self._ended = True

    # Typing

    def _next(self) -> str | None:
        """Return the next complete line of the input received so far; None if no line is complete yet.

        Raise EOFError if the player presses Ctrl+D on an empty line.
        """
        if not self._edits:
            return self._next_piped_line()
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
            self._type_letter(letter)
        return None

    def _next_piped_line(self) -> str | None:
        line, newline, rest = self._coming.partition("\n")
        if not newline and not (self._ended and line):
            return None
        self._coming = rest
        return line.strip()

    def _type_letter(self, letter: str) -> None:
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
        erased_text = self._line[len(self._line) - letters :]
        self._line = self._line[: len(self._line) - len(erased_text)]
        wide = sum(map(_width, erased_text))
        self._write("\b" * wide + " " * wide + "\b" * wide)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _descriptor(stream: TextIO) -> int | None:
    """Return the file descriptor of an input stream, for use with `select`.

    Return None if the stream or the system has none.
    """
    try:
        return stream.fileno() if termios else None
    except OSError:  # not a file
        return None


def _width(letter: str) -> int:
    """Return the number of terminal columns that the character `letter` occupies."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
