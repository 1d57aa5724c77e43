"""`prikup play`: play a match, which is stored in a file, at a table in this process."""

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from prikup.bots import PLAYERS, REDUCED_LEVELS
from prikup.games import GAMES
from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.locale import Words
from prikup.rules.errors import BadLog, PrikupError
from prikup.rules.options import options_text
from prikup.table.coach.script import is_lesson
from prikup.table.table_settings import TableSettings
from prikup.terminal.cli.data_folder import new_path
from prikup.terminal.cli.match_files import damage_complaint, language_option
from prikup.terminal.cli.tables.table_options import PlayWish
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.client.line_editor import LineEditor
from prikup.terminal.client.rematches import Visit
from prikup.terminal.host.local_settings import settings_of_log
from prikup.terminal.host.local_table import LocalTable
from prikup.terminal.host.match_file import MatchFile
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Verbatim
from prikup.terminal.render.screen import Screen

__all__ = ["play_match"]


def play_match(words: Words, screen: Screen, path: Path, wish: PlayWish, editor: LineEditor | None = None) -> int:
    """Play the match in the file at `path` and its rematches, and return the exit code of the program.

    If the file is missing, it is created for a new match with the options `wish`. `words` are the messages in the
    user's language, and `screen` is where they are shown. Input comes from `editor`; None stands for standard input.
    """
    try:
        file = MatchFile(path)
    except BadLog as error:
        raise damage_complaint(words, path, error) from None
    try:
        if file.log is not None:
            _check(words, path, file.log, wish)
        return _Stay(words, screen, file, wish).run(editor or LineEditor(sys.stdin, sys.stdout))
    finally:
        file.close()


def _check(words: Words, path: Path, log: Log, wish: PlayWish) -> None:
    """Raise Complaint if the match in the file cannot be resumed with the options `wish`.

    `path` and `log` are the path of the file and the log of the match, and `words` are the messages in the user's
    language. The match cannot be resumed if the options contradict it, or if its computer players are not available.
    """
    begin = log.begin
    options = options_text(GAMES[begin.game].presets, log.game.options)
    if wish.game and begin.game != wish.game:
        raise Complaint(words("error-other-game", file=str(path), game=begin.game))
    if wish.options and options != wish.options:
        raise Complaint(words("error-other-rules", file=str(path), options=options))
    if wish.settings and wish.settings.coach and not is_lesson(log):
        raise Complaint(words("error-no-lesson", file=str(path)))
    if begin.players.count(HUMAN) != 1 or not set(begin.players) <= {HUMAN, *PLAYERS, *REDUCED_LEVELS}:
        raise Complaint(words("error-players", file=str(path), players=" ".join(begin.players)))


class _Stay:
    """A player's series of matches on this machine: a first match and its rematches.

    Each match has a file of its own in the same folder. `file` is the file of the first match, and `wish` has the
    options from the command line.
    """

    def __init__(self, words: Words, screen: Screen, file: MatchFile, wish: PlayWish) -> None:
        self._words, self._screen, self._wish = words, screen, wish
        self._file, self._first = file, file
        begin = file.log.begin if file.log else None
        self._settings = settings_of_log(file.log) if file.log else wish.settings
        self._name = begin.names[begin.players.index(HUMAN)] if begin else wish.name

    def run(self, editor: LineEditor) -> int:
        """Play until the player leaves, and return the exit code of the program. Input comes from `editor`."""
        code = 0
        old_line_reader, self._screen.line = self._screen.line, editor.line
        seeded = bool(self._settings and self._settings.seed)
        visit = Visit(self._connect, self._screen, editor, self._words.language, auto=self._wish.auto, seeded=seeded)
        try:
            with editor:
                if self._file.dropped:
                    self._screen.pause([Paragraph(self._words("log-dropped"))], self._words("prompt-back"))
                visit.run("", begins=True)
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = 130
        except PrikupError as error:  # the file cannot be written; no unsaved event was shown
            raise Complaint(self._words.reason(error.reason)) from None
        finally:
            self._screen.line = old_line_reader
        self._screen.page([*visit.ending(), *self._farewell_page(over=visit.over)])
        return code

    def _connect(self, table: str) -> LocalTable:
        """Return the connection to the first match or, if `table` is not "", to the rematch that was just opened."""
        if table:
            assert self._file.opens is not None
            settings = msgspec.json.decode(self._file.opens.settings, type=TableSettings)
            rematch_seed = f"{settings.seed} again" if settings.seed else ""
            self._settings = msgspec.structs.replace(settings, seed=rematch_seed)
            self._file = MatchFile(new_path(self._file.path.parent, settings.game))
        assert self._settings is not None
        return LocalTable(self._file, self._settings, self._name, self._wish.pace)

    def _farewell_page(self, *, over: bool) -> Iterable[Block]:
        """Yield the page shown when the player leaves.

        The page has the command that resumes the match or, if `over` is True, the commands that verify and replay it.
        """
        file = shlex.quote(str(self._file.path)) + language_option(self._words.language)
        if not over:
            assert self._settings is not None
            yield Heading(self._words("end-saved"))
            yield Verbatim(f"prikup play {self._settings.game} --log {file}")
            return
        for key, command in (("end-verify", "verify"), ("end-replay", "replay")):
            yield Paragraph(self._words(key))
            yield Verbatim(f"prikup {command} {file}")
