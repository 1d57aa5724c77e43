"""Paston: each value of each house rule, in a deal where it matters (source text 000, with its uncertainties)."""

import random

import pytest
from games.paston_table import BOTH_AWAY, SIX, Table, deal, dealt_table, deck_of, outcome_scores, paston, standing
from games.table import check, refusal, winners
from support.random_walk import random_deal, walk

from prikup.games.paston import KIND, Options, Outcome
from prikup.games.paston.calls import ALONE, INVITE
from prikup.rules.cards import mask
from prikup.rules.errors import BadOutcome, reason
from prikup.rules.game import Redeal
from prikup.rules.match import Match
from prikup.rules.options import fields, random_options
from prikup.rules.state import watch

HANDS, PRIKUP = ("J7.J7.QJT.QJT", "AKQ.AKQ.98.97", "T98.T98.AK.AK"), "..7.8"
"""Seat 0 holds the jack and the 7 of spades."""

DEFAULTS = """
    bottom_7s_reshuffle=True redeal_six_spades=True both_in_prikup=redeal second_dealer=first_bidder
    all_pass_declarer=jack_holder allpass_trump=any_but_grkha passer=out lone_low=graded surrender_bonus=2
    surrender_factor=none multiplier_table=standard minus_reset=exact end_tie=extra_deals target=121
"""


def play(text: str, deal: int = 2) -> None:
    """Check a table of cases with `HANDS`: seat 1 calls first, then 2, then 0."""
    check(lambda options: dealt_table(HANDS, PRIKUP, f"standard {options}", deal), text)


def lone(options: str, whist: str = "whist pass") -> Table:
    """Return a table at which seat 1 declares dineri against a lone whister: seat 2 on the left, or seat 0."""
    return dealt_table(HANDS, PRIKUP, options).say(f"paston pass pass H7 H8 dineri {whist}")


def test_paston_options_have_expected_defaults_and_presets() -> None:
    assert KIND.presets["standard"] == Options()
    assert [f"{field.name}={field.default}" for field in fields(Options)] == DEFAULTS.split()
    assert KIND.presets["aram"] == Options(surrender_bonus=0)


# The deal


def test_paston_redeal_options_decide_refused_decks() -> None:
    for option, deck in (
        ("bottom_7s_reshuffle", deck_of(HANDS, PRIKUP, bottom="S7")),
        ("redeal_six_spades", deck_of(*SIX)),
    ):
        for value, is_refused in (("on", True), ("off", False)):
            game = paston(f"standard {option}={value}")
            assert isinstance(game.deal(deck, standing()), Redeal) is is_refused


def test_paston_both_in_prikup_option_replaces_redeal_by_first_speaker() -> None:
    """Instead of a redeal the player left of the dealer opens, also in the first deal, and declares if all pass."""
    first = "standard both_in_prikup=first_speaker"
    for deal_, dealer in ((1, 0), (1, 1), (2, 2)):
        table = dealt_table(*BOTH_AWAY, first, deal_, dealer)
        assert table.public.actor == (dealer + 1) % 3
        assert table.say("pass pass pass").public.declarer == (dealer + 1) % 3
        normal_table = dealt_table(HANDS, PRIKUP, first, deal_, dealer).say("pass pass pass")
        assert normal_table.public.declarer == 0, "nothing changes where one of them is held"


def test_paston_second_dealer_option_sets_next_dealer() -> None:
    for value, second in (("first_bidder", 0), ("left_of_dealer", 2)):
        table = dealt_table(HANDS, PRIKUP, f"standard second_dealer={value}", deal=1, dealer=1).say("paston pass pass")
        table.play_randomly(random.Random(1), "declare").say("surrender")
        assert table.next.dealer == second
        match = Match.begin(table.game, 1).close(table.outcome)
        assert match.standing.dealer == second
        assert match.close(Outcome(2, "surrender", opened=second)).standing.dealer == (second + 1) % 3


# The contract


def test_paston_all_pass_declarer_option_sets_declarer() -> None:
    play("""
        [all_pass_declarer=jack_holder] pass pass pass   | declarer 0
        [all_pass_declarer=first_speaker] pass pass pass | declarer 1
    """)
    # The same in the first deal
    play("[all_pass_declarer=jack_holder] pass pass pass | declarer 0", deal=1)
    play("[all_pass_declarer=first_speaker] pass pass pass | declarer 0", deal=1)
    # Calling needs no redeal, unless no player could open the first deal
    options = "standard all_pass_declarer=first_speaker"
    assert dealt_table(*BOTH_AWAY, options).say("pass pass pass").public.declarer == 1
    first = paston(options).deal(deck_of(*BOTH_AWAY), standing(deal=1))
    assert isinstance(first, Redeal)


def test_paston_allpass_trump_option_limits_contracts() -> None:
    play("""
        [allpass_trump=any_but_grkha] pass pass pass D7 H8 | may paston glitch dineri gupa surrender
        [allpass_trump=any] pass pass pass D7 H8           | may paston glitch dineri gupa grkha surrender
        [allpass_trump=spades_only] pass pass pass D7 H8   | may paston surrender
        +                                                  | not gupa: forced-spades | not grkha: grkha-not-bid
        [allpass_trump=any] paston pass pass D7 H8         | may paston glitch dineri gupa surrender
        [allpass_trump=spades_only] paston pass pass D7 H8 | may paston glitch dineri gupa surrender
    """)


# The passer


def test_paston_passer_option_sets_role_of_passer() -> None:
    """The passer is out, is invited by a lone whister to play a hidden hand, or has a hand played by the whister."""
    play("""
        [passer=out] paston pass pass H7 H8 dineri whist pass                   | asked play 1 | seats 12
        [passer=invited] paston pass pass H7 H8 dineri whist pass               | asked invite 2 | may alone invite
        + invite                                                                | asked play 1 | seats 120 | open
        +                                                                       | says owes seat=2 quota=4
        + SA S8                                                                 | asked play 0 | may S7 SJ
        [passer=invited] paston pass pass H7 H8 dineri pass whist               | asked invite 0
        + alone                                                                 | asked play 1 | seats 10
        # Only a lone whister is asked
        [passer=invited] paston pass pass H7 H8 dineri whist whist              | asked play 1
        [passer=invited] paston pass pass H7 H8 dineri pass pass                | asked over
        # Refusals are about the open hand
        [passer=open_hand_joins] paston pass pass H7 H8 dineri whist pass SQ S8 | asked play 2 for 0 | may S7 SJ
        +                                                                       | not HQ: must-follow suit=0
        +                                                                       | not DA: not-in-hand card=DA
    """)
    invited_table = lone("standard passer=invited").say("invite")
    assert invited_table.public.said[-1].action == INVITE
    assert lone("standard passer=invited").say("alone").public.said[-1].action == ALONE
    assert sum(invited_table.play_randomly(random.Random(1)).outcome.tricks) == 10


@pytest.mark.parametrize(("whist", "whister", "passer"), [("whist pass", 2, 0), ("pass whist", 0, 2)])
def test_paston_open_passer_hand_is_played_by_whister(whist: str, whister: int, passer: int) -> None:
    table = lone("standard passer=open_hand_joins", whist)
    hand = table.state.hands[passer]
    assert table.public.shown[passer] == hand
    assert table.view(1).public.shown[passer] == watch(table.state).public.shown[passer] == hand
    rng = random.Random(2)
    while table.public.actor is not None:
        if table.public.turn == passer:
            assert table.public.actor == whister
            assert mask(table.game.legal(table.view(whister))) & ~table.public.shown[passer] == 0
            assert table.game.legal(table.view(passer)) == ()
            assert refusal(table, "pass", seat=passer) == reason("not-your-turn", seat=whister)
        table.say(rng.choice(table.may().split()))
        assert table.public.shown[passer] == table.state.hands[passer]
    assert sum(table.outcome.tricks) == 10


def test_paston_joined_tricks_score_for_whister_and_not_passer() -> None:
    for options, words in (("standard passer=invited", "invite"), ("standard passer=open_hand_joins", "")):
        assert lone(options, f"whist pass {words}").agree(3, 5, 2).scores == (0, -30, 30)
        assert lone(options, f"whist pass {words}").agree(2, 7, 1).scores == (0, 30, -21)
    # An invited passer may revoke; a passer whose open hand is played may not
    assert outcome_scores(deal("dineri first revoked=0"), "passer=invited") == (-30, 30, 0)
    with pytest.raises(BadOutcome, match="passer-does-not-play"):
        outcome_scores(deal("dineri first revoked=0"), "passer=open_hand_joins")


# The score


def test_paston_lone_low_option_scores_short_lone_whister() -> None:
    for value, scores in (("graded", (-10, -9, -8, -7, 0)), ("flat9", (-10, -9, -9, -9, 0))):
        for n, score in enumerate(scores):
            assert outcome_scores(deal(f"paston 0-{10 - n}-{n} first"), f"lone_low={value}")[2] == score
            assert outcome_scores(deal(f"gupa 0-{10 - n}-{n} first"), f"lone_low={value}")[2] == 4 * score


def test_paston_target_option_sets_match_end_and_reset() -> None:
    for target in (121, 61, 241):
        rules = paston(f"standard target={target}")
        assert winners(rules, deal("paston nobody"), standing(totals=(0, target - 10, 0))) == (1,)
        assert winners(rules, deal("paston nobody"), standing(totals=(0, target - 11, 0))) == ()
        assert outcome_scores(deal("paston nobody"), f"target={target}", (-target, 0, -target - 1)) == (target, 10, 0)


def test_paston_end_tie_option_decides_tied_match() -> None:
    """Seat 1 declared: with the declarer among those who tie, with the declarer not among them, and without a tie."""
    for value, winners_with_declarer, winners_without_declarer in (
        ("extra_deals", (), ()),
        ("shared", (0, 1), (0, 2)),
        ("declarer_of_last_deal", (1,), ()),
    ):
        rules = paston(f"standard end_tie={value}")
        assert winners(rules, deal("dineri 1-6-3"), standing(totals=(157, 100, 0))) == winners_with_declarer
        assert winners(rules, deal("dineri 3-4-3"), standing(totals=(95, 148, 95))) == winners_without_declarer
        assert winners(rules, deal("paston nobody"), standing(totals=(130, 100, 0))) == (0,)


def test_paston_match_ends_under_any_options() -> None:
    rng = random.Random(8)
    for _ in range(15):
        match = Match.begin(KIND.build(random_options(Options, rng)), rng.randrange(3))
        while not match.over:
            *_, last = walk(match.game, random_deal(match, rng), rng)
            match = match.close(match.game.outcome(last.state))
            assert match.deals < 500
