"""What a page is made of; each screen sets it in its own way."""

from msgspec import Struct

__all__ = ["Block", "Grid", "Heading", "Text"]


class Heading(Struct, frozen=True):
    """A line that begins a part of a page."""

    text: str


class Text(Struct, frozen=True):
    """A paragraph. `indent` sets it under something; `marker` hangs before its first line."""

    text: str
    indent: int = 0
    marker: str = ""


class Grid(Struct, frozen=True):
    """A table. The first column is aligned left, numbers (columns in `right`) right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


Block = Heading | Text | Grid
