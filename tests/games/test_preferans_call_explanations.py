"""Explanations of calls in Preferans agree with the scores of settled deals."""

import random
from typing import Any

import pytest
from games.meanings import deals, explanation_numbers, finish_deal, take_random_action
from games.preferans_table import preferans

from prikup.games.preferans import KIND
from prikup.games.preferans.calls import HALF, LEVEL, MISERE, PASS, WHIST
from prikup.games.preferans.rules import Preferans
from prikup.games.preferans.settlement import whists_on
from prikup.rules.score_sheet import SheetRow
from prikup.rules.state import State, view

EXTRA_OPTIONS = (
    "sochi shortfall_split=personal consolation=ten",
    "rostov shortfall_split=strict_personal q1_responsible=both",
    "leningrad whist_style=gentleman half_whist=drop",
    "sochi consolation_passer=off q1_responsible=both pool=6",
)
each_preset = pytest.mark.parametrize("preset", [*KIND.presets, *EXTRA_OPTIONS])
DEALS = 60


def row_of(rules: Preferans, state: State[Any]) -> SheetRow:
    return rules.scoring.row(rules.outcome(state), state.public.match)


def whist_total(rules: Preferans, row: SheetRow, seat: int, payer: int, *excluded_reasons: str) -> int:
    """Return the whists of a seat on another, except those for some reasons."""
    column = whists_on(seat, payer, rules.seats)
    entries = (entry for entry in row.entries if (entry.column, entry.side) == (column, seat))
    return sum(entry.amount for entry in entries if entry.reason.key not in excluded_reasons)


def penalty(rules: Preferans, row: SheetRow, seat: int, key: str, pays: str) -> int:
    """Return what a seat pays for one reason: its dump, or the whists that each of the others writes."""
    entries = [entry for entry in row.entries if entry.reason.key.removesuffix("-of") == key]
    if pays == "dump":
        return sum(entry.amount for entry in entries if entry.column == "dump" and entry.side == seat)
    payments = [entry for entry in entries if entry.reason.numbers.get("seat") == seat]
    amounts = {entry.side: entry.amount for entry in payments}
    assert len(amounts) in (0, rules.seats - 1), "each of the others writes as much"
    return max(amounts.values(), default=0)


@each_preset
def test_preferans_whist_explanation_matches_scores(preset: str) -> None:
    rules, rng, checked_cases = preferans(preset), random.Random(7), set[Any]()
    for start in deals(rules, rng, DEALS, 12):
        for _ in range(4):
            state = start
            while state.public.phase not in ("whist", "play", "over"):
                state = take_random_action(rules, state, rng)
            while state.public.phase == "whist":
                seat, call = state.public.actor, rng.choice(rules.legal(view(state, state.public.actor)))
                explanation = explanation_numbers(rules, state, call)
                state = rules.apply(state, call)
                for _ in range(6):
                    check_whist(rules, finish_deal(rules, state, rng), seat, call, explanation, checked_cases)
    assert len(checked_cases) == 6, f"all that two defenders may settle on was met but: {checked_cases}"


def check_whist(
    rules: Preferans,
    end: State[Any],
    seat: int,
    call: int,
    explanation: dict[str, dict[str, Any]],
    checked_cases: set[Any],
) -> None:
    public, row = end.public, row_of(rules, end)
    declarer, defender_index = public.declarer, public.defenders.index(seat)
    whist_calls = rules.outcome(end).whist
    own_call, co_defender_call = whist_calls[defender_index], whist_calls[1 - defender_index]
    words = {"whist": WHIST, "half": HALF, "pass": PASS}
    if words[own_call] != call:
        return  # the first defender has called again since
    checked_cases.add((own_call, co_defender_call, public.tricks is None))
    level, tricks = LEVEL[public.contract], public.tricks.won if public.tricks else (0,) * rules.seats
    short = max(0, level - tricks[declarer]) if public.tricks else 0
    own_tricks, co_defender_tricks = tricks[seat], tricks[public.defenders[1 - defender_index]]
    fails = explanation.get("means-fails", {"each": 0, "shared": "no"})
    if public.tricks is None:
        check_unplayed(public, row, defender_index, (own_call, co_defender_call), explanation)
        return
    expected_whists = 0
    if own_call == "whist":
        expected_whists = explanation["means-whist"]["price"] * (
            own_tricks if co_defender_call == "whist" else own_tricks + co_defender_tricks
        )
    is_shared = fails["shared"] == "all" or (fails["shared"] == "alone" and "pass" in (own_call, co_defender_call))
    if short and is_shared:
        price = explanation["means-whist"]["price"] if own_call == "whist" else rules_price(rules, level)
        expected_whists = price * (own_tricks + co_defender_tricks) // 2
    assert whist_total(rules, row, seat, declarer, "consolation", "failed-of", "whist-short-of") == expected_whists
    if "means-fails" in explanation or own_call == "whist":
        consolation = sum(e.amount for e in row.entries if e.side == seat and e.reason.key == "consolation")
        assert consolation == fails["each"] * short
    if own_call == "whist":
        check_shortfall(
            rules, row, seat, (own_tricks, co_defender_tricks), co_defender_call, explanation["means-whist"]
        )
    else:
        assert not penalty(rules, row, seat, "whist-short", "dump")


