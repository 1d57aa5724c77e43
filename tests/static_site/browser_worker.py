"""Evaluate Python code in the background worker of a static site."""

from pickle import dumps, loads
from typing import Any

from playwright.sync_api import Page
from service_worker_files import SITE

__all__ = ["evaluate_in_worker"]

ASK_WORKER = """async ([worker, question]) => {
  globalThis.assistant ??= new Worker(worker, { type: "module" });
  const answer = new Promise((done) => (globalThis.assistant.onmessage = ({ data }) => done(data)));
  globalThis.assistant.postMessage(new Uint8Array(question));
  return Array.from(await answer);
}"""
CALL_FUNCTION = "(made := {{'__name__': 'elsewhere'}}, exec({source!r}, made), made[{function!r}]{arguments!r})[-1]"


def evaluate_in_worker(page: Page, source: str, function: str, *arguments: Any) -> Any:
    """Return the result of a function defined in a program text; the page is one of a site."""
    (worker,) = (SITE / "assets").glob("background_worker_entry-*.js")
    code = CALL_FUNCTION.format(source=source, function=function, arguments=arguments)
    question = dumps((eval, (code,), {}))
    success, result = loads(bytes(page.evaluate(ASK_WORKER, [f"/assets/{worker.name}", list(question)])))
    assert success, result
    return result
