"""A person at a plain table, made of a function: what the tests of the terminal share."""

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from prikup.history.log import Log
from prikup.history.log_file import LogFile
from prikup.locale.speech import Speech
from prikup.state import view
from prikup.terminal.cli.new_match import YOU, Wish, begin
from prikup.terminal.render.screen import Plain
from prikup.terminal.render.table_view import choices
from prikup.terminal.table import Table
from prikup.terminal.words import words_of

__all__ = ["Sitting", "legal", "played", "sit"]


class Sitting(Plain):
    """A plain screen whose person answers by a function of the log; None: he closes his terminal. `answers` is all
    that was printed since his last answer."""

    def __init__(self, tongue: str, answer: Callable[["Sitting"], str | None]) -> None:
        super().__init__(words_of(tongue), io.StringIO(), io.StringIO())
        self.answer = answer
        self.log: Log | None = None
        self.pages: list[str] = []
        self.asked = 0

    def say(self, line: str, *, whole: bool = False) -> None:
        self.pages.append(line)

    def ask(self, prompt: str = "") -> str:
        if prompt:
            self.pages.append(prompt)
        self.asked += 1
        answer = self.answer(self)
        self.pages.append(f"> {answer}")
        if answer is None:
            raise EOFError
        return answer

    @property
    def text(self) -> str:
        """All that was printed, and what was answered."""
        return "\n".join(self.pages)

    @property
    def since(self) -> str:
        """What was printed since the last answer."""
        start = max((i for i, line in enumerate(self.pages) if line.startswith("> ")), default=-1)
        return "\n".join(self.pages[start + 1 :])


def legal(sitting: Sitting) -> tuple[int, ...]:
    """What the person may do."""
    log = sitting.log
    assert log is not None
    assert log.state is not None
    return choices(log.game, view(log.state, YOU))


def sit(path: Path, sitting: Sitting, *, auto: bool = False) -> Log:
    """Go on with the match of a file until it is over or the person leaves."""
    file, log = LogFile.resume(path)
    sitting.log = log
    speech = Speech(words_of(sitting.words.language, log.begin.game), log.game, log.begin.names, spoken=True)
    with file, suppress(EOFError):
        Table(log, speech, sitting, auto=auto).run()
    return log


def played(path: Path, wish: Wish, sitting: Sitting, *, auto: bool = False) -> Log:
    """A new match."""
    file, _ = LogFile.create(path, begin(wish, words_of(sitting.words.language, wish.game)))
    file.close()
    return sit(path, sitting, auto=auto)
