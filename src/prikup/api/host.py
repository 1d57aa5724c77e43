"""The interface of a host to the API functions that all hosts share.

A host runs tables and answers API requests: a server, or a browser with its own engine (a device).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, ParamSpec, Protocol, TypeVar

from prikup.table.table_settings import TableSettings

if TYPE_CHECKING:
    from prikup.archive.uploads import UploadedMatch

__all__ = ["ApiHost"]

P = ParamSpec("P")
T = TypeVar("T")


class ApiHost(Protocol):
    """The services of a server or device for one API request, on behalf of the user who sent the request."""

    @property
    def user_id(self) -> str:
        """The id of the user who sent the request. Only routes for signed-in users may use it."""

    def admit(self, limit: Literal["table", "upload"]) -> None:
        """Count the request against one of the user's rate limits: for opening tables, or for uploading matches.

        `limit` names the rate limit. Raise an error if the user may not do this at all, or if the limit is reached for
        now.
        """

    async def compute(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Call a function that may take seconds, and return its result. Meanwhile play at the host's tables goes on."""

    async def compute_brief(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Call a function that takes milliseconds and return its result.

        The call does not wait until the long calls of `compute` are finished.
        """

    async def open_table(self, settings: TableSettings) -> str:
        """Open a table with these settings and return the table's id."""

    async def add_match(self, match: "UploadedMatch") -> None:
        """Add a finished match to the user's list of finished matches."""
