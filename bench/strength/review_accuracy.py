"""Count the mistakes that the review finds in the play of different computer players.

Run `python -m bench.strength.review_accuracy [--deals 200] [--players A,B] [--show] [--kinds]`.

In each deal one seat, a different one each time, is played by `master`, by `beginner` and by a cheat in turn;
rule-based players have the other seats. The cheat calls like `master` and plays the best card with all cards visible.
The review then evaluates the decisions of that seat, with a random seed that no player uses.

The program prints the percentage of decisions (with more than one choice) that the review calls mistakes. Per deal, and
with 95 % intervals, it prints the number of mistakes, the points that they cost, the loss of all choices compared with
the best choice by what the player could know (single dummy), and the points lost with all cards visible (double dummy).
The games take turns. `--show` prints each mistake; `--kinds` counts the mistakes by phase and fault, with their cost in
points per deal.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from prikup.bots import player
from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.history.events import ActionEvent
from prikup.narration import NarratedStep
from prikup.review.decisions import FinishedDeal, decisions
from prikup.review.double_dummy import AllSeen
from prikup.review.judgement import Judgement, judge
from prikup.review.single_dummy import JudgingParameters
from prikup.rules.action_text import action_text
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import Action, Seat, State, view
from prikup.statistics.confidence_intervals import mean_interval

CHEAT = "cheat"
SEED = 7001
"""The random seed of the evaluation, which no player uses."""


class Found(NamedTuple):
    """The evaluation of one seat's decisions in one deal; all losses and costs are in points.

    - `choices` and `mistakes`: the number of decisions with more than one choice, and of those that the review calls
      mistakes.
    - `mistake_cost`: what the mistakes cost.
    - `single_dummy_loss`: the loss of all choices compared with the best one by what the player could know.
    - `double_dummy_loss`: the loss of all choices compared with the best one with all cards visible.
    """

    choices: int
    mistakes: int
    mistake_cost: float
    single_dummy_loss: float
    double_dummy_loss: float


def _best_double_dummy_card(rules: AnyGame, state: State[Any], payoff: Payoff) -> Action:
    """Return the card that is best for the player to act if all cards are visible.

    Of several such cards, return the lowest.
    """
    side = payoff.side(state.public.actor)
    values_by_card = AllSeen(rules, payoff, search()).cards(state)
    return max(sorted(values_by_card), key=lambda card: values_by_card[card][side])


def _play_deal(rules: AnyGame, seed: int, seat: Seat, name: str) -> FinishedDeal:
    """Play a deal in which the player called `name` has the seat `seat` and rule-based players have the others.

    `seed` determines the cards. The player "cheat" plays the best card with all cards visible.
    """
    state = start = Match.begin(rules).deal_random(random.Random(seed))
    rule, tested_player = player("rule", rules, seed), player("master" if name == CHEAT else name, rules, seed)
    payoff, steps = Payoff(rules, start.public), []
    while (actor := state.public.actor) is not None:
        if actor == seat and name == CHEAT and state.public.phase == "play":
            action = _best_double_dummy_card(rules, state, payoff)
        else:
            action = (tested_player if actor == seat else rule)(view(state, actor))
        after = rules.apply_unchecked(state, action)
        steps.append(NarratedStep(state, ActionEvent(actor, action), after))
        state = after
    return FinishedDeal(rules, 1, start, tuple(steps))


def _judge_seat(deal: FinishedDeal, seat: Seat) -> list[Judgement]:
    terms = JudgingParameters(deal.game, search(), Payoff(deal.game, deal.start.public), SEED)
    return [judge(decision, terms) for decision in decisions(deal) if decision.seat == seat and len(decision.plans) > 1]


def _summarise_deal(judgements: list[Judgement]) -> Found:
    mistakes = [judgement for judgement in judgements if judgement.mistaken]
    single_dummy_loss = sum(
        choice.loss for judgement in judgements for choice in judgement.choices if choice.plan == judgement.plan
    )
    return Found(
        len(judgements),
        len(mistakes),
        sum(judgement.cost for judgement in mistakes),
        single_dummy_loss,
        sum(judgement.double_dummy_cost for judgement in judgements),
    )


def _describe_mistake(rules: AnyGame, seed: int, name: str, judgement: Judgement) -> str:
    texts = [
        ",".join(action_text(rules.calls, action) for action in plan)
        for plan in (judgement.plan, judgement.choices[0].plan)
    ]
    chosen = next(choice for choice in judgement.choices if choice.plan == judgement.plan)
    loss_text = f"{chosen.loss:.2f} ± {chosen.error:.2f} in {judgement.worlds}{' (all)' * judgement.every}"
    return (
        f"    {rules.name} deal {seed} {name} {judgement.phase} {judgement.trick}: {texts[0]}, better "
        f"{texts[1]}: {loss_text}"
    )


def _kinds(kinds: dict[tuple[str, str], dict[str, list[float]]], names: tuple[str, ...], deals: int) -> Iterator[str]:
    """Yield a line for each phase and fault (the kind of mistake), the costliest first.

    A line has the mistakes of each player in `names` and their cost, per deal. `kinds` are the costs of the single
    mistakes, by phase and fault and then by player, in `deals` deals.
    """

    def cost(kind: tuple[str, str]) -> float:
        return sum(map(sum, kinds[kind].values()))

    for phase, fault in sorted(kinds, key=cost, reverse=True):
        losses_by_player = (kinds[phase, fault].get(name, []) for name in names)
        columns = "  ".join(f"{len(lost):4} {sum(lost) / deals:7.3f}" for lost in losses_by_player)
        yield f"{phase:10} {fault:28} {columns}"


def _format_row(summaries: list[Found]) -> str:
    choices, mistakes = (sum(getattr(summary, name) for summary in summaries) for name in ("choices", "mistakes"))
    means = " ".join(_mean([float(getattr(summary, name)) for summary in summaries]) for name in Found._fields[1:])
    return f"{len(summaries):5} {choices:6} {100 * mistakes / max(choices, 1):6.2f}% {means}"


def _mean(values: list[float]) -> str:
    interval = mean_interval(values)
    return f"{interval.mean:7.2f} ±{interval.high - interval.mean:5.2f}"


def main() -> None:
    """Parse the command line, play the deals, evaluate them, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--players", default=f"master,beginner,{CHEAT}")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--kinds", action="store_true")
    arguments = parser.parse_args()
    names, players = arguments.game or list(GAMES), arguments.players.split(",")
    summaries: dict[tuple[str, str], list[Found]] = defaultdict(list)
    kinds: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number in range(arguments.deals):
        rules, seed = game(names[number % len(names)]), number // len(names)
        for player_name in players:
            seat = seed % rules.seats
            judgements = _judge_seat(_play_deal(rules, seed, seat, player_name), seat)
            summaries[rules.name, player_name].append(_summarise_deal(judgements))
            summaries["all", player_name].append(summaries[rules.name, player_name][-1])
            for judgement in judgements:
                if not judgement.mistaken:
                    continue
                kinds[judgement.phase, judgement.fault.key if judgement.fault else ""][player_name].append(
                    judgement.cost
                )
                if arguments.show:
                    print(_describe_mistake(rules, seed, player_name, judgement), flush=True)
    print(f"{'':16} {'':9} deals choices mistaken  mistakes a deal  they cost    all behind    with all cards seen")
    for name in (*names, "all"):
        for player_name in players:
            print(f"{name:16} {player_name:9} {_format_row(summaries[name, player_name])}")
    if arguments.kinds:
        print(f"\n{'mistakes, and points a deal':39} {'  '.join(f'{name:>12}' for name in players)}")
        for line in _kinds(kinds, tuple(players), arguments.deals):
            print(line)


if __name__ == "__main__":
    main()
