"""Cache of public states of a deal whose successors do not depend on the cards: auctions, declarations, whists.

The rules themselves show which these are: they are applied once with a placeholder for hands, notes and stock. If they
return a result without touching the placeholder, and move no card, the result holds for any cards, at every table with
the same public history.
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
"""Maximum number of cached states; the first ones are kept."""


class _HiddenCards:
    """A placeholder for hidden cards; any operation on it raises TypeError."""

    def __getattr__(self, name: str) -> Any:
        raise TypeError("Nobody knows the cards here.")

    def __bool__(self) -> bool:
        raise TypeError("Nobody knows the cards here.")

    def __eq__(self, other: object) -> bool:
        raise TypeError("Nobody knows the cards here.")


UNSEEN: Any = _HiddenCards()


class PublicMoment(Struct, eq=False, gc=False):
    """A public state of a deal.

    `legal` are the legal actions, None if they depend on the actor's cards. `number` is its index in native code, None
    if it is not there. `after` maps calls to the next state, None if that depends on the cards. For those calls, and
    for cards (key 0), `alike` holds one successor that occurred; it is reused when the same one occurs again. `once`
    are the calls made once so far (0 for a card).
    """

    public: Any
    legal: tuple[Action, ...] | None
    number: int | None
    after: dict[Action, "PublicMoment | None"]
    alike: dict[Action, "PublicMoment | None"]
    once: set[Action]


class Moments:
    """The public states of matches' first deals that have been computed for one game.

    A successor is computed when the same action occurs for the second time. `native`, if available, holds the states
    whose legal actions it can determine: they are stored with the state, or follow from the actor's cards by the rules
    of tricks.
    """

    def __init__(self, game: AnyGame) -> None:
        self.native: native.Moments | None = None
        self.numbered = list[PublicMoment]()
        self._game = game
        self._first: dict[Any, PublicMoment | None] = {}
        self._count = 0

    def first(self, public: Any) -> PublicMoment | None:
        """Return the cached state at the start of a deal; None if it is not cached."""
        if public.match.deal > 1:  # the same totals rarely occur again
            return None
        try:
            return self._first[public]
        except KeyError:
            moment = self._first[public] = self._create_moment(public)
            return moment

    def after(self, moment: PublicMoment, action: Action, state: State[Any]) -> tuple[State[Any], PublicMoment | None]:
        """Return the state after a legal action, and its cached public part if there is one."""
        call_key = action if is_call(action) else 0
        if call_key not in moment.once:
            moment.once.add(call_key)
            return self._game.apply(state, action), None
        if is_call(action):
            try:
                next_moment = moment.after[action]
            except KeyError:
                next_moment = self._compute_successor(moment, action)
            if next_moment is not None:
                return replace_public(state, next_moment.public), next_moment
        new_state = self._game.apply(state, action)
        if call_key not in moment.alike:
            moment.alike[call_key] = self._create_moment(new_state.public)
        similar_moment = moment.alike[call_key]
        return (
            new_state,
            similar_moment if similar_moment is not None and similar_moment.public == new_state.public else None,
        )

    def _compute_successor(self, moment: PublicMoment, action: Action) -> PublicMoment | None:
        """Compute the successor by an action for any cards; None if it depends on them or moves cards."""
        next_moment = None
        try:
            new_state: State[Any] = self._game.apply(State(moment.public, UNSEEN, UNSEEN, UNSEEN), action)
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
        """Create a cached state; None if the cache is full or the rules may interrupt the card play."""
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
    """Return the player of each seat's cards if only cards remain to be played; else None."""
    return game.analysis.card_players(public) if public.phase == "play" else None
