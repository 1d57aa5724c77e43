"""Run `prikup serve` with a planted fault: `python tests/campaigns/cluster/mischief.py FAULT serve …`.

It is the real command with one function replaced. The campaign must detect each of these faults.
"""

import sys
from collections.abc import Collection
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.cli import main
from prikup.server.nodes.lease import Lease
from prikup.server.nodes.node import Node
from prikup.server.nodes.relay import Relay

__all__ = ["FAULTS"]

FAULTS = {
    "deaf": "a node that ignores its lapsed lease, and continues with tables that another node owns by now",
    "stutter": "a relay that repeats frames",
}


def plant(fault: str) -> None:
    """Plant the fault `fault` of `FAULTS`: replace the functions that it affects."""
    if fault == "deaf":
        Node._report_lapse = lambda node: None  # type: ignore[assignment, method-assign]  # the fault
        Lease.remaining_s = property(lambda lease: 1.0)  # type: ignore[assignment, method-assign]  # the fault
        _keep()
    else:
        _stutter()


def _keep() -> None:
    claim: Any = Node.claim

    async def claim_once(self: Node, table: str) -> None:
        if table not in self._claimed:
            await claim(self, table)

    async def hold_all(self: Node, connection: AsyncConnection, tables: Collection[str]) -> set[str]:
        return set(tables)

    Node.claim = claim_once  # type: ignore[method-assign]  # part of the fault
    Node.hold = hold_all  # type: ignore[method-assign]  # part of the fault


def _stutter() -> None:
    begin: Any = Relay.__init__

    def start(relay: Relay, session: Any, owner: Any, receive: Any, send: Any) -> None:
        repeated_events: list[Any] = []

        async def receive_twice() -> Any:
            if repeated_events:
                return repeated_events.pop()
            event = await receive()
            if event["type"] == "websocket.receive":
                repeated_events.append(event)
            return event

        begin(relay, session, owner, receive_twice, send)

    Relay.__init__ = start  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    plant(sys.argv[1])
    sys.argv[:2] = ["prikup"]
    main()
