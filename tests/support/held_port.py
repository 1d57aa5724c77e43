"""A port of this machine for a server that is started later, or started again."""

import os
import socket
import sys
import weakref

__all__ = ["HeldPort"]


class HeldPort:
    """A local TCP port that is free, and that no program gets by chance while this object exists.

    `number` is its number. A port that is merely free at a moment soon belongs to another connection: the tests that
    run at the same time open thousands. So on Linux a socket is bound to the port. It never listens, and it allows
    others to bind to the port by its number, as servers do (both sides set SO_REUSEADDR).
    """

    def __init__(self) -> None:
        with socket.socket() as holder:
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind(("127.0.0.1", 0))
            self.number: int = holder.getsockname()[1]
            if sys.platform == "linux":  # elsewhere no server could listen beside the socket
                weakref.finalize(self, os.close, holder.detach())
