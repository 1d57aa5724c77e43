"""The Markov chain that samples worlds: it reaches every world, and visits each in proportion to its likelihood."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any

import pytest
from support.example_games import example
from support.random_walk import random_deal

from prikup.bots.world_chain import WorldChain
from prikup.games import GAMES, game
from prikup.rules.cards import cards, mask
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.match import Match
from prikup.rules.state import State, view


def chain_over(
    cells: Cells,
    likelihood: Callable[[State[Any]], float] = lambda world: 1.0,
    rule_discard: Callable[[int], int] | None = None,
) -> WorldChain:
    """Return a chain over the ways to fill `cells`, seen from seat 0; seat 1 is the seat that has discarded."""
    rules = game(example(seats=4))
    seat_view = view(random_deal(Match.begin(rules), random.Random(1)), 0)
    return WorldChain(rules, seat_view, cells, likelihood, 1, rule_discard, random.Random(1))


def reachable_placements(chain: WorldChain, masks: list[int], size: int) -> set[tuple[int, ...]]:
    """Return the placements that the chain reaches if at most `size` cards change places at once."""
    placements_met, open_ = {tuple(masks)}, [tuple(masks)]
    while open_:
        current = list(open_.pop())
        for cycle in (cycle for n in range(2, size + 1) for cycle in permutations(cards(sum(current)), n)):
            changed_masks, _ = chain.rotate(current, list(cycle))
            if changed_masks is not None and tuple(changed_masks) not in placements_met:
                placements_met.add(tuple(changed_masks))
                open_.append(tuple(changed_masks))
    return placements_met


def test_chain_starts_from_first_world_when_worlds_are_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one placement in five hundred is a world, the first one found is good enough to start from."""
    rules = game(next(iter(GAMES)))
    state = random_deal(Match.begin(rules), random.Random(3))
    seat_view = view(state, state.public.actor)
    answers: list[bool] = []

    def is_rarely_possible(*_: Any) -> bool:
        answers.append(len(answers) % 500 == 499)
        return answers[-1]

    monkeypatch.setattr(type(rules.analysis), "is_possible", is_rarely_possible)
    cells = rules.analysis.hidden_cells(seat_view)
    WorldChain(rules, seat_view, cells, lambda world: 0.5, None, None, random.Random(1)).likeliest_start()
    assert (len(answers), sum(answers)) == (500, 1)


def test_chain_returns_skipped_worlds_before_taking_new_steps() -> None:
    cells = (Cell("hand", 1, 3, mask(range(7))), Cell("hand", 2, 4, mask(range(7))))
    chain, other_chain = chain_over(cells), chain_over(cells)
    assert [world.hands for world in chain.sample(20)] == [world.hands for world in other_chain.sample(20)]
    assert len(chain.sample_more(15) + chain.sample_more(5)) == 20
    next_random_number = chain.rng.random()
    assert next_random_number == other_chain.rng.random(), "20 worlds were passed, so no step was needed"
    assert [world.hands for world in chain.sample_more(20)] == [world.hands for world in steps_of(other_chain, 20)]


def steps_of(chain: WorldChain, count: int) -> list[State[Any]]:
    """Return `count` more worlds of a chain that keeps no passed worlds."""
    chain.sample_more(20)
    return chain.sample_more(count)


def test_chain_reaches_all_worlds_if_hands_lack_different_suits() -> None:
    """Two hands void in each other's suits cannot swap cards, but three hands can rotate them."""
    suits = [mask(range(13 * suit, 13 * suit + 2)) for suit in range(3)]
    cells = tuple(Cell("hand", seat, 2, sum(suits) - suits[seat - 1]) for seat in (1, 2, 3))
    chain = chain_over(cells)
    all_placements = set(placements(cells, sum(suits)))
    start = min(all_placements)
    assert (
        len(reachable_placements(chain, list(start), 2))
        < len(all_placements)
        == len(reachable_placements(chain, list(start), 3))
    )
    movable_cards = [card for cell in start for card in cards(cell)]
    assert {len(chain.choose_cycle(movable_cards)) for _ in range(200)} == {2, 3}


def placements(cells: Cells, remaining_cards: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to fill cells with the remaining cards, as masks by cell."""
    if not cells:
        yield ()
        return
    first, *other_cells = cells
    for chosen_cards in combinations(cards(remaining_cards & first.allowed_cards), first.size):
        for other_masks in placements(tuple(other_cells), remaining_cards & ~mask(chosen_cards)):
            yield (mask(chosen_cards), *other_masks)


DISCARD_CELLS = (Cell("hand", 1, 2, 31), Cell("discard", 1, 1, 31), Cell("hand", 2, 2, 31))
"""Five hidden cards: seat 1 holds two and has discarded one, and seat 2 holds two."""


def visit_shares(chain: WorldChain, count: int) -> dict[tuple[int, ...], float]:
    """Return the share of samples in each world of `DISCARD_CELLS`, by the cards of seat 1 and of seat 2."""
    counts = Counter(world.hands[1:3] for world in chain.sample(count))
    return {hands: n / count for hands, n in counts.items()}


def test_chain_visits_each_discard_by_its_likelihood(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule-based player's discard is proposed in another way than the others, and yet is not sampled more often."""
    chain = chain_over(DISCARD_CELLS, rule_discard=lambda full_hand: full_hand & -full_hand)
    monkeypatch.setattr(type(chain.game.analysis), "is_possible", lambda *_: True)
    shares = [0.0, 0.0, 0.0]
    for (hand, partner_hand), share in visit_shares(chain, 6000).items():
        discard = 31 & ~hand & ~partner_hand
        shares[(hand & (discard - 1)).bit_count()] += share
    assert shares == pytest.approx([1 / 3] * 3, abs=0.03)


def test_chain_visits_worlds_with_impossible_rule_discard_by_likelihood(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule-based player may choose a card that the seat has played since, as here from any hand with card 0."""
    chain = chain_over(DISCARD_CELLS, rule_discard=lambda full_hand: 32 if full_hand & 1 else full_hand & -full_hand)
    monkeypatch.setattr(type(chain.game.analysis), "is_possible", lambda *_: True)
    with_card_0 = sum(share for (_, partner), share in visit_shares(chain, 6000).items() if not partner & 1)
    assert with_card_0 == pytest.approx(3 / 5, abs=0.03)
