"""3-5-8 as other sources have it: announcing on six cards, a trump of one's choice back, a kitty that all see."""

import random

import pytest
from games.three_five_eight_deals import after, dealt, done, heap, low, points, under

from prikup.cards import card_text, mask
from prikup.errors import BadOutcome, Reason
from prikup.form import Answer, filled
from prikup.game import Standing, Void
from prikup.games.three_five_eight import Outcome, ThreeFiveEight
from prikup.games.three_five_eight.options import PRESETS
from prikup.games.three_five_eight.scoring import PLAYED, Carry
from prikup.games.three_five_eight.targets import announcer_of, debts, following, playing_order, targets_of
from prikup.match import Match
from prikup.state import view, watch
from prikup.worlds import worlds

FIRST = Standing(1, 0, ((0, 0, 0),), Carry())
LATE = {"exchange_timing": "after_announcement", "trump_return": "any_trump"}


def place(*numbers: int) -> int:
    """The cards at these places of the deck, the top being 1."""
    return mask(number - 1 for number in numbers)


def texts(mask_: int) -> set[str]:
    return {card_text(card) for card in range(52) if mask_ >> card & 1}


def test_T12_d3_l8_r5_goes_clockwise_and_the_left_hand_player_has_the_eight() -> None:
    rules = under(target_layout="d3_l8_r5")
    assert targets_of(rules.options, 0) == (3, 8, 5)
    assert playing_order(rules.options) == (0, 1, 2)
    assert (announcer_of(rules.options, 0), following(rules.options, 0)) == (1, 1)
    state = low(rules, dealt(rules, FIRST), "play")
    assert state.public.turn == 1


def test_T14_first_six_deals_the_kitty_in_the_first_four_rounds() -> None:
    rules = under(target_layout="d3_l8_r5", announce_from="first_six")
    state = rules.deal(tuple(range(52)), FIRST)
    assert not hasattr(state, "reason")
    assert state.hands[1] == place(1, 5, 9, 13, 17, 20)
    assert state.hands[2] == place(2, 6, 10, 14, *range(18, 53, 3))
    assert state.hands[0] == place(3, 7, 11, 15, *range(19, 53, 3))
    assert mask(state.stock[-4:]) == place(4, 8, 12, 16)
    assert mask(state.stock[:-4]) == place(*range(23, 53, 3))


def test_T13_the_announcer_sees_six_cards_and_then_sixteen() -> None:
    rules = under(target_layout="d3_l8_r5", announce_from="first_six")
    state = rules.deal(tuple(range(52)), FIRST)
    own = view(state, 1)
    assert own.hand.bit_count() == 6
    assert [(c.place, c.seat, c.size) for c in rules.unknown(own)] == [
        ("hand", 0, 16),
        ("hand", 2, 16),
        ("stock", None, 10),
        ("stock", None, 4),
    ]
    assert [(c.place, c.seat, c.size) for c in rules.unknown(view(state, 2))] == [
        ("hand", 0, 16),
        ("hand", 1, 6),
        ("stock", None, 10),
        ("stock", None, 4),
    ]
    for world, _ in zip(worlds(rules, own, random.Random(1)), range(5), strict=False):
        assert view(world, 1) == own
    told = rules.apply(state, 52 + rules.calls.index("hearts"))
    assert view(told, 1).hand.bit_count() == 16
    assert len(told.stock) == 4
    assert [c.size for c in rules.unknown(view(told, 2))] == [16, 16, 4]


def test_T15_a_trump_is_answered_by_a_trump_of_choice() -> None:
    rules = under(**LATE)
    state = dealt(rules, after((1, -1, 0)), "H5", "HK H9 H3", "HA HQ HJ HT H8 H7 H6 H4 H2")
    state = done(rules, state, "hearts H5")
    assert (state.public.phase, state.public.actor) == ("give_back", 1)
    assert texts(mask(rules.legal(view(state, 1)))) == {"HK", "H9", "H3", "H5"}
    assert rules.why(view(state, 1), heap("S2")[0]).key in ("give-a-trump-back", "not-in-hand")
    assert [c.size for c in rules.unknown(view(state, 2))][:2] == [15, 17]
    after_it = done(rules, state, "H3")
    assert texts(after_it.hands[0]) >= {"H3"}
    assert after_it.public.phase == "kitty"


