"""Mini, a game of five cards for two, small enough to be solved: what a game needs to be learned, and no more.

The pack is ace, king and queen of spades, and ace and king of hearts. Two cards each; one is left over. The player who
does not deal names a trump, spades or hearts, and leads. Follow suit. Each trick is a point.
"""

from typing import Any, Literal

from msgspec import Struct

from prikup.games import GAMES
from prikup.rules.cards import FIRST_CALL, HEARTS, SPADES, Action, Card, Seat, mask, parse_card
from prikup.rules.errors import Reason, reason
from prikup.rules.game import Game, Player, set_next_actor
from prikup.rules.game_analysis import Cell, Cells, GameAnalysis, each_own_cards
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_explanations import GameExplanations
from prikup.rules.game_scoring import GameScoring, NextDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.objective import Objective
from prikup.rules.options import HouseRules
from prikup.rules.phase import Phase
from prikup.rules.score_sheet import SheetEntry, SheetRow
from prikup.rules.state import Announcement, PublicState, State, View, replace_public
from prikup.rules.tricks import Order, Tricks

SUITS = {FIRST_CALL: SPADES, FIRST_CALL + 1: HEARTS}
PACK = tuple(sorted(map(parse_card, ("SA", "SK", "SQ", "HA", "HK"))))


class Options(HouseRules, frozen=True):
    """There are no house rules."""


class Public(PublicState[None], frozen=True, gc=False):
    """All that both see."""

    phase: Literal["name_trump", "play", "over"]


class Outcome(Struct, frozen=True, tag="played"):
    """The tricks by seat."""

    tricks: tuple[int, ...]


class MiniScoring(GameScoring):
    """A point for each trick."""

    def row(self, outcome: Outcome, standing: MatchStanding[None]) -> SheetRow:
        """Write a point for each trick."""
        return SheetRow(
            tuple(SheetEntry("points", seat, n, reason("took", tricks=n)) for seat, n in enumerate(outcome.tricks))
        )

    def next_deal(self, outcome: Outcome, standing: MatchStanding[None], row: SheetRow) -> NextDeal[None]:
        """Have the other deal."""
        return NextDeal(1 - standing.dealer, None)

    def winners(self, before: MatchStanding[None], after: MatchStanding[None], outcome: Any) -> tuple[int, ...]:
        """Return nobody: a match has no end."""
        return ()


class MiniAnalysis(GameAnalysis[Public]):
    """The two hidden places."""

    def hidden_cells(self, view: View[Public]) -> Cells:
        """Return the other hand and the card that is left."""
        tricks = view.public.tricks
        unseen = mask(PACK) & ~view.hand & ~(tricks.all_played_cards if tricks else 0)
        hands = (self._hidden_hand(tricks, seat, unseen) for seat in range(2) if seat != view.seat)
        return (*hands, Cell("stock", None, 1, unseen))

    def _hidden_hand(self, tricks: Tricks | None, seat: Seat, unseen: int) -> Cell:
        if tricks is None:
            return Cell("hand", seat, 2, unseen)
        return Cell("hand", seat, 2 - tricks.played_cards(seat).bit_count(), unseen & ~tricks.lacking(seat))

    def card_players(self, public: Public) -> tuple[Seat, ...]:
        """Return each player for their own cards."""
        return each_own_cards(public)


class MiniExplanations(GameExplanations[Public]):
    """Nothing is explained."""

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return nothing: the trump is in `said`."""
        return ()


class Mini(Game[Public]):
    """The rules."""

    name = "mini"
    seats = 2
    trick_count = 2
    pack = PACK
    calls = ("spades", "hearts")
    columns = ("points",)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.scoring = MiniScoring(options)
        self.analysis = MiniAnalysis(options)
        self.explanations = MiniExplanations(options)
        self.phases = {"name_trump": Phase(self.trumps, self.name_trump)}

    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[None]) -> State[Public]:
        """Deal two cards each."""
        first = 1 - standing.dealer
        public = Public(
            phase="name_trump",
            turn=first,
            actor=first,
            dealer=standing.dealer,
            shown=(0, 0),
            match=standing,
            said=(),
            tricks=None,
        )
        return State(public, (mask(deck[:2]), mask(deck[2:4])), ((), ()), deck[4:])

    def trumps(self, view: View[Public]) -> tuple[Action, ...]:
        """Return both calls."""
        return tuple(SUITS)

    def name_trump(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Name the trump; who names it leads."""
        first = 1 - public.dealer
        tricks = Tricks.begin(Order(SUITS[action]), "free", (first, public.dealer), first, seat_count=2)
        return replace_public(
            state, set_next_actor(public, "play", first, said=(Announcement(first, action),), tricks=tricks)
        )

    def objective(self, public: Public) -> Objective:
        """Return each against the other."""
        return Objective.individual_play((0, 1), "most")

    def outcome(self, state: State[Public]) -> Outcome:
        """Return the tricks."""
        assert state.public.tricks is not None
        return Outcome(state.public.tricks.won)


def rule(game: Mini, seed: int) -> Player:
    """Return a player who does the first thing that may be done."""
    return lambda view: game.legal(view)[0]


KIND = GameDefinition(Mini, {"standard": Options()}, Public, Outcome, rule)

if "mini" not in GAMES:
    GAMES["mini"] = KIND
