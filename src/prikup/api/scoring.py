"""Requests of the scorer for matches at a real table, which several phones can share."""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.api.route import Route
from prikup.scorer.edit_history import HistoryLine
from prikup.scorer.entries import Scoring
from prikup.scorer.page_state import RefusedRequest, Reply, Request

__all__ = [
    "END_SHARED",
    "ENTER_STEPS",
    "MAX_BYTES",
    "ROUTES",
    "SCORE",
    "SHARE",
    "SHARED",
    "BegunScore",
    "EnteredSteps",
    "SharedMatch",
    "SharedSearch",
    "SharedSteps",
    "StepCount",
]

MAX_BYTES = 512 << 10
"""Maximum bytes of a request: a thousand operations."""


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


class SharedSearch(Struct, frozen=True):
    """The number of steps that a phone has: the response waits until there are others (-1: it does not wait)."""

    after: int = -1


SCORE = Route("POST", "score", Reply | RefusedRequest, body=Request, max_bytes=MAX_BYTES)
SHARE = Route(
    "POST", "scores", BegunScore, body=SharedMatch, status=201, errors=(401,), max_bytes=MAX_BYTES, signed_in=True
)
SHARED = Route("GET", "scores/{score:str}", SharedSteps, search=SharedSearch, errors=(400, 404))
ENTER_STEPS = Route("POST", "scores/{score:str}", StepCount, body=EnteredSteps, errors=(404, 409), max_bytes=MAX_BYTES)
END_SHARED = Route("DELETE", "scores/{score:str}", dict[str, str], errors=(401, 404), signed_in=True)
ROUTES = (SCORE, SHARE, SHARED, ENTER_STEPS, END_SHARED)
