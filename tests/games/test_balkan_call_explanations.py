"""Explanations of calls in Balkan Preferans agree with the scores of settled deals."""

import random
from collections import Counter
from typing import Any

import pytest
from games.balkan_table import balkan
from games.meanings import acted, deals, finished, told

from prikup.games.balkan import KIND, Balkan
from prikup.games.balkan.calls import ACCEPT, DONT, INVITE, REFUSE
from prikup.games.balkan.seating import opponents
from prikup.rules.score_sheet import SheetRow
from prikup.rules.state import State

MORE = (
    "balkan kontra=rekontra betl_kontra=writer_both quota=two_each preferans=on",
    "serbian-club quota=two_each_always invite=may_refuse betl_kontra=writer_one lowest_needs_kontra=refa_else_void",
    "balkan refe=0 kontra=kontra lowest_needs_kontra=refa_else_void",
)
each_preset = pytest.mark.parametrize("preset", [*KIND.presets, *MORE])
DEALS = 160


def amount(row: SheetRow, seat: int, *columns: str) -> int:
    return sum(entry.amount for entry in row.entries if entry.side == seat and entry.column in columns)


def supe(row: SheetRow, seat: int) -> int:
    return amount(row, seat, "left", "right", "across")


@each_preset
def test_a_word_about_a_game_costs_and_brings_what_it_says(preset: str) -> None:
    rules, rng, seen = balkan(preset), random.Random(17), Counter[str]()
    for start in deals(rules, rng, DEALS, 20):
        for _ in range(3):
            state, said = start, []
            while state.public.phase not in ("play", "over"):
                seat, before = state.public.actor, state
                state = acted(rules, state, rng)
                if before.public.phase in ("declare", "name_game", "follow", "speak", "invited", "kontra"):
                    call = state.public.said[-1].action
                    numbers = told(rules, before, call)
                    said.append((seat, call, numbers, before))
            for _ in range(4):
                end = finished(rules, state, rng)
                row = rules.row(rules.outcome(end), end.public.match)
                for seat, call, numbers, before in said:
                    seen[check(rules, end, row, seat, call, numbers, before)] += 1
    met = {kind for kind in seen if kind}
    assert {"come", "dont", "made", "lost"} <= met, seen
    if rules.options.kontra != "off":
        assert "kontra" in met, seen
    if rules.options.invite != "off":
        assert "invite" in met, seen


def check(
    rules: Balkan, end: State[Any], row: SheetRow, seat: int, call: int, said: dict[str, Any], before: State[Any]
) -> str:
    """Compare an explanation with the row if the deal went on as explained; return which explanation it was."""
    public, outcome = end.public, rules.outcome(end)
    won = public.tricks.won if public.tricks else (0,) * rules.seats
    lost = not outcome.made
    if before.public.phase in ("declare", "name_game"):
        means = said.get("means-game")
        if seat != public.declarer or call != public.contract or means is None or public.level:
            return ""
        written = amount(row, seat, "bule")
        if public.tricks is None and written == 0:
            return ""  # the lowest game, not played
        assert written == (means["stake"] if lost else -means["stake"])
        if lost and means["what"] != "tricks":
            assert [supe(row, each) for each in public.comers] == [means["supe"]] * 2
        return "lost" if lost else "made"
    if "means-doubled" in said or "means-undoubled" in said:
        means = said.get("means-doubled") or said["means-undoubled"]
        if (
            rules.outcome(end).kontra
            == ("none", "kontra", "rekontra", "subkontra", "mortkontra")[
                before.public.level + ("means-doubled" in said)
            ]
        ):
            assert abs(amount(row, public.declarer, "bule")) == means["stake"]
        return "kontra"
    other = next(each for each in opponents(rules.options, public.dealer, public.declarer) if each != seat)
    if "means-kontra" in said or "means-kontra-betl" in said:
        return check_kontra(row, public, seat, other, said, lost, won)
    if call == INVITE:
        means = said["means-invite"]
        if public.writer != seat:
            return ""
        together = won[seat] + won[other]
        assert supe(row, seat) == together * means["stake"]
        assert amount(row, seat, "bule") == (means["stake"] if not lost and together < 4 else 0)
        return "invite"
    if call in (ACCEPT, REFUSE, DONT) and public.writer != seat:
        assert not supe(row, seat)
        assert not amount(row, seat, "bule")
    if call == DONT and public.tricks is None and not public.comers:
        written = {"made": -said["means-dont"]["stake"], "refa": 0, "nothing": 0}[said["means-dont"]["unplayed"]]
        assert amount(row, public.declarer, "bule") == written
        assert (amount(row, seat, "refe") == 1) == (said["means-dont"]["unplayed"] == "refa")
        return "dont"
    if "means-lowest" in said and public.tricks is None:
        expected = {"made": -rules.stake(public), "refa": 0, "nothing": 0}[said["means-lowest"]["unplayed"]]
        assert amount(row, public.declarer, "bule") == expected
        return "lowest"
    if "means-betl" in said and not public.level:
        assert supe(row, seat) == (said["means-betl"]["supe"] if lost else 0)
        return "betl"
    if "means-come" not in said or public.writer is not None or public.tricks is None:
        return ""
    means, both = said["means-come"], len(public.comers) == 2
    assert means["with"] in ("either", "both" if both else "alone")
    assert supe(row, seat) == won[seat] * means["stake"]
    owes = won[seat] < 2 and not lost
    if both and means["quota"] == "two_or_four":
        owes = owes and won[seat] + won[other] < 4
    if both and means["quota"] == "two_each_always":
        owes = won[seat] < 2
    assert amount(row, seat, "bule") == (means["stake"] if owes else 0)
    return "come"


def check_kontra(
    row: SheetRow, public: Any, seat: int, other: int, said: dict[str, Any], lost: bool, won: tuple[int, ...]
) -> str:
    if public.level != 1:
        return ""
    if means := said.get("means-kontra"):
        assert supe(row, seat) == (won[seat] + won[other]) * means["stake"]
    else:
        means = said["means-kontra-betl"]
        assert supe(row, seat) == (means["own"] if lost else 0)
        assert supe(row, other) == (means["each"] if lost else 0)
    assert amount(row, seat, "bule") == (0 if lost else means["stake"])
    return "kontra"
