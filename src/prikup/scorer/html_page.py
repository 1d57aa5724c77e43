"""The printed sheet as one self-contained HTML page, black on white, for A4 paper and for phones."""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape

from prikup.scorer.printout import PrintedSheet

__all__ = ["as_html"]

RUN = re.compile(r"(?<=\d)–(?=\d)")
"""A pattern for the dash in a range of numbers, such as 3–5, at which a line must not break."""
STYLE = """
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 12px; max-width: 190mm; background: #fff; color: #000;
  font: 14px/1.35 system-ui, "Liberation Sans", sans-serif; font-variant-numeric: tabular-nums }
h1 { margin: 0 0 6px; font-size: 22px }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 1px 12px; margin: 0 0 12px; font-size: 12px }
dd { margin: 0 }
figure { margin: 0 0 12px; break-inside: avoid }
svg { display: block; width: 100%; max-height: 165mm }
svg .box { fill: none; stroke: #000; stroke-width: 1 }
svg .hub { fill: #fff }
svg text { fill: #000; font-family: inherit }
svg .label { opacity: .7 }
svg .name { font-weight: 700 }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 12px }
th, td { padding: 2px 6px; border-bottom: 1px solid #bbb; text-align: left; vertical-align: top }
th { border-bottom-color: #000 }
tr { break-inside: avoid }
.flagged, .below { color: #666 }
.below { display: block; font-size: 11px }
.result { font-weight: 600; margin: 10px 0 2px }
.again { font-size: 11px; overflow-wrap: anywhere }
@media (min-width: 561px) { .part { white-space: nowrap } }
@media print { body { padding: 0 } svg { max-height: 92mm } table, dl { font-size: 10px } .below { font-size: 9px }
  th, td { padding: 1px 5px } .result { font-size: 11px; margin: 3px 0 } .again { font-size: 9px; margin: 3px 0 } }
@media (max-width: 560px) { body { font-size: 13px } dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 4px }
  th, td { padding: 2px 3px } }
"""


def as_html(sheet: PrintedSheet, svg: str, label: str, name: str, file: bytes) -> str:
    """Build an HTML page with the contents (`sheet`) of the printed score sheet of a match.

    `svg` is a drawing of the score sheet, or "" for none. The page contains a link with the text `label`, which saves a
    file called `name` with the contents `file`. The file contains the match itself, so that it can be opened again
    later.
    """
    return "\n".join(_page(sheet, svg, label, name, file)) + "\n"


def _page(sheet: PrintedSheet, svg: str, label: str, name: str, file: bytes) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="{escape(sheet.language)}">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(sheet.title)}</title><style>{STYLE}</style></head><body>"
    yield f"<h1>{escape(sheet.title)}</h1><dl>"
    yield from (f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in sheet.facts)
    yield "</dl>"
    if svg:
        yield f"<figure>{svg}</figure>"
    yield '<div class="wide"><table><thead><tr>'
    yield "".join(f'<th scope="col">{escape(name)}</th>' for name in sheet.head)
    yield "</tr></thead><tbody>"
    for record in sheet.records:
        number, deal, dealer, description, *changes = (
            RUN.sub("&#8288;–&#8288;", escape(cell)) for cell in record.cells
        )
        rest = (", ".join(f'<span class="part">{part}</span>' for part in cell.split(", ")) for cell in changes)
        extra_html = "".join(f'<span class="below">{escape(text)}</span>' for text in record.extra_lines)
        cells = "".join(f"<td>{cell}</td>" for cell in (number, deal, dealer, description + extra_html, *rest))
        yield f'<tr class="flagged">{cells}</tr>' if record.flagged else f"<tr>{cells}</tr>"
    yield "</tbody></table></div>"
    yield from (f'<p class="result">{escape(line)}</p>' for line in sheet.result)
    yield f'<p class="again"><a download="{escape(name)}" href="{_link(file)}">{escape(label)}</a></p>'
    yield from (f'<p class="again">{escape(line)}</p>' for line in sheet.reopening_hints)
    yield "</body></html>"


def _link(file: bytes) -> str:
    return f"data:application/x-ndjson;base64,{b64encode(file).decode()}"
