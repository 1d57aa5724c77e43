"""The house rules of 3-5-8: each value in a deal, or at the end of a match, in which it matters: vectors T12–T22.

By default seat 0 deals the first hand, announces, and has the target 8; seat 1 has the 5, seat 2 the 3.
"""

import random
from functools import partial

import pytest
from games.table import check, winners
from games.three_five_eight_deals import FIRST, Table, changed_rules, dealt_table, next_standing, points
from support.random_walk import walk

from prikup.games import game
from prikup.games.three_five_eight import Options, Outcome, ThreeFiveEight
from prikup.games.three_five_eight.options import PRESETS
from prikup.games.three_five_eight.scoring import CONTRACTS, PLAYABLE_CONTRACTS, Carry, announceable
from prikup.games.three_five_eight.targets import announcer_of
from prikup.rules.cards import card_text, cards, mask, parse_mask
from prikup.rules.errors import BadOptions, BadOutcome, Reason
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import idle, random_options
from prikup.rules.scoring_questions import FormAnswer, fill_form
from prikup.rules.state import view
from prikup.worlds.possible_worlds import sample_worlds

HEARTS = " ".join(f"H{rank}" for rank in "AKQJT98765432")
CLUBS = " ".join(f"C{rank}" for rank in "AKQJT98765432")


def match_winners(
    rules: ThreeFiveEight, outcome: Outcome, totals: tuple[int, int, int], deal: int = 1
) -> tuple[int, ...]:
    """Return the winners of the match after this outcome of a hand that seat 0 dealt."""
    return winners(rules, outcome, MatchStanding(deal, 0, (totals,), Carry()))


def place(*numbers: int) -> int:
    """Return the cards at these positions of the deck, the top being 1."""
    return mask(number - 1 for number in numbers)


# Targets, direction, announcer


def test_three_five_eight_target_layout_option_sets_targets_and_direction() -> None:
    """T12: with the eight on the left play goes clockwise, with the eight on the right counter-clockwise."""
    check(
        dealt_table,
        """
        [target_layout=d3_l5_r8] | targets 3 5 8 | asked announce 2 | then play 2 | line 210
        [target_layout=d9_l5_r2] | targets 9 5 2
        [target_layout=d3_l8_r5] | targets 3 8 5 | asked announce 1 | then play 1 | line 120
        """,
    )
    state = changed_rules(target_layout="d3_l5_r8").deal(tuple(range(52)), FIRST)
    assert [cards(hand)[0] for hand in state.hands] == [2, 1, 0]
    for layout, dealer in (("d3_l5_r8", 2), ("d3_l8_r5", 1)):
        assert Match.begin(changed_rules(target_layout=layout)).close(Outcome("spades", (3, 5, 8))).dealer == dealer
    for options, expected_debts in (("target_layout=d3_l5_r8", "0 2 2, 0 1 1"), ("", "0 1 1, 0 2 2")):
        check(lambda text: dealt_table(text, next_standing((3, -1, -2))), f"[{options}] | owed {expected_debts}")
    nine = changed_rules(target_layout="d9_l5_r2")
    assert points(nine.scoring.row(Outcome("spades", (9, 5, 2)), FIRST)) == (0, 0, 0)


def test_three_five_eight_announcer_and_first_lead_options_set_seats() -> None:
    """The announcer names the contract, takes the kitty and leads."""
    for options, seat in (
        ("announcer=target8 target_layout=d8_l5_r3", 0),
        ("announcer=target8 target_layout=d3_l5_r8", 2),
        ("announcer=target8 target_layout=d9_l5_r2", 0),
        ("announcer=right_of_dealer target_layout=d8_l5_r3", 2),
        ("announcer=left_of_dealer target_layout=d8_l5_r3", 1),
        ("announcer=dealer target_layout=d8_l5_r3", 0),
        ("announcer=dealer target_layout=d3_l5_r8", 0),
    ):
        table = dealt_table(options)
        for phase in ("announce", "kitty", "play"):
            assert table.fact("then", f"{phase} {seat}") == f"{phase} {seat}"
        assert [n.seat for n in table.state.notes[seat] if n.kind == "took"] == [seat] * 4
    check(dealt_table, "[first_lead=announcer] | then play 0\n [first_lead=target5] | then play 1")


