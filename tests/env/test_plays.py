"""Cards that native code plays at many tables: as the rules play them, and telling nobody more."""

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.walk import KINDS, everywhere, options_type

from prikup.cards import mask
from prikup.env import moments
from prikup.env.encoder import Encoder, Rows
from prikup.env.plays import Following, _moments, caught_up
from prikup.env.vector import Tables
from prikup.errors import IllegalAction
from prikup.game import AnyGame, Game
from prikup.games import GAMES
from prikup.kind import Kind
from prikup.options import drawn, options_text
from prikup.state import Action, State, view
from prikup.worlds import worlds

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)
each_preset = pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, kind in GAMES.items() for preset in kind.presets]
)
NAME = next(iter(GAMES))


def legal(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action of each row."""
    return np.asarray(np.argmax(masks * rng.random(masks.shape), axis=1))


def told(name: str, options: str, steps: int, deals: int | None, *, spoilt: bool = False) -> list[bytes]:
    """Return all that some tables say, step by step."""
    tables, rng, found = Tables(name, options, 3, deals), np.random.default_rng(2), []
    arrays = tables.arrays
    tables.reset(seed=7)
    for _ in range(steps):
        actions = legal(arrays.masks, rng)
        if spoilt:
            arrays.observations[:], arrays.masks[:], arrays.actors[:] = 9, 1, 1
        tables.step(actions)
        parts = (arrays.observations, arrays.masks, arrays.actors, arrays.rewards, arrays.terminated)
        found.append(b"".join(part.tobytes() for part in parts))
    return found


def by_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be native."""
    monkeypatch.setattr(Encoder, "writer", lambda encoder, *arrays: Rows(encoder._layout, *arrays))


@each_preset
def test_native_code_plays_as_the_rules_do(name: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    natively = told(name, preset, 240, None)
    by_rules(monkeypatch)
    assert natively == told(name, preset, 240, None)


@each_game
def test_it_does_where_the_same_moments_come_again_and_again(
    name: str, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    natively = told(name, "", 700, 1)
    by_rules(monkeypatch)
    assert natively == told(name, "", 700, 1)


def test_it_does_where_there_is_no_room_for_more_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    many = told(NAME, "", 300, 1)
    monkeypatch.setattr(moments, "MOST", 9)
    _moments.cache_clear()
    assert many == told(NAME, "", 300, 1)


def test_of_a_game_that_plays_cards_in_its_own_way_nothing_is_taken_for_granted() -> None:
    steps = (step for kind in GAMES.values() for step in everywhere(kind, 1, 1))
    usual, public = next(
        (step.game, step.state.public)
        for step in steps
        if step.state.public.phase == "play" and type(step.game).play is Game.play
    )
    own = type("Own", (type(usual),), {"play": lambda self, *played: Game.play(self, *played)})(usual.options)
    assert usual.card_players(public) == tuple(range(usual.seats))
    assert own.card_players(public) is None


@each_game
def test_it_does_under_any_house_rules(name: str, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    texts = [options_text(kind.presets, drawn(options_type(kind), rng)) for _ in range(12)]
    natively = [told(name, text, 130, 2) for text in texts]
    by_rules(monkeypatch)
    for text, each in zip(texts, natively, strict=True):
        assert each == told(name, text, 130, 2), text


@each_game
def test_what_others_write_into_the_arrays_is_written_over(name: str, kind: Kind) -> None:
    assert told(name, "", 90, 1) == told(name, "", 90, 1, spoilt=True)


@each_game
def test_once_only_cards_are_to_come_nothing_else_does(name: str, kind: Kind) -> None:
    """A game that says who plays each hand's cards to the end of the deal keeps to it, whatever is played."""
    followed = 0
    for game, state, action in everywhere(kind, 31, 60):
        public = state.public
        if public.phase != "play" or action is None or (players := game.card_players(public)) is None:
            continue
        after, tricks = game.apply(state, action), public.tricks.play(action)
        assert public.actor == players[public.turn]
        assert (after.notes, after.stock, after.public.said) == (state.notes, state.stock, public.said)
        assert after.hands[public.turn] == state.hands[public.turn] & ~mask([action])
        assert after.public.tricks == tricks
        if after.public.actor is not None:
            assert after.public.phase == "play"
            later = game.card_players(after.public)
            assert later is not None
            assert all(later[seat] == players[seat] for seat, hand in enumerate(after.hands) if hand)
            assert (after.public.turn, after.public.actor) == (tricks.turn, players[tricks.turn])
            followed += 1
        else:
            contest = game.contest(public)
            assert not tricks.table
            assert len(tricks.past) == game.tricks or contest.ends(tricks.won)
    assert followed > 100


@each_game
def test_a_world_that_is_as_possible_changes_no_byte(name: str, kind: Kind) -> None:
    """After some cards that native code played, the player to act sees the same whichever cards the others hold."""
    pytest.importorskip("prikup.env.native")
    rng, compared = random.Random(9), 0
    for deal in deals(kind, 32, 12):
        game, first, cards = deal
        if len(cards) < 3:
            continue
        upto = rng.randrange(1, len(cards) - 1)
        state = first
        for card in cards[:upto]:
            state = game.apply(state, card)
        if state.public.actor is None:
            continue
        seen = played(game, first, cards[:upto])
        for world in islice(worlds(game, view(state, state.public.actor), rng), 4):
            hands = tuple(
                now | (was & ~held) for now, was, held in zip(world.hands, first.hands, state.hands, strict=True)
            )
            actor = state.public.actor
            notes = tuple(first.notes[seat] if seat == actor else world.notes[seat] for seat in range(game.seats))
            assert played(game, State(first.public, hands, notes, world.stock), cards[:upto]) == seen
            compared += hands != first.hands
    assert compared > 10


def deals(kind: Kind, seed: int, count: int) -> list[tuple[AnyGame, State[Any], list[Action]]]:
    """Return the plays of random deals: the state from which only cards are to come, and the cards."""
    found: list[tuple[AnyGame, State[Any], list[Action]]] = []
    before: State[Any] | None = None
    for game, state, action in everywhere(kind, seed, count):
        following = state.public.phase == "play" and game.card_players(state.public) is not None
        if following and action is not None:
            if before is None:
                found.append((game, state, []))
            found[-1][2].append(action)
        before = state if following else None
    return found


def played(game: AnyGame, state: State[Any], cards: list[Action]) -> bytes:
    """Return what the player to act sees and may do after native code has played cards from a state."""
    encoder = Encoder(game)
    arrays, actors = encoder.arrays(1), np.zeros(1, np.int8)
    following = Following(game, encoder.writer(*arrays), actors)
    following.show(0, state)
    for card in cards:
        action = np.array([card], np.int64)
        assert not following.waiting(action)
        following.play(action)
    return arrays[0].tobytes() + arrays[1].tobytes() + actors.tobytes()


@each_game
def test_a_table_is_taken_over_as_it_stands(name: str, kind: Kind) -> None:
    """The state that is made of what native code tells is that of the rules, after any number of cards."""
    native = pytest.importorskip("prikup.env.native")
    rng, taken = random.Random(3), 0
    for game, first, cards in deals(kind, 33, 24):
        encoder = Encoder(game)
        write = encoder.writer(*encoder.arrays(1))
        plays = native.Plays(write, native.Moments(write), np.zeros(1, np.int8), game.tricks)
        players, contest, state = game.card_players(first.public), game.contest(first.public), first
        seen = view(first, first.public.actor)
        plays.show(0, seen, game.legal(seen), first.public.actor)
        plays.begin(0, first, players, contest.stops, contest.stops_at)
        for card in cards[: rng.randrange(len(cards) + 1)]:
            if plays.left(np.array([card], np.int64)):
                break
            plays.step(np.array([card], np.int64))
            state = game.apply(state, card)
            taken += 1
        assert caught_up(first, plays.so_far(0)) == state
    assert taken > 60


@each_game
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str, kind: Kind) -> None:
    """In the middle of a play, too, at one table of two; then both go on as if nobody had tried it."""
    pytest.importorskip("prikup.env.native")

    def run(*, astray: bool) -> list[bytes]:
        tables, rng, found = Tables(name, count=2), np.random.default_rng(3), []
        tables.reset(seed=2)
        for _ in range(100):
            actions = legal(tables.arrays.masks, rng)
            if astray:
                for wrong in (int(np.argmin(tables.arrays.masks[1])), -1, 10_000):
                    with pytest.raises(IllegalAction):
                        tables.step(np.array([actions[0], wrong]))
            tables.step(actions)
            found.append(tables.arrays.observations.tobytes() + tables.arrays.rewards.tobytes())
        return found

    assert run(astray=True) == run(astray=False)


def test_arrays_of_another_shape_are_refused() -> None:
    native = pytest.importorskip("prikup.env.native")
    tables = Tables(NAME, count=2)
    encoder = tables.encoder
    write = encoder.writer(*encoder.arrays(2))
    with pytest.raises(ValueError, match="shape"):
        native.Plays(write, native.Moments(write), np.zeros(3, np.int8), 10)
    plays = native.Plays(write, native.Moments(write), np.zeros(2, np.int8), 10)
    for ask in (plays.left, plays.step):
        with pytest.raises(ValueError, match="other tables"):
            ask(np.zeros(3, np.int64))
    with pytest.raises(IndexError):
        plays.so_far(2)
