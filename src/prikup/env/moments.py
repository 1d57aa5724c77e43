"""Moments of a deal, and which of them follow from what is public alone: auctions, declarations, whists.

The rules say it: they are asked once, with nothing in the place of hands, notes and stock. Where they come to an answer
all the same, and move no card, it holds whatever the cards are, and at every table where the same has been said.
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from prikup.cards import Action, Seat
from prikup.game import AnyGame
from prikup.state import State, View, with_public

if TYPE_CHECKING:
    from prikup.env import native

__all__ = ["Moment", "Moments", "only_cards"]

MOST = 8192
"""The moments that are kept: those that came first."""


class _Unseen:
    """The value in the place of cards: it answers nothing, for it knows no operation at all."""

    def __getattr__(self, name: str) -> Any:
        raise TypeError("Nobody knows the cards here.")

    def __bool__(self) -> bool:
        raise TypeError("Nobody knows the cards here.")

    def __eq__(self, other: object) -> bool:
        raise TypeError("Nobody knows the cards here.")


UNSEEN: Any = _Unseen()


class Moment(Struct, eq=False, gc=False):
    """One moment of a deal, by what everybody sees.

    `legal` is what may be done, None where that takes the actor's cards; `number` is what native code knows the moment
    by, None where it does not. `after` are the moments that follow by some calls, None for those of which the cards
    decide; `alike` are such as have followed one of those, or a card (0). `once` are the calls that were made once, and
    0 for a card.
    """

    public: Any
    legal: tuple[Action, ...] | None
    number: int | None
    after: dict[Action, "Moment | None"]
    alike: dict[Action, "Moment | None"]
    once: set[Action]


class Moments:
    """The moments of the first deals of matches, as far as the rules of a game have been asked for them.

    They are asked when something comes the second time. `native`, where there is native code, knows those at which it
    can say what is legal: here, or by the rules of tricks from the actor's cards.
    """

    def __init__(self, game: AnyGame) -> None:
        self.native: native.Moments | None = None
        self.numbered = list[Moment]()
        self._game = game
        self._first: dict[Any, Moment | None] = {}
        self._count = 0

    def first(self, public: Any) -> Moment | None:
        """Return the moment with which a deal begins; None if it is not kept."""
        if public.match.deal > 1:  # the same totals hardly come again
            return None
        try:
            return self._first[public]
        except KeyError:
            moment = self._first[public] = self._made(public)
            return moment

    def after(self, moment: Moment, action: Action, state: State[Any]) -> tuple[State[Any], Moment | None]:
        """Return the state after a legal action in a state of a moment, and its moment if that is kept."""
        done = action if action >= 52 else 0
        if done not in moment.once:
            moment.once.add(done)
            return self._game.apply(state, action), None
        if action >= 52:
            try:
                known = moment.after[action]
            except KeyError:
                known = self._followed(moment, action)
            if known is not None:
                return with_public(state, known.public), known
        after = self._game.apply(state, action)
        if done not in moment.alike:
            moment.alike[done] = self._made(after.public)
        alike = moment.alike[done]
        return after, alike if alike is not None and alike.public == after.public else None

    def _followed(self, moment: Moment, action: Action) -> Moment | None:
        """Return the moment after an action, whatever the cards are; None where they decide, or are moved."""
        known = None
        try:
            after: State[Any] = self._game.apply(State(moment.public, UNSEEN, UNSEEN, UNSEEN), action)
        except TypeError:
            pass
        else:
            if all(part is UNSEEN for part in (after.hands, after.notes, after.stock)):
                known = self._made(after.public)
        moment.after[action] = known
        before, then = moment.number, None if known is None else known.number
        if self.native is not None and before is not None and then is not None:
            self.native.follow(before, action, then)
        return known

    def _made(self, public: Any) -> Moment | None:
        """Return a new moment, if there is room for it; none of a play in which the rules may step in at every card."""
        players = only_cards(self._game, public)
        if self._count == MOST or (public.phase == "play" and players is None):
            return None
        self._count += 1
        try:
            legal = self._game.legal(View(public.actor, public, UNSEEN, UNSEEN))
        except TypeError:
            legal = None
        moment = Moment(public, legal, None, {}, {}, set())
        if self.native is not None and public.actor is not None and (legal is not None or players is not None):
            number = moment.number = self.native.keep(View(public.actor, public, 0, ()), legal or (), public.actor)
            self.numbered.append(moment)
            if players is not None:
                contest = self._game.contest(public)
                self.native.only_cards(number, public, players, contest.stops, contest.stops_at)
        return moment


def only_cards(game: AnyGame, public: Any) -> tuple[Seat, ...] | None:
    """Return who plays each seat's cards, where only cards of tricks are to come; else None."""
    return game.card_players(public) if public.phase == "play" else None
