"""Answering a problem and playing it out: the user plays one seat, best play the others.

`judge` evaluates an answer. `refutation` is the line of best play after an answer. `PlayedOut` is the position: `after`
plays a card, `play_replies` adds the others' replies.
"""

from msgspec import Struct
from msgspec.structs import replace

from prikup.problems.open_problem import Problem, discard_text, parse_discard
from prikup.problems.open_proof import LITTLE, is_solved_by, prove
from prikup.rules.cards import Card, Seat, cards, mask, parse_card
from prikup.rules.errors import BadText, PrikupError, reason
from prikup.solver import Position, best_line

__all__ = ["AnswerJudgement", "PlayedOut", "judge", "parse_answer", "refutation"]


class AnswerJudgement(Struct, frozen=True):
    """The evaluation of an answer: whether it is right, and the side's tricks after it under best play.

    `tricks_by_answer` has the side's tricks after every possible answer.
    """

    right: bool
    tricks: int
    tricks_by_answer: dict[str, int]


class PlayedOut(Struct, frozen=True):
    """A problem in play: the position, the side's tricks so far, and the cards played."""

    problem: Problem
    position: Position
    taken: int = 0
    line: tuple[tuple[Seat, Card], ...] = ()

    @classmethod
    def begin(cls, problem: Problem, discard: int = 0) -> "PlayedOut":
        """Start playing a problem, after discarding the cards `discard`, a mask."""
        return cls(problem, problem.position(discard))

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.position.remaining_tricks

    @property
    def turn(self) -> Seat | None:
        """The seat that is to play; None when all cards have been played."""
        return None if self.over else self.position.tricks.turn

    @property
    def yours(self) -> bool:
        """Whether it is the user's turn."""
        return self.turn == self.problem.you

    @property
    def legal(self) -> tuple[Card, ...]:
        """The legal cards."""
        if self.over:
            return ()
        tricks = self.position.tricks
        return cards(tricks.legal(self.position.hands[tricks.turn]))

    @property
    def solved(self) -> bool:
        """Whether the problem is played out and the side's tricks reach the user's aim."""
        return self.over and is_solved_by(self.problem, self.taken)

    def after(self, card: Card) -> "PlayedOut":
        """Play a card. Raise PrikupError if it is illegal."""
        if card not in self.legal:
            raise PrikupError(reason("problem-not-now", card=card))
        seat = self.position.tricks.turn
        took, position = self.position.after(card)
        return replace(self, position=position, taken=self.taken + took, line=(*self.line, (seat, card)))

    def play_replies(self) -> "PlayedOut":
        """Play the other seats' best cards until it is the user's turn or all cards have been played."""
        state = self
        while not state.over and not state.yours:
            state = state.after(best_line(state.position, limits=LITTLE)[0].card)
        return state

    def play_to_end(self) -> "PlayedOut":
        """Play all remaining cards with best play by all seats."""
        state = self
        for step in best_line(self.position, limits=LITTLE) if not self.over else ():
            state = state.after(step.card)
        return state


def parse_answer(problem: Problem, text: str) -> str:
    """Return an answer in normalised form. Raise BadText if it is no answer to this problem."""
    words = text.split()
    if problem.asks == "number":
        if len(words) == 1 and words[0].isdecimal() and words[0].isascii() and len(words[0]) < 3:
            return str(int(words[0]))
        raise BadText(reason("problem-number", text=text))
    answer_cards = parse_discard(text)
    if (
        len(words) != (problem.over or 1)
        or answer_cards & ~mask(problem.choices)
        or answer_cards.bit_count() != len(words)
    ):
        raise BadText(reason("problem-no-answer", text=text, cards=problem.over or 1))
    return discard_text(answer_cards)


def judge(problem: Problem, text: str) -> AnswerJudgement:
    """Evaluate an answer, cards or a number of tricks as text. Raise BadText if it is no answer to the problem."""
    answer, proof = parse_answer(problem, text), prove(problem)
    return AnswerJudgement(
        answer in proof.right, proof.tricks_by_answer.get(answer, proof.value), proof.tricks_by_answer
    )


def refutation(problem: Problem, text: str) -> PlayedOut:
    """Return the problem played to its end after an answer, with best play by all seats.

    After a number, play starts from the initial position. Raise BadText if it is no answer to the problem.
    """
    answer = parse_answer(problem, text)
    if problem.asks == "discard":
        return PlayedOut.begin(problem, parse_discard(answer)).play_to_end()
    start = PlayedOut.begin(problem)
    return start.after(parse_card(answer)).play_to_end() if problem.asks == "card" else start.play_to_end()
