"""Generate problems with open hands from deals between computer players, determined by a seed.

The rule player (which plays by fixed heuristics) and a beginner play, and some of their calls are random, so that some
misères (contracts to take no trick) can be beaten. Each position of a deal is tested against all themes (types of
questions). It becomes a problem if its answer is proved to be the only one and enough attempts of computer players
fail.

Few of these deals are misères. Therefore a second pass plays further deals, in which one seat declares misère whenever
this is legal.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots.cardplay import position as open_position
from prikup.bots.payoff import Payoff, tricks_left
from prikup.games import GAMES, game
from prikup.problems.difficulty import failing_cards, failing_counts, failing_discards
from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import LITTLE, is_one_answer, prove, runs
from prikup.problems.problem import LEVELS
from prikup.problems.random_deals import RandomDeals, draw_players
from prikup.problems.themes import THEMES, Theme, ThemeContext
from prikup.rules.cards import FIRST_CALL, SUITS, card_text, is_card, mask, mask_text, parse_card
from prikup.rules.game import AnyGame, Player
from prikup.rules.objective import Objective
from prikup.rules.state import Seat, State, View, view
from prikup.rules.tricks import Tricks
from prikup.solver import NotSolved, Position

__all__ = ["PASSES", "Pass", "generate_problems", "select_problems"]

PLAYING = ("rule", "rule", "beginner")
"""The computer players that play the deals. Each seat gets one of the entries, all with equal probability."""
RECKLESS = 0.25
"""The share of the computer players' calls that are random.

Half of the random calls are chosen from the risky calls that the browser asks to confirm, if one of them is legal.
"""
FEWEST_TRICKS = 4
LEAST_NODES = 40
"""The minimum number of nodes (positions) that the solver must visit to prove an answer.

A problem with fewer nodes is trivial once all cards are visible, so it is dropped.
"""
MOST_TRICKS = {2: 10, 3: 10, 4: 9}
"""The maximum number of remaining tricks in a problem, by the number of players who take part in the play."""
MOST_LOSING = 8
"""The maximum number of remaining tricks in a problem if four players avoid tricks."""
CHOICES = 3
"""The minimum number of different cards to choose from in a problem.

Equal cards, such as ♠Q and ♠J in one hand, count once.
"""
LIMITS = replace(LITTLE, nodes=400_000)
"""The limits of the solver while problems are generated.

