"""Generate problems from deals between computer players, determined by a seed.

The rule player and a beginner play, with occasional random calls so that there are misères that can be beaten. Each
position of a deal is tested against all themes. It becomes a problem if its answer is proved to be the only one and
enough attempts of computer players fail.

Since few of these deals are misères, a second pass plays deals of its own in which one seat declares misère whenever it
may.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots import player
from prikup.bots.cardplay import position as open_position
from prikup.bots.payoff import Payoff, tricks_left
from prikup.games import GAMES, game
from prikup.problems.difficulty import failing_cards, failing_counts, failing_discards
from prikup.problems.problem import LEVELS, Problem
from prikup.problems.proof import LITTLE, is_one_answer, prove, runs
from prikup.problems.themes import THEMES, Theme, ThemeContext
from prikup.rules.cards import SUITS, card_text, mask, mask_text, parse_card
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.objective import Contest
from prikup.rules.state import Seat, State, View, view
from prikup.rules.tricks import Tricks
from prikup.solver import NotSolved, Position

__all__ = ["PASSES", "Pass", "chosen", "found"]

PLAYING = ("rule", "rule", "beginner")
"""The players of the deals, drawn with equal probability."""
RECKLESS = 0.25
"""Share of calls that are random; half of these are calls that the browser asks to confirm, if one is legal."""
FEWEST_TRICKS = 4
LEAST_NODES = 40
"""Minimum number of solver nodes; below it a problem is trivial once all cards are visible."""
MOST_TRICKS = {2: 10, 3: 10, 4: 9}
"""Maximum number of remaining tricks, by number of players."""
MOST_LOSING = 8
"""That maximum for four players who avoid tricks."""
CHOICES = 3
"""Minimum number of distinct cards (equal cards count once) to choose from."""
LIMITS = replace(LITTLE, nodes=400_000)
"""Limits of a proof during generation; later proofs have no limit of nodes."""
PATIENCE = 2000
"""Number of deals after which a theme without any problem is given up."""


class Pass(Struct, frozen=True):
    """A pass over random deals.

    `word` distinguishes its seeds from those of other passes; `themes` are the themes it looks for. With `dared`, one
    seat of each deal declares a contract to take no trick whenever it may. There are `often` times as many deals as in
    a plain pass, and `pool` problems are generated for each one that is kept.
    """

    word: str
    themes: tuple[str, ...]
    dared: bool = False
    often: int = 1
    pool: float = 1.2


PASSES = (Pass("", tuple(THEMES)), Pass(" dared", ("catch", "dodge"), dared=True, often=10, pool=4))
"""The passes over the deals of a game, in order."""


class CandidateMoment(Struct, frozen=True):
    """A position in a deal: the state, the state before the first discarded card (if any), and the contract.

    `contract` is the number of tricks with which the first side of the objective makes its contract, 0 without one.
    """

    state: State[Any]
    laying: State[Any] | None
    contract: int


def found(name: str, seed: int, deals: int, each: int, way: Pass = PASSES[0]) -> Iterator[Problem]:
    """Yield problems from random deals of a game, until there are enough of each theme to keep `each`.

    Each deal yields at most one problem per theme.
    """
    games = [rules for rules in (game(name, preset) for preset in GAMES[name].presets) if not way.dared or _lone(rules)]
    matches = [Match.begin(rules) for rules in games]
    made: Counter[str] = Counter()
    for deal in range(way.often * deals if games else 0):
        wanted = {
            name: THEMES[name]
            for name in way.themes
            if made[name] < way.pool * each and (made[name] or deal < PATIENCE)
        }
        if not wanted:
            return
        rng, at = random.Random(f"{seed} {name}{way.word} {deal}"), deal % len(games)
        rules, last = games[at], rng.randint(FEWEST_TRICKS + 1, max(MOST_TRICKS.values()))
        state = matches[at].dealt(rng)
        players = [_reckless(rules, player(idea, rules, deal), rng) for idea in rng.choices(PLAYING, k=rules.seats)]
        if way.dared:
            seat = rng.randrange(rules.seats)
            players[seat] = _dared(rules, players[seat])
        laying: State[Any] | None = None
        contract: int | None = None
        while (seat := state.public.actor) is not None:
            if laying is None and _lays_away(state):
                laying = state
            if contract is None and state.public.phase == "play":
                contract = _contract(rules, state)
                if way.dared and rules.contest(state.public).goal == "most":
                    break
            for problem in _of_moment(rules, CandidateMoment(state, laying, contract or 0), last, wanted):
                made[problem.theme] += 1
                del wanted[problem.theme]
                yield problem
            state = rules.apply(state, players[seat](view(state, seat)))
        else:
            matches[at] = _after(rules, matches[at], state)


def _after(rules: AnyGame, match: Match, state: State[Any]) -> Match:
    """Return the match after a finished deal, or a new match if that was its last deal."""
    after = match.close(rules.outcome(state))
    return Match.begin(rules) if after.over else after


def _reckless(rules: AnyGame, thinks: Player, rng: random.Random) -> Player:
    """Return a player that follows `thinks` except for some random calls."""
    daring = {52 + rules.calls.index(call) for call in GAMES[rules.name].presentation.sure}

    def plays(seen: View[Any]) -> int:
        legal = rules.legal(seen)
        if min(legal) < 52 or rng.random() >= RECKLESS:
            return thinks(seen)
        dared = [call for call in legal if call in daring]
        return rng.choice(dared if dared and rng.random() < 0.5 else legal)

    return plays


def _lone(rules: AnyGame) -> frozenset[int]:
    """Return the calls of contracts in which one player must take no trick against all others."""
    fewest = {one.name for one in rules.open_contracts if one.goal == "fewest" and not one.partners and not one.alone}
    return frozenset(52 + at for at, call in enumerate(rules.calls) if call in fewest)


def _dared(rules: AnyGame, thinks: Player) -> Player:
    """Return a player that follows `thinks`, but makes a call of `_lone` whenever it is legal."""
    lone = _lone(rules)

    def plays(seen: View[Any]) -> int:
        return next((call for call in rules.legal(seen) if call in lone), None) or thinks(seen)

    return plays


def _lays_away(state: State[Any]) -> bool:
    exchange = getattr(state.public, "exchange", None)
    return exchange is not None and not exchange.over and exchange.now.receiver is None and exchange.now.count == 2


def _of_moment(rules: AnyGame, step: CandidateMoment, last: int, wanted: dict[str, Theme]) -> Iterator[Problem]:
    """Yield the problems of a position with at most `last` remaining tricks; the opening is exempt from `last`."""
    state = step.state
    public = state.public
    if public.phase != "play" or not _is_plain(public.tricks):
        return
    contest, left = rules.contest(public), tricks_left(state)
    seats, opening = len(public.tricks.seats), not public.tricks.past and not public.tricks.table
    most = MOST_LOSING if seats == 4 and contest.goal == "fewest" else MOST_TRICKS[seats]
    if not FEWEST_TRICKS <= left <= (most if opening else min(most, last)):
        return
    themes = [theme for theme in wanted.values() if theme.goal in (None, contest.goal)]
    if not themes:
        return
    moment = _moment(step, contest, opening)
    for theme in [theme for theme in themes if theme.fits(moment)]:
        make = MAKERS[theme.asks]
        try:
            problem = make(rules, step, contest, moment, theme)
        except NotSolved:
            continue
        if problem is not None and sum(problem.failed) >= LEVELS[0]:
            yield problem


def _is_plain(tricks: Tricks) -> bool:
    """Return whether the seats play clockwise and no talon card leads a trick."""
    clockwise = tuple(sorted(tricks.seats))
    first = clockwise.index(tricks.seats[0])
    return tricks.lead is None and tricks.leader in clockwise and tricks.seats == clockwise[first:] + clockwise[:first]


def _moment(step: CandidateMoment, contest: Contest, opening: bool) -> ThemeContext:
    state = step.state
    at = open_position(state, contest)
    if contest.one is None:
        own = next(side for side in contest.sides if state.public.turn in side)
        at = replace(at, side=frozenset(own))
    return ThemeContext(at, contest.one, _need(step, contest, at), opening)


def _need(step: CandidateMoment, contest: Contest, at: Position) -> int:
    """Return how many more tricks of the position's side decide the contract; 0 if it is already decided."""
    if not step.contract:
        return 0
    left, first = at.left, contest.sides[0]
    need: int = step.contract - sum(step.state.public.tricks.won[seat] for seat in first)
    if not 0 < need <= left:
        return 0
    return need if first[0] in at.side else left - need + 1


