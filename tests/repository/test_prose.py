"""Tests that docstrings and comments are readable without context; ruff's `D` rules check their form."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import prikup

ROOT = Path(prikup.__file__).parent
FILES = [path for ending in ("py", "pyi", "hpp", "cpp") for path in sorted(ROOT.rglob(f"*.{ending}"))]

BAD_WORDS = re.compile(r"\b(?:he|his|him|himself|she|her|hers|herself|so many)\b", re.IGNORECASE)
"""A pattern for words to avoid: a person is "the player" or "they", and a count has a name."""
BAD_BEGINNING = re.compile(r"(?:What|Whether|Who|Whose|When|Which|How|Why|Where|As|The same|Likewise)\b")
"""A pattern for beginnings of docstrings without a subject; only a property may begin with `Whether`."""


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yield each docstring, also of attributes, with its line number and whether it belongs to a property."""
    for node in ast.walk(tree):
        is_property = isinstance(node, ast.FunctionDef) and any(
            isinstance(decorator, ast.Name) and decorator.id.endswith("property") for decorator in node.decorator_list
        )
        for statement in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.lineno, text, is_property


def _python(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of docstrings and comments in Python source that are at fault, each with the fault."""
    for line, text, is_property in docstrings(ast.parse(source)):
        for offset, words in enumerate(text.splitlines()):
            yield from ((line + offset, word) for word in BAD_WORDS.findall(words))
        bad_start = BAD_BEGINNING.match(text)
        if bad_start and not (is_property and bad_start.group() == "Whether"):
            yield line, f"begins with {bad_start.group()}"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from ((token.start[0], word) for word in BAD_WORDS.findall(token.string))


def _native(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of comments in C++ source that are at fault, each with the fault."""
    for line, text in enumerate(source.splitlines(), 1):
        yield from ((line, word) for word in BAD_WORDS.findall(text.partition("//")[2]))


WORTH_A_LOOK = re.compile(rf'{BAD_WORDS.pattern}|"""\s*{BAD_BEGINNING.pattern}', re.IGNORECASE)
"""A quick first check: source files without a match have no faults and need not be parsed."""


def test_docstrings_and_comments_have_a_subject() -> None:
    faulty_lines = []
    for path in FILES:
        source = path.read_text(encoding="utf-8")
        if WORTH_A_LOOK.search(source):
            findings = _python(source) if path.suffix.startswith(".py") else _native(source)
            faulty_lines += [f"{path.relative_to(ROOT)}:{line}: {problem}" for line, problem in sorted(findings)]
    assert not faulty_lines, "\n".join(faulty_lines)


HE = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
ENGLISH = sorted((*ROOT.rglob("en.ftl"), *(ROOT.parents[1] / "web" / "src" / "words").glob("en.ftl")))


def test_players_are_referred_to_as_they() -> None:
    """Check that no message calls a player "he"; a named player in an example, such as Vera, may be "she"."""
    faulty_lines = [
        f"{path}:{line}: {pronoun}"
        for path in ENGLISH
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for pronoun in HE.findall(text)
    ]
    assert not faulty_lines, "say they, their, them:\n" + "\n".join(faulty_lines)


def test_prose_check_finds_bad_prose() -> None:
    source = '''\
"""A fine module."""

LIMIT = 3
"""So many cards he holds."""


def limit():
    """Whether he may."""  # ask him


class Seat:
    """A seat."""

    @property
    def free(self):
        """Whether nobody sits there."""
'''
    assert sorted(_python(source)) == [
        (4, "So many"),
        (4, "he"),
        (8, "begins with Whether"),
        (8, "he"),
        (8, "him"),
    ]
    assert list(_native("int a = 1;  // his card\nint he;\n")) == [(1, "his")]
