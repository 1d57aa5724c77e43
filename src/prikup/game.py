"""What a game is: the protocol every rules file fulfils, and the loop that plays any of them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from prikup.cards import Card, Suit, cards
from prikup.errors import Reason, reason
from prikup.sheet import Row, Totals
from prikup.state import Action, P, Seat, State, View, view, with_public
from prikup.tricks import Goal

__all__ = [
    "AnyGame",
    "Cell",
    "Cells",
    "Contest",
    "Format",
    "Game",
    "Given",
    "Kind",
    "Next",
    "Player",
    "Record",
    "Redeal",
    "Settled",
    "Standing",
    "Void",
    "agreed",
    "asks",
    "play",
    "playable",
    "refusal",
]

C = TypeVar("C")
S = TypeVar("S", bound=Struct)


class Standing(Struct, Generic[C], frozen=True):
    """The match as a deal begins: the number of the deal (from 1), who deals, the sheet's totals (by column,
    then by side), and what the game carries from deal to deal."""

    deal: int
    dealer: Seat
    totals: Totals
    carry: C


class Redeal(Struct, frozen=True):
    """The rules refuse a deck; `shown` are the cards that everybody was shown to prove it, by seat."""

    reason: Reason
    shown: tuple[int, ...] = ()


class Void(Struct, frozen=True, tag="void"):
    """An outcome: the deal counts for nothing and the same dealer deals again."""

    reason: Reason


class Settled(Struct, frozen=True):
    """How a deal ends by agreement: so many further tricks to each seat, or a concession by some seats."""

    tricks: tuple[int, ...] = ()
    conceded: tuple[Seat, ...] = ()


class Contest(Struct, frozen=True):
    """What the tricks of a deal are played for: the seats whose tricks count together, and what everybody wants of
    tricks. A seat that does not play is on no side. `one`: who plays against all others, even if each of them counts
    his tricks for himself. `leader_again`: who plays first to the tricks that the stock's cards lead leads the next
    one too, whoever took the last of them."""

    sides: tuple[tuple[Seat, ...], ...]
    goal: Goal
    one: Seat | None = None
    leader_again: bool = False

    @classmethod
    def each(cls, seats: tuple[Seat, ...], goal: Goal, *, leader_again: bool = False) -> "Contest":
        """Everybody for himself."""
        return cls(tuple((seat,) for seat in seats), goal, leader_again=leader_again)

    @classmethod
    def against(cls, one: Seat, seats: tuple[Seat, ...], goal: Goal, *, together: bool) -> "Contest":
        """One of those who play against the others, whose tricks count together or each for himself."""
        others = tuple(seat for seat in seats if seat != one)
        return cls(((one,), others) if together else ((one,), *((seat,) for seat in others)), goal, one)


class Next(Struct, Generic[C], frozen=True):
    """What follows a deal: who deals next, what is carried, and the winning sides once the match is over. A deal that
    does not count is dealt again under its number."""

    dealer: Seat
    carry: C
    winners: tuple[int, ...] = ()
    counts: bool = True


class Cell(Struct, frozen=True, gc=False):
    """A place where unseen cards lie: how many, and which of them may lie there. `seat` owns a hand or a discard."""

    place: Literal["hand", "stock", "discard"]
    seat: Seat | None
    size: int
    allowed: int


Cells = tuple[Cell, ...]


class Game(Protocol[P]):
    """The rules of one game under one set of options.

    `rules` is the version of the rules, raised when an old log would end differently; `sides` are the seats
    that score together; `calls` are the names of actions 52, 53, …; `sealed` are the phases in which each seat acts
    once, from the dealer's next to the dealer, unseen by the others, so that a table may take their actions in any
    order: what a seat may do in such a phase depends on nothing that is done in it.
    """

    name: str
    rules: int
    seats: int
    sides: tuple[tuple[Seat, ...], ...]
    pack: tuple[Card, ...]
    calls: tuple[str, ...]
    sealed: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def options(self) -> Any:
        """The game's own frozen options."""

    @property
    def opening(self) -> Totals:
        """The numbers that the sheet of a match begins with, by column and side."""

    def deal(self, deck: tuple[Card, ...], standing: Standing[Any]) -> State[P] | Redeal:
        """The state after dealing a deck (top first), or why the rules refuse it."""

    def legal(self, view: View[P]) -> tuple[Action, ...]:
        """What the viewer may do now; () unless the viewer is the actor."""

    def why(self, view: View[P], action: Action) -> Reason:
        """The rule that forbids an action that is not legal."""

    def apply(self, state: State[P], action: Action) -> State[P]:
        """The state after the actor's action, which must be legal: this is the trusted door."""

    def seen(self, public: P, action: Action, seat: Seat | None) -> Action | None:
        """What `seat` (None: a spectator) may be told of an action about to be applied; None: only that it was."""

    def settle(self, state: State[P], settled: Settled) -> State[P] | Reason:
        """The finished state after an agreement (`agreed` makes it), or why the rules do not know such an agreement."""

    def outcome(self, state: State[P]) -> Any:
        """What happened in a finished deal, in the score sheet's words; or a Void."""

    def headline(self, public: P) -> tuple[Reason, ...]:
        """The facts of the deal that everybody keeps in mind: contract, declarer, targets."""

    def contest(self, public: P) -> Contest:
        """Who plays with whom, and for most tricks or for fewest, once the tricks have begun."""

    def unknown(self, view: View[P]) -> Cells:
        """Where each card the viewer has not seen may lie."""

    def possible(self, view: View[P], state: State[P]) -> bool:
        """Whether a filling of the cells agrees with what the viewer saw, as far as cells cannot say it."""

    def start(self) -> Any:
        """What the first deal of a match carries."""

    def row(self, outcome: Any, standing: Standing[Any]) -> Row:
        """What an outcome writes on the sheet: the one place that scores."""

    def next(self, outcome: Any, standing: Standing[Any], row: Row) -> Next[Any]:
        """What follows an outcome; `standing` is the one before it, `row` what it wrote."""

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """What each side has won or lost if the match stopped now, in points of the game: exact, adding up to zero."""


