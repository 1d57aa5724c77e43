"""Read match files, and report damaged ones."""

import os
import sys
from pathlib import Path

from msgspec import Struct

from prikup.history.file_text import decode_file
from prikup.history.log import Log, RowEvent
from prikup.history.match_reader import TextMatch, read_matches
from prikup.locale import Words
from prikup.locale import language as usual
from prikup.locale.speech import Speech
from prikup.positions.paste_reader import named_game
from prikup.rules.errors import BadLog, PrikupError
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading
from prikup.terminal.words import words_of

__all__ = ["SpokenMatch", "chosen_matches", "damage_complaint", "language_option", "read_match_file", "read_text"]


def language_option(language: str) -> str:
    """Return the option for this language; "" if it is the default of the environment."""
    return "" if language == usual(os.environ) else f" --language {language}"


def damage_complaint(words: Words, path: Path, error: PrikupError) -> Complaint:
    """Return the Complaint for a file without a match, or with a damaged one."""
    why = words.reason(error.reason)
    if error.reason.key == "log-in-use":
        return Complaint(why)
    if isinstance(error, BadLog) and error.line:
        return Complaint(words("error-line", file=str(path), line=error.line, why=why))
    return Complaint(words("error-file-error", file=str(path), error=why))


class SpokenMatch(Struct, frozen=True):
    """A match of a file with the messages for its players; `number` counts from 1 among the `matches` of the file."""

    read: TextMatch
    speech: Speech
    number: int
    matches: int

    @property
    def log(self) -> Log:
        """The match, up to the point that today's rules can replay."""
        return self.read.log

    @property
    def is_lost(self) -> bool:
        """Whether today's rules cannot even read the options of the match."""
        return self.read.fault is not None and len(self.log.events) == 1

    @property
    def broken_off(self) -> bool:
        """Whether today's rules stop replaying within a deal that was finished."""
        rest = self.read.events[len(self.log.events) :] if self.read.fault else ()
        return any(isinstance(event, RowEvent) for event in rest)

    @property
    def title(self) -> tuple[Block, ...]:
        """The heading of a match, () if the file has only one."""
        if self.matches == 1:
            return ()
        names = ", ".join(self.log.begin.names)
        return (Heading(self.speech("match-of", number=self.number, matches=self.matches, names=names)),)


def chosen_matches(words: Words, path: Path, number: int, *, single: bool = False) -> tuple[SpokenMatch, ...]:
    """Return the match with this number, or all matches for 0.

    Raise Complaint if there is no such match, or with `single` if there are several.
    """
    matches = read_match_file(words, path)
    if not 0 <= number <= len(matches):
        raise Complaint(words("error-match", number=number, matches=len(matches)))
    selected_matches = matches[number - 1 : number] if number else matches
    if single and len(selected_matches) > 1:
        raise Complaint(words("error-match-which", matches=len(matches)))
    return selected_matches


def read_text(words: Words, data: bytes) -> str:
    """Decode a file; an assumed encoding is named on stderr."""
    file = decode_file(data)
    if file.guessed_encoding:
        print(words("file-assumed", encoding=file.guessed_encoding), file=sys.stderr)
    return file.text


def read_match_file(words: Words, path: Path) -> tuple[SpokenMatch, ...]:
    """Return the matches of a file.

    Printed to stderr: an assumed encoding, contradictions between a foreign file and the rules, and the line from which
    on today's rules cannot replay an older match.
    """
    text = read_text(words, path.read_bytes())
    try:
        matches = read_matches(text)
    except PrikupError as error:
        raise damage_complaint(words_of(words.language, named_game(text)), path, error) from None
    spoken_matches = [
        SpokenMatch(match, _speech(words, match.log), number, len(matches)) for number, match in enumerate(matches, 1)
    ]
    for spoken_match in spoken_matches:
        for difference in spoken_match.read.differs:
            print(spoken_match.speech.reason(difference), file=sys.stderr)
        if spoken_match.read.fault is not None:
            print(_difference(spoken_match.speech, path, spoken_match.read.fault), file=sys.stderr)
    return tuple(spoken_matches)


def _difference(speech: Speech, path: Path, fault: BadLog) -> str:
    """Return where today's rules cannot replay an older match, and what they reject there."""
    cause = fault.__cause__
    why = [fault.reason, *([cause.reason] if isinstance(cause, PrikupError) else [])]
    return speech("error-line", file=str(path), line=fault.line, why=" ".join(map(speech.reason, why)))


def _speech(words: Words, log: Log) -> Speech:
    game_words = words_of(words.language, log.begin.game)
    return Speech(game_words, log.game, log.begin.names, spoken=not sys.stdout.isatty())
