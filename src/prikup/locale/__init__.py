"""The messages shown to users, as Fluent files, which the terminal, the server and the browser share.

For each language, this folder has a file with the messages common to all games. The folder of each game, and of each
program that shows messages, has a file with its own messages. The package needs the extra `prikup[play]`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Resource

from prikup.control_characters import escape
from prikup.languages import LANGUAGES
from prikup.rules.errors import MessageArgument, Reason

__all__ = ["LANGUAGES", "Words", "language"]

FOLDER = Path(__file__).parent

_MINUS = re.compile(r"(?<![\w-])-(?=\d)")
"""A pattern for a hyphen used as the minus sign of a number; it is replaced by a real minus sign."""


def language(environment: Mapping[str, str]) -> str:
    """Return the code of the language that the environment variables ask for, such as `ru`.

    Return `en` if there is no message file for that language. `environment` maps the names of the variables to their
    values.
    """
    for name in ("PRIKUP_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if text := environment.get(name):
            language_code = re.split("[_.@-]", text.lower())[0]
            return language_code if language_code in LANGUAGES else "en"
    return "en"


@lru_cache
def _resource(path: Path) -> Resource:
    return FluentResource(path.read_text(encoding="utf-8"))


@lru_cache
def _bundle(language: str, folders: tuple[Path, ...]) -> FluentBundle:
    """Load the messages of one language: those common to all games, and those in `folders`.

    A message in one of the folders replaces a common message with the same key.
    """
    bundle = FluentBundle([language], use_isolating=False)
    for folder in (FOLDER, *folders):
        path = folder / f"{language}.ftl"
        if path.exists():
            bundle.add_resource(_resource(path), allow_overrides=True)
    return bundle


class Words:
    """The messages of one language: those common to all games, and those in `folders` (of a game or a program).

    A message in one of the folders replaces a common message with the same key. A message that is missing in the
    language is taken from English.
    """

    def __init__(self, language: str, *folders: Path) -> None:
        self.language = language
        self.folders = folders
        self._bundles = [_bundle(name, folders) for name in dict.fromkeys((language, "en"))]

    def has(self, key: str) -> bool:
        """Return whether there is a message with this key, in this language or in English."""
        return any(bundle.has_message(key) for bundle in self._bundles)

    def __call__(self, key: str, /, **values: MessageArgument) -> str:
        """Return the message with the key `key`, with the arguments `values` filled in.

        If the message does not exist, return its key. The function never raises an error, so that a missing message
        does not stop a game.
        """
        text, _ = self.format_message(key, **values)
        return text

    def reason(self, reason: Reason) -> str:
        """Return the sentence of a Reason (a message key with arguments) that mentions no players, cards or calls."""
        return self(reason.key, **reason.numbers)

    def format_message(self, key: str, /, **values: MessageArgument) -> tuple[str, list[Exception]]:
        """Return the message with the key `key`, with `values` as its arguments, and the errors that occurred."""
        for bundle in self._bundles:
            if bundle.has_message(key) and (pattern := bundle.get_message(key).value):
                harmless = {name: escape(value) if isinstance(value, str) else value for name, value in values.items()}
                text, errors = bundle.format_pattern(pattern, harmless)
                return _MINUS.sub("−", str(text)), errors
        return key, [KeyError(key)]
