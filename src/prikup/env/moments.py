"""A cache of the public states of deals that follow from an action whatever the hidden cards are.

The public state is the part of a deal that all seats see. Many calls in auctions and declarations lead to such states.
The rules themselves show which do: an action is applied once with a placeholder for hands, notes and stock. If the
rules return a new state without using the placeholder, and move no card, the new public state holds for any cards. It
is then reused at every table with the same public history.
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from prikup.rules.cards import Action, Seat, is_call
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View, replace_public

if TYPE_CHECKING:
    from prikup.env import native

__all__ = ["Moments", "PublicMoment", "only_cards"]

MAX_STATES = 8192
"""The maximum number of public states cached for a game; later states are not cached."""


class _HiddenCards:
    """A placeholder for hidden cards, which can only be passed on; any other use of it raises TypeError.

    So it shows whether the rules need the cards to apply an action.
    """

    def __getattr__(self, name: str) -> Any:
        raise TypeError("hidden cards are not available in a public moment")

    def __bool__(self) -> bool:
        raise TypeError("hidden cards are not available in a public moment")

    def __eq__(self, other: object) -> bool:
        raise TypeError("hidden cards are not available in a public moment")


UNSEEN: Any = _HiddenCards()


class PublicMoment(Struct, eq=False, gc=False):
    """A cached public state of a deal, from which native code or another table can continue.

    - `legal` has the legal actions; it is None if they depend on the cards of the player to act.
    - `number` is the state's index in native code, or None if native code does not have it.
    - `after` maps each call to the next cached state, or to None if the next state depends on the cards.
    - `alike` maps each call whose next state depends on the cards (and 0, which stands for any card played) to a next
      state that occurred before. This state is used again when an equal one occurs.
    - `once` has the calls made at least once so far (0 for a card).
    """

    public: Any
    legal: tuple[Action, ...] | None
    number: int | None
    after: dict[Action, "PublicMoment | None"]
    alike: dict[Action, "PublicMoment | None"]
    once: set[Action]


class Moments:
    """The cache of public states for one game; it contains states of the first deals of matches only.

    The state after an action is computed and cached when the same action occurs for the second time. `native`, if
    available, has the states whose legal actions native code can find. These legal actions are stored with the state,
    or follow from the actor's cards by the rules of tricks. `numbered` has these states by their number in native code.
    """

    def __init__(self, game: AnyGame) -> None:
        self.native: native.Moments | None = None
        self.numbered = list[PublicMoment]()
        self._game = game
        self._first: dict[Any, PublicMoment | None] = {}
        self._count = 0

    def first(self, public: Any) -> PublicMoment | None:
        """Return the cached state at the start of a deal; None if it is not cached.

        `public` is the public part of the state after the deal. Only the first deal of a match is cached, and only
        while the cache has free capacity.
        """
        if public.match.deal > 1:  # later deals rarely start with totals that occurred before
            return None
        try:
            return self._first[public]
        except KeyError:
            moment = self._first[public] = self._create_moment(public)
            return moment

    def after(self, moment: PublicMoment, action: Action, state: State[Any]) -> tuple[State[Any], PublicMoment | None]:
        """Apply a legal action to `state`; return the new state and its cached public part.

        `moment` is the cached public part of `state`. The returned cached part is None if the new public state is not
        cached.
        """
        call_key = action if is_call(action) else 0
        if call_key not in moment.once:
            moment.once.add(call_key)
            return self._game.apply_unchecked(state, action), None
        if is_call(action):
            try:
                next_moment = moment.after[action]
            except KeyError:
                next_moment = self._compute_successor(moment, action)
            if next_moment is not None:
                return replace_public(state, next_moment.public), next_moment
        new_state = self._game.apply_unchecked(state, action)
        if call_key not in moment.alike:
            moment.alike[call_key] = self._create_moment(new_state.public)
        similar_moment = moment.alike[call_key]
        return (
            new_state,
            similar_moment if similar_moment is not None and similar_moment.public == new_state.public else None,
        )

    def _compute_successor(self, moment: PublicMoment, action: Action) -> PublicMoment | None:
        """Compute the cached state that follows `moment` after an action, if it is the same for any cards.

        Return None if it depends on the cards, if the action moves cards, or if the state cannot be cached.
        """
        next_moment = None
        try:
            new_state: State[Any] = self._game.apply_unchecked(State(moment.public, UNSEEN, UNSEEN, UNSEEN), action)
        except TypeError:
            pass
        else:
            if all(part is UNSEEN for part in (new_state.hands, new_state.notes, new_state.stock)):
                next_moment = self._create_moment(new_state.public)
        moment.after[action] = next_moment
        number, next_number = moment.number, None if next_moment is None else next_moment.number
        if self.native is not None and number is not None and next_number is not None:
            self.native.follow(number, action, next_number)
        return next_moment

    def _create_moment(self, public: Any) -> PublicMoment | None:
        """Add the public state `public` to the cache and return it as a PublicMoment.

        Return None if the cache is full, or if cards are already being played to tricks but the rules may still
        interrupt this, for example with a call.
        """
        players = only_cards(self._game, public)
        if self._count == MAX_STATES or (public.phase == "play" and players is None):
            return None
        self._count += 1
        try:
            legal = self._game.legal(View(public.actor, public, UNSEEN, UNSEEN))
        except TypeError:
            legal = None
        moment = PublicMoment(public, legal, None, {}, {}, set())
        if self.native is not None and public.actor is not None and (legal is not None or players is not None):
            number = moment.number = self.native.keep(View(public.actor, public, 0, ()), legal or (), public.actor)
            self.numbered.append(moment)
            if players is not None:
                objective = self._game.objective(public)
                self.native.only_cards(number, public, players, objective.stops, objective.stops_at)
        return moment


def only_cards(game: AnyGame, public: Any) -> tuple[Seat, ...] | None:
    """Return, for each seat, the seat that plays its cards if only cards remain to be played; else None.

    The two seats differ if a partner plays an open hand. `public` is the public part of the state.
    """
    return game.analysis.card_players(public) if public.phase == "play" else None
