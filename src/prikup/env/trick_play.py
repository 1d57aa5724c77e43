"""Play at many tables by native code; everything specific to a game comes from its rules in Python.

The rules say from which point of a deal on only cards are played (`GameAnalysis.card_players`). From there on, native
code does the work of `Tricks.play` and `Tricks.legal` and updates the columns of the observation that a card changes;
the rules apply every card that may end the deal. Before that point, native code repeats those effects of actions that
do not depend on the hidden cards, once the rules have shown them (`Moments`); the rules apply every other action.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from prikup.env.encoder import ObservationWriter
from prikup.env.moments import MAX_ACTIONS, MAX_SEATS, Moments, PublicMoment, only_cards, public_outcome
from prikup.rules.cards import FIRST_CALL, Action, Card, Seat
from prikup.rules.game import AnyGame, illegal
from prikup.rules.state import Announcement, PrivateNote, State, View, view
from prikup.rules.tricks import Trick

if TYPE_CHECKING:
    from prikup.env.native import Plays

__all__ = ["NativeState", "TrickPlay"]

PlayedTricks = tuple[
    list[tuple[tuple[Seat, ...], tuple[Card, ...], Seat, Card | None]],
    Seat,
    tuple[Seat, ...],
    tuple[Card, ...],
    tuple[int, ...],
    Card | None,
    Seat,
    tuple[int, ...],
]
"""The public changes made by cards that native code played, as a tuple.

In order: the finished tricks, each with the arguments of `Trick`; the turn, line, table, tricks won and lead of the
unfinished trick (fields of `Tricks`); the seat to act; the cards that lie face up.
"""
NativeState = tuple[
    tuple[Announcement, ...],
    tuple[int, ...],
    tuple[tuple[PrivateNote, ...], ...],
    tuple[Card, ...],
    PlayedTricks | None,
]
"""The state of a table in native code.

In order: the announcements (calls, and cards turned up), the hands as bit masks, the notes (private facts of each
seat), the stock (the undealt cards), and the public changes by cards, or None if no cards were played.
"""
Ending = tuple[tuple[int, ...] | None, tuple[Seat, ...], tuple[Announcement, ...]]
"""The facts that decide an outcome: the tricks won by each seat, the winners of the tricks, and all announcements.

