"""A sample of `make stress`."""

import pytest
from campaigns.stress import stress
from support.walk import KINDS

from prikup.kind import Kind


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_random_deals_under_random_options(name: str, kind: Kind) -> None:
    decisions, ended = stress(kind, 1500, seed=77)
    assert decisions > 1500
    assert ended > 0
