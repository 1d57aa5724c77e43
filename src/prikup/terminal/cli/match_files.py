"""A match and its file: read, or found to be damaged."""

import os
import sys
from pathlib import Path

from prikup.errors import BadLog, PrikupError
from prikup.history.file_text import decode_file
from prikup.history.log import Log
from prikup.history.match_reader import TextMatch, read_match
from prikup.locale import Words
from prikup.locale import language as usual
from prikup.locale.speech import Speech
from prikup.positions.reading import named_game
from prikup.terminal.cli.complaint import Complaint
from prikup.terminal.words import words_of

__all__ = ["damaged", "read_match_file", "tongue"]


def tongue(language: str) -> str:
    """Return the option that says this language, "" where it is that of the environment."""
    return "" if language == usual(os.environ) else f" --language {language}"


def damaged(words: Words, path: Path, error: PrikupError) -> Complaint:
    """Return what is said of a file that holds no match, or a damaged one."""
    why = words.reason(error.reason)
    if error.reason.key == "log-in-use":
        return Complaint(why)
    if isinstance(error, BadLog) and error.line:
        return Complaint(words("error-line", file=str(path), line=error.line, why=why))
    return Complaint(words("error-file-error", file=str(path), error=why))


def read_match_file(words: Words, path: Path) -> tuple[TextMatch, Speech]:
    """Return the match of a file, and the speech of its players.

    An encoding that had to be assumed is named on stderr, and what a file of another program says otherwise than the
    rules do.
    """
    file = decode_file(path.read_bytes())
    if file.assumed:
        print(words("file-assumed", encoding=file.assumed), file=sys.stderr)
    try:
        match = read_match(file.text)
    except PrikupError as error:
        raise damaged(words_of(words.language, named_game(file.text)), path, error) from None
    speech = _speech(words, match.log)
    for difference in match.differs:
        print(speech.reason(difference), file=sys.stderr)
    return match, speech


def _speech(words: Words, log: Log) -> Speech:
    spoken = words_of(words.language, log.begin.game)
    return Speech(spoken, log.game, log.begin.names, spoken=not sys.stdout.isatty())
