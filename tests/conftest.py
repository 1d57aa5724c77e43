"""Settings of the whole suite: golden files are written anew with one flag, everything is looked at with another, and
hypothesis repeats itself."""

import os
import re
import zlib

import pytest
from hypothesis import settings

from prikup.errors import Number
from prikup.locale import Words

# The programs that tests start are compiled once, as where they are installed: their start is half of many a test.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("prikup", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("prikup")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden files anew")
    parser.addoption("--every-look", action="store_true", help="look at everything in every language")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Most of the time each thing is looked at in one language, with its fingers and size, the next in the other."""
    if config.getoption("--every-look"):
        return
    spared = [item for item in items if item.get_closest_marker("look") and _is_spared(item)]
    config.hook.pytest_deselected(items=spared)
    items[:] = [item for item in items if item not in spared]


def _is_spared(item: pytest.Item) -> bool:
    name, _, rest = item.name.partition("[")
    look = re.sub(r"\b(en|ru|Mouse|Touch|size\d)\b", "", rest)
    return bool(zlib.crc32(f"{name}{look}".encode()) & 1) == bool(re.search(r"\ben\b", rest))


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Return whether golden files are to be written rather than compared."""
    return bool(request.config.getoption("--regenerate-golden"))


@pytest.fixture
def every_key_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a message that is missing fail the test, instead of being shown as its key."""
    tried = Words.tried

    def strict(words: Words, key: str, /, **values: Number) -> tuple[str, list[Exception]]:
        text, wrong = tried(words, key, **values)
        assert not wrong, f"{key}: {wrong}"
        return text, wrong

    monkeypatch.setattr(Words, "tried", strict)
