"""A server as a process of its own, with its database: what the tests of its visitors share."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from support.waiting import DEADLINE_S

import prikup

__all__ = ["MAIN", "Server", "environment", "free_port", "hears_ctrl_c", "serving"]

MAIN = ["-c", "from prikup.cli import main; main()"]


def environment(folder: Path, tongue: str = "en") -> dict[str, str]:
    """Return the environment of a program whose data lie in this folder; its terminal says how large it is."""
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
    """Let a program that is about to start hear Ctrl+C, though the tests run where it is ignored (`nohup`, `&`)."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def free_port() -> int:
    """Return a port of this machine at which nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Server:
    """A server, which can be killed and started again at the same address.

    `folder` is also where the people of the tests keep what is theirs; `options` are more of `prikup serve`. `program`
    is another prikup than that of the tests, `around` the environment that it runs in.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        program: Sequence[str | Path] = (sys.executable, *MAIN),
        around: dict[str, str] | None = None,
    ) -> None:
        self.folder, self.url = folder, ""
        self._options, self._program, self._around = options, program, around

    def start(self) -> None:
        """Serve, and wait until the server says where."""
        port = self.url.rpartition(":")[2] or "0"
        database = f"sqlite:///{self.folder}/tables.sqlite"
        command = [*self._program, "serve", "--port", port, "--no-open", "--no-limits", "--database", database]
        command.append("--no-idle-reviews")  # a test that wants reviews asks for them
        with (self.folder / "server.log").open("ab") as journal:
            self.process = subprocess.Popen(
                [*command, *self._options],
                env=self._around or environment(self.folder),
                stdout=subprocess.PIPE,
                stderr=journal,
                text=True,
            )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", self.process.stdout.readline())
        assert found, self.journal
        self.url = found[0]

    def kill(self) -> None:
        """End the server as a power cut would."""
        self.process.kill()
        self._ended()

    def stop(self) -> None:
        """End the server in order."""
        self.process.terminate()
        self._ended()

    def _ended(self) -> None:
        self.process.wait(DEADLINE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def journal(self) -> str:
        """Return what the server has written down."""
        return (self.folder / "server.log").read_text()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """Yield a server, until the block is left; nothing may go wrong in it."""
    server = Server(folder, *options)
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
    assert '"level":"error"' not in server.journal, server.journal