def test_three_five_eight_presets_set_kitty_order_and_leader() -> None:
    """T18: in nine-five-two the kitty is taken first and the left player leads; T19: sergeant-major discards first."""
    check(
        dealt_table,
        """
        [nine-five-two] spades  | asked kitty 0 | count 20 | then play 1
        [sergeant-major] spades | asked kitty 0 | count 16 | then play 1
        """,
    )
    # Cards of the kitty may be discarded
    check(
        lambda options: dealt_table(options, FIRST, (), kitty="SA SK SQ SJ"),
        "[nine-five-two] spades SA SK SQ SJ | asked play 1 | count 16",
    )


# Contracts


def test_three_five_eight_contracts_option_sets_allowed_contracts() -> None:
    check(
        dealt_table,
        """
        [contracts=suits]      | may spades clubs diamonds hearts
        [contracts=no_trump]   | may spades clubs diamonds hearts no-trump
        [contracts=min_tricks] | may spades clubs diamonds hearts no-trump min-tricks
        """,
    )
    # Without trumps the suit led wins
    check(
        lambda options: dealt_table(options, FIRST, (CLUBS, "SA", "SK")),
        "[contracts=no_trump] no-trump CA CK CQ CJ C2 SA SK | asked play 0",
    )


def test_three_five_eight_min_tricks_reverses_targets_and_points() -> None:
    table = dealt_table("contracts=min_tricks").say("min-tricks").play_low("play")
    assert [r.numbers["limit"] for r in table.headline[1:]] == [3, 5, 8]
    assert points(table.agree(1, 6, 9).row) == (2, -1, -1)
    assert table.row.entries[0].reason.key == "against-limit"
    nine_rules = changed_rules(contracts="min_tricks", target_layout="d9_l5_r2")
    assert points(nine_rules.scoring.row(Outcome("min-tricks", (2, 5, 9)), FIRST)) == (0, 0, 0)
    eight_left_rules = changed_rules(contracts="min_tricks", target_layout="d3_l8_r5")
    assert points(eight_left_rules.scoring.row(Outcome("min-tricks", (6, 2, 8)), FIRST)) == (2, 1, -3), "T21"


def test_three_five_eight_pass_voids_hand_and_keeps_dealer() -> None:
    rules = changed_rules(one_pass=True)
    match = Match.begin(rules).close(Outcome("spades", (5, 8, 3)))
    table = dealt_table("one_pass=on", match.standing).play_low("announce")
    assert table.may().endswith(" pass")
    assert table.say("pass").outcome == VoidDeal(Reason("passed", {"seat": 1}))
    next_match = match.close(table.outcome)
    assert (next_match.dealer, next_match.deals, next_match.sheet.total("points", 1)) == (1, 1, 3)
    for standing in (match.standing, next_match.standing):
        check(partial(dealt_table, standing=standing), "[one_pass=on] | owed 1 0 3")


def test_three_five_eight_player_may_pass_once_per_match() -> None:
    for dealer, fact in ((1, "not pass: pass-spent"), (2, "last pass")):
        standing = MatchStanding(3, dealer, ((0, 0, 0),), Carry(passed=(1,)))
        check(partial(dealt_table, standing=standing), f"[one_pass=on] | {fact}")
    match = Match.begin(changed_rules(one_pass=True)).close(dealt_table("one_pass=on").say("pass").outcome)
    assert match.close(Outcome("spades", (8, 5, 3))).carry.passed == (0,)


