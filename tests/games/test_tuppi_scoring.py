"""Tuppi on the sheet: points, rising and falling, concessions, the end of a match and of a tournament (text 003).

The vectors are U1–U6, U10, U12 of Tuppi and U13–U19, U22 of Minnesota whist, in which, unlike in Tuppi, both sides keep
their points. Sides are North–South and East–West.
"""

from typing import Any

import pytest
from games.table import cells
from games.tuppi_deals import EAST, NORTH, SAFE, SOUTH, SUITS, WEST, Table, deal, dealt_table, match_at, standing, tuppi

from prikup.games.tuppi import Outcome
from prikup.rules.errors import BadOutcome, Reason
from prikup.rules.game import AgreedEnd
from prikup.rules.match import Match
from prikup.rules.state import Seat, State


def pair(text: str) -> tuple[int, int]:
    first, second = text.split()
    return int(first), int(second)


# Points of a hand

POINTS = """
    # Options, points before, the deal, points after, the winner
    U1   |                          | 0 0   | rami S 9-4   | 12 0  |
    U2   |                          | 0 0   | rami S 6-7   | 0 8   |
    U3   |                          | 0 0   | rami S 0-13  | 0 56  | 1
    U4   |                          | 0 0   | nolo 6-7     | 4 0   |
    U4   |                          | 0 0   | nolo 0-13    | 28 0  |
    U10  |                          | 0 0   | sooli N 0-13 | 24 0  |
    U10  |                          | 0 30  | sooli N 0-13 | 0 0   |
    lost |                          | 0 0   | sooli N 1-4  | 0 24  |
    made |                          | 40 0  | sooli N 0-13 | 64 0  | 0
    U23  |                          | 0 0   | sooli N 0-0  | 24 0  |
    # U5: the new points are not written when the rising side falls; else it adds to its own
    U5   |                          | 20 0  | rami S 5-8   | 0 0   |
    up   |                          | 20 0  | rami S 9-4   | 32 0  |
    -    | reset_rule=new_scorer_keeps concede=off | 20 0 | rami S 5-8 | 0 16 |
    # The game is won at 52 or more
    -    |                          | 40 0  | rami N 8-5   | 48 0  |
    -    |                          | 40 0  | rami N 9-4   | 52 0  | 0
    -    |                          | 44 0  | rami N 9-4   | 56 0  | 0
    -    | target=13                | 0 0   | rami N 10-3  | 16 0  | 0
    -    | target=52                | 0 0   | rami N 10-3  | 16 0  |
    # What a sooli that is lost brings
    -    | sooli_lost=48            | 0 0   | sooli N 1-0  | 0 48  |
    -    | sooli_lost=0             | 0 0   | sooli N 1-0  | 0 0   |
    -    | sooli_lost=24            | 20 0  | sooli N 1-0  | 0 0   |
    -    | sooli_lost=48            | 20 0  | sooli N 1-0  | 0 0   |
    -    | sooli_lost=0             | 20 0  | sooli N 1-0  | 20 0  |
    # A rami that fails counts double, or simply
    -    | rami_fail_factor=2       | 0 0   | rami S 5-8   | 0 16  |
    -    | rami_fail_factor=1       | 0 0   | rami S 5-8   | 0 8   |
    -    | rami_fail_factor=1       | 0 0   | rami S 8-5   | 8 0   |
    # Points a trick
    -    | points_per_trick=1 sooli_lost=48 | 0 0 | rami S 8-5   | 2 0  |
    -    | points_per_trick=1 sooli_lost=48 | 0 0 | rami S 5-8   | 0 4  |
    -    | points_per_trick=1 sooli_lost=48 | 0 0 | nolo 4-9     | 3 0  |
    -    | points_per_trick=1 sooli_lost=48 | 0 0 | sooli N 0-13 | 6 0  |
    -    | points_per_trick=1 sooli_lost=48 | 0 0 | sooli N 1-0  | 0 12 |
    # Minnesota whist: high and low
    U13  | minnesota                       | 0 0   | rami N 9-4 | 3 0   |
    U14  | minnesota                       | 3 0   | rami E 4-9 | 3 3   |
    U15  | minnesota                       | 3 3   | rami N 5-8 | 3 5   |
    U15  | minnesota rami_fail_factor=2    | 3 3   | rami N 5-8 | 3 7   |
    U16  | minnesota                       | 3 5   | nolo 4-9   | 3 2   |
    U16  | minnesota low_scoring=to_fewer  | 3 5   | nolo 4-9   | 6 5   |
    U17  | minnesota                       | 0 0   | nolo 13-0  | -7 0  |
    U18  | minnesota                       | 12 3  | rami N 7-6 | 13 3  | 0
    U19  | minnesota                       | 12 12 | nolo 6-7   | 12 11 |
    U19  | minnesota low_scoring=to_fewer  | 12 12 | nolo 6-7   | 13 12 | 0
"""


def test_tuppi_hand_scores_match_vectors() -> None:
    for name, options, points_text, deal_text, expected_points, winners in cells(POINTS):
        match = match_at(tuppi(options), pair(points_text), 4, (0, 0)).close(deal(deal_text))
        match_result = (match.sheet.totals[0], match.winners)
        assert match_result == (pair(expected_points), tuple(map(int, winners.split()))), (name, options, deal_text)


