"""Components of the browser client take their colours from the roles in tokens.css."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "web" / "src"
PAPER = "scorer/sharing/PrintedSheet.svelte"
"""The printed sheet: black on white whatever the theme."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(|:\s*(?:white|black|red|gr[ae]y)\b", re.IGNORECASE)


def literal_colours(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each literal colour in the style block of a component."""
    start = text.rfind("\n<style")
    style = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text[start:]) if start >= 0 else ""
    first_line = text.count("\n", 0, max(start, 0)) + 1
    for match in COLOUR.finditer(style):
        yield first_line + style.count("\n", 0, match.start()), match[0]


def test_components_have_no_literal_colours() -> None:
    texts = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.svelte")}
    assert len(texts) > 100
    assert list(literal_colours(texts.pop(PAPER)))
    wrong = [
        f"web/src/{name}:{line}: {colour}" for name, text in texts.items() for line, colour in literal_colours(text)
    ]
    assert not wrong, "use a role of tokens.css:\n" + "\n".join(sorted(wrong))


@pytest.mark.parametrize("value", ["#fff", "#1c271f80", "rgb(0 0 0 / 20%)", "white"])
def test_literal_colour_is_found(value: str) -> None:
    text = f"<p>#fff</p>\n<style>\n  p {{\n    color: {value};\n  }}\n</style>"
    assert [line for line, _ in literal_colours(text)] == [4]
