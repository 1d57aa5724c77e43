"""Whole matches with a log, for tests of logs and notations."""

import random
from pathlib import Path

from support.random_walk import choose_action

from prikup.history.events import AdjustEvent, BeginEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.history.shuffle import deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.game import Redeal
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text, parse_options
from prikup.rules.state import view

__all__ = ["begin", "finish", "log_in", "play_match"]


def begin(name: str, kind: GameDefinition, options: str = "", deals: int = 4) -> BeginEvent:
    """Return the first event of a match of `deals` deals between computer players, from which a log can start.

    `name` and `kind` are the game. `options` are the house rules; "" stands for the first preset.
    """
    preset = options or next(iter(kind.presets))
    rules = kind.build(parse_options(kind.presets, preset))
    names = ("Ann", "Vera", 'Tig"ran\\', "Пекка")[: rules.seats]
    return BeginEvent(name, rules.rules_version, preset, names, ("rule",) * rules.seats, 0, deals=deals)


def _add_correction(log: Log, rng: random.Random) -> None:
    """Add a random manual correction of the score sheet to a log, but only in half of the calls.

    Do nothing if the match is over.
    """
    if rng.random() < 0.5 and not log.over:
        log.adjust(AdjustEvent(log.game.columns[0], 0, rng.randrange(-3, 4), 'a slip of the "pen"\\\n'))


def finish(log: Log, seed: int, *, extras: bool = False) -> Log:
    """Play the match in a log to its end with random actions, which `seed` determines.

    `extras` adds random undos and manual corrections.
    """
    rng = random.Random(seed)
    while not log.over:
        if log.state is None:
            attempt = prepare_shuffle(
                deal_seed(str(seed), log.match.deals + 1, log.attempts + 1), log.game.seats, len(log.game.pack)
            )
            if isinstance(log.deal(shuffle_deck(log.game.pack, attempt), attempt), Redeal):
                continue
        while log.state is not None and (actor := log.state.public.actor) is not None:
            log.add(choose_action(rng, log.game.legal(view(log.state, actor))))
            if extras and rng.random() < 0.05 and len(log.entries) > 1:
                log.undo(rng.randrange(len(log.entries)))
        log.close()
        if extras:
            _add_correction(log, rng)
    return log


def play_match(name: str, kind: GameDefinition, seed: int, *, extras: bool = True) -> Log:
    """Play a whole match with random actions, under a preset that `seed` selects, and return its log.

    `name` and `kind` are the game. `extras` adds random undos and manual corrections.
    """
    presets = list(kind.presets.values())
    return finish(Log(begin(name, kind, options_text(kind.presets, presets[seed % len(presets)]))), seed, extras=extras)


def log_in(path: Path) -> Log:
    """Load the match in the log file `path`."""
    return Log.replay(read_events(path.read_bytes())[0])
