"""The time limit of a scored match: what the players are told, and how it is stored."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal

import pytest
from support.example_games import example
from support.random_walk import walk

from prikup.games import GAMES, game
from prikup.rules.errors import BadText
from prikup.rules.match import Match
from prikup.scorer.edit_history import History, UndoStep
from prikup.scorer.entries import DealEntry, NoteEntry, PaperStart, ScoreEntry, Scoring, StopEntry
from prikup.scorer.operations import Append, Delete, Head, Insert, Replace
from prikup.scorer.page_state import Reply, Request, build_reply
from prikup.scorer.replay import plain, replay_scoring
from prikup.scorer.score_file import encode_history, read
from prikup.scorer.time_limit import TimeLimit, time_limit

BEGAN_AT = 1_764_000_000
ENDS_AT = BEGAN_AT + 60 * 60
FOUR = example(seats=4)
PRESET = next(iter(GAMES[FOUR].presets))
OLD_FILE = (
    f'{{"type":"scoring","game":"{FOUR}","rules":{game(FOUR).rules_version},"options":"{PRESET}",'
    '"names":["Anna","Boris","Vera","Gleb"],"dealer":0,"at":1764000000}\n'
    '{"type":"append","entry":{"id":"a","at":1764000600,"what":{"type":"note","text":"tea"}}}\n'
).encode()
"""A match without a time limit, as it was stored before there were any."""


@cache
def deals() -> tuple[DealEntry, ...]:
    """Return the first deals of a match of four players."""

    def play() -> Iterator[DealEntry]:
        rules, rng = game(FOUR), random.Random(1)
        match = Match.begin(rules)
        for _ in range(6):
            *_, last = walk(rules, match.deal_random(rng), rng)
            outcome = rules.outcome(last.state)
            yield DealEntry(plain(outcome))
            match = match.close(outcome)

    return tuple(play())


def scoring(deals_at: Sequence[int] = (), **head: Any) -> Scoring:
    """Return a match with a limit of an hour, and with a deal entered at each of these minutes after its start."""
    entries = tuple(
        ScoreEntry(f"e{i}", BEGAN_AT + minutes * 60, deal)
        for i, (minutes, deal) in enumerate(zip(deals_at, deals(), strict=False))
    )
    fields = {"minutes": 60, "play_on": True, "entries": entries, **head}
    return Scoring(FOUR, game(FOUR).rules_version, PRESET, ("Anna", "Boris", "Vera", "Gleb"), 0, BEGAN_AT, **fields)


def limit_of(match: Scoring) -> TimeLimit | None:
    replay = replay_scoring(match)
    assert all(applied_entry.flag is None for applied_entry in replay.applied_entries)
    return time_limit(replay)


@pytest.mark.parametrize(
    ("after", "deals_at", "then"),
    [
        ("deal", [], "last"),
        ("deal", [20, 59], "last"),
        ("deal", [20, 59, 61], "over"),
        ("round", [], "round"),
        ("round", [10, 20, 30], "last"),
        ("round", [10, 20, 30, 59], "round"),
        ("round", [10, 20, 30, 60], "over"),
        ("round", [10, 20, 70, 80], "over"),
        ("round", [10, 20, 70], "last"),
        ("round", [10, 20, 70, 80, 90], "over"),
    ],
)
def test_time_limit_says_what_follows_once_time_is_over(
    after: Literal["deal", "round"], deals_at: list[int], then: str
) -> None:
    limit = limit_of(scoring(deals_at, after=after))
    assert limit is not None
    assert (limit.ends_at, limit.then) == (ENDS_AT, then)


def test_time_limit_counts_deals_scored_on_paper() -> None:
    opening = PaperStart(game(FOUR).opening, 3)
    limits = [limit_of(scoring(deals_at, opening=opening)) for deals_at in ([], [61])]
    assert [limit and limit.then for limit in limits] == ["last", "over"]


def test_time_limit_ignores_when_an_entry_was_corrected_or_inserted() -> None:
    """A deal corrected or inserted after the time was over may have been played before."""
    history = History.begin(scoring([10, 20, 50], after="deal"))
    late = ENDS_AT + 60
    deal = deals()[0]
    for step in (Replace("e2", late, deal), Insert("e1", ScoreEntry("forgotten", late, deal))):
        limit = limit_of(history.do(step).current_list)
        assert limit is not None
        assert limit.then == "last", step


def test_time_limit_is_not_shown_without_one_or_after_the_end() -> None:
    stop = ScoreEntry("stop", BEGAN_AT, StopEntry())
    assert limit_of(scoring(entries=(stop,))) is None
    history = History.begin(scoring()).do(Head(minutes=0))
    assert limit_of(history.current_list) is None


def test_time_limit_neither_ends_match_nor_forbids_entries() -> None:
    late = Append(ScoreEntry("late", ENDS_AT * 2, deals()[1]))
    history = History.begin(scoring([70], after="deal")).do(late)
    replay = replay_scoring(history.current_list)
    assert not replay.over
    assert all(applied_entry.flag is None for applied_entry in replay.applied_entries)


def test_time_limit_is_from_15_to_360_minutes() -> None:
    for minutes in (0, 15, 360):
        History.begin(scoring()).do(Head(minutes=minutes))
    for minutes in (14, 361, -1):
        with pytest.raises(BadText, match="minutes-bounds"):
            History.begin(scoring()).do(Head(minutes=minutes))


def test_time_limit_can_be_changed_and_undone() -> None:
    history = History.begin(scoring()).do(Head(minutes=240, after="deal"))
    assert limit_of(history.current_list) == TimeLimit(BEGAN_AT + 240 * 60, "last")
    assert limit_of(history.do(UndoStep()).current_list) == TimeLimit(ENDS_AT, "round")


def test_time_limit_is_part_of_the_page() -> None:
    reply = build_reply(Request(scoring(), (Append(ScoreEntry("a", 1, NoteEntry("tea"))), Delete("a"))))
    assert isinstance(reply, Reply)
    assert reply.time_limit == TimeLimit(ENDS_AT, "round")


def test_time_limit_is_stored_and_older_files_stay_as_they_are() -> None:
    history, _ = read(OLD_FILE)
    assert history.current_list.minutes == 0
    assert encode_history(history) == OLD_FILE
    for limited in (scoring(), scoring(after="deal")):
        begun = History.begin(limited)
        assert read(encode_history(begun))[0] == begun