def test_three_five_eight_eighteen_hands_announce_each_contract_once() -> None:
    rules = ThreeFiveEight(PRESETS["eighteen-hands"])
    match, rng = Match.begin(rules), random.Random(1)
    announced_calls: list[list[str]] = [[], [], []]
    while not match.over:
        table = Table(rules, tuple(rng.sample(rules.pack, 52)), match.standing).play_low("announce")
        seat_calls = announced_calls[table.public.announcer]
        assert table.may().split() == [c for c in CONTRACTS if c not in seat_calls]
        seat_calls.append(rng.choice(table.may().split()))
        match = match.close(table.say(seat_calls[-1]).play_low().outcome)
    assert match.deals == 18
    assert [sorted(calls) for calls in announced_calls] == [sorted(CONTRACTS)] * 3
    # A contract announced before is refused
    standing = MatchStanding(4, 0, ((0, 0, 0),), Carry(announced=((), ("hearts",), ())))
    table = dealt_table("eighteen-hands", standing).play_low("announce")
    assert table.why("hearts") == "contract-spent call=hearts"
    with pytest.raises(BadOutcome, match="contract-not-open"):
        rules.scoring.row(Outcome("hearts", (3, 8, 5)), standing)
    check(partial(dealt_table, standing=standing), "[contracts=min_tricks] | offers hearts")


def test_T20_each_contract_once_option_gives_three_hands_per_contract() -> None:
    for contracts, hands in (("suits", 12), ("no_trump", 15), ("min_tricks", 18)):
        rules = changed_rules(each_contract_once=True, contracts=contracts)
        match = Match.begin(rules)
        while not match.over:
            open_contracts = announceable(rules.options, match.carry, announcer_of(rules.options, match.dealer))
            match = match.close(Outcome(open_contracts[0], (8, 5, 3)))
        assert match.deals == hands


# Announcing on six cards


def test_T14_first_six_option_deals_kitty_in_first_four_rounds() -> None:
    rules = changed_rules(target_layout="d3_l8_r5", announce_from="first_six")
    state = rules.deal(tuple(range(52)), FIRST)
    assert state.hands[1] == place(1, 5, 9, 13, 17, 20)
    assert state.hands[2] == place(2, 6, 10, 14, *range(18, 53, 3))
    assert state.hands[0] == place(3, 7, 11, 15, *range(19, 53, 3))
    assert mask(state.stock[-4:]) == place(4, 8, 12, 16)
    assert mask(state.stock[:-4]) == place(*range(23, 53, 3))


def test_T13_first_six_announcer_sees_six_cards_then_sixteen() -> None:
    rules = changed_rules(target_layout="d3_l8_r5", announce_from="first_six")
    state = rules.deal(tuple(range(52)), FIRST)
    announcer_view = view(state, 1)
    assert announcer_view.hand.bit_count() == 6
    rest = [("stock", None, 10), ("stock", None, 4)]
    assert [(c.place, c.seat, c.size) for c in rules.analysis.hidden_cells(announcer_view)] == [
        ("hand", 0, 16),
        ("hand", 2, 16),
        *rest,
    ]
    other_cells = [(c.place, c.seat, c.size) for c in rules.analysis.hidden_cells(view(state, 2))]
    assert other_cells == [("hand", 0, 16), ("hand", 1, 6), *rest]
    for world, _ in zip(sample_worlds(rules, announcer_view, random.Random(1)), range(5), strict=False):
        assert view(world, 1) == announcer_view
    announced_state = rules.apply(state, 52 + rules.calls.index("hearts"))
    assert view(announced_state, 1).hand.bit_count() == 16
    assert len(announced_state.stock) == 4
    assert [c.size for c in rules.analysis.hidden_cells(view(announced_state, 2))] == [16, 16, 4]


# The exchange


def test_three_five_eight_exchange_timing_option_orders_exchange() -> None:
    check(
        lambda options: dealt_table(options, next_standing((1, -1, 0)), ("H2",)),
        """
        [exchange_timing=before_announcement] | asked exchange 0 | contract None
        + H2                                  | asked announce 0 | contract None
        + spades                              | asked kitty 0    | then play 0
        [exchange_timing=after_announcement]  | asked announce 0 | contract None
        + spades                              | asked exchange 0
        + H2                                  | asked kitty 0    | then play 0
        """,
    )


