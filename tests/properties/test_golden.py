"""Golden playthroughs of every game: full texts, and for every value of every option a deal in which it matters.

The full texts together contain every phase and every call. `make golden` regenerates them, each with its own options
and seed, and searches only for missing ones; read the diff.
"""

from pathlib import Path
from typing import Any

from support.faults import check_each
from support.golden import covered_words, flip_of, flip_text, flips, matters, plays, required_coverage, search
from support.random_walk import KINDS, SIMPLE, each_game

from prikup.games import GAMES, game
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import HouseRules, fields, idle, value_text

GOLDEN = Path(__file__).parents[1] / "golden"
LIMIT = 3_000_000


def flip_file(name: str, field: str, value: object) -> Path:
    """Return the golden file for a value of an option."""
    return GOLDEN / name / f"{field}={value_text(value)}.txt"


def _plays(name: str) -> list[Path]:
    return sorted((GOLDEN / name).glob("play-*.txt"))


@each_game
def test_golden_deals_are_unchanged(name: str, kind: GameDefinition, regenerate: bool) -> None:
    stored_texts = [file.read_text() for file in _plays(name)]
    if regenerate:
        (GOLDEN / name).mkdir(parents=True, exist_ok=True)
        for old in _plays(name):
            old.unlink()
        stored_texts = list(plays(name, kind, stored_texts))
        for n, text in enumerate(stored_texts, 1):
            (GOLDEN / name / f"play-{n:02}.txt").write_text(text)
    assert stored_texts, "run `make golden`"
    assert list(plays(name, kind, stored_texts)) == stored_texts, (
        "with their own options and seeds, and every phase and call is shown"
    )


@each_game
def test_presets_are_unchanged(name: str, kind: GameDefinition, regenerate: bool) -> None:
    """Each preset states every house rule, as its sources do; a changed default changes them all."""
    file = GOLDEN / name / "presets.txt"
    text = "".join(f"{preset} {_all_values(options)}\n" for preset, options in kind.presets.items())
    if regenerate:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert file.exists(), "run `make golden`"
    assert file.read_text() == text, "compare with the sources of the preset, then run `make golden`"


def _all_values(options: HouseRules) -> str:
    return " ".join(f"{field.name}={value_text(getattr(options, field.name))}" for field in fields(type(options)))


def test_golden_deals_add_missing_coverage_at_the_end() -> None:
    kind, stored_texts = GAMES[SIMPLE], [file.read_text() for file in _plays(SIMPLE)]
    texts = list(plays(SIMPLE, kind, stored_texts[1:]))
    assert texts[: len(stored_texts) - 1] == stored_texts[1:]
    assert required_coverage(kind) <= {word for text in texts for word in covered_words(text)}


@each_game
def test_option_values_matter_in_golden_deals(name: str, kind: GameDefinition, regenerate: bool) -> None:
    """For each value there is a deal that differs without it, so the option is idle under neither set of rules."""

    def check(field: str, value: Any) -> None:
        file = flip_file(name, field, value)
        if regenerate:
            file.parent.mkdir(parents=True, exist_ok=True)
            old = flip_of(file.read_text()) if file.exists() else None
            flip = old if old and matters(name, kind, old) else search(name, kind, field, value)
            file.write_text(flip_text(name, kind, flip))
        assert file.exists(), f"run `make golden`: it seeks a deal in which {field}={value_text(value)} matters"
        text = file.read_text()
        flip = flip_of(text)
        assert (flip.field, flip.value) == (field, value_text(value))
        assert flip_text(name, kind, flip) == text
        assert matters(name, kind, flip, text)
        for options in (flip.options, flip.against):
            assert field not in [idle_option.option for idle_option in idle(game(name, options).options)]

    check_each(check, flips(kind))


def test_golden_files_are_all_used_and_small() -> None:
    files = set(GOLDEN.glob("*/*.txt"))
    known_files = {flip_file(name, field, value) for name, kind in KINDS for field, value in flips(kind)}
    known_files |= {GOLDEN / name / "presets.txt" for name, _ in KINDS}
    assert files <= known_files | {file for name, _ in KINDS for file in _plays(name)}
    assert sum(file.stat().st_size for file in files) < LIMIT
