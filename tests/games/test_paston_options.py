"""Paston: each value of each house rule, in a deal where it matters (seed 000, its uncertainties included)."""

import random

import pytest
from games.paston_table import Table, deck_of, finished, paston, refusal, seated, standing, written
from support.walk import dealt, walk

from prikup.cards import mask, parse_card
from prikup.errors import BadOutcome, reason
from prikup.game import Redeal, Void
from prikup.games.paston import KIND, Options, Outcome
from prikup.games.paston.rules import ALONE, INVITE
from prikup.match import Match
from prikup.options import drawn
from prikup.state import watch

HANDS, PRIKUP = ("J7.J7.QJT.QJT", "AKQ.AKQ.98.97", "T98.T98.AK.AK"), "..7.8"
"""Seat 0 holds the jack and the 7 of spades."""
BOTH_AWAY, BOTH_IN_PRIKUP = (".J7.QJT7.QJT8", "AKQ.AKQ.98.97", "T98.T98.AK.AK"), "J7..."
SIX, SIX_PRIKUP = ("QJT987.A.A.A9", "AK.KQJT9.K.KQ", ".87.QJT98.JT8"), "..7.7"


def lone(options: str, whist: str = "whist pass") -> Table:
    """Seat 1 declares dineri against a lone whister: 2 on his left, or 0."""
    return seated(HANDS, PRIKUP, options).say(f"paston pass pass H7 H8 dineri {whist}")


def test_defaults_are_the_main_text() -> None:
    assert KIND.presets["standard"] == Options()
    assert Options() == Options(
        bottom_7s_reshuffle=True,
        redeal_six_spades=True,
        both_in_prikup="redeal",
        second_dealer="first_bidder",
        all_pass_declarer="jack_holder",
        allpass_trump="any_but_grkha",
        passer="out",
        lone_low="graded",
        surrender_bonus=2,
        multiplier_table="standard",
        minus_reset="exact",
        end_tie="extra_deals",
        target=121,
    )
    assert KIND.presets["aram"] == Options(surrender_bonus=0)


@pytest.mark.parametrize(("value", "refused"), [("on", True), ("off", False)])
def test_bottom_7s_reshuffle(value: str, refused: bool) -> None:
    game = paston(f"standard bottom_7s_reshuffle={value}")
    assert isinstance(game.deal(deck_of(HANDS, PRIKUP, bottom="S7"), standing()), Redeal) is refused


@pytest.mark.parametrize(("value", "refused"), [("on", True), ("off", False)])
def test_redeal_six_spades(value: str, refused: bool) -> None:
    game = paston(f"standard redeal_six_spades={value}")
    assert isinstance(game.deal(deck_of(SIX, SIX_PRIKUP), standing()), Redeal) is refused


def test_both_in_prikup_redeal() -> None:
    game = paston("standard both_in_prikup=redeal")
    refused = game.deal(deck_of(BOTH_AWAY, BOTH_IN_PRIKUP), standing(deal=1))
    assert isinstance(refused, Redeal)
    assert refused.reason == reason("both-in-prikup")
    later = seated(BOTH_AWAY, BOTH_IN_PRIKUP, "standard both_in_prikup=redeal").say("pass pass pass")
    assert later.outcome == Void(reason("both-in-prikup"))


@pytest.mark.parametrize(("deal", "dealer"), [(1, 0), (1, 1), (2, 2)])
def test_both_in_prikup_first_speaker(deal: int, dealer: int) -> None:
    """Left of the dealer opens, in the first deal too, and declares if all pass."""
    table = seated(BOTH_AWAY, BOTH_IN_PRIKUP, "standard both_in_prikup=first_speaker", deal, dealer)
    first = (dealer + 1) % 3
    assert table.public.actor == first
    assert table.say("pass pass pass").public.declarer == first


def test_both_in_prikup_first_speaker_changes_nothing_where_one_of_them_is_held() -> None:
    options = "standard both_in_prikup=first_speaker"
    assert seated(HANDS, PRIKUP, options, deal=1).say("pass pass pass").public.declarer == 0
    assert seated(HANDS, PRIKUP, options, deal=2).say("pass pass pass").public.declarer == 0


