"""The blocks of a page; each screen renders them in its own way."""

from msgspec import Struct

__all__ = ["Block", "Heading", "Paragraph", "Pieces", "TextTable", "Verbatim"]


class Heading(Struct, frozen=True):
    """The heading of a part of a page."""

    text: str


class Paragraph(Struct, frozen=True):
    """A paragraph; `indent` is its indentation, `marker` hangs in front of its first line."""

    text: str
    indent: int = 0
    marker: str = ""


class Pieces(Struct, frozen=True):
    """Short texts in a row, wrapped only between them."""

    texts: tuple[str, ...]


class Verbatim(Struct, frozen=True):
    """Text to be copied, such as a command; never wrapped."""

    text: str


class TextTable(Struct, frozen=True):
    """A table; columns listed in `right` are right-aligned, the others left-aligned."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


Block = Heading | Paragraph | Pieces | Verbatim | TextTable
