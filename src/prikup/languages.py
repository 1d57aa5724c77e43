"""The languages that people are talked to in: each is a file of words in `prikup/locale`, known by its name alone."""

from pathlib import Path

__all__ = ["LANGUAGES"]

LANGUAGES: tuple[str, ...] = (
    "en",
    *sorted(path.stem for path in (Path(__file__).parent / "locale").glob("*.ftl") if path.stem != "en"),
)
"""The languages by code; English comes first, for it fills in for words that another language lacks."""