def test_three_five_eight_batch_exchange_returns_cards_after_all_gifts() -> None:
    table = dealt_table("exchange_mode=batch", next_standing((3, 0, -3)), ("H2 H3 S2", "C2", "HA HK HQ SA"))
    old_hands = table.state.hands
    assert table.say("H2 S2").state.hands == old_hands
    assert [table.game.visible_action(table.public, 40, seat) for seat in (0, 1, 2, None)] == [40, None, None, None]
    assert {n.kind for n in table.state.notes[0]} == {"gave"}
    assert table.state.notes[2] == ()
    assert table.why("H2") == "already-given card=H2"
    giver, _, receiver = table.say("H3").state.notes
    assert {card_text(n.action) for n in giver if n.kind == "got"} == {"HA", "HK", "SA"}
    assert [n.kind for n in receiver] == ["got"] * 3 + ["gave"] * 3
    assert table.fact("exchanged", "") == "0 2 3"
    # A gift may be returned
    table = dealt_table("exchange_mode=batch", next_standing((2, 0, -2)), ("H7 H2", "HA HQ HJ HT H9 H8", "HK H3")).say(
        "H7 H2"
    )
    assert table.fact("has", "0 HK H7 H3 H2") == "0 HK H7"


def giving(options: str) -> Table:
    """Return a table at which seat 0 is five up, and gives to seat 1, who was three down, and to seat 2."""
    return dealt_table(options, next_standing((5, -3, -2)), ("H2 H3", "HK", "HA"))


def test_three_five_eight_exchange_may_pass_card_on_or_be_stopped() -> None:
    check(
        giving,
        """
        # One by one a returned card may be given on
        H2                                                 | offers HK | not stop: play-a-card
        + HK                                               | owed 0 1 1, 0 2 2
        # An optional exchange may be stopped
        [exchange_optional=on exchange_mode=one_by_one]    | last stop
        + H2 stop                                          | has 0 HK | owed 0 2 2
        + stop                                             | asked announce 0 | exchanged 0 1 1
        [exchange_optional=on exchange_mode=batch] H2 stop | has 0 HK | owed 0 2 2
        + stop                                             | asked announce 0 | exchanged 0 1 1
        """,
    )


def test_three_five_eight_exchange_none_in_nt_option_skips_exchange() -> None:
    late = "exchange_timing=after_announcement contracts=min_tricks"
    check(
        lambda options: dealt_table(f"{late} {options}", next_standing((1, -1, 0))),
        """
        [exchange_none_in_nt=on] hearts      | asked exchange 0
        [exchange_none_in_nt=on] no-trump    | asked kitty 0
        [exchange_none_in_nt=on] min-tricks  | asked kitty 0
        [exchange_none_in_nt=off] hearts     | asked exchange 0
        [exchange_none_in_nt=off] no-trump   | asked exchange 0
        [exchange_none_in_nt=off] min-tricks | asked exchange 0
        """,
    )


def test_three_five_eight_trump_return_option_allows_any_trump() -> None:
    """T15: a trump is answered with a trump of choice; T16: in another suit the highest comes back automatically."""
    options = "exchange_timing=after_announcement trump_return=any_trump"
    most_hearts = "HA HQ HJ HT H8 H7 H6 H4 H2"
    check(
        lambda _: dealt_table(options, next_standing((1, -1, 0)), ("H5", "HK H9 H3", most_hearts)),
        """
        hearts H5 | asked give_back 1 | may H3 H5 H9 HK | not S2: give-a-trump-back | unseen 2 0:15 1:17 stock:4
        + H3      | has 0 H3 | asked kitty 0
        """,
    )
    check(
        lambda _: dealt_table(options, next_standing((1, -1, 0)), ("C5", "CK C3")),
        "hearts C5 | asked kitty 0 | has 0 CK",
    )
    # A single trump is returned automatically
    other_hearts = "HA HK HQ HJ HT H9 H8 H7 H4 H3 H2"
    check(
        lambda _: dealt_table(options, next_standing((1, -1, 0)), ("H5 H6", "SA", other_hearts)),
        "hearts H5 | asked kitty 0 | has 0 H5",
    )


