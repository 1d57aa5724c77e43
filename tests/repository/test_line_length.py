"""Tests that lines of TypeScript have at most 120 characters; ruff checks the lines of Python."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
MAX_LENGTH = 120
GENERATED = "// Made by `python -m prikup.server.protocol_export`"


def _long_lines(path: Path) -> Iterator[int]:
    """Yield the numbers of the lines that are too long; in a Svelte component only its script is checked."""
    text = path.read_text(encoding="utf-8")
    in_script = path.suffix == ".ts" and not text.startswith(GENERATED)
    for number, line in enumerate(text.splitlines(), 1):
        if path.suffix == ".svelte" and re.match(r"</?script\b", line):
            in_script = line.startswith("<script")
        elif in_script and len(line) > MAX_LENGTH:
            yield number


def test_script_lines_fit_in_120_characters() -> None:
    scripts = [*WEB.glob("*.ts"), *(WEB / "src").rglob("*"), *(WEB / "tests").rglob("*")]
    scripts = sorted(path for path in scripts if path.suffix in (".ts", ".svelte"))
    assert len(scripts) > 100
    long_lines = [f"{path.relative_to(ROOT)}:{number}" for path in scripts for number in _long_lines(path)]
    assert not long_lines, "wrap these lines:\n" + "\n".join(long_lines)
