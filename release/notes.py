"""Print the release notes of a version: `python release/notes.py 0.1.0`, its section of CHANGELOG.md.

`git tag` and the page of a release at a forge take them from here, so that the notes are written once.
"""

import re
import sys
from pathlib import Path

__all__ = ["NoSection", "release_notes"]

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


class NoSection(Exception):
    """The error for a version without a section in the changelog; the message names the sections that exist."""


def release_notes(changelog: str, version: str) -> str:
    """Return the section of a version from the text of the changelog, without its heading. Raise NoSection."""
    versions = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    if version not in versions:
        raise NoSection(f"the changelog has no section for {version}, but for {', '.join(versions)}")
    section = re.split(rf"^## \[{re.escape(version)}\].*$", changelog, flags=re.MULTILINE)[1]
    return re.split(r"^## ", section, flags=re.MULTILINE)[0].strip() + "\n"


def main() -> None:
    """Print the notes of the version on the command line."""
    try:
        print(release_notes(CHANGELOG.read_text("utf-8"), sys.argv[1].removeprefix("v")), end="")
    except NoSection as missing:
        raise SystemExit(str(missing)) from None


if __name__ == "__main__":
    main()
