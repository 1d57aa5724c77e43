"""The small parts: auction, exchange, sheet, match."""

from fractions import Fraction

import pytest

from prikup.auction import Auction
from prikup.errors import reason
from prikup.exchange import DISCARD, Debt, Exchange
from prikup.game import Next, Standing, Void
from prikup.match import Match
from prikup.sheet import Entry, Line, Row, Sheet, rounded
from prikup.state import moved, noted, placed


def test_an_auction_ends_when_all_but_the_highest_bidder_have_passed() -> None:
    auction = Auction(1, (1, 2, 0)).call(53, passing=False)
    assert (auction.turn, auction.high, auction.holder, auction.over) == (2, 53, 1, False)
    auction = auction.call(52, passing=True).call(54, passing=False)
    assert (auction.turn, auction.live, auction.holder) == (1, (1, 0), 0)
    assert auction.call(52, passing=True).over


def test_three_passes_end_an_auction_without_a_holder() -> None:
    auction = Auction(2, (2, 0, 1))
    for _ in range(2):
        auction = auction.call(52, passing=True)
        assert not auction.over
    assert auction.call(53, passing=False).over
    auction = auction.call(52, passing=True)
    assert auction.over
    assert auction.holder is None


def test_debts_are_paid_in_order() -> None:
    exchange = Exchange((Debt(0, 2, 2), Debt(1, DISCARD, 1)))
    exchange = exchange.give()
    assert exchange.now == Debt(0, 2, 1)
    assert exchange.skip() == exchange.give() == Exchange((Debt(1, None, 1),))
    assert exchange.give().give().over


def test_hands_and_notes_change_in_one_place_only() -> None:
    assert placed((1, 2, 4), 1, 0) == (1, 0, 4)
    assert moved((3, 4), 0, giver=0) == (2, 4)
    assert moved((3, 4), 0, giver=0, receiver=1) == (2, 5)
    assert noted(((), ()), 1) == ((), ())


def test_a_sheet_adds_entries_to_its_boxes() -> None:
    sheet = Sheet(("pool", "dump"), ((0, 0), (0, 0)))
    row = Row((Entry("dump", 1, 4, reason("x")), Entry("dump", 1, -1, reason("y")), Entry("pool", 0, 2, reason("z"))))
    sheet = sheet.add(Line(1, 0, None, row))
    assert sheet.totals == ((2, 0), (0, 3))
    assert (sheet.total("dump", 1), row.amount("dump", 1), row.amount("pool", 1)) == (3, 3, 0)


def test_a_box_keeps_every_number_that_was_written_in_it() -> None:
    sheet = Sheet(("pool", "dump"), ((0, 0), (0, 5)))
    for amount in (4, 0, -1):
        sheet = sheet.add(Line(1, 0, None, Row((Entry("dump", 1, amount, reason("x")),))))
    assert sheet.history("dump", 1) == (5, 9, 8)
    assert sheet.history("pool", 0) == ()


def test_whole_shares_keep_their_sum() -> None:
    thirds = (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert rounded(thirds) == (-6, 3, 3)
    with pytest.raises(ValueError, match="whole"):
        rounded((Fraction(1, 3), Fraction(1, 3)))


class _TwoPoints:
    """A game with just enough for a match: the side that the outcome names gets two points; four win."""

    sides = ((0,), (1,))
    columns = ("points",)
    opening = ((0, 0),)
    carry = 0

    def row(self, outcome: object, standing: object) -> Row:
        return Row() if isinstance(outcome, Void) else Row((Entry("points", int(str(outcome)), 2, reason("two")),))

    def next(self, outcome: object, standing: object, row: Row) -> object:
        assert isinstance(standing, Standing)
        if isinstance(outcome, Void):
            return Next(standing.dealer, standing.carry + 1, counts=False)
        return Next(1 - standing.dealer, 0)

    def winners(self, before: object, after: Standing[int], outcome: object) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if after.totals[0][side] >= 4)


def test_a_match_counts_deals_and_ends_when_the_game_says_so() -> None:
    match = Match.begin(_TwoPoints(), dealer=1)  # type: ignore[arg-type]  # the parts of a Game that a match uses
    void = match.close(Void(reason("nothing")))
    assert (void.deals, void.dealer, void.carry, void.standing.deal) == (0, 1, 1, 1)
    one = void.close(0)
    assert (one.deals, one.dealer, one.sheet.totals, one.over) == (1, 0, ((2, 0),), False)
    two = one.close(0)
    assert (two.over, two.winners) == (True, (0,))
    assert [line.deal for line in two.sheet.lines] == [1, 1, 2]


def test_a_correction_by_hand_counts_no_deal() -> None:
    match = Match.begin(_TwoPoints())  # type: ignore[arg-type]  # as above
    adjusted = match.adjust(Row((Entry("points", 1, -3, reason("adjusted")),)))
    assert (adjusted.deals, adjusted.sheet.totals, adjusted.sheet.lines[0].outcome) == (0, ((0, -3),), None)
