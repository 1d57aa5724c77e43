"""Tuppi on the sheet: points, rising and falling, concessions, the end of a match and of a tournament (seed 003)."""

import pytest
from games.tuppi_deals import (
    BEATEN,
    EAST,
    NORTH,
    SAFE,
    SOUTH,
    SUITS,
    WEST,
    act,
    bid,
    dealt,
    ended,
    match_at,
    played,
    result,
    soloing,
    standing,
    tuppi,
)

from prikup.errors import BadOutcome, Reason
from prikup.game import Settled, Void
from prikup.games.tuppi import Carry, Outcome, Public
from prikup.match import Match
from prikup.sheet import Row
from prikup.state import State

# A hand's points


def test_U1_rami_with_nine_tricks() -> None:
    rules = tuppi()
    assert result(rules, played(rules, "rami", (9, 4))) == (12, 0)


def test_U2_rami_stopped_at_six_tricks() -> None:
    rules = tuppi()
    assert result(rules, played(rules, "rami", (6, 7))) == (0, 8)


def test_U3_rami_without_a_trick_wins_the_game_for_the_defenders() -> None:
    rules = tuppi()
    state = ended(rules, act(rules, bid(rules, dealt(rules), SOUTH), "pass pass"))
    assert rules.outcome(state) == Outcome("rami", SOUTH, (0, 13))
    assert result(rules, state) == (0, 56)
    assert Match.begin(rules).close(rules.outcome(state)).winners == (1,)


def test_U4_nolo_points() -> None:
    rules = tuppi()
    assert result(rules, played(rules, "nolo", (6, 7))) == (4, 0)
    state = ended(rules, bid(rules, dealt(rules), None))
    assert rules.outcome(state) == Outcome("nolo", None, (0, 13))
    assert result(rules, state) == (28, 0)


@pytest.mark.parametrize("tricks", range(14))
def test_the_table_of_rami(tricks: int) -> None:
    rules = tuppi()
    declarers = (0, 0, 0, 0, 0, 0, 0, 4, 8, 12, 16, 20, 24, 28)[tricks]
    defenders = (56, 48, 40, 32, 24, 16, 8, 0, 0, 0, 0, 0, 0, 0)[tricks]
    for player in range(4):
        sides = (tricks, 13 - tricks) if player % 2 == 0 else (13 - tricks, tricks)
        row = rules.row(Outcome("rami", player, sides), standing())
        assert (row.amount("points", player % 2), row.amount("points", 1 - player % 2)) == (declarers, defenders)


@pytest.mark.parametrize("tricks", range(7))
def test_the_table_of_nolo(tricks: int) -> None:
    rules = tuppi()
    for side in (0, 1):
        sides = (tricks, 13 - tricks) if side == 0 else (13 - tricks, tricks)
        row = rules.row(Outcome("nolo", None, sides), standing())
        assert row.amount("points", side) == (28, 24, 20, 16, 12, 8, 4)[tricks]
        assert row.amount("points", 1 - side) == 0


def test_U10_sooli_made() -> None:
    rules = tuppi()
    assert result(rules, ended(rules, soloing(rules))) == (24, 0)
    assert result(rules, ended(rules, soloing(rules, now=standing((0, 30))))) == (0, 0)


def test_sooli_lost_gives_its_points_to_the_rami_side() -> None:
    rules = tuppi()
    assert result(rules, ended(rules, soloing(rules, BEATEN, exchange="SK D4"))) == (0, 24)


def test_every_number_says_why() -> None:
    rules = tuppi()
    assert rules.row(Outcome("rami", SOUTH, (9, 4)), standing()).entries[0].reason == Reason(
        "rami-made", {"tricks": 9, "over": 3, "each": 4}
    )
    stopped = rules.row(Outcome("rami", SOUTH, (5, 8)), standing((20, 0)))
    assert [(e.side, e.amount, e.reason) for e in stopped.entries] == [
        (1, 0, Reason("rami-stopped", {"tricks": 8, "over": 2, "each": 8})),
        (0, -20, Reason("fell", {"points": 20})),
    ]
    assert rules.row(Outcome("nolo", None, (9, 4)), standing()).entries[0].reason == Reason(
        "nolo-won", {"tricks": 4, "over": 3, "each": 4}
    )


