"""Draw the results of an arena (matches between computer players) as SVG.

The drawing has a line for each pair of players, with the mean and its confidence interval.
"""

from math import isfinite
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

if TYPE_CHECKING:
    from prikup.bots.arena import ArenaReport, Job

__all__ = ["arena_svg"]

ROW, NAMES, WIDE, EDGE = 28, 220, 420, 24
"""Sizes in pixels.

`ROW` is the height of a row, `NAMES` and `WIDE` are the widths of the names and of the scale, and `EDGE` is the margin.
"""
STYLE = "text{font:13px sans-serif}line{stroke:currentColor}.even{stroke-dasharray:3 3;opacity:.5}"


def arena_svg(job: "Job", report: "ArenaReport") -> str:
    """Return the report of an arena run as an SVG document.

    `job` says which computer players played which deals, and `report` has the results. A result without an interval,
    such as that of a single deal, is drawn as a point only.
    """
    even = job.parity
    ends = [even, *(end for cell in report.cells for end in (cell.low, cell.mean, cell.high) if isfinite(end))]
    lowest, highest = min(ends), max(ends)
    scale = WIDE / ((highest - lowest) or 1)

    def x_position(value: float) -> str:
        return f"{NAMES + EDGE + (value - lowest) * scale:.1f}"

    high = ROW * (len(report.cells) + 1) + 2 * EDGE
    svg = Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(NAMES + WIDE + 2 * EDGE), height=str(high))
    SubElement(svg, "style").text = STYLE
    SubElement(svg, "title").text = f"{job.game} {job.options}, {report.deals}, {job.seed}"
    bottom = str(high - EDGE - ROW // 2)
    SubElement(
        svg, "line", {"class": "even", "x1": x_position(even), "x2": x_position(even), "y1": str(EDGE), "y2": bottom}
    )
    for n, cell in enumerate(report.cells):
        y = EDGE + ROW * n + ROW // 2
        SubElement(svg, "text", x=str(EDGE), y=str(y + 4)).text = f"{cell.one} — {cell.others}"
        if isfinite(cell.low):
            SubElement(svg, "line", x1=x_position(cell.low), x2=x_position(cell.high), y1=str(y), y2=str(y))
        SubElement(svg, "circle", cx=x_position(cell.mean), cy=str(y), r="4")
    for end in sorted({lowest, even, highest}):
        label = SubElement(svg, "text", {"x": x_position(end), "y": str(high - EDGE // 2), "text-anchor": "middle"})
        label.text = f"{end:.2f}"
    indent(svg)
    return tostring(svg, encoding="unicode") + "\n"
