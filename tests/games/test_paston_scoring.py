"""Paston: the sheet, the end of the game and outcomes typed in (seed 000; multipliers from seed 001)."""

from itertools import product

import msgspec
import pytest
from games.paston_table import finished, paston, standing, written

from prikup.errors import BadOutcome, reason
from prikup.game import Void
from prikup.games.paston import Outcome
from prikup.match import Match

M = {"paston": 1, "glitch": 2, "dineri": 3, "gupa": 4, "grkha": 4}
BOTH = (-10, -9, 0, 10, 20, 30, 40, 50, 60, 70, 80)
LONE = (-10, -9, -8, -7, 0, 10, 20, 30, 40, 50, 60)


def scored(
    outcome: Outcome | Void, options: str = "standard", totals: tuple[int, int, int] = (0, 0, 0), deal: int = 2
) -> tuple[int, ...]:
    """What a typed outcome writes, by seat."""
    return written(paston(options).row(outcome, standing(deal, 0, totals)))


# The vectors; seat 1 declares, 2 sits on his left. Tricks and scores are by seat: 0, 1, 2.


def test_PA1_dineri_made_against_two_whisters() -> None:
    assert finished("dineri", "whist whist", (1, 6, 3)).scores == (-27, 30, 30)


def test_PA2_gupa_lost_against_two_whisters() -> None:
    assert finished("gupa", "whist whist", (1, 5, 4)).scores == (-36, -40, 80)


def test_PA3_grkha_made_is_ten() -> None:
    assert finished("grkha", "whist whist", (2, 6, 2)).scores == (0, 10, 0)


def test_PA4_grkha_lost_is_forty() -> None:
    assert finished("grkha", "whist whist", (2, 4, 4)).scores == (0, -40, 80)


def test_PA5_lone_whister_with_four() -> None:
    assert finished("glitch", "whist pass", (0, 6, 4)).scores == (0, 20, 0)


@pytest.mark.parametrize(("options", "lone"), [("standard", -14), ("standard lone_low=flat9", -18)])
def test_PA6_lone_whister_with_three(options: str, lone: int) -> None:
    assert finished("glitch", "pass whist", (3, 7, 0), options).scores == (lone, 20, 0)


@pytest.mark.parametrize(("options", "bonus"), [("standard", 2), ("aram", 0)])
def test_PA7_surrender_is_never_multiplied(options: str, bonus: int) -> None:
    table = finished("surrender", options=options)
    assert table.scores == (bonus, -10, bonus)
    assert table.outcome == Outcome(1, "surrender", opened=1)


def test_PA8_both_pass() -> None:
    assert finished("grkha", "pass pass").scores == (0, 10, 0)
    assert finished("gupa", "pass pass").scores == (0, 40, 0)


@pytest.mark.parametrize(
    ("options", "total", "change", "after"),
    [
        ("standard", -112, -9, 0),
        ("standard", -120, -9, -129),
        ("standard minus_reset=at_or_below", -120, -9, 0),
        ("standard minus_reset=at_or_below", -112, -9, 0),
        ("standard minus_reset=off", -112, -9, -121),
        ("standard", -111, -9, -120),
    ],
)
def test_PA11_exactly_minus_the_target_goes_back_to_zero(options: str, total: int, change: int, after: int) -> None:
    table = finished("paston", "whist whist", (1, 6, 3), options, totals=(total, 0, 0))
    assert table.row.entries[0].amount == change
    assert total + table.scores[0] == after
    if after == 0:
        assert table.row.entries[-1].reason == reason("minus-reset", total=total + change)


def test_PA13_a_tie_at_the_top_means_another_deal() -> None:
    table = finished("dineri", "whist whist", (3, 4, 3), totals=(95, 148, 95))
    assert [t + s for t, s in zip((95, 148, 95), table.scores, strict=True)] == [125, 118, 125]
    assert table.winners == ()


# The whole table


