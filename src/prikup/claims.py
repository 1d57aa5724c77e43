"""The agreements that need no quarrel: taking back, giving up, and claiming what is certain or just."""

import random
from collections.abc import Mapping
from itertools import islice
from typing import Any

from prikup.cards import SUIT_MASK, cards
from prikup.errors import Reason, reason
from prikup.game import AnyGame, Settled
from prikup.history.log import Act, Log
from prikup.narration import Step, steps
from prikup.solver import Limits, NoSolver, NotSolved, Position, best_line, solve_many
from prikup.solver.from_view import open_positions
from prikup.state import Action, Seat, State, View, view
from prikup.tricks import Goal, Tricks
from prikup.worlds import worlds

__all__ = [
    "best",
    "certain",
    "claim",
    "claims",
    "concession",
    "judged",
    "learned",
    "modest",
    "undo",
    "undo_alone",
    "undo_stood_in",
    "verdict",
]

WORLDS = 40
"""The number of worlds that are asked whether an action told its actor anything."""
LEAST = 2
"""The fewest tricks that a computer player claims: a player with one card left plays it as quickly."""
LIMITS = Limits(seconds=2.0, memory=16 << 20)
"""The time for which a claim may keep a table waiting, and the memory in which the solver may work on it."""


def undo(log: Log, seat: Seat) -> int | Reason:
    """Return the number of entries that stay when a seat takes its last action back, or why that action stays.

    A player takes back an action of their own while it is the last thing that happened and told them nothing new:
    nobody has acted on it, and it has turned up no card and no bid.
    """
    done = list(steps(log))
    if not any(isinstance(step.entry, Act) and step.entry.seat == seat for step in done):
        return reason("undo-nothing")
    last = done[-1]
    if not isinstance(last.entry, Act) or last.entry.seat != seat:
        return reason("undo-others")
    return reason("undo-learned") if learned(log.game, last, seat) else len(done) - 1


def undo_alone(log: Log, seat: Seat) -> int | Reason:
    """Return the number of entries that stay when the only person at a table takes their last action back.

    Whatever has happened since goes with it, and what they learned by it stays known: such a deal counts nowhere
    (`history.log.taken_back`).
    """
    own = [at for at, entry in enumerate(log.entries) if isinstance(entry, Act) and entry.seat == seat]
    return own[-1] if own else reason("undo-nothing")


def undo_stood_in(log: Log, seat: Seat, actions: int) -> int:
    """Return the number of entries that stay when what a computer player did in a seat's place is taken back.

    It did the last `actions` of the seat. Whatever others have done since goes with it, so they have to agree.
    """
    return [at for at, entry in enumerate(log.entries) if isinstance(entry, Act) and entry.seat == seat][-actions]


def learned(game: AnyGame, step: Step, seat: Seat) -> bool:
    """Return whether an action told its actor anything.

    It did if the actor would see something else after it in another world that agrees with all they knew before. A
    sample of worlds answers that.
    """
    before, after = view(step.before, seat), view(step.after, seat)
    assert isinstance(step.entry, Act)
    if _uncovered(before, after, step.entry.act):
        return True
    possible = islice(worlds(game, before, random.Random(WORLDS)), WORLDS)
    return any(view(game.apply(world, step.entry.act), seat) != after for world in possible)


def _uncovered(before: View[Any], after: View[Any], action: Action) -> bool:
    """Return whether cards or bids have come to light.

    Then no other worlds need be asked, in which other seats' notes are missing.
    """
    new = after.notes[len(before.notes) :]
    said = after.public.said[len(before.public.said) :]
    return (
        after.notes[: len(before.notes)] != before.notes
        or any(note.action != action or note.kind in ("took", "got") for note in new)
        or any((s.seat, s.action) != (after.seat, action) for s in said)
        or any(now & ~was for was, now in zip(before.public.shown, after.public.shown, strict=True))
    )


def concession(game: AnyGame, seen: View[Any]) -> Settled | Reason:
    """Return the concession of the viewer's side, or why the rules do not know one now."""
    side = next(seats for seats in game.sides if seen.seat in seats)
    return _accepted(game, seen, Settled(conceded=side))


def claim(game: AnyGame, seen: View[Any]) -> Settled | Reason:
    """Return all the tricks that are left to the viewer, where that is certain, or why they cannot be claimed."""
    return _accepted(game, seen, _rest(game, seen)) if certain(game, seen) else reason("claim-uncertain")


def _accepted(game: AnyGame, seen: View[Any], settled: Settled) -> Settled | Reason:
    """Return an end of the deal that the rules accept, or why they do not.

    They judge by what everybody sees, so the viewer's own cards are enough: the other hands stay empty here.
    """
    hands = tuple(seen.hand if seat == seen.seat else 0 for seat in range(game.seats))
    after = game.settle(State(seen.public, hands, ((),) * game.seats, ()), settled)
    return after if isinstance(after, Reason) else settled


