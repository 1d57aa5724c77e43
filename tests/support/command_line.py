"""The command-line options of the campaigns (long test runs), which follow from the default values of the options."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

__all__ = ["parse_command_line"]


def parse_command_line(doc: str | None, **defaults: Any) -> Namespace:
    """Parse the command line of a program with the description `doc`; `defaults` are its options, with default values.

    An option has the type of its default value. The default False makes a flag, and a list makes an option that takes a
    list of words. A tuple makes an option that takes some of the words in the tuple; without the option, all of them
    are used.
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
