"""Run a server as a separate process, with its own database, for the tests of its clients."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from support.held_port import HeldPort
from support.waiting import DEADLINE_S

import prikup

__all__ = ["MAIN", "Server", "environment", "free_port", "hears_ctrl_c", "started_server"]

MAIN = ["-c", "from prikup.cli import main; main()"]


def environment(folder: Path, tongue: str = "en") -> dict[str, str]:
    """Return the environment for a program that keeps its data in `folder` and prints in the language `tongue`.

    A fixed terminal size is removed from the environment.
    """
    source = Path(prikup.__file__).parents[1]
    paths = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
    return {
        **{name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")},
        "PYTHONPATH": paths,
        "PRIKUP_LANGUAGE": tongue,
        "XDG_DATA_HOME": str(folder),
        "TERM": "xterm-256color",
    }


def hears_ctrl_c() -> None:
    """Restore the default handling of Ctrl+C; this function is called in a child process.

    The tests may have been started with Ctrl+C ignored (`nohup`, `&`), which child processes inherit.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def free_port() -> int:
    """Return the number of a local TCP port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


ESTABLISHED = "01"
"""The state of an open connection in Linux's table of connections."""


class Server:
    """A server process that can be killed and started again at the same address.

    `folder` contains the database, the log, and the data of the tests' users. `options` are further options of `prikup
    serve`. `program` and `process_environment` replace the prikup under test and its environment.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        program: Sequence[str | Path] = (sys.executable, *MAIN),
        process_environment: dict[str, str] | None = None,
    ) -> None:
        self.folder, self.url = folder, ""
        self._port = HeldPort()
        self._options, self._program, self._environment = options, program, process_environment

    def start(self) -> None:
        """Start the server, and wait until it prints its address."""
        database = f"sqlite:///{self.folder}/tables.sqlite"
        command = [
            *self._program,
            "serve",
            "--port",
            str(self._port.number),
            "--no-open",
            "--no-limits",
            "--database",
            database,
        ]
        command.append("--no-idle-reviews")  # tests of reviews request them
        with (self.folder / "server.log").open("ab") as journal:
            self.process = subprocess.Popen(
                [*command, *self._options],
                env=self._environment or environment(self.folder),
                stdout=subprocess.PIPE,
                stderr=journal,
                text=True,
            )
        assert self.process.stdout is not None
        address_match = re.search(r"http://[\d.]+:\d+", self.process.stdout.readline())
        assert address_match, self.journal
        self.url = address_match[0]

    def has_unread_bytes(self) -> bool:
        """Return whether bytes have arrived on a connection that the server, for example a stopped one, did not read.

        Its source is Linux's table of connections, with addresses and queues in hexadecimal.
        """
        connections = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
        return any(
            int(address.rpartition(":")[2], 16) == self._port.number and int(queues.rpartition(":")[2], 16) > 0
            for _, address, _, state, queues, *_ in connections
            if state == ESTABLISHED
        )

    def kill(self) -> None:
        """Kill the server without a shutdown, as a power failure would."""
        self.process.kill()
        self._wait_for_end()

    def stop(self) -> None:
        """Stop the server with an orderly shutdown."""
        self.process.terminate()
        self._wait_for_end()

    def _wait_for_end(self) -> None:
        self.process.wait(DEADLINE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def journal(self) -> str:
        """The contents of the server's log."""
        return (self.folder / "server.log").read_text()


@contextmanager
def started_server(folder: Path, *options: str) -> Iterator[Server]:
    """Run a server within the block, and fail afterwards if its log contains errors.

    `folder` is for the server's files, and `options` are further options of `prikup serve`.
    """
    server = Server(folder, *options)
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
    assert '"level":"error"' not in server.journal, server.journal