def _contract(rules: AnyGame, state: State[Any]) -> int:
    """Return the number of tricks with which the first side makes its contract; 0 without one.

    It is the trick that changes the value of the deal most, computed before the first card.
    """
    contest = rules.contest(state.public)
    if contest.goal == "fewest" or (len(contest.sides) > 2 and contest.one is None):
        return 0
    payoff = Payoff(rules, state.public)
    side = payoff.side(contest.sides[0][0])
    worth = [payoff.of_tricks(state, contest, tricks)[side] for tricks in range(tricks_left(state) + 1)]
    gains = [now - before for before, now in pairwise(worth)]
    return 1 + gains.index(max(gains))


# The three kinds of questions


def _asked(rules: AnyGame, moment: ThemeContext, theme: Theme, you: Seat) -> Problem:
    """Return the problem without its answer."""
    at = moment.position
    return Problem(
        game=rules.name,
        theme=theme.name,
        hands=" | ".join(mask_text(hand) if seat in at.seats else "-" for seat, hand in enumerate(at.hands)),
        you=you,
        leader=at.leader,
        side=tuple(sorted(at.side)),
        trump="" if at.order.trump is None else SUITS[at.order.trump],
        goal=at.goal,
        follow=at.follow,
        ace_low=at.order.ace_low,
        last=at.last,
        table=" ".join(map(card_text, at.table)),
        need=theme.decides(moment),
        value=0,
        answer=(),
    )


