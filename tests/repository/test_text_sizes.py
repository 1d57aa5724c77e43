"""The browser client's text has six sizes, `--t1` to `--t6` of tokens.css."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "web" / "src"
SIZES = {f"var(--t{number})" for number in range(1, 7)}
DRAWINGS = {
    "scorer/sharing/PrintedSheet.svelte": "on paper: the match has to fit on one A4 page",
    "sheet/PulyaSheet.svelte": "a drawing: the text is as large as its box allows",
    "table/cards/Card.svelte": "the rank of a card scales with the card",
}
"""The files whose text has sizes of its own, and why."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SIZE = re.compile(r"""(?<![\w-])font-?size(?:\s*:\s*|\s*=\s*["']?)([^;"'}>]+)""", re.IGNORECASE)
SHORTHAND = re.compile(r"(?<![\w-])font:\s*([^;}]+);")


def _is_allowed(size: str) -> bool:
    """Return whether a size is one of the six, that of the parent, or relative to it."""
    return size in SIZES or size == "inherit" or re.fullmatch(r"[\d.]+em", size) is not None


def wrong_sizes(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each size in a component or style sheet that is none of the six."""
    text = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    for pattern in (SIZE, SHORTHAND):
        for match in pattern.finditer(text):
            value = " ".join(match[1].split())
            size = re.split(r"[/ ]", value)[0] if pattern is SHORTHAND else value
            if not _is_allowed(size):
                yield text.count("\n", 0, match.start()) + 1, match[0].strip()


def test_text_has_one_of_six_sizes() -> None:
    files = sorted(path for path in SOURCE.rglob("*") if path.suffix in (".svelte", ".css"))
    assert len(files) > 100
    names = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8") for path in files}
    wrong = [
        f"web/src/{name}:{line}: {found}"
        for name, text in names.items()
        if name not in DRAWINGS
        for line, found in wrong_sizes(text)
    ]
    assert not wrong, "use --t1 to --t6:\n" + "\n".join(wrong)
    unneeded = [name for name in DRAWINGS if not list(wrong_sizes(names.get(name, "")))]
    assert not unneeded, "these files need no exception"


def test_tokens_define_six_text_sizes() -> None:
    tokens = (SOURCE / "styles" / "tokens.css").read_text(encoding="utf-8")
    assert re.findall(r"--t(\d+): (\d+)px;", tokens) == [
        ("1", "13"),
        ("2", "15"),
        ("3", "17"),
        ("4", "21"),
        ("5", "28"),
        ("6", "40"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "p { font-size: 14px; }",
        "p { font-size: var(--t7); }",
        "p {\n  font: 14px/1.4 sans-serif;\n}",
        "p { font: bold var(--t2) sans-serif; }",
        "p { font-size: calc(var(--t2) + 1px); }",
        '<p style="font-size: 14px">',
        '<p style:font-size="{size}px">',
        '<text font-size="14">',
    ],
)
def test_wrong_text_size_is_found(text: str) -> None:
    assert list(wrong_sizes(text))


def test_allowed_text_sizes_are_not_reported() -> None:
    text = "p { font: var(--t2)/1.4 sans-serif; font-size: 1.06em; /* font-size: 14px */ } b { font: inherit; }"
    assert not list(wrong_sizes(text))
