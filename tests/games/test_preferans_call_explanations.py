"""Explanations of calls in Preferans agree with the scores of settled deals."""

import random
from typing import Any

import pytest
from games.meanings import acted, deals, finished, told
from games.preferans_table import preferans

from prikup.games.preferans import KIND
from prikup.games.preferans.calls import HALF, LEVEL, MISERE, PASS, WHIST
from prikup.games.preferans.rules import Preferans
from prikup.games.preferans.settlement import whists_on
from prikup.rules.score_sheet import SheetRow
from prikup.rules.state import State, view

MORE = (
    "sochi shortfall_split=personal consolation=ten",
    "rostov shortfall_split=strict_personal q1_responsible=both",
    "leningrad whist_style=gentleman half_whist=drop",
    "sochi consolation_passer=off q1_responsible=both pool=6",
)
each_preset = pytest.mark.parametrize("preset", [*KIND.presets, *MORE])
DEALS = 60


def row_of(rules: Preferans, state: State[Any]) -> SheetRow:
    return rules.row(rules.outcome(state), state.public.match)


def on(rules: Preferans, row: SheetRow, seat: int, other: int, *but: str) -> int:
    """Return the whists of a seat on another, except those for some reasons."""
    column = whists_on(seat, other, rules.seats)
    mine = (each for each in row.entries if (each.column, each.side) == (column, seat))
    return sum(each.amount for each in mine if each.reason.key not in but)


def dumped(rules: Preferans, row: SheetRow, seat: int, key: str, pays: str) -> int:
    """Return what a seat pays for one reason: its dump, or the whists that each of the others writes."""
    entries = [each for each in row.entries if each.reason.key.removesuffix("-of") == key]
    if pays == "dump":
        return sum(each.amount for each in entries if each.column == "dump" and each.side == seat)
    others = [each for each in entries if each.reason.numbers.get("seat") == seat]
    amounts = {each.side: each.amount for each in others}
    assert len(amounts) in (0, rules.seats - 1), "each of the others writes as much"
    return max(amounts.values(), default=0)


@each_preset
def test_a_whist_costs_and_brings_what_it_says(preset: str) -> None:
    rules, rng, seen = preferans(preset), random.Random(7), set[Any]()
    for start in deals(rules, rng, DEALS, 12):
        for _ in range(4):
            state = start
            while state.public.phase not in ("whist", "play", "over"):
                state = acted(rules, state, rng)
            while state.public.phase == "whist":
                seat, call = state.public.actor, rng.choice(rules.legal(view(state, state.public.actor)))
                said = told(rules, state, call)
                state = rules.apply(state, call)
                for _ in range(6):
                    check_whist(rules, finished(rules, state, rng), seat, call, said, seen)
    assert len(seen) == 6, f"all that two defenders may settle on was met but: {seen}"


def check_whist(
    rules: Preferans, end: State[Any], seat: int, call: int, said: dict[str, dict[str, Any]], seen: set[Any]
) -> None:
    public, row = end.public, row_of(rules, end)
    declarer, at = public.declarer, public.defenders.index(seat)
    settled = rules.outcome(end).whist
    own, other = settled[at], settled[1 - at]
    words = {"whist": WHIST, "half": HALF, "pass": PASS}
    if words[own] != call:
        return  # the first defender has called again since
    seen.add((own, other, public.tricks is None))
    level, won = LEVEL[public.contract], public.tricks.won if public.tricks else (0,) * rules.seats
    short = max(0, level - won[declarer]) if public.tricks else 0
    mine, theirs = won[seat], won[public.defenders[1 - at]]
    fails = said.get("means-fails", {"each": 0, "shared": "no"})
    if public.tricks is None:
        check_unplayed(public, row, at, (own, other), said)
        return
    expected = 0
    if own == "whist":
        expected = said["means-whist"]["price"] * (mine if other == "whist" else mine + theirs)
    shared = fails["shared"] == "all" or (fails["shared"] == "alone" and "pass" in (own, other))
    if short and shared:
        together = said["means-whist"]["price"] if own == "whist" else rules_price(rules, level)
        expected = together * (mine + theirs) // 2
    assert on(rules, row, seat, declarer, "consolation", "failed-of", "whist-short-of") == expected
    if "means-fails" in said or own == "whist":
        paid = sum(e.amount for e in row.entries if e.side == seat and e.reason.key == "consolation")
        assert paid == fails["each"] * short
    if own == "whist":
        check_shortfall(rules, row, seat, (mine, theirs), other, said["means-whist"])
    else:
        assert not dumped(rules, row, seat, "whist-short", "dump")


