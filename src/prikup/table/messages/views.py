"""What one receiver is told: pure functions from what is so to the messages of `protocol`.

A receiver is a seat, or None for a spectator. Whatever he is told of a deal is made of his own View, of `Game.seen` and
of what `prikup.narration` tells him; nothing here looks at other hands, notes or the stock.

In a sealed phase (`Game.sealed`) a seat may act before its turn comes. The table keeps such an action; `sealed` are all
actions of that phase by seat, those that lie at the table and those that the game knows.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import LEVELS
from prikup.errors import Reason
from prikup.game import AnyGame, asks
from prikup.games import GAMES
from prikup.history.log import Act, Dealt, Log
from prikup.narration import Step, asked, steps, told, undone
from prikup.options import fields, options_text, value_text
from prikup.state import Action, Seat, State, View, view, watch, with_public
from prikup.table.protocol import Clock, Deck, Moved, Refused, Sheet, Update, Welcome, Wondered
from prikup.text_forms import refused

__all__ = [
    "Moment",
    "Receiver",
    "acted",
    "addressed",
    "deck",
    "laying",
    "moment",
    "refusal",
    "sheet",
    "still",
    "update",
    "welcome",
    "wondered",
]

Receiver = Seat | None


class Moment(Struct, frozen=True):
    """A deal at one version and what led there: all that `update` needs, and what is the same for every receiver.
    `moment` makes it."""

    game: AnyGame
    n: int
    state: State[Any]
    did: tuple[Reason, ...]
    steps: tuple[Step, ...]
    known: tuple[Seat, ...]
    undone: tuple[Step, ...]
    sealed: Mapping[Seat, Action]
    clock: Clock | None
    asked: tuple[Seat, ...]
    facts: tuple[Reason, ...]
    best: Seat | None


def moment(
    game: AnyGame,
    n: int,
    state: State[Any],
    *,
    did: tuple[Reason, ...] = (),
    steps: tuple[Step, ...] = (),
    known: Collection[Seat] = (),
    undone: tuple[Step, ...] = (),
    sealed: Mapping[Seat, Action] | None = None,
    clock: Clock | None = None,
) -> Moment:
    """The deal at version `n`, in this state.

    `did` is told to everybody, before the rest; `steps` is what was done since the last version, `known` the seats
    among them whose actions were told when they were laid; `undone` is what was taken back, the last of it first.
    """
    public, sealed = state.public, sealed or {}
    waits: tuple[Seat, ...] = (public.actor,) if public.actor is not None else ()
    if public.phase in game.sealed:
        waits = tuple(seat for seat in range(game.seats) if seat not in sealed)
    best = public.tricks.best if public.tricks else None
    facts = game.headline(public)
    return Moment(game, n, state, did, steps, tuple(known), undone, sealed, clock, waits, facts, best)


def still(now: Moment) -> Moment:
    """The same for somebody who has just come: nothing has happened before his eyes."""
    return replace(now, did=(), steps=(), known=(), undone=())


def update(now: Moment, receiver: Receiver) -> Update:
    """The deal as `receiver` may see it, and what he may know of what has just happened."""
    game, state = now.game, now.state
    mine = addressed(now, receiver)
    return Update(
        now.n,
        _did(now, receiver),
        tuple(_moved(game, step, receiver) for step in now.steps if _moves(now, step)),
        watch(state) if receiver is None else view(state, receiver),
        game.legal(mine),
        now.asked,
        now.facts,
        asked(mine),
        now.best,
        tuple(sorted(now.sealed)),
        now.clock,
        None if receiver is None else now.sealed.get(receiver),
    )


def addressed(now: Moment, receiver: Receiver) -> View[Any]:
    """The View that says what `receiver` may do and why not: his own, and in a sealed phase, as long as he has not
    acted, as if it were his turn."""
    if receiver is None:
        return watch(now.state)
    if receiver in now.asked and now.state.public.actor != receiver:
        return view(_turned(now.state, receiver), receiver)
    return view(now.state, receiver)


def _turned(state: State[Any], seat: Seat) -> State[Any]:
    """The same with another seat to act."""
    return with_public(state, asks(state.public, state.public.phase, seat))


def _moves(now: Moment, step: Step) -> bool:
    """Whether a step is an action that was not told before."""
    return isinstance(step.entry, Act) and step.entry.seat not in now.known


def _moved(game: AnyGame, step: Step, receiver: Receiver) -> Moved:
    assert isinstance(step.entry, Act)
    return Moved(step.entry.seat, game.seen(step.before.public, step.entry.act, receiver))


def _did(now: Moment, receiver: Receiver) -> tuple[Reason, ...]:
    did = now.did
    for step in now.undone:
        did += undone(now.game, step, receiver)
    for step in now.steps:
        sentences = told(now.game, step, receiver, spoken=True)
        # The first of them is the deed itself: of one that was laid before, only what follows from it is new.
        did += sentences if _moves(now, step) or not isinstance(step.entry, Act) else sentences[1:]
    return did


# Sealed phases


def laying(state: State[Any], seat: Seat, action: Action) -> Step:
    """The step of an action laid before its turn has come: the game does not know it yet, and nothing changes."""
    asking = _turned(state, seat)
    return Step(asking, Act(seat, action), asking)


def acted(log: Log) -> dict[Seat, Action]:
    """What the game knows of the sealed phase that is being played, by seat; nothing in any other phase."""
    known: dict[Seat, Action] = {}
    if log.state is None or log.state.public.phase not in log.game.sealed:
        return known
    for step in steps(log):
        if isinstance(step.entry, Act) and step.before.public.phase == log.state.public.phase:
            known[step.entry.seat] = step.entry.act
    return known


# Refusals


def refusal(now: Moment, receiver: Receiver, action: Action, command: str = "") -> Refused:
    """Why an action that is not legal for `receiver`, sent under the id `command`, was not done, and what he may do."""
    mine = addressed(now, receiver)
    return Refused(refused(now.game, mine, action).reason, command, now.game.legal(mine))


def wondered(now: Moment, receiver: Receiver, action: Action) -> Wondered:
    """The rule that forbids `receiver` an action now, if there is one."""
    mine = addressed(now, receiver)
    legal = action in now.game.legal(mine)
    return Wondered(now.n, action, None if legal else refused(now.game, mine, action).reason)


# The table, the sheet, the decks


def welcome(
    table: str,
    game: AnyGame,
    *,
    deals: int,
    absent: Literal["wait", "bot", "vote"],
    clock: tuple[int, int] | None,
    presets: tuple[str, ...] | None,
) -> Welcome:
    """What never changes at a table; `presets` are the chat's, None for a table without one."""
    options = game.options
    return Welcome(
        table,
        game.name,
        options_text(GAMES[game.name].presets, options),
        {field.name: value_text(getattr(options, field.name)) for field in fields(type(options))},
        game.sides,
        game.calls,
        game.columns,
        game.pack,
        deals,
        absent,
        clock,
        presets is not None,
        presets or (),
        LEVELS,
    )


def sheet(log: Log) -> Sheet:
    """The score sheet as it stands."""
    written, game = log.match.sheet, log.game
    sides = range(len(game.sides))
    history = tuple(tuple(written.history(column, side) for side in sides) for column in written.columns)
    settlement = tuple(map(_share, game.settlement(written.totals)))
    return Sheet(written.lines, written.totals, history, settlement, log.match.winners)


def _share(share: Fraction) -> str:
    """`+6 2/3`, `-1/3`, `0`."""
    whole, rest = divmod(abs(share), 1)
    text = " ".join(str(part) for part in (whole, rest) if part) or "0"
    return text if not share else ("+" if share > 0 else "-") + text


def deck(dealt: Dealt) -> Deck:
    """A deck of a deal that is over, or that the rules refused, with everything that made it."""
    shuffle = dealt.shuffle
    if shuffle is None:
        return Deck(dealt.deal, dealt.attempt, "", (), 0, dealt.deck, dealt.refused)
    return Deck(dealt.deal, dealt.attempt, shuffle.seed, shuffle.entropy, shuffle.cut, dealt.deck, dealt.refused)
