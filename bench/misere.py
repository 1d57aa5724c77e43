"""What the strongest player expects of a misère, and what exact defence leaves: `python bench/misere.py [--hands 300]`.

Looked for are hands of Preferans on which it would bid a misère as the first to speak, or after passes (not among those
with more than three aces, kings and queens: it bids one on hardly any of these). What it expects of the bid is set
beside what an exact defence leaves of it, in the same points of the settlement: in 20 other worlds of the same View the
bid is made, the others say what their rule of thumb says, and the player lays away what it would; then all play as well
as can be with all hands open. Told are the mean of both, and of their difference with its 95 % interval: the hand is
the unit. 300 hands take two cores some twenty minutes.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from statistics import fmean
from typing import Any

from figures import show

from prikup.bots import master
from prikup.bots.belief import Belief
from prikup.bots.cardplay import position
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.thread_search import search
from prikup.cards import PACK_52, card_text, mask
from prikup.game import AnyGame, Player
from prikup.games import GAMES, game
from prikup.intervals import mean_interval
from prikup.match import Match
from prikup.state import Action, State, View, view
from prikup.text_forms import parse_action

GAME, BID, PASS = "preferans", "misere", "pass"
WORLDS, MOST = 20, 3
HIGH = mask(card for card in PACK_52 if card_text(card)[1] in "QKA")
PIECES = 64


def hands(options: str, piece: int, many: int) -> list[tuple[float, float]]:
    """Return what is expected of some misères, and what an exact defence leaves of them."""
    rules, rng = game(GAME, options), random.Random(f"misere {piece}")
    rule, player, bid = GAMES[GAME].rule(rules, 0), master.player(rules, 0), parse_action(rules.calls, BID)
    found: list[tuple[float, float]] = []
    while len(found) < many:
        seen = _asked(rules, rng)
        if bid in rules.legal(seen) and (seen.hand & HIGH).bit_count() <= MOST and player(seen) == bid:
            advice = master.advice(rules, seen, 0)
            found.append((advice.worth[advice.plan], _exact(rules, seen, bid, rule)))
    return found


def _asked(rules: AnyGame, rng: random.Random) -> View[Any]:
    """Return what one who speaks first, or after passes, sees of a deal."""
    state = Match.begin(rules).dealt(rng)
    for _ in range(rng.randrange(rules.seats)):
        state = rules.apply(state, parse_action(rules.calls, PASS))
    return view(state, state.public.actor)


def _exact(rules: AnyGame, seen: View[Any], bid: Action, rule: Player) -> float:
    """Return what a misère is worth if all play as well as can be with open hands."""
    worlds, _ = Belief(rules, seen, rule, search(), randomness(1, seen)).worlds(WORLDS)
    payoff = Payoff(rules, seen.public)
    side = payoff.side(seen.seat)
    return fmean(_end(rules, world, bid, rule, payoff)[side] for world in worlds)


def _end(rules: AnyGame, world: State[Any], bid: Action, rule: Player, payoff: Payoff) -> tuple[float, ...]:
    """Return what the bid is worth in a world, by side."""
    state, player = rules.apply(world, bid), master.player(rules, 0, WORLDS)
    while (seat := state.public.actor) is not None and state.public.phase != "play":
        lays_away = state.public.phase == "discard" and state.public.auction.high == bid
        state = rules.apply(state, (player if lays_away else rule)(view(state, seat)))
    return _value(rules, state, payoff)


def _value(rules: AnyGame, state: State[Any], payoff: Payoff) -> tuple[float, ...]:
    """Return what a deal is worth by side if its cards are played as well as can be."""
    if state.public.actor is None:
        return payoff.of_end(state)
    contest = rules.contest(state.public)
    (answer,) = search().answers([position(state, contest)], "value", payoff.deciding_tricks(state, contest))
    return payoff.of_tricks(state, contest, answer.value)


def main() -> None:
    """Look for hands, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--options", default="")
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with ProcessPoolExecutor(chosen.workers, get_context("spawn")) as pool:
        each = repeat(-(-chosen.hands // PIECES))
        found = [pair for piece in pool.map(hands, repeat(chosen.options), range(PIECES), each) for pair in piece]
    more = mean_interval([expected - exact for expected, exact in found])
    line = {
        "hands": len(found),
        "expected": round(fmean(expected for expected, _ in found), 1),
        "exact": round(fmean(exact for _, exact in found), 1),
        "more": round(more.mean, 1),
        "±": round((more.high - more.low) / 2, 1),
        "off by more than 10": sum(abs(one - other) > 10 for one, other in found),
    }
    show({"Misère": [line]}, as_json=chosen.json)


if __name__ == "__main__":
    main()
