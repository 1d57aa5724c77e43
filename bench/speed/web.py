"""Measure the browser's pages on a slow line and on a slow processor.

Run `python -m bench.speed.web [--only first,way,deal]`. `prikup serve` runs with its usual settings and the built
client (`make client`), and Debian's Chromium visits it. The line has 400 ms and 400 kbit/s both ways
(`Network.emulateNetworkConditions`), and every visit starts with an empty cache.

- `first`: the time until something is painted (`PerformanceObserver`), and until the first prompt can be answered;
  the requests and bytes until then, and the layout shifts (`layout-shift`). `--waterfall` lists the requests.
- `way`: the time from an empty page to a deal of each game: two taps, then the first prompt of the deal, and the first
  trick.
- `deal`: a whole deal of each game on a processor four times as slow (`Emulation.setCPUThrottlingRate`): the frames
  during animations, the main thread's work per frame (Chromium's trace), and the layout shifts, with `--sources` by
  element. `--game` plays one game only.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Playwright, sync_playwright

from bench.figures import show

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `browser` and `support`

from browser.conftest import CHROMIUM, PHONE
from browser.gallery import CALLING
from browser.scenes import store_scene
from browser.seat import Asked, Mouse, Seat, Touch
from browser.shifts import Shift, shifts, watch_shifts
from browser.test_playing import lobby_path
from support.server_process import Server

from prikup.games import GAMES

Figures = dict[str, Any]

LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""The settings of a slow network line: a latency of 400 ms, and 400 kbit/s both ways.

The browser expects the throughput in bytes per second.
"""
SLOW = 4
DESKTOP = (1440, 900)
FRAMES = ["cc", "benchmark", "viz", "disabled-by-default-devtools.timeline.frame"]
MAIN_FRAME = "ProxyMain::BeginMainFrame"
"""The name of the trace event for the main thread's work on a frame: its scripts, styles, layout and painting."""
WAIT = 60_000
"""The time in milliseconds that a page may take to load or to prompt the user."""

WATCH = """(asked) => {
  const watched = (globalThis.watched = {});
  const open = (button) => button.checkVisibility() && !button.disabled && (asked.includes(button.textContent.trim()) ||
    (button.ariaDisabled === "false" && button.closest("[role=toolbar], [role=group]")));
  watched.asked = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("nothing is asked")), 30_000);
    const look = () => {
      const asks = document.getElementById("player-name") || [...document.querySelectorAll("main button")].some(open);
      requestAnimationFrame(asks ? () => resolve(performance.now()) : look);
    };
    requestAnimationFrame(look);
  });
}"""
"""JavaScript that notes the time at which the user can first act on the page.

That is the time at which a button with one of the names in `asked`, a card or a call can be pressed.
"""


class Request(NamedTuple):
    """A request of the page: its path, its start and end, and the bytes transferred.

    `start_ms` and `end_ms` are milliseconds after the page's first request, and `size` is in bytes.
    """

    path: str
    start_ms: float
    end_ms: float
    size: int


class Line:
    """The network line of a page, and the requests sent over it; with `slow` the line has the limits of `LINE`."""

    def __init__(self, page: Page, *, slow: bool = True) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self._begun: dict[str, tuple[str, float]] = {}
        self.finished_requests: list[Request] = []
        self.cdp.on("Network.requestWillBeSent", self._record_start)
        self.cdp.on("Network.loadingFinished", self._record_end)
        self.cdp.send("Network.enable")
        if slow:
            self.cdp.send("Network.emulateNetworkConditions", LINE)

    def _record_start(self, event: Any) -> None:
        self._begun[event["requestId"]] = (
            event["request"]["url"].partition("/")[2].partition("/")[2],
            event["timestamp"],
        )

    def _record_end(self, event: Any) -> None:
        path, start = self._begun.get(event["requestId"], ("", 0.0))
        first = min(timestamp for _, timestamp in self._begun.values())
        self.finished_requests.append(
            Request(
                path.partition("/")[2],
                (start - first) * 1000,
                (event["timestamp"] - first) * 1000,
                int(event["encodedDataLength"]),
            )
        )


