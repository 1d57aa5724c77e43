"""The pages of the documents' site: the documents themselves, the rules of each game, and the reference of the library.

A document is copied, with its links adapted (`adapt_links`). The others are generated: a page of rules from the same
blocks that `prikup rules` prints, a page of the reference from the docstrings of a module.
"""

import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from docstrings import API, public_names, summary
from flowchart import draw

from prikup.games import GAMES
from prikup.languages import LANGUAGES
from prikup.locale import Words
from prikup.terminal.render.blocks import Block, Heading, Paragraph
from prikup.terminal.render.rules_page import rules_page
from prikup.terminal.words import words_of

__all__ = ["NAVIGATION", "REPOSITORY", "ROOT", "adapt_links", "documents", "rules_text", "write_pages"]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

REPOSITORY = ""
"""The address below which the files of the repository can be read, such as `https://example.org/prikup/blob/main/`.

While it is empty, a link to a file that is no page of the site is shown as the path of the file.
"""

NAVIGATION = {
    "Play": ("Start here <readme>", "rules/index", "problems"),
    "Host": ("hosting", "site"),
    "Keep score": ("scorer",),
    "Analyse": ("review", "statistics", "ratings"),
    "Research": ("research", "strength", "solver"),
    "Add a game": ("adding-a-game", "sources"),
    "Translate": ("translating",),
    "Help": ("contributing", "code-of-conduct", "security", "releasing"),
    "How it works": ("architecture", "server", "offline", "testing", "decisions", "performance"),
    "Reference": ("api/index", "protocol", "notation", "rules-coverage", "glossary", "changelog"),
}
"""The pages by task, as entries of tables of contents. Sphinx warns of a page that is missing here."""


_FLOWCHART = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documents() -> dict[Path, str]:
    """Return the documents of the repository, each with the name of its page."""
    names = ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")
    return {ROOT / f"{name}.md": name.lower().replace("_", "-") for name in names} | {
        path: path.stem for path in sorted(DOCS.glob("*.md"))
    }


def write_pages(folder: Path) -> None:
    """Write the source of every page into an empty or missing folder."""
    pages = documents()
    for path, name in pages.items():
        text, files = adapt_links(path.read_text(encoding="utf-8"), path, pages)
        text = _FLOWCHART.sub(lambda match: draw(match[1]), text)
        _write(folder / f"{name}.md", text + (_contents() if name == "index" else ""))
        for file in files:
            copy = folder / file.relative_to(DOCS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
    for name, text in (*_rules_pages(), *_reference_pages()):
        _write(folder / name, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _contents() -> str:
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(entries) + "\n```\n"
        for caption, entries in NAVIGATION.items()
    )


# Links

_LINK_OR_CODE = re.compile(r"^```.*?^```$|(!?)\[([^\[\]]*)\]\(([^()\s]+)\)|`[^`\n]*`", re.MULTILINE | re.DOTALL)
"""A pattern for a link with its text and its target, or for code, in which nothing is a link."""


def adapt_links(
    text: str, document: Path, pages: dict[Path, str], repository: str = REPOSITORY
) -> tuple[str, list[Path]]:
    """Return a document with links for the site, and the files below `docs` that belong to the page.

    A link to another document leads to its page, a link to a file below `docs` to a copy of the file, and one to any
    other file to the `repository`. A link to something that does not exist is left for Sphinx to complain about.
    """
    files: list[Path] = []

    def adapt(match: re.Match[str]) -> str:
        mark, words, link = match.groups()
        if not link or link.startswith("#") or re.match(r"\w+:", link):
            return match[0]
        path, hash_sign, anchor = link.partition("#")
        target = (document.parent / path).resolve()
        if target in pages:
            return f"{mark}[{words}]({pages[target]}.md{hash_sign}{anchor})"
        if target.is_file() and target.is_relative_to(DOCS):
            files.append(target)
            return f"{mark}[{words}]({target.relative_to(DOCS).as_posix()})"
        if not target.exists():
            return match[0]
        name = target.relative_to(ROOT).as_posix()
        if repository:
            return f"{mark}[{words}]({repository}{name}{hash_sign}{anchor})"
        return f"`{name}`" if words.strip("`") in (name, link) else f"{words} (`{name}`)"

    return _LINK_OR_CODE.sub(adapt, text), files


# Rules

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])|^([-+]|\d+\.)", re.MULTILINE)


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1\2", text)


