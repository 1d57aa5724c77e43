"""A server for the campaigns: `prikup serve` in a process of its own, always at the same port."""

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
from support.server_process import free_port

__all__ = ["ServerProcess", "WallClock"]


class WallClock:
    """The wall clock of one process, moved by a preloaded library (`clock.c`).

    `environment` is empty without a C compiler.
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
        """Set the clock ahead by some seconds."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:  # it is mapped: never another file
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))


class ServerProcess:
    """The server process; `environment` has its additional environment variables."""

    process: psutil.Popen

    def __init__(self, journal: Path, environment: dict[str, str] | None = None) -> None:
        self.port, self.journal = free_port(), journal
        self.site = f"http://127.0.0.1:{self.port}"
        self._environment = os.environ | (environment or {})
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled, as where it is installed

    def launch(self, program: Sequence[str], *options: str) -> None:
        """Start it, without waiting."""
        command = [sys.executable, *program, "serve", "--no-open", "--port", str(self.port), *options]
        with self.journal.open("ab") as journal:
            self.process = psutil.Popen(command, stdout=subprocess.DEVNULL, stderr=journal, env=self._environment)

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it is running."""
        if hasattr(self, "process") and self.process.poll() is None:
            self.process.send_signal(number)

    async def wait_for_exit(self) -> int:
        """Wait for its end; return its exit code."""
        await wait_until(lambda: self.process.poll() is not None, f"the server at {self.site} does not end")
        return int(self.process.returncode)

    @property
    def cpu(self) -> float:
        """Return its CPU time in seconds."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def wait_until_healthy(self, seconds: float = 60.0) -> float:
        """Wait until it reports that it is healthy; return the seconds that took. Raise TimeoutError."""
        start = time.monotonic()
        while time.monotonic() < start + seconds:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.site}/health", timeout=10, trust_env=False).is_success:
                    return time.monotonic() - start
            time.sleep(0.1)
        raise TimeoutError(f"the server at {self.site} is not in health: {self.journal.read_text()[-2000:]}")
