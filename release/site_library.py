"""Compile the code of a site's engine to bytecode: the package, and the parts of the standard library that it imports.

This module runs inside Pyodide (Python for browsers) while a site is built (`site_library.mjs`), because the whole
standard library is available there. In the finished site only the compiled modules can be imported. For any other
module Python raises an error that names it, and `tests/static_site/test_library.py` checks that the package imports
none of these.
"""

import ast
import io
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from pkgutil import walk_packages

__all__ = ["library", "package"]

UNCHECKED_FLAGS = b"\x01\x00\x00\x00"
"""The flags in the header of a bytecode file that tell Python not to compare the file with its source file."""
WHOLE = "/lib/python314.zip"
PACKAGES = "/home/pyodide"
TOOL_FILES = (".pyi", "py.typed", *(f".dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "top_level.txt")))
"""The endings of those files of a package that only development tools use, and that are left out.

The licence of a package is not one of them.
"""
READ_THEMSELVES = ("_pyodide", "pyodide")
"""The packages that use their own docstrings at run time, and therefore keep them."""
NEVER = (
    *("_py_abc", "_pydatetime", "_pydecimal", "_pyio", "_pylong", "_ast_unparse"),  # C versions exist here
    *("_pyrepl", "argparse", "doctest", "getopt", "pprint", "py_compile", "pydoc", "rlcompleter"),  # interactive use
    *("asyncio.windows_events", "encodings._win_cp_codecs", "pyodide._nodesock_transport", "pyodide.http"),
    *("concurrent.futures.interpreter", "concurrent.futures.process", "multiprocessing"),  # there is one process
    *("email", "ftplib", "gzip", "http.client", "platform", "tracemalloc", "urllib.error", "urllib.request"),
)
"""Modules that are left out although the standard library imports them, because the engine never runs that code."""
LATER = ("_strptime", "encodings.ascii", "encodings.latin_1")
"""Modules that no code imports explicitly, but that Python loads by itself when it needs them."""


def library() -> bytes:
    """Return the archive of those modules of the standard library that the package needs.

    The same Python and package always give the same bytes.
    """
    whole = zipfile.ZipFile(WHOLE)
    sources = {name: whole.read(name) for name in whole.namelist() if name.endswith(".py")}
    needed_sources = {path: sources[path] for path in sorted(_needed_paths(sources))}
    return _archive(needed_sources, WHOLE)


def package(*archives: bytes) -> bytes:
    """Return one archive with the contents of all `archives`, in which Python files are compiled to bytecode."""
    zip_files = [zipfile.ZipFile(io.BytesIO(archive)) for archive in archives]
    contents = {
        name: zip_file.read(name)
        for zip_file in zip_files
        for name in zip_file.namelist()
        if not name.endswith(TOOL_FILES)
    }
    return _archive(contents, PACKAGES)


def _needed_paths(sources: dict[str, bytes]) -> set[str]:
    """Return the paths of all modules of the standard library that the package imports, directly or indirectly.

    `sources` are the source files of the standard library, by path.
    """
    import prikup

    for module in walk_packages(prikup.__path__, "prikup."):
        import_module(module.name)
    needed_paths, new = set[str](), {path for name in (*sys.modules, *LATER) if (path := _path(name, sources))}
    while new:
        needed_paths |= new
        module_names = {name for path in new for name in _imports(path, sources[path]) if not _is_never(name)}
        new = {path for name in module_names if (path := _path(name, sources))} - needed_paths
    return needed_paths


def _is_never(name: str) -> bool:
    return any(name == never or name.startswith(f"{never}.") for never in NEVER)


def _path(module: str, sources: dict[str, bytes]) -> str | None:
    path = module.replace(".", "/")
    return next((name for name in (f"{path}.py", f"{path}/__init__.py") if name in sources), None)


def _imports(path: str, source: bytes) -> Iterator[str]:
    """Yield the names of all modules that a source file imports anywhere, and the names of their parent packages.

    `path` is the path of the file, and `source` its contents.
    """
    package = path.removesuffix("/__init__.py").removesuffix(".py").split("/")
    if not path.endswith("/__init__.py"):
        package.pop()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parent_packages = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join((*parent_packages, *filter(None, (node.module,))))
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[: n + 1]) for n in range(len(parts)))


def _archive(contents: dict[str, bytes], folder: str) -> bytes:
    """Return an archive of files in which Python files are compiled; `contents` are the files by path.

    `folder` is where the archive will be in the engine. The archive is not compressed, because a server compresses it
    better as a whole.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in contents.items():
            code = name.endswith(".py")
            data = _bytecode(content, f"{folder}/{name}") if code else content
            archive.writestr(zipfile.ZipInfo(name + "c" if code else name), data)
    return buffer.getvalue()


def _bytecode(source: bytes, file: str) -> bytes:
    """Compile a source file without its docstrings, and return the contents of the bytecode file.

    `file` is the path that tracebacks show.
    """
    tree = ast.parse(source, file)
    if not file.removeprefix(f"{WHOLE}/").startswith(READ_THEMSELVES):
        for node in ast.walk(tree):
            _remove_docstring(node)
    code = compile(tree, file, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED_FLAGS + source_hash(source) + dumps(code)


def _remove_docstring(node: ast.AST) -> None:
    """Remove the docstring if the node is a module, a class or a function."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), first)]