def test_tuppi_played_hand_matches_typed_outcome_and_points() -> None:
    """U3, U4, U10: card by card, to the end of the match."""
    for table, outcome, points in (
        (dealt_table().bid(SOUTH).say("pass pass"), "rami S 0-13", (0, 56)),
        (dealt_table().bid(None), "nolo 0-13", (28, 0)),
        (dealt_table("", SAFE, standing((40, 0))).say("rami S5 S9 S3 pass sooli S4 S5"), "sooli N 0-13", (64, 0)),
    ):
        assert (table.play_to_end().outcome, table.points) == (deal(outcome), points)


def test_tuppi_rami_and_nolo_points_follow_tricks() -> None:
    made_points = (0, 0, 0, 0, 0, 0, 0, 4, 8, 12, 16, 20, 24, 28)
    stopped_points = (56, 48, 40, 32, 24, 16, 8, 0, 0, 0, 0, 0, 0, 0)
    for tricks in range(14):
        for player in range(4):
            sides = (tricks, 13 - tricks) if player % 2 == 0 else (13 - tricks, tricks)
            row = tuppi().scoring.row(Outcome("rami", player, sides), standing())
            side_points = row.amount("points", player % 2), row.amount("points", 1 - player % 2)
            assert side_points == (made_points[tricks], stopped_points[tricks])
    for tricks, points in enumerate((28, 24, 20, 16, 12, 8, 4)):
        for side in (0, 1):
            sides = (tricks, 13 - tricks) if side == 0 else (13 - tricks, tricks)
            row = tuppi().scoring.row(Outcome("nolo", None, sides), standing())
            assert (row.amount("points", side), row.amount("points", 1 - side)) == (points, 0)


def test_tuppi_sheet_entries_have_reasons() -> None:
    rules = tuppi()
    for deal_text, old_points, reasons in (
        ("rami S 9-4", (0, 0), [(0, 12, Reason("rami-made", {"tricks": 9, "over": 3, "each": 4}))]),
        (
            "rami S 5-8",
            (20, 0),
            [
                (1, 0, Reason("rami-stopped", {"tricks": 8, "over": 2, "each": 8})),
                (0, -20, Reason("fell", {"points": 20})),
            ],
        ),
        ("nolo 9-4", (0, 0), [(1, 12, Reason("nolo-won", {"tricks": 4, "over": 3, "each": 4}))]),
    ):
        row = rules.scoring.row(deal(deal_text), standing(old_points))
        assert [(e.side, e.amount, e.reason) for e in row.entries] == reasons
    keeps = tuppi("reset_rule=new_scorer_keeps concede=off").scoring.row(deal("rami S 5-8"), standing((20, 0)))
    assert keeps.entries[1].reason == Reason("overtaken", {"points": 20})


def test_U6_tuppi_whole_match_has_vector_totals() -> None:
    match, totals = Match.begin(tuppi()), []
    for deal_text in ("rami S 9-4", "nolo 5-8", "rami N 5-8", "rami E 6-7", "rami W 0-13", "rami E 1-12"):
        assert not match.over
        match = match.close(deal(deal_text))
        totals.append(match.sheet.totals[0])
    assert totals == [(12, 0), (20, 0), (0, 0), (0, 4), (0, 32), (0, 56)]
    assert (match.winners, match.deals) == ((1,), 6)


# Concessions


def _table_in_play(points: tuple[int, int], options: str = "") -> Table:
    return dealt_table(f"sooli=off {options}", SUITS, standing(points)).bid(SOUTH)


def _concede(table: Table, *seats: Seat) -> Any:
    return table.game.settle(table.state, AgreedEnd(conceding_seats=seats))


def test_tuppi_rising_side_may_concede_hand() -> None:
    table = _table_in_play((36, 0)).say("CA DA HA SA")
    table.state = _concede(table, NORTH, SOUTH)
    assert table.outcome == deal("rami S 0-1 conceded")
    assert table.points == (0, 0)
    assert table.row.entries[0].reason == Reason("conceded", {"points": 36})
    # Unless the house rules forbid it
    assert _concede(_table_in_play((20, 0), "concede=off"), NORTH, SOUTH) == Reason("no-concession")


def test_tuppi_concession_needs_both_partners_of_rising_side() -> None:
    for seats in ((NORTH,), (SOUTH,), (EAST, WEST), (NORTH, EAST), (0, 1, 2, 3)):
        assert _concede(_table_in_play((36, 0)), *seats) == Reason("both-partners", {"seat": NORTH})
    assert isinstance(_concede(_table_in_play((0, 36)), WEST, EAST), State)
    assert _concede(_table_in_play((0, 0)), NORTH, SOUTH) == Reason("nobody-rising")
    with pytest.raises(BadOutcome, match="nobody-rising"):
        tuppi().scoring.row(deal("rami S 3-4 conceded"), standing())


# Typed outcomes


