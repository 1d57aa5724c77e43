"""Compare the computer players' decisions in a browser with those on this machine: `make decisions-tab`.

For each game and level some thousand decisions are made with the same seeds twice: in the background worker of a static
site in Chromium, and in this process. The SHA-256 of both must be equal. The page is cross-origin isolated, so that the
solver has several threads; with `--alone` it has one.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from browser.conftest import CHROMIUM
from campaigns import bot_decisions
from playwright.sync_api import Page, sync_playwright
from static_site.browser_worker import evaluate_in_worker
from static_site.static_server import copy_site, serve_folder
from static_site.test_offline import wait_until_kept
from support.command_line import parse_command_line

from prikup.bots import LEVELS
from prikup.games import GAMES

__all__ = ["digest_in_tab"]

THREADS = "from prikup.solver.wasm import threads"


def digest_in_tab(page: Page, name: str, level: str, decision_count: int) -> str:
    """Return the digest that the module `bot_decisions` computes in the browser.

    It is that of the first `decision_count` decisions in the game `name` by players of the strength `level`.
    """
    source = Path(bot_decisions.__file__).read_text("utf-8")
    digest: str = evaluate_in_worker(page, source, "digest", name, level, decision_count)
    return digest


def main() -> None:
    """Compare the digests, and print those that differ."""
    arguments = parse_command_line(__doc__, decisions=2000, levels=LEVELS, alone=False)
    wrong = 0
    with (
        TemporaryDirectory() as name,
        serve_folder(site := copy_site(Path(name) / "site")) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=url)
        page.goto("/rules")
        if not arguments.alone:
            wait_until_kept(page, site)
            page.reload()
        print(evaluate_in_worker(page, THREADS, "threads"), "threads", flush=True)
        for level in arguments.levels:
            for name in GAMES:
                start = time.perf_counter()
                browser_digest = digest_in_tab(page, name, level, arguments.decisions)
                middle = time.perf_counter()
                own_digest = bot_decisions.digest(name, level, arguments.decisions)
                took = f"{middle - start:.1f} s there, {time.perf_counter() - middle:.1f} s here"
                verdict = "the same" if browser_digest == own_digest else f"OTHER HERE: {own_digest[:16]}"
                print(name, level, arguments.decisions, browser_digest[:16], verdict, f"({took})", flush=True)
                wrong += browser_digest != own_digest
        browser.close()
    sys.exit(f"{wrong} differ" if wrong else 0)


if __name__ == "__main__":
    main()
