"""Check that no message of a table depends on cards hidden from its receiver.

    python tests/campaigns/wire_secrecy.py --deals 1000

Random deals of each game under random options are played as at a table: sealed bids are made out of turn where the game
allows it, two discards are made at once, and deals end by agreement. After every event, for each seat and for a
spectator, everything that `prikup.table.messages.views` produces must stay the same, byte for byte, when hidden
information is replaced. A world is a possible deal of a receiver's view. There are three kinds of replacement:

- `strangers` replaces the state by a random world of the receiver's view, the states before and after each step by
  random worlds of the views there, and each action hidden from the receiver by another hidden action. The sealed
  actions of others are also replaced. These worlds need not agree with one another, so this tests more than secrecy
  requires.
- `behind_hands` is for tables with open hands: it replaces everything hidden except the hands.
- `agreeing` replaces one step by an alternative step. This has a random world of the view before the step, an action
  that the receiver cannot distinguish from the real one, and the resulting state, provided that the view after the step
  is the same. The other seats' notes stay (a world has none, and a game may need them to continue). Not every step has
  such an alternative within a few tries; the number of alternatives found is printed.
"""

import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from support.command_line import parse_command_line
from support.random_walk import KINDS, cards_by_location, choose_action, random_deal, random_game

from prikup.history.events import ActionEvent, AgreementEvent
from prikup.narration import NarratedStep
from prikup.rules.cards import mask
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import Action, Seat, State, View, view, watch
from prikup.table.messages.views import Receiver, UpdateContext, decision_view, drop_steps, update, update_context
from prikup.table.state.sealed_actions import early_step
from prikup.worlds.possible_worlds import sample_worlds

TRIES = 4
"""The number of worlds (possible deals) that are tried to find an alternative step."""


class Checked(NamedTuple):
    """The number of bytes compared, the number of steps with an alternative, and the number of steps tried.

    An alternative step is one that the receiver cannot distinguish from the real one; `agreeing` counts steps that have
    one.
    """

    compared_bytes: int = 0
    agreeing: int = 0
    steps: int = 0


# Table without clock and network


def moments(game: AnyGame, state: State[Any], rng: random.Random) -> Iterator[UpdateContext]:
    """Play a deal from its first state, and yield the context of each update that a table would send."""
    sealed_actions: dict[Seat, Action] = {}
    laid_actions: dict[Seat, Action] = {}
    yield update_context(game, 1, state)
    while state.public.actor is not None:
        public = state.public
        context = update_context(game, 1, state, sealed_actions=sealed_actions)
        other_seats = [seat for seat in context.seats_to_act if seat != public.actor]
        if other_seats and rng.random() < 0.5:
            seat = rng.choice(other_seats)
            sealed_actions[seat] = laid_actions[seat] = choose_action(
                rng, game.legal(decision_view(context, view(state, seat)))
            )
            yield update_context(
                game,
                1,
                state,
                steps=(early_step(state, seat, laid_actions[seat]),),
                sealed_actions=dict(sealed_actions),
            )
            continue
        steps = tuple(_agree_on_tricks(game, state, rng) or _play_steps(game, state, laid_actions, rng))
        state, known_seats = steps[-1].after, tuple(laid_actions)
        sealed_actions |= {step.entry.seat: step.entry.act for step in steps if isinstance(step.entry, ActionEvent)}
        if state.public.phase != public.phase or public.phase not in game.sealed_phases:
            sealed_actions, laid_actions = {}, {}
        yield update_context(
            game, 1, state, steps=steps, announced_seats=known_seats, sealed_actions=dict(sealed_actions)
        )


def _agree_on_tricks(game: AnyGame, state: State[Any], rng: random.Random) -> tuple[NarratedStep, ...]:
    """Occasionally assign all remaining tricks by agreement, and return this step; otherwise return ()."""
    if state.public.tricks is None or rng.random() > 0.005:
        return ()
    remaining_tricks = max(hand.bit_count() for hand in state.hands)
    tricks_won = tuple(remaining_tricks if seat == state.public.turn else 0 for seat in range(game.seats))
    after = game.settle(state, AgreedEnd(tricks=tricks_won))
    return (NarratedStep(state, AgreementEvent(tricks_won, (0,)), after),) if isinstance(after, State) else ()