def asks(public: S, phase: str, seat: Seat | None, **changes: Any) -> S:
    """The public part with `seat` to act in `phase`, and other changes."""
    return replace(public, phase=phase, turn=seat, actor=seat, **changes)


def agreed(state: State[Any], **changes: Any) -> State[Any]:
    """The state that an agreement ends, with other changes: those who play lay their hands open."""
    public = state.public
    hands = zip(state.hands, public.shown, strict=True)
    shown = tuple(hand if seat in public.tricks.seats else open_ for seat, (hand, open_) in enumerate(hands))
    return with_public(state, asks(public, "over", None, shown=shown, **changes))


def playable(view: View[Any]) -> tuple[Card, ...]:
    """The cards the actor may play to the trick now, from his own hand or an exposed one."""
    public = view.public
    return cards(public.tricks.legal(view.hand if public.turn == view.seat else public.shown[public.turn]))


def refusal(view: View[Any], action: Action, legal: tuple[Action, ...]) -> Reason | None:
    """Why an action is not legal, as far as every game agrees; None where the game itself must say."""
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


class Given(Struct, frozen=True):
    """A deal of a `Record`: its deck (top first), what was done in it, and the further tricks of each seat if it ended
    by agreement."""

    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    agreed: tuple[int, ...] = ()


class Record(Struct, frozen=True):
    """A match as notations of other programs tell it: house rules, names by seat, who dealt first, and the deals that
    are finished. `differs` is what a file that was read says otherwise than the rules do."""

    options: Any
    names: tuple[str, ...]
    dealer: Seat
    deals: tuple[Given, ...]
    differs: tuple[Reason, ...] = ()


class Format(Struct, frozen=True):
    """A notation of other programs. `known(text)`: whether a file is written in it; `read` raises BadText and
    BadOptions for what cannot be read or played."""

    known: Callable[[str], bool]
    read: Callable[[str], Record]
    write: Callable[[Record], str]


class Kind(Struct, frozen=True):
    """All that the registry knows of a game.

    `build(options)` makes the Game; the first of `presets` is the default; `public`, `carry` and `outcome` are
    its types; `rule(game, seed)` makes the rule-of-thumb player; `words` is the folder of its .ftl files;
    `formats` are the notations of other programs that it reads and writes, by name; `contracts` are the calls that
    name what is played: its trump and its level, which is 0 where there is but one; `expected(game, totals)` is what
    each side will have won or lost when the match is over, on average, where that is not what it has won so far.
    """

    build: Callable[[Any], AnyGame]
    presets: Mapping[str, Any]
    public: type
    outcome: type
    rule: Callable[[Any, int], Player]
    words: Path
    formats: Mapping[str, Format] = {}
    contracts: Mapping[Action, tuple[Suit | None, int]] = {}
    expected: Callable[[AnyGame, Totals], tuple[float, ...]] | None = None


def play(game: AnyGame, state: State[Any], players: tuple[Player, ...]) -> State[Any]:
    """Play a deal to its end: the loop that bots, the environment, the server and analysis share."""
    while (seat := state.public.actor) is not None:
        state = game.apply(state, players[seat](view(state, seat)))
    return state