@pytest.mark.parametrize(("contract", "n"), list(product(M, range(11))))
def test_declarer_wins_with_six_tricks_and_loses_with_fewer(contract: str, n: int) -> None:
    table = finished(contract, "whist whist", agreed=(0, n, 10 - n))
    reward = 10 if contract == "grkha" else 10 * M[contract]
    assert table.scores[1] == (reward if n >= 6 else -10 * M[contract])


@pytest.mark.parametrize(("contract", "n"), list(product(M, range(11))))
def test_each_of_two_whisters_is_paid_for_his_own_tricks(contract: str, n: int) -> None:
    table = finished(contract, "whist whist", agreed=(10 - n, 0, n))
    assert table.scores[2] == BOTH[n] * M[contract]
    assert table.scores[0] == BOTH[10 - n] * M[contract]


@pytest.mark.parametrize(("contract", "n", "seat"), list(product(M, range(11), (0, 2))))
def test_a_lone_whister_owes_four_and_the_passer_scores_nothing(contract: str, n: int, seat: int) -> None:
    tricks = [0, 10 - n, 0]
    tricks[seat] = n
    table = finished(contract, "whist pass" if seat == 2 else "pass whist", agreed=tuple(tricks))
    assert table.scores[seat] == LONE[n] * M[contract]
    assert table.scores[2 - seat] == 0


@pytest.mark.parametrize("contract", M)
def test_unopposed_declarer_scores_as_for_winning(contract: str) -> None:
    reward = 10 if contract == "grkha" else 10 * M[contract]
    assert finished(contract, "pass pass").scores == (0, reward, 0)


def test_every_number_has_its_reason() -> None:
    row = finished("dineri", "whist whist", (1, 6, 3)).row
    assert [entry.reason for entry in row.entries] == [
        reason("whisted", tricks=1, quota=2, points=-9, multiplier=3),
        reason("contract-made", tricks=6, needed=6, multiplier=3),
        reason("whisted", tricks=3, quota=2, points=10, multiplier=3),
    ]
    assert [e.reason.key for e in finished("paston", "pass pass").row.entries] == ["passed", "unopposed", "passed"]
    assert [e.reason.key for e in finished("grkha", "pass whist", (6, 4, 0)).row.entries] == [
        "whisted",
        "contract-lost",
        "passed",
    ]


def test_more_or_fewer_tricks_than_six_are_the_same_to_declarer() -> None:
    scores = {finished("dineri", "whist pass", agreed=(0, n, 10 - n)).scores[1] for n in range(6)}
    assert scores == {-30}
    assert {finished("dineri", "whist pass", agreed=(0, n, 10 - n)).scores[1] for n in range(6, 11)} == {30}


# From deal to deal


def test_opener_of_the_first_deal_deals_the_second_and_the_deal_goes_round() -> None:
    match = Match.begin(paston(), 0)
    dealers = [match.standing.dealer]
    for _ in range(4):
        match = match.close(Outcome(1, "surrender", opened=2))
        dealers.append(match.standing.dealer)
    assert dealers == [0, 2, 0, 1, 2]


def test_scores_add_up_over_the_deals() -> None:
    match = Match.begin(paston(), 0)
    match = match.close(Outcome(1, "dineri", ("whist", "whist"), (1, 6, 3)))
    match = match.close(Outcome(0, "surrender"))
    assert match.sheet.totals == ((-37, 32, 32),)


@pytest.mark.parametrize(("total", "winners"), [(110, ()), (111, (1,)), (120, (1,))])
def test_game_ends_at_121_or_more(total: int, winners: tuple[int, ...]) -> None:
    assert finished("paston", "pass pass", totals=(0, total, 0)).winners == winners


def test_higher_score_wins_if_two_have_reached_121() -> None:
    table = finished("gupa", "whist whist", (1, 5, 4), totals=(200, 0, 60))
    assert [t + s for t, s in zip((200, 0, 60), table.scores, strict=True)] == [164, -40, 140]
    assert table.winners == (0,)


