"""The scorer, compared with the second implementation of an evening; `make evenings` compares many more."""

import random

import pytest
from campaigns.random_evenings import GAMES_WITH_QUESTIONS, list_differences, run_evening
from games import evening_rules as again
from msgspec.structs import replace
from support.circles import depth
from support.random_walk import KINDS, SIMPLE

from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.scorer.entries import Dealer, ScoreEntry, Scoring


@pytest.mark.parametrize(("name", "kind"), [pytest.param(*kind, id=kind[0]) for kind in GAMES_WITH_QUESTIONS])
def test_scorer_matches_second_implementation(name: str, kind: GameDefinition) -> None:
    for seed in range(depth(40)):
        differences, entries, _ = run_evening(kind, random.Random(f"{name} {seed}"), 30)
        assert not differences, seed
        assert entries


def test_scorer_comparison_reports_a_difference() -> None:
    kind = dict(KINDS)[SIMPLE]
    match = Match.begin(kind.build(next(iter(kind.presets.values()))))
    names = ("Anna", "Boris", "Vera", "Gleb")[: match.game.seats]
    scoring = Scoring(SIMPLE, match.game.rules_version, "", names, 0, 0, entries=(ScoreEntry("a", 1, Dealer(2)),))
    for seat, differs in (1, ["standing"]), (2, []):
        evening = again.Evening(match.game, match.standing, (again.Entry("a", "dealer", seat),))
        assert [line.split()[0] for line in list_differences(scoring, evening)] == differs


def test_second_implementation_compares_totals_by_name_of_column() -> None:
    """Other house rules may give the sheet other columns, so the same column may have another place."""
    standing = MatchStanding(3, 0, ((5, 2),), None)
    old_state = again.EveningState(("points",), (), standing, (), broken=False)
    new_state = old_state._replace(columns=("games", "points"), standing=replace(standing, totals=((0, 1), (5, 0))))
    assert again.edit_changes(old_state, new_state) == {("total", "games", 1, 0, 1), ("total", "points", 1, 2, 0)}
