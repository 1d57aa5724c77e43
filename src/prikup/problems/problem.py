"""`Problem`: what problems with open and with hidden hands have in common, and the files that hold them."""

from functools import cache, cached_property
from hashlib import sha256
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

from prikup.games import GAMES, game
from prikup.problems.themes import Asks
from prikup.rules.cards import Card, Seat, card_text, cards, mask, parse_card
from prikup.rules.errors import BadText, reason
from prikup.rules.game import AnyGame

__all__ = [
    "LEVELS",
    "PLAYERS",
    "TRIES",
    "AnyProblem",
    "Problem",
    "discard_text",
    "every_problem",
    "parse_answer",
    "parse_discard",
    "problems",
]

PLAYERS = ("beginner", "rule", "pimc:5", "pimc:20")
"""The computer players that attempt each problem, with the information they have at a table."""
TRIES = 2
"""Number of attempts of each of these players."""
LEVELS = (2, 4, 6, 7)
"""Minimum number of failed attempts, of all players together, for levels 1, 2, 3 and 4; below it level 1 too."""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A position, a question, the proved answers, and the attempts of computer players to find one.

    The two kinds are `OpenProblem` and `HiddenProblem`. Each has `failed`, the failed attempts by player (() if no
    player tried). Each defines the properties that raise NotImplementedError here: a Struct cannot be an abstract base
    class, because the two metaclasses exclude each other.
    """

    FILE: ClassVar[str]
    """File name of a game's problems of this kind, in the folder of the game."""

    game: str
    theme: str

    @cached_property
    def id(self) -> str:
        """The problem's id: a hash of its cards and its question."""
        return sha256(msgspec.json.encode(self.question)).hexdigest()[:8]

    @property
    def level(self) -> int:
        """The difficulty from 1 (easy) to 4; 0 if no player tried, as with published problems."""
        return max(1, sum(sum(self.failed) >= least for least in LEVELS)) if self.failed else 0

    @property
    def tries(self) -> int:
        """The number of attempts of all computer players."""
        return len(self.failed) * TRIES

    @cached_property
    def rules(self) -> AnyGame:
        """The game, under the house rules of the problem."""
        return game(self.game, self.options)

    @property
    def options(self) -> str:
        """The house rules as text; "" for those of the game's first preset."""
        return ""

    @property
    def asks(self) -> Asks:
        """The type of answer."""
        return "card"

    @property
    def over(self) -> int:
        """The number of cards to discard."""
        return 0

    @property
    def failed(self) -> tuple[int, ...]:
        """The number of failed attempts by player."""
        raise NotImplementedError

    @property
    def effort(self) -> int:
        """The size of the proof: within a level, problems with smaller proofs come first."""
        raise NotImplementedError

    @property
    def question(self) -> tuple[Any, ...]:
        """All that distinguishes the problem from others."""
        raise NotImplementedError

    @property
    def you(self) -> Seat:
        """The seat of the solver."""
        raise NotImplementedError

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that may be played or discarded now."""
        raise NotImplementedError

    @property
    def answer(self) -> tuple[str, ...]:
        """The right answers as text."""
        raise NotImplementedError


AnyProblem = TypeVar("AnyProblem", bound=Problem)


def problems(kind: type[AnyProblem], name: str) -> tuple[AnyProblem, ...]:
    """Return a game's problems of a kind in the order of its file; () without a file. Raise KeyError for no such game.

    `bench/problems/make_problems.py` writes the files.
    """
    return _load_problems(kind, name)


@cache
def _load_problems(kind: type[Problem], name: str) -> tuple[Any, ...]:
    path = GAMES[name].folder / kind.FILE
    lines = path.read_bytes().splitlines() if path.exists() else ()
    return tuple(msgspec.json.decode(line, type=kind) for line in lines)


def every_problem(kind: type[AnyProblem]) -> tuple[AnyProblem, ...]:
    """Return the problems of a kind of all games, game by game."""
    return tuple(problem for name in GAMES for problem in problems(kind, name))


# Answers


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


def discard_text(discard: int) -> str:
    """Return the text of a discard, a mask: the lowest card first."""
    return " ".join(map(card_text, cards(discard)))


def parse_discard(text: str) -> int:
    """Parse cards as a mask. Raise BadText if one cannot be read."""
    return mask(map(parse_card, text.split()))
