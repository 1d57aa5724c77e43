"""Claims at a misère and in the light, where one sees every card in play."""

import sys

import pytest
from games.preferans_table import Table, seated

from prikup.claims import best, certain, judged
from prikup.errors import reason
from prikup.game import Settled

pytest.importorskip("prikup.solver.native")


# A misère, in which all the cards lie open to declarer


def misere(hand: str) -> Table:
    """A plays a misère with these cards, from the first lead on."""
    return seated("sochi", hand).say("misere pass pass").discard()


SAFE, CAUGHT = "H7 H9 HJ D7 D8 DT C7 C8 S8 S9", "H7 H9 HA D7 D8 DT C7 C8 S8 S9"


def test_a_misere_that_nobody_can_catch_is_claimed_without_a_trick() -> None:
    table = misere(SAFE)
    for won in ((0, 10, 0), (0, 3, 7)):
        assert judged(table.game, table.view(0), won) == Settled(tricks=won)
    slip = reason("claim-unjust", players=(0,), claimed=10, best=0, tricks=10)
    assert judged(table.game, table.view(0), (10, 0, 0)) == slip


def test_a_misere_that_can_be_caught_is_not() -> None:
    table = misere(CAUGHT)
    split = best(table.game, table.view(0))
    assert split is not None
    least = split.tricks[0]
    assert least > 0
    for tricks in range(11):
        found = judged(table.game, table.view(0), (tricks, 10 - tricks, 0))
        if tricks == least:
            assert isinstance(found, Settled)
        else:
            assert found == reason("claim-unjust", players=(0,), claimed=tricks, best=least, tricks=10)


def test_the_defenders_of_a_misere_do_not_see_declarers_cards() -> None:
    table = misere(CAUGHT)
    for seat in (1, 2):
        assert judged(table.game, table.view(seat), (10, 0, 0)) is best(table.game, table.view(seat)) is None


# A whist in the light


def test_in_the_light_declarer_may_claim_what_best_play_gives() -> None:
    table = seated("sochi", "SA SK SQ S9 S8 HA HQ D7 C7 C8").say("6S pass pass").discard().say("6S whist pass light")
    split = best(table.game, table.view(0))
    assert split is not None
    most = split.tricks[0]
    assert 6 < most < 10
    for tricks in range(11):
        for others in ((10 - tricks, 0), (0, 10 - tricks)):
            found = judged(table.game, table.view(0), (tricks, *others))
            if tricks == most:
                assert isinstance(found, Settled), "how the defence shares its tricks is all the same"
            else:
                assert found == reason("claim-unjust", players=(0,), claimed=tricks, best=most, tricks=10)
    for seat in (1, 2):
        assert judged(table.game, table.view(seat), (0, 10, 0)) is None


# Where the solver cannot tell


def test_without_a_solver_people_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    table = misere(SAFE)
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    assert judged(table.game, table.view(0), (0, 10, 0)) is best(table.game, table.view(0)) is None


def test_where_the_talon_leads_a_suit_high_cards_of_others_are_not_certain() -> None:
    """Whoever has none of the suit takes no trick with them."""
    for talon, sure in (("suit_only", False), ("none", True)):
        table = seated(f"sochi raspasy_talon={talon}", "SA SK SQ SJ ST S9 S8 S7 HA HK", talon="D7 D8")
        assert table.say("pass pass pass").asked == ("play", 0)
        assert certain(table.game, table.view(0)) is sure
