"""Draw the score sheet of a game as SVG, in the form that players use on paper.

The game's presentation (the way clients draw it) names the form. It is a pulya, on which the sectors of the players
meet in the middle of a circle, or a separate paper for each player. Lengths are in pixels.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import cos, pi, tan

from prikup.games import GAMES
from prikup.locale.numbers import format_number
from prikup.locale.speech import Speech
from prikup.rules.presentation import BoxesSheet, Presentation, PulyaSheet
from prikup.rules.score_sheet import ScoreSheet
from prikup.scorer.replay import Replay

__all__ = ["drawing"]

RADIUS = {3: 215.0, 4: 300.0}
"""The distance in pixels from the centre of a pulya to the outer edge of each player's sector, by number of players.

A pulya is a score sheet on which the sectors of the players meet in the middle.
"""
MARGIN = 26.0
HUB = 24.0
WHISTS, POOL = 0.34, 0.3
"""The depths of two strips of a sector of a pulya, as fractions of the sector's height.

`WHISTS` is the strip for points against other players, and `POOL` that for contracts made. The dump (penalty points)
takes the remaining height.
"""
FONT, SMALL, MIN_FONT = 14.0, 9.0, 6.5
"""The font sizes, in pixels, of numbers (`FONT`) and labels (`SMALL`), and the smallest legible size (`MIN_FONT`)."""
GAP = 3.0
"""The gap, in pixels, between the label of a box and the numbers below the label."""
DIGIT = 0.58
"""The width of a digit as a fraction of the font size; the width of numbers is estimated from it."""
PAPER, LINE = 210.0, 18.0
"""The width of one player's paper (`PAPER`) and the height of one line of numbers on it (`LINE`), in pixels."""


def drawing(speech: Speech, replay: Replay) -> str:
    """Draw the score sheet of a replayed match as SVG.

    The sheet is a pulya (a circle with one sector for each player) or has a separate part for each player. Return ""
    if the game uses another form of sheet. `speech` formats messages for the user's language and the players
    at the table.
    """
    look = GAMES[replay.scoring.game].presentation
    match look.sheet:
        case PulyaSheet():
            return _pulya(speech, replay, look, look.sheet)
        case BoxesSheet():
            return _papers(speech, replay.match.sheet, look, look.sheet)
    return ""