@pytest.mark.parametrize(("value", "second"), [("first_bidder", 0), ("left_of_dealer", 2)])
def test_second_dealer(value: str, second: int) -> None:
    table = seated(HANDS, PRIKUP, f"standard second_dealer={value}", deal=1, dealer=1).say("paston pass pass")
    table.at_random(random.Random(1), "declare").say("surrender")
    assert table.next.dealer == second
    match = Match.begin(table.game, 1).close(table.outcome)
    assert match.standing.dealer == second
    assert match.close(Outcome(2, "surrender", opened=second)).standing.dealer == (second + 1) % 3


@pytest.mark.parametrize(("value", "declarer"), [("jack_holder", 0), ("first_speaker", 1)])
def test_all_pass_declarer(value: str, declarer: int) -> None:
    table = seated(HANDS, PRIKUP, f"standard all_pass_declarer={value}").say("pass pass pass")
    assert table.public.declarer == declarer
    first = seated(HANDS, PRIKUP, f"standard all_pass_declarer={value}", deal=1).say("pass pass pass")
    assert first.public.declarer == 0, "the same in the first deal"


def test_all_pass_declarer_first_speaker_needs_no_redeal() -> None:
    options = "standard all_pass_declarer=first_speaker"
    assert seated(BOTH_AWAY, BOTH_IN_PRIKUP, options).say("pass pass pass").public.declarer == 1
    first = paston(options).deal(deck_of(BOTH_AWAY, BOTH_IN_PRIKUP), standing(deal=1))
    assert isinstance(first, Redeal), "nobody could open the first deal"


@pytest.mark.parametrize(
    ("value", "may"),
    [
        ("any_but_grkha", "paston glitch dineri gupa surrender"),
        ("any", "paston glitch dineri gupa grkha surrender"),
        ("spades_only", "paston surrender"),
    ],
)
def test_allpass_trump(value: str, may: str) -> None:
    table = seated(HANDS, PRIKUP, f"standard allpass_trump={value}").say("pass pass pass")
    assert table.at_random(random.Random(1), "declare").may() == may
    if value == "spades_only":
        assert refusal(table, "gupa") == reason("forced-spades")
        assert refusal(table, "grkha") == reason("grkha-not-bid")
    bid = seated(HANDS, PRIKUP, f"standard allpass_trump={value}").say("paston pass pass")
    assert bid.at_random(random.Random(1), "declare").may() == "paston glitch dineri gupa surrender"


def test_passer_out() -> None:
    table = lone("standard passer=out")
    assert table.public.phase == "play"
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 2)
    with pytest.raises(BadOutcome, match="passer-does-not-play"):
        table.game.row(Outcome(1, "dineri", ("whist", "pass"), (1, 6, 3)), table.standing)


def test_passer_invited_may_play_his_own_hand_closed() -> None:
    table = lone("standard passer=invited")
    assert (table.public.phase, table.public.actor, table.may()) == ("invite", 2, "alone invite")
    table.say("invite")
    assert table.public.tricks is not None
    assert (table.public.tricks.seats, table.public.shown) == ((1, 2, 0), (0, 0, 0))
    assert table.game.headline(table.public)[1:] == (reason("owes", seat=2, quota=4),)
    assert table.public.said[-1].action == INVITE
    table.say("SA S8")
    assert (table.public.actor, table.may()) == (0, "S7 SJ")
    table.at_random(random.Random(1))
    assert table.public.tricks is not None
    assert len(table.public.tricks.past) == 10


def test_passer_invited_may_be_left_out() -> None:
    table = lone("standard passer=invited", "pass whist")
    assert (table.public.phase, table.public.actor) == ("invite", 0)
    table.say("alone")
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 0)
    assert table.public.said[-1].action == ALONE


def test_passer_invited_is_asked_only_by_a_lone_whister() -> None:
    assert lone("standard passer=invited", "whist whist").public.phase == "play"
    assert lone("standard passer=invited", "pass pass").public.phase == "over"


@pytest.mark.parametrize(("whist", "whister", "passer"), [("whist pass", 2, 0), ("pass whist", 0, 2)])
def test_passer_open_hand_joins(whist: str, whister: int, passer: int) -> None:
    """The passer's hand lies open to all, and the whister plays it."""
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
    assert table.public.tricks is not None
    assert len(table.public.tricks.past) == 10


def test_passer_open_hand_refusals_are_about_the_open_hand() -> None:
    table = lone("standard passer=open_hand_joins", "whist pass").say("SQ S8")
    assert (table.public.turn, table.public.actor) == (0, 2)
    assert table.may() == "S7 SJ"
    assert refusal(table, "HQ") == reason("must-follow", suit=0)
    assert refusal(table, "DA") == reason("not-in-hand", card=parse_card("DA"))


