"""Rami, nolo and sooli with all hands open."""

from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import read_deals

HANDS = "A...2 | K...3 | Q...4 | J...5"


def read(line: str) -> OpenDeal:
    (deal,) = read_deals(line)
    return deal


def test_tuppi_position_counts_tricks_of_partners_together() -> None:
    position = read(f"{HANDS} ; tuppi ; rami 1 ; leads 0").played_position.position
    assert position.side == {1, 3}
    assert position.goal == "most"
    assert read(f"{HANDS} ; tuppi ; nolo 0 ; leads 0").played_position.position.goal == "fewest"


def test_tuppi_sooli_position_has_soloist_last_and_ace_low() -> None:
    position = read("A...2 | K...3 | Q...4 | - ; tuppi ; sooli 1 ; leads 2").played_position.position
    assert (position.last, position.order.ace_low) == (1, True)
    assert position.side == {1}


def test_minnesota_position_uses_high_and_low() -> None:
    deal = read(f"{HANDS} ; tuppi minnesota ; low 1 ; leads 0")
    assert deal.played_position.position.goal == "fewest"
    assert [contract.name for contract in deal.rules.analysis.open_contracts][:2] == ["high", "low"]
