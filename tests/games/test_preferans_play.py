"""Preferans: the whist, the play, misère and raspasy (seed 004), under the seed's own rules.

A (seat 0) is eldest hand and C deals, unless said otherwise; with four D deals and sits out.
"""

import random

import pytest
from games.preferans_table import HANDS, call, declared, preferans, refusal, seated, standing, won

from prikup.cards import card_text, parse_card
from prikup.errors import IllegalAction, Reason, reason
from prikup.game import Settled
from prikup.state import view, watch

FOUR = "sochi players=4"


# The whist


def test_declarers_left_speaks_first() -> None:
    assert won().say("6S").asked == ("whist", 1)
    assert won().say("6S whist").asked == ("whist", 2)
    middle = seated("sochi", *HANDS).say("pass 6S pass").discard().say("6S")
    assert middle.asked == ("whist", 2)
    assert middle.say("pass").asked == ("whist", 0)


def test_a_dealer_who_sits_out_does_not_whist() -> None:
    table = seated(FOUR).say("pass pass 6S").discard().say("6S")
    assert table.asked == ("whist", 0)
    assert table.say("pass").asked == ("whist", 1)


def test_both_pass_and_nothing_is_played() -> None:
    table = declared("6S", "pass pass")
    assert (table.asked, table.public.tricks) == (("over", None), None)
    assert table.written == "pool A 2"


def test_both_whist_and_play_closed() -> None:
    table = declared("6S")
    assert (table.asked, table.open, table.public.whisters) == (("play", 0), "", (1, 2))


@pytest.mark.parametrize(("whist", "whister"), [("whist pass", 1), ("pass whist", 2)])
def test_a_lone_whister_chooses_before_the_first_lead(whist: str, whister: int) -> None:
    table = declared("6S", whist)
    assert (table.asked, table.may()) == (("light", whister), "closed light")
    assert refusal(table, "whist") == reason("not-now")


@pytest.mark.parametrize("contract", [f"{n}H" for n in range(6, 11)])
def test_half_is_for_the_second_against_six_or_seven_when_the_first_has_passed(contract: str) -> None:
    assert won().say(contract).may() == "whist pass"
    assert won().say(f"{contract} whist").may() == "whist pass"
    half = "half " if contract in ("6H", "7H") else ""
    assert won().say(f"{contract} pass").may() == f"whist {half}pass"
    if not half:
        assert refusal(won().say(f"{contract} pass"), "half") == reason("no-half-whist")


def test_after_a_half_the_first_may_come_back() -> None:
    table = declared("6H", "pass half")
    assert (table.asked, table.may()) == (("whist", 1), "whist pass")
    assert declared("6H", "pass half pass").outcome.whist == ("pass", "half")
    assert declared("6H", "pass half pass").public.tricks is None
    back = declared("6H", "pass half whist")
    assert (back.asked, back.public.whisters) == (("light", 1), (1,)), "C counts as passed"


def test_nobody_is_asked_to_whist_at_a_misere() -> None:
    table = won("misere")
    assert not table.public.whist
    assert table.public.phase == "play"


# Light and closed


def test_in_the_light_both_hands_of_the_defence_lie_open() -> None:
    table = seated(FOUR, *HANDS).say("6S pass pass").discard().say("6S pass whist light")
    assert table.open == "BC"
    for receiver in (table.view(3), watch(table.state)):
        assert receiver.public.shown == (0, table.state.hands[1], table.state.hands[2], 0)
    assert table.public.light == 2


def test_in_the_light_the_whister_plays_both_hands_and_the_turn_stays() -> None:
    table = declared("6S", "whist pass light")
    turns = []
    for _ in range(3):
        turns.append((table.public.turn, table.public.actor))
        table.say(card_text(table.game.legal(table.view())[0]))
    assert turns == [(0, 0), (1, 1), (2, 1)]
    assert table.public.shown == (0, table.state.hands[1], table.state.hands[2])


def test_in_the_light_the_passer_only_looks_on() -> None:
    table = declared("6S", "pass whist light").say("SA")
    assert (table.public.turn, table.public.actor) == (1, 2)
    assert table.game.legal(table.view(1)) == ()
    assert refusal(table, "C9", 1) == reason("not-your-turn", seat=2)


def test_eldest_leads_from_the_open_hand_if_a_defender_is_eldest() -> None:
    table = seated("sochi", *HANDS).say("pass 7C pass").discard().say("7C pass whist light")
    assert (table.public.turn, table.public.actor, table.open) == (0, 0, "AC")
    passer = seated("sochi", *HANDS).say("pass 7C pass").discard().say("7C whist pass light")
    assert (passer.public.turn, passer.public.actor) == (0, 2)


