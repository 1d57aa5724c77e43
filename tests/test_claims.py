"""Claims of a player for their side: how the rest is shared, who must agree, and the result of best play."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from support.circles import depth
from support.random_walk import each_game, everywhere

from prikup.claims import best_play_tricks, granting_seats, line_of_play, split_of_claim, verdict
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame, Settled, Void, claimable
from prikup.rules.game_definition import GameDefinition
from prikup.rules.score_sheet import SheetRow, Totals, add_row
from prikup.rules.state import Seat, State, view
from prikup.solver import Position, reference
from prikup.solver.from_view import open_positions
from prikup.sure_tricks import is_sure

pytest.importorskip("prikup.solver.native")

SMALL = 4
"""The most tricks left for which the reference minimax is called."""


@each_game
def test_best_play_is_that_of_the_plain_minimax(name: str, kind: GameDefinition) -> None:
    seen_by = {True: 0, False: 0}
    for game, state, action in everywhere(kind, 40, depth(100)):
        for seat in range(game.seats):
            seen = view(state, seat)
            if action is None or state.public.tricks is None or game.tricks - state.public.tricks.done > SMALL:
                continue
            own = next((each for each in open_positions(game, seen) if seat in each.side), None)
            seen_by[own is not None] += 1
            if own is None:
                assert best_play_tricks(game, seen) is None
                continue
            stops = game.contest(state.public).stops
            most = game.contest(state.public).until_end(state.public.tricks.won) if seat in stops else SMALL
            assert best_play_tricks(game, seen) == min(reference.solve(own), most)
            for other in range(game.seats):
                said = verdict(game, view(state, other), reference.solve(own), seat)
                assert said is None or stops or said == reason("claim-just")
    assert all(seen_by.values())


@each_game
def test_line_of_play_ends_with_the_tricks_that_were_agreed(name: str, kind: GameDefinition) -> None:
    """The line follows the reference minimax, or departs from it where the agreed number of tricks differs."""
    best_lines = others = 0
    for game, state, action in everywhere(kind, 40, depth(50)):
        tricks = state.public.tricks
        if action is None or tricks is None or (left := game.tricks - tricks.done) > SMALL:
            continue
        contest = game.contest(state.public)
        sides = contest.sides if contest.soloist is None else contest.sides[:1]
        values = [reference.solve(Position.of(tricks, state.hands, side, contest.goal, state.stock)) for side in sides]
        for numbers in product(range(left + 1), repeat=len(sides)):
            if len(sides) > 1 and sum(numbers) != left:
                continue
            by_seat = {side[0]: number for side, number in zip(sides, numbers, strict=True)}
            agreed = tuple(by_seat.get(seat, 0) for seat in range(game.seats))
            line = line_of_play(game, state, agreed)
            assert len(sides) > 1 or contest.stops or line or agreed[sides[0][0]] != values[0]
            now = state
            for trick in line:
                for seat, card in trick.lying[len(now.public.tricks.table) :]:
                    assert (now.public.turn, card in game.legal(view(now, now.public.actor))) == (seat, True)
                    now = game.apply(now, card)
            assert not line or [sum(trick.winner in side for trick in line) for side in sides] == [
                agreed[side[0]] for side in sides
            ]
            assert not line or now.public.turn is None, "it ends where the play ends"
            is_best = any(agreed[side[0]] == value for side, value in zip(sides, values, strict=True))
            best_lines += bool(line) and is_best
            others += bool(line) and not is_best
    assert best_lines
    assert others


def written(game: AnyGame, state: State[Any], won: tuple[int, ...]) -> Totals | Reason:
    """Return the totals of the sheet after a split of the remaining tricks, or the reason why the rules reject it."""
    played = game.contest(state.public).count_played(state.public.tricks.won, won)
    after, standing = game.settle(state, Settled(tricks=played)), state.public.match
    if isinstance(after, Reason):
        return after
    outcome = game.outcome(after)
    row = SheetRow() if isinstance(outcome, Void) else game.row(outcome, standing)
    return add_row(game.columns, standing.totals, row)


def splits(seats: int, seat: Seat, claimed: int, others: list[Seat], rest: int) -> Iterator[tuple[int, ...]]:
    """Yield every split that gives a seat its claim and divides `rest` among the others."""
    for parts in product(range(rest + 1), repeat=len(others)):
        if sum(parts) == rest:
            yield tuple({seat: claimed, **dict(zip(others, parts, strict=True))}.get(each, 0) for each in range(seats))


@each_game
def test_a_claim_leaves_nothing_to_choose_for_others(name: str, kind: GameDefinition) -> None:
    """A claim is refused if and only if some split of the rest among the others would be scored differently."""
    said = {True: 0, False: 0}
    for game, state, action in everywhere(kind, 41, depth(20)):
        if action is None or state.public.phase != "play" or game.tricks - state.public.tricks.done > SMALL:
            continue
        for seat in state.public.tricks.seats:
            seen, own = view(state, seat), claimable(game, view(state, seat))
            if own is None:
                assert split_of_claim(game, seen, 0) == reason("claim-no-cards")
                continue
            assert (
                split_of_claim(game, seen, -1)
                == split_of_claim(game, seen, own.most + 1)
                == reason("claim-number", most=own.most)
            )
            others = [each for each in state.public.tricks.seats if each not in own.side]
            for claimed in range(own.most + 1):
                every = splits(game.seats, seat, claimed, others, own.left - claimed)
                ways = {written(game, state, split) for split in every}
                found = split_of_claim(game, seen, claimed)
                said[isinstance(found, Reason)] += 1
                if isinstance(found, Reason):
                    assert found == reason("claim-shares")
                    assert len(ways) > 1
                else:
                    assert ways == {written(game, state, found.tricks)}
                    contest = game.contest(state.public)
                    ended = seat not in contest.stops and contest.ends(state.public.tricks.won, found.tricks)
                    assert ended or sum(found.tricks[each] for each in own.side) == claimed
    assert said[False]


@each_game
def test_a_partner_agrees_to_nothing_less_than_all(name: str, kind: GameDefinition) -> None:
    agreed = 0
    for game, state, action in everywhere(kind, 42, depth(40)):
        if action is None or state.public.phase != "play" or game.tricks - state.public.tricks.done > SMALL:
            continue
        for seat in state.public.tricks.seats:
            seen, own = view(state, seat), claimable(game, view(state, seat))
            if own is None:
                continue
            for claimed in range(own.most + 1):
                every = range(game.seats)
                yes = granting_seats(game, seen, claimed, every)
                partners = set() if claimed == own.wanted else {*own.side}
                assert set(yes) == ({*every} - partners if is_sure(game, seen, claimed) else set())
                agreed += bool(yes)
    assert agreed
