"""Golden playthroughs of every game: full texts, and for every value of every option a deal in which it matters.

In the full texts every phase and every call is seen. `make golden` writes them anew, each with its own options and
seed, and seeks only what is lacking; read the diff.
"""

from pathlib import Path

import pytest
from support.golden import (
    Flip,
    flip_of,
    flip_text,
    flips,
    play_of,
    play_text,
    plays,
    search,
    shows,
    standing_of,
    transcript,
    wanted,
)
from support.walk import KINDS

from prikup.games import game
from prikup.kind import Kind
from prikup.options import value_text

GOLDEN = Path(__file__).parents[1] / "golden"
LIMIT = 3_000_000

FLIPS = [(name, kind, field, value) for name, kind in KINDS for field, value in flips(kind)]
PLAYS = [(name, kind) for name, kind in KINDS]


def _flip_file(name: str, field: str, value: object) -> Path:
    return GOLDEN / name / f"{field}={value_text(value)}.txt"


def _plays(name: str) -> list[Path]:
    return sorted((GOLDEN / name).glob("play-*.txt"))


@pytest.mark.parametrize(("name", "kind"), PLAYS)
def test_whole_deals_are_as_they_were(name: str, kind: Kind, regenerate: bool) -> None:
    if regenerate:
        (GOLDEN / name).mkdir(parents=True, exist_ok=True)
        kept = [file.read_text() for file in _plays(name)]
        for old in _plays(name):
            old.unlink()
        for n, text in enumerate(plays(name, kind, kept), 1):
            (GOLDEN / name / f"play-{n:02}.txt").write_text(text)
    seen: set[str] = set()
    for file in _plays(name):
        text = file.read_text()
        assert play_text(name, *play_of(text)) == text, file.name
        seen |= shows(text)
    assert wanted(kind) <= seen, "run `make golden`: the whole deals must show every phase and call"


@pytest.mark.parametrize(("name", "kind", "field", "value"), FLIPS)
def test_every_value_of_every_option_matters(
    name: str, kind: Kind, field: str, value: object, regenerate: bool
) -> None:
    file = _flip_file(name, field, value)
    if regenerate:
        file.parent.mkdir(parents=True, exist_ok=True)
        old = flip_of(file.read_text()) if file.exists() else None
        flip = old if old and _matters(name, kind, old) else search(name, kind, field, value)
        file.write_text(flip_text(name, kind, flip))
    assert file.exists(), f"run `make golden`: it seeks a deal in which {field}={value_text(value)} matters"
    text = file.read_text()
    flip = flip_of(text)
    assert (flip.field, flip.value) == (field, value_text(value))
    assert flip_text(name, kind, flip) == text
    assert _matters(name, kind, flip)


def _matters(name: str, kind: Kind, flip: Flip) -> bool:
    standing = standing_of(kind, flip.standing)
    one, other = (transcript(game(name, options), standing, flip.seed) for options in (flip.options, flip.against))
    return one != other


@pytest.mark.parametrize(("name", "kind"), PLAYS)
def test_whole_deals_are_written_anew_with_their_own_options_and_seeds(name: str, kind: Kind) -> None:
    kept = [file.read_text() for file in _plays(name)]
    assert list(plays(name, kind, kept)) == kept
    again = list(plays(name, kind, kept[1:]))
    assert again[: len(kept) - 1] == kept[1:], "what is lacking comes behind what is kept"
    assert wanted(kind) <= {shown for text in again for shown in shows(text)}


def test_the_golden_files_are_all_in_use_and_can_be_reviewed() -> None:
    files = set(GOLDEN.glob("*/*.txt"))
    known = {_flip_file(name, field, value) for name, _, field, value in FLIPS}
    assert files <= known | {file for name, _ in KINDS for file in _plays(name)}
    assert sum(file.stat().st_size for file in files) < LIMIT
