"""Find positions by playing, as they occur in real matches, and store them as tables in a server's database (`gallery`
lists the scenes)."""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, reduce
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from prikup.bots import player
from prikup.claims import bot_claim
from prikup.games import GAMES
from prikup.history.events import HUMAN, BeginEvent
from prikup.history.log import Log
from prikup.history.shuffle import Shuffle, prepare_shuffle, shuffle_deck
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame, Redeal, claimable
from prikup.rules.options import options_text, parse_options
from prikup.rules.state import Action, State, View, view
from prikup.table.state.events import BotAssigned, SeatTaken, SeedCommitted, TableEvent, encode
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["NAMES", "YOU", "Moment", "Scene", "store_scene", "table_of", "user_to_act", "user_to_play"]

YOU = 0
"""The seat of the user under test."""
NAMES = ("Anna", "Vera", "Tigran", "Pekka")
MAX_DECKS = 5_000
"""Maximum number of decks tried for a position."""
MAX_SKIPPED = 20
"""Number of deals that would win the match after which a scene has fewer deals before it than wanted."""

Moment = Callable[[Any], bool]
"""Returns whether the public part of a deal is the position wanted."""


def user_to_act(phase: str, condition: Moment = lambda _: True) -> Moment:
    """The user is to act in a phase."""
    return lambda public: public.phase == phase and public.actor == YOU and condition(public)


def user_to_play(cards: int, past: int = 0, condition: Moment = lambda _: True) -> Moment:
    """The user is to play to a trick that has `cards` cards, after at least `past` tricks."""

    def moment(public: Any) -> bool:
        return len(public.tricks.table) == cards and len(public.tricks.past) >= past and condition(public)

    return user_to_act("play", moment)


class Scene(NamedTuple):
    """A position of a game under some house rules: the deal after at most `deals` finished ones, which do not end the
    match, played until `moment` holds. `certain`: the player to act can also claim with certainty; `offers`: the player
    may make this call. Every seat makes the calls in `says` wherever allowed; other decisions are made by players of a
    `level`. In any `stage` other than "deal", no deal is in progress."""

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


def store_scene(database: Path, scene: Scene, *users: str) -> str:
    """Store the scene as a table with these users on the first seats; return the table's id."""
    table = secrets.token_hex(5)
    settings = TableSettings(scene.game, scene.options, absent="wait", host=users[YOU])
    rows = [(table, n, encode(row), 0) for n, row in enumerate(_rows(scene, users), 1)]
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        table_row = (table, msgspec.json.encode(settings), users[YOU], 0, scene.stage == "over")
        connection.execute("INSERT INTO tables (id, settings, host, opened, over) VALUES (?, ?, ?, ?, ?)", table_row)
        connection.executemany("INSERT INTO moves (table_id, seq, events, at) VALUES (?, ?, ?, ?)", rows)
    return table


def table_of(scene: Scene) -> TableState:
    """Return the table of a scene."""
    table = TableState(TableSettings(scene.game, scene.options, host="somebody"))
    for row in _rows(scene, ("somebody",)):
        table.enter(row)
    return table


def _rows(scene: Scene, users: tuple[str, ...]) -> Iterator[tuple[TableEvent, ...]]:
    """Yield the rows of the table."""
    yield tuple(SeatTaken(seat, user, NAMES[seat]) for seat, user in enumerate(users))
    if scene.stage != "open":
        yield from _rows_of_match(scene, len(users))


@cache
def _rows_of_match(scene: Scene, users: int) -> tuple[tuple[TableEvent, ...], ...]:
    """Return the rows of the match, the same for any users on the first seats: to find them takes long."""
    return tuple(_play_match(scene, users))


