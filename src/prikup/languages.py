"""The languages of the user interface. Each has a message file in `prikup/locale`, named after its code."""

from pathlib import Path

__all__ = ["LANGUAGES"]

LANGUAGES: tuple[str, ...] = (
    "en",
    *sorted(path.stem for path in (Path(__file__).parent / "locale").glob("*.ftl") if path.stem != "en"),
)
"""The codes of the languages. English comes first, because it replaces messages that are missing in another
language.
"""
