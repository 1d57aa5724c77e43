"""A game: the class that every rules file fills in, and the loop that plays it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from prikup.cards import Action, Card, Seat, Suit, cards, mask
from prikup.contest import Contest, OpenContract
from prikup.errors import BadOutcome, Reason, reason
from prikup.form import Choice, Form
from prikup.role import Role
from prikup.sheet import Line, Row, Totals, score
from prikup.state import P, State, View, moved, placed, view, with_public
from prikup.tricks import Tricks

__all__ = [
    "AnyGame",
    "Cell",
    "Cells",
    "Claimable",
    "Game",
    "Next",
    "Player",
    "Redeal",
    "Refusal",
    "Settled",
    "Standing",
    "Void",
    "agreed",
    "asks",
    "by_options",
    "claimable",
    "common_reason",
    "dealt_to",
    "open_partners",
    "play",
]

A = ParamSpec("A")
C = TypeVar("C")
R = TypeVar("R")
S = TypeVar("S", bound=Struct)


class Standing(Struct, Generic[C], frozen=True):
    """The match as a deal begins.

    `deal` is its number (from 1), `dealer` deals it, `totals` are the sheet's (by column, then by side), and `carry` is
    what the game carries from deal to deal.
    """

    deal: int
    dealer: Seat
    totals: Totals
    carry: C


class Redeal(Struct, frozen=True):
    """The rules refuse a deck; `shown` are the cards that everybody was shown to prove it, by seat."""

    reason: Reason
    shown: tuple[int, ...] = ()


class Refusal(Struct, frozen=True):
    """A rule that refuses decks: those with all of these `cards` at some of these `places`, and none `without` there.

    Places are counted from the top of the deck, from 0. `shows` is the seat whose hand lies at the places and is shown
    to prove it, None where nothing is shown.
    """

    reason: Reason
    places: tuple[int, ...]
    cards: tuple[Card, ...]
    without: tuple[Card, ...] = ()
    shows: Seat | None = None

    def fits(self, deck: tuple[Card, ...]) -> bool:
        """Return whether the rule refuses this deck."""
        places = self.places
        for card in self.cards:
            if deck.index(card) not in places:  # so nearly always the first card
                return False
        return not any(deck.index(card) in places for card in self.without)


class Void(Struct, frozen=True, tag="void"):
    """An outcome: the deal counts for nothing and the same dealer deals again."""

    reason: Reason


class Settled(Struct, frozen=True):
    """The end of a deal by agreement: further tricks to each seat, or a concession by some seats."""

    tricks: tuple[int, ...] = ()
    conceded: tuple[Seat, ...] = ()


class Claimable(Struct, frozen=True):
    """The tricks that a player can claim for their `side`: up to `most` of those `left`; `wanted` is their wish."""

    side: tuple[Seat, ...]
    wanted: int
    most: int
    left: int


class Next(Struct, Generic[C], frozen=True):
    """The step after a deal: who deals next, and what is carried.

    A deal that does not count is dealt again under its number.
    """

    dealer: Seat
    carry: C
    counts: bool = True


class Cell(Struct, frozen=True, gc=False):
    """A place where unseen cards lie: how many, and which of them may lie there. `seat` owns a hand or a discard."""

    place: Literal["hand", "stock", "discard"]
    seat: Seat | None
    size: int
    allowed: int


Cells = tuple[Cell, ...]


class Game(ABC, Generic[P]):
    """The rules of one game under one set of options.

    A game is this class with what is its own: each of its phases is a method of that name, which takes the state, its
    public part and the action and returns the state after it; `choices` says what may be done in it. The phase `play`
    (a card is played to a trick) and the phase `over` (the deal has ended) are the same in every game.

    `name` is the game's folder, with hyphens; `rules` is the version of the rules, raised when an old log would end
    differently; `seats` is the number of players and `tricks` that of the tricks of a deal; `calls` are the names of
    the actions 52, 53, …; `columns` are the columns of the sheet. `hidden` are the phases in which an action is known
    to its actor alone; `sealed` are those in which each seat acts once, from the dealer's next to the dealer, unseen by
    the others, so that a table may take their actions in any order: what a seat may do in such a phase depends on
    nothing that is done in it. `contracts` are the calls that name what is played: its trump and its level, which is 0
    where there is but one. `roles` name what a seat may have been in a deal, in the order in which statistics tell
    them. `carry` is what the first deal of a match carries, beside the sheet.
    """

    name: str
    rules: int = 1
    seats: int
    tricks: int
    pack: tuple[Card, ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    contracts: Mapping[Action, tuple[Suit | None, int]] = {}
    roles: tuple[Reason, ...] = ()
    carry: Any = None
    options: Any

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that score together; each for itself where a game says nothing else."""
        return tuple((seat,) for seat in range(self.seats))

    @cached_property
    def opening(self) -> Totals:
        """The numbers that the sheet of a match begins with, by column and side."""
        return ((0,) * len(self.sides),) * len(self.columns)

    # The deal

    @abstractmethod
    def deal(self, deck: tuple[Card, ...], standing: Standing[Any]) -> State[P] | Redeal:
        """Return the state after dealing a deck (top first), or why the rules refuse it."""

    def refusals(self, deal: int, dealer: Seat) -> tuple[Refusal, ...]:
        """Return the rules that refuse decks of a deal of this number; none where a game says nothing else.

        Where several refuse a deck, the first of them is told.
        """
        return ()

    def refused(self, deck: tuple[Card, ...], standing: Standing[Any]) -> Redeal | None:
        """Return why the rules refuse a deck; None if they take it."""
        for rule in self.refusals(standing.deal, standing.dealer):
            if rule.fits(deck):
                hand = mask(map(deck.__getitem__, rule.places))
                shown = () if rule.shows is None else placed((0,) * self.seats, rule.shows, hand)
                return Redeal(rule.reason, shown)
        return None

    @abstractmethod
    def choices(self, view: View[P]) -> tuple[Action, ...]:
        """Return what the viewer, who is the actor, may do in a phase other than `play`."""

    def legal(self, view: View[P]) -> tuple[Action, ...]:
        """Return what the viewer may do now; () unless the viewer is the actor."""
        public: Any = view.public
        if view.seat is None or view.seat != public.actor:
            return ()
        if public.phase != "play":
            return self.choices(view)
        return cards(public.tricks.legal(view.hand if public.turn == view.seat else public.shown[public.turn]))

    def why(self, view: View[P], action: Action) -> Reason:
        """Return the rule that forbids an action that is not legal."""
        return common_reason(view, action, self.legal(view)) or reason("not-now")

    def apply(self, state: State[P], action: Action) -> State[P]:
        """Return the state after the actor's action, which must be legal: this is the trusted door."""
        public = state.public
        if public.phase == "play":  # as nearly always: straight to it
            return self.play(state, public, action)
        after: State[P] = getattr(self, public.phase)(state, public, action)
        return after

    def play(self, state: State[P], public: Any, card: Action) -> State[P]:
        """Play a card to the trick, out of the hand whose turn it is."""
        hands, tricks = moved(state.hands, card, public.turn), public.tricks.play(card)
        if self.ended(public, tricks):
            return State(asks(public, "over", None, tricks=tricks), hands, state.notes, state.stock)
        turn = tricks.turn
        return State(replace(public, turn=turn, actor=turn, tricks=tricks), hands, state.notes, state.stock)

    def card_players(self, public: P) -> tuple[Seat, ...] | None:
        """Return who plays each seat's cards from now to the end of the deal, once only cards of tricks are to come.

        Return None while the rules may still step in between: ask somebody for a word, turn a card or lay a hand open.
        It is asked in the phase `play`. A game that plays cards in its own way says it itself: else nothing is known.
        """
        usual = type(self).play is Game.play and type(self).legal is Game.legal
        return tuple(range(self.seats)) if usual else None

    def ended(self, public: P, tricks: Tricks) -> bool:
        """Return whether the deal ends with these tricks; after all of them where a game says nothing else."""
        return len(tricks.past) == self.tricks

    def seen(self, public: P, action: Action, seat: Seat | None) -> Action | None:
        """Return an action about to be applied, as far as `seat` (None: a spectator) may know it.

        Return None if they may know only that there was one.
        """
        return None if public.phase in self.hidden and seat != public.actor else action

    def meaning(self, view: View[P], call: Action) -> tuple[Reason, ...]:
        """Return what a call that the viewer may make now brings and costs, in the numbers that the sheet would write.

        First a few words to stand beside the call, then sentences; () for a call that means no more than it says.
        """
        return ()

    def glossary(self, call: Action) -> tuple[Reason, ...]:
        """Return what a call means in any deal under these house rules, told as a `meaning`; () if it is not made."""
        return ()

    @abstractmethod
    def headline(self, public: P) -> tuple[Reason, ...]:
        """Return the facts of the deal that everybody keeps in mind: contract, declarer, targets."""

    @abstractmethod
    def contest(self, public: P) -> Contest:
        """Return who plays with whom, and for most tricks or for fewest, once the tricks have begun."""

    @cached_property
    def open_contracts(self) -> tuple[OpenContract, ...]:
        """The contracts that can be analysed with all hands open, in the order offered; none if a game says nothing."""
        return ()

    # The end

    def settle(self, state: State[P], settled: Settled) -> State[P] | Reason:
        """Return the finished state after an agreement, or why the rules do not know such an agreement.

        They know a split of the tricks that are left, and no concession, where a game says nothing else.
        """
        public = state.public
        if settled.conceded:
            return reason("no-concession")
        if public.tricks is None or public.turn is None:
            return reason("no-tricks-yet" if public.tricks is None else "deal-over")
        tricks, contest, split = public.tricks, self.contest(public), settled.tricks
        ends = len(split) == len(tricks.won) and contest.ends(tricks.won, split)
        if ends and (played := contest.played_of(tricks.won, split)) != split:
            if len(contest.stops) > 1:
                return reason("split-ends-play", players=contest.stops, tricks=sum(played))
            split = played
        after = tricks.settled(split, self.tricks, ends=ends)
        return after if isinstance(after, Reason) else agreed(state, tricks=after)

    @abstractmethod
    def outcome(self, state: State[P]) -> Any:
        """Return what happened in a finished deal, in the score sheet's words; or a Void."""

    # The match

    @abstractmethod
    def row(self, outcome: Any, standing: Standing[Any]) -> Row:
        """Return what an outcome writes on the sheet: the one place that scores.

        Raise BadOutcome for what no deal can come to.
        """

    @abstractmethod
    def next(self, outcome: Any, standing: Standing[Any], row: Row) -> Next[Any]:
        """Return what follows an outcome; `standing` is the one before it, `row` what it wrote."""

    @abstractmethod
    def winners(self, before: Standing[Any], after: Standing[Any], outcome: Any) -> tuple[int, ...]:
        """Return the sides that have won the match; () while it goes on.

        `before` and `after` are the standings around an outcome (`after.deal` is the number of the deal that would come
        next), or around what a person wrote on the sheet by hand, which has none (None).
        """

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return what each side has won or lost if the match stopped now, in points of the game.

        The numbers are exact and add up to zero. The first column is the score where a game says nothing else.
        """
        return score(totals)

    def roles_of(self, line: Line) -> tuple[Role, ...]:
        """Return the role of each seat in a deal, by what the sheet says of it; () where there is nothing to tell.

        Its outcome is neither a Void nor a correction by hand.
        """
        return ()

    def expected(self, totals: Totals) -> tuple[Fraction | float, ...]:
        """Return what each side will have won or lost when the match is over, on average.

        This is what it has won so far where a game knows no better.
        """
        return self.settlement(totals)

    # The scorer for a real table

    def form(self, standing: Standing[Any]) -> Form:
        """Ask what happened in a deal, and return its outcome: only what the sheet needs and nothing else decides.

        Raises BadOutcome for a game that has no questions: its outcomes are typed field by field.
        """
        raise BadOutcome(reason("form-none"))

    def fault(self, standing: Standing[Any]) -> Form:
        """Ask what went wrong in a deal, misdeal or revoke, and return the outcome that the rules make of it.

        They know a misdeal alone, which writes nothing, where a game says nothing else.
        """
        yield Choice(reason("form-fault"), ("misdeal",))
        return Void(reason("misdealt"))

    def summary(self, outcome: Any, dealer: Seat) -> tuple[Reason, ...]:
        """Return what came of a deal, for the list of a scored match: the result first, then who did what.

        The outcome is no Void; it need not be possible with this dealer. () if a game says nothing else.
        """
        return ()

    def outlook(self, standing: Standing[Any]) -> tuple[Reason, ...]:
        """Return the facts that a table keeps in mind before a deal: who sits out, what is owed, how far it is."""
        return ()

    def broken_off(self, totals: Totals) -> tuple[Reason, ...]:
        """Return what a table that breaks a match off writes on its paper, beside the settlement."""
        return ()

    @property
    def carried(self) -> tuple[str, ...]:
        """The fields of the carry that these options use, which a match begun on paper has to tell."""
        return ()

    def refuses(self, totals: Totals, carry: Any) -> Reason | None:
        """Return why no match can stand so, as far as the rules can tell; None where it can."""
        return None

    def overfull(self, totals: Totals) -> Reason | None:
        """Return why no correction by hand may leave the boxes so, whatever the players agree on; None where it may."""
        return None

    # What is unknown

    @abstractmethod
    def unknown(self, view: View[P]) -> Cells:
        """Return where each card that the viewer has not seen may lie."""

    def possible(self, view: View[P], state: State[P]) -> bool:
        """Return whether a filling of the cells agrees with what the viewer saw, as far as cells cannot say it."""
        return True


def by_options(function: Callable[Concatenate[Any, A], R]) -> Callable[Concatenate[Any, A], R]:
    """Return a method of a Game that is this function of the game's options and the method's own arguments."""

    def method(self: AnyGame, /, *arguments: A.args, **named: A.kwargs) -> R:
        return function(self.options, *arguments, **named)

    return method


def asks(public: S, phase: str, seat: Seat | None, **changes: Any) -> S:
    """Return the public part with `seat` to act in `phase`, and other changes."""
    return replace(public, phase=phase, turn=seat, actor=seat, **changes)


def agreed(state: State[Any], **changes: Any) -> State[Any]:
    """Return the state that an agreement ends, with other changes: those who play lay their hands open."""
    public = state.public
    hands = zip(state.hands, public.shown, strict=True)
    shown = tuple(hand if seat in public.tricks.seats else open_ for seat, (hand, open_) in enumerate(hands))
    return with_public(state, asks(public, "over", None, shown=shown, **changes))


def common_reason(view: View[Any], action: Action, legal: tuple[Action, ...]) -> Reason | None:
    """Return why an action is not legal, as far as every game agrees; None where the game itself must say."""
    public = view.public
    if public.actor is None:
        return reason("deal-over")
    if view.seat != public.actor:
        return reason("not-your-turn", seat=public.actor)
    if action >= 52:
        return reason("play-a-card") if max(legal) < 52 else None
    if min(legal) >= 52:
        return reason("say-a-call")
    hand = view.hand if public.turn == view.seat else public.shown[public.turn]
    if not hand >> action & 1:
        return reason("not-in-hand", card=action)
    if public.phase == "play":
        why: Reason = public.tricks.why(hand)
        return why
    return None


AnyGame = Game[Any]
Player = Callable[[View[Any]], Action]


def dealt_to(game: AnyGame, standing: Standing[Any]) -> tuple[Seat | None, ...]:
    """Return the seats that the cards of a deck are dealt to, by place from the top; None: to no hand."""
    pack = sorted(game.pack)
    for top in range(len(pack)):
        deck = tuple(pack[top:] + pack[:top])
        state = game.deal(deck, standing)
        if not isinstance(state, Redeal):
            owner = {card: seat for seat, hand in enumerate(state.hands) for card in cards(hand)}
            return tuple(map(owner.get, deck))
    raise AssertionError("the rules refuse every deck")


def claimable(game: AnyGame, seen: View[Any]) -> Claimable | None:
    """Return what the viewer can claim; None where they hold no cards to play, or there are no tricks to play for."""
    public = seen.public
    tricks: Tricks | None = public.tricks
    if tricks is None or public.turn is None or seen.seat not in tricks.seats or not seen.hand:
        return None
    contest = game.contest(public)
    own = next(side for side in contest.sides if seen.seat in side)
    left = game.tricks - tricks.done
    most = min(left, contest.until_end(tricks.won)) if seen.seat in contest.stops else left
    return Claimable(own, most if contest.goal == "most" else 0, most, left)


def open_partners(game: AnyGame, seen: View[Any]) -> tuple[Seat, ...]:
    """Return the seats whose hands lie open and who play on the viewer's side, who may point at their cards.

    All who play against one are on one side here, even if each counts their tricks apart. A hand is not among them
    while somebody else is asked for its cards.
    """
    public = seen.public
    tricks: Tricks | None = public.tricks
    if public.phase != "play" or tricks is None or seen.seat not in tricks.seats:
        return ()
    contest = game.contest(public)
    side = next(side for side in contest.sides if seen.seat in side)
    if contest.one not in (None, seen.seat):
        side = tuple(seat for seat in tricks.seats if seat != contest.one)
    return tuple(
        seat
        for seat in side
        if seat != seen.seat and public.shown[seat] and (public.turn != seat or public.actor == seat)
    )


def play(game: AnyGame, state: State[Any], players: tuple[Player, ...]) -> State[Any]:
    """Play a deal to its end: the loop that bots, the environment, the server and analysis share."""
    while (seat := state.public.actor) is not None:
        state = game.apply(state, players[seat](view(state, seat)))
    return state
