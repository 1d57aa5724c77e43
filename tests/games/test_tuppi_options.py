"""The house rules of Tuppi: a deal for every value in which it matters."""

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
    may,
    played,
    refusal,
    result,
    soloing,
    standing,
    tuppi,
)

from prikup.cards import card_text, parse_card
from prikup.errors import Reason
from prikup.game import Settled
from prikup.games.tuppi import KIND, Options, Outcome
from prikup.games.tuppi.options import PRESETS
from prikup.options import Idle, idle, options_text, parse_options
from prikup.state import State, watch

HANDS = ("9876.T9.A4.KJ764", "KT.QJ5.T932.AT32", "AJ3.A87.KJ6.Q985", "Q542.K6432.Q875.")


def test_the_first_preset_is_the_main_text() -> None:
    assert next(iter(KIND.presets)) == "standard"
    assert PRESETS["standard"] == Options()


def test_the_tournament_preset_bids_with_cards_of_its_own_and_has_no_sooli() -> None:
    rules = tuppi("tournament")
    state = act(rules, dealt(rules, HANDS), "rami nolo rami rami")
    assert (state.public.phase, state.public.declarer) == ("play", EAST)
    assert rules.options.mode == "tournament"


def test_bid_method_bid_cards() -> None:
    """Either bid, whatever the hand holds; and nothing is learnt of the hand."""
    rules = tuppi("bid_method=bid_cards sooli=off")
    state = dealt(rules, SUITS)
    assert may(rules, state) == {"rami", "nolo"}
    assert refusal(rules, state, "C5") == "say-a-call"
    assert refusal(rules, state, "sooli") == "not-now"
    state = act(rules, state, "nolo rami nolo nolo")
    assert state.public.declarer == SOUTH
    assert [cell.allowed.bit_count() for cell in rules.unknown(watch(state))] == [52] * 4


def test_bid_method_hand_cards() -> None:
    rules = tuppi("bid_method=hand_cards")
    assert may(rules, dealt(rules, HANDS)) == {"ST", "C5", "DT", "D9", "D3", "HA", "HT", "H3"}


def test_bid_ranks_not_twos_nor_courts() -> None:
    rules = tuppi("bid_ranks=not_twos_nor_courts")
    state = act(rules, dealt(rules, HANDS), "HA S3 S4 S9")
    assert state.public.declarer == EAST


def test_bid_ranks_not_twos_courts_nor_aces() -> None:
    rules = tuppi("bid_ranks=not_twos_courts_nor_aces")
    state = dealt(rules, HANDS)
    assert may(rules, state) == {"ST", "C5", "DT", "D9", "D3", "HT", "H3"}
    assert refusal(rules, state, "HA") == "ace-cannot-bid"
    assert refusal(rules, state, "SK") == "card-cannot-bid"
    only_the_ace = dealt(rules, ("", "AT.T98.AKQJ2.KQJ", "", ""))
    assert "rami" in may(rules, only_the_ace)


def test_sooli_off() -> None:
    rules = tuppi("sooli=off")
    state = bid(rules, dealt(rules, SAFE), EAST)
    assert (state.public.phase, state.public.turn) == ("play", NORTH)


def test_sooli_on() -> None:
    rules = tuppi("sooli=on")
    assert bid(rules, dealt(rules, SAFE), EAST).public.phase == "sooli"


def test_sooli_exchange_discard_then_receive() -> None:
    rules = tuppi("sooli_exchange=discard_then_receive")
    state = act(rules, bid(rules, dealt(rules, SAFE), EAST), "pass sooli")
    assert (state.public.phase, state.public.actor) == ("discard", NORTH)
    state = act(rules, state, "S4")
    assert (state.public.phase, state.public.actor) == ("give", SOUTH)
    assert "S4" not in may(rules, state)
    assert act(rules, state, "S5").public.phase == "play"


