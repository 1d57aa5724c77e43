"""Claims of a player for their side: how the rest is shared, who must agree, and the result of best play."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from support.circles import depth
from support.random_walk import KINDS, each_game, random_steps

from prikup.claims import best_play_tricks, granting_seats, line_of_play, split_of_claim, verdict
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AgreedEnd, AnyGame, claimable
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.score_sheet import SheetRow, Totals, add_row
from prikup.rules.state import Seat, State, view
from prikup.solver import Position, reference
from prikup.solver.from_view import open_positions
from prikup.sure_tricks import is_sure

pytest.importorskip("prikup.solver.native")

SMALL = 4
"""The most tricks left for which the reference minimax is called."""


@each_game
def test_best_play_tricks_equal_reference_minimax(name: str, kind: GameDefinition) -> None:
    position_counts = {True: 0, False: 0}
    for game, state, action in random_steps(kind, 40, depth(100)):
        for seat in range(game.seats):
            player_view = view(state, seat)
            if (
                action is None
                or state.public.tricks is None
                or game.trick_count - state.public.tricks.decided_count > SMALL
            ):
                continue
            own_position = next(
                (position for position in open_positions(game, player_view) if seat in position.side), None
            )
            position_counts[own_position is not None] += 1
            if own_position is None:
                assert best_play_tricks(game, player_view) is None
                continue
            stops = game.objective(state.public).stops
            max_tricks = game.objective(state.public).until_end(state.public.tricks.won) if seat in stops else SMALL
            assert best_play_tricks(game, player_view) == min(reference.solve(own_position), max_tricks)
            for other_seat in range(game.seats):
                refusal = verdict(game, view(state, other_seat), reference.solve(own_position), seat)
                assert refusal is None or stops or refusal == reason("claim-just")
    assert all(position_counts.values())


def endings(kind: GameDefinition, seed: int, deals: int) -> Iterator[tuple[AnyGame, State[Any], int]]:
    """Yield states of random deals with few tricks left, and their number: in the circle `all` every such state.

    Otherwise it is every fifth, so that the cards on the table are none and more in turn.
    """
    every, found = 5 // depth(5), 0
    for game, state, action in random_steps(kind, seed, deals):
        tricks = state.public.tricks
        if action is None or tricks is None or (remaining_tricks := game.trick_count - tricks.decided_count) > SMALL:
            continue
        if found % every == 0:
            yield game, state, remaining_tricks
        found += 1


@each_game
def test_line_of_play_ends_with_the_agreed_tricks(name: str, kind: GameDefinition) -> None:
    """The line follows the reference minimax, or departs from it where the agreed number of tricks differs."""
    best_lines = other_lines = 0
    for game, state, remaining_tricks in endings(kind, 40, depth(50)):
        tricks = state.public.tricks
        objective = game.objective(state.public)
        sides = objective.sides if objective.soloist is None else objective.sides[:1]
        values = [
            reference.solve(Position.of(tricks, state.hands, side, objective.goal, state.stock)) for side in sides
        ]
        for numbers in product(range(remaining_tricks + 1), repeat=len(sides)):
            if len(sides) > 1 and sum(numbers) != remaining_tricks:
                continue
            by_seat = {side[0]: number for side, number in zip(sides, numbers, strict=True)}
            agreed_tricks = tuple(by_seat.get(seat, 0) for seat in range(game.seats))
            line = line_of_play(game, state, agreed_tricks)
            assert len(sides) > 1 or objective.stops or line or agreed_tricks[sides[0][0]] != values[0]
            current_state = state
            for trick in line:
                for seat, card in trick.lying[len(current_state.public.tricks.table) :]:
                    assert (
                        current_state.public.turn,
                        card in game.legal(view(current_state, current_state.public.actor)),
                    ) == (seat, True)
                    current_state = game.apply(current_state, card)
            assert not line or [sum(trick.winner in side for trick in line) for side in sides] == [
                agreed_tricks[side[0]] for side in sides
            ]
            assert not line or current_state.public.turn is None, "it ends where the play ends"
            is_best = any(agreed_tricks[side[0]] == value for side, value in zip(sides, values, strict=True))
            best_lines += bool(line) and is_best
            other_lines += bool(line) and not is_best
    assert best_lines
    assert other_lines


def sheet_totals(game: AnyGame, state: State[Any], won_tricks: tuple[int, ...]) -> Totals | Reason:
    """Return the totals of the sheet after a split of the remaining tricks, or the reason why the rules reject it."""
    tricks_after_split = game.objective(state.public).count_played(state.public.tricks.won, won_tricks)
    settled_state, standing = game.settle(state, AgreedEnd(tricks=tricks_after_split)), state.public.match
    if isinstance(settled_state, Reason):
        return settled_state
    outcome = game.outcome(settled_state)
    row = SheetRow() if isinstance(outcome, VoidDeal) else game.scoring.row(outcome, standing)
    return add_row(game.columns, standing.totals, row)


def possible_splits(
    seats: int, seat: Seat, claimed_count: int, other_seats: list[Seat], remaining_tricks: int
) -> Iterator[tuple[int, ...]]:
    """Yield every split that gives a seat its claim and divides `remaining_tricks` among the others."""
    for parts in product(range(remaining_tricks + 1), repeat=len(other_seats)):
        if sum(parts) == remaining_tricks:
            yield tuple(
                {seat: claimed_count, **dict(zip(other_seats, parts, strict=True))}.get(owner, 0)
                for owner in range(seats)
            )


@each_game
def test_claim_is_refused_only_if_split_of_the_rest_changes_the_score(name: str, kind: GameDefinition) -> None:
    """A claim is refused if and only if some split of the rest among the others would be scored differently."""
    verdict_counts = {True: 0, False: 0}
    for game, state, action in random_steps(kind, 41, depth(20), "play"):
        if (
            action is None
            or state.public.phase != "play"
            or game.trick_count - state.public.tricks.decided_count > SMALL
        ):
            continue
        for seat in state.public.tricks.seats:
            player_view, claim = view(state, seat), claimable(game, view(state, seat))
            if claim is None:
                assert split_of_claim(game, player_view, 0) == reason("claim-no-cards")
                continue
            assert (
                split_of_claim(game, player_view, -1)
                == split_of_claim(game, player_view, claim.most + 1)
                == reason("claim-number", most=claim.most)
            )
            other_seats = [member for member in state.public.tricks.seats if member not in claim.side]
            for claimed_count in range(claim.most + 1):
                every_split = possible_splits(game.seats, seat, claimed_count, other_seats, claim.left - claimed_count)
                sheet_results = {sheet_totals(game, state, split) for split in every_split}
                settlement = split_of_claim(game, player_view, claimed_count)
                verdict_counts[isinstance(settlement, Reason)] += 1
                if isinstance(settlement, Reason):
                    assert settlement == reason("claim-shares")
                    assert len(sheet_results) > 1
                else:
                    assert sheet_results == {sheet_totals(game, state, settlement.tricks)}
                    objective = game.objective(state.public)
                    has_ended = seat not in objective.stops and objective.ends(
                        state.public.tricks.won, settlement.tricks
                    )
                    assert has_ended or sum(settlement.tricks[member] for member in claim.side) == claimed_count
    assert verdict_counts[False]


def test_claim_against_a_single_side_needs_no_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """An outcome may depend on cards that the claimant does not see."""

    def refuse(game: AnyGame, state: State[Any]) -> None:
        raise AssertionError("some hands are hidden")

    game, state, _ = next(
        step
        for _, kind in KINDS
        for step in random_steps(kind, 43, 3)
        if step.state.public.phase == "play" and len(step.game.objective(step.state.public).sides) == 2
    )
    monkeypatch.setattr(type(game), "outcome", refuse)
    assert isinstance(split_of_claim(game, view(state, state.public.turn), 1), AgreedEnd)


@each_game
def test_granting_seats_include_partners_only_for_best_possible_claim(name: str, kind: GameDefinition) -> None:
    agreement_count = 0
    for game, state, action in random_steps(kind, 42, depth(40), "play"):
        if (
            action is None
            or state.public.phase != "play"
            or game.trick_count - state.public.tricks.decided_count > SMALL
        ):
            continue
        for seat in state.public.tricks.seats:
            player_view, claim = view(state, seat), claimable(game, view(state, seat))
            if claim is None:
                continue
            for claimed_count in range(claim.most + 1):
                all_seats = range(game.seats)
                consenting_seats = granting_seats(game, player_view, claimed_count, all_seats)
                partners = set() if claimed_count == claim.wanted else {*claim.side}
                assert set(consenting_seats) == (
                    {*all_seats} - partners if is_sure(game, player_view, claimed_count) else set()
                )
                agreement_count += bool(consenting_seats)
    assert agreement_count
