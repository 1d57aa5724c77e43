"""Measure how long a site takes to start at 10 Mbit/s and 40 ms: `python -m bench.speed.tab_start`, after `make site`.

A server sends the site as a static host does, compressed with brotli, over a line of that speed shared by all
connections. Each new connection and each request waits for a round trip. A visitor arrives with an empty cache, and
presses "Play" as soon as the button is shown. Then the browser is restarted, and the visitor returns with a filled
cache. Times are milliseconds since the navigation.
"""

import argparse
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, ClassVar

from browser.seat import load_words
from other_browsers.driver import NotDone
from site_engine import node
from static_site.static_server import StaticServer, copy_site, serve_folder

from bench.figures import show
from bench.speed.quiet_chromium import Chromium, chromium

BITS, ROUND_TRIP = 10_000_000, 0.040
"""The speed of the simulated line.

`BITS` is the number of bits per second towards the browser, and `ROUND_TRIP` the time of a round trip in seconds.
"""
PIECE = 4096
"""The number of bytes that the server reads and sends at a time."""
PATIENCE = 120.0
"""The timeout in seconds for a site to start."""
PACK = """
const { existsSync, readFileSync, readdirSync, statSync, writeFileSync } = require("node:fs");
const { brotliCompressSync, constants } = require("node:zlib");
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
for (const name of readdirSync(".", { recursive: true }))
  if (statSync(name).isFile() && !/\\.(br|gz)$/.test(name) && !existsSync(`${name}.br`))
    writeFileSync(`${name}.br`, brotliCompressSync(readFileSync(name), { params }));
"""
WATCH = """([name, cut, deviceChannel]) => {
  const seen = (globalThis.seen = {});
  let next = 0;
  const look = () => {
    const named = (text) => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text);
    const play = named(name);
    if (play && !seen.drawn) {
      seen.drawn = performance.now();
      const asked = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
      const come = asked.filter((one) => one.responseEnd <= seen.drawn);
      seen.bytes = come.reduce((sum, one) => sum + one.encodedBodySize, 0);
    }
    if (play && performance.now() > next) {
      play.click();
      next = performance.now() + 100;
    }
    if (document.querySelector("main .mat [data-card]") || named(cut)) seen.cards = performance.now();
    else requestAnimationFrame(look);
  };
  new BroadcastChannel(deviceChannel).onmessage = ({ data }) => "begun" in data && (seen.engine ??= performance.now());
  look();
}"""
"""JavaScript that presses "Play" while it is shown, and notes the times of three stages.

- "Play" is shown; the bytes loaded until then are noted too.
- The engine, which hosts tables in the browser, reports that it has started.
- Cards, or a pack to be cut, are on the table.
"""
READ_TIMES_SCRIPT = "() => globalThis.seen?.cards ? globalThis.seen : null"
IS_NAVIGATED_SCRIPT = "(was) => performance.timeOrigin !== was && document.readyState !== 'loading'"
STORE_SITE_SCRIPT = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("prikup-"));
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((done) => (port1.onmessage = ({ data }) => done(data)));
  active.postMessage("keep", [port2]);
  return (await answer).whole;
}"""


class Line:
    """A network line of limited speed, shared by all connections."""

    def __init__(self) -> None:
        self._lock, self._free = Lock(), 0.0

    def send(self, byte_count: int) -> None:
        """Block for the time that `byte_count` bytes take on the line, after all bytes sent earlier."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + 8 * byte_count / BITS
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


class FarServer(StaticServer):
    """A server of compressed files, which sends them as slowly as a distant server would."""

    protocol_version = "HTTP/1.1"
    line: ClassVar = Line()

    def setup(self) -> None:
        super().setup()
        time.sleep(ROUND_TRIP)

    def do_GET(self) -> None:  # noqa: N802  (the name is the library's)
        time.sleep(ROUND_TRIP)
        super().do_GET()

    def send_head(self) -> Any:
        """Send the response headers, and return the compressed file to send after them, or None if there is none."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        compressed_file = path.with_name(f"{path.name}.br")
        if not compressed_file.exists():
            self.send_error(404)
            return None
        modification_date = self.date_time_string(compressed_file.stat().st_mtime)
        if self.headers["If-Modified-Since"] == modification_date:
            self.send_response(304)
            self.end_headers()
            return None
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "br")
        self.send_header("Content-Length", str(compressed_file.stat().st_size))
        self.send_header("Last-Modified", modification_date)
        cache_control = "max-age=31536000, immutable" if path.parent.name == "assets" else "no-cache"
        self.send_header("Cache-Control", cache_control)
        self.end_headers()
        return compressed_file.open("rb")

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while piece := source.read(PIECE):
            self.line.send(len(piece))
            outputfile.write(piece)


@contextmanager
def packed_site() -> Iterator[str]:
    """Compress the built site, serve it over the slow line within the block, and yield its address."""
    with TemporaryDirectory() as name:
        folder = copy_site(Path(name) / "site", patient=True)
        subprocess.run([node(), "-e", PACK], cwd=folder, check=True)
        with serve_folder(folder, FarServer) as url:
            yield url


def visit(page: Chromium, url: str) -> dict[str, float]:
    """Open the site at `url` and press "Play"; return the milliseconds at which each stage was reached."""
    was = page.evaluate("() => performance.timeOrigin")
    page.command("Page.navigate", url=url)
    _poll(page, IS_NAVIGATED_SCRIPT, was)
    page.evaluate(WATCH, [*map(load_words("en"), ("setup-play", "cut-here")), "prikup-here"])
    times: dict[str, float] = _poll(page, READ_TIMES_SCRIPT)
    return times


def _poll(page: Chromium, function: str, value: Any = None) -> Any:
    """Call a JavaScript function in the page with `value` repeatedly until its result is truthy; return the result.

    Raise NotDone after `PATIENCE` seconds.
    """
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            if result := page.evaluate(function, value):
                return result
        except NotDone:
            pass  # the page is navigating
        time.sleep(0.01)
    raise NotDone(function)


def main() -> None:
    """Visit the site as often as the command line says, and print the medians."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--visits", type=int, default=3)
    options.add_argument("--json", action="store_true")
    arguments = options.parse_args()
    kinds: dict[str, list[dict[str, float]]] = {"nothing kept": [], "kept": []}
    with packed_site() as url:
        for _ in range(arguments.visits):
            with TemporaryDirectory() as name:
                device = Path(name)
                with chromium(device) as (page, _browser):
                    kinds["nothing kept"].append(visit(page, url))
                    assert page.evaluate(STORE_SITE_SCRIPT)
                with chromium(device) as (page, _browser):
                    kinds["kept"].append(visit(page, url))
    rows = [
        {
            "": kind,
            "page drawn": round(median(times["drawn"] for times in visits)),
            "its kB": round(median(times["bytes"] for times in visits) / 1000, 1),
            "engine ready": round(median(times["engine"] for times in visits)),
            "first cards": round(median(times["cards"] for times in visits)),
            "cards, all visits": ", ".join(str(round(times["cards"])) for times in visits),
        }
        for kind, visits in kinds.items()
    ]
    show({f"10 Mbit/s, 40 ms (load {os.getloadavg()[0]:.0f})": rows}, as_json=arguments.json)


if __name__ == "__main__":
    main()
