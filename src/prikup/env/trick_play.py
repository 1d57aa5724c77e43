"""Native trick play for many tables, for the part of a deal in which only cards remain to be played.

The rules in Python remain the single source for everything specific to a game. They say from which point on only cards
are played (`GameAnalysis.card_players`). They also apply every card that may end the deal, and every action that is not
a card played to a trick. For all other cards, native code does the work of `Tricks.play` and `Tricks.legal` and updates
the columns of the observation that the card changes.
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
from prikup.rules.state import State, View, replace_public, view
from prikup.rules.tricks import Trick

if TYPE_CHECKING:
    from prikup.env.native import Plays

__all__ = ["PlayedTricks", "TrickPlay"]

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
"""The changes made by cards that native code played.

In order: the finished tricks, each with the arguments of `Trick`; the turn, line, table, tricks won and lead of the
unfinished trick (fields of `Tricks`); the seat to act; the hands; the cards that lie face up.
"""


class TrickPlay:
    """The states of several tables, some advanced by native code and some by the rules in Python.

    Tables are numbered from 0. For each table, the observation and the legal actions are written by `write`, and the
    seat of the player to act is written to `actors`. `states` and `legal` are up to date only for the tables that
    `waiting` has returned.
    """

    def __init__(self, game: AnyGame, write: ObservationWriter, actors: NDArray[np.int8]) -> None:
        self._game, self._moments = game, _moments(game)
        self._native = _native(game, write, self._moments, actors)
        self._write, self._actors = write, actors
        self.states: list[State[Any]] = [None] * len(actors)  # type: ignore[list-item]  # filled by `show`
        self.legal: list[tuple[Action, ...]] = [()] * len(actors)
        self._moment_by_table: list[PublicMoment | None] = [None] * len(actors)

    def begin(self, table: int, state: State[Any]) -> None:
        """Start a new deal at the table with this number and write the observation of the player to act.

        `state` is the state after the cards were dealt.
        """
        self.show(table, state, self._moments.first(state.public) if self._native is not None else None)

    def show(self, table: int, state: State[Any], moment: PublicMoment | None = None) -> None:
        """Set the state of the table with this number and write the observation of the player to act.

        `moment` is the cached public part of the state (`PublicMoment`), with which native code can advance the table;
        it is None if the public part is not cached.
        """
        public, native = state.public, self._native
        actor = public.actor
        self.states[table], self._moment_by_table[table] = state, moment
        if native is not None and moment is not None and moment.number is not None:
            native.enter(table, moment.number, state.hands, state.notes)
            return
        actor_view = View(actor, public, state.hands[actor], state.notes[actor])
        self.legal[table] = legal = self._game.legal(actor_view)
        if native is None:
            self._write(table, actor_view, legal)
            self._actors[table] = actor
            return
        native.show(table, actor_view, legal, actor)
        if (players := only_cards(self._game, public)) is not None:
            objective = self._game.objective(public)
            native.begin(table, state, players, objective.stops, objective.stops_at)

    def waiting(self, actions: NDArray[np.int64]) -> list[int]:
        """Return the tables whose action the rules in Python must apply. At all other tables the action is legal.

        `actions` has an action for each table.
        """
        if self._native is None:
            return list(range(len(self.states)))
        tables = self._native.left(actions)
        for table, moment in tables:
            if moment is not None:
                self._catch_up(table, moment, self._native.so_far(table))
        return [table for table, _ in tables]

    def play(self, actions: NDArray[np.int64]) -> None:
        """Apply the actions at all tables that native code can advance.

        `actions` has an action for each table, by number.
        """
        if self._native is not None:
            self._native.step(actions)

    def after(self, table: int, action: Action) -> tuple[State[Any], PublicMoment | None]:
        """Apply a legal action at a table that `waiting` returned.

        Return the new state and its cached public part (`PublicMoment`); the cached part is None if the public part is
        not cached.
        """
        state, old_moment = self.states[table], self._moment_by_table[table]
        if self._native is None or old_moment is None:
            return self._game.apply_unchecked(state, action), None
        return self._moments.after(old_moment, action, state)

    def _catch_up(self, table: int, moment: int, played_tricks: PlayedTricks | None) -> None:
        """Update a table's state in Python after native code has advanced it.

        `moment` is the number of the last cached public state that native code reached; it is negative if it reached
        none. `played_tricks` are the changes made by the cards played since; they are None if no card was played.
        """
        state = self.states[table]
        if moment >= 0:
            public_moment = self._moment_by_table[table] = self._moments.numbered[moment]
            state, self.legal[table] = replace_public(state, public_moment.public), public_moment.legal or ()
        if played_tricks is not None:
            state, self._moment_by_table[table] = with_played_tricks(state, played_tricks), None
            self.legal[table] = self._game.legal(view(state, state.public.actor))
        self.states[table] = state


_moments = lru_cache(16)(Moments)  # shared by all tables with the same game


def _native(game: AnyGame, write: ObservationWriter, moments: Moments, actors: NDArray[np.int8]) -> "Plays | None":
    """Return the native trick player; None if native code was not built or `write` is not the native writer.

    `moments` is the game's cache of public states; `actors` is the array to which the seats to act are written.
    """
    try:
        from prikup.env import native
    except ImportError:  # package built without a compiler
        return None
    if not isinstance(write, native.Writer):
        return None
    if moments.native is None:
        moments.native = native.Moments(write)
    return native.Plays(write, moments.native, actors, game.trick_count)


def with_played_tricks(state: State[Any], played_tricks: PlayedTricks) -> State[Any]:
    """Return the state after the cards that native code has played.

    `state` is the state before these cards, and `played_tricks` are the changes that they made.
    """
    tricks, turn, line, table, tricks_won, lead, actor, hands, face_up = played_tricks
    public = state.public
    past = (*public.tricks.past, *[Trick(*trick) for trick in tricks])
    new_tricks = replace(public.tricks, turn=turn, line=line, table=table, won=tricks_won, past=past, lead=lead)
    return State(
        replace(public, turn=turn, actor=actor, tricks=new_tricks, shown=face_up), hands, state.notes, state.stock
    )
