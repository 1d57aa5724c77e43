"""The file of a scored match while `prikup score` works with it."""

import shlex
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

from prikup.games import GAMES
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.rules.errors import BadLog
from prikup.rules.options import parse_logged
from prikup.scorer.edit_history import History, HistoryLine
from prikup.scorer.entries import Scoring
from prikup.scorer.score_file import ScoreFile
from prikup.terminal.cli.match_files import damage_complaint, read_text
from prikup.terminal.cli.scorer.score_options import PaperMatch
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.words import words_of

__all__ = ["OpenScoreFile", "check_same", "open_score_file", "resume_command"]


class OpenScoreFile(AbstractContextManager["OpenScoreFile"]):
    """A scored match (a match with real cards, whose score the program keeps) and its file.

    Use it as a context manager, which closes the file. If there is no file at `path`, the match is the new one in
    `new`, and the file is created when the first change is saved. The constructor raises BadLog or OSError if the file
    exists and cannot be read.
    """

    def __init__(self, path: Path, new: Scoring) -> None:
        self.path = path
        self._file = ScoreFile(path, new) if path.exists() else None
        self.history = self._file.history if self._file else History.begin(new)

    @property
    def exists(self) -> bool:
        """Whether the file exists."""
        return self._file is not None

    @property
    def dropped(self) -> bool:
        """Whether an incomplete last line of the file was cut off."""
        return self._file is not None and self._file.dropped

    def do(self, step: HistoryLine) -> None:
        """Apply `step` (an operation such as a new entry, an undo or a redo), and return once it is on disk.

        Raise the errors of `History.do` if the step is impossible, and OSError if the file cannot be written.
        """
        self.history.do(step)  # a failing step must not create the file
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = ScoreFile(self.path, self.history.initial_list)
        self.history = self._file.do(step)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self


def open_score_file(words: Words, path: Path, new: Scoring) -> OpenScoreFile:
    """Open the score file at `path` or, if there is none, prepare it for the new match `new`.

    `words` are the messages in the user's language. Raise Complaint if the file is damaged.
    """
    if path.is_file():
        read_text(words, path.read_bytes())  # prints an assumed encoding
    try:
        return OpenScoreFile(path, new)
    except BadLog as error:
        raise damage_complaint(words_of(words.language, new.game), path, error) from None


def check_same(speech: Speech, score_file: OpenScoreFile, new: Scoring, paper_match: PaperMatch) -> None:
    """Raise Complaint if the command-line options contradict the scored match in a file.

    `speech` formats the complaint, `score_file` is the match with its file, `paper_match` has the options as given, and
    `new` is the match that would be started with them.
    """
    first, current = score_file.history.initial_list, score_file.history.current_list
    if current.game != new.game:
        game_name = words_of(speech.words.language, current.game)("game")
        raise Complaint(speech("error-other-game", file=str(score_file.path), game=game_name))
    presets = GAMES[current.game].presets
    differs = (
        (paper_match.options and parse_logged(presets, new.options) != parse_logged(presets, current.options))
        or (paper_match.names and new.names != current.names)
        or (paper_match.dealer and new.dealer != first.dealer)
        or (paper_match.started_on_paper and new.opening != first.opening)
    )
    if differs:
        raise Complaint(speech("error-file-other", file=str(score_file.path)))


def resume_command(score_file: OpenScoreFile) -> str:
    """Return the command line that opens a scored match again."""
    return f"prikup score {score_file.history.current_list.game} --file {shlex.quote(str(score_file.path))}"
