"""Debian's Firefox ESR and WebKitGTK, started where there is no screen."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_connection, create_server
from time import monotonic, sleep
from typing import TypeVar

from other_browsers.driver import Driver, HttpDriver, Marionette

__all__ = ["BROWSERS"]

PATIENCE = 60
"""Seconds: how long a program may take to start."""
MINIBROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"), Path("MiniBrowser"))
"""The browser of WebKitGTK, which is on no path."""
T = TypeVar("T")


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Yield Firefox with a new profile in this folder. What goes wrong in its pages stands in `browser.log` there."""
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')
    port = folder / "MarionetteActivePort"
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with (
        _running(command, folder / "browser.log", HOME=str(folder)),
        closing(_soon(lambda: Marionette(int(port.read_text())))) as driver,
    ):
        yield driver


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """Yield WebKitGTK's own small browser, at home in this folder. `browser.log` is as for Firefox."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    display = folder / "display"
    around = {
        "HOME": str(folder),
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "NO_AT_BRIDGE": "1",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # there is none for root
    }
    options = {"binary": str(MINIBROWSER), "args": ["--automation", "--enable-write-console-messages-to-stdout=true"]}
    with _running(["Xvfb", "-displayfd", "1", "-screen", "0", "960x960x24", "-nolisten", "tcp"], display):
        around["DISPLAY"] = f":{_soon(lambda: int(display.read_text()))}"
        with _running(["WebKitWebDriver", f"--port={port}"], folder / "browser.log", **around):
            _soon(lambda: create_connection(("127.0.0.1", port)).close())
            with closing(HttpDriver(port, **{"webkitgtk:browserOptions": options})) as driver:
                yield driver


@contextmanager
def _running(command: list[str], out: Path, **around: str) -> Iterator[None]:
    """Run a program that writes to a file, and end it with all that it has started when the block is left."""
    with out.open("wb") as file:
        process = subprocess.Popen(
            command, env={**os.environ, **around}, stdout=file, stderr=file, start_new_session=True
        )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


def _soon(tried: Callable[[], T]) -> T:
    """Return what something comes to as soon as it does."""
    ends = monotonic() + PATIENCE
    while True:
        try:
            return tried()
        except (OSError, ValueError):
            if monotonic() > ends:
                raise
            sleep(0.05)


BROWSERS = {"firefox": firefox, "webkit": webkit}
