"""Tests of the site of the documents that need no Sphinx: its pages, its docstrings, and the check of its links."""

import re
from pathlib import Path

import pytest
from docstrings import API, full_names, public_names, signature, to_rst
from flowchart import draw
from pages import NAVIGATION, ROOT, adapt_links, documents, rules_text
from site_links import dead_links
from support.random_walk import options_type

from prikup.games import GAMES
from prikup.languages import LANGUAGES
from prikup.rules import auction, state
from prikup.rules.match import Match
from prikup.rules.options import fields
from prikup.terminal.words import words_of

INDEX = ROOT / "docs" / "index.md"


def test_navigation_has_all_documents_once() -> None:
    entries = [entry.rpartition("<")[2].removesuffix(">") for entries in NAVIGATION.values() for entry in entries]
    assert sorted(entries) == sorted({*documents().values(), "rules/index", "api/index"} - {"index"})


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[play](../README.md#in-the-terminal)", "[play](readme.md#in-the-terminal)"),
        ("[solver](solver.md)", "[solver](solver.md)"),
        ("[here](#install) and [there](https://example.org/)", "[here](#install) and [there](https://example.org/)"),
        ("[messages](protocol/told.json)", "[messages](protocol/told.json)"),
        ("`[code](../README.md)`", "`[code](../README.md)`"),
        ("```\n[code](../README.md)\n```", "```\n[code](../README.md)\n```"),
        ("[the makefile](../Makefile)", "the makefile (`Makefile`)"),
        ("[`Makefile`](../Makefile)", "`Makefile`"),
        ("[gone](../gone.md)", "[gone](../gone.md)"),
    ],
)
def test_links_lead_to_pages_of_the_site(link: str, expected: str) -> None:
    assert adapt_links(link, INDEX, documents(), "")[0] == expected


def test_links_to_other_files_lead_to_the_repository() -> None:
    text, files = adapt_links("[a](../Makefile) [b](protocol/told.json)", INDEX, documents(), "https://example.org/")
    assert text == "[a](https://example.org/Makefile) [b](protocol/told.json)"
    assert files == [ROOT / "docs" / "protocol" / "told.json"]


def test_dead_links_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "style.css").touch()
    (tmp_path / "page.html").write_text('<h1 id="top">Page</h1><a href="index.html#here">back</a>')
    (tmp_path / "index.html").write_text(
        '<link href="style.css"><p id="here"><a href="#here">a</a><a href="page.html#top">b</a>'
        '<a href="https://example.org/">c</a><a href="#gone">d</a><a href="page.html#gone">e</a>'
        '<a href="gone.html">f</a><script src="https://example.org/x.js"></script>'
    )
    assert [link.partition(": ")[2] for link in dead_links(tmp_path)] == [
        "#gone",
        "page.html#gone",
        "gone.html",
        "https://example.org/x.js",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page_has_title_options_and_presets(language: str) -> None:
    for game, kind in GAMES.items():
        text = rules_text(game, language)
        assert text.startswith(f"# {words_of(language, game)('game')}\n")
        assert all(f"\n- **`{preset}`** " in text for preset in kind.presets)
        for field in fields(options_type(kind)):
            option, values = text.split(f"\n- **`{field.name}`** ")[1].split("\n")[:2]
            assert option
            assert values.startswith("  - ")


def test_public_library_has_the_most_used_names() -> None:
    import prikup

    homes = {name for modules in API.values() for name in modules}
    assert {names.module for names in public_names(prikup)} <= homes
    packages = "bots|env|history|review|rules|solver|worlds"
    documented = {
        f"{module}.{name}" if f"{module}.{name}" in homes or not module.count(".") else module
        for document in documents()
        for module, names in re.findall(rf"from (prikup\.(?:{packages})[\w.]*) import ([\w, ]+)", document.read_text())
        for name in names.split(", ")
    }
    assert documented <= homes
    assert full_names()["Match"] == "prikup.rules.match.Match"


def test_signatures_are_those_of_the_source() -> None:
    assert signature(state.view) == ("(state: State[P], seat: Seat)", "View[P]")
    assert signature(state.Announcement) == ("(seat: Seat, action: Action)", "")
    assert signature(Match.close)[0].startswith("(outcome: ")
    assert signature(auction.Auction)[0].startswith("(")


def test_docstring_becomes_restructured_text() -> None:
    docstring = """\
Return a `Match` of `names`; the *first* is `x`s.

- `a` is one.
- `b` is two,
  or more:

    >>> 1 + 1
    2

The text goes on:

    left | right

>>> 2
2
"""
    assert [line for line in to_rst(docstring.splitlines()) if line] == [
        r"Return a \ :py:obj:`Match <prikup.rules.match.Match>`\  of \ ``names``\ ; the \*first\* is \ ``x``\ s.",
        r"- \ ``a``\  is one.",
        r"- \ ``b``\  is two,",
        "  or more:",
        ".. code-block:: pycon",
        "        >>> 1 + 1",
        "        2",
        "The text goes on:",
        "::",
        "        left | right",
        ".. code-block:: pycon",
        "    >>> 2",
        "    2",
    ]


def test_flowchart_puts_boxes_above_what_they_point_at() -> None:
    html = draw('flowchart TD\n    low["low<br>one"]\n    high["high<br><i>two</i>"]\n    high --> low\n')
    assert html.index("high") < html.index("low<")
    assert "<p>→ low</p>" in html
