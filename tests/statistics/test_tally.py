"""Tallies: the same bytes whatever the order, for all games; who is counted, and what is not."""

import random
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from support.matches import begin, finish, play_match
from support.random_walk import SIMPLE, each_game, options_type

from prikup.games import GAMES
from prikup.history.events import HUMAN, UndoEvent
from prikup.history.log import Log
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.options import options_text, random_options
from prikup.statistics.players import PlayerOf, tallies
from prikup.statistics.tally import Tally, decode_tally, encode_tally, sum_tallies, tallies_of_log, tallies_of_review


def single_seats(log: Log) -> list[tuple[int, ...]]:
    """Each seat of a table as a player."""
    return [(seat,) for seat in range(log.game.seats)]


@cache
def random_log(name: str, seed: int) -> Log:
    kind = GAMES[name]
    options = options_text(kind.presets, random_options(options_type(kind), random.Random(seed)))
    return finish(Log(begin(name, kind, options)), seed, extras=True)


@cache
def sample_tallies(name: str) -> tuple[Tally, ...]:
    """The tallies of some matches of a game under random options."""
    logs = [random_log(name, seed) for seed in range(6)]
    return tuple(tally for log in logs for tally in tallies_of_log(log, single_seats(log)))


@each_game
@given(st.randoms(use_true_random=False), st.integers(0, 12))
def test_incremental_tally_equals_recomputed_tally(
    name: str, kind: GameDefinition, rng: random.Random, removed_count: int
) -> None:
    """Law: however matches came and went, what is kept is, byte for byte, the sum of those that are there."""
    matches = rng.sample(sample_tallies(name), len(sample_tallies(name)))
    running_sum = sum_tallies(matches)
    for removed_tally in matches[:removed_count]:
        running_sum -= removed_tally
    remaining_tallies = rng.sample(matches[removed_count:], len(matches) - removed_count)
    recomputed_sum = decode_tally(encode_tally(sum_tallies(remaining_tallies[:5]))) + sum_tallies(remaining_tallies[5:])
    assert encode_tally(running_sum) == encode_tally(recomputed_sum)


@each_game
def test_tally_has_one_role_per_seat_and_deal(name: str, kind: GameDefinition) -> None:
    for seed in range(6):
        log = random_log(name, seed)
        counted_lines = [line for line in log.match.sheet.lines if line.outcome is not None and not _void(line.outcome)]
        for tally in tallies_of_log(log, single_seats(log)):
            assert tally.points.count == len(counted_lines)
            assert not tally.roles or sum(role.times for role in tally.roles) == len(counted_lines)
            assert all(role.made is None or 0 <= role.made <= role.times for role in tally.roles)


def _void(outcome: Any) -> bool:
    return isinstance(outcome, VoidDeal)


@each_game
def test_tally_points_of_a_deal_add_up_to_zero(name: str, kind: GameDefinition) -> None:
    log = random_log(name, 5)
    sides = tallies_of_log(log, [seats[:1] for seats in log.game.sides])
    assert sum(tally.points.total for tally in sides) == 0
    raspasy_roles = [
        role
        for tally in tallies_of_log(log, single_seats(log))
        for role in tally.roles
        if role.name.endswith("raspasy")
    ]
    assert sum((role.points.total for role in raspasy_roles), Fraction()) == 0


@each_game
def test_tally_counts_seats_of_one_player_as_one_deal(name: str, kind: GameDefinition) -> None:
    log = random_log(name, 3)
    (joint_tally,) = tallies_of_log(log, [(0, 1)])
    first_tally, second_tally = tallies_of_log(log, [(0,), (1,)])
    assert joint_tally.points.count == first_tally.points.count
    assert joint_tally.points.total == (first_tally.points.total + second_tally.points.total) / 2
    times = {role.name: role.times for role in (first_tally + second_tally).roles}
    assert {role.name: role.times for role in joint_tally.roles} == times


def test_tallies_identify_people_by_name_and_bots_by_level() -> None:
    log = finish(Log(begin(SIMPLE, GAMES[SIMPLE])), 1)
    levels = (HUMAN, *["rule"] * (log.game.seats - 1))
    mixed_log = Log.replay([replace(log.begin, players=levels), *log.events[1:]])
    tally_by_player = tallies([mixed_log, mixed_log])
    assert list(tally_by_player) == [PlayerOf(SIMPLE, "", log.begin.names[0]), PlayerOf(SIMPLE, "rule", "")]
    assert (
        tally_by_player[PlayerOf(SIMPLE, "rule", "")].points.count
        == tally_by_player[PlayerOf(SIMPLE, "", log.begin.names[0])].points.count
    )


def test_tally_excludes_match_in_which_single_person_undid() -> None:
    log = play_match(SIMPLE, GAMES[SIMPLE], 1)
    undo_count = sum(1 for event in log.events if isinstance(event, UndoEvent))
    assert undo_count, "a match in which something was taken back"
    person = Log.replay([replace(log.begin, players=(HUMAN, *log.begin.players[1:])), *log.events[1:]])
    (full_tally,), (single_player_tally,) = tallies_of_log(log, [(0,)]), tallies_of_log(person, [(0,)])
    assert single_player_tally.points.count == 0 < full_tally.points.count


# Reviews


def review(*decisions: tuple[int, str, str, float]) -> dict[str, Any]:
    """The review of a deal as JSON holds it, as far as it is counted."""
    decision_rows = [
        {"seat": s, "phase": phase, "verdict": verdict, "lost": loss} for s, phase, verdict, loss in decisions
    ]
    return {"seats": [{"seat": seat} for seat in range(3)], "decisions": decision_rows}


def test_tally_counts_mistakes_by_phase() -> None:
    first_review = review((0, "auction", "right", 0.0), (0, "play", "mistake", 1.5), (0, "play", "mistake", 0.25))
    second_review = review((0, "auction", "mistake", 2.0), (1, "play", "unlucky", 0.0))
    own_tally, other_tally, third_tally = (
        first_part + second_part
        for first_part, second_part in zip(
            *(tallies_of_review(entry, [(0,), (1,), (2,)]) for entry in (first_review, second_review)), strict=True
        )
    )
    assert (own_tally.lost.count, own_tally.lost.total, own_tally.lost.squares) == (
        2,
        Fraction(15, 4),
        Fraction(113, 16),
    )
    auction, play = own_tally.decisions
    assert (auction.phase, auction.decisions, auction.mistakes, auction.lost.total) == ("auction", 2, 1, 2)
    assert (play.phase, play.decisions, play.mistakes, play.lost.total) == ("play", 2, 2, Fraction(7, 4))
    assert (other_tally.lost.count, other_tally.lost.total, [entry.decisions for entry in other_tally.decisions]) == (
        2,
        0,
        [1],
    )
    assert (third_tally.lost.count, third_tally.decisions) == (2, ())


def test_tally_excludes_forced_decisions() -> None:
    forced_review = {"seats": [{}], "decisions": [{"seat": 0, "phase": "play", "verdict": "only"}]}
    assert tallies_of_review(forced_review, [(0,)])[0].decisions == ()
