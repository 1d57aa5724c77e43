"""The interface of all screens of the client, and a screen that prints plain text line by line."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from shutil import get_terminal_size
from textwrap import fill, wrap
from typing import Protocol, TextIO

from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Pieces, TextTable, Verbatim
from prikup.terminal.render.table_view import Picture, SeatView

__all__ = ["Plain", "Screen", "lines_of", "split_prompt"]

ROOM = 12
"""The minimum number of columns that a prompt leaves free for typing."""


class Screen(Protocol):
    """A screen, which shows the table and other pages to the player and reads the player's input.

    - `line`: the function that prints a prompt and reads a line. The program can replace it with another input method.
    - `ahead`: a line that the player typed to close a page, or "". The next call of `ask` returns this line.
    """

    line: Callable[[str], str]
    ahead: str

    @property
    def spoken(self) -> bool:
        """Whether the screen prints plain text that names cards in words, instead of drawing a table."""
        ...

    def events(self, lines: Sequence[str]) -> None:
        """Show `lines`, which are sentences about what has just happened."""

    def turn(self, speech: Speech, picture: Picture) -> None:
        """Show the table (`picture`) when the player is to act; `speech` formats the texts."""

    def table(self, speech: Speech, picture: Picture) -> None:
        """Show the whole table (`picture`) again at the player's request; `speech` formats the texts."""

    def notice(self, lines: Sequence[str]) -> None:
        """Show `lines`, a short reply to the player's input. The question to the player stays open."""

    def page(self, blocks: Iterable[Block], prompt: str = "") -> str:
        """Show the page that consists of `blocks`.

        If `prompt` is not "", a screen that draws its pages then waits for a line and returns it. A screen that prints
        plain text does not wait. In all other cases return "".
        """

    def pause(self, blocks: Iterable[Block], prompt: str) -> None:
        """Show the page that consists of `blocks`.

        A screen that draws its pages then shows `prompt`, waits until the player enters a line, and stores the line in
        `ahead`. A screen that prints plain text does not wait.
        """

    def fits(self, blocks: Iterable[Block]) -> bool:
        """Return whether a page that consists of `blocks` fits on the screen without scrolling."""
        ...

    def ask(self, prompt: str = "") -> str:
        """Show a prompt and return the line that the player types. Raise EOFError at the end of the input."""


class Plain:
    """A screen that prints plain text, without colours, drawings or cursor movement.

    It suits screen readers, pipes and files.
    """

    spoken = True
    ahead = ""

    def __init__(self, words: Words, out: TextIO | None = None, input_stream: TextIO | None = None) -> None:
        self.words = words
        self.out = out or sys.stdout
        self.input_stream = input_stream or sys.stdin
        self.line: Callable[[str], str] = self._line

    def events(self, lines: Sequence[str]) -> None:
        """Print `lines`, which are sentences about what has just happened."""
        for line in lines:
            self.say(line)
        self.out.flush()

    notice = events

    def turn(self, speech: Speech, picture: Picture) -> None:
        """Print the player's hand, the legal actions and the question to the player, as `picture` has them."""
        self.events(_question_lines(speech, picture))

    def table(self, speech: Speech, picture: Picture) -> None:
        """Print the whole table (`picture`) and the question to the player."""
        self.events([*_table(speech, picture), *_question_lines(speech, picture)])

    def page(self, blocks: Iterable[Block], prompt: str = "") -> str:
        """Print the page that consists of `blocks` without waiting for input, and return "". `prompt` is not used."""
        for n, block in enumerate(blocks):
            for line in _lines(block, first=not n):
                self.say(line, whole=isinstance(block, Verbatim))
        self.out.flush()
        return ""

    def pause(self, blocks: Iterable[Block], prompt: str) -> None:
        """Print the page that consists of `blocks` and return at once; `prompt` is not used.

        There is no need to wait, since later output does not overwrite the page.
        """
        self.page(blocks)

    def fits(self, blocks: Iterable[Block]) -> bool:
        """Return True for every page, because plain output scrolls."""
        return True

    def say(self, line: str, *, whole: bool = False) -> None:
        """Print a line.

        At a terminal the line is wrapped between words, unless `whole` is True. In a pipe or a file it is not wrapped.
        """
        if line and not whole and self.out.isatty():
            indent = " " * (len(line) - len(line.lstrip()))
            line = fill(line, get_terminal_size().columns - 1, subsequent_indent=indent, break_on_hyphens=False)
        print(line, file=self.out)

    def ask(self, prompt: str = "") -> str:
        """Print the prompt and return the next line of the input. Raise EOFError at the end of the input."""
        if not self.input_stream.isatty():
            self.events([prompt] if prompt else [])
            return self.line("").strip()
        *prompt_lines, last = split_prompt(prompt)
        self.events(prompt_lines)
        return self.line(f"{last}> ").strip()

    def _line(self, prompt: str) -> str:
        print(prompt, end="", file=self.out, flush=True)
        line = self.input_stream.readline()
        if not line:
            raise EOFError
        return line


