"""Claims at a misère and in the light, where one sees every card in play; `tests/test_claims.py` judges every split."""

import sys

import pytest
from games.preferans_table import Table, seated

from prikup.claims import best, certain, judged, verdict
from prikup.errors import reason
from prikup.game import Settled
from prikup.solver.from_view import open_positions

pytest.importorskip("prikup.solver.native")

SAFE, CAUGHT = "H7 H9 HJ D7 D8 DT C7 C8 S8 S9", "H7 H9 HA D7 D8 DT C7 C8 S8 S9"


def misere(hand: str) -> Table:
    """A plays a misère with these cards, from the first lead on."""
    return seated("sochi", hand).say("misere pass pass").discard()


def test_only_declarer_sees_every_card_in_play() -> None:
    """At a misère and in the light; a dealer who sees the talon sees nothing of the play."""
    for options, words, positions in (
        ("sochi", "misere pass pass S8 S9", [2, 0, 0]),
        ("sochi", "6S pass pass S8 S9 6S whist pass light", [2, 0, 0]),
        ("sochi", "6S pass pass S8 S9 6S whist pass closed", [0, 0, 0]),
        ("leningrad players=4 throw_talon=on", "6S pass pass throw 6S whist pass closed", [0, 0, 0, 0]),
    ):
        table = seated(options, SAFE).say(words)
        assert [len(open_positions(table.game, view)) for view in map(table.view, range(table.game.seats))] == positions


def test_a_misere_that_nobody_can_catch_is_claimed_without_a_trick() -> None:
    table = misere(SAFE)
    for won in ((0, 10, 0), (0, 3, 7)):
        assert judged(table.game, table.view(0), won) == Settled(tricks=won)
    slip = reason("claim-unjust", players=(0,), claimed=10, best=0, tricks=10)
    assert judged(table.game, table.view(0), (10, 0, 0)) == slip


def test_a_misere_that_can_be_caught_is_not_whoever_claims_it() -> None:
    """The defenders cannot judge it, as they do not see declarer's cards."""
    table = misere(CAUGHT)
    split = best(table.game, table.view(0))
    assert split is not None
    assert split.tricks[0] > 0
    for tricks in range(11):
        won = (tricks, 10 - tricks, 0)
        just = tricks == split.tricks[0]
        assert isinstance(judged(table.game, table.view(0), won), Settled) == just
        told = verdict(table.game, table.view(0), won, 1)
        assert told is not None
        assert (told.key == "claim-just") == just
        assert judged(table.game, table.view(1), won) is verdict(table.game, table.view(1), won, 1) is None


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
