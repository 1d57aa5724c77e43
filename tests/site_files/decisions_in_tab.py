"""What the computer players of a site decide, held to those of this machine: `make decisions-tab`.

For each game and level some thousands of actions are done with the same seeds in Chromium, in the worker of a site that
computes what takes long, and here; their SHA-256 must be the same.
"""

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bots import decisions
from browser.conftest import CHROMIUM
from playwright.sync_api import Page, sync_playwright
from site_files.in_assistant import evaluated
from site_files.static_server import copied, served

from prikup.bots import LEVELS
from prikup.games import GAMES

__all__ = ["in_tab"]


def in_tab(page: Page, name: str, level: str, many: int) -> str:
    """Return the digest of some actions in the tab, by this very program; the page is one of a site."""
    source = Path(decisions.__file__).read_text("utf-8")
    digest: str = evaluated(page, source, "digest", name, level, many)
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
