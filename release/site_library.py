"""The code of a site's engine as bytecode: the package, and of Python's library what the engine can ask for.

It runs in the engine itself while a site is built (`site_library.mjs`), where the whole library is still there. What is
not kept cannot be imported: Python says then which module is missing, and `tests/site_files/test_library.py` that the
package asks for none.
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

UNCHECKED = b"\x01\x00\x00\x00"
"""The flags of bytecode that is held to no source."""
WHOLE = "/lib/python314.zip"
PACKAGES = "/home/pyodide"
UNASKED = (".pyi", "py.typed", *(f".dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "top_level.txt")))
"""What a package brings for tools; its licence stays with it."""
READ_THEMSELVES = ("_pyodide", "pyodide")
"""The packages whose docstrings are read by themselves."""
NEVER = (
    *("_py_abc", "_pydatetime", "_pydecimal", "_pyio", "_pylong", "_ast_unparse"),  # what C does here
    *("_pyrepl", "argparse", "doctest", "getopt", "pprint", "py_compile", "pydoc", "rlcompleter"),  # for who types
    *("asyncio.windows_events", "encodings._win_cp_codecs", "pyodide._nodesock_transport", "pyodide.http"),
    *("concurrent.futures.interpreter", "concurrent.futures.process", "multiprocessing"),  # there is one process
    *("email", "ftplib", "gzip", "http.client", "platform", "tracemalloc", "urllib.error", "urllib.request"),
)
"""What the library would ask for in places that an engine does not come to."""
LATER = ("_strptime", "encodings.ascii", "encodings.latin_1")
"""What Python itself asks for when it needs it."""


def library() -> bytes:
    """Return the archive of the library: the same Python and the same package make the same bytes."""
    whole = zipfile.ZipFile(WHOLE)
    there = {name: whole.read(name) for name in whole.namelist() if name.endswith(".py")}
    kept = {path: there[path] for path in sorted(_kept(there))}
    return _archive(kept, WHOLE)


def package(*archives: bytes) -> bytes:
    """Return the archive of all packages of some others, their code compiled, all else that is asked for as it is."""
    given = [zipfile.ZipFile(io.BytesIO(archive)) for archive in archives]
    asked = {name: one.read(name) for one in given for name in one.namelist() if not name.endswith(UNASKED)}
    return _archive(asked, PACKAGES)


def _kept(there: dict[str, bytes]) -> set[str]:
    """Return the files of all modules of the library that are asked for by the package, or by one that is."""
    import prikup

    for module in walk_packages(prikup.__path__, "prikup."):
        import_module(module.name)
    kept, new = set[str](), {path for name in (*sys.modules, *LATER) if (path := _path(name, there))}
    while new:
        kept |= new
        asked = {name for path in new for name in _imports(path, there[path]) if not _is_never(name)}
        new = {path for name in asked if (path := _path(name, there))} - kept
    return kept


def _is_never(name: str) -> bool:
    return any(name == never or name.startswith(f"{never}.") for never in NEVER)


def _path(module: str, there: dict[str, bytes]) -> str | None:
    path = module.replace(".", "/")
    return next((name for name in (f"{path}.py", f"{path}/__init__.py") if name in there), None)


def _imports(path: str, source: bytes) -> Iterator[str]:
    """Yield the names of the modules that one asks for anywhere, and the packages that they are in."""
    package = path.removesuffix("/__init__.py").removesuffix(".py").split("/")
    if not path.endswith("/__init__.py"):
        package.pop()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join((*above, *filter(None, (node.module,))))
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[: n + 1]) for n in range(len(parts)))


def _archive(contents: dict[str, bytes], folder: str) -> bytes:
    """Return an archive in which everything lies as it is: a server that packs all of it at once packs it better."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in contents.items():
            code = name.endswith(".py")
            data = _bytecode(content, f"{folder}/{name}") if code else content
            archive.writestr(zipfile.ZipInfo(name + "c" if code else name), data)
    return packed.getvalue()


def _bytecode(source: bytes, file: str) -> bytes:
    """Return what Python reads in the place of a source: all that it does, without its docstrings."""
    tree = ast.parse(source, file)
    if not file.removeprefix(f"{WHOLE}/").startswith(READ_THEMSELVES):
        for node in ast.walk(tree):
            _undocumented(node)
    code = compile(tree, file, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + dumps(code)


def _undocumented(node: ast.AST) -> None:
    """Leave out the docstring of a module, a class or a function, which lies beside nothing else that is a string."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), first)]
