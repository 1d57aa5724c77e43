"""Positions that are worth a look (`gallery` lists them). Each is found by playing, as real matches come to it, and
laid into the database of a server as a table at which one sits."""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from prikup.bots import player
from prikup.cards import Card
from prikup.claims import claims
from prikup.game import AnyGame, Redeal, claimable
from prikup.games import GAMES
from prikup.history.log import HUMAN, Begin, Log
from prikup.history.shuffle import Shuffle, prepared, shuffled
from prikup.options import options_text, parse_options
from prikup.state import Action, State, View, view
from prikup.table.events import Botted, Committed, Event, Seated, encode
from prikup.table.state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["NAMES", "YOU", "Moment", "Scene", "asked", "laid", "playing", "table_of"]

YOU = 0
"""The seat of the person who looks."""
NAMES = ("Anna", "Vera", "Tigran", "Pekka")
MOST = 5_000
"""Decks until a position is given up."""

Moment = Callable[[Any], bool]
"""Whether the public part of a deal is what is looked for."""


def asked(phase: str, also: Moment = lambda _: True) -> Moment:
    """One is asked in a phase."""
    return lambda public: public.phase == phase and public.actor == YOU and also(public)


def playing(cards: int, past: int = 0, also: Moment = lambda _: True) -> Moment:
    """One plays to a trick in which so many cards lie, after so many tricks or more."""

    def moment(public: Any) -> bool:
        return len(public.tricks.table) == cards and len(public.tricks.past) >= past and also(public)

    return asked("play", moment)


class Scene(NamedTuple):
    """A position of a game under some house rules: with so many `deals` on the sheet, the next one played until
    `moment` is so; `certain`: and all is certain with which a claim of the player who is asked begins; `offers`:
    and they may make this call. `says` are calls that everybody makes wherever they may; all else is done by players
    of a `level`. At a table of another `stage` no deal is under way."""

    moment: Moment | None = None
    options: str = ""
    says: tuple[str, ...] = ()
    level: str = "rule"
    deals: int = 3
    stage: Literal["open", "shuffle", "deal", "rest", "over"] = "deal"
    dealer: int = 2
    certain: bool = False
    offers: str = ""
    game: str = ""


def laid(database: Path, scene: Scene, *users: str) -> str:
    """Lay the position into a database, with the persons of these ids on the first seats; the id of the table."""
    table = secrets.token_hex(5)
    settings = TableSettings(scene.game, scene.options, absent="wait", host=users[YOU])
    rows = [(table, n, encode(row), 0) for n, row in enumerate(_rows(scene, users), 1)]
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        opened = (table, msgspec.json.encode(settings), users[YOU], 0, scene.stage == "over")
        connection.execute("INSERT INTO tables (id, settings, host, opened, over) VALUES (?, ?, ?, ?, ?)", opened)
        connection.executemany("INSERT INTO moves (table_id, seq, events, at) VALUES (?, ?, ?, ?)", rows)
    return table


def table_of(scene: Scene) -> TableState:
    """The table that a scene is a moment of."""
    table = TableState(TableSettings(scene.game, scene.options, host="somebody"))
    for row in _rows(scene, ("somebody",)):
        table.enter(row)
    return table


def _rows(scene: Scene, users: tuple[str, ...]) -> Iterator[tuple[Event, ...]]:
    """The rows of the table."""
    yield tuple(Seated(seat, user, NAMES[seat]) for seat, user in enumerate(users))
    if scene.stage == "open":
        return
    kind = GAMES[scene.game]
    game = kind.build(parse_options(kind.presets, scene.options))
    bots = tuple(Botted(seat, "rule") for seat in range(len(users), game.seats))
    names, players = NAMES[: game.seats], (*(HUMAN for _ in users), *(bot.level for bot in bots))
    log = Log(Begin(scene.game, game.rules, options_text(kind.presets, game.options), names, players, scene.dealer))
    yield (*bots, log.begin)
    seeds = _seeds(scene)
    while not log.over and (scene.stage == "over" or log.match.deals < scene.deals):
        yield from _dealt(log, *_found(Scene(game=scene.game), log, seeds))
        log.close()
        yield (log.events[-1],)
    if scene.stage == "shuffle":
        yield (Committed(log.match.deals + 1, 1, next(seeds)),)
    if scene.stage == "deal":
        yield from _dealt(log, *_found(scene, log, seeds))


def _dealt(log: Log, seed: str, acts: list[Action]) -> Iterator[tuple[Event, ...]]:
    """The rows of a deal that is played so far."""
    yield (Committed(log.match.deals + 1, log.attempts + 1, seed),)
    log.deal(*_shuffle(log, seed))
    yield (log.events[-1],)
    for act in acts:
        log.add(act)
        yield (log.events[-1],)


def _found(scene: Scene, log: Log, seeds: Iterator[str]) -> tuple[str, list[Action]]:
    """The seed of the first deck whose deal comes to the moment of a scene, and what is done up to it."""
    for seed in islice(seeds, MOST):
        dealt = log.game.deal(_shuffle(log, seed)[0], log.match.standing)
        acts = None if isinstance(dealt, Redeal) else _acts(scene, log, dealt)
        if acts is not None:
            return seed, acts
    raise AssertionError(f"Nobody comes to {scene}: say how in tests/games/NAME_browser.py.")


def _acts(scene: Scene, log: Log, state: State[Any]) -> list[Action] | None:
    """What is done in a deal up to the moment of a scene, but for what everybody says by players of its level; without
    a moment, up to its end. None if the deal does not come to it."""
    game, acts = log.game, list[Action]()
    players = [player(scene.level, game, seat) for seat in range(game.seats)]
    says = {52 + game.calls.index(call) for call in scene.says}
    while (actor := state.public.actor) is not None:
        seen = view(state, actor)
        if scene.moment and scene.moment(state.public) and _may(scene, game, seen):
            return acts
        said = says & set(game.legal(seen))
        acts.append(min(said) if said else players[actor](seen))
        state = game.apply(state, acts[-1])
    return None if scene.moment else acts


def _may(scene: Scene, game: AnyGame, seen: View[Any]) -> bool:
    """Whether the player who is asked may do what a scene is about."""
    offered = not scene.offers or 52 + game.calls.index(scene.offers) in game.legal(seen)
    own = claimable(game, seen)
    certain = claims(game, seen) is not None and own is not None and own.wanted == own.most
    return offered and (certain or not scene.certain)


def _seeds(scene: Scene) -> Iterator[str]:
    """Always the same ones for a game under its house rules."""
    for number in count():
        yield hashlib.sha256(f"{scene.game} {scene.options} {number}".encode()).hexdigest()


def _shuffle(log: Log, seed: str) -> tuple[tuple[Card, ...], Shuffle]:
    shuffle = prepared(seed, log.game.seats, len(log.game.pack))
    return shuffled(log.game.pack, shuffle), shuffle
