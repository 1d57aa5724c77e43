"""Build the messages about the cards for one receiver, as pure functions of the state of the table.

A receiver is a seat, or None for a spectator. A message about a deal is made only of the receiver's own View,
`Game.visible_action` and `prikup.narration`; except for `_with_open_hands`, nothing here reads other hands, notes or
the undealt cards.
"""

from collections.abc import Collection, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.history.log import ActionEvent, DealEvent, Log, deals_with_undo
from prikup.history.shuffle import Shuffle
from prikup.narration import NarratedStep, describe_prompt, describe_step, describe_undo
from prikup.rules.call_explanations import glossary, meanings
from prikup.rules.cards import Card
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame, claimable, open_partners
from prikup.rules.options import fields, options_text, value_text
from prikup.rules.score_sheet import share
from prikup.rules.state import Action, Seat, State, View, view, watch
from prikup.rules.tricks import Trick
from prikup.table.fixed_deal import Origin
from prikup.table.protocol import Clock, Deck, SeatAction, SheetMessage, UpdateMessage, WelcomeMessage
from prikup.table.sealed_actions import with_early_turn
from prikup.worlds.located_cards import locate_cards

__all__ = [
    "Receiver",
    "UpdateContext",
    "decision_view",
    "deck",
    "drop_steps",
    "sheet",
    "update",
    "update_context",
    "welcome",
]

Receiver = Seat | None


class UpdateContext(Struct, frozen=True):
    """A deal at one version and what led there: the input of `update` that is the same for every receiver."""

    game: AnyGame
    n: int
    state: State[Any]
    steps: tuple[NarratedStep, ...]
    announced_seats: tuple[Seat, ...]
    undone_steps: tuple[NarratedStep, ...]
    sealed_actions: Mapping[Seat, Action]
    clock: Clock | None
    seats_to_act: tuple[Seat, ...]
    facts: tuple[Reason, ...]
    best: Seat | None
    line: tuple[Trick, ...]


def update_context(
    game: AnyGame,
    n: int,
    state: State[Any],
    *,
    steps: tuple[NarratedStep, ...] = (),
    announced_seats: Collection[Seat] = (),
    undone_steps: tuple[NarratedStep, ...] = (),
    sealed_actions: Mapping[Seat, Action] | None = None,
    clock: Clock | None = None,
    line: tuple[Trick, ...] = (),
) -> UpdateContext:
    """Return the deal at version `n`, in this state.

    `steps` were done since the last version, and `announced_seats` are the seats among them whose actions were
    announced when they were placed; `undone_steps` were taken back, the last one first; `sealed_actions` are all
    actions of the sealed phase by seat. `line` are the tricks that a claim has left unplayed, under best play: it
    reveals all hands.
    """
    public, sealed_actions = state.public, sealed_actions or {}
    seats_to_act: tuple[Seat, ...] = (public.actor,) if public.actor is not None else ()
    if public.phase in game.sealed_phases:
        seats_to_act = tuple(seat for seat in range(game.seats) if seat not in sealed_actions)
    best = public.tricks.best if public.tricks else None
    facts = game.explanations.headline(public)
    return UpdateContext(
        game,
        n,
        state,
        steps,
        tuple(announced_seats),
        undone_steps,
        sealed_actions,
        clock,
        seats_to_act,
        facts,
        best,
        line,
    )


def drop_steps(context: UpdateContext) -> UpdateContext:
    """Return the same without its steps, for a receiver who has just joined."""
    return replace(context, steps=(), announced_seats=(), undone_steps=(), line=())


def update(
    context: UpdateContext, receiver: Receiver, *, may_act: bool = True, open_hands: bool = False
) -> UpdateMessage:
    """Return the Update of a receiver: the deal as they may see it, and what they may know of the latest steps.

    With `may_act` false, because a computer player plays for the seat, the receiver is asked for no decision. With
    `open_hands` all hands are face up for the receiver; their legal actions and the sentences stay the same.
    """
    game = context.game
    view = _receiver_view(context, receiver)
    asking = decision_view(context, view) if may_act and receiver in context.seats_to_act else None
    legal = game.legal(asking) if asking else ()
    return UpdateMessage(
        context.n,
        _describe_steps(context, receiver),
        tuple(_describe_move(game, step, receiver) for step in context.steps if _is_new_action(context, step)),
        _with_open_hands(context, view) if open_hands else view,
        legal,
        context.seats_to_act,
        context.facts,
        describe_prompt(asking) if asking else (),
        context.best,
        tuple(sorted(context.sealed_actions)),
        context.clock,
        None if receiver is None else context.sealed_actions.get(receiver),
        claimable(game, view),
        open_partners(game, view),
        meanings=meanings(game, asking, legal) if asking else (),
        traced=() if open_hands else locate_cards(game, view),
        line=context.line,
    )


def decision_view(context: UpdateContext, view: View[Any]) -> View[Any]:
    """Return the View by which its receiver decides: with their turn brought forward in a sealed phase."""
    early = view.seat is not None and view.seat in context.seats_to_act and context.state.public.actor != view.seat
    return with_early_turn(view, view.seat) if early and view.seat is not None else view


def _receiver_view(context: UpdateContext, receiver: Receiver) -> View[Any]:
    return watch(context.state) if receiver is None else view(context.state, receiver)


def _with_open_hands(context: UpdateContext, view: View[Any]) -> View[Any]:
    """Return a View in which the hands of all other seats are face up."""
    face_up = tuple(
        hand if seat == view.seat else context.state.hands[seat] for seat, hand in enumerate(view.public.shown)
    )
    return replace(view, public=replace(view.public, shown=face_up))


def _is_new_action(context: UpdateContext, step: NarratedStep) -> bool:
    """Return whether a step is an action that was not announced before."""
    return isinstance(step.entry, ActionEvent) and step.entry.seat not in context.announced_seats


def _describe_move(game: AnyGame, step: NarratedStep, receiver: Receiver) -> SeatAction:
    assert isinstance(step.entry, ActionEvent)
    return SeatAction(step.entry.seat, game.visible_action(step.before.public, step.entry.act, receiver))


def _describe_steps(context: UpdateContext, receiver: Receiver) -> tuple[Reason, ...]:
    sentences: tuple[Reason, ...] = ()
    for step in context.undone_steps:
        sentences += describe_undo(context.game, step, receiver)
    for step in context.steps:
        step_sentences = describe_step(context.game, step, receiver, spoken=True)
        # The first sentence is the action itself: if it was announced before, only the rest is new.
        sentences += (
            step_sentences
            if _is_new_action(context, step) or not isinstance(step.entry, ActionEvent)
            else step_sentences[1:]
        )
    return sentences + _describe_line(context.line)


def _describe_line(line: tuple[Trick, ...]) -> tuple[Reason, ...]:
    """Return sentences on who takes the tricks of a line of play, with which cards."""
    winning: dict[Seat, list[Card]] = {}
    for trick in line:
        winning.setdefault(trick.winner, []).append(dict(trick.lying)[trick.winner])
    return tuple(reason("rest-taken", player=seat, actions=tuple(cards)) for seat, cards in winning.items())


# The table, the score sheet, the decks


def welcome(
    table: str,
    game: AnyGame,
    *,
    absent: Literal["wait", "bot", "vote"],
    clock: tuple[int, int] | None,
    presets: tuple[str, ...] | None,
    delayed: bool = False,
    coach: bool = False,
    origin: Origin | None = None,
) -> WelcomeMessage:
    """Return the Welcome message; `presets` are the chat's, None for a table without chat."""
    options, kind = game.options, GAMES[game.name]
    return WelcomeMessage(
        table,
        game.name,
        options_text(kind.presets, options),
        {field.name: value_text(getattr(options, field.name)) for field in fields(type(options))},
        game.sides,
        game.calls,
        game.columns,
        game.pack,
        absent,
        clock,
        presets is not None,
        presets or (),
        LEVELS,
        kind.presentation,
        delayed,
        glossary(game),
        coach,
        origin,
    )


def sheet(log: Log) -> SheetMessage:
    """Return the current score sheet."""
    score_sheet, game = log.match.sheet, log.game
    settlement = tuple(map(share, game.scoring.settlement(score_sheet.totals)))
    return SheetMessage(
        score_sheet.lines, score_sheet.totals, settlement, log.match.winners, deals_with_undo(log.events)
    )


def deck(event: DealEvent) -> Deck:
    """Return a Deck to reveal, of a finished deal or a rejected one, with all inputs of its shuffle."""
    shuffle = event.shuffle or Shuffle("", (), 0)
    return Deck(
        event.deal,
        event.attempt,
        shuffle.seed,
        shuffle.entropy,
        shuffle.cut,
        event.deck,
        event.refused,
        shuffle.cut_from,
        shuffle.withheld,
    )
