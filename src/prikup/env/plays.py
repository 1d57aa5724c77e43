"""Cards played to tricks natively, at the tables where nothing but cards is to come.

The rules of a game remain the one statement of all that is its own: they say from when on a play is such
(`Game.card_players`), they play the card that may end the deal, and all that is no card of a trick. In between native
code does what `Tricks.play` and `Tricks.legal` do, and writes the columns that a card changes.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from prikup.cards import Action, Card, Seat
from prikup.env.encoder import Write
from prikup.env.moments import Moment, Moments, only_cards
from prikup.game import AnyGame
from prikup.state import State, View, view, with_public
from prikup.tricks import Trick

if TYPE_CHECKING:
    from prikup.env.native import Plays

__all__ = ["Following", "Played"]

Played = tuple[
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
"""The changes that cards have made: the tricks that were played; the turn, the line, the table, the tricks won and the
lead of the unfinished trick; the actor; the hands, and those that lie open."""


class Following:
    """The states of some tables: those that native code follows, and those that wait for the rules.

    What the players to act see, may do, and who they are, is written into arrays. `states` and what is `legal` are
    those of the tables that wait for the rules, once it was asked which do (`waiting`).
    """

    def __init__(self, game: AnyGame, write: Write, actors: NDArray[np.int8]) -> None:
        self._game, self._moments = game, _moments(game)
        self._native = _native(game, write, self._moments, actors)
        self._write, self._actors = write, actors
        self.states: list[State[Any]] = [None] * len(actors)  # type: ignore[list-item]  # until they are shown
        self.legal: list[tuple[Action, ...]] = [()] * len(actors)
        self._at: list[Moment | None] = [None] * len(actors)

    def begin(self, at: int, state: State[Any]) -> None:
        """Write what the player to act at a table sees and may do, now that it was dealt there."""
        self.show(at, state, self._moments.first(state.public) if self._native is not None else None)

    def show(self, at: int, state: State[Any], moment: Moment | None = None) -> None:
        """Write what the player to act at a table sees and may do, at a moment that is kept or at another."""
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
        """Return the tables at which these actions are for the rules; at all others they are legal."""
        if self._native is None:
            return list(range(len(self.states)))
        tables = self._native.left(actions)
        for at, moment in tables:
            if moment is not None:
                self._catch_up(at, moment, self._native.so_far(at))
        return [at for at, _ in tables]

    def play(self, actions: NDArray[np.int64]) -> None:
        """Do what was chosen at all tables that do not wait for the rules."""
        if self._native is not None:
            self._native.step(actions)

    def after(self, at: int, action: Action) -> tuple[State[Any], Moment | None]:
        """Return the state after a legal action at a table that waits, and its moment if that is kept."""
        state, before = self.states[at], self._at[at]
        if self._native is None or before is None:
            return self._game.apply(state, action), None
        return self._moments.after(before, action, state)

    def _catch_up(self, at: int, moment: int, played: Played | None) -> None:
        """Take a table over from native code, which came to a moment, or has played cards, or both."""
        state = self.states[at]
        if moment >= 0:
            now = self._at[at] = self._moments.numbered[moment]
            state, self.legal[at] = with_public(state, now.public), now.legal or ()
        if played is not None:
            state, self._at[at] = caught_up(state, played), None
            self.legal[at] = self._game.legal(view(state, state.public.actor))
        self.states[at] = state


_moments = lru_cache(16)(Moments)  # all tables at which the same game is played share them


def _native(game: AnyGame, write: Write, moments: Moments, actors: NDArray[np.int8]) -> "Plays | None":
    """Return what plays cards natively where rows are written so; None without native code."""
    try:
        from prikup.env import native
    except ImportError:  # built without a compiler
        return None
    if not isinstance(write, native.Writer):
        return None
    if moments.native is None:
        moments.native = native.Moments(write)
    return native.Plays(write, moments.native, actors, game.tricks)


def caught_up(state: State[Any], played: Played) -> State[Any]:
    """Return a state after the cards that native code has played."""
    tricks, turn, line, table, won, lead, actor, hands, shown = played
    public = state.public
    past = (*public.tricks.past, *[Trick(*trick) for trick in tricks])
    after = replace(public.tricks, turn=turn, line=line, table=table, won=won, past=past, lead=lead)
    return State(replace(public, turn=turn, actor=actor, tricks=after, shown=shown), hands, state.notes, state.stock)
