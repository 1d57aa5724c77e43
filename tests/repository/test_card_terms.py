"""Tests that messages and documents use the words of card players, with one name for each thing."""

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
SENTENCES = sorted([*(ROOT / "src").rglob("*.ftl"), *(ROOT / "web" / "src").rglob("*.ftl")])
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")])

DISCOURAGED_TERMS = {
    r"\b(?:lay|lays|laid)\b(?:[^\S\n]+(?!down\b|open\b)\S+){0,4}[^\S\n]+away\b": "discard",
    r"\boffer(?:s|ing|ed)? (?:a|to) split|\bsplit of the tricks\b": "claim",
    r"\bin the light\b|\bin the dark\b": "open and closed play",
}
"""Terms that players do not use, with the terms to use instead."""
SHUNNED_IN_SENTENCES = {
    r"\b[a-z0-9-]+\.(?:com|bg|ru|net)\b": "the rules, without the name of a site that has them",
    r"Ставка: \{ \$stake": "what a trick costs",
    r"Stake: \{ \$stake \}\.": "what a trick costs",
    r"\bРовный\b": "Средний",
    r"\bпарти(?:[яиюей]|ей|ям|ями|ях)\b": "матч",
}


def find_terms(paths: Iterable[Path], terms: dict[str, str]) -> list[str]:
    """Return the terms in these files that are to be avoided, with their replacements."""
    return [
        f"{path.relative_to(ROOT)}: {term!r}: say {better}"
        for path in paths
        for pattern, better in terms.items()
        for term in re.findall(pattern, path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]


def test_messages_use_terms_of_players() -> None:
    assert find_terms(SENTENCES, DISCOURAGED_TERMS | SHUNNED_IN_SENTENCES) == []


def test_documents_use_terms_of_players() -> None:
    assert find_terms(PAGES, DISCOURAGED_TERMS) == []
