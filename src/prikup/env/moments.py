"""A cache of the public states of deals, and of the effects of actions that do not depend on the hidden cards.

The public state is the part of a deal that all seats see. Many calls, discards and gifts of cards lead to a public
state that does not depend on the hidden cards. To find out which actions do so, the rules apply an action once to
placeholders for the hands, the notes (private facts of a seat, such as its discard) and the stock (the undealt cards).
Placeholders only record that a known card moves or that a note is added; any other use of them raises TypeError. If the
rules return a new state without such an error, the action leads to the same public state, and moves the same card, at
every table with the same public state.

Earlier announcements (calls made, and cards turned up) are a placeholder as well: in most phases the rules add
announcements (`prikup.rules.state.add_announcements`) and neither read nor count them. So tables share a public state
even if their earlier announcements differ. In a phase whose rules read earlier announcements, or add announcements in
another way, tables share a public state only if all announcements are equal.
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from prikup.rules.cards import Action, Card, Seat
from prikup.rules.game import AnyGame
from prikup.rules.phase import hand_cards
from prikup.rules.state import Announcement, PrivateNote, State, View

if TYPE_CHECKING:
    from prikup.env import native

__all__ = ["MAX_ACTIONS", "MAX_SEATS", "Moments", "PublicMoment", "Step", "only_cards", "public_outcome"]

MAX_STATES = 8192
"""The maximum number of public states cached for a game; later states are not cached."""
MAX_SEATS = 8
"""The maximum number of seats of a game that native code can play (`SEATS` in `kernel/plays.hpp`)."""
MAX_ACTIONS = 256
"""The maximum number of actions of a game that native code can play (`MAX_ACTIONS` in `kernel/plays.hpp`)."""
OCCURRENCES = 4
"""The number of occurrences after which a public state is cached, or the effect of an action is traced.

To trace an effect is to apply the action to placeholders for hidden cards; it takes as long as a few plain actions.
"""
MAX_COUNTED = 65536
"""The maximum number of public states whose occurrences are counted; beyond it, all counts start again from 0."""


class _Hidden:
    """A placeholder for hidden cards, which can only be passed on; any other use of it raises TypeError.

    So applying an action to it shows whether the rules need to know the cards.
    """

    def __getattr__(self, name: str) -> Any:
        raise TypeError("hidden cards are not available in a public moment")

    @property  # type: ignore[misc]  # raises on purpose
    def __class__(self) -> Any:  # else `isinstance` would return False
        raise TypeError("hidden cards are not available in a public moment")

    def __bool__(self) -> bool:
        raise TypeError("hidden cards are not available in a public moment")

    def __eq__(self, other: object) -> bool:
        raise TypeError("hidden cards are not available in a public moment")


UNSEEN: Any = _Hidden()


class _Hand(_Hidden):
    """A placeholder for the hand of a seat, which records changes of the hand.

    `toggled` are known cards that were added or removed by an exclusive or; `added` are cards added after that. Both
    are bit masks.
    """

    def __init__(self, seat: Seat, toggled: int = 0, added: int = 0) -> None:
        self.seat, self.toggled, self.added = seat, toggled, added

    def __xor__(self, cards: int) -> "_Hand":
        return NotImplemented if self.added else _Hand(self.seat, self.toggled ^ cards)

    def __or__(self, cards: int) -> "_Hand":
        return _Hand(self.seat, self.toggled, self.added | cards)


class _Notes(_Hidden):
    """A placeholder for the notes of a seat, which records the notes added.

    A note is a private fact that the seat knows, such as its discard.
    """

    def __init__(self, seat: Seat, added: tuple[PrivateNote, ...] = ()) -> None:
        self.seat, self.added = seat, added

    def __add__(self, notes: tuple[PrivateNote, ...]) -> "_Notes":
        return _Notes(self.seat, self.added + notes)


class _Said(_Hidden):
    """A placeholder for all announcements so far, which records the announcements added.

    An announcement is a call or a card turned up.
    """

    def __init__(self, added: tuple[Announcement, ...] = ()) -> None:
        self.added = added

    def __add__(self, announcements: tuple[Announcement, ...]) -> "_Said":
        return _Said(self.added + announcements)


class _PastTrick(_Hidden):
    """A placeholder for a finished trick, of which only the winner is known."""

    def __init__(self, winner: Seat) -> None:
        self.winner = winner


SAID: Any = _Said()
_PAST_TRICKS: Any = tuple(map(_PastTrick, range(MAX_SEATS)))
Change = tuple[Seat, int, int, tuple[PrivateNote, ...]]
"""The changes of one seat: the seat, the cards toggled in its hand, the cards then added to it, and the new notes.

