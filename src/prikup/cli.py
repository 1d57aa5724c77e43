"""The program `prikup`. All of it but this file needs the extra `prikup[play]`."""

import sys
from collections.abc import Sequence

__all__ = ["main"]

NEEDED = ("fluent", "rich", "typer")


def main() -> None:
    """Run the command line, or say how to install what it needs; end in SystemExit either way."""
    try:
        sys.exit(_run(sys.argv[1:]))
    except KeyboardInterrupt:  # Ctrl+C while it is loaded; from then on it is heard there
        sys.exit(130)


def _run(arguments: Sequence[str]) -> int:
    try:
        from prikup.terminal.cli.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        print("To play in the terminal, install: pip install 'prikup[play]'", file=sys.stderr)
        return 1
    return run(arguments)
