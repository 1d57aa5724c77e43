"""The interface to the host that answers a request, for the functions of the API that all hosts share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, ParamSpec, Protocol, TypeVar

from prikup.table.table_settings import TableSettings

if TYPE_CHECKING:
    from prikup.archive.uploads import UploadedMatch

__all__ = ["ApiHost"]

P = ParamSpec("P")
T = TypeVar("T")


class ApiHost(Protocol):
    """A server or a device, as the sender of one request may use it."""

    @property
    def user_id(self) -> str:
        """The id of the user. Only routes for signed-in users may read it."""

    def admit(self, limit: Literal["table", "upload"]) -> None:
        """Count a request against a limit of the user; raise an error if it is not allowed, or not yet."""

    async def compute(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Return the result of a function that may take seconds, while tables go on."""

    async def compute_brief(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Return the result of a function that takes milliseconds; it waits for no long one."""

    async def open_table(self, settings: TableSettings) -> str:
        """Open a table and return its id."""

    async def add_match(self, match: "UploadedMatch") -> None:
        """Add a finished match to those of the user."""
