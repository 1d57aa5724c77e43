"""A device with persistent storage, whose browser processes can be killed at any moment."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from browser.conftest import CHROMIUM, DESKTOP, NEW_USER_SCRIPT
from browser.seat import Mouse, Seat
from playwright.sync_api import BrowserContext, Error, Playwright

__all__ = ["Device"]

NEWCOMER = {"lang": "en", "speed": 0, "rest": 0, "guard": False, "volume": 0}


class Device:
    """A browser profile folder, with which a browser can be started repeatedly."""

    def __init__(self, playwright: Playwright, folder: Path, url: str, options: dict[str, Any]) -> None:
        self._playwright, self._folder, self.url, self._options = playwright, folder, url, options

    @contextmanager
    def on(
        self,
        script: str = "",
        acknowledged: Callable[[str], object] | None = None,
        is_end_expected: Callable[[], bool] = lambda: False,
    ) -> Iterator[Seat]:
        """Start the browser, and yield a user with an empty page, after running a script on it.

        The script may call `acknowledged`. Errors after the end is `is_end_expected` are ignored.
        """
        size = dict(zip(("width", "height"), DESKTOP, strict=True))
        context: BrowserContext = self._playwright.chromium.launch_persistent_context(
            str(self._folder),
            executable_path=CHROMIUM,
            args=self._options["args"],
            base_url=self.url,
            viewport=size,  # type: ignore[arg-type]
            locale="en-GB",
        )
        context.add_init_script(f"({NEW_USER_SCRIPT})({json.dumps(json.dumps(NEWCOMER))})")
        if script:
            context.add_init_script(script)
        if acknowledged:
            context.expose_function("acknowledged", acknowledged)
        try:
            yield Seat(context.new_page(), "en", Mouse())
        except (Error, AssertionError):
            if not is_end_expected():
                raise
        finally:
            with suppress(Error):
                context.close()

    def kill(self) -> None:
        """Kill every process of the browser at once."""
        mine = f"--user-data-dir={self._folder}"
        processes = [process for process in psutil.Process().children(recursive=True) if mine in _command(process)]
        processes += [child for process in processes for child in process.children(recursive=True)]
        assert processes
        for process in processes:
            try:
                process.kill()
            except psutil.NoSuchProcess:
                continue
        psutil.wait_procs(processes, timeout=30)


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
