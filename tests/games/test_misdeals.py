"""A misdeal in every game: the same player deals again, and nothing else changes."""

import pytest
from support.random_walk import KINDS

from prikup.rules.errors import reason
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.score_sheet import SheetRow
from prikup.rules.scoring_questions import fill_form


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_misdeal_keeps_dealer_and_deal_count(name: str, kind: GameDefinition) -> None:
    """The misdeal is entered at a real table. It may cost the dealer points (in Preferans), but no deal is counted."""
    for options in kind.presets.values():
        match = Match.begin(kind.build(options), 1)
        questions = match.game.scoring.irregularity_questions
        only_fault = fill_form(questions(match.standing), ()).outcome  # in a game that knows no other fault
        next_match = match.close(only_fault or fill_form(questions(match.standing), ("misdeal",)).outcome)
        assert (next_match.dealer, next_match.deals, next_match.carry) == (match.dealer, 0, match.carry)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_void_deal_leaves_sheet_and_standing_unchanged(name: str, kind: GameDefinition) -> None:
    for options in kind.presets.values():
        match = Match.begin(kind.build(options), 1)
        assert match.game.scoring.row(VoidDeal(reason("misdealt")), match.standing) == SheetRow()
        assert match.close(VoidDeal(reason("misdealt"))).standing == match.standing
