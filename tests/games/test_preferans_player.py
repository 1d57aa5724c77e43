"""Preferans: the rule-of-thumb player. That it beats random play is tested for every game in `test_levels`."""

import random
from itertools import combinations
from math import inf
from operator import sub

import pytest
from games.preferans_table import Table, deck_of, preferans, standing
from support.walk import everywhere

from prikup.cards import PACK_32, card_text, cards, mask, parse_mask
from prikup.games.preferans import KIND, Preferans
from prikup.games.preferans.player import DECLARER, NO_TRUMPS, risk, rule
from prikup.heuristics import strongest_without, tricks, tricks_by_trump
from prikup.state import view
from prikup.text_forms import action_text

STRONG = "AKQJ9.AK.A98."
"""Nine tricks with spades as trumps."""
WEAK = ("T8.QJT.KQJ.AK", "7.987.T7.QJT9")
MIDDLING = ("", "", "AQ8.KJ9.QJ.KJ")
SAFE, CAUGHT = "97.987.987.87", "97.987.987.A8"
"""No trick at all, whatever is led; one trick, unless the ace of hearts can be laid away."""


def seated(hands: tuple[str, str, str], options: str = "sochi", raspasy: int = 0) -> Table:
    """A table with these hands dealt, eldest hand first; empty ones and the talon are filled with what is left."""
    rules = preferans(options)
    held = (" ".join(map(card_text, cards(parse_mask(hand or "...")))) for hand in hands)
    return Table(rules, deck_of(*held), standing(rules, raspasy))


def choice(table: Table) -> str:
    """What the rule of thumb does now."""
    return action_text(table.game.calls, rule(table.game, 1)(table.view()))


def laid_away(table: Table) -> set[str]:
    """The cards that the rule of thumb lays away."""
    away = set()
    while table.public.phase == "discard":
        away.add(choice(table))
        table.say(choice(table))
    return away


def test_it_plays_legally_under_all_options_and_repeats_itself() -> None:
    for built, state, action in everywhere(KIND, 41, 200):
        if action is None:
            continue
        assert isinstance(built, Preferans)
        seen = view(state, state.public.actor)
        choice = rule(built, 1)(seen)
        assert choice in built.legal(seen)
        assert rule(built, 2)(seen) == choice


@pytest.mark.parametrize(
    ("hand", "at_least", "at_most"), [(STRONG, 8, 10.5), ("K97.Q98.J87.7", -2, 2), ("AQJT9.K87.A8.", 6, 8)]
)
def test_the_count_knows_a_good_hand_from_a_bad_one(hand: str, at_least: float, at_most: float) -> None:
    assert at_least <= tricks(parse_mask(hand), 0, DECLARER) <= at_most


def test_without_trumps_only_high_cards_and_long_suits_count() -> None:
    assert tricks(parse_mask("AKQJT.AK.A87."), None, NO_TRUMPS) > 6
    assert tricks(parse_mask("JT987.J987.T."), None, NO_TRUMPS) < 1


def test_all_trumps_at_once_count_as_one_after_the_other() -> None:
    rng = random.Random(91)
    for _ in range(500):
        hand = mask(rng.sample(PACK_32, rng.randint(1, 12)))
        one_by_one = (*(tricks(hand, trump, DECLARER) for trump in range(4)), tricks(hand, None, NO_TRUMPS))
        assert tricks_by_trump(hand, DECLARER, NO_TRUMPS) == one_by_one


def test_what_may_best_be_laid_away_is_found_without_counting_all_that_may_be() -> None:
    rng = random.Random(92)
    for _ in range(200):
        hand, n = mask(rng.sample(PACK_32, rng.randint(10, 12))), rng.randint(0, 2)
        levels = [rng.choice((6, 7, 8, inf)) for _ in range(4)] + [7]
        exact = {
            away: max(map(sub, tricks_by_trump(hand & ~mask(away), DECLARER, NO_TRUMPS), levels))
            for away in combinations(cards(hand), n)
        }
        near = strongest_without(hand, n, DECLARER, NO_TRUMPS, levels)
        assert [away for away in near if exact[away] == max(exact.values())] == [
            away for away, margin in exact.items() if margin == max(exact.values())
        ]


