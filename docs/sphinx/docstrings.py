"""The docstrings and signatures of the public library, for Sphinx.

Docstrings are plain text with code in backticks, lists, and indented blocks and examples; `to_rst` turns them into
reStructuredText. Signatures are taken from the source, where a type is called `Seat` and not `Annotated[int, …]`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Literal, NamedTuple

from msgspec import Struct

import prikup

__all__ = ["API", "PublicName", "full_names", "public_names", "signature", "summary", "to_rst"]

SOURCE = Path(prikup.__file__).parent


def _all_modules(package: str) -> tuple[str, ...]:
    return tuple(f"prikup.{package}.{path.stem}" for path in sorted((SOURCE / package).glob("[!_]*.py")))


API: dict[str, tuple[str, ...]] = {
    "Most used names": ("prikup",),
    "Games": ("prikup.games",),
    "Rules, states and matches": _all_modules("rules"),
    "Hidden cards": _all_modules("worlds"),
    "Solver": ("prikup.solver", "prikup.solver.exact", "prikup.solver.max_n", "prikup.solver.position"),
    "Computer players": ("prikup.bots", "prikup.bots.arena", "prikup.bots.best_response", "prikup.bots.dataset"),
    "Logs and notation": tuple(
        f"prikup.history.{name}"
        for name in ("events", "log", "log_file", "match_reader", "notation", "deal_link", "shuffle", "deck_checks")
    ),
    "Reviews": tuple(
        f"prikup.review.{name}" for name in ("review", "decisions", "judgement", "result_breakdown", "mistake_types")
    ),
    "Learning environments": (
        "prikup.env",
        *(f"prikup.env.{name}" for name in ("registration", "aec", "vector", "openspiel", "openspiel_players")),
        *(
            f"prikup.env.{name}"
            for name in ("best_response", "dataset", "playthrough", "encoder", "observation_layout")
        ),
    ),
}
"""The modules of the public library by topic: those of the packages that the docstring of `prikup` names."""


class PublicName(NamedTuple):
    """A name that a module offers, and the module that defines it."""

    name: str
    module: str


def public_names(module: ModuleType) -> list[PublicName]:
    """Return the names in `__all__` of a module, each with the public module that defines it."""
    return [PublicName(name, _home(name, module.__name__)) for name in getattr(module, "__all__", ())]


def _home(name: str, module: str) -> str:
    """Return the module in which a name of a module is defined, following imports from one module to another."""
    source = _imports(module).get(name)
    return _home(name, source) if source else module


@cache
def _imports(module: str) -> dict[str, str]:
    """Return the module that each imported name of a module comes from."""
    statements = (node for node in ast.walk(_tree(module)) if isinstance(node, ast.ImportFrom) and node.module)
    return {alias.name: node.module or "" for node in statements for alias in node.names}


@cache
def _tree(module: str) -> ast.Module:
    file = import_module(module).__file__
    assert file is not None
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def summary(module: str) -> str:
    """Return the first line of the docstring of a module."""
    return (ast.get_docstring(_tree(module)) or "").partition("\n\n")[0].replace("\n", " ")


@cache
def full_names() -> dict[str, str]:
    """Return the full name of each class and type alias in the public library, by its name."""
    return {
        names.name: f"{names.module}.{names.name}"
        for modules in API.values()
        for module in modules
        for names in public_names(import_module(module))
        if re.match(r"[A-Z][a-z]\w*$", names.name)
    }


# Signatures


@cache
def _statements(module: str) -> dict[str, ast.stmt]:
    """Return the classes, functions and annotated fields of a module, by their full names."""
    return dict(_statements_in(_tree(module).body, module))


def _statements_in(body: Iterable[ast.stmt], parent: str) -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield f"{parent}.{node.name}", node
            case ast.ClassDef():
                yield f"{parent}.{node.name}", node
                yield from _statements_in(node.body, f"{parent}.{node.name}")
            case ast.AnnAssign(target=ast.Name(name)):
                yield f"{parent}.{name}", node


def signature(value: object) -> tuple[str, str]:
    """Return the arguments and the result of a public function, method or class, as they are written in its source.

    Those of a class are the fields of its constructor, or nothing if it is not made by its users.
    """
    if isinstance(value, type):
        return (f"({', '.join(_fields(value))})" if issubclass(value, Struct) else _constructor(value)), ""
    module, name = getattr(value, "__module__", ""), getattr(value, "__qualname__", "")
    node = _statements(module).get(f"{module}.{name}") if module.startswith("prikup.") else None
    if not isinstance(node, ast.FunctionDef):
        return "", ""
    is_method = "." in name and not any(ast.unparse(mark) == "staticmethod" for mark in node.decorator_list)
    return _arguments(node, is_method), ast.unparse(node.returns) if node.returns else ""


def _arguments(node: ast.FunctionDef, is_method: bool) -> str:
    arguments = ast.unparse(node.args)
    return f"({arguments.partition(', ')[2] if is_method else arguments})"


def _constructor(cls: type) -> str:
    node = _statements(cls.__module__).get(f"{cls.__module__}.{cls.__qualname__}.__init__")
    return _arguments(node, is_method=True) if isinstance(node, ast.FunctionDef) else ""


def _fields(struct: type[Struct]) -> Iterator[str]:
    """Yield the fields of a struct, the inherited ones too, each with its type and its default."""
    for field in struct.__struct_fields__:
        for cls in struct.__mro__:
            if cls.__module__.startswith("prikup") and (
                statement := _statements(cls.__module__).get(f"{cls.__module__}.{cls.__qualname__}.{field}")
            ):
                yield ast.unparse(statement)
                break


# Docstrings

_CODE = re.compile(r"`([^`\n]+)`")
_RST = re.compile(r"([\\*|]|(?<=\w)_(?!\w))")


def _inline(line: str) -> str:
    """Return a line of text in reStructuredText: code as code, public types as links, everything else as it is."""
    parts = _CODE.split(line)
    for index, part in enumerate(parts):
        if index % 2 == 0:
            parts[index] = _RST.sub(r"\\\1", part)
        elif part in full_names():
            parts[index] = rf"\ :py:obj:`{part} <{full_names()[part]}>`\ "
        else:
            parts[index] = rf"\ ``{part}``\ "
    return "".join(parts)


def to_rst(lines: Iterable[str]) -> list[str]:
    """Return the lines of a docstring in reStructuredText."""
    result = [""]
    block: Literal["", "indented", "session"] = ""
    in_item = False
    for line in lines:
        is_indented, is_session = line.startswith("  "), line.startswith(">>>")
        is_item = re.match(r"(- |\d+\. )", line) is not None
        follows_gap = not result[-1]
        if not line.strip():
            in_item = False
            result.append("")
            continue
        if (block == "indented" and not is_indented) or (block == "session" and follows_gap and not is_session):
            block = ""
        if not block and not in_item and (is_indented or is_session):
            block = "indented" if is_indented else "session"
            result += ["", ".. code-block:: pycon" if line.lstrip().startswith(">>>") else "::", ""]
        if block:
            result.append(f"    {line}")
        else:
            result += [""] if is_item and not in_item and not follows_gap else []
            in_item = in_item or is_item
            result.append(_inline(line))
    return result