def test_tuppi_impossible_outcome_is_refused() -> None:
    for deal_text, why in (
        ("rami N 9-5", "tricks-must-sum"),
        ("rami N 9-3", "tricks-must-sum"),
        ("rami N 0-0", "tricks-must-sum"),
        ("sooli N 0-12", "tricks-must-sum"),
        ("sooli N 1-13", "tricks-must-sum"),  # U23
        ("sooli N 0-5", "tricks-must-sum"),  # U23
        ("rami N 9-5 conceded", "tricks-must-sum"),
        ("nolo N 9-4", "nobody-calls-nolo"),
        ("rami 9-4", "somebody-calls"),
        ("sooli 9-4", "somebody-calls"),
    ):
        with pytest.raises(BadOutcome, match=why):
            deal(deal_text)
    assert deal("sooli E 4-1").tricks == (4, 1)


# The tournament

TOURNAMENT = """
    # Options | points before, hands, written before | the deals | points, written and winners after each
    # U12: it is extended while a side rises, and ends in a tie, which extra hands or nobody decide
    tournament_tie=extra | 12 0, 16, 52 60 | rami N 8-5, rami E 4-9   | 20 0, 60 60, -; 0 0, 60 60, -
    tournament_tie=draw  | 12 0, 16, 52 60 | rami N 8-5, rami E 4-9   | 20 0, 60 60, -; 0 0, 60 60, 0 1
    tournament_tie=extra | 0 12, 15, 30 30 | rami N 7-6               | 0 0, 30 30, -
    tournament_tie=draw  | 0 12, 15, 30 30 | rami N 7-6               | 0 0, 30 30, 0 1
    # After a tie one side must rise and fall
                         | 0 0, 18, 60 60  | rami E 5-8, rami N 8-5   | 0 8, 60 68, -; 0 0, 60 68, 1
    # It stops after its last hand if nobody is rising, and goes on while a side is
                         | 12 0, 14, 30 20 | rami E 6-7               | 0 0, 30 20, -
                         | 12 0, 15, 30 20 | rami E 6-7               | 0 0, 30 20, 0
    | 0 0, 15, 20 30  | rami N 7-6, rami N 10-3, rami E 6-7 | 4 0, 24 30, -; 20 0, 40 30, -; 0 0, 40 30, 0
    # An extended one may still reach 52, and a game won early ends it
                         | 48 0, 16, 48 90 | rami N 8-5               | 56 0, 56 90, 0
                         | 0 44, 3, 90 44  | rami E 4-9               | 0 56, 90 56, 1
    # Points that only bring the opponents down do not count, nor does a hand given up
                         | 12 0, 3, 12 0   | rami E 0-13              | 0 0, 12 0, -
                         | 12 0, 16, 30 40 | rami E 2-7 conceded      | 0 0, 30 40, 1
    # By other rules of falling, a side that has just risen plays on at the last hand; in an extra hand it ends
    reset_rule=new_scorer_keeps concede=off | 12 0, 15, 12 0 | rami E 6-7, rami N 7-6 | 0 4, 12 4, -; 4 0, 16 4, 0
    # Both sides keep their points: it ends with its hands, unless they are level
    reset_rule=keep_both | 20 24, 15, 20 24 | rami N 7-6, rami E 6-7 | 24 24, 24 24, -; 24 28, 24 28, 1
    reset_rule=keep_both tournament_tie=draw | 20 24, 15, 20 24 | rami N 7-6 | 24 24, 24 24, 0 1
    # Its number of hands
    hands=17             | 0 12, 15, 30 20 | rami N 7-6               | 0 0, 30 20, -
    hands=17             | 0 12, 16, 30 20 | rami N 7-6               | 0 0, 30 20, 0
    hands=24             | 0 12, 22, 30 20 | rami N 7-6               | 0 0, 30 20, -
    hands=24             | 0 12, 23, 30 20 | rami N 7-6               | 0 0, 30 20, 0
"""


def test_tuppi_tournament_is_scored_extended_and_ended_by_rules() -> None:
    for options, standing_text, deals, expected_text in cells(TOURNAMENT):
        points, hands, written_text = standing_text.split(", ")
        match = match_at(tuppi(f"tournament {options}"), pair(points), int(hands), pair(written_text))
        results = []
        for deal_text in deals.split(", "):
            match = match.close(deal(deal_text))
            numbers = [
                " ".join(map(str, values)) for values in (match.sheet.totals[0], match.carry.written, match.winners)
            ]
            results.append(", ".join([*numbers[:2], numbers[2] or "-"]))
        assert "; ".join(results) == expected_text, (options, standing_text, deals)


def test_U22_minnesota_tournament_ends_after_its_hands() -> None:
    rules = tuppi("minnesota mode=tournament hands=16 target=100")
    match = match_at(rules, (11, 9), 15, (0, 0)).close(deal("rami N 7-6"))
    assert (match.sheet.totals[0], match.winners) == ((12, 9), (0,))
    casual = match_at(tuppi("mode=casual"), (0, 12), 15, (30, 20)).close(deal("rami N 7-6"))
    assert casual.winners == (), "a match that is no tournament does not"
