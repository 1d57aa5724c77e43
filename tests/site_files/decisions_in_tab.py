"""What the computer players of a site decide, held to those of this machine: `make decisions-tab`.

For each game and level some thousands of actions are done with the same seeds in Chromium, in the worker of a site that
computes what takes long, and here; their SHA-256 must be the same.
"""

import argparse
import sys
import time
from pathlib import Path
from pickle import dumps, loads
from tempfile import TemporaryDirectory

from bots import decisions
from browser.conftest import CHROMIUM
from playwright.sync_api import Page, sync_playwright
from site_build import SITE
from site_files.static_server import copied, served

from prikup.bots import LEVELS
from prikup.games import GAMES

__all__ = ["in_tab"]

ASKED = """async ([worker, question]) => {
  globalThis.assistant ??= new Worker(worker, { type: "module" });
  const answer = new Promise((done) => (globalThis.assistant.onmessage = ({ data }) => done(data)));
  globalThis.assistant.postMessage(new Uint8Array(question));
  return Array.from(await answer);
}"""
DECIDED = "(made := {{'__name__': 'decisions'}}, exec({source!r}, made), made['digest']{asked!r})[-1]"
"""What is evaluated in the tab: this very program that decides here, too."""


def in_tab(page: Page, name: str, level: str, many: int) -> str:
    """Return the digest of some actions in the tab; the page is one of a site."""
    (worker,) = (SITE / "assets").glob("assistant_worker-*.js")
    code = DECIDED.format(source=Path(decisions.__file__).read_text("utf-8"), asked=(name, level, many))
    question = dumps((eval, (code,), {}))
    done, found = loads(bytes(page.evaluate(ASKED, [f"/assets/{worker.name}", list(question)])))
    assert done, found
    digest: str = found
    return digest


def main() -> None:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    arguments = parser.parse_args()
    wrong = 0
    with TemporaryDirectory() as folder, served(copied(Path(folder) / "site")) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=url)
        page.goto("/mark.svg")
        for level in arguments.levels:
            for name in GAMES:
                begun = time.perf_counter()
                there = in_tab(page, name, level, arguments.decisions)
                between = time.perf_counter()
                here = decisions.digest(name, level, arguments.decisions)
                took = f"{between - begun:.1f} s there, {time.perf_counter() - between:.1f} s here"
                verdict = "the same" if there == here else f"OTHER HERE: {here[:16]}"
                print(name, level, arguments.decisions, there[:16], verdict, f"({took})", flush=True)
                wrong += there != here
        browser.close()
    sys.exit(f"{wrong} differ" if wrong else 0)


if __name__ == "__main__":
    main()