class Visitor:
    """A simulated visitor with an empty cache, in a browser context of their own.

    `url` is the address of the server, and `lang` the visitor's language. With `phone` the screen is that of a phone,
    and with `slow` the line has the limits of `LINE`. `settings` are further settings of the client, stored before the
    first visit.
    """

    def __init__(
        self, browser: Browser, url: str, lang: str, *, phone: bool = True, slow: bool = True, **settings: Any
    ) -> None:
        width, height = PHONE if phone else DESKTOP
        self.context: BrowserContext = browser.new_context(
            base_url=url, viewport={"width": width, "height": height}, locale=lang, has_touch=phone
        )
        self.page = self.context.new_page()
        self.seat = Seat(self.page, lang, Touch() if phone else Mouse())
        words = self.seat.words
        names = [words(key) for key in ("setup-play", "name-sit", "wait-start")]
        stored_settings = json.dumps({"lang": lang, **settings})
        self.context.add_init_script(
            f"if (location.protocol === 'http:') localStorage.prikup ??= {json.dumps(stored_settings)}"
        )
        self.context.add_init_script(f"({WATCH})({json.dumps(names)})")
        watch_shifts(self.context)
        self.line = Line(self.page, slow=slow)

    def user(self) -> str:
        """Register as a guest, and return the guest's id."""
        answer = self.context.request.post("/api/guests", data={"name": "Anna"})
        return str(answer.json()["id"])

    def wait_for_prompt(self) -> float:
        """Wait until the page prompts the visitor for the first time; return the milliseconds since the navigation."""
        return float(self.page.evaluate("watched.asked"))

    def seconds_since_navigation(self) -> float:
        """Return the seconds since the visitor opened the current page."""
        return float(self.page.evaluate("performance.now()")) / 1000


def shift_score(shifts: list[Shift], *, mine: bool = False) -> float:
    """Return the layout-shift score: how much the contents of the page moved unexpectedly.

    Only shifts that did not follow recent input count or, with `mine`, only those within half a second of input.
    """
    return round(float(sum(shift.value for shift in shifts if shift.input == mine)), 4)


# Loading times of pages


def pages(server: Server) -> dict[str, Callable[[Visitor], str]]:
    """Return, by the name of a page, a function that prepares the page for a visitor and returns the page's path.

    For example, the function for a table stores the table in the database, with the visitor at one seat.
    """
    database = server.folder / "tables.sqlite"

    def table(visitor: Visitor) -> str:
        visitor.seat.load_game_words(CALLING.game)
        return f"/t/{store_scene(database, CALLING, visitor.user())}"

    def invitation(visitor: Visitor) -> str:
        return f"/t/{store_scene(database, CALLING._replace(stage='open', moment=None), 'somebody')}"

    return {"the lobby": lambda _: "/", "a table at one's turn": table, "a friend's link": invitation}


def first(browser: Browser, server: Server, runs: int, *, waterfall: bool) -> Iterator[Figures]:
    """Yield a table row with the loading times of each page, from `runs` visits: the best and, in brackets, the median.

    With `waterfall` the requests of the first visit are printed.
    """
    for name, ready in pages(server).items():
        for lang in ("en", "ru"):
            visits = [_visit(browser, server, ready, lang, waterfall=waterfall and not run) for run in range(runs)]
            times = {key: [visit[key] for visit in visits] for key in ("painted", "content", "question")}
            yield {
                "page": f"{name}, {lang}",
                **{
                    key: f"{min(durations) / 1000:.2f} ({median(durations) / 1000:.2f})"
                    for key, durations in times.items()
                },
                **{key: visits[0][key] for key in ("requests", "kB", "shift")},
            }


