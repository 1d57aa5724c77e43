"""`HiddenProblem`: the view of one player in which one card is proved to be best, with the value of each card."""

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
"""The two ways to prove that a card is best. A world is a possible deal of the hidden cards.

`every`: in every world, a best card is worth at least as much as any other card, and each other card is worth less in
some world. So it is best however likely each world is. Losses from having to guess later are not considered.

`sure`: a player continues from a best card without seeing the opponents' cards, while the opponents see all cards. This
still scores more, over all worlds, than any other card would score for a player who sees all cards too. So the card is
best whatever the player must guess later.
"""


class HiddenProblem(Problem, frozen=True, kw_only=True):
    """A problem in which a player sees only some hands and must find the best card.

    - `theme`: the type of question, which is the same for all problems with hidden hands.
    - `options`: the house rules as text.
    - `worlds`: the number of possible deals of the hidden cards.
    - `proofs`: the ways in which the best card is proved.
    - `worth`: for each card, as text, its average points over the possible deals (`prikup.problems.hidden_proof`).
    - `view`: the player's View (what the player can see) as text.
    - `failed`: the number of failed attempts of each computer player in `PLAYERS`.
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
        """All data that distinguish this problem from other problems; the id of the problem is a hash of these data."""
        return (self.game, self.theme, self.options, self.view)

    @property
    def effort(self) -> int:
        """The size of the proof: the number of possible deals of the hidden cards."""
        return self.worlds

    @cached_property
    def parsed_view(self) -> View[Any]:
        """The View of the seat that is to act: everything that the player in this seat can see."""
        return parse_view(self.rules, GAMES[self.game].public, self.view)

    @property
    def you(self) -> Seat:
        """The seat of the user who solves the problem, whose View the problem shows."""
        seat = self.parsed_view.seat
        assert seat is not None, "a problem needs a player's view, not a spectator's"
        return seat

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that may be played now."""
        return tuple(map(parse_card, self.worth))

    @property
    def answer(self) -> tuple[str, ...]:
        """The best cards, as text. These are the cards with the highest value in `worth`."""
        best = max(self.worth.values())
        return tuple(card for card, worth in self.worth.items() if worth == best)
