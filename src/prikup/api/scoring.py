"""Requests of the scorer, which keeps the score sheet of a match at a real table; several phones can share it."""

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
"""The maximum size of a request in bytes, which is enough for about a thousand operations on a score sheet."""


class SharedMatch(Struct, frozen=True):
    """A request to share with other phones the score sheet that one phone keeps of a match at a real table.

    `head` contains the settings and the first entries of the score sheet. `steps` are all changes of the score sheet
    since then.
    """

    head: Scoring
    steps: tuple[HistoryLine, ...] = ()


class BegunScore(Struct, frozen=True):
    """The two secrets of a newly shared match at a real table.

    Anyone who has the `id` may watch the score sheet. Anyone who also has the `key` may enter changes.
    """

    id: str
    key: str


class EnteredSteps(Struct, frozen=True):
    """New steps (changes of the score sheet) that a phone enters into a shared match.

    `key` proves that the phone may do so. `known` is the number of earlier steps that the phone has received. The
    request is rejected if the match has more steps by now, so that no phone enters something without seeing the latest
    changes.
    """

    key: Annotated[str, Meta(max_length=100)]
    known: int
    steps: Annotated[tuple[HistoryLine, ...], Meta(min_length=1, max_length=20)]


class SharedSteps(Struct, frozen=True):
    """The current state of a match whose score sheet several phones share.

    `head` contains the settings and the first entries of the score sheet. `steps` are all changes of the score sheet
    since then. `yours` is true for the user who started to share the match, and who may stop sharing it.
    """

    head: Scoring
    steps: tuple[HistoryLine, ...]
    yours: bool = False


class StepCount(Struct, frozen=True):
    """The total number of steps (changes of the score sheet) of a shared match, including those just entered."""

    steps: int


class SharedSearch(Struct, frozen=True):
    """A request for the state of a shared match, which may wait until the match changes.

    `after` is the number of steps (changes of the score sheet) that the phone already has. The host responds as soon as
    the match has another number of steps, or after some seconds. With -1 it responds at once.
    """

    after: int = -1


SCORE = Route("POST", "score", Reply | RefusedRequest, body=Request, max_bytes=MAX_BYTES, on_device=True)
SHARE = Route(
    "POST", "scores", BegunScore, body=SharedMatch, status=201, errors=(401,), max_bytes=MAX_BYTES, signed_in=True
)
SHARED = Route("GET", "scores/{score:str}", SharedSteps, search=SharedSearch, errors=(400, 404))
ENTER_STEPS = Route("POST", "scores/{score:str}", StepCount, body=EnteredSteps, errors=(404, 409), max_bytes=MAX_BYTES)
END_SHARED = Route("DELETE", "scores/{score:str}", dict[str, str], errors=(401, 404), signed_in=True)
ROUTES = (SCORE, SHARE, SHARED, ENTER_STEPS, END_SHARED)
