"""Claims at a misère and in the light, where the declarer sees every card in play; test_claims covers every split."""

import sys

import pytest
from games.preferans_table import Table, dealt_table, table_after_contract

from prikup.claims import best_play_tricks, granting_seats, takes_all_tricks, verdict
from prikup.rules.errors import reason
from prikup.solver.from_view import open_positions

pytest.importorskip("prikup.solver.native")

SAFE_HAND, UNSAFE_HAND = "H7 H9 HJ D7 D8 DT C7 C8 S8 S9", "H7 H9 HA D7 D8 DT C7 C8 S8 S9"


def misere(hand: str) -> Table:
    """Return a table at which A plays a misère with these cards, before the first lead."""
    return dealt_table("sochi", hand).say("misere pass pass").discard()


def test_preferans_declarer_alone_sees_every_card_in_play() -> None:
    """The declarer sees them at a misère and in the light; a dealer who sees the talon does not see the play."""
    for options, words, positions in (
        ("sochi", "misere pass pass S8 S9", [2, 0, 0]),
        ("sochi", "6S pass pass S8 S9 6S whist pass light", [2, 0, 0]),
        ("sochi", "6S pass pass S8 S9 6S whist pass closed", [0, 0, 0]),
        ("leningrad players=4 throw_talon=on", "6S pass pass throw 6S whist pass closed", [0, 0, 0, 0]),
    ):
        table = dealt_table(options, SAFE_HAND).say(words)
        assert [len(open_positions(table.game, view)) for view in map(table.view, range(table.game.seats))] == positions


def test_preferans_misere_claim_verdict_is_for_declarer_only() -> None:
    """The defenders cannot evaluate a claim of their own, as they do not see the declarer's cards."""
    for hand in (SAFE_HAND, UNSAFE_HAND):
        table = misere(hand)
        declarer_tricks = best_play_tricks(table.game, table.view(0))
        assert declarer_tricks is not None
        assert (declarer_tricks == 0) == (hand == SAFE_HAND)
        for claimed_tricks in range(11):
            answer = verdict(table.game, table.view(0), claimed_tricks, 1)
            assert answer == reason("claim-just" if claimed_tricks == 10 - declarer_tricks else "claim-unjust")
            assert verdict(table.game, table.view(1), claimed_tricks, 0) is None
        assert best_play_tricks(table.game, table.view(1)) is None


def test_preferans_claim_has_no_best_play_without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    table = misere(SAFE_HAND)
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    assert best_play_tricks(table.game, table.view(0)) is None


def test_preferans_passer_claims_no_tricks_for_whister() -> None:
    """Ten tricks for the defence would be written to the whister, who is not certain of them."""
    table = table_after_contract("6S", "whist pass closed")
    assert table.game.objective(table.public).sides == ((0,), (1, 2))
    for passer in (1, 2):
        for claimed_tricks in range(11):
            assert granting_seats(table.game, table.view(passer), claimed_tricks, (0, 1, 2)) == (
                (0,) if claimed_tricks == 0 else ()
            )


def test_preferans_high_cards_are_uncertain_when_talon_leads_suit() -> None:
    """A player without the suit takes no trick with them."""
    for talon, sure in (("suit_only", False), ("none", True)):
        table = dealt_table(f"sochi raspasy_talon={talon}", "SA SK SQ SJ ST S9 S8 S7 HA HK", talon="D7 D8")
        assert table.say("pass pass pass").prompt == ("play", 0)
        assert takes_all_tricks(table.game, table.view(0)) is sure
