"""Narration: limited to the receiver's knowledge, as keys and numbers that can be sent."""

from typing import Any

import msgspec
from support.circles import depth
from support.matches import play_match
from support.random_walk import each_game, random_steps

from prikup.history.events import ActionEvent, AgreementEvent, ConcessionEvent
from prikup.history.log import Log
from prikup.narration import NarratedStep, describe_deal, describe_prompt, describe_step, describe_undo, steps
from prikup.rules.cards import cards
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import State, view, watch


def narrated_step(step: Any) -> NarratedStep | None:
    """Return a step of a walk, or None at the end of a deal."""
    if step.action is None:
        return None
    return NarratedStep(
        step.state, ActionEvent(step.state.public.actor, step.action), step.game.apply(step.state, step.action)
    )


def without_hidden_cards(state: State[Any], receiver: int | None) -> State[Any]:
    """Return a state with only its public part and the receiver's own notes."""
    notes = tuple(notes if seat == receiver else () for seat, notes in enumerate(state.notes))
    return State(state.public, (0,) * len(state.hands), notes, ())


def mentioned_actions(items: tuple[Reason, ...]) -> set[int]:
    """Return the cards and calls that the items name."""
    actions: set[int] = set()
    for item in items:
        numbers: dict[str, Any] = dict(item.numbers)
        actions |= {numbers[name] for name in ("card", "call") if name in numbers} | {*numbers.get("actions", ())}
        actions |= {*cards(numbers.get("hand", 0))}
    return actions


@each_game
def test_narration_depends_only_on_what_the_receiver_sees(name: str, kind: GameDefinition) -> None:
    for step in random_steps(kind, 17, depth(30)):
        if current_step := narrated_step(step):
            for receiver in (*range(step.game.seats), None):
                blind = NarratedStep(
                    without_hidden_cards(current_step.before, receiver),
                    current_step.entry,
                    without_hidden_cards(current_step.after, receiver),
                )
                for is_spoken in (False, True):
                    narration = describe_step(step.game, current_step, receiver, spoken=is_spoken)
                    assert describe_step(step.game, blind, receiver, spoken=is_spoken) == narration


@each_game
def test_narration_does_not_name_hidden_action(name: str, kind: GameDefinition) -> None:
    for step in random_steps(kind, 19, depth(30)):
        current_step = narrated_step(step)
        for receiver in (*range(step.game.seats), None) if current_step else ():
            assert current_step is not None
            assert step.action is not None
            if step.game.visible_action(step.state.public, step.action, receiver) is not None:
                continue
            receiver_view = watch(current_step.after) if receiver is None else view(current_step.after, receiver)
            announcements = receiver_view.public.said[len(step.state.public.said) :]
            named_actions = mentioned_actions(
                (*describe_step(step.game, current_step, receiver), *describe_undo(step.game, current_step, receiver))
            )
            assert step.action not in named_actions - {entry.action for entry in (*announcements, *receiver_view.notes)}
            assert [item.key for item in describe_undo(step.game, current_step, receiver)] == ["did-undo-unseen"]


@each_game
def test_prompt_is_described_to_the_actor_only(name: str, kind: GameDefinition) -> None:
    for step in random_steps(kind, 23, depth(20)):
        public = step.state.public
        for seat in range(step.game.seats):
            question = describe_prompt(view(step.state, seat))
            assert bool(question) == (seat == public.actor)
            if question:
                assert question[0].key == ("ask-open" if public.turn != seat else f"ask-{public.phase}")
        assert describe_prompt(watch(step.state)) == ()


@each_game
def test_narrated_steps_match_entries_and_state_of_the_log(name: str, kind: GameDefinition) -> None:
    log = play_match(name, kind, 3)
    replayed_log = Log(log.begin)
    for event in log.events[1:]:
        replayed_log.enter(event, checked=False)
        if replayed_log.state is not None:
            log_steps = list(steps(replayed_log))
            assert [step.entry for step in log_steps] == replayed_log.entries
            assert not log_steps or log_steps[-1].after == replayed_log.state


def test_reason_encoding_does_not_change() -> None:
    """The encoded bytes must not change: digests of rows in old logs are computed from them."""
    assert msgspec.json.encode(reason("made", tricks=6, why="x")) == b'{"key":"made","numbers":{"tricks":6,"why":"x"}}'


def first_trick(kind: GameDefinition) -> tuple[AnyGame, list[NarratedStep]]:
    """Return the game and steps of the first trick that is led from a hand, with only cards played in it."""
    trick_steps: list[NarratedStep] = []
    for step in random_steps(kind, 2, 100):
        current_step, tricks = narrated_step(step), step.state.public.tricks
        if current_step is None or step.state.public.phase != "play" or tricks.decided_count or tricks.lead is not None:
            trick_steps = []
            continue
        trick_steps.append(current_step)
        if len(trick_steps) == len(tricks.line):
            return step.game, trick_steps
    raise AssertionError("no trick was played")


@each_game
def test_narration_describes_first_trick_from_lead_to_winner(name: str, kind: GameDefinition) -> None:
    game, first = first_trick(kind)
    trick = first[-1].after.public.tricks.past[0]
    items = [describe_step(game, step, None) for step in first]
    for n, (step, item) in enumerate(zip(first, items, strict=True)):
        public = step.before.public
        suit, led_suit, trump = trick.cards[n] // 13, trick.cards[0] // 13, public.tricks.order.trump
        follows = "did-play" if suit == led_suit else "did-ruff" if suit == trump else "did-throw"
        verb = (follows if n else "did-lead") + ("" if public.actor == public.turn else "-open")
        assert item[0].key == verb
        assert (item[0].numbers["player"], item[0].numbers["card"]) == (public.actor, trick.cards[n])
    assert items[-1][1] == Reason("did-take", {"player": trick.winner})
    side = next(side for side in game.sides if trick.winner in side)
    assert describe_step(game, first[-1], None, spoken=True)[2] == Reason(
        "tricks-so-far", {"players": side, "tricks": 1}
    )
    actor = first[0].before.public.actor
    assert describe_undo(game, first[0], None) == (Reason("did-undo", {"player": actor, "card": trick.cards[0]}),)


@each_game
def test_narration_describes_claims_and_concessions(name: str, kind: GameDefinition) -> None:
    first_step = next(
        step for step in random_steps(kind, 1, 100) if step.state.public.tricks and step.state.public.turn is not None
    )
    game, state = first_step.game, first_step.state
    leader = state.public.turn
    remaining_tricks = game.trick_count - state.public.tricks.decided_count
    split = tuple(remaining_tricks * (seat == leader) for seat in range(game.seats))
    settled_state = game.settle(state, AgreedEnd(tricks=split))
    assert isinstance(settled_state, State)
    trick_counts = settled_state.public.tricks.agreed
    claim_step = NarratedStep(state, AgreementEvent(split, (leader,)), settled_state)
    assert describe_step(game, claim_step, 1) == (Reason("did-claim", {"player": leader, "counted": trick_counts}),)
    (all_agree,) = describe_step(
        game, NarratedStep(state, AgreementEvent(split, tuple(range(game.seats))), settled_state), 1
    )
    assert all_agree.key == "did-take-rest"
    assert describe_step(game, NarratedStep(state, ConcessionEvent((0, 1)), state), 1) == (
        Reason("did-concede", {"players": (0, 1)}),
    )


@each_game
def test_spoken_narration_announces_facts_when_they_start_to_apply(name: str, kind: GameDefinition) -> None:
    for step in random_steps(kind, 37, depth(30)):
        game, public = step.game, step.state.public
        if not public.said and public.tricks is None:
            assert describe_deal(game, step.state) == ()
            assert describe_deal(game, step.state, spoken=True) == game.explanations.headline(public)
        if (current_step := narrated_step(step)) and current_step.after.public.phase not in (public.phase, "over"):
            new = {str(fact) for fact in game.explanations.headline(current_step.after.public)} - {
                str(fact) for fact in game.explanations.headline(public)
            }
            assert new <= {str(item) for item in describe_step(game, current_step, None, spoken=True)}
