"""Command-line options of the campaigns, derived from their default values."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

__all__ = ["parse_command_line"]


def parse_command_line(doc: str | None, **defaults: Any) -> Namespace:
    """Parse the command line of a program: each option has the type of its default value.

    False makes a flag, a list a list of words, and a tuple a set of choices, of which all are taken unless some are
    named.
    """
    parser = ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        argument_options: dict[str, Any] = {"default": default, "help": "default: %(default)s"}
        if isinstance(default, bool):
            argument_options = {"action": "store_true"}
        elif isinstance(default, list | tuple):
            argument_options |= {"nargs": "*"} | ({"choices": default} if isinstance(default, tuple) else {})
        else:
            argument_options["type"] = type(default)
        parser.add_argument(f"--{name.replace('_', '-')}", **argument_options)
    return parser.parse_args()