def rules_price(rules: Preferans, level: int) -> int:
    return {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}[level] * (2 if rules.options.system == "leningrad" else 1)


def check_unplayed(
    public: Any, row: SheetRow, at: int, words: tuple[str, str], said: dict[str, dict[str, Any]]
) -> None:
    """Compare the scores of an unplayed game with the explanation given to a defender."""
    seat, other = public.defenders[at], public.defenders[1 - at]
    means = said.get("means-half") or said["means-pass"]
    pool = [each for each in row.entries if each.reason.key == "unopposed"]
    assert [(each.side, each.amount) for each in pool] == [(public.declarer, means["points"])]
    spilt = [each for each in row.entries if each.reason.key in ("aid-got", "all-pools-full")]
    assert bool(means["over"]) == bool(spilt)
    halves = {each.side: each.amount for each in row.entries if each.reason.key == "half-whist"}
    assert halves == {who: means["half"] for who, word in zip((seat, other), words, strict=True) if word == "half"}


def check_shortfall(
    rules: Preferans, row: SheetRow, seat: int, tricks: tuple[int, int], other: str, means: dict[str, Any]
) -> None:
    """Compare the payment of a whister with too few tricks."""
    mine, theirs = tricks
    together = max(0, means["quota"] - mine - theirs)
    if other == "pass":
        assert means["with"] in ("alone", "either")
        missing = together
    else:
        assert means["with"] in ("both", "either")
        lacking = max(0, means["own"] - mine)
        missing = {
            "free": 0,
            "together": together,
            "strict_personal": lacking or (together if means["quota"] == 1 else 0),
            "personal": lacking if together else 0,
            "capped": min(lacking, together),
        }[means["split"]]
    assert dumped(rules, row, seat, "whist-short", means["pays"]) == missing * means["fine"]


@each_preset
def test_a_contract_writes_what_it_says(preset: str) -> None:
    rules, rng, seen = preferans(preset), random.Random(11), set[Any]()
    for start in deals(rules, rng, DEALS, 12):
        state = start
        while state.public.phase not in ("declare", "play", "over"):
            state = acted(rules, state, rng)
        if state.public.phase != "declare":
            continue
        for call in rules.legal(view(state, state.public.actor))[:8]:
            seen.add(check_contract(rules, state, call, rng))
    assert len(seen) >= 5, f"too few cases were met: {seen}"


def check_contract(rules: Preferans, state: State[Any], call: int, rng: random.Random) -> tuple[bool, int]:
    """Compare the declarer's scores, and the whisters' scores besides their tricks; return which case it was."""
    declarer, said = state.public.declarer, told(rules, state, call)
    end = finished(rules, rules.apply(state, call), rng)
    row, public = row_of(rules, end), end.public
    means = said["means-contract"]
    pooled = [each.amount for each in row.entries if each.reason.key in ("made", "unopposed")]
    short = max(0, LEVEL[call] - public.tricks.won[declarer]) if public.tricks else 0
    assert pooled == ([] if short else [means["points"]])
    assert dumped(rules, row, declarer, "failed", means["pays"]) == short * means["fine"]
    for whister in public.whisters:
        consoled = sum(e.amount for e in row.entries if e.side == whister and e.reason.key == "consolation")
        assert consoled == short * means["each"]
    return bool(short), len(public.whisters)


@each_preset
def test_a_misere_writes_what_it_says(preset: str) -> None:
    rules, rng, seen = preferans(preset), random.Random(13), set[Any]()
    for start in deals(rules, rng, DEALS, 12):
        seat = start.public.actor
        assert seat is not None
        means = told(rules, start, MISERE)["means-misere"]
        state = rules.apply(start, MISERE)
        while state.public.phase == "auction":
            state = rules.apply(state, PASS)
        for _ in range(6):
            end = finished(rules, state, rng)
            row, taken = row_of(rules, end), end.public.tricks.won[seat]
            pooled = [each.amount for each in row.entries if each.reason.key == "misere-made"]
            assert pooled == ([] if taken else [means["points"]])
            assert dumped(rules, row, seat, "misere-failed", means["pays"]) == taken * means["fine"]
            seen.add(bool(taken))
    assert seen == {True, False}