def _play_steps(
    game: AnyGame, state: State[Any], laid_actions: dict[Seat, Action], rng: random.Random
) -> Iterator[NarratedStep]:
    """Yield one or several steps of the actor, then the sealed actions of the players who act after the actor.

    `laid_actions` are the sealed actions by seat.
    """
    actor, phase = state.public.actor, state.public.phase
    assert actor is not None
    step = _step(game, state, choose_action(rng, game.legal(view(state, actor))))
    yield step
    while (next_public := step.after.public).phase == phase:
        if next_public.actor in laid_actions:
            step = _step(game, step.after, laid_actions[next_public.actor])
        elif next_public.actor == actor and phase != "play" and rng.random() < 0.5:
            step = _step(game, step.after, choose_action(rng, game.legal(view(step.after, actor))))
        else:
            break
        yield step


def _step(game: AnyGame, state: State[Any], action: Action) -> NarratedStep:
    assert state.public.actor is not None
    return NarratedStep(state, ActionEvent(state.public.actor, action), game.apply_unchecked(state, action))


# Messages to a receiver (legal actions and reasons are not compared: they follow from the view)


def update_messages(context: UpdateContext, receiver: Receiver) -> list[Any]:
    """Return all messages that a receiver may get about an event and about its undo."""
    back = context.steps[0].before if context.steps else context.state
    undo_context = update_context(context.game, context.n, back, undone_steps=context.steps[::-1])
    return [update(context, receiver), update(drop_steps(context), receiver), update(undo_context, receiver)]


def open_hand_messages(context: UpdateContext, receiver: Receiver) -> list[Any]:
    """Return the messages that a receiver may get about an event at a table with open hands."""
    return [update(variant, receiver, open_hands=True) for variant in (context, drop_steps(context))]


def _receiver_view(state: State[Any], receiver: Receiver) -> View[Any]:
    return watch(state) if receiver is None else view(state, receiver)


def _indistinguishable_actions(game: AnyGame, step: NarratedStep, receiver: Receiver) -> list[Action]:
    """Return the actions that the receiver cannot distinguish from the action of a step; none if it is visible."""
    public = step.before.public
    if not isinstance(step.entry, ActionEvent) or game.visible_action(public, step.entry.act, receiver) is not None:
        return []
    return [action for action in range(52 + len(game.calls)) if game.visible_action(public, action, receiver) is None]


# Replacing hidden information


def strangers(context: UpdateContext, receiver: Receiver, rng: random.Random) -> UpdateContext:
    """Return a context in which everything hidden from the receiver is replaced by random worlds and actions."""
    game = context.game
    actions = range(52 + len(game.calls))
    return replace(
        context,
        state=_world(game, context.state, receiver, rng),
        steps=tuple(_stranger(game, step, receiver, rng) for step in context.steps),
        sealed_actions={
            s: action if s == receiver else rng.choice(actions) for s, action in context.sealed_actions.items()
        },
    )


def behind_hands(context: UpdateContext, receiver: Receiver, rng: random.Random) -> UpdateContext:
    """Return a context in which everything hidden is replaced, for a receiver who sees all hands."""
    replaced_context = strangers(context, receiver, rng)
    stock = rng.sample(context.state.stock, len(context.state.stock))
    notes = tuple(seat_notes if seat == receiver else () for seat, seat_notes in enumerate(context.state.notes))
    return replace(replaced_context, state=replace(context.state, notes=notes, stock=tuple(stock)))


def _stranger(game: AnyGame, step: NarratedStep, receiver: Receiver, rng: random.Random) -> NarratedStep:
    entry = step.entry
    if isinstance(entry, ActionEvent) and (hidden_actions := _indistinguishable_actions(game, step, receiver)):
        entry = ActionEvent(entry.seat, rng.choice(hidden_actions))
    return NarratedStep(_world(game, step.before, receiver, rng), entry, _world(game, step.after, receiver, rng))


