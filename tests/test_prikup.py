"""`import prikup`: the names of the package's front door."""

import doctest
import subprocess
import sys
from importlib import metadata

import pytest
from support.reduced_system import import_blocker

import prikup


def test_package_exports_documented_names_of_its_modules() -> None:
    for name in prikup.__all__:
        value = getattr(prikup, name)
        assert value is getattr(sys.modules[f"prikup.{prikup._MODULES[name]}"], name)
        assert name in dir(prikup)
        assert name == "GAMES" or value.__doc__, f"{name} has no docstring"
    assert set(prikup.__all__) == set(prikup._MODULES)
    assert not hasattr(prikup, "nothing")


def test_package_has_version_of_its_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    assert prikup.__version__ == metadata.version("prikup")
    assert "__version__" in dir(prikup)

    def find_nothing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", find_nothing)
    assert not hasattr(prikup, "__version__"), "the package is not installed"


def test_package_import_loads_no_modules() -> None:
    code = "import sys, prikup; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in modules if name.startswith(("prikup.", "msgspec", "numpy", "importlib.metadata"))] == []
    assert "prikup" in modules


CORE = ("confusable_homoglyphs", "filelock", "msgspec")
"""The packages that an installation without extras has."""
LIBRARY_CODE = """
import random, sys, prikup
for name in prikup.GAMES:
    rules = prikup.game(name)
    state = prikup.Match.begin(rules).deal_random(random.Random(1))
    bot = prikup.player("rule", rules, seed=1)
    while (seat := state.public.actor) is not None:
        state = rules.apply(state, bot(prikup.view(state, seat)))
    next(prikup.sample_worlds(rules, prikup.view(state, 0), random.Random(1)))
files = {name.partition(".")[0]: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
print(*(name for name, file in files.items() if "site-packages" in file and not name.startswith("_")))
"""


def test_library_plays_every_game_with_its_core_dependencies_alone() -> None:
    blocked = [
        name for name in metadata.packages_distributions() if name not in (*CORE, "prikup") and not name.startswith("_")
    ]
    process = subprocess.run(
        [sys.executable, "-c", import_blocker(*blocked) + LIBRARY_CODE], capture_output=True, text=True, check=True
    )
    assert set(process.stdout.split()) <= {*CORE, "prikup"}


def test_missing_numpy_names_the_extra_env() -> None:
    code = import_blocker("numpy") + "import prikup.env"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.stderr.endswith("prikup.env needs the extra env: pip install 'prikup[env]'\n")


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
