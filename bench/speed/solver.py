"""Measure the solver: `make bench-solver`, or `python -m bench.speed.solver [--json] [--only MODE …] [--scale 0.1]`.

A mode is a kind of deal, such as deals without trumps. The program uses one thread on one core and fixed seeds. Each
position is solved on its own, without a shared cache, and timed as a caller sees it, including validation and
conversion. Only in the mode `worlds` are many positions solved in one call. DDS 2, a bridge solver (PyPI `endplay`),
solves the same deals without trumps in the same run.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from bench.figures import pin_to_one_core, show
from bench.speed.dds_comparison import random_deal, solve_with_dds
from prikup.rules.cards import PACK_32, PACK_52, SUIT_MASK, cards, mask
from prikup.rules.tricks import Order
from prikup.solver import Position, solve_many
from prikup.solver.exact import PARTS, Part, Search, SearchGoal

Deals = Callable[[Random], Position]


def _three(hands: tuple[int, ...], rng: Random, order: Order, goal: Any = "most") -> Position:
    return Position(
        hands=hands,
        seats=(0, 1, 2),
        leader=rng.randrange(3),
        side=frozenset({0}),
        order=order,
        goal=goal,
        follow="must_trump",
    )


def _deal_hands(rng: Random, pack: tuple[int, ...], *sizes: int) -> list[int]:
    deck = rng.sample(pack, len(pack))
    return [mask(deck[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes))]


def _strength(hand: int) -> float:
    """Return the strength of a hand for the player who would declare, from its high cards and its longest suit."""
    lengths = [(hand & suit).bit_count() for suit in SUIT_MASK]
    return sum(max(0, card % 13 - 8) for card in cards(hand)) + 3 * max(lengths)


def _exposed_cards(hand: int) -> list[int]:
    """Return the cards of a hand with which its opponents may be able to force it to take a trick.

    In each suit these are the lowest card if it is above the seven, the second lowest if it is above the nine, the
    third lowest if it is above the jack, and so on.
    """
    result = []
    for suit in SUIT_MASK:
        suit_cards = cards(hand & suit)
        result += [card for place, card in enumerate(suit_cards) if card % 13 - 5 > 2 * place]
    return result


def _contract(rng: Random, trumps: bool) -> Position:
    """Return a position in which the strongest of three hands has taken the talon and plays against the two others.

    The talon is the two undealt cards. The hand has discarded two of its lowest cards from short suits. With `trumps`
    there is a trump suit.
    """
    *hands, talon = _deal_hands(rng, PACK_32, 10, 10, 10, 2)
    hands.sort(key=_strength, reverse=True)
    hand_with_talon = hands[0] | talon
    longest = max(SUIT_MASK, key=lambda suit: (hand_with_talon & suit).bit_count())
    trump = SUIT_MASK.index(longest) if trumps else None

    def worth(card: int) -> tuple[bool, int, int]:
        suit = SUIT_MASK[card // 13]
        return trumps and suit == longest, max(0, card % 13 - 9), (hand_with_talon & suit).bit_count()

    discards = sorted(cards(hand_with_talon), key=worth)[:2]
    return _three((hand_with_talon & ~mask(discards), hands[1], hands[2]), rng, Order(trump))


def _no_tricks(rng: Random) -> Position:
    """Return a position in which one of three hands has to take no trick, against the two others.

    The chosen hand has at most two exposed cards (with which the opponents may be able to force it to take a trick). It
    has taken the talon (the undealt cards) and then discarded two cards.
    """
    while True:
        *hands, talon = _deal_hands(rng, PACK_32, 10, 10, 10, 2)
        for seat, hand in enumerate(hands):
            if len(_exposed_cards(hand)) <= 2:
                hand_with_talon = hand | talon
                discards = sorted(
                    cards(hand_with_talon), key=lambda card: (card in _exposed_cards(hand_with_talon), card % 13)
                )[-2:]
                rest = hands[seat + 1 :] + hands[:seat]
                return _three((hand_with_talon & ~mask(discards), *rest), rng, Order(), "fewest")


def _dead_hand(rng: Random) -> Position:
    """Return a position in which the declarer plays against one defender.

    The ten cards of the third hand are out of play.
    """
    first, second = _deal_hands(rng, PACK_32, 10, 10)
    return Position(
        hands=(first, second), seats=(0, 1), leader=0, side=frozenset({0}), order=Order(0), follow="must_trump"
    )


def _ace_low(rng: Random) -> Position:
    """Return a position in which the ace is the lowest card and a player with low cards wants the fewest tricks.

    This player plays last to every trick, against two opponents. The partner of this player sits out.
    """
    deck = rng.sample(PACK_52, 39)
    deck.sort(key=lambda card: (card + 1) % 13 + 6 * rng.random())
    low, rest = deck[:13], rng.sample(deck[13:], 26)
    hands = (mask(low), mask(rest[:13]), 0, mask(rest[13:]))
    order = Order(ace_low=True)
    return Position(hands=hands, seats=(0, 1, 3), leader=1, side=frozenset({0}), goal="fewest", order=order, last=0)


def _sixteen(rng: Random) -> Position:
    hands = tuple(_deal_hands(rng, PACK_52, 16, 16, 16))
    return Position(hands=hands, seats=(0, 1, 2), leader=0, side=frozenset({0}), order=Order(0))


def _random(rng: Random, order: Order, goal: Any = "most") -> Position:
    return _three(tuple(_deal_hands(rng, PACK_32, 10, 10, 10)), rng, order, goal)


MODES: dict[str, tuple[Deals, int, tuple[SearchGoal, ...]]] = {
    "trump, random": (lambda rng: _random(rng, Order(0)), 1000, ("value", "cards")),
    "trump, plausible": (lambda rng: _contract(rng, True), 1000, ("value", "cards")),
    "no trump, random": (lambda rng: _random(rng, Order()), 1000, ("value", "cards")),
    "no trump, plausible": (lambda rng: _contract(rng, False), 1000, ("value", "cards")),
    "no tricks, random": (lambda rng: _random(rng, Order(), "fewest"), 1000, ("value", "cards")),
    "no tricks, plausible": (_no_tricks, 1000, ("value", "cards")),
    "a dead hand": (_dead_hand, 1000, ("value", "cards")),
    "partners": (random_deal, 1000, ("value", "cards")),
    "partners, fewest": (lambda rng: replace(random_deal(rng), goal="fewest"), 200, ("value",)),
    "ace low, one against two": (_ace_low, 1000, ("value", "cards")),
    "sixteen cards": (_sixteen, 200, ("value",)),
}


def positions(deals: Deals, count: int, seed: int = 1) -> Iterator[Position]:
    """Return `count` random positions of a mode, which `deals` generates; `seed` determines them."""
    rng = Random(seed)
    return (deals(rng) for _ in range(count))


def measure_mode(mode: str, scale: float, disabled_parts: tuple[Part, ...] = ()) -> list[dict[str, Any]]:
    """Solve the deals of a mode one by one, and return a table row for each goal of the search.

    `scale` multiplies the usual number of deals. `disabled_parts` are parts of the search that are switched off.
    """
    deals, deal_count, goals = MODES[mode]
    return [
        {
            "mode": mode,
            "what": goal,
            **figures(list(positions(deals, max(1, round(deal_count * scale)))), goal, disabled_parts),
        }
        for goal in goals
    ]


def figures(deals: list[Position], goal: SearchGoal, disabled_parts: tuple[Part, ...] = ()) -> dict[str, Any]:
    """Solve `deals`; return the distribution of the times in milliseconds, and the mean number of searched nodes.

    `goal` tells what is searched: the value of the position, or the value of every card. `disabled_parts` are parts of
    the search that are switched off.
    """
    durations_ms, nodes = [], []
    for position in deals[:3]:  # warm-up: the first searches are slower, while memory is mapped
        Search(disabled_parts=disabled_parts).answers([position], goal)
    for position in deals:
        start = time.perf_counter()
        answer = Search(disabled_parts=disabled_parts).answers([position], goal)[0]
        durations_ms.append(1000 * (time.perf_counter() - start))
        nodes.append(answer.nodes)
    return _spread(durations_ms) | {"nodes": round(statistics.mean(nodes))}


def _spread(durations_ms: list[float]) -> dict[str, Any]:
    sorted_durations = sorted(durations_ms)

    def quantile(share: float) -> float:
        return round(sorted_durations[min(len(sorted_durations) - 1, int(share * len(sorted_durations)))], 3)

    return {
        "deals": len(durations_ms),
        "mean ms": round(statistics.mean(durations_ms), 3),
        "median": quantile(0.5),
        "p95": quantile(0.95),
        "p99": quantile(0.99),
        "max": round(sorted_durations[-1], 3),
    }


def dds(scale: float) -> list[dict[str, Any]]:
    """Solve the deals of the mode `partners` with DDS, and return the table rows.

    The rows tell also whether DDS agrees with our solver. `scale` multiplies the usual number of deals.
    """
    deals, deal_count, _ = MODES["partners"]
    rows = []
    for goal, solutions in (("value", 1), ("cards", 3)):
        durations_ms = []
        agrees = True
        sample = list(positions(deals, max(1, round(deal_count * scale))))
        for position, answer in zip(sample, solve_many(sample, "cards"), strict=True):
            start = time.perf_counter()
            tricks_by_card = solve_with_dds(position, solutions)
            durations_ms.append(1000 * (time.perf_counter() - start))
            agrees &= (
                tricks_by_card == answer.cards if goal == "cards" else set(tricks_by_card.values()) == {answer.value}
            )
        rows.append(
            {
                "mode": "DDS on partners",
                "what": goal,
                **_spread(durations_ms),
                "nodes": "the same" if agrees else "OTHERS",
            }
        )
    return rows


def worlds(scale: float) -> list[dict[str, Any]]:
    """Return table rows with the number of worlds (possible deals) solved per second, with a value for every card.

    The declarer knows only one hand; in each world the cards of the two other hands are dealt again. `scale` multiplies
    the usual number of worlds.
    """
    rows = []
    for name, order, goal in (
        ("trump", Order(0), "most"),
        ("no trump", Order(), "most"),
        ("no tricks", Order(), "fewest"),
    ):
        for trick in (1, 3, 5):
            rng = Random(f"{name} {trick}")
            world_sets = []
            for _ in range(max(1, round(40 * scale))):
                position = _play_to_trick(_random(rng, order, goal), trick, rng)
                world_sets.append([_redeal(position, rng) for _ in range(100)])
            rates = []
            for threads in (1, 2):
                start = time.perf_counter()
                for world_set in world_sets:
                    solve_many(world_set, "cards", threads=threads)
                rates.append(100 * len(world_sets) / (time.perf_counter() - start))
            row = {"mode": name, "trick": trick, "worlds/s": round(rates[0]), "two threads": round(rates[1])}
            rows.append(row | {"times": round(rates[1] / rates[0], 2)})
    return rows


def _play_to_trick(position: Position, trick: int, rng: Random) -> Position:
    """Play random cards until the trick number `trick` begins, and return the position."""
    while position.remaining_tricks > 11 - trick:
        tricks = position.tricks
        _, position = position.after(rng.choice(cards(tricks.legal(position.hands[tricks.turn]))))
    return position


def _redeal(position: Position, rng: Random) -> Position:
    unseen = list(cards(position.hands[1] | position.hands[2]))
    rng.shuffle(unseen)
    half = len(unseen) // 2
    return replace(position, hands=(position.hands[0], mask(unseen[:half]), mask(unseen[half:])))


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--only", nargs="*", default=[], help="modes whose name begins so; `worlds`, `dds`, `parts`")
    parser.add_argument("--scale", type=float, default=1.0, help="a factor for the number of deals")
    arguments = parser.parse_args()
    scale = arguments.scale

    def is_selected(name: str) -> bool:
        return not arguments.only or any(name.startswith(begin) for begin in arguments.only)

    rows_by_title: dict[str, list[dict[str, Any]]] = {}
    if is_selected("worlds"):
        rows_by_title["worlds"] = worlds(scale)
    pin_to_one_core()
    rows_by_title["deals"] = [row for mode in MODES if is_selected(mode) for row in measure_mode(mode, scale)]
    if is_selected("dds"):
        rows_by_title["deals"] += dds(scale)
    if "parts" in arguments.only:
        rows_by_title["parts"] = [
            {"without": part or "nothing", **row}
            for part in (None, *PARTS)
            for mode in ("trump, random", "no trump, random", "no tricks, random", "partners")
            if (part, mode) != ("table", "partners")  # this combination would take days
            for row in measure_mode(mode, scale / 10, (part,) if part else ())[:1]
        ]
    show(rows_by_title, as_json=arguments.json)


if __name__ == "__main__":
    main()
