"""Print the figures of the benchmarks as tables or as JSON."""

import os
from collections.abc import Sequence
from typing import Any

import msgspec

from prikup.statistics.confidence_intervals import mean_interval

__all__ = ["mean_row", "pin_to_one_core", "show", "table"]


def pin_to_one_core() -> None:
    """Pin this process to one core, where the system supports it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def show(figures: dict[str, list[dict[str, Any]]], *, as_json: bool) -> None:
    """Print the tables in `figures`, a dictionary of rows by table title, as text or as one JSON object.

    As text, tables without rows are left out.
    """
    if as_json:
        print(msgspec.json.encode(figures).decode())  # an infinite bound of an interval becomes null
        return
    for title, rows in figures.items():
        if rows:
            print(f"{title}\n\n{table(rows)}\n")


def mean_row(head: str, values: Sequence[float]) -> dict[str, Any]:
    """Return a table row that begins with the text `head`, for values of which there is one per deal.

    The row has the number of values, their mean, and half the width of the 95 % interval of the mean.
    """
    interval = mean_interval(values)
    return {
        "": head,
        "deals": len(values),
        "mean": round(interval.mean, 3),
        "±": round((interval.high - interval.low) / 2, 3),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """Format rows as an aligned text table.

    Each row is a dictionary by column heading; the first row determines the columns.
    """
    heads = list(rows[0])
    widths = [max(len(str(row[head])) for row in [*rows, dict.fromkeys(heads, head) | {head: head}]) for head in heads]
    cells = [heads, *([str(row[head]) for head in heads] for row in rows)]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )
