"""A match and its file: played, read, or found to be damaged."""

import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

from prikup.bots import PLAYERS
from prikup.errors import BadLog, PrikupError
from prikup.game import Format
from prikup.history.interchange import log_of, recognised
from prikup.history.log import HUMAN, Begin, Log
from prikup.history.log_file import LogFile
from prikup.locale import Words, language
from prikup.locale.speech import Speech
from prikup.terminal.cli.new_match import read_log
from prikup.terminal.render.blocks import Block, Heading, Text, Verbatim
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.sheet_page import result, sheet_page
from prikup.terminal.table import Table
from prikup.terminal.words import words_of

__all__ = ["Complaint", "play_match", "read_match"]


class Complaint(Exception):
    """A sentence for the person at the terminal, who made a mistake or whose file did; `code` ends the program."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


def play_match(
    words: Words,
    screen: Screen,
    path: Path,
    first: Begin | None,
    *,
    wanted: Begin | None = None,
    game: str = "",
    auto: bool = False,
) -> int:
    """A new match (`first` is its beginning), or the match of an existing file, which must be of this game and, if
    house rules were wanted, under these; the exit code."""
    try:
        file, log = LogFile.create(path, first) if first else LogFile.resume(path)
    except BadLog as error:
        raise _damaged(words, path, error) from None
    with file:
        if game and log.begin.game != game:
            raise Complaint(words("error-other-game", file=str(path), game=log.begin.game))
        if wanted and log.begin.options != wanted.options:
            raise Complaint(words("error-other-rules", file=str(path), options=log.begin.options))
        if log.begin.players.count(HUMAN) != 1 or not set(log.begin.players) <= {HUMAN, *PLAYERS}:
            raise Complaint(words("error-players", file=str(path), players=" ".join(log.begin.players)))
        speech = Speech(words, log.game, log.begin.names, spoken=screen.spoken)
        code = 0
        try:
            if file.dropped:
                screen.page([Text(words("log-dropped"))], words("prompt-back"))
            if log.over:
                screen.page([*sheet_page(speech, log.match.sheet), Heading(result(speech, log.match.winners))])
            Table(log, speech, screen, auto=auto).run()
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = 130
        except OSError as error:  # the log cannot be written: what is not in it has not been shown
            raise Complaint(words("error-file-error", file=str(path), error=error.strerror or str(error))) from None
        screen.page(_farewell(words, log, path))
        return code


def _farewell(words: Words, log: Log, path: Path) -> Iterable[Block]:
    file = shlex.quote(str(path))
    if words.language != language(os.environ):
        file += f" --language {words.language}"
    if not log.over:
        yield Heading(words("end-saved"))
        yield Verbatim(f"prikup play {log.begin.game} --log {file}")
        return
    for key, command in (("end-verify", "verify"), ("end-replay", "replay")):
        yield Text(words(key))
        yield Verbatim(f"prikup {command} {file}")


def _damaged(words: Words, path: Path, error: BadLog) -> Complaint:
    why = words.reason(error.reason)
    if not error.line:
        return Complaint(why)
    return Complaint(words("error-line", file=str(path), line=error.line, why=why))


def read_match(words: Words, path: Path) -> tuple[Log, Speech]:
    """The match of a file, and how its players speak. What the file of another program says otherwise than the rules
    is told on stderr."""
    text = path.read_text("utf-8", "replace")
    if found := recognised(text):
        return _foreign(words, path, text, *found)
    try:
        log = read_log(path)
    except BadLog as error:
        raise _damaged(words, path, error) from None
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