The winners are those of the tricks that native code played. The tricks won are None if it played none.
"""
Ended = tuple[int, Any, State[Any] | None]
"""A deal that has ended: the number of its table, its outcome, and its final state (None unless it was requested)."""


class TrickPlay:
    """The states of several tables, some advanced by native code and some by the rules in Python.

    Tables are numbered from 0. For each table, the function `write` writes the observation and the legal actions of the
    player to act, and `actors` gets the seat of this player. With `final_states`, `step` returns ended deals with their
    final states, which takes time.
    """

    def __init__(
        self, game: AnyGame, write: ObservationWriter, actors: NDArray[np.int8], *, final_states: bool = False
    ) -> None:
        self._game, self._moments = game, _moments(game)
        self._native = _native(game, write, self._moments, actors)
        self._write, self._actors, self._has_final_states = write, actors, final_states
        # Up to date only for tables that native code does not advance:
        self._states: list[State[Any]] = [None] * len(actors)  # type: ignore[list-item]  # filled by `begin`
        self._legal: list[tuple[Action, ...]] = [()] * len(actors)
        self._moment_by_table: list[PublicMoment | None] = [None] * len(actors)

    def begin(self, table: int, state: State[Any]) -> None:
        """Start a new deal at the table with this number and write the observation of the player to act.

        `state` is the state after the cards were dealt.
        """
        self._show(table, state, self._moments.find(state.public) if self._native is not None else None)

    def step(self, actions: NDArray[np.int64]) -> list[Ended]:
        """Apply an action at each table, and return the deals that have ended.

        For each table whose deal goes on, write the observation of the player to act. Raise IllegalAction, before any
        table changes, if an action is illegal. `actions` has the action of each table, by number.
        """
        native, numbers = self._native, actions.tolist()
        waiting: list[tuple[int, int | None, Ending | None]] = (
            [(table, None, None) for table in range(len(numbers))] if native is None else native.left(actions)
        )
        outcomes: dict[int, Any] = {}
        for table, number, ending in waiting:  # check all tables before any of them changes
            if number is not None:
                if ending is not None and not self._has_final_states:
                    public = self._moments.numbered[number].public if number >= 0 else self._states[table].public
                    outcome = public_outcome(self._game, public, *ending)
                    if outcome is not None:
                        outcomes[table] = outcome
                        continue
                self._catch_up(table)
            if numbers[table] not in self._legal[table]:
                state = self._states[table]
                raise illegal(self._game, view(state, state.public.actor), numbers[table])
        if native is not None:
            for table, number, said, hand, notes in native.step(actions):
                public = replace(self._moments.numbered[number].public, said=said)
                native.allow(table, self._game.legal(View(public.actor, public, hand, notes)))
        ended = list[Ended]()
        for table, _, _ in waiting:
            if table in outcomes:
                ended.append((table, outcomes[table], None))
                continue
            old_state, action = self._states[table], numbers[table]
            state = self._game.apply_unchecked(old_state, action)
            if native is None:
                next_moment = None
            elif (moment := self._moment_by_table[table]) is not None:
                next_moment = self._moments.after(moment, old_state.public, action, state)
            else:  # an uncommon auction ends in a common state
                next_moment = self._moments.find(state.public)
            if state.public.actor is not None:
                self._show(table, state, next_moment)
            else:
                ended.append((table, self._game.outcome(state), state if self._has_final_states else None))
        return ended

    def _show(self, table: int, state: State[Any], moment: PublicMoment | None) -> None:
        """Set the state of a table and write the observation of the player to act.

        `moment` is the cached public part of the state, with which native code can advance the table; it is None if the
        public part is not cached.
        """
        public, native = state.public, self._native
        actor = public.actor
        self._states[table], self._moment_by_table[table] = state, moment
        if native is not None and moment is not None:
            native.enter(table, moment.number, state)
            if moment.is_asked:
                native.allow(table, self._game.legal(view(state, actor)))
            return
        actor_view = View(actor, public, state.hands[actor], state.notes[actor])
        self._legal[table] = legal = self._game.legal(actor_view)
        if native is None:
            self._write(table, actor_view, legal)
            self._actors[table] = actor
            return
        native.show(table, actor_view, legal, actor)
        if (players := only_cards(self._game, public)) is not None:
            objective = self._game.objective(public)
            native.begin(table, state, players, objective.stops, objective.stops_at)

    def _catch_up(self, table: int) -> None:
        """Update a table's state in Python after native code has advanced it."""
        assert self._native is not None
        number, native_state = self._native.so_far(table)
        public, legal = self._states[table].public, None
        if number >= 0:
            moment = self._moment_by_table[table] = self._moments.numbered[number]
            public, legal = moment.public, moment.legal
        if native_state[-1] is not None:  # cards were played since, and no later state is cached
            self._moment_by_table[table] = None
        self._states[table] = state = with_native_changes(public, native_state)
        self._legal[table] = self._game.legal(view(state, state.public.actor)) if legal is None else legal


_moments = lru_cache(16)(Moments)  # shared by all tables with the same game


def _native(game: AnyGame, write: ObservationWriter, moments: Moments, actors: NDArray[np.int8]) -> "Plays | None":
    """Return the native trick player; None if native code was not built or `write` is not the native writer.

    Return None also if the game has more seats or actions than native code has room for. `moments` is the game's cache
    of public states; `actors` is the array to which the seats to act are written.
    """
    try:
        from prikup.env import native
    except ImportError:  # package built without a compiler
        return None
    if not isinstance(write, native.Writer):
        return None
    if game.seats > MAX_SEATS or FIRST_CALL + len(game.calls) > MAX_ACTIONS:
        return None
    if moments.native is None:
        moments.native = native.Moments(write)
    return native.Plays(write, moments.native, actors, game.trick_count)


def with_native_changes(public: Any, native_state: NativeState) -> State[Any]:
    """Return the state of a table that native code has advanced, from `native_state`, the table's state in native code.

    `public` is the public part of the state before the cards that native code played.
    """
    said, hands, notes, stock, played_tricks = native_state
    if played_tricks is None:
        return State(replace(public, said=said), hands, notes, stock)
    tricks, turn, line, table, tricks_won, lead, actor, face_up = played_tricks
    past = (*public.tricks.past, *[Trick(*trick) for trick in tricks])
    new_tricks = replace(public.tricks, turn=turn, line=line, table=table, won=tricks_won, past=past, lead=lead)
    new_public = replace(public, said=said, turn=turn, actor=actor, tricks=new_tricks, shown=face_up)
    return State(new_public, hands, notes, stock)
