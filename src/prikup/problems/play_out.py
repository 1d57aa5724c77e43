"""Playing out a problem with open hands: the user plays the cards of one seat, the solver those of all others.

`refutation` returns the best play after an answer, from which the user sees what is wrong with it. `PlayedOut` is the
state of the play: `after` plays a card, and `play_replies` adds the replies of the other seats.
"""

from msgspec import Struct
from msgspec.structs import replace

from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import LITTLE, is_solved_by
from prikup.problems.problem import parse_answer, parse_discard
from prikup.rules.cards import Card, Seat, cards, parse_card
from prikup.rules.errors import PrikupError, reason
from prikup.solver import Position, best_line

__all__ = ["PlayedOut", "refutation"]


class PlayedOut(Struct, frozen=True):
    """The state of a problem with open hands that is played out after the answer.

    - `problem`: the problem.
    - `position`: the current position.
    - `taken`: the number of tricks that the problem's side has taken so far.
    - `line`: the cards played so far, each with its seat.
    """

    problem: OpenProblem
    position: Position
    taken: int = 0
    line: tuple[tuple[Seat, Card], ...] = ()

    @classmethod
    def begin(cls, problem: OpenProblem, discard: int = 0) -> "PlayedOut":
        """Return the initial state for playing out a problem.

        `discard` is a bit mask of the cards that the user discards first, 0 for none.
        """
        return cls(problem, problem.position(discard))

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.position.remaining_tricks

    @property
    def turn(self) -> Seat | None:
        """The seat whose card is to be played; None when all cards have been played."""
        return None if self.over else self.position.tricks.turn

    @property
    def yours(self) -> bool:
        """Whether it is the user's turn."""
        return self.turn == self.problem.you

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that are legal now; () when all cards have been played."""
        if self.over:
            return ()
        tricks = self.position.tricks
        return cards(tricks.legal(self.position.hands[tricks.turn]))

    @property
    def solved(self) -> bool:
        """Whether all cards have been played and the user has reached the aim of the problem."""
        return self.over and is_solved_by(self.problem, self.taken)

    def after(self, card: Card) -> "PlayedOut":
        """Return the state after a card of the seat whose turn it is. Raise PrikupError if the card is illegal."""
        if card not in self.legal:
            raise PrikupError(reason("problem-not-now", card=card))
        seat = self.position.tricks.turn
        took, position = self.position.after(card)
        return replace(self, position=position, taken=self.taken + took, line=(*self.line, (seat, card)))

    def play_replies(self) -> "PlayedOut":
        """Return the state after the replies of the other seats, which play their best cards.

        The replies end when it is the user's turn or all cards have been played.
        """
        state = self
        while not state.over and not state.yours:
            state = state.after(best_line(state.position, limits=LITTLE)[0].card)
        return state

    def play_to_end(self) -> "PlayedOut":
        """Return the state at the end of the deal, after best play by all seats."""
        state = self
        for step in best_line(self.position, limits=LITTLE) if not self.over else ():
            state = state.after(step.card)
        return state


def refutation(problem: OpenProblem, text: str) -> PlayedOut:
    """Return the problem played to its end after an answer, with best play by all seats.

    It shows what the answer leads to. `text` is the answer. If the answer is a number, play starts from the initial
    position. Raise BadText if the text cannot be an answer to the problem.
    """
    answer = parse_answer(problem, text)
    if problem.asks == "discard":
        return PlayedOut.begin(problem, parse_discard(answer)).play_to_end()
    start = PlayedOut.begin(problem)
    return start.after(parse_card(answer)).play_to_end() if problem.asks == "card" else start.play_to_end()