def test_T16_in_another_suit_the_highest_comes_back_unasked() -> None:
    rules = under(**LATE)
    state = dealt(rules, after((1, -1, 0)), "C5", "CK C3")
    state = done(rules, state, "hearts C5")
    assert state.public.phase == "kitty"
    assert "CK" in texts(state.hands[0])


def test_an_only_trump_is_returned_unasked() -> None:
    rules = under(**LATE)
    state = dealt(rules, after((1, -1, 0)), "H5 H6", "SA", "HA HK HQ HJ HT H9 H8 H7 H4 H3 H2")
    state = done(rules, state, "hearts H5")
    assert state.public.phase == "kitty"
    assert "H5" in texts(state.hands[0])


def test_T17_a_kitty_that_all_see() -> None:
    rules = under(kitty_mode="take_then_discard", kitty_shown="all")
    state = done(rules, dealt(rules, FIRST, "C2", kitty="SA SK SQ SJ"), "spades")
    shown = {said.action for said in watch(state).public.said if said.action < 52}
    assert shown == set(heap("SA SK SQ SJ"))
    state = done(rules, state, "SJ C2 C3 C4")
    for seat in (1, 2):
        for cell in rules.unknown(view(state, seat)):
            if cell.seat != 0:
                assert not cell.allowed & mask(shown)
    assert {said.action for said in watch(state).public.said if said.action < 52} == shown, "no more than that"


def test_T18_nine_five_two_takes_the_kitty_first_and_the_left_hand_player_leads() -> None:
    rules = ThreeFiveEight(PRESETS["nine-five-two"])
    state = done(rules, dealt(rules, FIRST), "spades")
    assert (state.public.announcer, state.hands[0].bit_count()) == (0, 20)
    assert low(rules, state, "play").public.turn == 1


def test_T19_sergeant_major_lays_away_first_and_the_eldest_leads() -> None:
    rules = ThreeFiveEight(PRESETS["sergeant-major"])
    state = done(rules, dealt(rules, FIRST), "spades")
    assert (state.public.phase, state.hands[0].bit_count(), len(state.stock)) == ("kitty", 16, 4)
    assert low(rules, state, "play").public.turn == 1


def test_T21_fewest_tricks_with_the_eight_on_the_left() -> None:
    rules = under(target_layout="d3_l8_r5", contracts="min_tricks")
    assert points(rules.row(Outcome("min-tricks", (6, 2, 8)), FIRST)) == (2, 1, -3)


# At a real table


def played(preset: str, *tricks: tuple[int, int, int]) -> Match:
    match = Match.begin(ThreeFiveEight(PRESETS[preset]))
    for one in tricks:
        match = match.close(filled(match.game.form(match.standing), one[:2]).outcome)
    return match


def exchanges(match: Match) -> list[tuple[int, int | None, int]]:
    targets = targets_of(match.game.options, match.dealer)
    return [
        (d.giver, d.receiver, d.count) for d in debts(match.carry.points, targets, playing_order(match.game.options))
    ]


def test_S13_the_targets_of_the_next_hand_and_who_owes_whom() -> None:
    match = played("standard", (10, 2, 4))
    assert match.carry.points == (2, -3, 1)
    assert targets_of(match.game.options, match.dealer) == (3, 8, 5)
    assert exchanges(match) == [(2, 1, 1), (0, 1, 2)]
    assert match.game.outlook(match.standing)[3:] == (
        Reason("to-exchange", {"seat": 2, "other": 1, "cards": 1}),
        Reason("to-exchange", {"seat": 0, "other": 1, "cards": 2}),
    )