@pytest.mark.parametrize(
    ("options", "words"), [("standard passer=invited", "invite"), ("standard passer=open_hand_joins", "")]
)
@pytest.mark.parametrize(("tricks", "scores"), [((3, 5, 2), (0, -30, 30)), ((2, 7, 1), (0, 30, -21))])
def test_joined_tricks_count_for_the_whister_and_the_passer_scores_nothing(
    options: str, words: str, tricks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert lone(options, f"whist pass {words}").agree(*tricks).scores == scores


def test_a_passer_called_in_may_revoke_one_whose_hand_is_played_for_him_may_not() -> None:
    revoked = Outcome(1, "dineri", ("whist", "pass"), revoked=0)
    assert written(paston("standard passer=invited").row(revoked, standing())) == (-30, 30, 0)
    with pytest.raises(BadOutcome, match="passer-does-not-play"):
        paston("standard passer=open_hand_joins").row(revoked, standing())


@pytest.mark.parametrize(("value", "scores"), [("graded", (-10, -9, -8, -7, 0)), ("flat9", (-10, -9, -9, -9, 0))])
def test_lone_low(value: str, scores: tuple[int, ...]) -> None:
    for n, score in enumerate(scores):
        options = f"standard lone_low={value}"
        assert finished("paston", "whist pass", options=options, agreed=(0, 10 - n, n)).scores[2] == score
        assert finished("gupa", "whist pass", options=options, agreed=(0, 10 - n, n)).scores[2] == 4 * score


@pytest.mark.parametrize("bonus", [2, 0])
def test_surrender_bonus(bonus: int) -> None:
    assert finished("surrender", options=f"standard surrender_bonus={bonus}").scores == (bonus, -10, bonus)


@pytest.mark.parametrize(("value", "made"), [("standard", 10), ("grkha_full", 40)])
def test_multiplier_table(value: str, made: int) -> None:
    options = f"standard multiplier_table={value}"
    assert finished("grkha", "whist whist", options=options, agreed=(2, 6, 2)).scores == (0, made, 0)
    assert finished("grkha", "pass pass", options=options).scores == (0, made, 0)
    assert finished("grkha", "whist whist", options=options, agreed=(4, 4, 2)).scores == (80, -40, 0)
    assert finished("gupa", "pass pass", options=options).scores == (0, 40, 0)


@pytest.mark.parametrize(("value", "after"), [("exact", (0, -122)), ("at_or_below", (0, 0)), ("off", (-121, -122))])
def test_minus_reset(value: str, after: tuple[int, int]) -> None:
    table = finished("paston", options=f"standard minus_reset={value}", whist="pass pass", totals=(-121, 0, -122))
    assert (-121 + table.scores[0], -122 + table.scores[2]) == after


@pytest.mark.parametrize("target", [121, 61, 241])
def test_target(target: int) -> None:
    options = f"standard target={target}"
    won = finished("paston", "pass pass", options=options, totals=(0, target - 10, 0))
    assert won.winners == (1,)
    assert finished("paston", "pass pass", options=options, totals=(0, target - 11, 0)).winners == ()
    reset = finished("paston", "pass pass", options=options, totals=(-target, 0, -target - 1))
    assert reset.scores == (target, 10, 0)


@pytest.mark.parametrize(
    ("value", "declarer_among", "declarer_not"),
    [("extra_deals", (), ()), ("shared", (0, 1), (0, 2)), ("declarer_of_last_deal", (1,), ())],
)
def test_end_tie(value: str, declarer_among: tuple[int, ...], declarer_not: tuple[int, ...]) -> None:
    options = f"standard end_tie={value}"
    among = finished("dineri", "whist whist", options=options, agreed=(1, 6, 3), totals=(157, 100, 0))
    assert written(among.row) == (-27, 30, 30)
    assert among.winners == declarer_among
    without = finished("dineri", "whist whist", options=options, agreed=(3, 4, 3), totals=(95, 148, 95))
    assert without.winners == declarer_not
    assert finished("paston", "pass pass", options=options, totals=(130, 100, 0)).winners == (0,)


def test_matches_under_any_options_end() -> None:
    rng = random.Random(8)
    for _ in range(15):
        match = Match.begin(KIND.build(drawn(Options, rng)), rng.randrange(3))
        while not match.over:
            *_, last = walk(match.game, dealt(match, rng), rng)
            match = match.close(match.game.outcome(last.state))
            assert match.deals < 500