@pytest.mark.parametrize(("hand", "at_least", "at_most"), [("KJ97.987.87.7", 0, 0.1), ("AKQ.AKQ.AK.AK", 9, 20)])
def test_the_risk_of_a_hand_is_what_its_low_cards_do_not_cover(hand: str, at_least: float, at_most: float) -> None:
    held = parse_mask(hand)
    assert at_least <= risk(held, mask(PACK_32) & ~held) <= at_most


# The calls


def test_it_bids_as_low_as_it_may_on_a_strong_hand_and_passes_on_a_weak_one() -> None:
    table = seated((STRONG, *WEAK))
    assert choice(table) == "6S"
    assert choice(table.say("6S pass")) == "pass"


def test_the_highest_bid_leaves_one_contract_to_weigh() -> None:
    assert choice(seated((STRONG, *WEAK)).say("10H")) == "pass"


@pytest.mark.parametrize("said", ["", "pass", "pass pass"])
@pytest.mark.parametrize("hand", ["98.K7.AKJT7.9", "987.K7.AKJT7.", "T9.K7.AKJT7.8", "QJ.K7.AKJT7.8"])
def test_it_bids_on_five_tricks_even_where_raspasy_would_do(hand: str, said: str) -> None:
    hands = [""] * 3
    hands[len(said.split())] = hand
    first, second, third = hands
    assert choice(seated((first, second, third)).say(said)) == "6S"


@pytest.mark.parametrize("hand", ["98.Q7.AKT87.9", "T9.K97.AK87.8"])
def test_it_passes_on_four_tricks_where_raspasy_would_do(hand: str) -> None:
    assert choice(seated((hand, "", ""))) == "pass"


def test_eldest_hand_holds_the_bid_that_another_has_raised() -> None:
    assert choice(seated((STRONG, *WEAK)).say("6S 6C pass")) == "6C"


def test_it_bids_from_the_lowest_level_that_may_be_bid() -> None:
    assert choice(seated((STRONG, *WEAK), "sochi raspasy_exit=6-7-8", raspasy=2)) == "8S"
    assert choice(seated((STRONG, *WEAK)).say("pass 8NT")) == "pass"


@pytest.mark.parametrize(("raspasy", "bids"), [(0, "pass"), (4, "6S")])
def test_dear_raspasy_make_it_bid_on_less(raspasy: int, bids: str) -> None:
    options = "sochi raspasy_prog=geometric raspasy_cap=uncapped"
    assert choice(seated(MIDDLING, options, raspasy).say("pass pass")) == bids


@pytest.mark.parametrize(("hand", "bids"), [(SAFE, "misere"), (CAUGHT, "misere"), ("AK.A97.T98.98", "pass")])
def test_it_bids_misere_on_a_hand_that_takes_no_trick_without_its_worst_cards(hand: str, bids: str) -> None:
    assert choice(seated((hand, "", ""))) == bids


@pytest.mark.parametrize(("hand", "bids"), [(SAFE, "misere-hand"), (CAUGHT, "pass")])
def test_misere_without_the_talon_needs_ten_safe_cards(hand: str, bids: str) -> None:
    assert choice(seated(("", hand, ""), "sochi misere_hand=on").say("9NT")) == bids


def test_nine_without_the_talon_is_bid_on_nine_tricks_in_the_hand() -> None:
    options = "sochi misere_hand=chain"
    assert choice(seated(("", "AKQJT9.AK.A.A", ""), options).say("misere-hand")) == "9-hand"
    assert choice(seated(("", "AKQJ9.AK.K98.", ""), options).say("misere-hand")) == "pass"


