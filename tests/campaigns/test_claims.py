"""A small sample of the campaign that `make claims` runs."""

from collections.abc import Collection
from typing import Any

import pytest
from campaigns import claims
from campaigns.claims import claims_of
from support.circles import depth
from support.random_walk import KINDS

from prikup.rules.state import Seat
from prikup.statistics.confidence_intervals import mean_interval


def test_false_claims_are_refused_and_bring_nothing() -> None:
    results = [claims_of(kind, depth(15)) for _, kind in KINDS]
    assert all(result.granted_count + result.refused_count for result in results)
    assert sum(result.refused_count for result in results) > depth(15)
    assert mean_interval([gain for result in results for gain in result.point_gains]).low <= 0


def test_claims_campaign_finds_players_who_grant_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def grant(game: Any, view: Any, number: int, seats: Collection[Seat]) -> Collection[Seat]:
        return seats

    monkeypatch.setattr(claims, "granting_seats", grant)
    _, kind = KINDS[0]
    assert mean_interval(claims_of(kind, 60).point_gains).low > 0