def _visit(browser: Browser, server: Server, ready: Callable[[Visitor], str], lang: str, *, waterfall: bool) -> Figures:
    visitor = Visitor(browser, server.url, lang)
    visitor.page.goto(ready(visitor), wait_until="commit", timeout=WAIT)
    question = visitor.wait_for_prompt()
    early_requests = [entry for entry in visitor.line.finished_requests if entry.end_ms <= question + 100]
    paint_times = {
        entry["name"]: entry["startTime"]
        for entry in visitor.page.evaluate("performance.getEntriesByType('paint').map((one) => one.toJSON())")
    }
    visitor.page.wait_for_timeout(2500)
    layout_shifts = shifts(visitor.page)
    if waterfall:
        _draw(visitor.line.finished_requests, paint_times, question, layout_shifts)
    visitor.context.close()
    return {
        "painted": paint_times["first-paint"],
        "content": paint_times["first-contentful-paint"],
        "question": question,
        "requests": len(early_requests),
        "kB": round(sum(entry.size for entry in early_requests) / 1000),
        "shift": shift_score(layout_shifts),
    }


def _draw(requests: list[Request], paint_times: dict[str, float], question: float, layout_shifts: list[Shift]) -> None:
    for request in sorted(requests, key=lambda request: request.start_ms):
        print(f"  {request.start_ms:6.0f} {request.end_ms:6.0f} ms {request.size:7} B  /{request.path}")
    print(f"  painted {paint_times}, the first question after {question:.0f} ms")
    for shift in layout_shifts:
        print(f"  moved at {shift.time_ms:.0f} ms: {shift}")
    print()


# Time to the first deal


def way(browser: Browser, server: Server, runs: int) -> Iterator[Figures]:
    """Yield a table row for each game with the times from an empty page to a deal.

    All games are measured first on a slow line and then without throttling. Each row is that of the best of `runs`
    runs.
    """
    for slow in (True, False):
        for game in GAMES:
            ways = [_way(browser, server, game, slow=slow) for _ in range(runs)]
            best = min(ways, key=lambda times: times["trick"])
            yield {
                "line": "400 ms, 400 kbit/s" if slow else "this machine's",
                "game": game,
                **{key: f"{value:.1f}" for key, value in best.items()},
            }


def _way(browser: Browser, server: Server, game: str, *, slow: bool) -> dict[str, float]:
    """Play from an empty page to the first full trick, and return the times of the stages in seconds.

    `game` is the game to play. Every prompt is answered at once. With `slow` the line has the limits of `LINE`.
    """
    visitor = Visitor(browser, server.url, "en", slow=slow, guard=False, cutSelf=False)
    page, seat = visitor.page, visitor.seat
    page.goto("/", wait_until="commit", timeout=WAIT)
    lobby = visitor.wait_for_prompt() / 1000
    seat.load_game_words(game)
    games = page.get_by_role("group", name=seat.words("lobby-games"))
    if games.get_by_role("radio").first.evaluate("(one) => one.closest('label').innerText").split("\n")[
        0
    ] != seat.words("game"):
        games.locator("label", has_text=seat.words("game")).tap()
    seat.button("setup-play").tap(timeout=WAIT)
    press_time = visitor.seconds_since_navigation()
    seat.next_prompt(WAIT)
    question = visitor.seconds_since_navigation()
    while page.locator(".last .mini").count() == 0:
        _answer(seat)
    trick = visitor.seconds_since_navigation()
    visitor.context.close()
    return {"lobby": lobby, "question after the tap": question - press_time, "trick": trick}


def _answer(seat: Seat, pause: int = 50) -> str:
    """Answer the current prompt of the page, if there is one, and return its kind; return "" if there is none.

    Prompts at the end of the deal or match are returned without an answer. `pause` is the time in milliseconds to wait
    after an answer.
    """
    prompt: Asked = seat.next_prompt(0)
    if prompt.kind in ("next", "over"):
        return prompt.kind
    if prompt.kind:
        seat.act(prompt)
    seat.page.wait_for_timeout(pause)
    return prompt.kind


