"""Preferans: the whist, the play, misère and raspasy (source text 004), under that text's own rules.

By default A (seat 0) is eldest hand and C deals; with four D deals and sits out.
"""

import random

import pytest
from games.preferans_table import (
    Table,
    dealt_table,
    preferans,
    prepared_table,
    six_spades_table,
    standing,
    table_after_contract,
)
from games.table import check

from prikup.rules.errors import Reason, reason
from prikup.rules.game import AgreedEnd
from prikup.rules.state import view

FOUR = "sochi players=4"


# The whist


def test_preferans_whist_follows_default_rules() -> None:
    check(
        six_spades_table,
        """
        # Declarer's left speaks first
        6S                 | asked whist B
        + whist            | asked whist C
        # Both pass and nothing is played; both whist and play closed
        6S pass pass       | asked over | won unplayed | written pool A 2
        6S whist whist     | asked play A | open | whisters BC
        # A lone whister chooses before the first lead
        6S whist pass      | asked light B | may closed light | not whist: not-now
        6S pass whist      | asked light C | may closed light
        # Half is for the second against six or seven when the first has passed
        6H                 | may whist pass
        + whist            | may whist pass
        6H pass            | may whist half pass
        7H                 | may whist pass
        + pass             | may whist half pass
        7H whist           | may whist pass
        8H                 | may whist pass
        + pass             | may whist pass | not half: no-half-whist
        9H pass            | may whist pass | not half: no-half-whist
        10H pass           | may whist pass | not half: no-half-whist
        # After a half the first may come back, and the second counts as passed
        6H pass half       | asked whist B | may whist pass
        + pass             | whist pass half | won unplayed
        6H pass half whist | asked light B | whisters B
        """,
    )
    check(
        prepared_table,
        """
        pass 6S pass             | away declare
        + 6S                     | asked whist C
        + pass                   | asked whist A
        # Nobody is asked to whist at a misère
        misere pass pass         | away play
        # A dealer who sits out does not whist
        [players=4] pass pass 6S | away declare
        + 6S                     | asked whist A
        + pass                   | asked whist B
        """,
    )


# Light and closed


def test_preferans_light_or_closed_decides_who_plays_passers_hand() -> None:
    check(
        six_spades_table,
        """
        # In the light the whister plays both hands, and the turn stays; the passer only looks on
        6S whist pass light     | open BC | asked play A
        + SA                    | asked play B
        + C9                    | asked play B for C
        6S pass whist light SA  | asked play C for B | not C9@B: not-your-turn seat=C
        # Closed, the passer plays their own cards
        6S pass whist closed SA | asked play B | open
        """,
    )
    check(
        prepared_table,
        """
        # Eldest leads from the open hand if a defender is eldest
        pass 7C pass          | away declare
        + 7C pass whist light | asked play A | open AC
        pass 7C pass          | away declare
        + 7C whist pass light | asked play C for A
        """,
    )


# The play


def test_preferans_eldest_hand_leads_for_any_declarer() -> None:
    for contract in ("6S", "7NT", "10H"):
        for declarer, auction in enumerate((f"{contract} pass pass", f"pass {contract} pass", f"pass pass {contract}")):
            table = dealt_table().say(auction).discard().say(f"{contract} whist whist")
            assert (table.public.declarer, table.prompt) == (declarer, ("play", 0))
            assert len(table.may().split()) == 10


def test_preferans_card_play_follows_default_rules() -> None:
    check(
        six_spades_table,
        """
        # Suit must be followed
        6H whist whist C7        | may C9 CT CJ CQ CK CA | not D9: must-follow suit=1
        # Who cannot follow must trump, and nobody need play higher
        6D whist whist SA        | may D9 | not CA: must-trump suit=2 led=0
        + D9                     | may D7 D8 DT DJ DQ DK DA
        # Who has neither plays anything
        + D7                     | asked play B
        + CA D8 C7               | asked play C
        + DT S9                  | may C9 CT CJ CQ CK H7 H8 H9
        # The highest trump takes the trick and leads to the next
        6D whist whist SA D9 D7  | asked play B | won 0 1 0
        6D whist whist SA D9 DT  | asked play C
        # Without trumps the highest card of the suit led takes it, and there is no duty to trump
        6NT whist whist S9       | count 10
        + CA DA                  | asked play A
        6NT whist whist C7 C9 DA | asked play B
        # Refusals name the rule
        6D whist whist           | not CA: not-in-hand card=CA | not CA@B: not-your-turn seat=A
        +                        | not pass: play-a-card
        """,
    )
    check(dealt_table, "| not SA: say-a-call | not whist: not-now")
    table = table_after_contract("6D").play_randomly(random.Random(3))
    assert (sum(table.tricks_won), table.prompt) == (10, ("over", None))
    assert table.why("SA@A") == "deal-over"