def _play_match(scene: Scene, users: int) -> Iterator[tuple[TableEvent, ...]]:
    """Yield the rows of the match, with this number of users."""
    kind = GAMES[scene.game]
    game = kind.build(parse_options(kind.presets, scene.options))
    bots = tuple(BotAssigned(seat, "rule") for seat in range(users, game.seats))
    names, players = NAMES[: game.seats], (*(HUMAN for _ in range(users)), *(bot.level for bot in bots))
    log = Log(
        BeginEvent(
            scene.game, game.rules_version, options_text(kind.presets, game.options), names, players, scene.dealer
        )
    )
    yield (*bots, log.begin)
    seeds, skipped_count = _seeds(scene), 0
    while not log.over and (scene.stage == "over" or log.match.deals < scene.deals):
        seed, acts = _find_deal(Scene(game=scene.game), log, seeds)
        if scene.stage != "over" and _wins_match(log, seed, acts):
            skipped_count += 1
            if skipped_count < MAX_SKIPPED:
                continue
            break
        yield from _deal_rows(log, seed, acts)
        log.close()
        yield (log.events[-1],)
    if scene.stage == "shuffle":
        yield (SeedCommitted(log.match.deals + 1, 1, next(seeds)),)
    if scene.stage == "deal":
        yield from _deal_rows(log, *_find_deal(scene, log, seeds))


def _wins_match(log: Log, seed: str, acts: list[Action]) -> bool:
    """Return whether a deal with these actions to its end would win the match."""
    state = log.game.deal(_shuffle(log, seed)[0], log.match.standing)
    assert not isinstance(state, Redeal)
    return log.match.close(log.game.outcome(reduce(log.game.apply, acts, state))).over


def _deal_rows(log: Log, seed: str, acts: list[Action]) -> Iterator[tuple[TableEvent, ...]]:
    """Yield the rows of a deal played so far."""
    yield (SeedCommitted(log.match.deals + 1, log.attempts + 1, seed),)
    log.deal(*_shuffle(log, seed))
    yield (log.events[-1],)
    for act in acts:
        log.add(act)
        yield (log.events[-1],)


def _find_deal(scene: Scene, log: Log, seeds: Iterator[str]) -> tuple[str, list[Action]]:
    """Return the seed of the first deck whose deal reaches the scene, and the actions that lead there."""
    for seed in islice(seeds, MAX_DECKS):
        state = log.game.deal(_shuffle(log, seed)[0], log.match.standing)
        acts = None if isinstance(state, Redeal) else _actions_to_scene(scene, log, state)
        if acts is not None:
            return seed, acts
    raise AssertionError(f"Nobody comes to {scene}: say how in tests/games/NAME_browser_scenes.py.")


def _actions_to_scene(scene: Scene, log: Log, state: State[Any]) -> list[Action] | None:
    """Return the actions of a deal up to the scene, or to its end without a `moment`; None if it does not get there."""
    game, acts = log.game, list[Action]()
    players = [player(scene.level, game, seat) for seat in range(game.seats)]
    says = {52 + game.calls.index(call) for call in scene.says}
    while (actor := state.public.actor) is not None:
        player_view = view(state, actor)
        if scene.moment and scene.moment(state.public) and _can_act_as_required(scene, game, player_view):
            return acts
        possible_calls = says & set(game.legal(player_view))
        acts.append(min(possible_calls) if possible_calls else players[actor](player_view))
        state = game.apply(state, acts[-1])
    return None if scene.moment else acts


def _can_act_as_required(scene: Scene, game: AnyGame, player_view: View[Any]) -> bool:
    """Return whether the player to act may do what the scene requires."""
    may_call = not scene.offers or 52 + game.calls.index(scene.offers) in game.legal(player_view)
    own_claim = claimable(game, player_view)
    certain = bot_claim(game, player_view) is not None and own_claim is not None and own_claim.wanted == own_claim.most
    return may_call and (certain or not scene.certain)


def _seeds(scene: Scene) -> Iterator[str]:
    """Yield seeds that depend only on the game and its house rules."""
    for number in count():
        yield hashlib.sha256(f"{scene.game} {scene.options} {number}".encode()).hexdigest()


def _shuffle(log: Log, seed: str) -> tuple[tuple[Card, ...], Shuffle]:
    shuffle = prepare_shuffle(seed, log.game.seats, len(log.game.pack))
    return shuffle_deck(log.game.pack, shuffle), shuffle
