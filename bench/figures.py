"""The way the benchmarks show what they measure."""

import os
from collections.abc import Sequence
from typing import Any

import msgspec

from prikup.intervals import mean_interval

__all__ = ["mean_row", "on_one_core", "show", "table"]


def on_one_core() -> None:
    """Stay on one core of the machine, where it can be told."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def show(figures: dict[str, list[dict[str, Any]]], *, as_json: bool) -> None:
    """Print tables under their titles, those without rows left out, or one JSON object."""
    if as_json:
        print(msgspec.json.encode(figures).decode())  # the end that an interval has not is null
        return
    for title, rows in figures.items():
        if rows:
            print(f"{title}\n\n{table(rows)}\n")


def mean_row(head: str, values: Sequence[float]) -> dict[str, Any]:
    """Return what is told of some numbers, one a deal: their mean, and the interval that holds it 95 times in 100."""
    of = mean_interval(values)
    return {"": head, "deals": len(values), "mean": round(of.mean, 3), "±": round((of.high - of.low) / 2, 3)}


def table(rows: list[dict[str, Any]]) -> str:
    """Return rows of figures as a text, under their names."""
    heads = list(rows[0])
    widths = [max(len(str(row[head])) for row in [*rows, dict.fromkeys(heads, head) | {head: head}]) for head in heads]
    cells = [heads, *([str(row[head]) for head in heads] for row in rows)]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )
