"""Minnesota whist, which the seed (003) sets off from Tuppi: both sides keep their points; high, low, black."""

import pytest
from games.tuppi_deals import NORTH, SUITS, act, dealt, match_at, may, standing, tuppi

from prikup.errors import Reason
from prikup.games.tuppi import Outcome
from prikup.games.tuppi.player import rule
from prikup.state import view, watch

HIGH_A, HIGH_B = 0, 1


@pytest.mark.parametrize(
    ("options", "before", "outcome", "after", "winners"),
    [
        pytest.param("", (0, 0), Outcome("rami", HIGH_A, (9, 4)), (3, 0), (), id="U13"),
        pytest.param("", (3, 0), Outcome("rami", HIGH_B, (4, 9)), (3, 3), (), id="U14"),
        pytest.param("", (3, 3), Outcome("rami", HIGH_A, (5, 8)), (3, 5), (), id="U15"),
        pytest.param("rami_fail_factor=2", (3, 3), Outcome("rami", HIGH_A, (5, 8)), (3, 7), (), id="U15 doubled"),
        pytest.param("", (3, 5), Outcome("nolo", None, (4, 9)), (3, 2), (), id="U16"),
        pytest.param("low_scoring=to_fewer", (3, 5), Outcome("nolo", None, (4, 9)), (6, 5), (), id="U16 to fewer"),
        pytest.param("", (0, 0), Outcome("nolo", None, (13, 0)), (-7, 0), (), id="U17"),
        pytest.param("", (12, 3), Outcome("rami", HIGH_A, (7, 6)), (13, 3), (0,), id="U18"),
        pytest.param("", (12, 12), Outcome("nolo", None, (6, 7)), (12, 11), (), id="U19"),
        pytest.param(
            "low_scoring=to_fewer", (12, 12), Outcome("nolo", None, (6, 7)), (13, 12), (0,), id="U19 to fewer"
        ),
    ],
)
def test_what_a_hand_writes(
    options: str, before: tuple[int, int], outcome: Outcome, after: tuple[int, int], winners: tuple[int, ...]
) -> None:
    match = match_at(tuppi(f"minnesota {options}"), before, 4, (0, 0)).close(outcome)
    assert (match.sheet.totals[0], match.winners) == (after, winners)


def test_U20_the_first_black_bid_is_high_and_the_rest_stay_hidden() -> None:
    rules = tuppi("minnesota")
    state = act(rules, dealt(rules, ("", "..2.", "2...", "")), "D2 S2")
    last = act(rules, state, f"{next(iter(may(rules, state)))}")
    public = act(rules, last, f"{next(iter(may(rules, last)))}").public
    assert (public.contract, public.declarer, public.turn) == ("rami", 2, 1)
    assert len(public.said) == 2
    assert rules.headline(public)[0] == Reason("plays-high", {"seat": 2, "needed": 7})


def test_U21_without_a_black_card_high_is_said_and_low_is_shown() -> None:
    rules = tuppi("minnesota bid_ranks=any high_colour=black")
    state = dealt(rules, ("", "..AKQJT98.765432", "", ""))
    words = may(rules, state)
    assert "high" in words
    assert "low" not in words
    assert len(words) == 14


def test_U22_a_tournament_stops_after_its_hands() -> None:
    rules = tuppi("minnesota mode=tournament hands=16 target=100")
    match = match_at(rules, (11, 9), 15, (0, 0)).close(Outcome("rami", HIGH_A, (7, 6)))
    assert (match.sheet.totals[0], match.winners) == ((12, 9), (0,))


def test_nobody_rises_and_both_sides_are_told() -> None:
    rules = tuppi("minnesota")
    facts = rules.headline(dealt(rules, SUITS, standing((3, 5))).public)
    assert facts == (
        Reason("black-bids-high"),
        Reason("stands", {"seat": 0, "points": 3, "target": 13}),
        Reason("stands", {"seat": 1, "points": 5, "target": 13}),
    )


def test_a_bid_said_aloud_tells_of_the_colour_it_lacked() -> None:
    rules = tuppi("minnesota")
    state = act(rules, dealt(rules, ("", "..AKQJT98.765432", "", "")), "high")
    for _ in range(3):
        state = act(rules, state, next(iter(may(rules, state))))
    cell = next(cell for cell in rules.unknown(watch(state)) if cell.seat == 1)
    assert not cell.allowed & (1 << 26) - 1, "neither a spade nor a club"


def test_the_rule_of_thumb_bids_high_with_a_black_card() -> None:
    rules = tuppi("minnesota")
    state = dealt(rules, ("", "AKQJ.AKQ.AKQ.AKQ", "", ""))
    seen = view(state, 1)
    assert rule(rules, 0)(seen) < 26
    assert NORTH == 0