# The kitty


def test_T17_kitty_shown_option_reveals_kitty_to_all() -> None:
    table = dealt_table("kitty_mode=take_then_discard kitty_shown=all", FIRST, ("C2",), kitty="SA SK SQ SJ")
    kitty = parse_mask("AKQJ...")
    for words in ("spades", "SJ C2 C3 C4"):  # discards are hidden
        table.say(words)
        assert mask(announcement.action for announcement in table.public.said if announcement.action < 52) == kitty
    for seat in (1, 2):
        for cell in table.game.analysis.hidden_cells(table.view(seat)):
            assert cell.seat == 0 or not cell.allowed_cards & kitty


def test_T22_unknown_kitty_mode_is_refused_with_allowed_values() -> None:
    with pytest.raises(BadOptions, match="swap_0_to_4") as error:
        game("three-five-eight", "standard kitty_mode=swap_0_to_4")
    assert error.value.reason.numbers["allowed"] == "discard_first take_then_discard"


# The play


def test_three_five_eight_must_trump_option_requires_trumping() -> None:
    check(
        lambda options: dealt_table(f"contracts=no_trump {options}", FIRST, ("C6 C7", f"{HEARTS} S3", "S2")),
        """
        [must_trump=off] spades  | then play 0
        + C7                     | count 16
        [must_trump=on] spades   | then play 0
        + C7                     | may S3 | not HA: must-trump suit=0 led=1
        # It asks nothing without trumps
        [must_trump=on] no-trump | then play 0
        + C7                     | count 16
        """,
    )


# The end of the match


def test_three_five_eight_end_option_decides_end_of_match() -> None:
    total_cases = [(changed_rules(end="total", total=total), total) for total in (1, 15, 20, 100)]
    named_cases = (("total10", 10), ("total12", 12), ("total21", 21))
    for rules, total in (*((changed_rules(end=end), total) for end, total in named_cases), *total_cases):
        assert match_winners(rules, Outcome("spades", (9, 5, 2)), (total - 2, 1 - total, 1)) == ()
        assert match_winners(rules, Outcome("spades", (9, 5, 2)), (total - 1, 1 - total, 0)) == (0,)
    # Twelve tricks in one hand win; in a contract for few tricks they do not
    rules = changed_rules(end="tricks12", contracts="min_tricks")
    assert match_winners(rules, Outcome("spades", (11, 5, 0)), (50, -25, -25)) == ()
    assert match_winners(rules, Outcome("spades", (2, 12, 2)), (50, -25, -25)) == (1,)
    assert match_winners(rules, Outcome("min-tricks", (2, 12, 2)), (0, 0, 0)) == ()
    # Five points in one hand; between two with five, the winner of the later trick
    rules = changed_rules(end="over5", contracts="min_tricks")
    assert match_winners(rules, Outcome("spades", (12, 2, 2)), (30, -15, -15)) == ()
    assert match_winners(rules, Outcome("spades", (3, 10, 3)), (30, -15, -15)) == (1,)
    assert match_winners(rules, Outcome("min-tricks", (13, 0, 3), (2, 0)), (0, 0, 0)) == (2,)
    # A fixed number of hands
    rules = changed_rules(end="hands")
    assert match_winners(rules, Outcome("spades", (9, 5, 2)), (30, -15, -15), deal=17) == ()
    assert match_winners(rules, Outcome("spades", (9, 5, 2)), (30, -15, -15), deal=18) == (0,)
    assert match_winners(changed_rules(end="hands", hands=2), Outcome("spades", (9, 5, 2)), (0, 0, 0), deal=2) == (0,)


# At a real table


def question_keys(preset: str, standing: MatchStanding[Carry], *answers: FormAnswer) -> list[str]:
    form = fill_form(ThreeFiveEight(PRESETS[preset]).scoring.scoring_questions(standing), answers)
    keys = [
        answered_question.question.ask.key
        for answered_question in form.answered_questions
        if not answered_question.forced
    ]
    return keys + ([form.next.ask.key] if form.next else [])