def claims(game: AnyGame, seen: View[Any]) -> Settled | None:
    """Return what a computer player claims instead of leading a card: all tricks that are left if certain, else None.

    It costs the player nothing even where no tricks are wanted: whatever card is led takes that trick, and the next.
    """
    return _rest(game, seen) if seen.hand.bit_count() >= LEAST and certain(game, seen) else None


def _rest(game: AnyGame, seen: View[Any]) -> Settled:
    """Return a trick to the viewer for each card in their hand, or fewer where those end the play."""
    public = seen.public
    rest = tuple(seen.hand.bit_count() if seat == seen.seat else 0 for seat in range(game.seats))
    return Settled(tricks=game.contest(public).played_of(public.tricks.won, rest))


def certain(game: AnyGame, seen: View[Any]) -> bool:
    """Return whether the viewer, about to lead, takes every trick whatever anybody does.

    That is so if no unseen card beats any of theirs. It follows from the View alone, so that asking tells them nothing.
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


def judged(game: AnyGame, seen: View[Any], won: tuple[int, ...], author: Seat | None = None) -> Settled | Reason | None:
    """Return a split (further tricks by seat) as a settlement if it is just, or why not; None where that is unknown.

    Its author is the viewer where nobody else is named.

    It is just when the author's side has of it what best play gives that side against all others, neither more nor, by
    a slip, less; and no other side has it worse than best play gives that one. Then nobody else needs to agree to it.
    It is unknown where a card is hidden from the viewer, or there is no solver, or not time enough.
    """
    by = seen.seat if author is None else author
    positions = sorted(open_positions(game, seen), key=lambda position: by not in position.side)
    if not positions or by not in positions[0].side:
        return None
    try:
        answers = [answer.value for answer in solve_many(positions, limits=LIMITS)]
    except (NoSolver, NotSolved):
        return None
    for position, value in zip(positions, answers, strict=True):
        claimed = sum(won[seat] for seat in position.side)
        worse = claimed < value if position.goal == "most" else claimed > value
        if claimed != value if by in position.side else worse:
            return _unjust(position, claimed, value)
    return Settled(tricks=won)


def verdict(game: AnyGame, seen: View[Any], won: tuple[int, ...], author: Seat) -> Reason | None:
    """Return what best play says of another player's split to a viewer who sees every card in play; else None."""
    found = judged(game, seen, won, author)
    return reason("claim-just") if isinstance(found, Settled) else found


def _unjust(position: Position, claimed: int, value: int) -> Reason:
    """Return the reason, which tells nothing that its reader could not work out: all the cards lie open to them."""
    players = tuple(sorted(position.side))
    return reason("claim-unjust", players=players, claimed=claimed, best=value, tricks=position.left)


def modest(game: AnyGame, state: State[Any], seat: Seat, won: tuple[int, ...]) -> Settled | Reason:
    """Return a split (further tricks by seat) as a settlement, if it is no better for its author than best play.

    Return why it is not granted otherwise. Best play is that of all with every card seen, hidden ones too; so the
    answer tells of these, and is for a table at which a single person plays with computer players.
    """
    public = state.public
    contest = game.contest(public)
    side = next((side for side in contest.sides if seat in side), None)
    if public.phase != "play" or side is None:
        return reason("claim-uncertain")
    try:
        (answer,) = solve_many([Position.of(public.tricks, state.hands, side, contest.goal)], limits=LIMITS)
        value = answer.value
    except (NoSolver, NotSolved):
        return reason("claim-uncertain")
    claimed = sum(won[each] for each in side)
    better = claimed > value if contest.goal == "most" else claimed < value
    return reason("claim-better") if better else Settled(tricks=won)


def best(game: AnyGame, seen: View[Any]) -> Settled | None:
    """Return the split of best play, for a viewer who sees every card in play; None where the solver cannot tell."""
    positions = open_positions(game, seen)
    position = next((p for p in positions if seen.seat in p.side), None)
    if position is None:
        return None
    others = [p for p in positions if p is not position] if len(positions) > 2 else []
    try:
        steps = best_line(position, limits=LIMITS)
        sure = {p.side: answer.value for p, answer in zip(others, solve_many(others, limits=LIMITS), strict=True)}
    except (NoSolver, NotSolved):
        return None
    won = [0] * game.seats
    for step in steps:
        tricks = position.tricks.play(step.card)
        if not tricks.table:
            won[tricks.past[-1].winner] += 1
        _, position = position.after(step.card)
    _share(won, sure, position.goal)
    return Settled(tricks=tuple(won))


def _share(won: list[int], sure: Mapping[frozenset[Seat], int], goal: Goal) -> None:
    """Move tricks among sides that count theirs apart until each has what it can `sure` have against all others.

    Best play of one of several is only that side's: how those against it share the rest is all the same to it.
    """

    def over(side: frozenset[Seat]) -> int:
        return sum(won[seat] for seat in side) - sure[side]

    while sure:
        least, most = min(sure, key=over), max(sure, key=over)
        if (over(least) >= 0) if goal == "most" else (over(most) <= 0):
            return
        won[max(most, key=won.__getitem__)] -= 1
        won[min(least)] += 1
