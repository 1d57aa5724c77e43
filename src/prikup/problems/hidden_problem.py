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

    `options` are the house rules and `view` is the player's View, both as text. `worlds` is the number of possible
    deals of the hidden cards. `worth` maps the text of each card to its average points over these deals
    (`prikup.problems.hidden_proof`). `proofs` tells in which ways the best card is proved. `failed` has the number of
    failed attempts of each computer player.
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
        """All data that distinguish this problem from other problems."""
        return (self.game, self.theme, self.options, self.view)

    @property
    def effort(self) -> int:
        """The number of possible deals of the hidden cards, over which the proof extends."""
        return self.worlds

    @cached_property
    def parsed_view(self) -> View[Any]:
        """The View of the seat that is to act."""
        return parse_view(self.rules, GAMES[self.game].public, self.view)

    @property
    def you(self) -> Seat:
        """The seat that the View belongs to."""
        seat = self.parsed_view.seat
        assert seat is not None, "a problem needs a player's view, not a spectator's"
        return seat

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that may be played now."""
        return tuple(map(parse_card, self.worth))

    @property
    def answer(self) -> tuple[str, ...]:
        """The cards with the highest value, as text."""
        best = max(self.worth.values())
        return tuple(card for card, worth in self.worth.items() if worth == best)
