"""Run `prikup serve` in a separate process, always on the same port, for the campaigns."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
from server.many_tables import wait_until
from support.held_port import HeldPort
from support.waiting import DEADLINE_S

__all__ = ["ServerProcess", "WallClock"]


class WallClock:
    """The wall clock of one process, which a preloaded library (`clock.c`) can set ahead.

    `environment` has the variables that load the library; it is empty without a C compiler. `folder` is for the library
    and for the file `name`, which contains the time.
    """

    def __init__(self, folder: Path, name: str = "clock") -> None:
        self._file, library = folder / name, str(folder / f"{name}.so")
        self.move(0)
        source = str(Path(__file__).with_name("clock.c"))
        command = [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"]
        self.environment: dict[str, str] = {}
        with suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(command, check=True, capture_output=True)
            self.environment = {"LD_PRELOAD": library, "PRIKUP_CLOCK": str(self._file)}

    def move(self, seconds: int) -> None:
        """Set the clock ahead of the real time by this many seconds."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:  # the file is mapped: never replace it
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))


class ServerProcess:
    """A server process that can be started again on the same port.

    `journal` is the file for the server's log, and `environment` has additional environment variables.
    """

    process: psutil.Popen

    def __init__(self, journal: Path, environment: dict[str, str] | None = None) -> None:
        self._held_port, self.journal = HeldPort(), journal
        self.port = self._held_port.number
        self.site = f"http://127.0.0.1:{self.port}"
        self._environment = os.environ | (environment or {})
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)  # let Python store bytecode, as in an installation

    def launch(self, program: Sequence[str], *options: str) -> None:
        """Start the server without waiting until it serves.

        `program` is the program with its first arguments, and `options` are options of `prikup serve`.
        """
        command = [sys.executable, *program, "serve", "--no-open", "--port", str(self.port), *options]
        with self.journal.open("ab") as journal:
            self.process = psutil.Popen(command, stdout=subprocess.DEVNULL, stderr=journal, env=self._environment)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the server if it is running."""
        if hasattr(self, "process") and self.process.poll() is None:
            self.process.send_signal(number)

    async def wait_for_exit(self) -> int:
        """Wait until the server ends, and return its exit code."""
        await wait_until(lambda: self.process.poll() is not None, f"the server at {self.site} does not end")
        return int(self.process.returncode)

    @property
    def cpu(self) -> float:
        """The CPU time of the server in seconds."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def wait_until_healthy(self, seconds: float = DEADLINE_S) -> float:
        """Wait until the server reports that it is healthy, and return the seconds that this took.

        Raise TimeoutError after `seconds` seconds.
        """
        start = time.monotonic()
        while time.monotonic() < start + seconds:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.site}/health", timeout=10, trust_env=False).is_success:
                    return time.monotonic() - start
            time.sleep(0.1)
        raise TimeoutError(f"the server at {self.site} is not healthy: {self.journal.read_text()[-2000:]}")
