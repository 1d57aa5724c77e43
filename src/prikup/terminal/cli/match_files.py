"""Load match files, and report errors in them."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from prikup.history.deal_link import is_deal_link
from prikup.history.events import RowEvent
from prikup.history.file_text import decode_file
from prikup.history.log import Log
from prikup.history.match_reader import TextMatch, holds_match, read_matches
from prikup.locale import Words
from prikup.locale import language as usual
from prikup.locale.speech import Speech
from prikup.positions.bridge_files import holds_bridge_deals
from prikup.positions.paste_reader import named_game, read_deals
from prikup.rules.errors import BadLog, PrikupError
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading
from prikup.terminal.words import words_of

__all__ = [
    "SpokenMatch",
    "bridge_positions",
    "chosen_matches",
    "damage_complaint",
    "language_option",
    "read_match_file",
    "read_text",
]


def language_option(language: str) -> str:
    """Return the command-line option that selects the language `language`, with a space before it.

    Return "" if the environment selects the language by default.
    """
    return "" if language == usual(os.environ) else f" --language {language}"


def damage_complaint(words: Words, path: Path, error: PrikupError) -> Complaint:
    """Return the Complaint about a file that contains no match or a damaged one.

    `path` is the path of the file, and `error` is the error that was raised when the file was loaded. `words` are the
    messages in the user's language.
    """
    why = words.reason(error.reason)
    if error.reason.key == "log-in-use":
        return Complaint(why)
    if isinstance(error, BadLog) and error.line:
        return Complaint(words("error-line", file=str(path), line=error.line, why=why))
    return Complaint(words("error-file-error", file=str(path), error=why))


class SpokenMatch(Struct, frozen=True):
    """A match from a file, with everything that is needed to describe it to the user.

    - `read`: the match as parsed.
    - `speech`: a formatter of messages with the names of the match's players.
    - `number`: the position of the match in the file, from 1.
    - `matches`: the number of matches in the file.
    """

    read: TextMatch
    speech: Speech
    number: int
    matches: int

    @property
    def log(self) -> Log:
        """The log of the match, as far as the current rules can replay it."""
        return self.read.log

    @property
    def is_lost(self) -> bool:
        """Whether the current rules cannot replay anything of the match after its first event, which starts it."""
        return self.read.fault is not None and len(self.log.events) == 1

    @property
    def broken_off(self) -> bool:
        """Whether the match has a finished deal that the current rules cannot replay to its end."""
        rest = self.read.events[len(self.log.events) :] if self.read.fault else ()
        return any(isinstance(event, RowEvent) for event in rest)

    @property
    def title(self) -> tuple[Block, ...]:
        """The heading of the match; () if the file has only one match."""
        if self.matches == 1:
            return ()
        names = ", ".join(self.speech.names)
        return (Heading(self.speech("match-of", number=self.number, matches=self.matches, names=names)),)


def chosen_matches(words: Words, path: Path, number: int, *, single: bool = False) -> tuple[SpokenMatch, ...]:
    """Load the match file at `path`; return the match with the number `number`, or all its matches if `number` is 0.

    `words` are the messages in the user's language. Raise Complaint if there is no such match. If `single` is True,
    raise it also if the file has several matches and `number` is 0.
    """
    matches = read_match_file(words, path)
    if not 0 <= number <= len(matches):
        raise Complaint(words("error-match", number=number, matches=len(matches)))
    selected_matches = matches[number - 1 : number] if number else matches
    if single and len(selected_matches) > 1:
        raise Complaint(words("error-match-which", matches=len(matches)))
    return selected_matches


def bridge_positions(words: Words, path: Path) -> tuple[str, ...] | None:
    """Return the deals in a file of a bridge program, each as a line of text; return None for any other file.

    `path` is the path of the file, and `words` are the messages in the user's language. Raise Complaint, with the file
    and the place of the error, for a damaged file.
    """
    if _link_in_place_of_file(path):
        return None
    text = decode_file(path.read_bytes()).text
    if holds_match(text) or not holds_bridge_deals(text):
        return None
    try:
        return tuple(deal.text for deal in read_deals(text))
    except PrikupError as error:
        raise Complaint(words("error-file-error", file=str(path), error=words.reason(error.reason))) from None


def read_text(words: Words, data: bytes) -> str:
    """Decode `data`, the content of a file. If its encoding is not certain, print the assumed encoding on stderr."""
    file = decode_file(data)
    if file.guessed_encoding:
        print(words("file-assumed", encoding=file.guessed_encoding), file=sys.stderr)
    return file.text


def read_match_file(words: Words, path: Path) -> tuple[SpokenMatch, ...]:
    """Return the matches in the file at `path`. Raise Complaint if the file has none or a damaged one.

    `path` may also be a link that contains a deal, which is read as a match of one deal. `words` are the messages in
    the user's language.

    Print on stderr the encoding of the file if it had to be guessed, contradictions between the rules and the file of
    another program, and the line from which the current rules cannot replay an older match.
    """
    link = _link_in_place_of_file(path)
    text = link or read_text(words, path.read_bytes())
    try:
        matches = read_matches(text)
    except PrikupError as error:
        if link:
            raise Complaint(words.reason(error.reason)) from None
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


def _link_in_place_of_file(path: Path) -> str:
    """Return `path` as a text if the user gave a link to a deal in place of a path; return "" if it is a path."""
    text = path.as_posix()
    with suppress(OSError):  # a link can be longer than the name of a file
        if path.exists():
            return ""
    return text if is_deal_link(text) else ""


def _difference(speech: Speech, path: Path, fault: BadLog) -> str:
    """Return a sentence that says from which line the current rules cannot replay an older match, and why.

    `speech` formats the sentence, `path` is the file of the match, and `fault` is the error that was raised at this
    line.
    """
    cause = fault.__cause__
    why = [fault.reason, *([cause.reason] if isinstance(cause, PrikupError) else [])]
    return speech("error-line", file=str(path), line=fault.line, why=" ".join(map(speech.reason, why)))


def _speech(words: Words, log: Log) -> Speech:
    game_words = words_of(words.language, log.begin.game)
    names = tuple(name or game_words("solve-seat", place=seat) for seat, name in enumerate(log.begin.names))
    return Speech(game_words, log.game, names, spoken=not sys.stdout.isatty())
