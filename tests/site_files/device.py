"""A device with a browser whose processes can be killed at any moment, and that keeps what is on its disk."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from browser.conftest import BEGUN, CHROMIUM, DESKTOP
from browser.seat import Mouse, Seat
from playwright.sync_api import BrowserContext, Error, Playwright

__all__ = ["Device"]

NEWCOMER = {"lang": "en", "speed": 0, "rest": 0, "guard": False, "volume": 0}


class Device:
    """A folder that a browser keeps everything in, started as often as one likes."""

    def __init__(self, playwright: Playwright, folder: Path, url: str, options: dict[str, Any]) -> None:
        self._playwright, self._folder, self.url, self._options = playwright, folder, url, options

    @contextmanager
    def on(
        self,
        script: str = "",
        acknowledged: Callable[[str], object] | None = None,
        expected: Callable[[], bool] = lambda: False,
    ) -> Iterator[Seat]:
        """Start the browser, and yield a person before an empty page of it, on which a script runs first.

        It may call `acknowledged`. Whatever goes wrong once the end is `expected` is of no interest.
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
        context.add_init_script(f"({BEGUN})({json.dumps(json.dumps(NEWCOMER))})")
        if script:
            context.add_init_script(script)
        if acknowledged:
            context.expose_function("acknowledged", acknowledged)
        try:
            yield Seat(context.new_page(), "en", Mouse())
        except (Error, AssertionError):
            if not expected():
                raise
        finally:
            with suppress(Error):
                context.close()

    def kill(self) -> None:
        """Kill every process of the browser at once: nothing of it is told to end."""
        mine = f"--user-data-dir={self._folder}"
        found = [one for one in psutil.Process().children(recursive=True) if mine in _command(one)]
        found += [child for one in found for child in one.children(recursive=True)]
        assert found
        for one in found:
            try:
                one.kill()
            except psutil.NoSuchProcess:
                continue
        psutil.wait_procs(found, timeout=30)


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