def test_S14_and_of_the_one_after_it() -> None:
    match = played("standard", (10, 2, 4), (4, 8, 4))
    assert match.carry.points == (1, 0, -1)
    assert match.sheet.totals[0] == (3, -3, 0)
    assert targets_of(match.game.options, match.dealer) == (5, 3, 8)
    assert exchanges(match) == [(0, 2, 1)]


def test_S15_a_revoke_is_not_scored_and_the_deal_passes() -> None:
    match = played("standard", (10, 2, 4))
    match = match.close(filled(match.game.fault(match.standing), ("revoke", 1)).outcome)
    assert match.carry.points == (1, -2, 1)
    assert (match.dealer, match.deals) == (2, 2)
    misdealt = match.close(filled(match.game.fault(match.standing), ("misdeal",)).outcome)
    assert (misdealt.dealer, misdealt.deals, misdealt.sheet.totals) == (2, 2, match.sheet.totals)


def test_S37_totals_add_up_to_nothing() -> None:
    rules = ThreeFiveEight(PRESETS["standard"])
    assert str(rules.refuses(((3, -3, 1),), Carry())) == "points-sum-to-zero sum=1"
    assert rules.refuses(((3, -3, 0),), Carry()) is None
    assert rules.carried == ("points", "targets")
    assert ThreeFiveEight(PRESETS["belot"]).carried == ("points", "targets", "passed")
    assert ThreeFiveEight(PRESETS["eighteen-hands"]).carried == ("points", "targets", "announced")


def asked(preset: str, standing: Standing[Carry], *answers: Answer) -> list[str]:
    done_ = filled(ThreeFiveEight(PRESETS[preset]).form(standing), answers)
    return [one.question.ask.key for one in done_.answered if not one.forced] + (
        [done_.next.ask.key] if done_.next else []
    )


def test_only_what_the_sheet_needs_is_asked() -> None:
    assert asked("standard", FIRST, 8, 5) == ["form-tricks", "form-tricks"]
    assert asked("eighteen-hands", FIRST, "hearts", 8, 5) == ["form-announced", "form-tricks", "form-tricks"]
    assert asked("belot", FIRST, False, 8, 5) == ["form-passed", "form-tricks", "form-tricks"]
    void = filled(ThreeFiveEight(PRESETS["belot"]).form(FIRST), (True,)).outcome
    assert isinstance(void, Void)


def test_who_has_announced_everything_is_asked_nothing() -> None:
    rules = ThreeFiveEight(PRESETS["eighteen-hands"])
    spent = Standing(19, 0, rules.opening, Carry(announced=(PLAYED[rules.options.contracts],) * 3))
    with pytest.raises(BadOutcome, match="contracts-spent seat=1"):
        filled(rules.form(spent), ())
    with pytest.raises(BadOutcome, match="contracts-spent seat=1"):
        filled(rules.fault(spent), ("revoke",))
    assert isinstance(filled(rules.fault(spent), ("misdeal",)).outcome, Void)


def test_who_took_the_last_trick_is_asked_where_it_decides() -> None:
    level = Standing(5, 0, ((8, 10, -18),), Carry())
    assert asked("standard", level, 10, 5) == ["form-tricks", "form-tricks"]
    even = Standing(5, 0, ((9, 9, -18),), Carry())
    assert asked("standard", even, 9, 6) == ["form-tricks", "form-tricks", "form-last-trick"]
    outcome = filled(ThreeFiveEight(PRESETS["standard"]).form(even), (9, 6, 1)).outcome
    assert Match.at(ThreeFiveEight(PRESETS["standard"]), even).close(outcome).winners == (1,)


def test_each_player_needs_a_number() -> None:
    with pytest.raises(BadOutcome, match="tricks-one-each needed=3 given=2"):
        Outcome("spades", (8, 8))