def test_three_five_eight_scoring_questions_ask_only_needed_facts() -> None:
    assert question_keys("standard", FIRST, 8, 5) == ["form-tricks", "form-tricks"]
    assert question_keys("eighteen-hands", FIRST, "hearts", 8, 5) == ["form-announced", "form-tricks", "form-tricks"]
    assert question_keys("belot", FIRST, False, 8, 5) == ["form-passed", "form-tricks", "form-tricks"]
    assert isinstance(
        fill_form(ThreeFiveEight(PRESETS["belot"]).scoring.scoring_questions(FIRST), (True,)).outcome, VoidDeal
    )
    # The winner of the last trick is asked for only where it decides
    level, even = (MatchStanding(5, 0, (totals,), Carry()) for totals in ((8, 10, -18), (9, 9, -18)))
    assert question_keys("standard", level, 10, 5) == ["form-tricks", "form-tricks"]
    assert question_keys("standard", even, 9, 6) == ["form-tricks", "form-tricks", "form-last-trick"]
    outcome = fill_form(ThreeFiveEight(PRESETS["standard"]).scoring.scoring_questions(even), (9, 6, 1)).outcome
    assert Match.from_standing(ThreeFiveEight(PRESETS["standard"]), even).close(outcome).winners == (1,)


def test_three_five_eight_scoring_form_refuses_spent_contracts() -> None:
    rules = ThreeFiveEight(PRESETS["eighteen-hands"])
    spent_standing = MatchStanding(
        19, 0, rules.opening, Carry(announced=(PLAYABLE_CONTRACTS[rules.options.contracts],) * 3)
    )
    with pytest.raises(BadOutcome, match="contracts-spent seat=1"):
        fill_form(rules.scoring.scoring_questions(spent_standing), ())
    with pytest.raises(BadOutcome, match="contracts-spent seat=1"):
        fill_form(rules.scoring.irregularity_questions(spent_standing), ("revoke",))
    assert isinstance(fill_form(rules.scoring.irregularity_questions(spent_standing), ("misdeal",)).outcome, VoidDeal)


def test_S37_three_five_eight_paper_totals_must_sum_to_zero() -> None:
    """The data required for a match started on paper."""
    rules = ThreeFiveEight(PRESETS["standard"])
    assert str(rules.scoring.why_impossible(((3, -3, 1),), Carry())) == "points-sum-to-zero sum=1"
    assert rules.scoring.why_impossible(((3, -3, 0),), Carry()) is None
    for preset, extra_fields in (("standard", ()), ("belot", ("passed",)), ("eighteen-hands", ("announced",))):
        assert ThreeFiveEight(PRESETS[preset]).scoring.carry_fields == ("points", "targets", *extra_fields)


# Idle options, and the presets


def test_three_five_eight_ineffective_options_are_idle() -> None:
    for changes, silent in (
        ("exchange_none_in_nt=on", "exchange_none_in_nt trump_return hands total"),  # I6
        ("", "exchange_none_in_nt trump_return hands total"),  # I7
        ("announce_from=first_six contracts=no_trump", "exchange_timing hands total"),
        ("each_contract_once=on", "exchange_none_in_nt trump_return end hands total"),
        ("end=hands", "exchange_none_in_nt trump_return total"),
        ("end=total", "exchange_none_in_nt trump_return hands"),
    ):
        options = game("three-five-eight", f"standard {changes}").options
        assert [idle_rule.option for idle_rule in idle(options)] == silent.split()


def test_three_five_eight_match_ends_under_random_options() -> None:
    rng = random.Random(2)
    for _ in range(40):
        match = Match.begin(ThreeFiveEight(random_options(Options, rng)))
        while not match.over:
            *_, last = walk(match.game, match.deal_random(rng), rng)
            match = match.close(match.game.outcome(last.state))
            assert match.deals < 800
