"""Native trick play for many tables, while only cards remain to be played.

The rules of a game stay the single source for everything specific to it: they say from when on only cards are played
(`Game.card_players`), and they apply each card that may end the deal and each action that is no card of a trick. In
between, native code does the work of `Tricks.play` and `Tricks.legal` and updates the columns that a card changes.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from prikup.env.encoder import ObservationWriter
from prikup.env.moments import Moments, PublicMoment, only_cards
from prikup.rules.cards import Action, Card, Seat
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View, view, with_public
from prikup.rules.tricks import Trick

if TYPE_CHECKING:
    from prikup.env.native import Plays

__all__ = ["Following", "PlayedTricks"]

PlayedTricks = tuple[
    list[tuple[tuple[Seat, ...], tuple[Card, ...], Seat, Card | None]],
    Seat,
    tuple[Seat, ...],
    tuple[Card, ...],
    tuple[int, ...],
    Card | None,
    Seat,
    tuple[int, ...],
    tuple[int, ...],
]
"""The changes made by natively played cards.

In order: the tricks finished; turn, line, table, tricks won and lead of the unfinished trick; the actor; the hands; the
open hands.
"""


class Following:
    """The states of several tables, some advanced by native code and some by the rules in Python.

    The observation, legal actions and seat of each table's actor are written to arrays. `states` and `legal` are valid
    only for tables that need the rules, after `waiting` has returned them.
    """

    def __init__(self, game: AnyGame, write: ObservationWriter, actors: NDArray[np.int8]) -> None:
        self._game, self._moments = game, _moments(game)
        self._native = _native(game, write, self._moments, actors)
        self._write, self._actors = write, actors
        self.states: list[State[Any]] = [None] * len(actors)  # type: ignore[list-item]  # filled by `show`
        self.legal: list[tuple[Action, ...]] = [()] * len(actors)
        self._at: list[PublicMoment | None] = [None] * len(actors)

    def begin(self, at: int, state: State[Any]) -> None:
        """Start a new deal at a table and write its actor's observation."""
        self.show(at, state, self._moments.first(state.public) if self._native is not None else None)

    def show(self, at: int, state: State[Any], moment: PublicMoment | None = None) -> None:
        """Write the observation of a table's actor in a new state.

        `moment` is the state's cached public part, if there is one.
        """
        public, native = state.public, self._native
        actor = public.actor
        self.states[at], self._at[at] = state, moment
        if native is not None and moment is not None and moment.number is not None:
            native.enter(at, moment.number, state.hands, state.notes)
            return
        seen = View(actor, public, state.hands[actor], state.notes[actor])
        self.legal[at] = legal = self._game.legal(seen)
        if native is None:
            self._write(at, seen, legal)
            self._actors[at] = actor
            return
        native.show(at, seen, legal, actor)
        if (players := only_cards(self._game, public)) is not None:
            contest = self._game.contest(public)
            native.begin(at, state, players, contest.stops, contest.stops_at)

    def waiting(self, actions: NDArray[np.int64]) -> list[int]:
        """Return the tables whose action must be applied by the rules; at all others the action is legal."""
        if self._native is None:
            return list(range(len(self.states)))
        tables = self._native.left(actions)
        for at, moment in tables:
            if moment is not None:
                self._catch_up(at, moment, self._native.so_far(at))
        return [at for at, _ in tables]

    def play(self, actions: NDArray[np.int64]) -> None:
        """Apply the actions at all tables that native code advances."""
        if self._native is not None:
            self._native.step(actions)

    def after(self, at: int, action: Action) -> tuple[State[Any], PublicMoment | None]:
        """Return the state after a legal action at a waiting table, and its cached public part if there is one."""
        state, before = self.states[at], self._at[at]
        if self._native is None or before is None:
            return self._game.apply(state, action), None
        return self._moments.after(before, action, state)

    def _catch_up(self, at: int, moment: int, played: PlayedTricks | None) -> None:
        """Update a table's Python state from native code, which has advanced its public part, its cards, or both."""
        state = self.states[at]
        if moment >= 0:
            now = self._at[at] = self._moments.numbered[moment]
            state, self.legal[at] = with_public(state, now.public), now.legal or ()
        if played is not None:
            state, self._at[at] = caught_up(state, played), None
            self.legal[at] = self._game.legal(view(state, state.public.actor))
        self.states[at] = state


_moments = lru_cache(16)(Moments)  # shared by all tables with the same game


def _native(game: AnyGame, write: ObservationWriter, moments: Moments, actors: NDArray[np.int8]) -> "Plays | None":
    """Return the native player; None if there is no native code or rows are not written natively."""
    try:
        from prikup.env import native
    except ImportError:  # package built without a compiler
        return None
    if not isinstance(write, native.Writer):
        return None
    if moments.native is None:
        moments.native = native.Moments(write)
    return native.Plays(write, moments.native, actors, game.tricks)


def caught_up(state: State[Any], played: PlayedTricks) -> State[Any]:
    """Return a state after the cards that native code has played."""
    tricks, turn, line, table, won, lead, actor, hands, shown = played
    public = state.public
    past = (*public.tricks.past, *[Trick(*trick) for trick in tricks])
    after = replace(public.tricks, turn=turn, line=line, table=table, won=won, past=past, lead=lead)
    return State(replace(public, turn=turn, actor=actor, tricks=after, shown=shown), hands, state.notes, state.stock)
