"""Compare the defence of a misère (the contract to take no trick) with an exact calculation.

Run `python tests/campaigns/games/preferans_misere.py --deals 1000 [--seed 1]`. The defenders play with open hands, so
only the declarer's discard is unknown, for which there are at most 66 possibilities. For each possibility, and for each
card that a defender may play, the rest of the deal is solved and the declarer's tricks are scored on the sheet. The
card that a computer player plays must have the best value over all possibilities. These are weighted by the likelihood
of the discard (`master`), or equally (`rule`, and `pimc` with as many worlds). In half of the deals the hand is good
enough to bid a misère; in the others it is any hand.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # for the test helpers

from support.command_line import parse_command_line
from support.random_walk import random_deal

from prikup.bots import player
from prikup.bots.belief import Belief
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.action_text import action_text
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import State, View, view
from prikup.rules.text_format import view_text
from prikup.solver import solve_cards
from prikup.solver.position import Position
from prikup.worlds.possible_worlds import all_worlds, count_placements

__all__ = ["CLOSE", "LEVELS", "TRICKS", "Compared", "alike", "compare_defence", "misere"]

MISERE = "misere"
TRICKS = 10
DISCARD_WAYS = 66
"""The number of ways to discard two of twelve cards."""
CLOSE = 1e-6
"""The largest difference in points that counts as zero."""
Weigh = Callable[[AnyGame, View[Any]], Callable[[State[Any]], float]]


def likely(rules: AnyGame, player_view: View[Any]) -> Callable[[State[Any]], float]:
    """Return a function that weighs a world (a possible deal) by its likelihood."""
    return Belief(rules, player_view, GAMES[rules.name].rule(rules, 0), search(), random.Random(0)).likelihood


def alike(rules: AnyGame, player_view: View[Any]) -> Callable[[State[Any]], float]:
    """Return a function that gives all worlds (possible deals) the same weight."""
    return lambda world: 1.0


LEVELS: dict[str, Weigh] = {"master": likely, f"pimc:{DISCARD_WAYS}": alike, "rule": alike}
"""The computer players that are compared, each with its way to weigh the possible deals."""


class Compared(NamedTuple):
    """A card that the player `level` chose for a defender, compared with the best card.

    `player_view` is the defender's view, `card` and `best` are the two cards, and `loss` is the loss in points.
    """

    level: str
    player_view: View[Any]
    card: int
    best: int
    loss: float


def misere(rules: AnyGame, rng: random.Random, *, any_hand: bool) -> State[Any]:
    """Play a deal to the start of the play of a misère, and return the state.

    With `any_hand` the declarer has any hand; otherwise a hand on which the rule-based player bids a misère.
    """
    decide, bid = player("rule", rules, 0), 52 + rules.calls.index(MISERE)
    while True:
        state, is_forced = random_deal(Match.begin(rules, rng.randrange(rules.seats)), rng), any_hand
        while state.public.actor is not None and state.public.phase != "play":
            player_view = view(state, state.public.actor)
            bids = is_forced and bid in rules.legal(player_view)
            state = rules.apply(state, bid if bids else decide(player_view))
            is_forced = is_forced and not bids
        if state.public.contract == bid:
            return state


def compare_defence(rules: AnyGame, state: State[Any], levels: dict[str, Weigh] = LEVELS) -> Iterator[Compared]:
    """Yield each player's card wherever the defence has a choice; the first player's cards are played.

    `levels` maps the names of the players to their ways to weigh the possible deals.
    """
    players = {level: player(level, rules, 1) for level in levels}
    worth = _worth(rules, state)
    while (seat := state.public.actor) is not None:
        player_view = view(state, seat)
        card_by_level = {level: decide(player_view) for level, decide in players.items()}
        defends = seat != state.public.declarer and len(rules.legal(player_view)) > 1
        if defends and count_placements(rules, player_view) <= DISCARD_WAYS:
            possible_worlds = list(all_worlds(rules, player_view))
            tricks_by_world = [_tricks_by_card(world) for world in possible_worlds]
            for level, weigh in levels.items():
                points = dict.fromkeys(rules.legal(player_view), 0.0)
                weights = list(map(weigh(rules, player_view), possible_worlds))
                for weight, tricks in zip(weights, tricks_by_world, strict=True):
                    for card, declarers in tricks.items():
                        points[card] += weight / sum(weights) * worth[seat][declarers]
                best, card = max(points, key=points.__getitem__), card_by_level[level]
                yield Compared(level, player_view, card, best, points[best] - points[card])
        state = rules.apply(state, next(iter(card_by_level.values())))


def _tricks_by_card(world: State[Any]) -> dict[int, int]:
    """Return the tricks that the declarer takes in the whole deal, by the card played now."""
    tricks, declarer = world.public.tricks, world.public.declarer
    position = Position.of(tricks, world.hands, frozenset({declarer}), "fewest")
    return {card: tricks.won[declarer] + further_tricks for card, further_tricks in solve_cards(position).items()}


def _worth(rules: AnyGame, state: State[Any]) -> list[list[float]]:
    """Return the settlement in points, by seat and then by the number of the declarer's tricks."""
    match, public = Match.begin(rules, state.public.dealer), state.public
    taker, defender = public.declarer, next(seat for seat in public.tricks.seats if seat != public.declarer)
    sheets = []
    for declarer_tricks in range(TRICKS + 1):
        tricks_won = tuple(
            {taker: declarer_tricks, defender: TRICKS - declarer_tricks}.get(seat, 0) for seat in range(rules.seats)
        )
        outcome = GAMES[rules.name].outcome(MISERE, taker, tricks=tricks_won)
        sheets.append(rules.scoring.settlement(match.close(outcome).sheet.totals))
    return [[float(sheet[seat]) for sheet in sheets] for seat in range(rules.seats)]


def main() -> None:
    """Play the misères, and print the cards that are not best."""
    arguments, rules = parse_command_line(__doc__, deals=1000, seed=1), game("preferans", "")
    decisions, different, start = dict.fromkeys(LEVELS, 0), dict.fromkeys(LEVELS, 0), time.perf_counter()
    for deal in range(1, arguments.deals + 1):
        rng = random.Random(f"{arguments.seed} {deal}")
        for level, player_view, card, best, loss in compare_defence(rules, misere(rules, rng, any_hand=deal % 2 == 0)):
            decisions[level] += 1
            if loss > CLOSE:
                different[level] += 1
                played_card, better = (action_text(rules.calls, action) for action in (card, best))
                print(f"deal {deal}: {level} plays {played_card}, {better} is worth {loss:.3f} points more:")
                print(f"  {view_text(rules, player_view)}")
        if deal % 50 == 0 or deal == arguments.deals:
            summary = ", ".join(f"{level} {decisions[level]} decisions, {different[level]} differ" for level in LEVELS)
            print(f"{deal} misères, {time.perf_counter() - start:.0f} s: {summary}", flush=True)
    sys.exit(any(different.values()))


if __name__ == "__main__":
    main()