def rules_text(game: str, language: str) -> str:
    """Return the page of rules of a game in a language, as `prikup rules` shows it, in Markdown."""
    words = words_of(language, game)
    options = next(iter(GAMES[game].presets.values()))
    _, *blocks = rules_page(words, game, options)
    others = [f"[{_language_name(other)}](../{other}/{game}.md)" for other in LANGUAGES if other != language]
    return f"# {_escape(words('game'))}\n\n{' · '.join(others)}\n\n" + "".join(map(_markdown, blocks))


def _markdown(block: Block) -> str:
    """Return a block of a page of rules in Markdown: an option or a preset as an item, with its values below."""
    match block:
        case Heading(text):
            return f"\n## {_escape(text)}\n\n"
        case Paragraph(text, 0):
            return f"{_escape(text)}\n"
        case Paragraph(text, 2, marker):
            return f"- **`{marker.removesuffix(':')}`** {_escape(text)}\n"
        case Paragraph(text):
            return f"  - {_escape(text)}\n"
    raise TypeError(f"a page of rules has no {type(block).__name__}")


def _language_name(language: str) -> str:
    return Words(language)("language-name")


def _rules_pages() -> Iterator[tuple[str, str]]:
    names = {(game, language): f"{language}/{game}.md" for language in LANGUAGES for game in GAMES}
    for (game, language), name in names.items():
        yield f"rules/{name}", rules_text(game, language)
    head = " | ".join(map(_language_name, LANGUAGES))
    rows = [
        " | ".join(f"[{words_of(language, game)('game')}]({names[game, language]})" for language in LANGUAGES)
        for game in GAMES
    ]
    contents = "\n".join(names.values())
    yield (
        "rules/index.md",
        "# Rules of the games\n\n"
        "The text that `prikup rules GAME` prints: the rules under the first preset, every house rule explained, and "
        "the presets. `prikup rules GAME --preset NAME` prints the rules under another preset.\n\n"
        f"| {head} |\n|{'---|' * len(LANGUAGES)}\n"
        + "".join(f"| {row} |\n" for row in rows)
        + f"\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n",
    )


# Reference


def _reference_pages() -> Iterator[tuple[str, str]]:
    lists = []
    for topic, modules in API.items():
        lists.append(f"## {topic}\n\n" + "".join(f"- [`{name}`]({name}.rst): {summary(name)}\n" for name in modules))
        for name in modules:
            yield f"api/{name}.rst", _module_page(name)
    contents = "\n".join(name for modules in API.values() for name in modules)
    yield (
        "api/index.md",
        "# The Python library\n\nThe modules that other programs may use; the rest of the package may change without "
        "notice. `import prikup` gives the most used names: [the README](../readme.md#as-a-library) shows them in use."
        "\n\n" + "\n".join(lists) + f"\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n",
    )


def _module_page(name: str) -> str:
    """Return the page of a module. Names that it imports are listed, with links to where they are defined."""
    names = public_names(import_module(name))
    own = ", ".join(public.name for public in names if public.module == name)
    imported = "".join(
        f"- :py:obj:`{public.name} <{public.module}.{public.name}>`\n" for public in names if public.module != name
    )
    title = f"``{name}``"
    return (
        f"{title}\n{'=' * len(title)}\n\n.. automodule:: {name}\n"
        + (f"   :members: {own}\n" if own else "")
        + (f"\nNames from other modules:\n\n{imported}" if imported else "")
    )
