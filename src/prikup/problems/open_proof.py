"""Proofs of problems with open hands: the number of tricks after every answer, with all cards visible and best play."""

from itertools import combinations

from msgspec import Struct

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import discard_text, parse_discard
from prikup.rules.cards import Card, Seat, card_text, cards, mask
from prikup.solver import Limits, Position, solve_many

__all__ = ["Proof", "is_one_answer", "is_proved", "is_solved_by", "prove", "runs"]

LITTLE = Limits(memory=16 << 20)
"""The default limits of the solver in a proof. Only the memory is limited, because each proof allocates new memory."""


class Proof(Struct, frozen=True):
    """The solver's result for a problem with open hands.

    - `value`: the number of tricks that the problem's side takes if everyone plays best.
    - `tricks_by_answer`: that number after each possible answer.
    - `right`: the answers that are best for the user who solves the problem.
    - `nodes`: the number of nodes (positions) that the solver visited, without results from earlier searches.
    """

    value: int
    tricks_by_answer: dict[str, int]
    right: tuple[str, ...]
    nodes: int


def prove(problem: OpenProblem, limits: Limits = LITTLE) -> Proof:
    """Solve a problem with open hands, and return the number of tricks after each answer.

    Raise BadPosition if the problem's position is impossible, or NotSolved if one of the `limits` was reached.
    """
    if problem.asks == "discard":
        return _discards(problem, limits)
    position = problem.position()
    answer = solve_many([position], "value" if problem.asks == "number" else "cards", limits=limits)[0]
    if problem.asks == "number":
        return Proof(answer.value, {str(answer.value): answer.value}, (str(answer.value),), answer.nodes)
    tricks_by_answer = {card_text(card): tricks for card, tricks in answer.cards.items()}
    return Proof(answer.value, tricks_by_answer, _best(position, problem.you, tricks_by_answer), answer.nodes)


def _discards(problem: OpenProblem, limits: Limits) -> Proof:
    """Solve a problem about a discard by solving the position after each possible discard.

    Raise NotSolved if one of the `limits` of the solver was reached.
    """
    pairs = [mask(pair) for pair in combinations(cards(problem.hand_masks[problem.you]), problem.over)]
    positions = [problem.position(pair) for pair in pairs]
    answers = solve_many(positions, limits=limits)
    tricks_by_answer = {discard_text(pair): answer.value for pair, answer in zip(pairs, answers, strict=True)}
    right = _best(positions[0], problem.you, tricks_by_answer)
    return Proof(tricks_by_answer[right[0]], tricks_by_answer, right, sum(answer.nodes for answer in answers))


def _best(position: Position, you: Seat, tricks_by_answer: dict[str, int]) -> tuple[str, ...]:
    best = (max if position.wants_many(you) else min)(tricks_by_answer.values())
    return tuple(answer for answer, tricks in tricks_by_answer.items() if tricks == best)


def is_proved(problem: OpenProblem, proof: Proof) -> bool:
    """Return whether a proof confirms the problem's value and answer, and no other answer solves the problem."""
    agrees = (proof.value, proof.right) == (problem.value, problem.answer)
    return agrees and is_one_answer(problem, proof)


def is_one_answer(problem: OpenProblem, proof: Proof) -> bool:
    """Return whether the problem has one right answer: no other answer reaches the aim of the user who solves it.

    Several right answers count as one if they are equal cards, such as ♠Q and ♠J in one hand. `proof` has the tricks
    after each answer.
    """
    if problem.asks == "number":
        return True
    lying = mask(problem.position().table) if problem.asks == "card" else 0
    run = runs(problem.hand_masks, problem.you, lying, ace_low=problem.ace_low)
    ways = {tuple(sorted(run[card] for card in cards(parse_discard(answer)))) for answer in proof.right}
    if len(ways) != 1 or len(proof.right) == len(proof.tricks_by_answer):
        return False
    return all(
        is_solved_by(problem, tricks) == (answer in proof.right) for answer, tricks in proof.tricks_by_answer.items()
    )


def is_solved_by(problem: OpenProblem, tricks: int) -> bool:
    """Return whether the user who solves the problem reaches the aim if the problem's side takes `tricks` tricks."""
    wants_many = (problem.you in problem.side) == (problem.goal == "most")
    min_tricks = problem.need or problem.value + (not wants_many)
    return tricks >= min_tricks if wants_many else tricks < min_tricks


def runs(hands: tuple[int, ...], seat: Seat, lying: int = 0, *, ace_low: bool = False) -> dict[Card, Card]:
    """Map each card in the hand of `seat` to the lowest card of the hand that is equal to it.

    `hands` are bit masks by seat. Two cards of a hand are equal if no card between them is in another hand or on the
    table (the bit mask `lying`). With `ace_low` the ace is the lowest card of its suit.
    """
    other_cards = lying
    for other_seat, hand in enumerate(hands):
        other_cards |= hand if other_seat != seat else 0
    lowest_by_card: dict[Card, Card] = {}
    for suit in range(4):
        lowest: Card | None = None
        for height in range(13):
            card = 13 * suit + (height - ace_low) % 13
            if other_cards >> card & 1:
                lowest = None
            elif hands[seat] >> card & 1:
                lowest = card if lowest is None else lowest
                lowest_by_card[card] = lowest
    return lowest_by_card
