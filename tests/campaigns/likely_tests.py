"""The choice of the tests that are likely to find a fault in a source file, by the names of files and folders."""

import re
from pathlib import Path

__all__ = ["SEPARATE_FOLDERS", "files_of_tests", "likely_tests"]

SEPARATE_FOLDERS = ("browser", "static_site", "other_browsers", "release", "wasm")
"""The folders of `tests` that need more than Python. Of these, `make test` runs only `browser`."""
WORD_TESTS = re.compile(r"locale|narration|words|text_forms")
"""A pattern for the names of the test files that check messages."""


def likely_tests(tree: Path, file: str) -> list[list[str]]:
    """Return groups of test files that may find a fault in a source file, the most likely group first.

    `tree` is the checkout. Test files are selected by name only, so that this works for other layouts of the tests too.
    The first group is named after the source file, the next one after its folder, and the last one after its package in
    `src/prikup`. The general rules have no folder of their own; they are covered by the tests at the root and in
    `properties`.
    """
    source = Path(file)
    rooms = [folder for folder in source.parts[2:-1] if folder != "kernel"]
    separate_folders = tuple(f"tests/{folder}/" for folder in SEPARATE_FOLDERS)
    test_files = [path for path in files_of_tests(tree, "tests") if not path.startswith(separate_folders)]

    def is_named_after(path: str, name: str) -> bool:
        return re.search(rf"(?:^|_){re.escape(name)}(?:_|$)", Path(path).stem) is not None

    def is_below(path: str, room: str) -> bool:
        return room in Path(path).parts or is_named_after(path, room)

    inner = [path for path in test_files if is_below(path, rooms[-1])] if rooms else []
    groups = [[path for path in (inner or test_files) if is_named_after(path, source.stem)], inner]
    if source.suffix == ".ftl":
        groups[0] = [path for path in test_files if WORD_TESTS.search(Path(path).stem)]
    if rooms:
        groups.append([path for path in test_files if is_below(path, rooms[0])])
    else:
        groups += [
            [path for path in test_files if len(Path(path).parts) == 2],
            [path for path in test_files if is_below(path, "properties")],
        ]
    listed_paths: set[str] = set()
    test_groups = []
    for group in groups:
        test_groups.append([path for path in group if path not in listed_paths])
        listed_paths.update(group)
    return [group for group in test_groups if group]


def files_of_tests(tree: Path, folder: str) -> list[str]:
    """Return the paths of all test files below a folder of a tree."""
    return [path.relative_to(tree).as_posix() for path in sorted((tree / folder).rglob("test_*.py"))]
