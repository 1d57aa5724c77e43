"""What a table agrees to without a quarrel: taking back, giving up, and claiming what is certain or just."""

import random
from itertools import islice
from typing import Any

from prikup.cards import SUIT_MASK, cards
from prikup.errors import Reason, reason
from prikup.game import AnyGame, Settled
from prikup.history.log import Act, Log
from prikup.narration import Step, steps
from prikup.solver import Limits, NoSolver, NotSolved, Position, line, solve_many
from prikup.solver.from_view import open_positions
from prikup.state import Action, Seat, State, View, view
from prikup.tricks import Tricks
from prikup.worlds import worlds

__all__ = ["best", "certain", "claim", "claims", "concession", "judged", "learned", "undo"]

WORLDS = 40
"""How many worlds are asked whether an action told anything."""
LEAST = 2
"""A computer player claims no fewer tricks: who has but one card left plays it as quickly."""
LIMITS = Limits(seconds=2.0, memory=16 << 20)
"""How long a claim may keep a table waiting, and what the solver may remember of it."""


def undo(log: Log, seat: Seat) -> int | Reason:
    """The entry to go back to, or why the last action stays.

    One takes back one's own action while it is the last thing that happened and told one nothing new: nobody has
    acted on it, and it has turned up no card and no bid.
    """
    done = list(steps(log))
    if not any(isinstance(step.entry, Act) and step.entry.seat == seat for step in done):
        return reason("undo-nothing")
    last = done[-1]
    if not isinstance(last.entry, Act) or last.entry.seat != seat:
        return reason("undo-others")
    return reason("undo-learned") if learned(log.game, last, seat) else len(done) - 1


def learned(game: AnyGame, step: Step, seat: Seat) -> bool:
    """Whether an action told its actor anything: whether he would see something else after it in another world that
    agrees with all he knew before. A sample of worlds answers that."""
    before, after = view(step.before, seat), view(step.after, seat)
    assert isinstance(step.entry, Act)
    if _uncovered(before, after, step.entry.act):
        return True
    possible = islice(worlds(game, before, random.Random(WORLDS)), WORLDS)
    return any(view(game.apply(world, step.entry.act), seat) != after for world in possible)


def _uncovered(before: View[Any], after: View[Any], action: Action) -> bool:
    """Cards or bids have come to light: no need to ask other worlds, in which other seats' notes are missing."""
    new = after.notes[len(before.notes) :]
    said = after.public.said[len(before.public.said) :]
    return (
        after.notes[: len(before.notes)] != before.notes
        or any(note.action != action or note.kind in ("took", "got") for note in new)
        or any((s.seat, s.action) != (after.seat, action) for s in said)
        or any(now & ~was for was, now in zip(before.public.shown, after.public.shown, strict=True))
    )


def concession(game: AnyGame, state: State[Any], seat: Seat) -> Settled | Reason:
    """Giving the deal up for one's side, or why the rules do not know that."""
    side = next(seats for seats in game.sides if seat in seats)
    settled = Settled(conceded=side)
    after = game.settle(state, settled)
    return after if isinstance(after, Reason) else settled


def claim(game: AnyGame, state: State[Any], seat: Seat) -> Settled | Reason:
    """All the tricks that are left, where that is certain, or why they cannot be claimed."""
    seen = view(state, seat)
    if not certain(game, seen):
        return reason("claim-uncertain")
    settled = _rest(game, seen)
    after = game.settle(state, settled)
    return after if isinstance(after, Reason) else settled


def claims(game: AnyGame, seen: View[Any]) -> Settled | None:
    """What a computer player claims instead of leading a card: all the tricks that are left, where that is certain.

    It costs him nothing where he wants no tricks either: whatever he leads, he takes that trick and leads again.
    """
    return _rest(game, seen) if seen.hand.bit_count() >= LEAST and certain(game, seen) else None


def _rest(game: AnyGame, seen: View[Any]) -> Settled:
    """A trick for each card that the viewer holds."""
    left = seen.hand.bit_count()
    return Settled(tricks=tuple(left if seat == seen.seat else 0 for seat in range(game.seats)))


def certain(game: AnyGame, seen: View[Any]) -> bool:
    """Whether the viewer, about to lead, takes every trick whatever anybody does: no unseen card beats any of his.

    It is judged from his View alone, so that asking tells him nothing.
    """
    public = seen.public
    tricks: Tricks | None = public.tricks
    if tricks is None or tricks.table or tricks.lead is not None or not seen.hand:
        return False
    if public.actor != seen.seat or public.turn != seen.seat:
        return False
    others = 0
    for cell in game.unknown(seen):
        others |= cell.allowed if cell.place == "hand" and cell.seat in tricks.seats else 0
    for other, shown in enumerate(public.shown):
        others |= shown if other in tricks.seats and other != seen.seat else 0
    trump = 0 if tricks.order.trump is None else SUIT_MASK[tricks.order.trump]
    return all(_unbeatable(tricks, card, others, trump) for card in cards(seen.hand))


def _unbeatable(tricks: Tricks, card: int, others: int, trump: int) -> bool:
    led = card // 13
    rivals = others & (SUIT_MASK[led] | trump)
    return all(tricks.order.power(led, rival) < tricks.order.power(led, card) for rival in cards(rivals))


# Where every card in play lies open


def judged(game: AnyGame, seen: View[Any], won: tuple[int, ...]) -> Settled | Reason | None:
    """Whether a split that the rules accept is just, or why not, where its author sees every card that is in play.

    It is just when his side has of it what best play gives it against all others, neither more nor, by a slip, less;
    and no other side has it worse than best play gives that one. Then nobody else needs to agree to it.
    None where the solver cannot tell: a card is hidden from the author, or there is no solver, or not time enough.
    """
    positions = sorted(open_positions(game, seen), key=lambda position: seen.seat not in position.side)
    if not positions or seen.seat not in positions[0].side:
        return None
    try:
        answers = [answer.value for answer in solve_many(positions, limits=LIMITS)]
    except (NoSolver, NotSolved):
        return None
    for position, value in zip(positions, answers, strict=True):
        claimed = sum(won[seat] for seat in position.side)
        worse = claimed < value if position.goal == "most" else claimed > value
        if claimed != value if seen.seat in position.side else worse:
            return _unjust(position, claimed, value)
    return Settled(tricks=won)


def _unjust(position: Position, claimed: int, value: int) -> Reason:
    """It tells nothing that its reader could not work out himself: all the cards lie open to him."""
    players = tuple(sorted(position.side))
    return reason("claim-unjust", players=players, claimed=claimed, best=value, tricks=position.left)


def best(game: AnyGame, seen: View[Any]) -> Settled | None:
    """A split as best play gives it, for one who sees every card that is in play; None where the solver cannot tell."""
    position = next((p for p in open_positions(game, seen) if seen.seat in p.side), None)
    if position is None:
        return None
    try:
        steps = line(position, limits=LIMITS)
    except (NoSolver, NotSolved):
        return None
    won = [0] * game.seats
    for step in steps:
        tricks = position.tricks.play(step.card)
        if not tricks.table:
            won[tricks.past[-1].winner] += 1
        _, position = position.after(step.card)
    return Settled(tricks=tuple(won))
