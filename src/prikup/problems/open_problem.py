"""`OpenProblem`: a problem with open hands, with its question, its proved answer and its difficulty."""

from functools import cached_property
from typing import Any, ClassVar

from prikup.problems.problem import Problem
from prikup.problems.themes import THEMES, Asks
from prikup.rules.cards import SUITS, Card, Seat, cards, parse_card
from prikup.rules.text_format import parse_hands
from prikup.rules.tricks import Follow, Goal, Order
from prikup.solver import Position

__all__ = ["OpenProblem"]


class OpenProblem(Problem, frozen=True, kw_only=True):
    """A problem with open hands, in which all cards are visible: the cards, a question and its answer.

    The user plays a card, discards (then the user's hand is longer than the others), or says how many tricks `side`
    takes.

    - `hands`: the hands by seat, as text in the form of `prikup solve`.
    - `you`: the seat of the user who solves the problem.
    - `leader`: the seat that leads, or has led, the current trick.
    - `side`: the seats that pursue the `goal` together. All other seats pursue the opposite.
    - `trump`: a letter such as `S`, "" for no trumps.
    - `goal`: whether the side wants the most or the fewest tricks.
    - `follow`: whether a player who cannot follow suit must play a trump (`must_trump`) or any card (`free`).
    - `ace_low`: true if the ace is the lowest card of its suit.
    - `last`: a seat that always plays last to a trick, None if there is none.
    - `table`: the cards already played to the current trick, as text.
    - `need`: the number of tricks that decides whether the side reaches its aim (see `Theme`), 0 if every trick counts.
    - `value`: the number of tricks that the side takes from now on if everyone plays best.
    - `answer`: the right answers. There are several only if they are equal cards.
    - `failed`: the number of failed attempts of each computer player in `PLAYERS`.
    - `nodes`: the number of nodes (positions) that the solver visited to prove the answer.
    - `source`: the publication from which the problem is taken, "" for our own problems.
    """

    FILE: ClassVar[str] = "open_problems.jsonl"

    hands: str
    you: Seat
    leader: Seat
    side: tuple[Seat, ...]
    trump: str = ""
    goal: Goal = "most"
    follow: Follow = "must_trump"
    ace_low: bool = False
    last: Seat | None = None
    table: str = ""
    need: int = 0
    value: int
    answer: tuple[str, ...]
    failed: tuple[int, ...] = ()
    nodes: int = 0
    source: str = ""

    @property
    def question(self) -> tuple[Any, ...]:
        """All data that distinguish this problem from other problems; the id of the problem is a hash of these data."""
        asked = (self.theme, self.hands, self.you, self.leader, self.side, self.trump, self.goal, self.table, self.last)
        return (self.game, *asked, self.follow, self.ace_low)

    @property
    def effort(self) -> int:
        """The size of the proof: the number of nodes (positions) that the solver visited to prove the answer."""
        return self.nodes

    @property
    def asks(self) -> Asks:
        """The type of the answer: a card, a number of tricks, or the cards to discard."""
        return THEMES[self.theme].asks

    @cached_property
    def hand_masks(self) -> tuple[int, ...]:
        """The cards of each seat, as bit masks; 0 for a seat that does not play."""
        return tuple(hand or 0 for hand in parse_hands(self.hands))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in playing order."""
        return tuple(seat for seat, hand in enumerate(self.hand_masks) if hand)

    @property
    def over(self) -> int:
        """The number of cards to discard; 0 if the question is not about a discard."""
        least = min(self.hand_masks[seat].bit_count() for seat in self.seats)
        return self.hand_masks[self.you].bit_count() - least if self.asks == "discard" else 0

    @property
    def remaining_tricks(self) -> int:
        """The number of tricks still to be played, after the discard if there is one."""
        return max(self.hand_masks[seat].bit_count() for seat in self.seats) - self.over

    def position(self, discard: int = 0) -> Position:
        """Return the position, as the solver needs it, after the user discards the cards of the bit mask `discard`.

        Raise BadPosition if the position is impossible.
        """
        hands = tuple(hand & ~discard if seat == self.you else hand for seat, hand in enumerate(self.hand_masks))
        return Position(
            hands=hands,
            seats=self.seats,
            leader=self.leader,
            side=frozenset(self.side),
            goal=self.goal,
            order=Order(SUITS.index(self.trump) if self.trump else None, self.ace_low),
            follow=self.follow,
            table=tuple(map(parse_card, self.table.split())),
            last=self.last,
        )

    @property
    def lying(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the unfinished trick, each as a pair of the seat that played it and the card."""
        return () if self.over else tuple(self.position().tricks.lying)

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that the user may play or discard now."""
        if self.asks == "discard":
            return cards(self.hand_masks[self.you])
        tricks = self.position().tricks
        return cards(tricks.legal(self.hand_masks[tricks.turn]))