Cards are toggled by an exclusive or of bit masks. A note is a private fact that the seat knows, such as its discard.
"""


class Step(Struct, eq=False, gc=False):
    """The effect of an action, which is the same whatever the hidden cards and the earlier announcements are.

    - `after` is the cached public state after the action.
    - `said` has the announcements (calls, and cards turned up) that the action adds.
    - `changes` has the seats whose hands or notes (private facts, such as a discard) change, with their changes.
    - `stock` has the undealt cards after the action; it is None if they do not change.
    """

    after: "PublicMoment"
    said: tuple[Announcement, ...]
    changes: tuple[Change, ...]
    stock: tuple[Card, ...] | None


class PublicMoment(Struct, eq=False, gc=False):
    """A cached public state of a deal, from which native code or another table can continue.

    - `public` is the public state; its announcements are a placeholder (`SAID`) unless its phase needs them.
    - `number` is the state's index in native code.
    - `legal` has the legal actions; it is None if they depend on the cards of the player to act.
    - `is_asked` tells whether the rules have to find the legal actions whenever a table reaches this state.
    - `steps` maps each action to its effect, or to None if the effect depends on the cards.
    - `counts` has the number of occurrences of each action so far.
    """

    public: Any
    number: int = -1
    legal: tuple[Action, ...] | None = None
    is_asked: bool = False
    steps: dict[Action, Step | None] = {}
    counts: dict[Action, int] = {}


class Moments:
    """The cache of public states for one game; it contains states of the first deals of matches only.

    A state is cached once it has occurred a few times, and so is the effect of an action in this state. `native` is a
    copy of the cache in native code, and `numbered` lists the states by their index in this copy. Without native code
    nothing is cached.
    """

    def __init__(self, game: AnyGame) -> None:
        self.native: native.Moments | None = None
        self.numbered = list[PublicMoment]()
        self._game = game
        self._moments: dict[Any, PublicMoment] = {}
        self._phases_with_said = set[str]()
        self._counts = dict[int, int]()

    def find(self, public: Any) -> PublicMoment | None:
        """Return the cached state for the public part of a state; None if it is not cached.

        A state is cached once it has been looked up often enough. Only states of the first deal of a match before its
        first card is played are cached, and only while the cache has free capacity.
        """
        if public.match.deal > 1:  # later deals rarely start with totals that occurred before
            return None
        if public.phase == "play" and (public.tricks.table or public.tricks.past):  # cards rarely recur
            return None
        key = public if public.phase in self._phases_with_said else replace(public, said=())
        moment = self._moments.get(key)
        if moment is None and len(self._moments) < MAX_STATES:
            key_hash = hash(key)
            count = self._counts[key_hash] = self._counts.get(key_hash, 0) + 1
            if count >= OCCURRENCES:
                return self._create_moment(public)
            if len(self._counts) > MAX_COUNTED:
                self._counts.clear()
        return moment

    def after(self, moment: PublicMoment, public: Any, action: Action, new_state: State[Any]) -> PublicMoment | None:
        """Return the cached public part of `new_state`; None if it is not cached.

        `action` has led to this state from `moment`, in a deal with the public state `public`. Once the action has
        occurred often enough at `moment`, also trace and store its effect.
        """
        step = moment.steps.get(action)
        if step is not None:
            return step.after
        next_moment = self.find(new_state.public)
        if next_moment is not None and action not in moment.steps:
            count = moment.counts[action] = moment.counts.get(action, 0) + 1
            if count < OCCURRENCES:
                return next_moment
            step = self._trace(moment.public, action, next_moment)
            if step is None and moment.public.said is SAID and self._trace(public, action, next_moment) is not None:
                self._keep_said(public.phase)
                return next_moment
            moment.steps[action] = step
            if step is not None and self.native is not None:
                self.native.follow(moment.number, action, step.after.number, step.said, step.changes, step.stock)
        return next_moment

    def _trace(self, public: Any, action: Action, next_moment: PublicMoment) -> Step | None:
        """Return the effect of an action in a public state; None if the effect depends on more than the public state.

        `next_moment` is the cached state to which the action has led in one deal.
        """
        seats = range(self._game.seats)
        hands: Any = tuple(map(_Hand, seats))
        notes: Any = tuple(map(_Notes, seats))
        try:
            state: State[Any] = self._game.apply_unchecked(State(public, hands, notes, UNSEEN), action)
            is_same = replace(state.public, said=()) == replace(next_moment.public, said=())
            if next_moment.public.said is not SAID:
                is_same = is_same and state.public.said == next_moment.public.said
            added = _announcements_added(public.said, state.public.said)
        except TypeError:
            return None
        changes = _changes(state.hands, state.notes)
        stock = None if state.stock is UNSEEN else state.stock
        if not is_same or added is None or changes is None or stock not in (None, ()):
            return None
        return Step(next_moment, added, changes, stock)

    def _create_moment(self, public: Any) -> PublicMoment | None:
        """Add a public state to the cache and return it as a PublicMoment.

        Return None without native code, for which alone states are cached. Return None also if cards are already being
        played to tricks but the rules may still interrupt the play, for example with a call.
        """
        game, actor, native = self._game, public.actor, self.native
        if native is None:
            return None
        needs_said = public.phase in self._phases_with_said
        key = public if needs_said else replace(public, said=())
        moment = PublicMoment(public if needs_said else replace(public, said=SAID))
        try:
            players = only_cards(game, moment.public)
            objective = None if players is None else game.objective(moment.public)
        except TypeError:  # the rules read the announcements
            if needs_said:
                raise
            self._keep_said(public.phase)
            return self._create_moment(public)
        if public.phase == "play" and players is None:
            return None
        whole_hand = False
        if actor is not None and players is None:
            whole_hand = game.phases[public.phase].choices is hand_cards
            moment.legal = None if whole_hand else self._public_legal(moment.public)
            moment.is_asked = moment.legal is None and not whole_hand
            if moment.is_asked and not needs_said and self._public_legal(public) is not None:
                self._keep_said(public.phase)
                return self._create_moment(public)
        shown = None if actor is None else View(actor, replace(public, said=()), 0, ())
        moment.number = native.keep(shown, moment.legal, whole_hand)
        self._moments[key] = moment
        self.numbered.append(moment)
        if players is not None and objective is not None:
            native.only_cards(moment.number, public, players, objective.stops, objective.stops_at)
        return moment

    def _keep_said(self, phase: str) -> None:
        """From now on, cache the states of a phase separately for different announcements.

        This is necessary if the rules of the phase read earlier announcements (calls made, and cards turned up).
        """
        self._phases_with_said.add(phase)
        self._moments = {key: moment for key, moment in self._moments.items() if moment.public.phase != phase}
        for moment in self.numbered:
            for action, step in list(moment.steps.items()):
                if step is not None and step.after.public.phase == phase:
                    del moment.steps[action]
                    if self.native is not None:
                        self.native.forget(moment.number, action)

    def _public_legal(self, public: Any) -> tuple[Action, ...] | None:
        """Return the legal actions in a public state; None if they depend on more than this state."""
        try:
            return self._game.legal(View(public.actor, public, UNSEEN, UNSEEN))
        except TypeError:
            return None


def _announcements_added(old: Any, new: Any) -> tuple[Announcement, ...] | None:
    """Return the announcements of `new` that follow those of `old`; None if `new` does not begin with all of `old`.

    Announcements are calls made and cards turned up; both arguments may be placeholders for them.
    """
    if type(old) is _Said:
        return new.added if type(new) is _Said else None
    return new[len(old) :] if new[: len(old)] == old else None


def _changes(hands: Any, notes: Any) -> tuple[Change, ...] | None:
    """Return the changes that the placeholders for hands and notes recorded; None if the rules replaced a placeholder.

    `hands` and `notes` have one placeholder for each seat.
    """
    changes = []
    for seat, (hand, seat_notes) in enumerate(zip(hands, notes, strict=True)):
        if type(hand) is not _Hand or type(seat_notes) is not _Notes or not hand.seat == seat_notes.seat == seat:
            return None
        if hand.toggled or hand.added or seat_notes.added:
            changes.append((seat, hand.toggled, hand.added, seat_notes.added))
    return tuple(changes)


def only_cards(game: AnyGame, public: Any) -> tuple[Seat, ...] | None:
    """Return, for each seat, the seat of the player who plays its cards; None unless only cards remain to be played.

    The two seats differ if a hand lies open and a partner plays it. `public` is the public part of the state.
    """
    return game.analysis.card_players(public) if public.phase == "play" else None


def public_outcome(
    game: AnyGame, public: Any, won: tuple[int, ...] | None, winners: tuple[Seat, ...], said: tuple[Announcement, ...]
) -> Any | None:
    """Return the outcome of a deal; None if it depends on more than the arguments, or if the deal is not over.

    `public` is a public state after which only cards were played, or in which the deal is over. `won` has the tricks
    won by each seat, and `winners` the winners of the tricks played after `public`; `won` is None if no card was
    played. `said` are all announcements.
    """
    try:
        final = replace(public, said=said)
        if won is not None:
            past = (*public.tricks.past, *[_PAST_TRICKS[winner] for winner in winners])
            tricks = replace(public.tricks, turn=UNSEEN, line=UNSEEN, lead=UNSEEN, table=(), won=won, past=past)
            if not game.is_deal_over(public, tricks):
                return None
            shown = (UNSEEN,) * len(public.shown)
            final = replace(final, phase="over", turn=None, actor=None, tricks=tricks, shown=shown)
        return game.outcome(State(final, UNSEEN, UNSEEN, UNSEEN))
    except TypeError:
        return None
