"""Moments derived from public information: they agree with the rules, whatever the cards."""

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example
from support.random_walk import KINDS, choose_action, random_game

from prikup.env import moments as moments_module
from prikup.env.encoder import Encoder
from prikup.env.moments import SAID, UNSEEN, Moments, PublicMoment, Step, public_outcome
from prikup.games import game
from prikup.rules.cards import FIRST_CALL, Action
from prikup.rules.game import AnyGame, set_next_actor
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.phase import Phase
from prikup.rules.state import Announcement, State, add_announcements, add_notes, replace_public, view
from prikup.worlds.possible_worlds import sample_worlds

native = pytest.importorskip("prikup.env.native")
each_game = pytest.mark.parametrize(("name", "kind"), KINDS)


@pytest.fixture(autouse=True)
def cache_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache what occurs for the second time, so that fewer deals are needed."""
    monkeypatch.setattr(moments_module, "OCCURRENCES", 2)


def without_said(public: Any) -> Any:
    return replace(public, said=())


def begins_with_play(kind: GameDefinition) -> bool:
    """Return whether a game has no phase before the play, so that no step has a moment."""
    game = kind.build(next(iter(kind.presets.values())))
    return bool(Match.begin(game).deal_random(random.Random(1)).public.phase == "play")


def states_with_moments(game: AnyGame, rng: random.Random, deals: int) -> list[tuple[State[Any], PublicMoment]]:
    """Return the states of random deals that have a moment, each with its moment."""
    moments, pairs = Moments(game), []
    encoder = Encoder(game)
    moments.native = native.Moments(encoder.writer(*encoder.arrays(1)))
    for _ in range(deals):
        state = Match.begin(game, rng.randrange(game.seats)).deal_random(rng)
        moment = moments.find(state.public)
        if moment is not None:
            pairs.append((state, moment))
        while state.public.actor is not None and state.public.phase != "play":
            action = choose_action(rng, game.legal(view(state, state.public.actor)))
            next_state = game.apply(state, action)
            if moment is None:
                moment = moments.find(next_state.public)
            else:
                moment = moments.after(moment, state.public, action, next_state)
            state = next_state
            if moment is not None:
                assert moment.public.said is SAID or moment.public.said == state.public.said
                assert without_said(moment.public) == without_said(state.public)
                pairs.append((state, moment))
    return pairs


def apply_step(state: State[Any], step: Step) -> State[Any]:
    """Return the state after a step, as native code applies it."""
    hands, notes = list(state.hands), state.notes
    for seat, toggled, added, new_notes in step.changes:
        hands[seat] = hands[seat] ^ toggled | added
        notes = add_notes(notes, seat, *new_notes)
    public = replace(step.after.public, said=state.public.said + step.said)
    return State(public, tuple(hands), notes, state.stock if step.stock is None else step.stock)


@each_game
def test_moments_match_states_of_the_rules(name: str, kind: GameDefinition) -> None:
    rng, moment_count = random.Random(5), 0
    for _ in range(depth(20)):
        game = random_game(kind, rng)
        for state, moment in states_with_moments(game, rng, 60):
            moment_count += 1
            if state.public.actor is not None and moment.legal is not None:
                assert moment.legal == game.legal(view(state, state.public.actor))
    assert moment_count >= depth(20) * 30 or begins_with_play(kind)


@each_game
def test_moments_apply_in_other_possible_worlds(name: str, kind: GameDefinition) -> None:
    """What follows from public information applies in every world that the actor considers possible."""
    rng, compared_count = random.Random(6), 0
    for _ in range(3):
        game = random_game(kind, rng)
        for state, moment in states_with_moments(game, rng, depth(400)):
            actor = state.public.actor
            if actor is None:
                continue
            steps = [(action, step) for action, step in moment.steps.items() if step is not None]
            for world in islice(sample_worlds(game, view(state, actor), rng), 2):
                legal = game.legal(view(world, actor))
                assert moment.legal in (None, legal)
                for action, step in steps:
                    if action in legal:
                        assert game.apply(world, action) == apply_step(world, step)
                        compared_count += world.hands != state.hands
    assert compared_count > depth(500) or begins_with_play(kind)


@each_game
def test_public_outcome_equals_outcome_of_the_rules(name: str, kind: GameDefinition) -> None:
    """The outcome of a deal from the start of its play, the tricks won and the announcements.

    An outcome that counts cards dealt may depend on hands that are not public.
    """
    rng, same_count = random.Random(7), 0
    for _ in range(depth(100)):
        game = random_game(kind, rng)
        state, start = Match.begin(game).deal_random(rng), None
        while state.public.actor is not None:
            if start is None and state.public.phase == "play" and game.analysis.card_players(state.public):
                start = state
            state = game.apply(state, choose_action(rng, game.legal(view(state, state.public.actor))))
        if start is None:
            ending = (state.public, None, (), state.public.said)
        else:
            new_tricks = state.public.tricks.past[len(start.public.tricks.past) :]
            winners = tuple(trick.winner for trick in new_tricks)
            ending = (start.public, state.public.tricks.won, winners, state.public.said)
        outcome = public_outcome(game, *ending)
        assert outcome in (None, game.outcome(state))
        same_count += outcome is not None or game.scoring.counts_cards
    assert same_count > depth(100) / 2


def test_unseen_value_rejects_all_operations() -> None:
    for ask in (
        bool,
        len,
        hash,
        list,
        sorted,
        lambda unseen: unseen == 1,
        lambda unseen: unseen | 1,
        lambda unseen: 1 & unseen,
    ):
        with pytest.raises(TypeError):
            ask(UNSEEN)
    with pytest.raises(TypeError):
        UNSEEN.bit_count()
    with pytest.raises(TypeError):
        UNSEEN[0]


def test_placeholders_reject_isinstance() -> None:
    for kind in (Announcement, tuple, Sequence):
        for name in ("UNSEEN", "SAID"):  # pytest calls isinstance with parameters
            with pytest.raises(TypeError):
                isinstance(getattr(moments_module, name), kind)


def test_placeholder_for_announcements_can_only_be_added_to() -> None:
    announcement = Announcement(1, 52)
    longer: Any = add_announcements(SAID, announcement)
    assert longer.added == (announcement,)
    for said in (SAID, longer):
        for ask in (bool, len, iter, reversed, lambda said: said[0], lambda said: (*said, announcement)):
            with pytest.raises(TypeError):
                ask(said)


def six_call_game(spreads: bool) -> AnyGame:
    """Return a game whose deals end with the sixth call; only the number of announcements shows which call it is.

    With `spreads`, announcements are added with `(*said, new)` instead of `add_announcements`.
    """
    rules = game(example(first="call", sealed=False))

    def apply_call(state: State[Any], public: Any, action: Action) -> State[Any]:
        call = Announcement(public.turn, action)
        said = (*public.said, call) if spreads else add_announcements(public.said, call)
        phase, turn = ("over", None) if len(said) == 6 else (public.phase, (public.turn + 1) % rules.seats)
        return replace_public(state, set_next_actor(public, phase, turn, said=said))

    rules.phases = {name: Phase(lambda _: (FIRST_CALL, FIRST_CALL + 1), apply_call) for name in rules.phases}
    return rules


@pytest.mark.parametrize("spreads", [False, True])
def test_moments_match_rules_that_count_announcements(spreads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """`states_with_moments` compares each moment with the state that the rules return."""
    monkeypatch.setattr(moments_module, "OCCURRENCES", 1)  # so that the third call is traced before the sixth
    pairs = states_with_moments(six_call_game(spreads), random.Random(8), 400)
    assert {len(state.public.said) for state, _ in pairs} == set(range(7))
    assert any(step is not None for _, moment in pairs for step in moment.steps.values())


def test_moments_keep_announcements_that_the_objective_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals that differ only by their announcements then have different moments from the first card on."""
    rules = game(example(first="call", sealed=False))
    original = rules.objective

    def objective(public: Any) -> Any:
        assert len(public.said) >= 0
        return original(public)

    monkeypatch.setattr(rules, "objective", objective)
    pairs = states_with_moments(rules, random.Random(8), 400)
    playing = [moment for state, moment in pairs if state.public.phase == "play"]
    assert playing
    assert all(moment.public.said is not SAID for moment in playing)