# Misère and raspasy


def test_preferans_misere_play_follows_default_rules() -> None:
    check(
        prepared_table,
        """
        # It is played with the defence open from the start, but declarer's hand hidden
        misere pass pass | away play | asked play A | open BC
        # There are no trumps, and no duty to trump
        + S9             | count 10
        + CA DA          | won 1 0 0
        # Eldest hand leads, and each defender plays their own cards
        pass misere pass | away play | declarer B | asked play A | first S7
        + S7             | asked play B
        + CJ             | asked play C
        """,
    )


def test_preferans_raspasy_have_no_trumps_and_hidden_talon() -> None:
    check(
        prepared_table,
        """
        pass pass pass | asked play A | open
        + S9           | count 10
        + CA DA        | asked play A
        """,
    )
    table = prepared_table().say("pass pass pass").play_randomly(random.Random(1))
    assert (table.outcome.contract, table.outcome.declarer, table.outcome.tricks) == ("raspasy", None, table.tricks_won)
    assert sum(table.tricks_won) == 10
    assert table.next.carry.raspasy == 1
    assert (table.public.talon, len(table.state.stock)) == ((), 2), "nobody sees the talon"


# The facts of a deal


def test_preferans_headline_follows_the_deal() -> None:
    check(
        prepared_table,
        """
                      | headline
        6S            | headline high-bid seat=A call=6S
        + pass pass   | headline won-with seat=A call=6S
        + S7 S8 7S    | headline contract seat=A call=7S needed=7
        + pass        | headline contract seat=A call=7S needed=7
        + whist       | headline contract seat=A call=7S needed=7; owes seat=C quota=2
        + light       | headline contract seat=A call=7S needed=7; owes seat=C quota=2; in-the-light seat=C
        # Two who whist owe their tricks together
        6S pass pass S7 S8 6S whist whist | says owe-together players=(1, 2) quota=4
        """,
    )


# Agreements


def test_preferans_remaining_tricks_may_be_split_by_agreement() -> None:
    table = table_after_contract("6D").say("SA D9 D7")
    for tricks in ((5, 2, 1), (5, 2, 3), (9,), (10, -1, 0)):
        assert table.game.settle(table.state, AgreedEnd(tricks=tricks)) == reason("split-must-sum", tricks=9)
    assert table.game.settle(table.state, AgreedEnd(conceding_seats=(0,))) == reason("no-concession")
    assert dealt_table().game.settle(dealt_table().state, AgreedEnd(tricks=(4, 3, 3))) == reason("no-tricks-yet")
    four = dealt_table(FOUR).say("pass pass pass")
    assert four.game.settle(four.state, AgreedEnd(tricks=(4, 3, 2, 1))) == reason("split-must-sum", tricks=10)
    table.agree(5, 2, 2)
    assert (table.prompt, table.tricks_won) == (("over", None), (5, 3, 2))
    assert table.written == "dump A 2; B on A 8; C on A 6"


@pytest.mark.parametrize("options", ["sochi players=4", "sochi players=4 raspasy_talon=talon_leads"])
def test_preferans_agreement_limits_dealer_of_four_to_tricks_still_led(options: str) -> None:
    rules = preferans(options)
    rng = random.Random(4)
    table = Table(rules, tuple(rng.sample(rules.pack, 32)), standing(rules)).say("pass pass pass")
    while table.public.actor is not None:
        tricks = table.public.tricks
        assert tricks is not None
        remaining_tricks = 10 - len(tricks.past)
        leads = max(0, 2 - len(tricks.past)) if rules.options.dealer_leads_raspasy else 0
        for dealers in range(4):
            settled_state = rules.settle(table.state, AgreedEnd(tricks=(remaining_tricks - dealers, 0, 0, dealers)))
            assert isinstance(settled_state, Reason) == (dealers > leads or dealers > remaining_tricks)
        table.act(rng.choice(rules.legal(view(table.state, table.public.actor))))
