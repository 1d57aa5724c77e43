"""The entry point of the command `prikup`; its subcommands need the extra `prikup[play]`."""

import sys
from collections.abc import Sequence

__all__ = ["main"]

EXTRA_PACKAGES = ("fluent", "rich", "typer")
"""The packages that the extra `prikup[play]` installs. If the import of one of them fails, the extra is missing."""


MISSING_EXTRA = """\
prikup is installed as a library only. Its commands need the extras play (the terminal) and serve (the browser):
  pip install 'prikup[play,serve]'
  pipx install --force 'prikup[play,serve]'
  uvx --from 'prikup[play,serve]' prikup"""


def main() -> None:
    """Run the command line; if its dependencies are missing, print how to install them. Always end with SystemExit."""
    try:
        sys.exit(_run(sys.argv[1:]))
    except KeyboardInterrupt:  # Ctrl+C during the imports; later `run` handles it
        sys.exit(130)


def _run(arguments: Sequence[str]) -> int:
    try:
        from prikup.terminal.cli.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA_PACKAGES:
            raise
        print(MISSING_EXTRA, file=sys.stderr)
        return 1
    return run(arguments)