Later proofs have no limit on the number of nodes (positions that the solver visits).
"""
PATIENCE = 2000
"""The number of deals after which a theme (type of question) is given up if no problem with it was found."""


class Pass(Struct, frozen=True):
    """A pass over random deals of a game, in which problems are generated.

    - `word`: a part of the seeds of the pass, so that different passes get different deals.
    - `themes`: the themes (types of questions) that the pass looks for.
    - `declares_misere`: true if one seat of each deal declares a contract to take no trick whenever this is legal.
    - `deal_factor`: the number of deals of the pass, as a multiple of the parameter `deals` of `generate_problems`.
    - `pool`: the number of problems that the pass generates, as a multiple of the number that will be kept.
    """

    word: str
    themes: tuple[str, ...]
    declares_misere: bool = False
    deal_factor: int = 1
    pool: float = 1.2


PASSES = (Pass("", tuple(THEMES)), Pass(" dared", ("catch", "dodge"), declares_misere=True, deal_factor=10, pool=4))
"""The passes over random deals of a game in which problems are generated, in the order in which they run."""


class CandidateMoment(Struct, frozen=True):
    """A state of a deal between computer players that may become a problem.

    - `state`: the state of the deal.
    - `laying`: the state before the first card of the deal was discarded, None if no card was discarded.
    - `contract`: the number of tricks with which the first side in `Objective.sides` (the soloist, if one seat plays
      against all others) makes its contract. It is 0 if there is no such contract.
    """

    state: State[Any]
    laying: State[Any] | None
    contract: int


def generate_problems(
    name: str, seed: int, deals: int, per_theme: int, search_pass: Pass = PASSES[0]
) -> Iterator[OpenProblem]:
    """Yield problems from random deals of a game until every theme has enough, or all deals are played.

    A theme is a type of question. Each deal yields at most one problem per theme.

    - `name`: the name of the game.
    - `seed`: determines the deals.
    - `deals`: the number of deals, which is multiplied by `Pass.deal_factor`.
    - `per_theme`: the number of problems of each theme that will be kept. More are generated, so that there is a choice
      (`Pass.pool`).
    - `search_pass`: the pass, which says how many deals are played and which themes are looked for.
    """
    games = [
        rules
        for rules in (game(name, preset) for preset in GAMES[name].presets)
        if not search_pass.declares_misere or _misere_calls(rules)
    ]
    random_deals = RandomDeals(games)
    counts_by_theme: Counter[str] = Counter()
    for deal in range(search_pass.deal_factor * deals if games else 0):
        open_themes = {
            name: THEMES[name]
            for name in search_pass.themes
            if counts_by_theme[name] < search_pass.pool * per_theme and (counts_by_theme[name] or deal < PATIENCE)
        }
        if not open_themes:
            return
        rng, rules = random.Random(f"{seed} {name}{search_pass.word} {deal}"), random_deals.rules(deal)
        last = rng.randint(FEWEST_TRICKS + 1, max(MOST_TRICKS.values()))
        laying: State[Any] | None = None
        contract: int | None = None
        for state in random_deals.play(deal, rng, partial(_seat_players, rules, deal, rng, search_pass)):
            if laying is None and _lays_away(state):
                laying = state
            if contract is None and state.public.phase == "play":
                contract = _contract(rules, state)
                if search_pass.declares_misere and rules.objective(state.public).goal == "most":
                    break
            for problem in _problems_at(rules, CandidateMoment(state, laying, contract or 0), last, open_themes):
                counts_by_theme[problem.theme] += 1
                del open_themes[problem.theme]
                yield problem


def _seat_players(rules: AnyGame, deal: int, rng: random.Random, search_pass: Pass) -> list[Player]:
    players = [_reckless_player(rules, base_player, rng) for base_player in draw_players(PLAYING, rules, deal, rng)]
    if search_pass.declares_misere:
        seat = rng.randrange(rules.seats)
        players[seat] = _misere_declarer(rules, players[seat])
    return players


def _reckless_player(rules: AnyGame, base_player: Player, rng: random.Random) -> Player:
    """Return a player that follows `base_player`, except that a share of its calls (`RECKLESS`) is random."""
    confirmed_calls = {FIRST_CALL + rules.calls.index(call) for call in GAMES[rules.name].presentation.sure}

    def plays(view: View[Any]) -> int:
        legal = rules.legal(view)
        if is_card(min(legal)) or rng.random() >= RECKLESS:
            return base_player(view)
        risky_calls = [call for call in legal if call in confirmed_calls]
        return rng.choice(risky_calls if risky_calls and rng.random() < 0.5 else legal)

    return plays


def _misere_calls(rules: AnyGame) -> frozenset[int]:
    """Return the calls of a game for contracts in which one player must take no trick and plays against all others."""
    fewest = {
        contract.name
        for contract in rules.analysis.open_contracts
        if contract.goal == "fewest" and not contract.partners and not contract.individual
    }
    return frozenset(FIRST_CALL + index for index, call in enumerate(rules.calls) if call in fewest)


def _misere_declarer(rules: AnyGame, base_player: Player) -> Player:
    """Return a player that follows `base_player`, but declares a contract to take no trick whenever this is legal."""
    misere_calls = _misere_calls(rules)

    def plays(view: View[Any]) -> int:
        return next((call for call in rules.legal(view) if call in misere_calls), None) or base_player(view)

    return plays


def _lays_away(state: State[Any]) -> bool:
    exchange = getattr(state.public, "exchange", None)
    return (
        exchange is not None
        and not exchange.over
        and exchange.current_debt.receiver is None
        and exchange.current_debt.count == 2
    )


def _problems_at(
    rules: AnyGame, candidate: CandidateMoment, last: int, open_themes: dict[str, Theme]
) -> Iterator[OpenProblem]:
    """Yield the problems of the position `candidate`, one for each theme (type of question) of `open_themes` that fits.

    There are none if more than `last` tricks remain. Before the first card of a deal, `last` does not apply, only the
    maximum for all problems (`MOST_TRICKS`, `MOST_LOSING`).
    """
    state = candidate.state
    public = state.public
    if public.phase != "play" or not _is_plain(public.tricks):
        return
    objective, remaining_tricks = rules.objective(public), tricks_left(state)
    seats, opening = len(public.tricks.seats), not public.tricks.past and not public.tricks.table
    max_tricks = MOST_LOSING if seats == 4 and objective.goal == "fewest" else MOST_TRICKS[seats]
    if not FEWEST_TRICKS <= remaining_tricks <= (max_tricks if opening else min(max_tricks, last)):
        return
    themes = [theme for theme in open_themes.values() if theme.goal in (None, objective.goal)]
    if not themes:
        return
    context = _theme_context(candidate, objective, opening)
    for theme in [theme for theme in themes if theme.fits(context)]:
        make = MAKERS[theme.asks]
        try:
            problem = make(rules, candidate, objective, context, theme)
        except NotSolved:
            continue
        if problem is not None and sum(problem.failed) >= LEVELS[0]:
            yield problem


def _is_plain(tricks: Tricks) -> bool:
    """Return whether the seats play clockwise and no card of the talon (the undealt cards) leads the trick.

    `tricks` has the unfinished trick. Other positions do not become problems.
    """
    clockwise = tuple(sorted(tricks.seats))
    first = clockwise.index(tricks.seats[0])
    return tricks.lead is None and tricks.leader in clockwise and tricks.seats == clockwise[first:] + clockwise[:first]


def _theme_context(candidate: CandidateMoment, objective: Objective, opening: bool) -> ThemeContext:
    state = candidate.state
    position = open_position(state, objective)
    if objective.soloist is None:
        own_side = next(side for side in objective.sides if state.public.turn in side)
        position = replace(position, side=frozenset(own_side))
    return ThemeContext(position, objective.soloist, _need(candidate, objective, position), opening)


def _need(candidate: CandidateMoment, objective: Objective, position: Position) -> int:
    """Return how many more tricks of the side of `position` decide the contract.

    `candidate` has the contract, and `objective` the sides. If the side of `position` makes the contract, these are the
    tricks that it still needs; otherwise they are the tricks that beat the contract. Return 0 if there is no contract
    or no further trick decides it.
    """
    if not candidate.contract:
        return 0
    remaining_tricks, first = position.remaining_tricks, objective.sides[0]
    need: int = candidate.contract - sum(candidate.state.public.tricks.won[seat] for seat in first)
    if not 0 < need <= remaining_tricks:
        return 0
    return need if first[0] in position.side else remaining_tricks - need + 1


def _contract(rules: AnyGame, state: State[Any]) -> int:
    """Return the number of tricks with which the first side makes its contract; 0 if there is no such contract.

    The first side is the first in `Objective.sides`; if one seat plays against all others, it is that seat. The result
    is the number of tricks at which the side's points rise most. It must be computed before the first card is played.
    """
    objective = rules.objective(state.public)
    if objective.goal == "fewest" or (len(objective.sides) > 2 and objective.soloist is None):
        return 0
    payoff = Payoff(rules, state.public)
    side = payoff.side(objective.sides[0][0])
    worth = [payoff.tricks_value(state, objective, tricks)[side] for tricks in range(tricks_left(state) + 1)]
    gains = [new_value - old_value for old_value, new_value in pairwise(worth)]
    return 1 + gains.index(max(gains))


# The three kinds of questions


def _unsolved_problem(rules: AnyGame, context: ThemeContext, theme: Theme, you: Seat) -> OpenProblem:
    """Return the problem of the position `context` with the question `theme`, without its answer.

    `you` is the seat of the user who will solve the problem.
    """
    position = context.position
    return OpenProblem(
        game=rules.name,
        theme=theme.name,
        hands=" | ".join(
            mask_text(hand) if seat in position.seats else "-" for seat, hand in enumerate(position.hands)
        ),
        you=you,
        leader=position.leader,
        side=tuple(sorted(position.side)),
        trump="" if position.order.trump is None else SUITS[position.order.trump],
        goal=position.goal,
        follow=position.follow,
        ace_low=position.order.ace_low,
        last=position.last,
        table=" ".join(map(card_text, position.table)),
        need=theme.decides(context),
        value=0,
        answer=(),
    )


def _with_proof(problem: OpenProblem) -> OpenProblem | None:
    """Return the problem with its proved answer; None if it is trivial (`LEAST_NODES`) or several answers are right."""
    proof = prove(problem, LIMITS)
    if proof.nodes < LEAST_NODES:
        return None
    problem = replace(problem, value=proof.value, answer=proof.right, nodes=proof.nodes)
    return problem if is_one_answer(problem, proof) else None


def _card(
    rules: AnyGame, candidate: CandidateMoment, objective: Objective, context: ThemeContext, theme: Theme
) -> OpenProblem | None:
    question = _unsolved_problem(rules, context, theme, context.turn)
    run = runs(question.hand_masks, question.you, mask(context.position.table), ace_low=question.ace_low)
    if len({run[card] for card in question.choices}) < CHOICES or (problem := _with_proof(question)) is None:
        return None
    right = tuple(map(parse_card, problem.answer))
    return replace(problem, failed=failing_cards(rules, view(candidate.state, candidate.state.public.actor), right))


def _number(
    rules: AnyGame, candidate: CandidateMoment, objective: Objective, context: ThemeContext, theme: Theme
) -> OpenProblem | None:
    if objective.stops:
        return None
    problem = _with_proof(_unsolved_problem(rules, context, theme, min(context.position.side)))
    if problem is None:
        return None
    return replace(problem, failed=failing_counts(rules, candidate.state, context.position.side, problem.value))


def _discard(
    rules: AnyGame, candidate: CandidateMoment, objective: Objective, context: ThemeContext, theme: Theme
) -> OpenProblem | None:
    state, soloist = candidate.state, objective.soloist
    if soloist is None or candidate.laying is None or candidate.laying.public.actor != soloist:
        return None
    discarded_cards = [note.action for note in state.notes[soloist] if note.kind == "discarded"]
    if len(discarded_cards) != 2 or mask(discarded_cards) & state.hands[soloist]:
        return None
    hands = tuple(hand | mask(discarded_cards) if seat == soloist else hand for seat, hand in enumerate(state.hands))
    if hands[soloist] != candidate.laying.hands[soloist]:
        return None
    context_before = replace(context, position=replace(context.position, hands=hands))
    problem = _with_proof(_unsolved_problem(rules, context_before, theme, soloist))
    if problem is None:
        return None
    return replace(problem, failed=failing_discards(rules, candidate.laying, len(discarded_cards), problem.answer))


MAKERS: dict[str, Callable[[AnyGame, CandidateMoment, Objective, ThemeContext, Theme], OpenProblem | None]] = {
    "card": _card,
    "number": _number,
    "discard": _discard,
}


# Selection


def select_problems(
    candidates: Sequence[OpenProblem], each: int, existing_problems: Sequence[OpenProblem] = ()
) -> list[OpenProblem]:
    """Return up to `each` of the candidates per theme (type of question), from all levels of difficulty in turn.

    Within a level, problems that are harder for the solver come first. `existing_problems` were selected earlier. They
    count towards `each` and are not returned again.
    """
    by_level: dict[tuple[str, int], list[OpenProblem]] = defaultdict(list)
    counts_by_theme = Counter(problem.theme for problem in existing_problems)
    existing_ids = {problem.id for problem in existing_problems}
    for problem in {problem.id: problem for problem in candidates if problem.id not in existing_ids}.values():
        by_level[problem.theme, problem.level].append(problem)
    selection: list[OpenProblem] = []
    for theme in THEMES:
        levels = [
            sorted(by_level[theme, level], key=lambda each: (-each.nodes, each.id))
            for level in range(1, len(LEVELS) + 1)
        ]
        in_turn = [
            level[rank] for rank in range(max(map(len, levels), default=0)) for level in levels if rank < len(level)
        ]
        selection += sorted(
            in_turn[: max(0, each - counts_by_theme[theme])], key=lambda each: (each.level, each.nodes, each.id)
        )
    return selection
