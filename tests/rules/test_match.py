from typing import Any

from prikup.rules.errors import reason
from prikup.rules.game_scoring import GameScoring, NextDeal, VoidDeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow


class _TwoPointsScoring(GameScoring):
    """The side named by the outcome gets two points; four win."""

    def row(self, outcome: object, standing: object) -> SheetRow:
        return (
            SheetRow()
            if isinstance(outcome, VoidDeal)
            else SheetRow((SheetEntry("points", int(str(outcome)), 2, reason("two")),))
        )

    def next_deal(self, outcome: object, standing: object, row: SheetRow) -> NextDeal[Any]:
        assert isinstance(standing, MatchStanding)
        if isinstance(outcome, VoidDeal):
            return NextDeal(standing.dealer, standing.carry + 1, counts=False)
        return NextDeal(1 - standing.dealer, 0)

    def winners(self, old_standing: object, new_standing: MatchStanding[int], outcome: object) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if new_standing.totals[0][side] >= 4)


class _TwoPoints:
    """A game with just enough for a match."""

    sides = ((0,), (1,))
    columns = ("points",)
    opening = ((0, 0),)
    carry = 0
    scoring = _TwoPointsScoring(None)


def test_match_counts_deals_and_ends_when_game_names_winners() -> None:
    match = Match.begin(_TwoPoints(), dealer=1)  # type: ignore[arg-type]  # the parts of a Game that a match uses
    void = match.close(VoidDeal(reason("nothing")))
    assert (void.deals, void.dealer, void.carry, void.standing.deal) == (0, 1, 1, 1)
    second_match = void.close(0)
    assert (second_match.deals, second_match.dealer, second_match.sheet.totals, second_match.over) == (
        1,
        0,
        ((2, 0),),
        False,
    )
    third_match = second_match.close(0)
    assert (third_match.over, third_match.winners) == (True, (0,))
    assert [line.deal for line in third_match.sheet.lines] == [1, 1, 2]


def test_match_counts_no_deal_for_manual_correction() -> None:
    match = Match.begin(_TwoPoints())  # type: ignore[arg-type]  # as above
    adjusted_match = match.adjust(SheetRow((SheetEntry("points", 1, -3, reason("adjusted")),)))
    assert (adjusted_match.deals, adjusted_match.sheet.totals, adjusted_match.sheet.lines[0].outcome) == (
        0,
        ((0, -3),),
        None,
    )