def _world(game: AnyGame, state: State[Any], receiver: Receiver, rng: random.Random) -> State[Any]:
    return next(sample_worlds(game, _receiver_view(state, receiver), rng))


def agreeing(game: AnyGame, step: NarratedStep, receiver: Receiver, rng: random.Random) -> NarratedStep | None:
    """Return an alternative to `step` that the receiver cannot distinguish from it.

    Return None if `TRIES` worlds (possible deals) contain no such step.
    """
    entry = step.entry
    if not isinstance(entry, ActionEvent):
        return None
    for world in islice(sample_worlds(game, _receiver_view(step.before, receiver), rng), TRIES):
        state_before = replace(world, notes=step.before.notes)
        legal = game.legal(view(state_before, entry.seat))
        possible_actions = [
            action for action in _indistinguishable_actions(game, step, receiver) or [entry.act] if action in legal
        ]
        if not possible_actions or state_before == step.before:
            continue
        state_after = game.apply_unchecked(state_before, action := rng.choice(possible_actions))
        whole = sum(cards_by_location(state_after)) == mask(
            game.pack
        )  # a note may name a card that is elsewhere in this world
        if whole and _receiver_view(state_after, receiver) == _receiver_view(step.after, receiver):
            return NarratedStep(state_before, ActionEvent(entry.seat, action), state_after)
    return None


# Comparison


def secret(kind: GameDefinition, deals: int, seed: int) -> Checked:
    """Play `deals` deals, which `seed` determines, and compare the messages after each event.

    Raise AssertionError, which describes the difference, if two messages differ.
    """
    rng = random.Random(seed)
    totals = Checked()
    match = Match.begin(random_game(kind, rng))
    for n in range(deals):
        if match.over or n % 3 == 0:
            match = Match.begin(random_game(kind, rng))
        game, context = match.game, None
        for context in moments(game, random_deal(match, rng), rng):
            for receiver in (None, *range(game.seats)):
                counts = _compare_for_receiver(context, receiver, rng)
                totals = Checked(*(a + b for a, b in zip(totals, counts, strict=True)))
        assert context is not None
        match = match.close(game.outcome(context.state))
    return totals


def _compare_for_receiver(context: UpdateContext, receiver: Receiver, rng: random.Random) -> Checked:
    messages = update_messages(context, receiver)
    size = _compare_messages(messages, update_messages(strangers(context, receiver, rng), receiver), context, receiver)
    if receiver is not None:
        size += _compare_messages(
            open_hand_messages(context, receiver),
            open_hand_messages(behind_hands(context, receiver, rng), receiver),
            context,
            receiver,
        )
    if len(context.steps) != 1 or context.sealed_actions:
        return Checked(size)
    twin = agreeing(context.game, context.steps[0], receiver, rng)
    if twin is not None:
        _compare_messages(
            messages, update_messages(replace(context, state=twin.after, steps=(twin,)), receiver), context, receiver
        )
    return Checked(size, twin is not None, 1)


def _compare_messages(messages: list[Any], twin_messages: list[Any], context: UpdateContext, receiver: Receiver) -> int:
    """Assert that `messages` and `twin_messages` are equal, and return their size in bytes.

    The latter are those that the receiver would get with other hidden cards.
    """
    real_bytes, twin_bytes = msgspec.json.encode(messages), msgspec.json.encode(twin_messages)
    assert real_bytes == twin_bytes, (
        f"{context.game.name}, {context.game.options}: {receiver} can tell {real_bytes!r} from {twin_bytes!r}"
    )
    return len(real_bytes)


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parse_command_line(__doc__, deals=1000, seed=1)
    for name, kind in KINDS:
        start = time.perf_counter()
        totals = secret(kind, arguments.deals, arguments.seed)
        print(f"{name:16} {arguments.deals} deals, {totals.compared_bytes:,} bytes told: no secret.", end=" ")
        print(f"Steps that could have been: {totals.agreeing:,} of {totals.steps:,}.", end=" ")
        print(f"{time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
