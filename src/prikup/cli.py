"""The program `prikup`. All of it but this file needs the extra `prikup[play]`."""

import sys

__all__ = ["main"]

NEEDED = ("fluent", "rich", "typer")


def main() -> None:
    """Run the command line, or say how to install what it needs; end in SystemExit either way."""
    try:
        from prikup.terminal.cli.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        print("To play in the terminal, install: pip install 'prikup[play]'", file=sys.stderr)
        sys.exit(1)
    sys.exit(run(sys.argv[1:]))
