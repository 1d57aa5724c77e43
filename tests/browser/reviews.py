"""An artificial review derived from the deal, for tests of its display rather than its content."""

from functools import cache
from typing import Any

from playwright.sync_api import APIRequestContext, Page, Route

from prikup.review.judgement import FAULTS

__all__ = ["artificial_review", "mock_review_counts", "mock_reviews"]

CALLS = 52
"""Actions below this number are cards."""
MISTAKES, UNLUCKY, UNSURE = 5, 7, 11
"""Every 5th choice is a mistake, every 7th lost points only with all cards seen, every 11th is unsure."""
PARTS = {
    "settlement": "-1.916667",
    "deal": "2.333333",
    "calls": "-0.500000",
    "cards": "-12.250000",
    "others": "8.500000",
    "deal_error": "2.500000",
    "calls_error": "0.400000",
    "cards_error": "1.500000",
    "others_error": "1.900000",
}


def mock_reviews(page: Page, complete: bool = True) -> None:
    """Answer a page's review requests with artificial reviews; unless `complete`, with half of one forever."""
    # A closed page may still be waiting for a response, so only its first request may take time.
    load_review = cache(artificial_review)

    def answer(route: Route) -> None:
        review = load_review(page.context.request, route.request.url.removesuffix("/review"))
        half = review["decisions"][: len(review["decisions"]) // 2]
        waits = {"state": "under-way", "decisions": half, "of": len(review["decisions"])}
        route.fulfill(json={"state": "done", "review": review} if complete else waits)

    page.route("**/api/matches/*/deals/*/review", answer)


def mock_review_counts(page: Page) -> None:
    """Report the deals of a match as reviewed in this way."""

    def answer(route: Route) -> None:
        match = route.fetch().json()
        for deal in match["deals"]:
            seats = artificial_review(page.context.request, f"{route.request.url}/deals/{deal['summary']['deal']}")[
                "seats"
            ]
            mistakes = [sum(seat["counts"][fault] for fault in FAULTS) for seat in seats]
            losses, worst_decisions = [seat["lost"] for seat in seats], [None for _ in seats]
            counts = {"decisions": [seat["decisions"] for seat in seats], "unsure": [0 for _ in seats]}
            parts = [{**PARTS, "dealt": "0", "dealt_error": "0"} for _ in match["table"]["sides"]]
            deal["review"] = {**counts, "mistakes": mistakes, "lost": losses, "worst": worst_decisions, "parts": parts}
        route.fulfill(json=match)

    page.route("**/api/matches/*", answer)


def artificial_review(http: APIRequestContext, address: str) -> dict[str, Any]:
    """Return an artificial review of the deal at a URL."""
    deal = http.get(address).json()
    sides = range(len(deal["table"]["sides"]))
    decisions = [_decision(index, step) for index, step in enumerate(deal["steps"]) if step["moved"]]
    parts = [{**PARTS, "dealt": "-4.000000" if side else "13.000000", "dealt_error": "4.500000"} for side in sides]
    play_indexes = [index for index, step in enumerate(deal["steps"]) if step["before"]["public"]["phase"] == "play"]
    ends = [*play_indexes, len(deal["steps"])] if play_indexes else []
    course = [{"at": index, "points": [index % 7 - 3 + side for side in sides]} for index in ends]
    seats = [_seat(seat, decisions) for seat in range(len(deal["seats"]))]
    return {"decisions": decisions, "seats": seats, "games": 16, "parts": parts, "course": course}


def _seat(seat: int, decisions: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the counts of a seat as in a review."""
    judged_decisions = [
        decision for decision in decisions if decision["seat"] == seat and decision["verdict"] != "only"
    ]
    verdicts = ["right" if decision["verdict"] == "unlucky" else decision["verdict"] for decision in judged_decisions]
    mistakes = sorted(
        (decision for decision in judged_decisions if decision["verdict"] in FAULTS),
        key=lambda decision: -float(decision["lost"]),
    )
    doubtful = next((decision["at"] for decision in judged_decisions if decision["verdict"] == "unsure"), None)
    return {
        "seat": seat,
        "lost": sum(decision["lost"] for decision in mistakes),
        "worst": [decision["at"] for decision in mistakes[:3]],
        "decisions": len(judged_decisions),
        "counts": {verdict: verdicts.count(verdict) for verdict in ("right", *FAULTS, "unsure")},
        "doubtful": doubtful,
        "possible_loss": 0.0 if doubtful is None else 2.25,
    }


def _decision(index: int, step: dict[str, Any]) -> dict[str, Any]:
    public, (seat, act) = step["before"]["public"], (step["moved"]["seat"], step["moved"]["act"])
    trick = len(public["tricks"]["past"]) + 1 if public["tricks"] else 0
    decision = {"at": index, "seat": seat, "phase": public["phase"], "trick": trick, "did": [act], "verdict": "only"}
    owner = public["turn"] if public["phase"] == "play" else seat
    hand = [card for card in range(CALLS) if step["before"]["hands"][owner] >> card & 1]
    alternatives = [card for card in hand if card != act] if act < CALLS else [CALLS]
    if not alternatives or act == alternatives[0]:
        return decision
    double_dummy = {"all_seen": 9.0} if public["phase"] == "play" else {}
    right = {"does": [act], "points": 12.25, "behind": 0.0, "error": 0.0, **double_dummy}
    rest = [{"does": [card], "points": 11.5, "behind": 0.75, "error": 0.5, **double_dummy} for card in alternatives]
    double_dummy_loss = double_dummy and {"all_seen": -51.25}
    wrong = {**right, "points": -7.5, "behind": 19.75, "error": 1.5, **double_dummy_loss}
    judgement: dict[str, Any] = {"verdict": "right", "lost": 0.0, "lost_all_seen": 0.0, "choices": [right, *rest]}
    if index % MISTAKES == 0:
        best = {**rest[0], "points": 12.25, "behind": 0.0, "error": 0.0}
        numbers = {"best": best["does"], "points": "19.8", "deals": 200, "better": 151, "worse": 23}
        verdict = FAULTS[index // MISTAKES % len(FAULTS)]
        judgement = {"verdict": verdict, "lost": 19.75 - index / 100, "lost_all_seen": 60.25 if double_dummy else 0.0}
        judgement |= {"choices": [best, *rest[1:], wrong], "why": {"key": "review-more", "numbers": numbers}}
        if not double_dummy:
            counts = {"actions": [act], "deals": 640, "undertaken": 600, "made": 246, "against": 516, "tricks": "5.6"}
            judgement["outlook"] = [{"key": "review-outlook-own", "numbers": counts}]
    elif index % UNLUCKY == 0 and double_dummy:
        judgement |= {"verdict": "unlucky", "lost_all_seen": 60.25, "choices": [{**right, **double_dummy_loss}, *rest]}
    elif index % UNSURE == 0:
        judgement |= {"verdict": "unsure", "possible_loss": 2.25}
    return {**decision, "worlds": 200, "every": False, **judgement}
