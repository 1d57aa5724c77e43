"""A stand-in for the engine of a browser, for tests of pages that only this device answers.

It answers in the place of the host worker, over its channel, while it holds the lock of the host. The tests of the
static site run the engine itself.
"""

import msgspec
from playwright.sync_api import Page, Route

from prikup.archive.shared_deal import DealLink, open_link
from prikup.rules.errors import Reason

__all__ = ["open_deal_links"]

HOST = """() => {
  const channel = new BroadcastChannel("prikup-here");
  void navigator.locks.request("prikup-host", () => new Promise(() => undefined));
  channel.onmessage = async ({ data }) => {
    if (data.path !== "deals") return;
    const response = await fetch("/stand-in/deals", { method: "POST", body: data.body });
    channel.postMessage({ to: data.from, request: data.request, ...(await response.json()) });
  };
}"""
"""The stand-in, with the names and messages of `web/src/device/engine/host_messages.ts`."""


def open_deal_links(page: Page) -> None:
    """Let the page's device open links to deals as the package does."""

    def answer(route: Route) -> None:
        deal = open_link(msgspec.json.decode(route.request.post_data or "", type=DealLink).text)
        body, status = ({"reason": deal}, 400) if isinstance(deal, Reason) else (deal, 200)
        route.fulfill(json={"status": status, "answer": msgspec.json.encode(body).decode()})

    page.route("**/stand-in/deals", answer)
    page.add_init_script(f"({HOST})()")
