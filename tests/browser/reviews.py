"""A review that is made up of the deal itself: for those who look at how it is drawn, not at what it says."""

from functools import cache
from typing import Any

from playwright.sync_api import APIRequestContext, Page, Route

__all__ = ["answering", "made_up"]

CALLS = 52
"""The actions below this are cards."""
MISTAKES, RINGS = 5, 7
"""Every so many choices of a card there is a mistake, and a loss that only all cards tell."""


def answering(page: Page, done: bool = True) -> None:
    """Let a page hear made-up reviews; if they are not `done`, half of one for ever."""
    # A page that is closed while it waits for one asks until then: only its first question may take time.
    review = cache(made_up)

    def answer(route: Route) -> None:
        found = review(page.context.request, route.request.url.removesuffix("/review"))
        half = found["decisions"][: len(found["decisions"]) // 2]
        waits = {"state": "under-way", "decisions": half, "of": len(found["decisions"])}
        route.fulfill(json={"state": "done", "review": found} if done else waits)

    page.route("**/api/matches/*/deals/*/review", answer)


def made_up(http: APIRequestContext, address: str) -> dict[str, Any]:
    """A review of the deal at an address."""
    deal = http.get(address).json()
    sides = range(len(deal["table"]["sides"]))
    decisions = [_decision(at, step) for at, step in enumerate(deal["steps"]) if step["moved"]]
    names = ("cards", "auction", "own_mistakes", "other_mistakes", "unknown")
    parts = [
        dict(zip(names, ("3.500000", "-1.500000", "-12.250000", "8.000000", "0.333333"), strict=True)) for _ in sides
    ]
    played = [at for at, step in enumerate(deal["steps"]) if step["before"]["public"]["phase"] == "play"]
    ends = [*played, len(deal["steps"])] if played else []
    course = [{"at": at, "points": [at % 7 - 3 + side for side in sides]} for at in ends]
    return {"decisions": decisions, "parts": [{"settlement": "-1.916667", **each} for each in parts], "course": course}


def _decision(at: int, step: dict[str, Any]) -> dict[str, Any]:
    public, (seat, act) = step["before"]["public"], (step["moved"]["seat"], step["moved"]["act"])
    trick = len(public["tricks"]["past"]) + 1 if public["tricks"] else 0
    found = {"at": at, "seat": seat, "phase": public["phase"], "trick": trick, "did": [act], "verdict": "only"}
    owner = public["turn"] if public["phase"] == "play" else seat
    hand = [card for card in range(CALLS) if step["before"]["hands"][owner] >> card & 1]
    others = [card for card in hand if card != act] if act < CALLS else [CALLS]
    if not others or act == others[0]:
        return found
    seen = {"all_seen": 9.0} if public["phase"] == "play" else {}
    right = {"does": [act], "points": 12.25, "behind": 0.0, "error": 0.0, **seen}
    rest = [{"does": [card], "points": 11.5, "behind": 0.75, "error": 0.5, **seen} for card in others]
    lost = seen and {"all_seen": -51.25}
    wrong = {**right, "points": -7.5, "behind": 19.75, "error": 1.5, **lost}
    told: dict[str, Any] = {"verdict": "right", "lost": 0.0, "lost_all_seen": 0.0, "choices": [right, *rest]}
    if at % MISTAKES == 0:
        best = {**rest[0], "points": 12.25, "behind": 0.0, "error": 0.0}
        numbers = {"best": best["does"], "points": "19.8", "deals": 200, "better": 151, "worse": 23}
        told = {"verdict": "mistake", "lost": 19.75 - at / 100, "lost_all_seen": 60.25 if seen else 0.0}
        told |= {"choices": [best, *rest[1:], wrong], "why": {"key": "review-more", "numbers": numbers}}
    elif at % RINGS == 0 and seen:
        told |= {"verdict": "unlucky", "lost_all_seen": 60.25, "choices": [{**right, **lost}, *rest]}
    return {**found, "worlds": 200, "every": False, **told}
