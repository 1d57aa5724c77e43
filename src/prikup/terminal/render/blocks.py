"""The blocks that a page consists of, such as headings and tables. Every screen renders them in its own way."""

from msgspec import Struct

__all__ = ["Block", "Heading", "Paragraph", "Pieces", "TextTable", "Verbatim"]


class Heading(Struct, frozen=True):
    """The heading `text` above a part of a page."""

    text: str


class Paragraph(Struct, frozen=True):
    """A paragraph of text.

    `indent` is its indentation in columns. `marker` is a short text, such as a number or a name, that stands to the
    left of the first line.
    """

    text: str
    indent: int = 0
    marker: str = ""


class Pieces(Struct, frozen=True):
    """Short texts in a row.

    A screen that draws its pages breaks lines only between these texts. A screen that prints plain text prints each of
    them on its own line.
    """

    texts: tuple[str, ...]


class Verbatim(Struct, frozen=True):
    """A line of text to be copied, such as a command. It is never wrapped."""

    text: str


class TextTable(Struct, frozen=True):
    """A table of texts.

    - `head`: the headings of the columns.
    - `rows`: the cells of each row, in the order of the columns.
    - `right`: the indices of the columns whose texts are aligned to the right.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


Block = Heading | Paragraph | Pieces | Verbatim | TextTable