def rules_price(rules: Preferans, level: int) -> int:
    return {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}[level] * (2 if rules.options.system == "leningrad" else 1)


def check_unplayed(
    public: Any, row: SheetRow, defender_index: int, words: tuple[str, str], explanation: dict[str, dict[str, Any]]
) -> None:
    """Compare the scores of an unplayed game with the explanation given to a defender."""
    seat, co_defender = public.defenders[defender_index], public.defenders[1 - defender_index]
    means = explanation.get("means-half") or explanation["means-pass"]
    pool = [entry for entry in row.entries if entry.reason.key == "unopposed"]
    assert [(entry.side, entry.amount) for entry in pool] == [(public.declarer, means["points"])]
    spilt = [entry for entry in row.entries if entry.reason.key in ("aid-got", "all-pools-full")]
    assert bool(means["over"]) == bool(spilt)
    halves = {entry.side: entry.amount for entry in row.entries if entry.reason.key == "half-whist"}
    assert halves == {
        defender: means["half"] for defender, word in zip((seat, co_defender), words, strict=True) if word == "half"
    }


def check_shortfall(
    rules: Preferans, row: SheetRow, seat: int, tricks: tuple[int, int], co_defender_call: str, means: dict[str, Any]
) -> None:
    """Compare the payment of a whister with too few tricks."""
    own_tricks, co_defender_tricks = tricks
    shortfall = max(0, means["quota"] - own_tricks - co_defender_tricks)
    if co_defender_call == "pass":
        assert means["with"] in ("alone", "either")
        missing = shortfall
    else:
        assert means["with"] in ("both", "either")
        lacking = max(0, means["own"] - own_tricks)
        missing = {
            "free": 0,
            "together": shortfall,
            "strict_personal": lacking or (shortfall if means["quota"] == 1 else 0),
            "personal": lacking if shortfall else 0,
            "capped": min(lacking, shortfall),
        }[means["split"]]
    assert penalty(rules, row, seat, "whist-short", means["pays"]) == missing * means["fine"]


@each_preset
def test_preferans_contract_explanation_matches_scores(preset: str) -> None:
    rules, rng, checked_cases = preferans(preset), random.Random(11), set[Any]()
    for start in deals(rules, rng, DEALS, 12):
        state = start
        while state.public.phase not in ("declare", "play", "over"):
            state = take_random_action(rules, state, rng)
        if state.public.phase != "declare":
            continue
        for call in rules.legal(view(state, state.public.actor))[:8]:
            checked_cases.add(check_contract(rules, state, call, rng))
    assert len(checked_cases) >= 5, f"too few cases were met: {checked_cases}"


def check_contract(rules: Preferans, state: State[Any], call: int, rng: random.Random) -> tuple[bool, int]:
    """Compare the declarer's scores, and the whisters' scores besides their tricks; return which case it was."""
    declarer, explanation = state.public.declarer, explanation_numbers(rules, state, call)
    end = finish_deal(rules, rules.apply(state, call), rng)
    row, public = row_of(rules, end), end.public
    means = explanation["means-contract"]
    pool_amounts = [entry.amount for entry in row.entries if entry.reason.key in ("made", "unopposed")]
    short = max(0, LEVEL[call] - public.tricks.won[declarer]) if public.tricks else 0
    assert pool_amounts == ([] if short else [means["points"]])
    assert penalty(rules, row, declarer, "failed", means["pays"]) == short * means["fine"]
    for whister in public.whisters:
        consolation = sum(e.amount for e in row.entries if e.side == whister and e.reason.key == "consolation")
        assert consolation == short * means["each"]
    return bool(short), len(public.whisters)


@each_preset
def test_preferans_misere_explanation_matches_scores(preset: str) -> None:
    rules, rng, results = preferans(preset), random.Random(13), set[Any]()
    for start in deals(rules, rng, DEALS, 12):
        seat = start.public.actor
        assert seat is not None
        means = explanation_numbers(rules, start, MISERE)["means-misere"]
        state = rules.apply(start, MISERE)
        while state.public.phase == "auction":
            state = rules.apply(state, PASS)
        for _ in range(6):
            end = finish_deal(rules, state, rng)
            row, tricks = row_of(rules, end), end.public.tricks.won[seat]
            pool_amounts = [entry.amount for entry in row.entries if entry.reason.key == "misere-made"]
            assert pool_amounts == ([] if tricks else [means["points"]])
            assert penalty(rules, row, seat, "misere-failed", means["pays"]) == tricks * means["fine"]
            results.add(bool(tricks))
    assert results == {True, False}