def test_it_lays_away_what_does_not_help_the_best_contract() -> None:
    assert laid_away(seated(("AKQJ9.AK.K98.", "T8.QJT.QJT.AK", "7.987.A7.QJT9")).say("6S pass pass")) == {"H7", "H8"}


def test_a_misere_lays_away_what_it_may_be_caught_with() -> None:
    assert laid_away(seated(("97.987.987.AK", "AKQJT.AKQ.A.Q", "8.JT.KQJT.JT9")).say("misere pass pass")) == {
        "HA",
        "HK",
    }


def test_it_declares_as_many_tricks_as_it_counts() -> None:
    assert choice(seated((STRONG, *WEAK)).say("6S pass pass H7 H8")) == "8S"


def test_it_gives_up_a_hopeless_contract() -> None:
    hands = ("987.QJT.987.8", "JT.97.QJT.QJ9", "AKQ.K8.AK.KT7")
    assert choice(seated(hands, "sochi concede_three=on").say("7S pass pass S7 S8")) == "concede"
    assert choice(seated((STRONG, *WEAK), "sochi concede_three=on").say("7S pass pass H7 H8")) == "8S"


@pytest.mark.parametrize(
    ("hand", "talon", "does"), [("AKQJT98.AK.A.", "H8 H9", "throw"), ("AKQJ9.KQ.A98.", "CA HA", "take")]
)
def test_it_throws_a_talon_that_does_not_help(hand: str, talon: str, does: str) -> None:
    rules = preferans("sochi players=4 throw_talon=on")
    deck = deck_of(" ".join(map(card_text, cards(parse_mask(hand)))), talon=talon)
    assert choice(Table(rules, deck, standing(rules)).say("6S pass pass")) == does


# The whist

DEFENDED = ("AKQJ7.AK8..98", "T98.QJT.AK.KT", ".97.QJT98.QJ7")
"""The first defender has two sure tricks and more, the second hardly one. The talon is D7 HA."""
TRUMPED = "6S pass pass H8 H9 6S"


def test_it_whists_with_tricks_and_passes_without() -> None:
    table = seated(DEFENDED).say(TRUMPED)
    assert choice(table) == "whist"
    assert choice(table.say("whist")) == "pass"


def test_half_a_whist_is_better_than_none() -> None:
    table = seated(DEFENDED).say(f"{TRUMPED} pass")
    assert choice(table) == "half"
    assert choice(table.say("half")) == "whist"
    assert choice(seated(DEFENDED, "sochi half_whist=off").say(f"{TRUMPED} pass")) == "pass"


def test_a_lone_whister_may_fall_back_to_half() -> None:
    options = "sochi half_whist=drop"
    weak_first = (DEFENDED[0], DEFENDED[2], DEFENDED[1])
    assert choice(seated(weak_first, options).say(f"{TRUMPED} whist pass")) == "half"
    assert choice(seated(DEFENDED, options).say(f"{TRUMPED} whist pass")) == "whist"


def test_a_lone_whister_plays_in_the_light() -> None:
    assert choice(seated(DEFENDED).say(f"{TRUMPED} whist pass")) == "light"


# The play of a contract


def test_declarer_draws_trumps_from_the_top() -> None:
    assert choice(seated(DEFENDED).say(f"{TRUMPED} whist whist")) == "SA"


def test_it_takes_a_trick_with_the_lowest_card_that_does() -> None:
    assert choice(seated(DEFENDED).say(f"{TRUMPED} whist whist D7")) == "DK"


def test_it_follows_low_when_it_cannot_win() -> None:
    assert choice(seated(DEFENDED).say(f"{TRUMPED} whist whist CA")) == "CT"


@pytest.mark.parametrize("whist", ["whist whist", "whist pass light"])
def test_a_defender_leaves_the_trick_to_the_other(whist: str) -> None:
    table = seated(DEFENDED).say(f"6S pass pass C8 H8 6S {whist} H9 HK")
    assert (table.public.turn, choice(table)) == (2, "H7")


