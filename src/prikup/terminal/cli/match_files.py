"""A match and its file: read, or found to be damaged."""

import os
import sys
from pathlib import Path

from prikup.errors import BadLog, PrikupError
from prikup.history.interchange import log_of, recognised
from prikup.history.log import Log
from prikup.kind import Format
from prikup.locale import Words
from prikup.locale import language as usual
from prikup.locale.speech import Speech
from prikup.terminal.cli.complaint import Complaint
from prikup.terminal.cli.new_match import read_log
from prikup.terminal.words import words_of

__all__ = ["damaged", "read_match", "tongue"]


def tongue(language: str) -> str:
    """Return the option that says this language, "" where it is that of the environment."""
    return "" if language == usual(os.environ) else f" --language {language}"


def damaged(words: Words, path: Path, error: BadLog) -> Complaint:
    """Return what is said of a file that is no log, or a damaged one."""
    why = words.reason(error.reason)
    if not error.line:
        return Complaint(why)
    return Complaint(words("error-line", file=str(path), line=error.line, why=why))


def read_match(words: Words, path: Path) -> tuple[Log, Speech]:
    """Return the match of a file, and the speech of its players.

    A file of another program may say otherwise than the rules: that is told on stderr.
    """
    text = path.read_text("utf-8", "replace")
    if found := recognised(text):
        return _foreign(words, path, text, *found)
    try:
        log = read_log(path)
    except BadLog as error:
        raise damaged(words, path, error) from None
    return log, _speech(words, log)


def _foreign(words: Words, path: Path, text: str, game: str, notation: Format) -> tuple[Log, Speech]:
    try:
        record = notation.read(text)
        log = log_of(game, record)
    except PrikupError as error:
        why = words_of(words.language, game).reason(error.reason)
        raise Complaint(words("error-file-error", file=str(path), error=why)) from None
    speech = _speech(words, log)
    for difference in record.differs:
        print(speech.reason(difference), file=sys.stderr)
    return log, speech


def _speech(words: Words, log: Log) -> Speech:
    spoken = words_of(words.language, log.begin.game)
    return Speech(spoken, log.game, log.begin.names, spoken=not sys.stdout.isatty())
