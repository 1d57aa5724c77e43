"""Requests of the scorer for matches at a real table, which several phones can share."""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.scorer.edit_history import HistoryLine
from prikup.scorer.entries import Scoring

__all__ = ["BegunScore", "EnteredSteps", "SharedMatch", "SharedSteps", "StepCount"]


class SharedMatch(Struct, frozen=True):
    """A match at a real table: its head, and the steps entered since."""

    head: Scoring
    steps: tuple[HistoryLine, ...] = ()


class BegunScore(Struct, frozen=True):
    """The id of a shared match, which allows watching it, and the key, which allows entering steps."""

    id: str
    key: str


class EnteredSteps(Struct, frozen=True):
    """Steps entered by a phone with a key; `known` is the number of steps that the phone has seen before."""

    key: Annotated[str, Meta(max_length=100)]
    known: int
    steps: Annotated[tuple[HistoryLine, ...], Meta(min_length=1, max_length=20)]


class SharedSteps(Struct, frozen=True):
    """The current state of a shared match; `yours`: the reader started it, and may end it."""

    head: Scoring
    steps: tuple[HistoryLine, ...]
    yours: bool = False


class StepCount(Struct, frozen=True):
    """The total number of steps of a shared match."""

    steps: int
