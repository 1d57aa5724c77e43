"""The blocks that a page is made of; each screen sets them in its own way."""

from msgspec import Struct

__all__ = ["Block", "Grid", "Heading", "Pieces", "Text", "Verbatim"]


class Heading(Struct, frozen=True):
    """A line that begins a part of a page."""

    text: str


class Text(Struct, frozen=True):
    """A paragraph. `indent` sets it under something; `marker` hangs before its first line."""

    text: str
    indent: int = 0
    marker: str = ""


class Pieces(Struct, frozen=True):
    """Short things one beside the other, none of them ever broken."""

    texts: tuple[str, ...]


class Verbatim(Struct, frozen=True):
    """Something to be copied, such as a command: never broken into lines."""

    text: str


class Grid(Struct, frozen=True):
    """A table. The first column is aligned left, numbers (columns in `right`) right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


Block = Heading | Text | Pieces | Verbatim | Grid
