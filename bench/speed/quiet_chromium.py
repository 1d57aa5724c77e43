"""Drive Chromium with as few of its developer tools as possible, to measure the memory of a page.

The developer tools store what a page fetches, and so use memory themselves. Three of their commands suffice here, and
none of these three requires that a part of the tools is enabled.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

import psutil
from browser.conftest import CHROMIUM, DESKTOP
from other_browsers.driver import ELEMENT, Driver, Element, NotDone
from websockets.sync.client import connect

__all__ = ["Chromium", "chromium"]

PATIENCE = 60
"""The timeout in seconds for starting the browser and for loading a page."""
FLAGS = ("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-sync")
CALL_SCRIPT = """(async (given) => {{
  const kept = (globalThis.kept ??= []);
  const found = await ({function})(given && typeof given === "object" && "{element}" in given
    ? kept[given["{element}"]].deref() : given);
  return found instanceof Element ? {{ "{element}": kept.push(new WeakRef(found)) - 1 }} : found ?? null;
}})({value})"""
"""JavaScript that calls a function of the page with one value, and returns the result.

Elements of the page are passed and returned as numbers, so that no reference keeps an element in memory.
"""
MIDDLE = """(element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
IS_LOADED_SCRIPT = "(was) => document.readyState === 'complete' && performance.timeOrigin !== was"


class Chromium(Driver):
    """A driver for a browser with one window, which sends commands to the debugger address of the window."""

    def __init__(self, address: str) -> None:
        self._line = connect(address, max_size=None)
        self._count = 0

    def command(self, name: str, **values: Any) -> Any:
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": name, "params": values}))
        while (answer := json.loads(self._line.recv(PATIENCE))).get("id") != self._count:
            pass  # skip events
        if "error" in answer:
            raise NotDone(f"{name}: {answer['error']['message']}")
        return answer["result"]

    def close(self) -> None:
        self._line.close()

    def goto(self, url: str) -> None:
        was = self.evaluate("() => performance.timeOrigin")
        self.command("Page.navigate", url=url)
        ends = monotonic() + PATIENCE
        while not self.evaluate(IS_LOADED_SCRIPT, was):
            if monotonic() > ends:
                raise NotDone(f"{url} is not loaded")
            sleep(0.05)

    def evaluate(self, function: str, value: Any = None) -> Any:
        code = CALL_SCRIPT.format(function=function, value=json.dumps(value), element=ELEMENT)
        answer = self.command("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise NotDone(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def click(self, element: Element) -> None:
        place = self.evaluate(MIDDLE, element)
        if place is None:
            raise NotDone("something covers it")
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)


@contextmanager
def chromium(folder: Path) -> Iterator[tuple[Chromium, int]]:
    """Start a browser, yield its window and the id of its process, and end it after the block.

    `folder` is for the browser's profile (its settings and caches).
    """
    size = ",".join(map(str, DESKTOP))
    flags = [*FLAGS, f"--user-data-dir={folder}", f"--window-size={size}"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    process = subprocess.Popen(
        [CHROMIUM or "chromium", *flags, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        driver = Chromium(_address(folder))
        yield driver, process.pid
        driver.close()
    finally:
        all_of_it = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        process.wait(PATIENCE)
        psutil.wait_procs(all_of_it, timeout=PATIENCE)  # some processes write to the folder until they end


def _address(folder: Path) -> str:
    """Return the debugger address of the browser's window; `folder` is its profile.

    Raise NotDone if there is no window within `PATIENCE` seconds.
    """
    ends = monotonic() + PATIENCE
    while monotonic() < ends:
        try:
            port = (folder / "DevToolsActivePort").read_text().split()[0]
            with urlopen(f"http://127.0.0.1:{port}/json/list") as response:
                pages = [page for page in json.load(response) if page["type"] == "page"]
        except (OSError, IndexError):
            pages = []
        if pages:
            address: str = pages[0]["webSocketDebuggerUrl"]
            return address
        sleep(0.05)
    raise NotDone("the browser does not listen")
