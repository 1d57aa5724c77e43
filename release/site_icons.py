"""Draw the icons of the site from its logo, `web/public/mark.svg`.

The icons are PNG files, for devices that do not show SVG on home screens.
"""

import math
import re
import struct
import zlib
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

__all__ = ["icon"]

Colour = tuple[float, float, float]


class _Card(NamedTuple):
    """A card of the logo, which consists of two: a rounded rectangle, rotated around the point `centre`.

    - `x`, `y`, `width`, `height` and `radius`: the rectangle before the rotation, and the radius of its corners.
    - `turn`: the angle of the rotation in radians.
    - `fill` and `stroke`: the colours of the inside and of the outline (None for no outline).
    - `line`: the width of the outline.
    """

    x: float
    y: float
    width: float
    height: float
    radius: float
    turn: float
    centre: tuple[float, float]
    fill: Colour
    stroke: Colour | None
    line: float

    def outside(self, x: float, y: float) -> float:
        """Return the distance of the point (`x`, `y`) from the edge of the card; it is negative inside the card."""
        (ox, oy), sine, cosine = self.centre, math.sin(-self.turn), math.cos(-self.turn)
        x, y = ox + (x - ox) * cosine - (y - oy) * sine, oy + (x - ox) * sine + (y - oy) * cosine
        across = abs(x - self.x - self.width / 2) - self.width / 2 + self.radius
        along = abs(y - self.y - self.height / 2) - self.height / 2 + self.radius
        return math.hypot(max(across, 0), max(along, 0)) + min(max(across, along), 0) - self.radius


def icon(sign: Path, size: int, *, share: float, ground: Colour | None) -> bytes:
    """Return the logo as a square PNG of `size` pixels; `sign` is the SVG file of the logo.

    The logo takes the fraction `share` of the width. `ground` is the background colour, or None for a transparent one.
    """
    root = ET.parse(sign).getroot()
    side = float(root.attrib["viewBox"].split()[2])
    cards = [_card(rectangle.attrib) for rectangle in root]
    scale, middle = side / (size * share), side / 2
    rows = []
    for row in range(size):
        line = bytearray(b"\0")  # PNG filter type 0: none
        y = (row + 0.5 - size / 2) * scale + middle
        for column in range(size):
            line += _pixel(cards, (column + 0.5 - size / 2) * scale + middle, y, scale, ground)
        rows.append(bytes(line))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)  # eight bits each of red, green, blue, alpha
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _pixel(cards: list[_Card], x: float, y: float, scale: float, ground: Colour | None) -> bytes:
    """Return the red, green, blue and alpha values of the anti-aliased pixel at the point (`x`, `y`) of the logo.

    `cards` are the cards of the logo, `scale` is the width of a pixel in units of the logo, and `ground` is the
    background colour (None for a transparent one).
    """
    colour, alpha = ground or (0, 0, 0), 1.0 if ground else 0.0
    for card in cards:
        outside = card.outside(x, y)
        for paint, edge in ((card.stroke, card.line / 2), (card.fill, -card.line / 2)):
            cover = min(max(0.5 - (outside - edge) / scale, 0), 1)
            if paint is None or not cover:
                continue
            over = cover + alpha * (1 - cover)
            colour, alpha = _blend(paint, colour, cover / over), over
    return bytes((*(round(part) for part in colour), round(255 * alpha)))


def _blend(new: Colour, old: Colour, share: float) -> Colour:
    red, green, blue = (share * new_part + (1 - share) * old_part for new_part, old_part in zip(new, old, strict=True))
    return red, green, blue


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _card(attributes: dict[str, str]) -> _Card:
    rotation = re.fullmatch(r"rotate\((\S+) (\S+) (\S+)\)", attributes["transform"])
    assert rotation, "a card of the sign is turned around a point"
    turn, *centre = map(float, rotation.groups())
    x, y, width, height, radius = (float(attributes[name]) for name in ("x", "y", "width", "height", "rx"))
    stroke = attributes.get("stroke")
    line = float(attributes.get("stroke-width", "0"))
    paint = (_colour(attributes["fill"]), _colour(stroke) if stroke else None, line)
    return _Card(x, y, width, height, radius, math.radians(turn), (centre[0], centre[1]), *paint)


def _colour(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue
