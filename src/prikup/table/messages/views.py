"""Build the messages about the cards for one receiver, as pure functions of the table's state.

A receiver is a seat, or None for a spectator. A message about a deal is built only from the receiver's own View, from
`Game.visible_action` and from `prikup.narration`. Except for `_with_open_hands`, nothing in this module accesses other
players' hands or notes, or the undealt cards.
"""

from collections.abc import Collection, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.history.events import ActionEvent, DealEvent, deals_with_undo
from prikup.history.log import Log
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
from prikup.table.protocol.message_parts import Clock, Deck, SeatAction
from prikup.table.protocol.server_messages import SheetMessage, UpdateMessage, WelcomeMessage
from prikup.table.state.sealed_actions import with_early_turn
from prikup.table.table_settings import TurnLimits
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
    """The input of `update` that is the same for every receiver: a deal at one version, and the steps that led there.

    - `game`: the rules of the game.
    - `n`: the version of the table (the number of its stored changes).
    - `state`: the state of the deal.
    - `steps`: the steps of the deal since the last version, such as actions.
    - `announced_seats`: the seats whose actions in `steps` clients know already.
    - `undone_steps`: the steps that were taken back, the last one first.
    - `sealed_actions`: by seat, all actions in the current sealed phase, where no seat sees the actions of the others.
    - `clock`: the state of the clocks, None at a table without clocks.
    - `seats_to_act`: the seats that have to act.
    - `facts`: public facts of the deal, such as the contract.
    - `best`: the seat whose card is winning the trick, None if there is no such card.
    - `line`: after an accepted claim of remaining tricks, a possible play of these tricks; otherwise ().

    The function `update_context` creates the context.
    """

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
    """Return the context of the updates about a deal that is in this `state` at version `n` of the table.

    The version is the number of the table's stored changes.

    - `steps`: the steps of the deal since the last version, such as actions.
    - `announced_seats`: the seats whose actions in `steps` clients know already. These actions were announced when the
      seats placed them before their turn.
    - `undone_steps`: the steps that were taken back, the last one first.
    - `sealed_actions`: by seat, all actions in the current sealed phase, where no seat sees the actions of the others.
    - `clock`: the state of the clocks, None at a table without clocks.
    - `line`: after an accepted claim of remaining tricks, a possible play of these tricks that leads to the claimed
      result. It reveals all hands. It is () in any other case.
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
    """Return a copy of the context without any steps of the deal, for a receiver who needs only the present state.

    Such a receiver is, for example, a client that has just joined.
    """
    return replace(context, steps=(), announced_seats=(), undone_steps=(), line=())


def update(
    context: UpdateContext, receiver: Receiver, *, may_act: bool = True, open_hands: bool = False
) -> UpdateMessage:
    """Return the `UpdateMessage` for a receiver: the deal as they see it, and what they may know of the latest steps.

    `receiver` is a seat, or None for a spectator. `may_act` is false if a computer player plays for the receiver's
    seat, so that the receiver has nothing to decide. With `open_hands` the receiver sees all hands; the legal actions
    and the sentences remain the same.
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
    """Return the View (what one seat may know) on which a receiver bases a decision; `view` is the receiver's own View.

    In a sealed phase, where all seats may act at the same time, the View says that it is the receiver's turn.
    """
    early = view.seat is not None and view.seat in context.seats_to_act and context.state.public.actor != view.seat
    return with_early_turn(view, view.seat) if early and view.seat is not None else view


def _receiver_view(context: UpdateContext, receiver: Receiver) -> View[Any]:
    return watch(context.state) if receiver is None else view(context.state, receiver)


def _with_open_hands(context: UpdateContext, view: View[Any]) -> View[Any]:
    """Return a copy of a View in which the hands of all other seats are face up."""
    face_up = tuple(
        hand if seat == view.seat else context.state.hands[seat] for seat, hand in enumerate(view.public.shown)
    )
    return replace(view, public=replace(view.public, shown=face_up))


def _is_new_action(context: UpdateContext, step: NarratedStep) -> bool:
    """Return whether a step of the deal is an action that clients do not know yet.

    They know an action already if it was announced when its seat placed it before its turn.
    """
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
        # The first sentence describes the action itself: if clients know it already, only the rest is new.
        sentences += (
            step_sentences
            if _is_new_action(context, step) or not isinstance(step.entry, ActionEvent)
            else step_sentences[1:]
        )
    return sentences + _describe_line(context.line)


def _describe_line(line: tuple[Trick, ...]) -> tuple[Reason, ...]:
    """Return a sentence for each seat that takes tricks in `line`, a possible play of the remaining tricks.

    The sentence names the cards that win these tricks.
    """
    winning: dict[Seat, list[Card]] = {}
    for trick in line:
        winning.setdefault(trick.winner, []).append(dict(trick.lying)[trick.winner])
    return tuple(reason("rest-taken", player=seat, actions=tuple(cards)) for seat, cards in winning.items())


# Messages about the table, the score sheet and the decks


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
    minutes: int = 0,
    after: Literal["deal", "round"] = "round",
    turns: TurnLimits | None = None,
) -> WelcomeMessage:
    """Return the `WelcomeMessage` of a table, the first message to a client.

    `table` is the table's id. `presets` are the keys of the prepared lines of its chat, None for a table without chat.
    For the other parameters see `WelcomeMessage`.
    """
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
        minutes,
        after,
        turns,
    )


def sheet(log: Log) -> SheetMessage:
    """Return the message with the current score sheet of a match."""
    score_sheet, game = log.match.sheet, log.game
    settlement = tuple(map(share, game.scoring.settlement(score_sheet.totals)))
    return SheetMessage(
        score_sheet.lines, score_sheet.totals, settlement, log.match.winners, deals_with_undo(log.events)
    )


def deck(event: DealEvent) -> Deck:
    """Return the deck of a finished or rejected deal with all inputs of its shuffle, as clients are sent it.

    With the inputs a client can check the shuffle.
    """
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