def test_closed_the_passer_plays_his_own_cards() -> None:
    table = declared("6S", "pass whist closed").say("SA")
    assert (table.public.turn, table.public.actor, table.open) == (1, 1, "")


def test_a_lone_whister_scores_the_tricks_of_both_open_or_closed() -> None:
    for way in ("closed", "light"):
        assert declared("6S", f"pass whist {way}").agree(6, 3, 1).written == "pool A 2; C on A 8"


# The play


@pytest.mark.parametrize("contract", ["6S", "7NT", "10H"])
def test_eldest_hand_leads_whoever_declares(contract: str) -> None:
    for declarer, auction in enumerate((f"{contract} pass pass", f"pass {contract} pass", f"pass pass {contract}")):
        table = seated().say(auction).discard().say(f"{contract} whist whist")
        assert (table.public.declarer, table.asked) == (declarer, ("play", 0))
        assert len(table.may().split()) == 10


def test_suit_must_be_followed() -> None:
    table = declared("6H").say("C7")
    assert table.may() == "C9 CT CJ CQ CK CA"
    assert refusal(table, "D9") == reason("must-follow", suit=1)


def test_who_cannot_follow_must_trump() -> None:
    table = declared("6D").say("SA")
    assert table.may() == "D9"
    assert refusal(table, "CA") == reason("must-trump", suit=2, led=0)


def test_nobody_need_play_higher() -> None:
    table = declared("6D").say("SA D9")
    assert table.may() == "D7 D8 DT DJ DQ DK DA"
    follow = declared("6D").say("C7")
    assert follow.may().startswith("C9 CT")


def test_who_has_neither_plays_anything() -> None:
    table = declared("6D").say("SA D9 D7").say("CA D8 C7")
    assert table.public.turn == 2
    table.say("DT S9")
    assert table.may() == "C9 CT CJ CQ CK H7 H8 H9"


def test_the_highest_trump_takes_the_trick_and_leads_to_the_next() -> None:
    assert declared("6D").say("SA D9 D7").asked == ("play", 1)
    assert declared("6D").say("SA D9 DT").asked == ("play", 2)
    assert declared("6D").say("SA D9 D7").won == (0, 1, 0)


def test_without_trumps_the_highest_card_of_the_suit_led_takes_it() -> None:
    table = declared("6NT").say("S9")
    assert len(table.may().split()) == 10, "no duty to trump"
    assert table.say("CA DA").asked == ("play", 0)
    assert declared("6NT").say("C7 C9 DA").asked == ("play", 1)


def test_ten_tricks_are_played() -> None:
    table = declared("6D").at_random(random.Random(3))
    assert (sum(table.won), table.asked) == (10, ("over", None))
    assert refusal(table, "SA", 0) == reason("deal-over")


def test_refusals_name_the_rule() -> None:
    table = declared("6D")
    assert refusal(table, "CA") == reason("not-in-hand", card=parse_card("CA"))
    assert refusal(table, "CA", 1) == reason("not-your-turn", seat=0)
    assert refusal(table, "pass") == reason("play-a-card")
    assert refusal(seated(), "SA") == reason("say-a-call")
    assert refusal(seated(), "whist") == reason("not-now")
    with pytest.raises(IllegalAction, match="seat 0 cannot 7S: below-bid"):
        won("7D").say("7S")


# Misère


def test_a_misere_is_played_with_the_defence_open_from_the_start() -> None:
    table = won("misere")
    assert table.open == "BC"
    assert (table.asked, watch(table.state).public.shown[0]) == (("play", 0), 0)


def test_eldest_hand_leads_at_a_misere_too_and_each_defender_plays_his_own_cards() -> None:
    table = seated("sochi", *HANDS).say("pass misere pass").discard()
    assert (table.public.declarer, table.asked) == (1, ("play", 0))
    turns = [(table.public.turn, table.public.actor)]
    for _ in range(2):
        table.say(table.may().split()[0])
        turns.append((table.public.turn, table.public.actor))
    assert turns == [(0, 0), (1, 1), (2, 2)]


def test_a_misere_has_no_trumps_and_is_played_out_to_the_tenth_trick() -> None:
    table = won("misere").say("S9")
    assert len(table.may().split()) == 10
    table.say("CA DA")
    assert table.won == (1, 0, 0)
    table.at_random(random.Random(1))
    assert sum(table.won) == 10
    assert table.written == f"dump A {10 * table.won[0]}"


