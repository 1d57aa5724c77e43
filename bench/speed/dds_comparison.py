"""Compare our solver with DDS, the double-dummy solver for bridge (PyPI `endplay`).

Run `python -m bench.speed.dds_comparison [--deals 1000]`.

For random bridge deals without trumps, both the value of the deal and the tricks after each card are compared. The exit
status is the number of deals that differ.
"""

import argparse
import sys
from importlib import import_module
from random import Random

from prikup.rules.cards import PACK_52, SUIT_MASK, mask
from prikup.solver import Position, solve_many


def random_deal(rng: Random) -> Position:
    """Return a random bridge deal without trumps; the players in seats opposite each other are partners."""
    deck = rng.sample(PACK_52, 52)
    hands = tuple(mask(deck[13 * seat : 13 * seat + 13]) for seat in range(4))
    return Position(hands=hands, seats=(0, 1, 2, 3), leader=0, side=frozenset({0, 2}))


def solve_with_dds(position: Position, solutions: int) -> dict[int, int]:
    """Solve a bridge position at the start of a trick with DDS, on one thread.

    Return, by card, the tricks of the leader's side after the card is led. With `solutions` 1 the result has only one
    of the best cards and the cards equal to it; with 3 it has all cards.
    """
    dds = import_module("endplay._dds")
    deal, future_tricks = dds.deal(), dds.futureTricks()
    deal.trump, deal.first = 4 if position.order.trump is None else position.order.trump, position.leader
    for seat in range(4):
        for suit, cards in enumerate(SUIT_MASK):
            deal.remainCards[seat][suit] = (position.hands[seat] & cards) >> 13 * suit << 2
    dds.SolveBoard(deal, -1, solutions, 1, future_tricks, 0)
    tricks_by_card: dict[int, int] = {}
    for i in range(future_tricks.cards):
        ranks = future_tricks.equals[i] | 1 << future_tricks.rank[i]
        tricks_by_card |= {
            13 * future_tricks.suit[i] + rank - 2: future_tricks.score[i] for rank in range(2, 15) if ranks >> rank & 1
        }
    return tricks_by_card


def main() -> int:
    """Compare the solvers, and return the number of deals in which they differ, as the exit status (at most 99)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    deals = parser.parse_args().deals
    rng = Random(2)
    wrong = 0
    for _ in range(deals):
        position = random_deal(rng)
        answer = solve_many([position], "cards")[0]
        if answer.cards != solve_with_dds(position, 3) or answer.value != max(answer.cards.values()):
            wrong += 1
            print(position)
    print(f"{deals} deals of bridge without trumps, {wrong} differ from DDS")
    return min(wrong, 99)


if __name__ == "__main__":
    sys.exit(main())
