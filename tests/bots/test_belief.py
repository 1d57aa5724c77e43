"""Beliefs: a seat that calls like the rule player is believed to hold the cards for it; no world is excluded."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from statistics import fmean
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example
from support.random_walk import KINDS, dealt, random_game

from prikup.bots import player
from prikup.bots.belief import Belief
from prikup.bots.cardplay import points_after_each
from prikup.bots.payoff import payoff_of
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.cards import cards, mask
from prikup.rules.game import AnyGame, Cell, Cells
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.solver import Position
from prikup.worlds.possible_worlds import all_worlds, count_placements


def believed(rules: AnyGame, seen: View[Any], seed: int = 1) -> Belief:
    return Belief(rules, seen, GAMES[rules.name].rule(rules, 0), search(), random.Random(seed))


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_every_world_gives_back_the_view(name: str, kind: GameDefinition) -> None:
    rng = random.Random(f"views {name}")
    for _ in range(depth(15)):
        rules = random_game(kind, rng)
        state = dealt(Match.begin(rules), rng)
        decide = player("rule", rules, 0)
        while (seat := state.public.actor) is not None:
            seen = view(state, seat)
            if rng.random() < 0.15:
                found, weights = believed(rules, seen).worlds(6)
                assert len(found) == len(weights)
                assert all(view(world, seat) == seen for world in found)
                assert all(rules.possible(seen, world) for world in found)
                assert all(0 < weight <= 1 for weight in weights)
            state = rules.apply(state, decide(seen))


LOOKED_AT, MOST_WORLDS, DRAWS = depth(3), 80, 50
"""The number of Views tested, the most worlds of each (every one must be met often), and the draws per likelihood."""


def few_worlds(name: str, kind: GameDefinition, rng: random.Random) -> Iterator[tuple[AnyGame, View[Any]]]:
    """Yield Views with few worlds, in which another seat has discarded."""
    while True:
        rules = kind.build(kind.presets[next(iter(kind.presets))])
        state, decide = dealt(Match.begin(rules), rng), player("rule", rules, 0)
        while (seat := state.public.actor) is not None:
            seen = view(state, seat)
            if state.public.phase == "play" and 10 < count_placements(rules, seen) <= MOST_WORLDS:
                lay = believed(rules, seen).discard_decision
                if lay is not None and lay.seat != seat:
                    yield rules, seen
                    break
            state = rules.apply(state, decide(seen))


def discards(kind: GameDefinition) -> bool:
    """Return whether a game has a discard before the contract is named."""
    public = dealt(Match.begin(kind.build(kind.presets[next(iter(kind.presets))])), random.Random(1)).public
    return {"discard", "declare"} <= set(get_args(get_type_hints(type(public))["phase"]))


SENSE = {"laid": 0.3, "worse": 0.7}
"""Factors under which unlikely discards are graded."""


@pytest.mark.parametrize("doubted", [{}, SENSE], ids=["as in use", "with sense"])
@pytest.mark.parametrize("name", [name for name, kind in KINDS if discards(kind)])
def test_the_chain_meets_each_world_as_often_as_it_is_likely(name: str, doubted: dict[str, float]) -> None:
    """The chain also reaches worlds with other discards than the rule player's."""
    rng = random.Random(f"chain {name}")
    for rules, seen in islice(few_worlds(name, GAMES[name], rng), LOOKED_AT):
        belief = believed(rules, seen)
        belief.doubts = replace(belief.doubts, **doubted)
        each = list(all_worlds(rules, seen))
        # Cards taken face down may have been in the stock: such a likelihood is random, and its mean counts.
        likely = {world.hands: fmean(belief.likelihood(world) for _ in range(DRAWS)) for world in each}
        assert len(likely) == len(each)
        total = sum(likely.values())
        drawn = list(belief._sample_chain(4000))  # `worlds` would enumerate them
        met = Counter(world.hands for world in drawn)
        assert set(met) <= set(likely)
        off = sum(abs(met[hands] / len(drawn) - weight / total) for hands, weight in likely.items()) / 2
        print(name, len(likely), off)
        assert off < 0.1
        assert all(met[hands] for hands, weight in likely.items() if weight / total > 0.005)


def reached(belief: Belief, masks: list[int], size: int) -> set[tuple[int, ...]]:
    """Return the placements that the chain reaches if at most `size` cards change places at once."""
    met, open_ = {tuple(masks)}, [tuple(masks)]
    while open_:
        now = list(open_.pop())
        for ring in (ring for n in range(2, size + 1) for ring in permutations(cards(sum(now)), n)):
            changed = belief._rotate(now, list(ring))
            if changed is not None and tuple(changed) not in met:
                met.add(tuple(changed))
                open_.append(tuple(changed))
    return met


def test_where_hardly_any_placement_is_a_world_few_are_sought(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one placement in five hundred is a world, the first one found is good enough to start from."""
    rules = game(next(iter(GAMES)))
    state = dealt(Match.begin(rules), random.Random(3))
    asked: list[bool] = []

    def rare(*_: Any) -> bool:
        asked.append(len(asked) % 500 == 499)
        return asked[-1]

    monkeypatch.setattr(type(rules), "possible", rare)
    belief = believed(rules, view(state, state.public.actor))
    monkeypatch.setattr(belief, "likelihood", lambda world: 0.5)
    asked.clear()
    belief._likeliest_start()
    assert (len(asked), sum(asked)) == (500, 1)


def test_no_world_is_out_of_reach_where_each_hand_lacks_another_suit() -> None:
    """Two hands void in each other's suits cannot swap cards, but three hands can rotate them."""
    suits = [mask(range(13 * suit, 13 * suit + 2)) for suit in range(3)]
    cells = tuple(Cell("hand", seat, 2, sum(suits) - suits[seat - 1]) for seat in (1, 2, 3))
    rules = game(example(seats=4))
    belief = believed(rules, view(dealt(Match.begin(rules), random.Random(1)), 0))
    belief.cells, belief.lacking = cells, 3
    each = set(placements(cells, sum(suits)))
    start = min(each)
    assert len(reached(belief, list(start), 2)) < len(each) == len(reached(belief, list(start), 3))
    loose = [card for cell in start for card in cards(cell)]
    assert {len(belief._choose_cycle(loose)) for _ in range(200)} == {2, 3}


def placements(cells: Cells, left: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to fill cells with the remaining cards, as masks by cell."""
    if not cells:
        yield ()
        return
    first, *others = cells
    for held in combinations(cards(left & first.allowed_cards), first.size):
        for more in placements(tuple(others), left & ~mask(held)):
            yield (mask(held), *more)


def test_worlds_of_a_belief_are_not_checked_by_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds from the rules are always valid; checking them took some 7 % of the time of a review."""
    rules = game(example(seats=3, first="call"))
    state, decide = dealt(Match.begin(rules), random.Random(4)), player("rule", rules, 0)
    while state.public.phase != "play" or not state.public.tricks.past:
        seat = state.public.actor
        assert seat is not None
        state = rules.apply(state, decide(view(state, seat)))
    assert state.public.actor is not None
    seen = view(state, state.public.actor)
    checked: list[Position] = []
    monkeypatch.setattr("prikup.solver.position._wrong", checked.append)
    worlds, _ = believed(rules, seen).worlds(5)
    points_after_each(rules, worlds, [1.0] * len(worlds), search(), payoff_of(rules, seen.public))
    assert not checked