def test_sooli_exchange_receive_then_pass_back() -> None:
    rules = tuppi("sooli_exchange=receive_then_pass_back")
    state = act(rules, bid(rules, dealt(rules, SAFE), EAST), "pass sooli")
    assert (state.public.phase, state.public.actor) == ("give", SOUTH)
    state = act(rules, state, "S5")
    assert (state.public.phase, state.public.actor) == ("give", NORTH)
    assert {"S5", "S4"} <= may(rules, state)
    back = parse_card("S4")
    assert [rules.seen(state.public, back, seat) for seat in (None, 0, 1, 2, 3)] == [None, back, None, back, None]
    state = act(rules, state, "S4")
    assert [hand.bit_count() for hand in state.hands] == [13] * 4
    assert state.hands[SOUTH] >> back & 1
    assert state.public.phase == "play"
    assert rules.outcome(ended(rules, state)).tricks == (0, 13)


@pytest.mark.parametrize(("lead", "leader"), [("left_of_soloist", EAST), ("right_of_soloist", WEST)])
def test_sooli_lead_left_or_right_of_the_soloist(lead: str, leader: int) -> None:
    rules = tuppi(f"sooli_lead={lead}")
    assert soloing(rules).public.turn == leader
    other = EAST + WEST - leader
    assert act(rules, soloing(rules), "SK" if leader == EAST else "S9").public.turn == other


def test_sooli_lead_rami_declarer() -> None:
    rules = tuppi("sooli_lead=rami_declarer")
    for declarer, words in ((EAST, "pass sooli"), (WEST, "sooli")):
        state = act(rules, bid(rules, dealt(rules, SAFE), declarer), f"{words} S4 S5")
        assert (state.public.soloist, state.public.turn) == (NORTH, declarer)


@pytest.mark.parametrize(
    ("lost", "level", "rising"), [(24, (0, 24), (0, 0)), (48, (0, 48), (0, 0)), (0, (0, 0), (20, 0))]
)
def test_sooli_lost(lost: int, level: tuple[int, int], rising: tuple[int, int]) -> None:
    rules = tuppi(f"sooli_lost={lost}")
    assert result(rules, ended(rules, soloing(rules, BEATEN, exchange="SK D4"))) == level
    assert result(rules, ended(rules, soloing(rules, BEATEN, standing((20, 0)), "SK D4"))) == rising


def test_rami_fail_factor() -> None:
    for factor, points in ((2, 16), (1, 8)):
        rules = tuppi(f"rami_fail_factor={factor}")
        assert result(rules, played(rules, "rami", (5, 8))) == (0, points)
        assert result(rules, played(rules, "rami", (8, 5))) == (8, 0)


def test_points_per_trick() -> None:
    for each, made, stopped, nolo, sooli, lost in ((4, 8, 16, 12, 24, 48), (1, 2, 4, 3, 6, 12)):
        rules = tuppi(f"points_per_trick={each} sooli_lost=48")
        assert result(rules, played(rules, "rami", (8, 5))) == (made, 0)
        assert result(rules, played(rules, "rami", (5, 8))) == (0, stopped)
        assert result(rules, played(rules, "nolo", (4, 9))) == (nolo, 0)
        assert result(rules, ended(rules, soloing(rules))) == (sooli, 0)
        assert result(rules, ended(rules, soloing(rules, BEATEN, exchange="SK D4"))) == (0, lost)


def test_target() -> None:
    outcome = Outcome("rami", NORTH, (10, 3))
    for target, winners in ((52, ()), (13, (0,))):
        assert match_at(tuppi(f"target={target}"), (0, 0), 0, (0, 0)).close(outcome).winners == winners


def test_reset_rule_to_zero() -> None:
    rules = tuppi("reset_rule=to_zero")
    assert result(rules, played(rules, "rami", (5, 8), standing((20, 0)))) == (0, 0)


def test_reset_rule_new_scorer_keeps() -> None:
    rules = tuppi("reset_rule=new_scorer_keeps concede=off")
    state = played(rules, "rami", (5, 8), standing((20, 0)))
    assert result(rules, state) == (0, 16)
    row = rules.row(rules.outcome(state), standing((20, 0)))
    assert row.entries[1].reason == Reason("overtaken", {"points": 20})