def _svg(width: float, height: float, title: str, parts: Iterator[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


# The pulya


def _pulya(speech: Speech, replay: Replay, look: Presentation, columns: PulyaSheet) -> str:
    seats = speech.game.seats
    radius = RADIUS[seats]
    reach = radius / cos(pi / seats)  # the distance to a corner
    height_above = radius if seats == 4 else reach
    width = 2 * MARGIN + 2 * radius * tan(pi / seats) if seats == 3 else 2 * (radius + MARGIN)
    centre = width / 2, height_above + MARGIN

    def parts() -> Iterator[str]:
        for seat in range(seats):
            yield f'<g transform="translate({centre[0]:.1f} {centre[1]:.1f}) rotate({seat * 360 / seats:g})">'
            yield from _sector(speech, replay.match.sheet, look, columns, seat, radius)
            yield "</g>"
        goal = getattr(replay.game.options, columns.pool, "")
        yield f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{HUB}" class="box hub"/>'
        yield _text_element(*centre, 0, 20, [str(goal)])

    return _svg(width, height_above + radius + 2 * MARGIN, speech("print-drawn"), parts())


def _sector(
    speech: Speech, sheet: ScoreSheet, look: Presentation, columns: PulyaSheet, seat: int, radius: float
) -> Iterator[str]:
    """Yield the SVG of one player's sector of a pulya, drawn as seen by a player who sits below it.

    From the edge to the centre it has strips for the whists (points against other players), the pool (contracts made)
    and the dump (penalty points). `seat` is the player, `sheet` the score sheet, `look` the game's presentation,
    `columns` has the names of the columns of pool and dump, and `radius` is the distance from the centre to the edge of
    the sector. `speech` formats messages.
    """
    seats = speech.game.seats
    slope = tan(pi / seats)  # half the width per distance from the centre
    upside_down = 90 < seat * 360 / seats < 270
    strips = ((radius, WHISTS), (radius * (1 - WHISTS), POOL), (radius * (1 - WHISTS - POOL), 1 - WHISTS - POOL))
    for low, depth in strips:
        high = low - radius * depth
        corners = ((-low * slope, low), (low * slope, low), (high * slope, high), (-high * slope, high))
        yield f'<polygon class="box" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>'
    yield _text_element(0, radius + 15, upside_down, 15, [speech.name(seat)], "name")
    neighbour_columns = _neighbour_columns(look, seats)
    room = radius * WHISTS
    middle = radius - room / 2
    for n, (column, step) in enumerate(neighbour_columns):
        box_width = 2 * (radius - room) * slope / len(neighbour_columns)
        if n:
            x0, x1 = (edge * slope * (2 * n / len(neighbour_columns) - 1) for edge in (radius, radius - room))
            yield f'<line class="box" x1="{x0:.1f}" y1="{radius:.1f}" x2="{x1:.1f}" y2="{radius - room:.1f}"/>'
        x = middle * slope * (2 * n + 1 - len(neighbour_columns)) / len(neighbour_columns)
        label = speech.name((seat + step) % seats)
        yield from _box(x, middle, upside_down, box_width, room, label, sheet.history(column, seat))
    depth = radius * POOL
    y = radius * (1 - WHISTS) - depth / 2
    pool = sheet.history(columns.pool, seat)
    yield from _box(0, y, upside_down, 2 * (y - depth / 2) * slope, depth, speech.words(f"column-{columns.pool}"), pool)
    inner = radius * (1 - WHISTS - POOL)
    y = inner - (inner - HUB) / 2.6
    dump = sheet.history(columns.dump, seat) if columns.dump in sheet.columns else ()
    label = speech.words(f"column-{columns.dump}")
    yield from _box(0, y, upside_down, 2 * y * slope * 0.8, (inner - HUB) * 0.7, label, dump)


def _neighbour_columns(look: Presentation, seats: int) -> list[tuple[str, int]]:
    """Return the columns in which a player scores points against another one, from the left neighbour to the right one.

    Each column comes with the distance to the other player: the number of seats to the left. `look` is the game's
    presentation, which has these columns, and `seats` is the number of players.
    """
    seats_by_column = {column: seat % seats for column, seat in look.neighbours.items()}
    columns_by_seat: dict[int, str] = {}
    for column, seat in seats_by_column.items():
        if seat and (seats == 4 or abs(look.neighbours[column]) == 1):
            columns_by_seat.setdefault(seat, column)
    return [(columns_by_seat[seat], seat) for seat in sorted(columns_by_seat)]


def _box(
    x: float, y: float, upside_down: bool, width: float, height: float, label: str, numbers: Sequence[int]
) -> Iterator[str]:
    """Yield the SVG of a box of the sheet: its label, and below it the numbers in the largest font size that fits.

    `x` and `y` are the centre of the box, which is `width` wide and `height` high. `upside_down` tells whether its text
    is rotated by 180°.
    """
    size, lines = _fit_numbers([format_number(number) for number in numbers], width, height - SMALL - GAP)
    text_height = len(lines) * size * 1.15
    label_offset, numbers_offset = (text_height + GAP) / 2, (SMALL + GAP) / 2
    yield _text_element(
        x, y - label_offset if not upside_down else y + label_offset, upside_down, SMALL, [label], "label"
    )
    yield _text_element(x, y + numbers_offset if not upside_down else y - numbers_offset, upside_down, size, lines)


def _fit_numbers(numbers: Sequence[str], width: float, height: float) -> tuple[float, list[str]]:
    """Return the largest font size at which numbers fit into a box of this width and height, and the numbers as lines.

    If the numbers do not fit even at the smallest size, only the last lines are returned, the first of which begins
    with `…`.
    """
    size = FONT
    while True:
        room = max(int(width / (size * DIGIT)), 4)
        lines = _lines(numbers, room)
        if len(lines) * size * 1.15 <= height or size <= MIN_FONT:
            break
        size -= 0.5
    max_lines = max(int(height / (size * 1.15)), 1)
    if len(lines) > max_lines:
        lines = lines[-max_lines:]
        lines[0] = f"…{lines[0]}"
    return size, lines


def _lines(numbers: Sequence[str], room: int) -> list[str]:
    """Return `numbers` as text, separated by full stops, in lines of at most `room` characters."""
    lines = [""]
    for index, number in enumerate(numbers):
        text = number + ("." if index + 1 < len(numbers) else "")
        if lines[-1] and len(lines[-1]) + len(text) > room:
            lines.append("")
        lines[-1] += text
    return lines if lines[-1] else []


def _text_element(
    x: float, y: float, upside_down: bool | int, size: float, lines: Sequence[str], kind: str = "number"
) -> str:
    """Return the SVG of lines of text that are centred on the point `x`, `y`.

    `size` is the font size, and `kind` the CSS class. `upside_down` rotates the text by 180°, so that it can be read
    from the side of the sheet on which its player sits.
    """
    turn = f' transform="rotate(180 {x:.1f} {y:.1f})"' if upside_down else ""
    first = y - (len(lines) - 1) * size * 1.15 / 2 + size * 0.35
    rows = "".join(
        f'<tspan x="{x:.1f}" y="{first + n * size * 1.15:.1f}">{escape(line)}</tspan>' for n, line in enumerate(lines)
    )
    return f'<text class="{kind}" font-size="{size:g}" text-anchor="middle"{turn}>{rows}</text>'


# The papers


def _papers(speech: Speech, sheet: ScoreSheet, look: Presentation, columns: BoxesSheet) -> str:
    seats = speech.game.seats
    longest = max(len(sheet.history(column, seat)) for column in sheet.columns for seat in range(seats))
    height = 70 + LINE * longest

    def parts() -> Iterator[str]:
        for seat in range(seats):
            yield f'<g transform="translate({8 + seat * (PAPER + 12):.0f} 4)">'
            yield f'<rect class="box" width="{PAPER:.0f}" height="{height:.0f}"/>'
            yield from _paper(speech, sheet, look, columns, seat, height)
            yield "</g>"

    return _svg(4 + seats * (PAPER + 12), height + 8, speech("print-drawn"), parts())


def _paper(
    speech: Speech, sheet: ScoreSheet, look: Presentation, columns: BoxesSheet, seat: int, height: float
) -> Iterator[str]:
    """Yield the SVG of one player's paper: triangles at the top, and below them the columns.

    The middle column, for the player's own score, is between the columns for points against the two neighbours. `seat`
    is the player, `sheet` the score sheet, and `look` the game's presentation. `columns` has the names of the middle
    column and of the column that the triangles show, and `height` is the height of the paper. `speech` formats
    messages.
    """
    yield _text_element(PAPER / 2, 12, 0, 14, [speech.name(seat)], "name")
    entries = (entry for line in sheet.lines for entry in line.row.entries)
    yield from _triangles([e.amount for e in entries if (e.column, e.side) == (columns.triangles, seat)])
    neighbour_columns = _neighbour_columns(look, speech.game.seats)
    order = [(neighbour_columns[0][0], speech.name((seat + neighbour_columns[0][1]) % speech.game.seats))]
    order.append((columns.middle, speech.words(f"column-{columns.middle}")))
    order += [(column, speech.name((seat + step) % speech.game.seats)) for column, step in neighbour_columns[1:]]
    width = PAPER / len(order)
    for n, (column, label) in enumerate(order):
        x = width * (n + 0.5)
        if n:
            yield f'<line class="box" x1="{width * n:.1f}" y1="42" x2="{width * n:.1f}" y2="{height:.0f}"/>'
        yield _text_element(x, 50, 0, SMALL, [label], "label")
        for row, mark in enumerate(_marks(sheet, column, seat, columns)):
            yield _text_element(x, 66 + row * LINE, 0, FONT, [mark])


def _marks(sheet: ScoreSheet, column: str, seat: int, columns: BoxesSheet) -> list[str]:
    """Return the successive numbers on the sheet, as text, in the column `column` of the player at `seat`.

    The middle column has the points that the player still has to write off. In this column, a number that reaches zero
    gets a hat (a mark drawn above it), and a number that rises above zero again gets a crossed-out hat. `columns` has
    the name of the middle column.
    """
    marks, is_below_zero = [], False
    for number in sheet.history(column, seat):
        marks.append(format_number(number))
        if column == columns.middle and (number <= 0) != is_below_zero:
            is_below_zero = not is_below_zero
            marks[-1] += " ⌒" if is_below_zero else " ⌒̸"
    return marks


def _triangles(changes: Sequence[int]) -> Iterator[str]:
    """Yield the SVG of a triangle for each refa (a doubling of the player's next game); a used refa is crossed out.

    `changes` are the changes of the player's number of refas, in the order of the deals.
    """
    refa_count = sum(change for change in changes if change > 0)
    used_count = -sum(change for change in changes if change < 0)
    for n in range(refa_count):
        x = PAPER / 2 + (n - (refa_count - 1) / 2) * 20
        yield f'<path class="box" d="M{x - 7:.1f} 36 L{x:.1f} 23 L{x + 7:.1f} 36 Z"/>'
        if n < used_count:
            yield f'<path class="box" d="M{x - 8:.1f} 38 L{x + 8:.1f} 22"/>'