def test_reset_comes_before_the_end_is_tested_and_after_all_changes() -> None:
    table = finished("gupa", "pass pass", totals=(-121, 90, 0))
    assert table.scores == (121, 40, 0)
    assert table.winners == (1,)


def test_extra_deals_go_on_until_one_is_alone_at_the_top() -> None:
    match = Match.begin(paston(), 0)
    match = match.adjust(finished("gupa", "pass pass").row)
    for outcome in (
        Outcome(0, "gupa"),
        Outcome(1, "gupa"),
        Outcome(0, "gupa"),
        Outcome(1, "gupa"),
        Outcome(0, "dineri"),
        Outcome(0, "paston"),
    ):
        assert not match.over
        match = match.close(outcome)
    assert match.sheet.totals == ((120, 120, 0),)
    match = match.close(Outcome(2, "surrender"))
    assert (match.sheet.totals, match.winners) == (((122, 122, -10),), ())
    assert match.close(Outcome(2, "grkha")).winners == ()
    assert match.close(Outcome(1, "paston")).winners == (1,)
    assert match.close(Outcome(0, "paston", ("whist", "whist"), (5, 2, 3))).winners == (1,)


# Outcomes typed in: revokes, and what no deal can have


@pytest.mark.parametrize(("contract", "whist"), list(product(M, [("whist", "whist"), ("whist", "pass")])))
def test_declarers_revoke_loses_the_contract_and_the_others_score_nothing(
    contract: str, whist: tuple[str, str]
) -> None:
    outcome = msgspec.convert(
        {"type": "played", "declarer": 1, "contract": contract, "whist": whist, "revoked": 1}, Outcome
    )
    assert scored(outcome) == (0, -10 * M[contract], 0)


@pytest.mark.parametrize("contract", M)
def test_a_defenders_revoke_makes_the_contract_and_scores_as_no_trick(contract: str) -> None:
    outcome = msgspec.convert(
        {"type": "played", "declarer": 1, "contract": contract, "whist": ("whist", "whist"), "revoked": 2}, Outcome
    )
    assert scored(outcome) == (0, 10 if contract == "grkha" else 10 * M[contract], -10 * M[contract])


def test_tricks_do_not_matter_after_a_revoke() -> None:
    one = Outcome(1, "dineri", ("whist", "whist"), (5, 3, 2), revoked=0)
    assert scored(one) == scored(Outcome(1, "dineri", ("whist", "whist"), revoked=0)) == (-30, 30, 0)
    assert scored(Outcome(1, "dineri", ("whist", "pass"), revoked=2)) == (0, 30, -30)


@pytest.mark.parametrize("outcome", [{"contract": "surrender"}, {"contract": "gupa", "whist": ("pass", "pass")}])
def test_nobody_revokes_without_play(outcome: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError, match="revoked-without-play"):
        msgspec.convert({"type": "played", "declarer": 1, "revoked": 2, **outcome}, Outcome)


def test_tricks_must_be_ten_or_none() -> None:
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        Outcome(1, "dineri", ("whist", "whist"), (1, 6, 2))
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        Outcome(1, "dineri", ("pass", "pass"), (0, 10, 0))
    with pytest.raises(BadOutcome, match="tricks-one-each"):
        Outcome(1, "dineri", ("whist", "whist"), (4, 6))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "played", "declarer": 3, "contract": "dineri"}, Outcome)


def test_a_passer_takes_no_trick_and_does_not_revoke() -> None:
    for outcome in (
        Outcome(1, "dineri", ("whist", "pass"), (1, 6, 3)),
        Outcome(1, "dineri", ("whist", "pass"), revoked=0),
    ):
        with pytest.raises(BadOutcome, match="passer-does-not-play seat=0"):
            scored(outcome)


def test_a_misdeal_writes_nothing_and_the_same_dealer_deals_again() -> None:
    match = Match.begin(paston(), 1).close(Outcome(1, "surrender", opened=2))
    again = match.close(Void(reason("misdeal")))
    assert (again.dealer, again.sheet.totals, again.deals) == (match.dealer, match.sheet.totals, 1)
