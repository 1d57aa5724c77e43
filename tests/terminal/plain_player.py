"""A player at a plain table, controlled by a function; shared by the terminal tests."""

import io
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.example_games import example

from prikup.games import GAMES
from prikup.history.events import HUMAN, ActionEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.locale import LANGUAGES
from prikup.narration import describe_dealing, describe_step, steps
from prikup.rules.game import set_next_actor
from prikup.rules.options import options_text
from prikup.rules.state import Seat, View, view
from prikup.terminal.cli.tables.new_match import Wish, player_name, settings_of
from prikup.terminal.client.line_editor import LineEditor
from prikup.terminal.client.rematches import Visit
from prikup.terminal.host.local_settings import settings_of_log
from prikup.terminal.host.local_table import LocalTable
from prikup.terminal.host.match_file import MatchFile
from prikup.terminal.render.deal_view import DealView, NarratedEvent, finished_trick_count
from prikup.terminal.render.screen import Plain
from prikup.terminal.render.table_view import choices
from prikup.terminal.words import words_of

__all__ = [
    "YOU",
    "NoKeys",
    "Sitting",
    "deal_view",
    "each_game",
    "each_game_in_a_language",
    "each_language",
    "legal",
    "play_new_match",
    "random_player",
    "run_match",
    "some_games",
    "view_to_act",
]

YOU = 0
"""The seat of the player at the terminal."""
each_game = pytest.mark.parametrize("name", GAMES)
each_language = pytest.mark.parametrize("tongue", LANGUAGES)
each_game_in_a_language = pytest.mark.parametrize(
    ("name", "tongue"),
    [
        pytest.param(name, tongue, marks=() if (game + language) % len(LANGUAGES) == 0 else pytest.mark.thorough)
        for game, name in enumerate(GAMES)
        for language, tongue in enumerate(LANGUAGES)
    ],
)
"""Every game in every language; outside the circle `all` each game in one language, in rotation."""
_CORE_GAMES = {example(seats=3, first="call"), example(sealed=True)}
some_games = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in _CORE_GAMES else pytest.mark.thorough) for name in GAMES]
)
"""Every game; outside the circle `all` one with calls in turn, and one with sealed bids."""


class Sitting(Plain):
    """A plain screen whose player answers by a function; None closes the terminal. `typing`: the player reads sheets as
    at a terminal, and is prompted for the next deal. `prompt_count` counts the prompts."""

    def __init__(self, tongue: str, answer: Callable[["Sitting"], str | None], *, typing: bool = False) -> None:
        super().__init__(words_of(tongue), io.StringIO(), io.StringIO())
        self.answer, self.typing = answer, typing
        self.path: Path | None = None
        self.pages: list[str] = []
        self.prompt_count = 0
        self._log: Log | None = None

    @property
    def log(self) -> Log | None:
        """Return the match as currently stored in its file."""
        if self.path is not None and self.path.exists() and (data := self.path.read_bytes()):
            events = read_events(data)[0]
            if self._log is None:
                self._log = Log(events[0])  # type: ignore[arg-type]  # a log begins with its Begin
            for event in events[len(self._log.events) :]:
                self._log.enter(event, checked=False)
        return self._log

    def say(self, line: str, *, whole: bool = False) -> None:
        self.pages.append(line)

    def ask(self, prompt: str = "") -> str:
        if prompt:
            self.pages.append(prompt)
        self.prompt_count += 1
        answer = self.answer(self)
        self.pages.append(f"> {answer}")
        if answer is None:
            raise EOFError
        return answer

    @property
    def text(self) -> str:
        """Return all output and answers."""
        return "\n".join(self.pages)

    @property
    def output_since_answer(self) -> str:
        """Return the output since the last answer."""
        start = max((i for i, line in enumerate(self.pages) if line.startswith("> ")), default=-1)
        return "\n".join(self.pages[start + 1 :])


class NoKeys(LineEditor):
    """A line editor without keys: the screen itself answers."""

    def idle(self) -> str:
        while True:
            self._wait(prompted=False, reading=False)


def view_to_act(log: Log, seat: Seat = YOU) -> View[Any]:
    """Return a player's view of a deal; with sealed bids, as if it were their turn."""
    assert log.state is not None
    player_view = view(log.state, seat)
    public = player_view.public
    if public.phase in log.game.sealed_phases and public.actor is not None:
        return View(seat, set_next_actor(public, public.phase, seat), player_view.hand, player_view.notes)
    return player_view


def legal(sitting: Sitting) -> tuple[int, ...]:
    """Return the player's legal actions."""
    log = sitting.log
    assert log is not None
    return choices(log.game, view_to_act(log))


def random_player(seed: int | random.Random) -> Callable[[Sitting], str | None]:
    """Return a player of random legal actions, by number."""
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    return lambda sitting: str(rng.randint(1, len(legal(sitting))))


def deal_view(log: Log, seat: Seat, *, spoken: bool) -> DealView:
    """Return a seat's view of the deal of a log; `spoken`: without a drawn table."""
    assert log.state is not None
    actor = log.state.public.actor
    events = (
        NarratedEvent(
            step.entry.seat if isinstance(step.entry, ActionEvent) else None,
            finished_trick_count(step.after.public),
            describe_step(log.game, step, seat, spoken=spoken),
        )
        for step in steps(log)
    )
    seats_to_act = () if actor is None else (actor,)
    options = options_text(GAMES[log.begin.game].presets, log.game.options)
    return DealView(options, view(log.state, seat), seats_to_act, describe_dealing(log), tuple(events))


def run_match(path: Path, sitting: Sitting, *, auto: bool = False, new: Wish | None = None) -> Log:
    """Continue the match of a file, or start one, until it is over or the player leaves."""
    words = words_of(sitting.words.language, new.game if new else "")
    sitting.path = path
    seed = new.seed if new else Log.replay(read_events(path.read_bytes())[0][:1]).begin.seed
    with open(os.devnull, encoding="utf-8") as empty_input, NoKeys(empty_input, io.StringIO()) as editor:  # noqa: PTH123
        editor.terminal = sitting.typing

        def connect(_: str) -> LocalTable:
            file = MatchFile(path)
            if file.log is None:
                assert new is not None
                return LocalTable(file, settings_of(new, words), player_name(new, words))
            begin = file.log.begin
            return LocalTable(file, settings_of_log(file.log), begin.names[begin.players.index(HUMAN)])

        with suppress(EOFError):
            Visit(connect, sitting, editor, sitting.words.language, auto=auto, seeded=bool(seed)).run("", begins=True)
    return Log.replay(read_events(path.read_bytes())[0])


def play_new_match(path: Path, wish: Wish, sitting: Sitting, *, auto: bool = False) -> Log:
    """Play a new match."""
    return run_match(path, sitting, auto=auto, new=wish)
