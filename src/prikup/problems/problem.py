"""`Problem`: the common part of problems with open and with hidden hands, and the files that store problems."""

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
"""The names of the computer players that attempt each problem. Its difficulty follows from their failures.

The players see only what they would see at a table.
"""
TRIES = 2
"""The number of attempts of each computer player (`PLAYERS`) at a problem."""
LEVELS = (2, 4, 6, 7)
"""The minimum numbers of failed attempts for the levels of difficulty 1, 2, 3 and 4.

The attempts of all computer players at a problem count together. A problem with fewer failed attempts than the first
number has level 1 too.
"""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A position, a question, the proved answers, and the number of computer players' attempts that failed.

    `game` is the name of the game, and `theme` the name of the type of question. The two types of problems are
    `OpenProblem` and `HiddenProblem`. Both define the properties that raise NotImplementedError here. (A Struct cannot
    be an abstract base class, because the two metaclasses exclude each other.)
    """

    FILE: ClassVar[str]
    """The name of the file with a game's problems of this type, in the folder of the game."""

    game: str
    theme: str

    @cached_property
    def id(self) -> str:
        """The id of the problem: a hash of its cards and its question."""
        return sha256(msgspec.json.encode(self.question)).hexdigest()[:8]

    @property
    def level(self) -> int:
        """The difficulty from 1 (easy) to 4; 0 for published problems, which no computer player attempts."""
        return max(1, sum(sum(self.failed) >= least for least in LEVELS)) if self.failed else 0

    @property
    def tries(self) -> int:
        """The number of attempts of all computer players at the problem, taken together."""
        return len(self.failed) * TRIES

    @cached_property
    def rules(self) -> AnyGame:
        """The game under the house rules of the problem."""
        return game(self.game, self.options)

    @property
    def options(self) -> str:
        """The house rules as text; "" stands for the first preset (named set of house rules) of the game."""
        return ""

    @property
    def asks(self) -> Asks:
        """The type of the answer: a card, a number of tricks, or the cards to discard."""
        return "card"

    @property
    def over(self) -> int:
        """The number of cards to discard; 0 if the question is not about a discard."""
        return 0

    @property
    def failed(self) -> tuple[int, ...]:
        """The number of failed attempts of each computer player in `PLAYERS`; () if none attempted the problem."""
        raise NotImplementedError

    @property
    def effort(self) -> int:
        """The size of the proof. Within a level of difficulty, problems with smaller proofs come first."""
        raise NotImplementedError

    @property
    def question(self) -> tuple[Any, ...]:
        """All data that distinguish this problem from other problems; the id of the problem is a hash of these data."""
        raise NotImplementedError

    @property
    def you(self) -> Seat:
        """The seat of the user who solves the problem."""
        raise NotImplementedError

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that the user may play or discard now."""
        raise NotImplementedError

    @property
    def answer(self) -> tuple[str, ...]:
        """The right answers, as text."""
        raise NotImplementedError


AnyProblem = TypeVar("AnyProblem", bound=Problem)


def problems(kind: type[AnyProblem], name: str) -> tuple[AnyProblem, ...]:
    """Return the problems of the type `kind` for the game `name`, in the order of the file that stores them.

    `kind` is `OpenProblem` or `HiddenProblem`. Return () if the game has no such file, and raise KeyError if there is
    no such game. The program `bench/problems/make_problems.py` writes the files.
    """
    return _load_problems(kind, name)


@cache
def _load_problems(kind: type[Problem], name: str) -> tuple[Any, ...]:
    path = GAMES[name].folder / kind.FILE
    lines = path.read_bytes().splitlines() if path.exists() else ()
    return tuple(msgspec.json.decode(line, type=kind) for line in lines)


def every_problem(kind: type[AnyProblem]) -> tuple[AnyProblem, ...]:
    """Return the problems of the type `kind` (`OpenProblem` or `HiddenProblem`) for all games, game by game."""
    return tuple(problem for name in GAMES for problem in problems(kind, name))


# Answers


def parse_answer(problem: Problem, text: str) -> str:
    """Parse the answer that a user typed, and return it in normalised form.

    Raise BadText if the text cannot be an answer to this problem.
    """
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
    """Return the cards of a discard (a bit mask) as text, the lowest card first."""
    return " ".join(map(card_text, cards(discard)))


def parse_discard(text: str) -> int:
    """Parse the text of cards into a bit mask. Raise BadText if a card cannot be parsed."""
    return mask(map(parse_card, text.split()))
