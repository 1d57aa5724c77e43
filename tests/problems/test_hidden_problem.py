"""Problems with a proved best card: each proof is repeated here.

Short ones are proved by plain minimax on the rules of the table, card by card to the sheet.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth

from prikup.bots.cardplay import has_two_sides
from prikup.bots.payoff import tricks_left
from prikup.games import GAMES
from prikup.problems.difficulty import choose_card, score_player
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.hidden_proof import SureWorth, is_askable, pose
from prikup.problems.problem import LEVELS, PLAYERS, TRIES, problems
from prikup.rules.action_text import action_text
from prikup.rules.cards import Card, cards, parse_card, parse_mask
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.options import options_text, parse_options
from prikup.rules.score_sheet import Totals, add_row
from prikup.rules.state import Seat, State
from prikup.rules.text_format import view_text
from prikup.rules.tricks import Order, Tricks
from prikup.solver import Position, max_n_cards, reference, solve_cards
from prikup.worlds.possible_worlds import all_worlds

SHORT = {2: 5, 3: 3, 4: 2}
"""The most cards per hand that are played out in every way, by the number of players."""

GAMES_WITH_PROBLEMS = tuple(name for name in GAMES if problems(HiddenProblem, name))
each_posed = pytest.mark.parametrize("name", GAMES_WITH_PROBLEMS)
Points = tuple[Fraction, ...]


def sheet_points(rules: AnyGame, end: State[Any]) -> Points:
    """Return a finished deal's points for each side in the actual or expected settlement."""
    standing = end.public.match
    row = rules.scoring.row(rules.outcome(end), standing)
    new_settlement = stands(rules, add_row(rules.columns, standing.totals, row))
    return tuple(
        new_points - old_points
        for old_points, new_points in zip(stands(rules, standing.totals), new_settlement, strict=True)
    )


def stands(rules: AnyGame, totals: Totals) -> Points:
    return tuple(Fraction(share) for share in rules.scoring.expected_settlement(totals))


def is_short(world: State[Any]) -> bool:
    return tricks_left(world) <= SHORT[len(world.public.tricks.seats)]


def side_of(rules: AnyGame, seat: Seat | None) -> int:
    return next(side for side, seats in enumerate(rules.sides) if seat in seats)


def mean_values(rows: Sequence[dict[Card, Fraction]]) -> dict[str, float]:
    """Return the mean value of each card."""
    return {action_text((), card): float(sum(row[card] for row in rows) / len(rows)) for card in rows[0]}


def best_cards(problem: HiddenProblem) -> tuple[Card, ...]:
    return tuple(map(parse_card, problem.answer))


def is_proved_in_every_world(problem: HiddenProblem, rows: Sequence[dict[Card, Fraction]]) -> bool:
    """Return whether the best cards are best in every world, and no other card is."""
    best = best_cards(problem)
    return all(row[card] == max(row.values()) for row in rows for card in best) and all(
        any(row[card] < max(row.values()) for row in rows) for card in problem.choices if card not in best
    )


# The collection


@each_posed
def test_hidden_problems_are_many_distinct_and_valid(name: str) -> None:
    game_problems = problems(HiddenProblem, name)
    assert len(game_problems) >= 10
    assert len({problem.view for problem in game_problems}) == len(game_problems)
    assert {problem.game for problem in game_problems} == {name}
    assert len({problem.options for problem in game_problems}) > 1
    for problem in game_problems:
        rules, player_view = problem.rules, problem.parsed_view
        presets = GAMES[name].presets
        assert options_text(presets, parse_options(presets, problem.options)) == problem.options
        assert view_text(rules, player_view) == problem.view
        assert is_askable(rules, player_view)
        assert tuple(sorted(problem.choices)) == rules.legal(player_view)
        assert 0 < len(problem.answer) < len(problem.worth)
        assert len(problem.failed) == len(PLAYERS)
        assert all(0 <= failure_count <= TRIES for failure_count in problem.failed)
        assert 1 <= problem.level <= len(LEVELS)
        assert problem.worlds > 1