def _question_lines(speech: Speech, picture: Picture) -> list[str]:
    sits = any(seat.you for seat in picture.seats)
    lines = [speech("hand-spoken", cards=speech.hand(picture.hand, picture.suits) or "—")] if sits else []
    lines += [speech("hand-open", player=name, cards=speech.hand(cards)) for name, cards in picture.open]
    lines += [*picture.coach, picture.question]
    if picture.choosing != picture.legal:
        lines.append(speech("legal-spoken", cards=speech.hand(picture.legal, picture.suits)))
    if picture.choices:
        lines.append(speech("choices-spoken", calls="; ".join(f"{n}: {call}" for n, call in picture.choices)))
    return lines


def _table(speech: Speech, picture: Picture) -> list[str]:
    lines = [picture.title]
    lines += [f"{column}: {boxes}." for column, boxes in picture.scores]
    lines += picture.facts
    lines += [_seat(speech, seat) for seat in picture.seats]
    lines += picture.private_notes
    return lines


def _seat(speech: Speech, seat: SeatView) -> str:
    has_calls = bool(speech.game.calls)
    values = {
        "said" if has_calls else "turned": seat.said,
        "card": seat.card,
        "last": seat.last,
        "tricks": seat.tricks,
    }
    parts = [seat.chair] if seat.chair else []
    parts += [speech(f"seat-{key}", value=value) for key, value in values.items() if value]
    if not parts and (seat.out or has_calls):
        parts.append(speech("sits-out" if seat.out else "seat-silent"))
    return f"{seat.name}: {'; '.join(parts)}." if parts else f"{seat.name}."


def split_prompt(prompt: str) -> list[str]:
    """Split `prompt` into lines that fit the width of the terminal.

    If the last line of the text would leave less than `ROOM` columns for typing, an empty line follows it.
    """
    wide = get_terminal_size().columns
    lines = wrap(prompt, wide - 1, break_on_hyphens=False) or [""]
    return lines if len(lines[-1]) < wide - ROOM else [*lines, ""]


def lines_of(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield a page that consists of `blocks` as lines of plain text.

    In the rows of a table, each cell follows the name of its column.
    """
    for n, block in enumerate(blocks):
        yield from _lines(block, first=not n)


def _lines(block: Block, *, first: bool) -> Iterator[str]:
    match block:
        case Heading(text):
            yield from (text,) if first else ("", text)
        case Paragraph(text, indent, marker):
            yield from (" " * indent + line for line in f"{marker} {text}".strip().split("\n"))
        case Pieces(texts):
            yield from texts
        case Verbatim(text):
            yield f"  {text}"
        case TextTable(head, rows):
            for row in rows:
                cells = [f"{name}: {cell}" if name else cell for name, cell in zip(head, row, strict=True) if cell]
                yield "; ".join(cells).removesuffix(".") + "."
