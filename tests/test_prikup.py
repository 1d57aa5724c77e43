"""`import prikup`: the names of the package's front door."""

import doctest
import subprocess
import sys

import pytest

import prikup


def test_package_exports_documented_names_of_its_modules() -> None:
    for name in prikup.__all__:
        value = getattr(prikup, name)
        assert value is getattr(sys.modules[f"prikup.{prikup._MODULES[name]}"], name)
        assert name in dir(prikup)
        assert name == "GAMES" or value.__doc__, f"{name} has no docstring"
    assert set(prikup.__all__) == set(prikup._MODULES)
    assert not hasattr(prikup, "nothing")


def test_package_import_loads_no_modules() -> None:
    code = "import sys, prikup; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in modules if name.startswith(("prikup.", "msgspec", "numpy"))] == []
    assert "prikup" in modules


def test_package_docstring_example_runs() -> None:
    results = doctest.testmod(prikup)
    assert (results.failed, results.attempted) == (0, 8)


def test_game_names_all_games_if_name_is_unknown() -> None:
    with pytest.raises(KeyError, match=f"'nothing'; the games are {', '.join(prikup.GAMES)}"):
        prikup.game("nothing")


@pytest.mark.parametrize("name", prikup.GAMES)
def test_repr_of_game_shows_its_house_rules(name: str) -> None:
    kind = prikup.GAMES[name]
    for preset, options in kind.presets.items():
        rules = prikup.game(name, preset)
        names = {type(rules).__name__: type(rules), type(options).__name__: type(options)}
        assert eval(repr(rules), names).options == options