# Rising


def test_U5_the_new_points_are_not_written_when_the_rising_side_falls() -> None:
    rules = tuppi()
    assert result(rules, played(rules, "rami", (5, 8), standing((20, 0)))) == (0, 0)


def test_U6_a_whole_game() -> None:
    rules = tuppi()
    match = Match.begin(rules)
    totals = []
    for contract, tricks, declarer in (
        ("rami", (9, 4), SOUTH),
        ("nolo", (5, 8), NORTH),
        ("rami", (5, 8), NORTH),
        ("rami", (6, 7), EAST),
        ("rami", (0, 13), WEST),
        ("rami", (1, 12), EAST),
    ):
        state = played(rules, "nolo" if contract == "nolo" else "rami", tricks, match.standing, declarer)
        assert not match.over
        match = match.close(rules.outcome(state))
        totals.append(match.sheet.totals[0])
    assert totals == [(12, 0), (20, 0), (0, 0), (0, 4), (0, 32), (0, 56)]
    assert match.winners == (1,)
    assert match.deals == 6


def test_a_rising_side_adds_to_its_points() -> None:
    rules = tuppi()
    assert result(rules, played(rules, "rami", (9, 4), standing((20, 0)))) == (32, 0)


def test_the_game_is_won_at_52_or_more() -> None:
    rules = tuppi()
    for before, tricks, winners in ((40, 8, ()), (40, 9, (0,)), (44, 9, (0,))):
        outcome = Outcome("rami", NORTH, (tricks, 13 - tricks))
        assert match_at(rules, (before, 0), 5, (before, 0)).close(outcome).winners == winners


def test_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    match = Match.begin(tuppi(), EAST).close(Void(Reason("misdeal")))
    assert (match.dealer, match.deals, match.carry, match.sheet.totals[0]) == (EAST, 0, Carry(), (0, 0))


# Concessions


def _in_play(points: tuple[int, int], options: str = "sooli=off") -> State[Public]:
    rules = tuppi(options)
    return bid(rules, dealt(rules, SUITS, standing(points)), SOUTH)


def test_a_rising_side_may_give_a_hand_up() -> None:
    rules = tuppi("sooli=off")
    state = act(rules, _in_play((36, 0)), "CA DA HA SA")
    after = rules.settle(state, Settled(conceded=(NORTH, SOUTH)))
    assert isinstance(after, State)
    assert after.public.actor is None
    outcome = rules.outcome(after)
    assert outcome == Outcome("rami", SOUTH, (0, 1), conceded=True)
    assert result(rules, after) == (0, 0)
    assert rules.row(outcome, standing((36, 0))).entries[0].reason == Reason("conceded", {"points": 36})


def test_both_partners_must_agree_to_give_a_hand_up() -> None:
    rules = tuppi("sooli=off")
    state = _in_play((36, 0))
    for seats in ((NORTH,), (SOUTH,), (EAST, WEST), (NORTH, EAST), (0, 1, 2, 3)):
        assert rules.settle(state, Settled(conceded=seats)) == Reason("both-partners", {"seat": NORTH})
    assert isinstance(rules.settle(_in_play((0, 36)), Settled(conceded=(WEST, EAST))), State)


def test_only_a_rising_side_may_give_a_hand_up() -> None:
    rules = tuppi("sooli=off")
    assert rules.settle(_in_play((0, 0)), Settled(conceded=(NORTH, SOUTH))) == Reason("nobody-rising")
    with pytest.raises(BadOutcome, match="nobody-rising"):
        rules.row(Outcome("rami", SOUTH, (3, 4), conceded=True), standing())


# Outcomes typed in


def test_an_outcome_must_be_possible() -> None:
    for tricks in ((9, 5), (9, 3), (0, 0)):
        with pytest.raises(BadOutcome, match="tricks-must-sum"):
            Outcome("rami", NORTH, tricks)
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        Outcome("sooli", NORTH, (0, 12))
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        Outcome("rami", NORTH, (9, 5), conceded=True)
    with pytest.raises(BadOutcome, match="nobody-calls-nolo"):
        Outcome("nolo", NORTH, (9, 4))
    for contract in ("rami", "sooli"):
        with pytest.raises(BadOutcome, match="somebody-calls"):
            Outcome("rami" if contract == "rami" else "sooli", None, (9, 4))
    assert Outcome("sooli", EAST, (4, 1)).tricks == (4, 1)