@pytest.mark.parametrize(("dealer", "leads"), [(0, "H8"), (1, "DQ")])
def test_a_defender_leads_low_through_declarer_and_from_the_top_up_to_him(dealer: int, leads: str) -> None:
    rules = preferans()
    eldest, *others = "S7 CQ CJ C9 DQ DJ HQ HJ H8 ST", "SA SK SQ SJ S9 CA CK DA H9 H7", ""
    deck = deck_of(eldest, *(others if dealer == 0 else reversed(others)), talon="D7 D8")
    table = Table(rules, deck, standing(rules, dealer=2)).say("pass 6S pass" if dealer == 0 else "pass pass 6S")
    assert choice(table.say("D7 D8 6S whist whist")) == leads


# To take no trick


def test_a_misere_keeps_a_bare_card_above_a_single_one() -> None:
    """Whoever else has the suit must play over an eight; the queen is caught by nine, ten and jack."""
    hands = ("987.T987.8.Q8", "KQJT.AKQJ.AK.", "..QJT97.AKJT9")
    assert laid_away(seated(hands).say("misere pass pass")) == {"SA", "HQ"}


def test_a_misere_keeps_what_is_caught_only_when_the_others_have_no_more_of_its_suit() -> None:
    """Below the ace of four lie three cards, and the others hold four of spades; of the ten and seven one is caught."""
    hands = ("A987.7..AQT97", "KQ.AKQ.AKQ.KJ", "JT.J98.T987.8")
    assert laid_away(seated(hands).say("misere pass pass")) == {"CT", "DJ"}


def test_a_misere_parts_with_what_is_caught_below_others_of_its_suit() -> None:
    """The nine of hearts alone is beaten by all but the seven; of nine and eight the seven catches one, and another."""
    hands = (".987.JT97.J98", "AKQJT98.K.KQ.", "7.QJT.8.AKQT7")
    assert laid_away(seated(hands).say("misere pass pass")) == {"H8", "HJ"}


def test_declarer_of_a_misere_leads_what_the_others_must_beat() -> None:
    hands = ("98.987.987.K8", "AKQJT.AKQ.K.9", "7.JT.AQJT.QJT")
    table = seated(hands).say("misere pass pass HK HA")
    assert choice(table) == "C9"


def test_it_ducks_as_high_as_it_can() -> None:
    hands = ("7.JT.AQJT.QJT", "98.987.987.K8", "AKQJT.AKQ.K.9")
    assert choice(seated(hands).say("pass misere pass HK HA CJ")) == "C9"


def test_it_throws_away_what_is_most_dangerous() -> None:
    hands = ("7.JT.AQJT.QJT", ".987.987.A987", "AKQJT98.AK.K.")
    assert choice(seated(hands).say("pass misere pass CQ HK S7")) == "HA"


def test_the_others_lead_what_declarer_of_a_misere_must_take() -> None:
    hands = ("7.JT7.QJT7.T9", "98.98.K8.KQJ8", "AKQJT.AKQ.9.7")
    table = seated(hands).say("pass misere pass HA HK")
    assert choice(table) == "D7"


def test_the_others_go_under_declarer_of_a_misere_as_high_as_they_can() -> None:
    hands = ("98.98.K8.KQJ8", "7.JT7.QJT7.T9", "AKQJT.AKQ.9.7")
    assert choice(seated(hands).say("misere pass pass HA HK DK")) == "DQ"


def test_in_raspasy_it_ducks_as_high_as_it_can() -> None:
    assert choice(seated(("AKQ.AKQ.AK.AK", "JT9.JT9.JT9.J", "87.87.87.T987")).say("pass pass pass SK")) == "SJ"


def test_in_raspasy_it_answers_the_suit_that_the_talon_leads() -> None:
    rules = preferans("sochi raspasy_talon=suit_only")
    deck = deck_of("S7 SA C7 CA D7 DA H7 HA SK CK", talon="H8 D8")
    table = Table(rules, deck, standing(rules)).say("pass pass pass")
    assert choice(table) == "H7"
