"""docs/notation.md and the page about fair cards have the same text."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTATION = ROOT / "docs" / "notation.md"
WORDS = {tongue: ROOT / "web" / "src" / "words" / f"{tongue}.ftl" for tongue in ("en", "ru")}
STEPS = ("locked", "mixed", "cut", "checked")
PAGE = (*(f"fair-how-{step}" for step in STEPS), "fair-proves-text", "fair-last-text", "fair-proves-not-text")


def _messages(tongue: str) -> dict[str, str]:
    """Return all messages of a language, multi-line ones joined into one line."""
    messages = re.findall(r"^([a-z-]+) =(.*(?:\n +.*)*)", WORDS[tongue].read_text(), re.MULTILINE)
    return {key: " ".join(text.split()) for key, text in messages}


def _document() -> str:
    section = NOTATION.read_text().partition("## The shuffle\n")[2]
    return " ".join(section.replace("**", "").split())


@pytest.mark.parametrize("key", [*PAGE, "fair-exact-text"])
def test_notation_document_contains_text_of_fair_cards_page(key: str) -> None:
    assert _messages("en")[key] in _document()


def test_notation_document_lists_each_check() -> None:
    english, document = _messages("en"), _document()
    failing = {key: text for key, text in english.items() if re.fullmatch(r"check-[a-z-]+-bad", key)}
    assert len(failing) > 15
    for key, text in failing.items():
        assert f"| {english.get(key.removesuffix('-bad'), '')} | {text} |".replace("|  |", "| |") in document


def test_fair_cards_page_is_translated_to_russian() -> None:
    russian = _messages("ru")
    assert all(not re.search("[a-z]{4}", russian[key]) for key in PAGE)


def test_fair_cards_page_states_sizes_of_packs() -> None:
    """A cut leaves neither part empty."""
    for tongue in WORDS:
        text = _messages(tongue)["fair-last-text"]
        assert [int(number) for number in re.findall(r"\d+", text)][1:5] in ([31, 32, 51, 52], [31, 32, 51, 52])
        assert f"2 × 2 × 31 = {2 * 2 * 31}" in text