def _proved(problem: Problem) -> Problem | None:
    """Return the problem with its answer; None if it is trivial or its answer is not unique."""
    proof = prove(problem, LIMITS)
    if proof.nodes < LEAST_NODES:
        return None
    problem = replace(problem, value=proof.value, answer=proof.right, nodes=proof.nodes)
    return problem if is_one_answer(problem, proof) else None


def _card(
    rules: AnyGame, step: CandidateMoment, contest: Contest, moment: ThemeContext, theme: Theme
) -> Problem | None:
    asked = _asked(rules, moment, theme, moment.turn)
    run = runs(asked.held, asked.you, mask(moment.position.table), ace_low=asked.ace_low)
    if len({run[card] for card in asked.choices}) < CHOICES or (problem := _proved(asked)) is None:
        return None
    right = tuple(map(parse_card, problem.answer))
    return replace(problem, failed=failing_cards(rules, step.state, right))


def _number(
    rules: AnyGame, step: CandidateMoment, contest: Contest, moment: ThemeContext, theme: Theme
) -> Problem | None:
    if contest.stops:
        return None
    problem = _proved(_asked(rules, moment, theme, min(moment.position.side)))
    if problem is None:
        return None
    return replace(problem, failed=failing_counts(rules, step.state, moment.position.side, problem.value))


def _discard(
    rules: AnyGame, step: CandidateMoment, contest: Contest, moment: ThemeContext, theme: Theme
) -> Problem | None:
    state, one = step.state, contest.one
    if one is None or step.laying is None or step.laying.public.actor != one:
        return None
    laid = [note.action for note in state.notes[one] if note.kind == "discarded"]
    if len(laid) != 2 or mask(laid) & state.hands[one]:
        return None
    hands = tuple(hand | mask(laid) if seat == one else hand for seat, hand in enumerate(state.hands))
    if hands[one] != step.laying.hands[one]:
        return None
    before = replace(moment, position=replace(moment.position, hands=hands))
    problem = _proved(_asked(rules, before, theme, one))
    if problem is None:
        return None
    return replace(problem, failed=failing_discards(rules, step.laying, len(laid), problem.answer))


MAKERS: dict[str, Callable[[AnyGame, CandidateMoment, Contest, ThemeContext, Theme], Problem | None]] = {
    "card": _card,
    "number": _number,
    "discard": _discard,
}


# Selection


def chosen(made: Sequence[Problem], each: int, beside: Sequence[Problem] = ()) -> list[Problem]:
    """Return up to `each` problems per theme, taken from the levels in turn, hardest for the solver first.

    Problems in `beside` exist already: they count, and are not chosen again.
    """
    by_level: dict[tuple[str, int], list[Problem]] = defaultdict(list)
    there = Counter(problem.theme for problem in beside)
    known = {problem.id for problem in beside}
    for problem in {problem.id: problem for problem in made if problem.id not in known}.values():
        by_level[problem.theme, problem.level].append(problem)
    kept: list[Problem] = []
    for theme in THEMES:
        levels = [
            sorted(by_level[theme, level], key=lambda each: (-each.nodes, each.id))
            for level in range(1, len(LEVELS) + 1)
        ]
        in_turn = [level[at] for at in range(max(map(len, levels), default=0)) for level in levels if at < len(level)]
        kept += sorted(in_turn[: max(0, each - there[theme])], key=lambda each: (each.level, each.nodes, each.id))
    return kept
