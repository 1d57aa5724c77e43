"""A screen that draws: it shows a table in colour, which is redrawn in place whenever the player has to act."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from shutil import get_terminal_size

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from prikup.locale import Words
from prikup.locale.speech import SYMBOLS, Speech, cards_by_suit
from prikup.rules.cards import BIT
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Pieces, TextTable, Verbatim
from prikup.terminal.render.screen import split_prompt
from prikup.terminal.render.table_view import Picture, SeatView, levels

__all__ = ["RichScreen"]

MAX_WIDTH = 100
COLUMNS_BESIDE_CALLS = 52
"""The number of screen columns that the list of players needs for everything except their calls."""
TWO_COLOURS = ("", "", "red", "red")
FOUR_COLOURS = ("", "green", "bright_blue", "red")
"""The text styles of spades, clubs, diamonds and hearts, in this order.

The style "" is the terminal's default colour.
"""


class RichScreen:
    """A screen that clears the terminal and draws the table again in the same place.

    If `four_colour` is True, each suit has a colour of its own; otherwise hearts and diamonds are red.
    """

    spoken = False
    ahead = ""

    def __init__(self, words: Words, *, four_colour: bool = False, console: Console | None = None) -> None:
        self.words = words
        self.colours = FOUR_COLOURS if four_colour else TWO_COLOURS
        self.console = console or Console(highlight=False)
        self.line: Callable[[str], str] = input
        self._drawn: tuple[Speech, Picture] | None = None
        with suppress(ImportError):
            import readline  # noqa: F401  (it makes input() a line editor)

    def events(self, lines: Sequence[str]) -> None:
        """Do nothing with `lines`, because the table that is drawn includes a recap of recent events."""

    def turn(self, speech: Speech, picture: Picture) -> None:
        """Draw the table (`picture`) and the question to the player; `speech` formats the texts."""
        self._drawn = speech, picture
        self._draw(speech, picture, ())

    table = turn

    def notice(self, lines: Sequence[str]) -> None:
        """Draw the table again with `lines` above the question, or only print the lines if no table is shown."""
        if self._drawn:
            self._draw(*self._drawn, lines)
        else:
            self._print(*map(self._line, lines))

    def page(self, blocks: Iterable[Block], prompt: str = "") -> str:
        """Show the page that consists of `blocks` in place of the table.

        If `prompt` is not "", wait until the user enters a line, and return the line. Otherwise return "" at once.
        """
        if not prompt:
            if self._drawn:
                self.console.clear()
                self._drawn = None
            self._print(*(self._block(block, first=False) for block in blocks))
            return ""
        return self._show_pages(self._render_lines(blocks), prompt)

    def pause(self, blocks: Iterable[Block], prompt: str) -> None:
        """Show the page that consists of `blocks`, and `prompt` below it, until the user enters a line.

        The line is kept in `ahead` as the answer to the next question. If it is the word for going back, it only closes
        the page and is not kept.
        """
        line = self.page(blocks, prompt)
        self.ahead = "" if line == self._back else line

    @property
    def _back(self) -> str:
        """The word that the user can type to close a page."""
        return self.words("keys-back").split()[-1]

    def fits(self, blocks: Iterable[Block]) -> bool:
        """Return whether the screen has enough lines for a page that consists of `blocks`, and for the prompt."""
        return len(self._render_lines(blocks)) < get_terminal_size().lines - 1

    def _render_lines(self, blocks: Iterable[Block]) -> list[str]:
        """Render a page that consists of `blocks` for the width of the window, and return its lines."""
        self._fit()
        with self.console.capture() as capture:
            self._print(*(self._block(block, first=not n) for n, block in enumerate(blocks)))
        return capture.get().splitlines(keepends=True)

    def _show_pages(self, lines: list[str], prompt: str) -> str:
        """Show the lines of a page, one screenful at a time; `prompt` is shown below the last screenful.

        Return the first line that the user types; after the last screenful, an empty line is accepted too.
        """
        height = max(get_terminal_size().lines - 1, 5)
        while True:
            visible_lines, lines = lines[:height], lines[height:]
            self.console.clear()
            self.console.file.write("".join(visible_lines) + "\n" * (len(visible_lines) < height))
            line = self.ask(self.words("prompt-more", back=self._back) if lines else prompt)
            if line or not lines:
                return line

    def ask(self, prompt: str = "") -> str:
        """Show `prompt` and return the line that the user types, or return the line in `ahead` if there is one.

        The last line of the prompt is passed to the line editor, so that the user cannot erase it while editing.
        """
        if self.ahead:
            line, self.ahead = self.ahead, ""
            return line
        *prompt_lines, last = split_prompt(prompt)
        for line in prompt_lines:
            self.console.file.write(f"{line}\n")
        self.console.file.flush()
        return self.line(f"{last} > " if last else "> ").strip()

    # Layout

    def _fit(self) -> None:
        """Set the width of the output to the width of the window, at most `MAX_WIDTH`, so that lines stay readable."""
        self.console.width = min(get_terminal_size().columns, MAX_WIDTH)

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            whole = isinstance(part, Line) and part.no_wrap
            self.console.print(part, soft_wrap=bool(whole))
        sys.stdout.flush()

    def _line(self, text: str, style: str = "") -> Line:
        line = Line(text, style=style)
        for symbol, colour in zip(SYMBOLS, self.colours, strict=True):
            if colour:
                line.highlight_regex(rf"{symbol}(10|\w)?", colour)
        return line

    def _block(self, block: Block, *, first: bool) -> RenderableType:
        match block:
            case Heading(text):
                return Padding(self._line(text, "bold"), (0 if first else 1, 0, 0, 0))
            case Paragraph(text, indent, marker):
                if not marker:
                    return Padding(self._line(text), (0, 0, 0, indent))
                hanging = Table.grid(padding=(0, 1, 0, 0))
                hanging.add_row(self._line(marker), self._line(text))
                return Padding(hanging, (0, 0, 0, indent))
            case Pieces(texts):
                return Padding(self._flow(map(self._line, texts), "   ", self.console.width - 2), (0, 0, 0, 2))
            case Verbatim(text):
                return Line(f"  {text}", no_wrap=True)
            case TextTable(head, rows, right):
                table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
                for i, name in enumerate(head):
                    table.add_column(name, justify="right" if i in right else "left")
                for row in rows:
                    table.add_row(*map(self._line, row))
                return Padding(table, (1, 0, 0, 0))

    # The table

    def _draw(self, speech: Speech, picture: Picture, notice: Sequence[str]) -> None:
        self._fit()
        with self.console.capture() as capture:
            self._print(*self._parts(speech, picture, notice))
        lines = capture.get().splitlines(keepends=True)
        while len(lines) >= get_terminal_size().lines and "\n" in lines:
            lines.remove("\n")
        self.console.clear()
        self.console.file.write("".join(lines))
        self.console.file.flush()

    def _parts(self, speech: Speech, picture: Picture, notice: Sequence[str]) -> Iterable[RenderableType]:
        yield self._line(picture.title, "bold")
        for column, boxes in picture.scores:
            yield Line.assemble((f"{column}  ", "dim"), boxes)
        if picture.facts:
            yield Padding(self._line(" ".join(picture.facts)), (1, 0, 0, 0))
        yield Padding(self._seats(speech, picture.seats), (1, 0, 0, 0))
        if picture.recap:
            yield Padding(self._line(" ".join(picture.recap), ""), (1, 0, 0, 0))
        yield Line()
        if picture.private_notes:
            yield self._line(" · ".join(picture.private_notes), "dim")
        labels = [speech("open-hand", player=name) for name, _ in picture.open]
        for label, (_, cards) in zip(labels, picture.open, strict=True):
            wide = max(map(len, labels)) + 2
            yield Line.assemble((f"{label:<{wide}}", "dim"), self._cards(speech, picture, cards))
        yield self._cards(speech, picture, picture.hand)
        yield Line()
        for text in picture.news:
            yield self._line(f"· {text}", "bold")
        for text in (*picture.answers, *notice):
            yield self._line(f"! {text}", "bold")
        for text in picture.coach:
            yield Padding(self._line(text), (0, 0, 0, 2))
        if picture.coach:
            yield Line()
        yield self._question(speech, picture)

    def _seats(self, speech: Speech, seats: tuple[SeatView, ...]) -> Table:
        playing = any(seat.tricks for seat in seats)
        names = ("said", *(("card", "last", "tricks") if playing else ()))
        table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
        table.add_column("")
        for name in names:
            head = "turned" if name == "said" and not speech.game.calls else name
            table.add_column(speech(f"head-{head}"), justify="right" if name == "tricks" else "left")
        for seat in seats:
            name = f"{'▸' if seat.to_act else ' '} {seat.name}{' ' + speech('you') if seat.you else ''}"
            name += f" ({seat.chair})" if seat.chair else ""
            words = seat.said or (speech("sits-out") if seat.out else "")
            calls = self._flow(map(self._line, words.split(", ")), ", ", self.console.width - COLUMNS_BESIDE_CALLS)
            cells = (calls, *(self._line(getattr(seat, part)) for part in names[1:]))
            table.add_row(Line(name, style="bold" if seat.to_act else ""), *cells)
        return table

    def _cards(self, speech: Speech, picture: Picture, cards: int) -> Line:
        """Return a line that shows a hand; `cards` is the hand as a bit mask.

        `picture` is the table that is drawn, and `speech` formats the texts. While the player has to choose a card from
        this hand, legal cards are bold and the other cards dim.
        """
        line = Line()
        choosing = cards == picture.choosing
        for suit, suit_cards in cards_by_suit(cards, picture.suits):
            colour = self.colours[suit]
            line.append("   " if line else "")
            line.append(SYMBOLS[suit], style=colour)
            line.append(speech.suit_letter(suit).lower(), style="dim")  # lower case, unlike the ranks
            for card in suit_cards:
                legal = picture.legal & BIT[card]
                weight = "" if not choosing else "bold" if legal else "dim"
                line.append(" ")
                line.append(speech.rank(card), style=f"{weight} {colour}".strip())
        return line

    def _question(self, speech: Speech, picture: Picture) -> RenderableType:
        is_to_act = any(seat.you and seat.to_act for seat in picture.seats)
        question_line = Line.assemble(
            ("● " if is_to_act else "  ", "yellow"), (picture.question, "bold" if is_to_act else "dim")
        )
        calls = [Line.assemble((f"{n}) ", "dim"), (call, "bold")) for n, call in levels(picture.choices)]
        hint = [Line(speech("table-help"), style="dim")] if is_to_act else []
        return self._flow([question_line, *calls, *hint], "   ", self.console.width)

    def _flow(self, pieces: Iterable[Line], gap: str, width: int) -> Line:
        """Join the `pieces` to one text with `gap` between them.

        Lines are at most `width` columns long and are broken only between the pieces.
        """
        whole, used = Line(), 0
        for piece in pieces:
            if used and used + len(gap) + piece.cell_len > width:
                whole.append(gap.rstrip() + "\n")
                used = 0
            elif used:
                whole.append(gap)
                used += len(gap)
            whole.append_text(piece)
            used += piece.cell_len
        return whole
