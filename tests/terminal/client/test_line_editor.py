"""Keyboard input while other players act: incomplete lines, interruptions, pipes."""

import io
import os
import signal
import socket
import termios
from array import array
from collections.abc import Iterator
from fcntl import ioctl

import pytest
from support.waiting import until

from prikup.terminal.client.line_editor import InputInterrupted, LineEditor


class Keyboard:
    """A terminal whose keys are pressed by the test, and its output."""

    def __init__(self) -> None:
        self._keys, follower = os.openpty()
        self.typed = os.fdopen(follower, encoding="utf-8")
        self.out = io.StringIO()
        self.editor = LineEditor(self.typed, self.out)

    def press(self, keys: str | bytes) -> None:
        """Press keys, and wait until they can be read."""
        data = keys if isinstance(keys, bytes) else keys.encode()
        waiting = self._unread() + os.write(self._keys, data)
        until(lambda: self._unread() == waiting, "the keys that were pressed")

    def interrupts(self, prompt: str = "") -> None:
        """Ask for a line: pressed keys are read, then an interruption arrives."""
        self.editor.alarm = 0.0
        with pytest.raises(InputInterrupted):
            self.editor.line(prompt)
        self.editor.alarm = None

    def _unread(self) -> int:
        count = array("i", [0])
        ioctl(self.typed, termios.FIONREAD, count)
        return count[0]

    def close(self) -> None:
        self.typed.close()
        os.close(self._keys)


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    opened_keyboard = Keyboard()
    with opened_keyboard.editor:
        yield opened_keyboard
    opened_keyboard.close()


def test_line_editor_edits_typed_line(keyboard: Keyboard) -> None:
    for keys, line in {
        "s7\n": "s7",
        "  ♠Т \r": "♠Т",
        "ab\x7fc\b\b\b\bd\n": "d",
        "say hello\x17you\n": "say you",
        "all of it\x15p\n": "p",
        "\x1b[A\x1b[1;5D\x1bOP7\n": "7",
        "漢字\x7f\n": "漢",
        "\x01\x02\n": "",
    }.items():
        old_length = len(keyboard.out.getvalue())
        keyboard.press(keys)
        assert keyboard.editor.line("> ") == line
        echo = keyboard.out.getvalue()[old_length:]
        assert echo.startswith("> ")
        assert echo.endswith("\n")


def test_line_editor_separates_lines_typed_together(keyboard: Keyboard) -> None:
    keyboard.press("one\ntwo\n")
    assert [keyboard.editor.line(), keyboard.editor.line()] == ["one", "two"]


def test_line_editor_joins_bytes_of_an_interrupted_letter(keyboard: Keyboard) -> None:
    letter = "ж".encode()
    keyboard.press(letter[:1])
    keyboard.interrupts()
    keyboard.press(letter[1:] + b"\n")
    assert keyboard.editor.line() == "ж"


def test_line_editor_restores_line_after_interruption(keyboard: Keyboard) -> None:
    keyboard.press("hal")
    keyboard.interrupts("> ")
    assert keyboard.out.getvalue() == "> hal\n"
    keyboard.press("f\n")
    assert keyboard.editor.line("? ") == "half"
    assert keyboard.out.getvalue() == "> hal\n? half\n"


def test_line_editor_ignores_news_without_output(keyboard: Keyboard) -> None:
    bell, ring = socket.socketpair()
    ring.send(b".")
    keyboard.editor.news = bell
    keyboard.editor.on_news = lambda: not bell.recv(1)
    keyboard.press("s7\n")
    assert keyboard.editor.line("> ") == "s7"
    bell.close()
    ring.close()


def test_line_editor_forget_drops_complete_lines_only(keyboard: Keyboard) -> None:
    keyboard.press("s7\ns8\nbeg")
    keyboard.editor.forget()
    keyboard.press("un\n")
    assert keyboard.editor.line("> ") == "begun"
    keyboard.press("hal")
    keyboard.interrupts("> ")
    keyboard.editor.forget()
    keyboard.press("f\n")
    assert keyboard.editor.line("> ") == "half", "a line that is begun stays"


def test_line_editor_ends_input_only_on_empty_line(keyboard: Keyboard) -> None:
    keyboard.press("a\x04b\n")
    assert keyboard.editor.line() == "ab"
    keyboard.press("\x04")
    with pytest.raises(EOFError):
        keyboard.editor.line()


def test_line_editor_restores_terminal_modes(keyboard: Keyboard) -> None:
    keyboard.editor.__exit__(None, None, None)
    modes = termios.tcgetattr(keyboard.typed.fileno())[3]
    assert modes & termios.ECHO
    assert modes & termios.ICANON


def test_line_editor_reads_pipe_line_by_line_without_echo() -> None:
    reading, writing = os.pipe()
    os.write(writing, "one\nдва\nlast".encode())
    os.close(writing)
    out = io.StringIO()
    with os.fdopen(reading, encoding="utf-8") as pipe, LineEditor(pipe, out) as editor:
        editor.alarm = 0.0
        with pytest.raises(InputInterrupted):
            editor.idle()
        editor.alarm = None
        assert [editor.line(), editor.line(), editor.line()] == ["one", "два", "last"]
        with pytest.raises(EOFError):
            editor.line()
    assert not out.getvalue(), "a pipe has no echo"


def test_line_editor_reads_text_stream_without_file_descriptor() -> None:
    out = io.StringIO()
    with LineEditor(io.StringIO(" one \ntwo"), out) as editor:
        editor.forget()
        assert [editor.line("> "), editor.line()] == ["one", "two"]
        with pytest.raises(EOFError):
            editor.line()
    assert out.getvalue() == "> "


def test_line_editor_wait_ends_on_earlier_signal(keyboard: Keyboard) -> None:
    """Otherwise Ctrl+C at that moment would be noticed only when something else comes."""
    old_handler = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        signal.raise_signal(signal.SIGUSR1)
        keyboard.editor.alarm = 0.0
        keyboard.editor._wait(prompted=False)  # raises InputInterrupted if only the alarm ends it
    finally:
        signal.signal(signal.SIGUSR1, old_handler)
    with pytest.raises(InputInterrupted):
        keyboard.editor._wait(prompted=False)
