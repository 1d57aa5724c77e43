"""Fixtures for tests in Debian's Chromium, driven by Playwright, against a real server."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from browser.seat import PATIENCE, Fingers, Mouse, Seat, Touch
from browser.servers import House, log_servers, run_server
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, Response, expect
from support.failures import folder_of
from support.held_port import HeldPort

NO_NETWORK = (
    "Error in connection establishment",
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket is closed before the connection is established",
)
"""Console errors of a page without a network: it tries to reconnect, and background loads fail."""
DESKTOP, PHONE = (1440, 900), (360, 640)
CHROMIUM = shutil.which("chromium")
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
"""Chromium without its own windows, tabs and menus, which take a third of the time of these tests."""
SANDBOX = ["--no-sandbox"] if os.geteuid() == 0 else []
"""The option needed when running as root."""
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
"""Folder for the screenshots of all screens."""
NEW_USER_SCRIPT = """(settings) => {
  if (location.protocol === "http:") localStorage.prikup ??= settings;
  addEventListener("pointerdown", () => (globalThis.pointed = true), true);
}"""
"""A new user's settings, and a flag that is set when the pointer is used."""
COUNT_REQUESTS = """() => {
  const fetch = globalThis.fetch;
  globalThis.openRequests = 0;
  globalThis.fetch = async (...request) => {
    globalThis.openRequests += 1;
    try {
      return await fetch(...request);
    } finally {
      globalThis.openRequests -= 1;
    }
  };
}"""
"""Counts the requests that have no response yet: until then a page is not settled (looks.js)."""

LOGS = pytest.StashKey[list[Path]]()
"""Log files of the shared servers."""

expect.set_options(timeout=PATIENCE)  # generous, for busy machines


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Path]:
    """The log file of the shared servers."""
    with log_servers(tmp_path_factory.mktemp("log") / "server.log") as file:
        pytestconfig.stash[LOGS] = [file]
        yield file


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Iterator[House]:
    """The server that most tests share; its computer players act at once."""
    with run_server(tmp_path_factory.mktemp("server")) as house:
        yield house


@pytest.fixture(scope="session")
def paused_server(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Iterator[House]:
    """A server whose computer players never act, so that nothing changes during checks."""
    with run_server(tmp_path_factory.mktemp("still"), pace_s=36_000) as house:
        yield house


@pytest.fixture
def port() -> HeldPort:
    """The port of a server that a test stops and starts again."""
    return HeldPort()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Arguments for Debian's Chromium, headless if that is installed."""
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    as_in_windows = "--font-render-hinting=none"
    return {**browser_type_launch_args, "executable_path": HEADLESS, "args": [*SANDBOX, *quiet, as_in_windows]}


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[..., Browser], browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser without optimising compilers, which are not worth their time for such short-lived pages."""
    plain = launch_browser(args=[*browser_type_launch_args["args"], "--js-flags=--no-opt,--no-maglev"])
    yield plain
    plain.close()


@pytest.fixture(scope="session")
def base_url(server: House) -> str:
    """The URL of the shared server."""
    return server.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Default settings of a page: desktop size, in English."""
    size = dict(zip(("width", "height"), DESKTOP, strict=True))
    return {**browser_context_args, "viewport": size, "locale": "en-GB"}


class Accounts:
    """Users with a browser context each. Everything that goes wrong in their pages is recorded in `faults`."""

    def __init__(self, browser: Browser, context_args: dict[str, Any]) -> None:
        self.browser, self.context_args = browser, context_args
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.tolerated: list[str] = []

    def seat(
        self,
        lang: str = "en",
        fingers: type[Fingers] = Mouse,
        size: tuple[int, int] = DESKTOP,
        url: str | None = None,
        **settings: Any,
    ) -> Seat:
        """Open a page for a new user. Without other `settings` there are no delays and no sound."""
        stored_settings = json.dumps({"lang": lang, "speed": 0, "rest": 0, "guard": False, "volume": 0, **settings})
        context = self.browser.new_context(
            **{
                **self.context_args,
                "viewport": dict(zip(("width", "height"), size, strict=True)),
                "locale": lang,
                "has_touch": fingers is Touch,
                "base_url": url or self.context_args["base_url"],
            }
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        context.add_init_script(f"({NEW_USER_SCRIPT})({json.dumps(stored_settings)})")
        context.add_init_script(f"({COUNT_REQUESTS})()")
        context.on("page", self._watch)
        return Seat(context.new_page(), lang, fingers())

    def forgive(self, *parts: str) -> None:
        """Remove expected faults that contain one of these texts; there must be at least one."""
        assert any(part in fault for fault in self.faults for part in parts)
        self.faults = [fault for fault in self.faults if not any(part in fault for part in parts)]

    def tolerate(self, *parts: str) -> None:
        """Accept faults that contain one of these texts, whether they occur or not."""
        self.tolerated += parts

    @property
    def unexpected_faults(self) -> list[str]:
        """Return the faults that are not tolerated."""
        return [fault for fault in self.faults if not any(part in fault for part in self.tolerated)]

    def _watch(self, page: Page) -> None:
        page.on("console", self._record_console_message)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("requestfailed", self._record_failed_request)
        page.on("response", self._record_error_response)

    def _record_console_message(self, message: ConsoleMessage) -> None:
        late = "preloaded using link preload but not used" in message.text  # depends on time: see test_first_screen
        if message.type in ("error", "warning") and not late:
            self.faults.append(f"console: {message.text} {message.location}")

    def _record_failed_request(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left meanwhile
            self.faults.append(f"{request.url}: {request.failure}")

    def _record_error_response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.url}: {response.status}")


@pytest.fixture
def accounts(
    request: pytest.FixtureRequest, browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Accounts]:
    """Users with a browser context each; fails if anything goes wrong in their pages."""
    accounts, failures_before = Accounts(browser, browser_context_args), request.session.testsfailed
    logs = {file: file.stat().st_size for file in request.config.stash.get(LOGS, [])}
    yield accounts
    if accounts.unexpected_faults or request.session.testsfailed > failures_before:
        _save_failure(folder_of(request.node.nodeid), accounts, logs | dict.fromkeys(tmp_path.rglob("server.log"), 0))
    for context in accounts.contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # a pending response would fail in the next test
        context.close()
    assert not accounts.unexpected_faults, "\n".join(accounts.unexpected_faults)


def _save_failure(folder: Path, accounts: Accounts, logs: dict[Path, int]) -> None:
    """Save the state of a failed test to a folder: a screenshot of each page, the faults, and the new server log."""
    (folder / "faults.txt").write_text("".join(f"{fault}\n" for fault in accounts.faults))
    pages = [page for context in accounts.contexts for page in context.pages]
    for number, page in enumerate(pages, 1):
        with suppress(Error):  # a page that hangs has no screenshot
            (folder / f"page-{number}.html").write_text(f"<!-- {page.url} -->\n{page.content()}")
            page.screenshot(path=folder / f"page-{number}.png", timeout=10_000)
    for number, (log, old_size) in enumerate(logs.items(), 1):
        (folder / f"server-{number}.log").write_bytes(log.read_bytes()[old_size:])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-pictures", action="store_true", help="take the pictures of the README anew")
