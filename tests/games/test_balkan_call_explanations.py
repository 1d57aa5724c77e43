"""Explanations of calls in Balkan Preferans agree with the scores of settled deals."""

import random
from collections import Counter
from typing import Any

import pytest
from games.balkan_table import balkan
from games.meanings import deals, explanation_numbers, finish_deal, take_random_action

from prikup.games.balkan import KIND, Balkan
from prikup.games.balkan.calls import ACCEPT, DONT, INVITE, REFUSE
from prikup.games.balkan.explanations import current_stake
from prikup.games.balkan.seating import opponents
from prikup.rules.score_sheet import SheetRow
from prikup.rules.state import State

EXTRA_OPTIONS = (
    "balkan kontra=rekontra betl_kontra=writer_both quota=two_each preferans=on",
    "serbian-club quota=two_each_always invite=may_refuse betl_kontra=writer_one lowest_needs_kontra=refa_else_void",
    "balkan refe=0 kontra=kontra lowest_needs_kontra=refa_else_void",
)
each_preset = pytest.mark.parametrize("preset", [*KIND.presets, *EXTRA_OPTIONS])
DEALS = 160


def amount(row: SheetRow, seat: int, *columns: str) -> int:
    return sum(entry.amount for entry in row.entries if entry.side == seat and entry.column in columns)


def supe(row: SheetRow, seat: int) -> int:
    return amount(row, seat, "left", "right", "across")


@each_preset
def test_balkan_call_explanation_matches_scores(preset: str) -> None:
    rules, rng, check_counts = balkan(preset), random.Random(17), Counter[str]()
    for start in deals(rules, rng, DEALS, 20):
        for _ in range(3):
            state, explained_calls = start, []
            while state.public.phase not in ("play", "over"):
                seat, call_state = state.public.actor, state
                state = take_random_action(rules, state, rng)
                if call_state.public.phase in ("declare", "name_game", "follow", "speak", "invited", "kontra"):
                    call = state.public.said[-1].action
                    numbers = explanation_numbers(rules, call_state, call)
                    explained_calls.append((seat, call, numbers, call_state))
            for _ in range(4):
                end = finish_deal(rules, state, rng)
                row = rules.scoring.row(rules.outcome(end), end.public.match)
                for seat, call, numbers, call_state in explained_calls:
                    check_counts[check(rules, end, row, seat, call, numbers, call_state)] += 1
    checked_kinds = {kind for kind in check_counts if kind}
    assert {"come", "dont", "made", "lost"} <= checked_kinds, check_counts
    if rules.options.kontra != "off":
        assert "kontra" in checked_kinds, check_counts
    if rules.options.invite != "off":
        assert "invite" in checked_kinds, check_counts


def check(
    rules: Balkan,
    end: State[Any],
    row: SheetRow,
    seat: int,
    call: int,
    explanation: dict[str, Any],
    call_state: State[Any],
) -> str:
    """Compare an explanation with the row if the deal went on as explained; return which explanation it was."""
    public, outcome = end.public, rules.outcome(end)
    tricks = public.tricks.won if public.tricks else (0,) * rules.seats
    is_lost = not outcome.is_made
    if call_state.public.phase in ("declare", "name_game"):
        means = explanation.get("means-game")
        if seat != public.declarer or call != public.contract or means is None or public.level:
            return ""
        bule = amount(row, seat, "bule")
        if public.tricks is None and bule == 0:
            return ""  # the lowest game, not played
        assert bule == (means["stake"] if is_lost else -means["stake"])
        if is_lost and means["what"] != "tricks":
            assert [supe(row, follower) for follower in public.comers] == [means["supe"]] * 2
        return "lost" if is_lost else "made"
    if "means-doubled" in explanation or "means-undoubled" in explanation:
        means = explanation.get("means-doubled") or explanation["means-undoubled"]
        if (
            rules.outcome(end).kontra
            == ("none", "kontra", "rekontra", "subkontra", "mortkontra")[
                call_state.public.level + ("means-doubled" in explanation)
            ]
        ):
            assert abs(amount(row, public.declarer, "bule")) == means["stake"]
        return "kontra"
    co_defender = next(
        follower for follower in opponents(rules.options, public.dealer, public.declarer) if follower != seat
    )
    if "means-kontra" in explanation or "means-kontra-betl" in explanation:
        return check_kontra(row, public, seat, co_defender, explanation, is_lost, tricks)
    if call == INVITE:
        means = explanation["means-invite"]
        if public.writer != seat:
            return ""
        side_tricks = tricks[seat] + tricks[co_defender]
        assert supe(row, seat) == side_tricks * means["stake"]
        assert amount(row, seat, "bule") == (means["stake"] if not is_lost and side_tricks < 4 else 0)
        return "invite"
    if call in (ACCEPT, REFUSE, DONT) and public.writer != seat:
        assert not supe(row, seat)
        assert not amount(row, seat, "bule")
    if call == DONT and public.tricks is None and not public.comers:
        bule = {"made": -explanation["means-dont"]["stake"], "refa": 0, "nothing": 0}[
            explanation["means-dont"]["unplayed"]
        ]
        assert amount(row, public.declarer, "bule") == bule
        assert (amount(row, seat, "refe") == 1) == (explanation["means-dont"]["unplayed"] == "refa")
        return "dont"
    if "means-lowest" in explanation and public.tricks is None:
        expected_bule = {"made": -current_stake(rules.options, public), "refa": 0, "nothing": 0}[
            explanation["means-lowest"]["unplayed"]
        ]
        assert amount(row, public.declarer, "bule") == expected_bule
        return "lowest"
    if "means-betl" in explanation and not public.level:
        assert supe(row, seat) == (explanation["means-betl"]["supe"] if is_lost else 0)
        return "betl"
    if "means-come" not in explanation or public.writer is not None or public.tricks is None:
        return ""
    means, both_come = explanation["means-come"], len(public.comers) == 2
    assert means["with"] in ("either", "both" if both_come else "alone")
    assert supe(row, seat) == tricks[seat] * means["stake"]
    owes = tricks[seat] < 2 and not is_lost
    if both_come and means["quota"] == "two_or_four":
        owes = owes and tricks[seat] + tricks[co_defender] < 4
    if both_come and means["quota"] == "two_each_always":
        owes = tricks[seat] < 2
    assert amount(row, seat, "bule") == (means["stake"] if owes else 0)
    return "come"


def check_kontra(
    row: SheetRow,
    public: Any,
    seat: int,
    co_defender: int,
    explanation: dict[str, Any],
    is_lost: bool,
    tricks: tuple[int, ...],
) -> str:
    if public.level != 1:
        return ""
    if means := explanation.get("means-kontra"):
        assert supe(row, seat) == (tricks[seat] + tricks[co_defender]) * means["stake"]
    else:
        means = explanation["means-kontra-betl"]
        assert supe(row, seat) == (means["own"] if is_lost else 0)
        assert supe(row, co_defender) == (means["each"] if is_lost else 0)
    assert amount(row, seat, "bule") == (0 if is_lost else means["stake"])
    return "kontra"
