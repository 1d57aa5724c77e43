"""Deals of Tuppi for tests: given hands and given bids."""

from collections.abc import Sequence
from typing import Any, Self

from games.table import Table as AnyTable

from prikup.games import game
from prikup.games.tuppi import Carry, Outcome, Public, Tuppi
from prikup.rules.action_text import action_text
from prikup.rules.cards import PACK_52, cards, parse_mask
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import ScoreSheet
from prikup.rules.state import Seat

NORTH, EAST, SOUTH, WEST = range(4)

SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
"""Each seat holds a whole suit: spades, clubs, diamonds, hearts. The leader takes every trick."""

SAFE = ("A234.A234.A23.A2", "KQJT.KQJT.KQJ.KQ", "5678.5678.456.34", "9.9.T987.JT98765")
"""North is safe in sooli on any lead."""

BEATEN = ("KQJT.KQJT.KQJ.KQ", "A234.A234.A23.A2", "5678.5678.456.34", "9.9.T987.JT98765")
"""North takes the first trick of a sooli if East leads a low card."""


def tuppi(options: str = "") -> Tuppi:
    """Return the game under options in text form."""
    rules = game("tuppi", options)
    assert isinstance(rules, Tuppi)
    return rules


def standing(
    points: tuple[int, int] = (0, 0), *, dealer: Seat = NORTH, deal: int = 1, written_points: tuple[int, int] = (0, 0)
) -> MatchStanding[Carry]:
    """Return the standing of a match before a deal."""
    return MatchStanding(deal, dealer, (points,), Carry(written_points))


def match_at(rules: Tuppi, points: tuple[int, int], deals: int, written_points: tuple[int, int]) -> Match:
    """Return a match after this many deals."""
    return Match(rules, NORTH, ScoreSheet(rules.columns, (points,)), Carry(written_points), deals)


def deck_of(hands: Sequence[str], dealer: Seat) -> tuple[int, ...]:
    """Return the deck that deals these hands; hands of fewer than thirteen are filled from the rest."""
    hand_lists = [list(cards(parse_mask(hand or "..."))) for hand in hands]
    spare = [card for card in PACK_52 if not any(card in hand for hand in hand_lists)]
    for hand in hand_lists:
        while len(hand) < 13:
            hand.append(spare.pop())
    return tuple(hand_lists[(dealer + 1 + i) % 4][i // 4] for i in range(52))


class Table(AnyTable[Public]):
    """A deal of Tuppi in progress."""

    game: Tuppi
    names = "NESW"

    def fact(self, name: str, value: str) -> str:
        match name:
            case "turned":  # the revealed bids, by seat
                turned_bids = (
                    f"{self.names[announcement.seat]} {action_text(self.game.calls, announcement.action)}"
                    for announcement in self.public.said
                )
                return " ".join(turned_bids)
            case "soloist":
                return "nobody" if self.public.soloist is None else self.names[self.public.soloist]
            case "taker":  # the winner of the last trick
                return self.names[self.public.tricks.past[-1].winner] if self.public.tricks else "nobody"
            case _:
                return super().fact(name, value)

    def bid(self, declarer: Seat | None) -> Self:
        """Let all players but the declarer (None: all) bid nolo, with any card that can, or in words."""
        while self.public.phase == "bid":
            prefixes = ("D", "H", "rami") if self.public.turn == declarer else ("S", "C", "nolo")
            self.say(next(word for word in sorted(self.may().split()) if word.startswith(prefixes)))
        return self

    def play_to_end(self) -> Self:
        """Play the deal to its end, each player with the lowest legal card."""
        while self.public.actor is not None:
            self.act(min(self.game.legal(self.view()), key=lambda card: (card % 13, card)))
        return self

    @property
    def points(self) -> tuple[int, int]:
        """The points of both sides after the finished deal."""
        old_points, row = self.standing.totals[0], self.row
        return old_points[0] + row.amount("points", 0), old_points[1] + row.amount("points", 1)


def dealt_table(
    options: str = "", hands: Sequence[str] = SUITS, match_standing: MatchStanding[Carry] | None = None
) -> Table:
    """Return a table with these hands dealt; North deals, and East bids first."""
    match_standing = match_standing or standing()
    return Table(tuppi(options), deck_of(hands, match_standing.dealer), match_standing)


def deal(text: str) -> Outcome:
    """Return an outcome from the text of a case: `rami S 9-4`, `nolo 6-7`, `sooli N 0-13`, `rami E 2-7 conceded`."""
    contract, *words = text.split()
    player = next(("NESW".index(word) for word in words if word in "NESW"), None)
    tricks: Any = tuple(map(int, next(word for word in words if "-" in word).split("-")))
    return Outcome(contract, player, tricks, conceded="conceded" in words)  # type: ignore[arg-type]  # a word of the test
