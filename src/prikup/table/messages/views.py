"""Build the messages about the cards for one receiver, as pure functions of the state of the table.

A receiver is a seat, or None for a spectator. A message about a deal is made only of the receiver's own View,
`Game.seen` and `prikup.narration`; except for `_laid_open`, nothing here reads other hands, notes or the undealt cards.
"""

from collections.abc import Collection, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.history.log import Act, Dealt, Log, taken_back
from prikup.history.shuffle import Shuffle
from prikup.narration import NarratedStep, asked, told, undone
from prikup.rules.call_explanations import glossary, meanings
from prikup.rules.cards import Card
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame, claimable, open_partners
from prikup.rules.options import fields, options_text, value_text
from prikup.rules.score_sheet import share
from prikup.rules.state import Action, Seat, State, View, view, watch
from prikup.rules.tricks import Trick
from prikup.table.fixed_deal import Origin
from prikup.table.protocol import Clock, Deck, Moved, Sheet, Update, Welcome
from prikup.table.sealed_actions import asked_early
from prikup.worlds.located_cards import traced

__all__ = ["Receiver", "UpdateContext", "deck", "moment", "question", "sheet", "still", "update", "welcome"]

Receiver = Seat | None


class UpdateContext(Struct, frozen=True):
    """A deal at one version and what led there: the input of `update` that is the same for every receiver."""

    game: AnyGame
    n: int
    state: State[Any]
    steps: tuple[NarratedStep, ...]
    known: tuple[Seat, ...]
    undone: tuple[NarratedStep, ...]
    sealed: Mapping[Seat, Action]
    clock: Clock | None
    asked: tuple[Seat, ...]
    facts: tuple[Reason, ...]
    best: Seat | None
    line: tuple[Trick, ...]


def moment(
    game: AnyGame,
    n: int,
    state: State[Any],
    *,
    steps: tuple[NarratedStep, ...] = (),
    known: Collection[Seat] = (),
    undone: tuple[NarratedStep, ...] = (),
    sealed: Mapping[Seat, Action] | None = None,
    clock: Clock | None = None,
    line: tuple[Trick, ...] = (),
) -> UpdateContext:
    """Return the deal at version `n`, in this state.

    `steps` were done since the last version, and `known` are the seats among them whose actions were announced when
    they were placed; `undone` were taken back, the last one first; `sealed` are all actions of the sealed phase by
    seat. `line` are the tricks that a claim has left unplayed, under best play: it reveals all hands.
    """
    public, sealed = state.public, sealed or {}
    waits: tuple[Seat, ...] = (public.actor,) if public.actor is not None else ()
    if public.phase in game.sealed:
        waits = tuple(seat for seat in range(game.seats) if seat not in sealed)
    best = public.tricks.best if public.tricks else None
    facts = game.headline(public)
    return UpdateContext(game, n, state, steps, tuple(known), undone, sealed, clock, waits, facts, best, line)


def still(now: UpdateContext) -> UpdateContext:
    """Return the same without its steps, for a receiver who has just joined."""
    return replace(now, steps=(), known=(), undone=(), line=())


def update(now: UpdateContext, receiver: Receiver, *, may_act: bool = True, open_hands: bool = False) -> Update:
    """Return the Update of a receiver: the deal as they may see it, and what they may know of the latest steps.

    With `may_act` false, because a computer player plays for the seat, the receiver is asked for no decision. With
    `open_hands` all hands are face up for the receiver; their legal actions and the sentences stay the same.
    """
    game = now.game
    seen = _seen(now, receiver)
    asking = question(now, seen) if may_act and receiver in now.asked else None
    legal = game.legal(asking) if asking else ()
    return Update(
        now.n,
        _did(now, receiver),
        tuple(_moved(game, step, receiver) for step in now.steps if _moves(now, step)),
        _laid_open(now, seen) if open_hands else seen,
        legal,
        now.asked,
        now.facts,
        asked(asking) if asking else (),
        now.best,
        tuple(sorted(now.sealed)),
        now.clock,
        None if receiver is None else now.sealed.get(receiver),
        claimable(game, seen),
        open_partners(game, seen),
        meanings=meanings(game, asking, legal) if asking else (),
        traced=() if open_hands else traced(game, seen),
        line=now.line,
    )


def question(now: UpdateContext, seen: View[Any]) -> View[Any]:
    """Return the View by which its receiver decides: with their turn brought forward in a sealed phase."""
    early = seen.seat is not None and seen.seat in now.asked and now.state.public.actor != seen.seat
    return asked_early(seen, seen.seat) if early and seen.seat is not None else seen


def _seen(now: UpdateContext, receiver: Receiver) -> View[Any]:
    return watch(now.state) if receiver is None else view(now.state, receiver)


def _laid_open(now: UpdateContext, seen: View[Any]) -> View[Any]:
    """Return a View in which the hands of all other seats are face up."""
    shown = tuple(up if seat == seen.seat else now.state.hands[seat] for seat, up in enumerate(seen.public.shown))
    return replace(seen, public=replace(seen.public, shown=shown))


def _moves(now: UpdateContext, step: NarratedStep) -> bool:
    """Return whether a step is an action that was not announced before."""
    return isinstance(step.entry, Act) and step.entry.seat not in now.known


def _moved(game: AnyGame, step: NarratedStep, receiver: Receiver) -> Moved:
    assert isinstance(step.entry, Act)
    return Moved(step.entry.seat, game.seen(step.before.public, step.entry.act, receiver))


def _did(now: UpdateContext, receiver: Receiver) -> tuple[Reason, ...]:
    did: tuple[Reason, ...] = ()
    for step in now.undone:
        did += undone(now.game, step, receiver)
    for step in now.steps:
        sentences = told(now.game, step, receiver, spoken=True)
        # The first sentence is the action itself: if it was announced before, only the rest is new.
        did += sentences if _moves(now, step) or not isinstance(step.entry, Act) else sentences[1:]
    return did + _takers(now.line)


def _takers(line: tuple[Trick, ...]) -> tuple[Reason, ...]:
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
) -> Welcome:
    """Return the Welcome message; `presets` are the chat's, None for a table without chat."""
    options, kind = game.options, GAMES[game.name]
    return Welcome(
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


def sheet(log: Log) -> Sheet:
    """Return the current score sheet."""
    written, game = log.match.sheet, log.game
    settlement = tuple(map(share, game.settlement(written.totals)))
    return Sheet(written.lines, written.totals, settlement, log.match.winners, taken_back(log.events))


def deck(dealt: Dealt) -> Deck:
    """Return a Deck to reveal, of a finished deal or a rejected one, with all inputs of its shuffle."""
    made = dealt.shuffle or Shuffle("", (), 0)
    return Deck(
        dealt.deal,
        dealt.attempt,
        made.seed,
        made.entropy,
        made.cut,
        dealt.deck,
        dealt.refused,
        made.cut_from,
        made.withheld,
    )