# The tournament


def _closed(match: Match, side: int, tricks: int) -> Match:
    """The match after a rami, played out, in which a side that declares takes so many tricks."""
    rules = tuppi("tournament")
    sides = (tricks, 13 - tricks) if side == 0 else (13 - tricks, tricks)
    state = played(rules, "rami", sides, match.standing, declarer=side)
    return match.close(match.game.outcome(state))


def _tournament(options: str, points: tuple[int, int], deals: int, written: tuple[int, int]) -> Match:
    return match_at(tuppi(f"tournament {options}"), points, deals, written)


def test_U12_a_tournament_is_extended_and_ends_in_a_tie() -> None:
    for tie, winners in (("extra", ()), ("draw", (0, 1))):
        match = _tournament(f"tournament_tie={tie}", (12, 0), 16, (52, 60))
        match = _closed(match, side=0, tricks=8)
        assert (match.sheet.totals[0], match.carry.written, match.winners) == ((20, 0), (60, 60), ())
        match = _closed(match, side=1, tricks=9)
        assert (match.sheet.totals[0], match.carry.written, match.winners) == ((0, 0), (60, 60), winners)
        assert match.deals == 18


def test_after_a_tie_one_side_must_rise_and_fall() -> None:
    match = _tournament("", (0, 0), 18, (60, 60))
    match = _closed(match, side=1, tricks=8)
    assert (match.carry.written, match.winners) == ((60, 68), ())
    match = _closed(match, side=0, tricks=8)
    assert (match.carry.written, match.winners) == ((60, 68), (1,))


def test_a_tournament_stops_after_its_last_hand_if_nobody_is_rising() -> None:
    match = _closed(_tournament("", (12, 0), 14, (30, 20)), side=1, tricks=7)
    assert (match.deals, match.sheet.totals[0], match.winners) == (15, (0, 0), ())
    match = _closed(_tournament("", (12, 0), 15, (30, 20)), side=1, tricks=7)
    assert (match.deals, match.sheet.totals[0], match.winners) == (16, (0, 0), (0,))


def test_a_tournament_goes_on_while_a_side_is_rising() -> None:
    match = _closed(_tournament("", (0, 0), 15, (20, 30)), side=0, tricks=7)
    assert (match.deals, match.winners) == (16, ())
    match = _closed(match, side=0, tricks=10)
    assert (match.carry.written, match.winners) == ((40, 30), ())
    assert _closed(match, side=1, tricks=7).winners == (0,)


def test_an_extended_tournament_may_still_reach_52() -> None:
    match = _closed(_tournament("", (48, 0), 16, (48, 90)), side=0, tricks=8)
    assert (match.sheet.totals[0], match.winners) == ((56, 0), (0,))


def test_a_game_won_early_ends_a_tournament() -> None:
    assert _closed(_tournament("", (0, 44), 3, (90, 44)), side=1, tricks=9).winners == (1,)


def test_points_that_only_bring_the_opponents_down_do_not_count_in_a_tournament() -> None:
    match = _closed(_tournament("", (12, 0), 3, (12, 0)), side=1, tricks=13)
    assert match.carry.written == (12, 0)


def test_a_hand_given_up_writes_nothing_in_a_tournament() -> None:
    match = _tournament("", (12, 0), 16, (30, 40)).close(Outcome("rami", EAST, (2, 7), conceded=True))
    assert (match.sheet.totals[0], match.carry.written, match.winners) == ((0, 0), (30, 40), (1,))


def test_nothing_is_written_for_a_void_deal() -> None:
    assert tuppi().row(Void(Reason("misdeal")), standing((12, 0))) == Row()


def test_a_sooli_is_played_to_its_end_on_the_sheet() -> None:
    rules = tuppi()
    state = ended(rules, soloing(rules, SAFE, standing((40, 0))))
    match = match_at(rules, (40, 0), 4, (40, 0)).close(rules.outcome(state))
    assert (match.sheet.totals[0], match.winners) == ((64, 0), (0,))