def test_a_tournament_with_new_scorer_keeps_ends_when_the_rising_side_loses_a_hand() -> None:
    """At the last hand a side that has just risen plays on; in an extra hand its rise is the end."""
    rules = tuppi("tournament reset_rule=new_scorer_keeps concede=off")
    fall = Outcome("rami", EAST, (6, 7))
    match = match_at(rules, (12, 0), 15, (12, 0)).close(fall)
    assert (match.sheet.totals[0], match.carry.written, match.winners) == ((0, 4), (12, 4), ())
    match = match.close(Outcome("rami", NORTH, (7, 6)))
    assert (match.sheet.totals[0], match.carry.written, match.winners) == ((4, 0), (16, 4), (0,))


def test_mode() -> None:
    for mode, winners in (("casual", ()), ("tournament", (0,))):
        match = match_at(tuppi(f"mode={mode}"), (0, 12), 15, (30, 20))
        assert match.close(Outcome("rami", NORTH, (7, 6))).winners == winners


@pytest.mark.parametrize("hands", [16, 17, 20, 24])
def test_hands(hands: int) -> None:
    rules = tuppi(f"tournament hands={hands}")
    for deals, winners in ((hands - 2, ()), (hands - 1, (0,))):
        match = match_at(rules, (0, 12), deals, (30, 20))
        assert match.close(Outcome("rami", NORTH, (7, 6))).winners == winners


def test_tournament_tie() -> None:
    for tie, winners in (("extra", ()), ("draw", (0, 1))):
        match = match_at(tuppi(f"tournament tournament_tie={tie}"), (0, 12), 15, (30, 30))
        assert match.close(Outcome("rami", NORTH, (7, 6))).winners == winners


def test_concede() -> None:
    for concede in ("on", "off"):
        rules = tuppi(f"sooli=off concede={concede}")
        state = bid(rules, dealt(rules, SUITS, standing((20, 0))), SOUTH)
        after = rules.settle(state, Settled(conceded=(NORTH, SOUTH)))
        if concede == "on":
            assert isinstance(after, State)
            assert result(rules, after) == (0, 0)
        else:
            assert after == Reason("no-concession")


def test_I3_a_hand_is_not_given_up_where_its_exact_count_matters() -> None:
    rules = tuppi("reset_rule=new_scorer_keeps concede=on")
    assert idle(rules.options)[-1] == Idle("concede", (("reset_rule", "new_scorer_keeps"),))
    state = bid(rules, dealt(rules, SUITS, standing((20, 0))), SOUTH)
    assert rules.settle(act(rules, state, "pass pass"), Settled(conceded=(NORTH, SOUTH))) == Reason("no-concession")


@pytest.mark.parametrize(
    ("preset", "silent"),
    [
        pytest.param("tournament", "bid_ranks sooli_exchange sooli_lead sooli_lost", id="I4"),
        pytest.param("minnesota", "sooli_exchange sooli_lead sooli_lost hands tournament_tie concede", id="I5"),
    ],
)
def test_what_is_idle_in_a_preset(preset: str, silent: str) -> None:
    assert [one.option for one in idle(tuppi(preset).options)] == silent.split()


def test_both_sides_keep_their_points_and_a_tournament_ends_with_its_hands() -> None:
    rules = tuppi("tournament reset_rule=keep_both")
    match = match_at(rules, (20, 24), 15, (20, 24)).close(Outcome("rami", NORTH, (7, 6)))
    assert (match.sheet.totals[0], match.winners) == ((24, 24), ()), "level: one more"
    assert match.close(Outcome("rami", EAST, (6, 7))).winners == (1,)
    draw = tuppi("tournament reset_rule=keep_both tournament_tie=draw")
    assert match_at(draw, (20, 24), 15, (20, 24)).close(Outcome("rami", NORTH, (7, 6))).winners == (0, 1)


def test_options_read_back_from_their_text() -> None:
    for text in ("standard", "tournament", "minnesota", "tournament hands=24", "standard bid_ranks=any"):
        assert options_text(PRESETS, parse_options(PRESETS, text)) == text


def test_a_turned_card_is_known_only_if_it_was_laid() -> None:
    rules = tuppi("sooli=off")
    state = act(rules, dealt(rules, HANDS), "C5 H9 D8 S9")
    pinned = {card_text(c.allowed.bit_length() - 1) for c in rules.unknown(watch(state)) if c.allowed.bit_count() == 1}
    assert pinned == {"C5", "H9"}
