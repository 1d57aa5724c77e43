"""A newer version starts when the user asks for it, in Chromium as users have it.

No debugger is attached, unlike in other tests: with one, service workers do not go idle or stop as usual.
"""

import os
import signal
import subprocess
from http import HTTPStatus
from pathlib import Path
from queue import Queue

import pytest
from browser.conftest import HEADLESS, SANDBOX
from static_site.static_server import LOADING, StaticServer, copy_site, serve_folder
from static_site.test_offline import change_build

pytestmark = pytest.mark.thorough

RESTING = 30
"""Seconds of idling after which Chromium stops a worker: a newer one that started later used to be lost."""
PAGE_SCRIPT = """
// real time: no event tells that a worker waits or that a button is drawn
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (found) => { while (!(await found())) await wait(100); };
const tell = (what) => fetch("/told", { method: "POST", body: what });
const button = () => document.querySelector("main [role=status] button");

if (sessionStorage.newer) {
  delete sessionStorage.newer;
  await until(button);
  await tell("press");
  button().click();
  for (let pause = 0; pause < 50; pause++) {
    fetch("/mark.svg");
    await wait(pause);
  }
} else {
  const registration = await navigator.serviceWorker.ready;
  await until(() => navigator.serviceWorker.controller);
  await fetch("/mark.svg");
  await tell(document.querySelector("meta[name=build]").content);
  await until(async () => (await registration.update(), registration.waiting));
  sessionStorage.newer = true;
  location.reload();
}
"""
"""A page reports its build, presses the update button, and fetches something meanwhile."""


def test_newer_site_version_starts_on_request(tmp_path: Path) -> None:
    """A file is being fetched from the older version just then, as by a page that loads its engine."""
    reports: Queue[str] = Queue()
    folder = copy_site(tmp_path / "build")

    class Told(StaticServer):
        """Queues what the page reports; a new build replaces each reported one."""

        def do_POST(self) -> None:
            report = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if report.isdigit():
                change_build(folder, str(int(report) + 1))
            reports.put(report)
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()

    document = folder / "index.html"
    text = document.read_text("utf-8").replace("</body>", '<script type="module" src="/driven.js"></script></body>')
    for path, contents in ((document, text), (folder / "driven.js", PAGE_SCRIPT)):
        path.unlink(missing_ok=True)  # a link to the file of the site
        path.write_text(contents, "utf-8")
    change_build(folder, "1")
    with serve_folder(folder, Told) as url:
        options = (*SANDBOX, "--headless", "--no-first-run", f"--user-data-dir={tmp_path / 'browser'}")
        command = [HEADLESS or "chromium", *options, url]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as browser:
            try:
                assert reports.get(timeout=LOADING / 1000) == "1"
                for build in ("2", "3", "4"):
                    assert reports.get(timeout=LOADING / 1000) == "press"
                    assert reports.get(timeout=RESTING) == build
            finally:
                os.killpg(browser.pid, signal.SIGKILL)  # the browser too: the program may be a script that starts it