# Proofs


def sample(all_problems: Sequence[HiddenProblem]) -> list[HiddenProblem]:
    """Return the problems that the circle proves, spread evenly over each kind of proof."""
    kinds = [
        [entry for entry in all_problems if entry.proofs == proofs]
        for proofs in {entry.proofs: 0 for entry in all_problems}
    ]
    return [problem for kind in kinds for problem in kind[:: len(kind) // depth(len(kind))]]


@each_posed
def test_hidden_problem_equals_world_by_world_solution(name: str) -> None:
    """Each world is solved separately, and the resulting tricks are scored on the sheet."""
    for problem in sample(problems(HiddenProblem, name)):
        rules, player_view = problem.rules, problem.parsed_view
        assert pose(rules, problem.options, player_view) == replace(problem, failed=())
        rows = [card_values(rules, world, side_of(rules, player_view.seat)) for world in all_worlds(rules, player_view)]
        assert len(rows) == problem.worlds
        assert mean_values(rows) == pytest.approx(problem.worth, abs=1e-5)
        assert is_proved_in_every_world(problem, rows) == ("every" in problem.proofs)


def card_values(rules: AnyGame, world: State[Any], side: int) -> dict[Card, Fraction]:
    """Return the value of each card of a world for a side. It must not matter which opponent takes a trick."""
    objective = rules.objective(world.public)
    position = Position.of(world.public.tricks, world.hands, objective.sides[0], objective.goal)
    if not has_two_sides(objective):
        return {
            card: split(rules, world, tricks_by_seat)[side] for card, tricks_by_seat in max_n_cards(position).items()
        }
    (first, *_), other_seats, remaining_tricks = objective.sides[0], sum(objective.sides[1:], ()), tricks_left(world)

    @cache
    def worth(tricks: int) -> Fraction:
        (value,) = {
            split(rules, world, {first: tricks, opponent: remaining_tricks - tricks})[side] for opponent in other_seats
        }
        return value

    return {card: worth(tricks) for card, tricks in solve_cards(position).items()}


def split(rules: AnyGame, world: State[Any], tricks_by_seat: dict[Seat, int]) -> Points:
    """Return the points of a deal if the remaining tricks are split this way, as far as they are played."""
    tricks = tuple(tricks_by_seat.get(seat, 0) for seat in range(rules.seats))
    end = rules.settle(world, AgreedEnd(rules.objective(world.public).count_played(world.public.tricks.won, tricks)))
    assert isinstance(end, State)
    return sheet_points(rules, end)


@each_posed
def test_short_hidden_problem_equals_exhaustive_play(name: str) -> None:
    """Only the rules of the table and the sheet are used; where every seat plays for itself, the reference `max_n`."""
    short_problems = [
        problem
        for problem in problems(HiddenProblem, name)
        if is_short(next(all_worlds(problem.rules, problem.parsed_view)))
    ]
    assert short_problems
    for problem in sample(short_problems):
        rules, player_view = problem.rules, problem.parsed_view
        worlds, side = list(all_worlds(rules, player_view)), side_of(rules, player_view.seat)
        rows = [play_out_values(rules, world, side) for world in worlds]
        assert mean_values(rows) == pytest.approx(problem.worth, abs=1e-5)
        if "sure" in problem.proofs:
            own_seats = next(
                seats for seats in rules.objective(player_view.public).sides if player_view.public.turn in seats
            )
            certain_total = max(
                sum(certain_values(rules, after(rules, worlds, card), own_seats, side)) for card in best_cards(problem)
            )
            assert certain_total > max(
                sum(row[card] for row in rows) for card in problem.choices if card not in best_cards(problem)
            )


def play_out_values(rules: AnyGame, world: State[Any], side: int) -> dict[Card, Fraction]:
    """Return the value of each card for a side that maximises its points against opponents who minimise them."""
    objective = rules.objective(world.public)
    if not has_two_sides(objective):
        position = Position.of(world.public.tricks, world.hands, (), objective.goal)
        return {
            card: split(rules, world, tricks_by_seat)[side]
            for card, tricks_by_seat in reference.max_n_cards(position).items()
        }
    own_seats = next(seats for seats in objective.sides if world.public.turn in seats)

    @cache
    def value(state: State[Any]) -> Fraction:
        if state.public.actor is None:
            return sheet_points(rules, state)[side]
        best = max if state.public.turn in own_seats else min
        return best(value(rules.apply(state, card)) for card in playable(state))

    return {card: value(rules.apply(world, card)) for card in playable(world)}


def playable(state: State[Any]) -> tuple[Card, ...]:
    return cards(state.public.tricks.legal(state.hands[state.public.turn]))


def after(rules: AnyGame, worlds: Sequence[State[Any]], card: Card) -> list[State[Any]]:
    return [rules.apply(world, card) for world in worlds]


def certain_values(
    rules: AnyGame, worlds: Sequence[State[Any]], own_seats: tuple[Seat, ...], side: int
) -> list[Fraction]:
    """Return the points in each world that a player who cannot distinguish the worlds is certain of."""
    if worlds[0].public.actor is None:
        return [sheet_points(rules, world)[side] for world in worlds]
    if worlds[0].public.turn in own_seats:
        return max(
            (certain_values(rules, after(rules, worlds, card), own_seats, side) for card in playable(worlds[0])),
            key=sum,
        )
    values_by_world: list[list[Fraction]] = [[] for _ in worlds]
    for card in sorted({card for world in worlds for card in playable(world)}):
        indices = [n for n, world in enumerate(worlds) if card in playable(world)]
        later_worlds = after(rules, [worlds[n] for n in indices], card)
        for n, points in zip(indices, certain_values(rules, later_worlds, own_seats, side), strict=True):
            values_by_world[n].append(points)
    return [min(values) for values in values_by_world]


def test_sure_value_excludes_guesses() -> None:
    """The next seat takes the diamond and plays the ace of clubs.

    A player who sees whether a spade or a heart comes last keeps the king of that suit.
    """
    own_hand = parse_mask("K..2.K")
    spade = (own_hand, parse_mask("2.A.A."), parse_mask(".3.3.2"))
    heart = (own_hand, parse_mask(".A.A.2"), parse_mask("2.3.3."))
    tricks = Tricks.begin(Order(), "free", (0, 1, 2), leader=0, seat_count=3)
    sure = SureWorth(tricks, {0}, {0}, [0.0, 1.0, 2.0, 3.0])
    diamond = parse_card("D2")
    assert sure.after([spade], diamond) == sure.after([heart], diamond) == (1.0,)
    assert sorted(sure.after([spade, heart], diamond)) == [0.0, 1.0]
    assert sorted(SureWorth(tricks, {1, 2}, {0}, [0.0, -1.0, -2.0, -3.0]).after([spade], diamond)) == [-1.0]


# Scoring


def test_problem_score_counts_solved_and_average_loss() -> None:
    name = GAMES_WITH_PROBLEMS[-1]
    game_problems = problems(HiddenProblem, name)
    player_score = score_player("rule", game_problems)
    solved_flags = [choose_card("rule", problem) in problem.answer for problem in game_problems]
    assert (player_score.player, player_score.game, player_score.problems, player_score.solved_count) == (
        "rule",
        name,
        len(game_problems),
        sum(solved_flags),
    )
    assert (player_score.average_loss > 0) == (player_score.solved_count < player_score.problems)
    assert player_score == score_player("rule", game_problems)


def test_problem_score_of_perfect_player_has_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    game_problems = problems(HiddenProblem, GAMES_WITH_PROBLEMS[0])
    answer_by_view = {problem.view: best_cards(problem)[-1] for problem in game_problems}
    monkeypatch.setattr(
        "prikup.problems.difficulty.player",
        lambda name, rules, seed: lambda player_view: answer_by_view[view_text(rules, player_view)],
    )
    player_score = score_player("whoever", game_problems)
    assert (player_score.solved_count, player_score.average_loss) == (len(game_problems), 0.0)
