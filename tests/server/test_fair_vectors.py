"""The test vectors for the browser's shuffle (web/tests/fair.json) match the Python implementation."""

import json
from pathlib import Path
from typing import Any

from prikup.history.shuffle import commitment, deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.cards import PACK_32, PACK_52

FILE = Path(__file__).parents[2] / "web" / "tests" / "fair.json"
PACKS = {3: PACK_32, 4: PACK_52}


def _vector(number: int) -> dict[str, Any]:
    """Return a vector; seats, pack, and whether users or the seed provide entropy and cut depend on its number."""
    seats = 3 + number % 2
    pack = PACKS[seats]
    entropy_by_seat = {seat: f"Seat{seat}x{number}" for seat in range(seats) if number >> seat + 1 & 1}
    cut = 1 + number * 7 % (len(pack) - 1) if number % 3 else None
    shuffle = prepare_shuffle(deal_seed("vectors", number, 1), seats, len(pack), entropy_by_seat, cut)
    return {
        "pack": pack,
        "seed": shuffle.seed,
        "commitment": commitment(shuffle.seed),
        "entropy": shuffle.entropy,
        "given": sorted(entropy_by_seat),
        "cut": shuffle.cut,
        "cut_given": cut is not None,
        "deck": shuffle_deck(pack, shuffle),
    }


def _text() -> str:
    vectors = [_vector(number) for number in range(16)]
    return "[\n" + ",\n".join(json.dumps(vector) for vector in vectors) + "\n]\n"


def test_shuffle_vectors_for_browser_are_current(regenerate: bool) -> None:
    if regenerate:
        FILE.write_text(_text())
    assert FILE.read_text() == _text()
