"""A match and its file: read, or found to be damaged."""

import os
import sys
from pathlib import Path

from msgspec import Struct

from prikup.errors import BadLog, PrikupError
from prikup.history.file_text import decode_file
from prikup.history.log import Log
from prikup.history.match_reader import read_matches
from prikup.locale import Words
from prikup.locale import language as usual
from prikup.locale.speech import Speech
from prikup.positions.reading import named_game
from prikup.terminal.cli.complaint import Complaint
from prikup.terminal.render.blocks import Block, Heading
from prikup.terminal.words import words_of

__all__ = ["SpokenMatch", "chosen_matches", "damaged", "read_match_file", "tongue"]


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


class SpokenMatch(Struct, frozen=True):
    """A match of a file with the speech of its players; its `number` among the `matches` of the file, from 1."""

    log: Log
    form: str
    speech: Speech
    number: int
    matches: int

    @property
    def title(self) -> tuple[Block, ...]:
        """The heading of one of several matches."""
        if self.matches == 1:
            return ()
        names = ", ".join(self.log.begin.names)
        return (Heading(self.speech("match-of", number=self.number, matches=self.matches, names=names)),)


def chosen_matches(words: Words, path: Path, number: int, *, alone: bool = False) -> tuple[SpokenMatch, ...]:
    """Return the match of this number, or all of a file if it is 0. Raise Complaint; also if one `alone` is needed."""
    matches = read_match_file(words, path)
    if not 0 <= number <= len(matches):
        raise Complaint(words("error-match", number=number, matches=len(matches)))
    chosen = matches[number - 1 : number] if number else matches
    if alone and len(chosen) > 1:
        raise Complaint(words("error-match-which", matches=len(matches)))
    return chosen


def read_match_file(words: Words, path: Path) -> tuple[SpokenMatch, ...]:
    """Return the matches of a file.

    An encoding that had to be assumed is named on stderr, and what a file of another program says otherwise than the
    rules do.
    """
    file = decode_file(path.read_bytes())
    if file.assumed:
        print(words("file-assumed", encoding=file.assumed), file=sys.stderr)
    try:
        matches = read_matches(file.text)
    except PrikupError as error:
        raise damaged(words_of(words.language, named_game(file.text)), path, error) from None
    spoken = [
        SpokenMatch(match.log, match.form, _speech(words, match.log), number, len(matches))
        for number, match in enumerate(matches, 1)
    ]
    for said, match in zip(spoken, matches, strict=True):
        for difference in match.differs:
            print(said.speech.reason(difference), file=sys.stderr)
    return tuple(spoken)


def _speech(words: Words, log: Log) -> Speech:
    spoken = words_of(words.language, log.begin.game)
    return Speech(spoken, log.game, log.begin.names, spoken=not sys.stdout.isatty())
