"""`Problem`: open hands as text, the question, the proved answer, and the difficulty."""

from functools import cache, cached_property
from hashlib import sha256

import msgspec
from msgspec import Struct

from prikup.games import GAMES
from prikup.problems.themes import THEMES, Asks
from prikup.rules.cards import SUITS, Card, Seat, card_text, cards, mask, parse_card
from prikup.rules.text_format import parse_hands
from prikup.rules.tricks import Follow, Goal, Order
from prikup.solver import Position

__all__ = [
    "FILE",
    "LEVELS",
    "PLAYERS",
    "TRIES",
    "Problem",
    "discard_text",
    "every_problem",
    "parse_discard",
    "problems",
]

FILE = "open_problems.jsonl"
"""File name of a game's problems, in the folder of the game."""
PLAYERS = ("beginner", "rule", "pimc:5", "pimc:20")
"""The computer players that attempt each problem, with the information they have at a table."""
TRIES = 2
"""Number of attempts of each of these players."""
LEVELS = (2, 4, 6, 7)
"""Minimum number of failed attempts, of all players together, for levels 1, 2, 3 and 4."""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """Open hands, a question and its answer.

    `hands` by seat, `trump` and `table` are text as in `prikup solve`. `you` is the seat of the solver, who is to play,
    to discard (then that hand is longer than the others), or to say how many tricks `side` takes. The seats of `side`
    pursue the `goal`, all others the opposite. `need` is the number of the side's tricks that decides, 0 if every trick
    counts. `value` is the number of tricks that the side takes from now on under best play.

    `answer` has the right answers: several only if they are equal cards. `failed` are the failed attempts by player,
    `nodes` the solver's effort. `source` names the publication, "" for our own problems.
    """

    game: str
    theme: str
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

    @cached_property
    def id(self) -> str:
        """The problem's id: a hash of its cards and its question."""
        question = (
            self.theme,
            self.hands,
            self.you,
            self.leader,
            self.side,
            self.trump,
            self.goal,
            self.table,
            self.last,
        )
        return sha256(msgspec.json.encode((self.game, *question, self.follow, self.ace_low))).hexdigest()[:8]

    @property
    def asks(self) -> Asks:
        """The kind of answer."""
        return THEMES[self.theme].asks

    @cached_property
    def hand_masks(self) -> tuple[int, ...]:
        """The cards of each seat, as masks; 0 for seats that do not play."""
        return tuple(hand or 0 for hand in parse_hands(self.hands))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in playing order."""
        return tuple(seat for seat, hand in enumerate(self.hand_masks) if hand)

    @property
    def over(self) -> int:
        """The number of cards to discard."""
        least = min(self.hand_masks[seat].bit_count() for seat in self.seats)
        return self.hand_masks[self.you].bit_count() - least if self.asks == "discard" else 0

    @property
    def remaining_tricks(self) -> int:
        """The number of remaining tricks, after the discard if there is one."""
        return max(self.hand_masks[seat].bit_count() for seat in self.seats) - self.over

    @property
    def level(self) -> int:
        """The difficulty from 1 (easy) to 4; 0 if fewer attempts failed than level 1 requires."""
        return sum(sum(self.failed) >= least for least in LEVELS)

    def position(self, discard: int = 0) -> Position:
        """Return the position after discarding `discard`, a mask. Raise BadPosition if it is impossible."""
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
        """The cards on the table, each with the seat that played it."""
        return () if self.over else tuple(self.position().tricks.lying)

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards that may be played or discarded now."""
        if self.asks == "discard":
            return cards(self.hand_masks[self.you])
        tricks = self.position().tricks
        return cards(tricks.legal(self.hand_masks[tricks.turn]))


def discard_text(discard: int) -> str:
    """Return the text of a discard, a mask: the lowest card first."""
    return " ".join(map(card_text, cards(discard)))


@cache
def problems(name: str) -> tuple[Problem, ...]:
    """Return the problems of a game in the order of its file; () without a file. Raise KeyError for no such game."""
    path = GAMES[name].folder / FILE
    lines = path.read_bytes().splitlines() if path.exists() else ()
    return tuple(msgspec.json.decode(line, type=Problem) for line in lines)


def every_problem() -> tuple[Problem, ...]:
    """Return the problems of all games, game by game."""
    return tuple(problem for name in GAMES for problem in problems(name))


def parse_discard(text: str) -> int:
    """Parse cards as a mask. Raise BadText if one cannot be read."""
    return mask(map(parse_card, text.split()))
