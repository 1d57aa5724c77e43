"""Show a Mermaid flowchart as rows of boxes, so that the site needs no program from another host to draw it.

Only the form that `tests/repository/import_map.py` writes is known: boxes with lines of text, and arrows without a
circle. A box is above all boxes that its arrows point at, and names them.
"""

import re
from collections.abc import Mapping
from functools import cache

__all__ = ["draw"]

_BOX = re.compile(r'^ *(\w+)\["(.*)"\]$', re.MULTILINE)
_ARROW = re.compile(r"^ *(\w+) --> (\w+)$", re.MULTILINE)


def draw(flowchart: str) -> str:
    """Return a flowchart as HTML; `static/site.css` has its style."""
    texts = dict(_BOX.findall(flowchart))
    below: dict[str, list[str]] = {name: [] for name in texts}
    for upper, lower in _ARROW.findall(flowchart):
        below[upper].append(lower)
    rows = "".join(
        f"<div>{''.join(_box(texts[name], below[name]) for name in row)}</div>" for row in _rows(below) if row
    )
    return f'<div class="flowchart">{rows}</div>\n'


def _rows(below: Mapping[str, list[str]]) -> list[list[str]]:
    """Return the boxes by row, from the top, each in the lowest row that is above all that it points at."""

    @cache
    def height(name: str) -> int:
        return 1 + max(map(height, below[name]), default=-1)

    rows: list[list[str]] = [[] for _ in range(max(map(height, below)) + 1)]
    for name in below:
        rows[-1 - height(name)].append(name)
    return rows


def _box(text: str, below: list[str]) -> str:
    title, _, details = text.partition("<br>")
    arrows = f"<p>→ {', '.join(below)}</p>" if below else ""
    return f"<section><p><strong>{title}</strong></p><p>{details}</p>{arrows}</section>"
