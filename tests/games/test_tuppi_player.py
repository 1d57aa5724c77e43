"""The rule-of-thumb player of Tuppi: what it does in plain cases. That it beats chance is tested in `test_levels`."""

from functools import partial

from games.table import check
from games.tuppi_deals import BEATEN, EAST, SAFE, SOUTH, act, bid, dealt, may, seated, tuppi

from prikup.games.tuppi import Public, Tuppi
from prikup.games.tuppi.player import rule
from prikup.state import State, view
from prikup.text_forms import action_text


def _choice(rules: Tuppi, state: State[Public]) -> str:
    assert state.public.actor is not None
    return action_text(rules.calls, rule(rules, 0)(view(state, state.public.actor)))


def test_it_bids_rami_with_high_cards_and_nolo_without() -> None:
    for options, hand, bids in (
        ("", "AK4.AK5.AK63.T93", "D3"),
        ("", "T84.T975.J63.984", "S4"),
        ("", "AKQJ.AKQJ.KQJ.KQ", "rami"),
        ("bid_method=bid_cards", "AK4.AK5.AK63.T93", "rami"),
    ):
        check(partial(seated, hands=("", hand, "", "")), f"[{options}] | rule {bids}")


def test_it_plays_sooli_with_low_cards_only() -> None:
    check(lambda options: seated(options, SAFE), "rami S5 S9 S3 pass | asked sooli N | rule sooli")
    check(lambda options: seated(options, BEATEN), "D3 S5 S9 ST pass | asked sooli N | rule pass")
    free = tuppi("sooli_lost=0")
    assert _choice(free, act(free, bid(free, dealt(free, ("987..T987.T98765",) + ("",) * 3), EAST), "pass")) == "sooli"


def test_it_gives_the_soloist_its_lowest_card_and_stays_under() -> None:
    check(
        lambda options: seated(options, SAFE),
        """
        rami S5 S9 S3 pass sooli S4          | rule H3
        rami S5 S9 S3 pass sooli D3 S5 SK S9 | rule S5
        """,
    )


def test_it_leaves_a_trick_to_its_partner() -> None:
    rules = tuppi("sooli=off")
    first = act(rules, bid(rules, dealt(rules, ("A5...", "K6...", "Q7...", "J8...")), SOUTH), "SK S7 S8")
    assert _choice(rules, first) == "SA"
    second = act(rules, bid(rules, dealt(rules, ("K6...", "A5...", "Q7...", "J98...")), SOUTH), "SA S7")
    assert _choice(rules, second) == min(may(rules, second), key=lambda word: "23456789TJQKA".index(word[1]))