# A whole deal


def deal(playwright: Playwright, server: Server, games: list[str], *, sources: bool) -> Iterator[Figures]:
    """Yield a table row with the frames and layout shifts of one deal, for each game, on a desktop and on a phone.

    With `sources` every layout shift is printed with the elements that moved.
    """
    for game in games:
        for phone in (False, True):
            with chromium(playwright) as browser:  # a trace covers the whole browser
                yield _deal(browser, server, game, phone=phone, sources=sources)


def _deal(browser: Browser, server: Server, game: str, *, phone: bool, sources: bool) -> Figures:
    visitor = Visitor(browser, server.url, "en", phone=phone, slow=False, guard=False, cutSelf=False)
    seat, page = visitor.seat, visitor.page
    seat.start_match(game, lobby_path(game))
    seat.next_prompt(WAIT)
    earlier_shifts = len(shifts(page))
    visitor.line.cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    browser.start_tracing(page=page, categories=FRAMES)
    while _answer(seat, 150) not in ("next", "over"):
        pass
    page.wait_for_timeout(500)
    trace = json.loads(browser.stop_tracing())
    visitor.line.cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    new_shifts = shifts(page)[earlier_shifts:]
    if sources:
        for shift in new_shifts:
            print(f"  {game} {shift}")
    visitor.context.close()
    return {
        "game": game,
        "screen": "phone" if phone else "desktop",
        **frames(trace["traceEvents"]),
        "shift": shift_score(new_shifts),
        "shift after input": shift_score(new_shifts, mine=True),
    }


def frames(events: list[Any]) -> Figures:
    """Return the counts of frames during animations, and the main thread's work per frame.

    `events` are those of Chromium's trace. The work is in milliseconds of processor time, as median, 95th percentile
    and maximum.
    """
    reports = [event["args"]["frame_reporter"] for event in events if "frame_reporter" in event.get("args", {})]
    animated_frames = [
        report
        for report in reports
        if (report["has_compositor_animation"] or report["has_main_animation"])
        and report["state"] != "STATE_NO_UPDATE_DESIRED"
    ]
    dropped_frames = sum(report["state"] == "STATE_DROPPED" for report in animated_frames)
    work = sorted(event["tdur"] / 1000 for event in events if event["name"] == MAIN_FRAME and "tdur" in event)
    parts = {"main p50 ms": 0.5, "p95": 0.95, "longest": 1.0}
    return {
        "frames": len(animated_frames),
        "dropped": dropped_frames,
        "of 60": round(60 * (1 - dropped_frames / max(1, len(animated_frames))), 1),
        **{name: round(work[int(part * (len(work) - 1))], 1) for name, part in parts.items() if work},
    }


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start Debian's Chromium as the tests start it, and close it at the end of the block."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*sandbox, "--disable-background-networking"])
    try:
        yield browser
    finally:
        browser.close()


def main() -> None:
    """Parse the command line, measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="first,way,deal")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--game", nargs="*", default=list(GAMES), help="of `deal`")
    parser.add_argument("--waterfall", action="store_true")
    parser.add_argument("--sources", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    parts = arguments.only.split(",")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        figures: dict[str, list[Figures]] = {}
        try:
            with chromium(playwright) as browser:
                if "first" in parts:
                    figures["First screens"] = list(
                        first(browser, server, arguments.runs, waterfall=arguments.waterfall)
                    )
                if "way" in parts:
                    figures["The way to a deal"] = list(way(browser, server, arguments.runs))
            if "deal" in parts:
                figures["A whole deal"] = list(deal(playwright, server, arguments.game, sources=arguments.sources))
        finally:
            server.stop()
    print(f"load {os.getloadavg()[0]:.1f}")
    show(figures, as_json=arguments.json)


if __name__ == "__main__":
    main()
