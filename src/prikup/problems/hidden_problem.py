"""`HiddenProblem`: a player's view in which one card is proved to be best, and the value of each card."""

from functools import cached_property
from typing import Any, ClassVar, Literal

from prikup.games import GAMES
from prikup.problems.problem import Problem
from prikup.problems.themes import HIDDEN
from prikup.rules.cards import Card, Seat, parse_card
from prikup.rules.state import View
from prikup.rules.text_format import parse_view

__all__ = ["HiddenProblem", "ProofKind"]

ProofKind = Literal["every", "sure"]
"""The two ways to prove that a card is best.

`every`: a best card is worth at least as much as any other card in every world, and each other card is worth less in
some world. So it is best for any distribution over the worlds. Losses from having to guess later are not considered.

`sure`: even if the opponents see all cards, a player who does not see them can continue from a best card so that it
scores more, over all worlds, than any other card would for a player who sees them too. So it is best whatever must be
guessed later.
"""


class HiddenProblem(Problem, frozen=True, kw_only=True):
    """A View in which a card is to be played, with the number of worlds, the values of the cards and the proofs.

    `options` are the house rules and `view` the View, both as text. `worth` maps the text of each card to its average
    points over the worlds (`prikup.problems.hidden_proof`).
    """

    FILE: ClassVar[str] = "hidden_problems.jsonl"

    theme: str = HIDDEN
    options: str
    worlds: int
    proofs: tuple[ProofKind, ...]
    worth: dict[str, float]
    view: str
    failed: tuple[int, ...] = ()

    @property
    def question(self) -> tuple[Any, ...]:
        """All that distinguishes the problem from others."""
        return (self.game, self.theme, self.options, self.view)

    @property
    def effort(self) -> int:
        """The number of worlds."""
        return self.worlds

    @cached_property
    def parsed_view(self) -> View[Any]:
        """The View of the seat that is to act."""
        return parse_view(self.rules, GAMES[self.game].public, self.view)

    @property
    def you(self) -> Seat:
        """The seat whose View it is."""
        seat = self.parsed_view.seat
        assert seat is not None, "a problem is a player's view, not a spectator's"
        return seat

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that may be played now."""
        return tuple(map(parse_card, self.worth))

    @property
    def answer(self) -> tuple[str, ...]:
        """The cards of the highest value, as text."""
        best = max(self.worth.values())
        return tuple(card for card, worth in self.worth.items() if worth == best)
