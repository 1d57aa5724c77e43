"""Start Debian's Firefox ESR and WebKitGTK without a screen."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from socket import create_connection, create_server
from typing import NamedTuple, TypeVar

from other_browsers.driver import Driver, HttpDriver, Marionette
from support.waiting import retry

__all__ = ["BROWSERS", "NotStarted"]

PATIENCE = 60
"""Timeout in seconds for a program to start or end."""
MAX_QUOTED_CHARS = 2000
"""Maximum number of characters of a program's output quoted if it does not start."""
MINIBROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"), Path("MiniBrowser"))
"""WebKitGTK's browser, which is not on the PATH."""
T = TypeVar("T")


class NotStarted(Exception):
    """A browser is missing or cannot be driven."""


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Yield Firefox with a new profile in this folder. Page errors are written to `browser.log` there."""
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')
    port = folder / "MarionetteActivePort"
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with (
        _run_program(command, folder / "browser.log", HOME=str(folder)) as browser,
        closing(browser.retry(lambda: Marionette(int(port.read_text())))) as driver,
    ):
        yield driver


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """Yield WebKitGTK's MiniBrowser with its files in this folder. `browser.log` is as for Firefox."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    display = folder / "display"
    environment = {
        "HOME": str(folder),
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "NO_AT_BRIDGE": "1",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # not available for root
    }
    options = {"binary": str(MINIBROWSER), "args": ["--automation", "--enable-write-console-messages-to-stdout=true"]}
    with _run_program(["Xvfb", "-displayfd", "1", "-screen", "0", "960x960x24", "-nolisten", "tcp"], display) as screen:
        environment["DISPLAY"] = f":{screen.retry(lambda: _number(display.read_text()))}"
        with _run_program(["WebKitWebDriver", f"--port={port}"], folder / "browser.log", **environment) as browser:
            browser.retry(lambda: create_connection(("127.0.0.1", port)).close())
            with closing(HttpDriver(port, **{"webkitgtk:browserOptions": options})) as driver:
                yield driver


def _number(text: str) -> int:
    """Return the first line that is a number. Raise ValueError if there is none yet."""
    match = re.search(r"^(\d+)\n", text, re.MULTILINE)
    if not match:
        raise ValueError("no number was written")
    return int(match[1])


class _Program(NamedTuple):
    """A program that writes to a file."""

    name: str
    process: subprocess.Popen[bytes]
    out: Path

    def retry(self, action: Callable[[], T]) -> T:
        """Retry a function until it succeeds; return its result. Raise NotStarted if it never does."""
        try:
            return retry(action, OSError, ValueError, go_on=lambda: self.process.poll() is None)
        except (OSError, ValueError) as error:
            output_tail = self.out.read_text(errors="replace")[-MAX_QUOTED_CHARS:]
            raise NotStarted(f"{self.name} cannot be driven: {error}. It wrote:\n{output_tail}") from error


@contextmanager
def _run_program(command: list[str], out: Path, **environment: str) -> Iterator[_Program]:
    """Run a program during the block, then end it with its child processes. Raise NotStarted if there is none of this
    name."""
    if not shutil.which(command[0]):
        raise NotStarted(f"There is no {command[0]}: `make test-other-browsers`, run by root, installs it.")
    with out.open("wb") as file:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=file, stderr=file, start_new_session=True
        )
    try:
        yield _Program(command[0], process, out)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


BROWSERS = {"firefox": firefox, "webkit": webkit}