# Raspasy


def test_raspasy_are_played_without_trumps_and_everybody_for_himself() -> None:
    table = seated("sochi", *HANDS).say("pass pass pass")
    assert (table.asked, table.open) == (("play", 0), "")
    table.say("S9")
    assert len(table.may().split()) == 10
    assert table.say("CA DA").asked == ("play", 0), "the winner leads"
    table.at_random(random.Random(1))
    assert sum(table.won) == 10
    outcome = table.outcome
    assert (outcome.contract, outcome.declarer, outcome.tricks) == ("raspasy", None, table.won)
    assert table.next.carry.raspasy == 1


def test_nobody_sees_the_talon_of_raspasy() -> None:
    table = seated().say("pass pass pass").at_random(random.Random(2))
    assert table.public.talon == ()
    assert len(table.state.stock) == 2


# The facts of a deal


def test_headline_follows_the_deal() -> None:
    table = seated("sochi", *HANDS)
    contract, whists = reason("contract", seat=0, call=call("7S"), needed=7), reason("owes", seat=2, quota=2)
    told: list[list[Reason]] = [[*table.headline]]
    told += [[*table.say(w).headline] for w in ("6S", "pass pass", "S7 S8 7S", "pass", "whist", "light")]
    assert told == [
        [],
        [reason("high-bid", seat=0, call=call("6S"))],
        [reason("won-with", seat=0, call=call("6S"))],
        [contract],
        [contract],
        [contract, whists],
        [contract, whists, reason("in-the-light", seat=2)],
    ]


def test_two_who_whist_owe_their_tricks_together() -> None:
    together = reason("owe-together", players=(1, 2), quota=4)
    assert declared("6S", "whist whist").headline == (reason("contract", seat=0, call=call("6S"), needed=6), together)


def test_outcomes_say_what_happened() -> None:
    outcome = declared("7H", "pass whist closed").agree(7, 1, 2).outcome
    assert (outcome.contract, outcome.declarer, outcome.whist) == ("7H", 0, ("pass", "whist"))
    assert (outcome.tricks, outcome.talon, outcome.thrown, outcome.conceded) == ((7, 1, 2), 0, False, False)
    assert won("misere").agree(0, 5, 5).outcome.contract == "misere"


# Agreements


def test_the_tricks_that_are_left_may_be_split_by_agreement() -> None:
    table = declared("6D").say("SA D9 D7").agree(5, 2, 2)
    assert (table.asked, table.won) == (("over", None), (5, 3, 2))
    assert table.written == "dump A 2; B on A 8; C on A 6"


def test_agreements_that_do_not_fit_are_refused() -> None:
    table = declared("6D").say("SA D9 D7")
    for tricks in ((5, 2, 1), (5, 2, 3), (9,), (10, -1, 0)):
        assert table.game.settle(table.state, Settled(tricks=tricks)) == reason("split-must-sum", tricks=9)
    assert table.game.settle(table.state, Settled(conceded=(0,))) == reason("no-concession")
    assert seated().game.settle(seated().state, Settled(tricks=(4, 3, 3))) == reason("no-tricks-yet")
    four = seated(FOUR).say("pass pass pass")
    assert four.game.settle(four.state, Settled(tricks=(4, 3, 2, 1))) == reason("split-must-sum", tricks=10)


def test_a_view_of_another_seat_may_do_nothing() -> None:
    table = seated()
    assert all(table.game.legal(view(table.state, seat)) == () for seat in (1, 2))
    assert table.game.legal(watch(table.state)) == ()


@pytest.mark.parametrize("options", ["sochi players=4", "sochi players=4 raspasy_talon=talon_leads"])
def test_four_may_agree_at_any_moment_and_a_dealer_has_no_more_tricks_than_he_still_leads(options: str) -> None:
    rules = preferans(options)
    rng = random.Random(4)
    state = rules.deal(tuple(rng.sample(rules.pack, 32)), standing(rules))
    for _ in range(3):
        state = rules.apply(state, call("pass"))
    while state.public.actor is not None:
        tricks = state.public.tricks
        assert tricks is not None
        left = 10 - len(tricks.past)
        leads = max(0, 2 - len(tricks.past)) if rules.options.dealer_leads_raspasy else 0
        for dealers in range(4):
            after = rules.settle(state, Settled(tricks=(left - dealers, 0, 0, dealers)))
            assert isinstance(after, Reason) == (dealers > leads or dealers > left)
        state = rules.apply(state, rng.choice(rules.legal(view(state, state.public.actor))))
