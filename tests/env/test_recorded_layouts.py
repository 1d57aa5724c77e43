"""The layout of the observations of each game, recorded next to the version in its id.

What was learned under an id, such as `prikup/SomeGame-v0`, can be compared with later results only as long as
observations and actions mean the same. So a changed layout must raise the version.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from env.common import NAME, each_game
from msgspec.structs import replace

from prikup.env import observation_layout, registration
from prikup.env.encoder import Encoder
from prikup.games import GAMES
from prikup.rules.errors import BadOptions
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text, parse_options, single_changes

GOLDEN = Path(__file__).parents[1] / "golden"


def layout_digest(kind: GameDefinition, options: Any) -> str:
    """Return a digest of everything that the columns of an observation and the numbers of the actions mean."""
    rules = kind.build(options)
    return hashlib.sha256(repr((Encoder(rules)._layout, rules.calls)).encode()).hexdigest()[:16]


def layouts(kind: GameDefinition) -> dict[str, str]:
    """Return the digest of the layout of each preset, and of each other layout that one changed house rule gives."""
    digests = {options_text(kind.presets, options): layout_digest(kind, options) for options in kind.presets.values()}
    for options in _changed_options(next(iter(kind.presets.values()))):
        digest = layout_digest(kind, options)
        if digest not in digests.values():
            digests[options_text(kind.presets, options)] = digest
    return digests


def _changed_options(options: Any) -> Iterator[Any]:
    for name, value in single_changes(options):
        try:
            yield replace(options, **{name: value})
        except BadOptions:
            continue


def check_layouts(name: str, folder: Path, regenerate: bool) -> None:
    """Compare the layouts of a game with those recorded in a folder; `regenerate` records new ones.

    A recorded layout may only change together with the version.
    """
    file, current = folder / name / "observations.json", layouts(GAMES[name])
    recorded: dict[str, Any] = {"version": registration.VERSION, "layouts": {}}
    if file.exists():
        recorded = json.loads(file.read_text())
    if recorded["version"] == registration.VERSION:
        presets = GAMES[name].presets
        changed = [
            text
            for text, digest in recorded["layouts"].items()
            if layout_digest(GAMES[name], parse_options(presets, text)) != digest
        ]
        assert not changed, (
            f"The observations or actions of {name} have changed ({', '.join(changed)}), so what was learned before "
            "cannot be compared with what is learned now: raise VERSION in src/prikup/env/registration.py, and run "
            "`make golden`."
        )
    expected = {"version": registration.VERSION, "layouts": current}
    if regenerate:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(expected, indent=1) + "\n")
    else:
        assert recorded == expected, f"{name} has layouts of observations that are not recorded: run `make golden`."


@each_game
def test_layout_of_observations_changes_only_with_version(name: str, regenerate: bool) -> None:
    check_layouts(name, GOLDEN, regenerate)


def test_recorded_layouts_demand_new_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed layout is refused, and also not recorded, until the version is raised."""
    with pytest.raises(AssertionError, match="not recorded: run `make golden`"):
        check_layouts(NAME, tmp_path, regenerate=False)
    check_layouts(NAME, tmp_path, regenerate=True)
    check_layouts(NAME, tmp_path, regenerate=False)
    code = observation_layout._code
    monkeypatch.setattr(observation_layout, "_code", lambda values: code(reversed(tuple(values))))
    for regenerate in (False, True):
        with pytest.raises(AssertionError, match="raise VERSION"):
            check_layouts(NAME, tmp_path, regenerate)
    monkeypatch.setattr(registration, "VERSION", registration.VERSION + 1)
    with pytest.raises(AssertionError, match="not recorded: run `make golden`"):
        check_layouts(NAME, tmp_path, regenerate=False)
    check_layouts(NAME, tmp_path, regenerate=True)
    check_layouts(NAME, tmp_path, regenerate=False)
