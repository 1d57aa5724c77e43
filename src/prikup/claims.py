"""Agreements that need no negotiation: take-backs, concessions, and claims of tricks that are certain."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from prikup.history.log import Act, Log
from prikup.narration import NarratedStep, steps
from prikup.rules.cards import SUIT_MASK, Card, cards
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame, Settled, Void, claimable
from prikup.rules.objective import Contest
from prikup.rules.score_sheet import Totals, added
from prikup.rules.state import Action, Seat, State, View, view
from prikup.rules.tricks import Trick, Tricks
from prikup.solver import BadPosition, Limits, NoSolver, NotSolved, Position, Search, solve_many
from prikup.solver.from_view import open_positions
from prikup.sure_tricks import is_sure
from prikup.worlds.possible_worlds import worlds

__all__ = [
    "best",
    "certain",
    "claims",
    "concession",
    "granting",
    "learned",
    "line_of_play",
    "shared",
    "undo",
    "undo_alone",
    "undo_stood_in",
    "verdict",
]

WORLDS = 40
"""The number of sampled worlds used to decide whether an action revealed information to its actor."""
LEAST = 2
"""The minimum number of tricks that a computer player claims: a single last card is played as quickly."""
LIMITS = Limits(seconds=2.0, memory=16 << 20)
"""The solver's limits of time and memory for checking a claim, while the table waits."""


def undo(log: Log, seat: Seat) -> int | Reason:
    """Return the number of log entries that remain if a seat takes its last action back, or why it may not.

    A player may take an action back while it is the last event and has revealed nothing new to them: no one has acted
    on it, and it has turned up no card and no bid.
    """
    done = list(steps(log))
    if not any(isinstance(step.entry, Act) and step.entry.seat == seat for step in done):
        return reason("undo-nothing")
    last = done[-1]
    if not isinstance(last.entry, Act) or last.entry.seat != seat:
        return reason("undo-others")
    return reason("undo-learned") if learned(log.game, last, seat) else len(done) - 1


def undo_alone(log: Log, seat: Seat) -> int | Reason:
    """Return the number of log entries that remain if the only person at a table takes their last action back.

    Everything after that action is undone too. The player keeps what they have seen since, so the match does not count
    in statistics (`history.log.taken_back`).
    """
    own = [at for at, entry in enumerate(log.entries) if isinstance(entry, Act) and entry.seat == seat]
    return own[-1] if own else reason("undo-nothing")


def undo_stood_in(log: Log, seat: Seat, actions: int) -> int:
    """Return the number of log entries that remain if the actions of a stand-in bot are taken back.

    The bot made the last `actions` actions of the seat. Everything that others have done since is undone too, so they
    have to agree.
    """
    return [at for at, entry in enumerate(log.entries) if isinstance(entry, Act) and entry.seat == seat][-actions]


def learned(game: AnyGame, step: NarratedStep, seat: Seat) -> bool:
    """Return whether an action revealed information to its actor.

    It did if, in some other world consistent with the actor's earlier view, the view after the action would differ. A
    sample of worlds is checked.
    """
    before, after = view(step.before, seat), view(step.after, seat)
    assert isinstance(step.entry, Act)
    if _uncovered(before, after, step.entry.act):
        return True
    possible = islice(worlds(game, before, random.Random(WORLDS)), WORLDS)
    return any(view(game.apply(world, step.entry.act), seat) != after for world in possible)


def _uncovered(before: View[Any], after: View[Any], action: Action) -> bool:
    """Return whether the step turned up cards or bids.

    If so, `learned` needs no sampled worlds; in those, the notes of other seats are missing.
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
    """Return the concession of the viewer's side, or why the rules do not allow one now."""
    side = next(seats for seats in game.sides if seen.seat in seats)
    after = _settled(game, seen, Settled(conceded=side))
    return after if isinstance(after, Reason) else Settled(conceded=side)


def _settled(game: AnyGame, seen: View[Any], settled: Settled) -> State[Any] | Reason:
    """Return the state after an agreement ends the deal, or why the rules do not accept it.

    The rules decide this from public information, so the other hands may stay empty here.
    """
    hands = tuple(seen.hand if seat == seen.seat else 0 for seat in range(game.seats))
    return game.settle(State(seen.public, hands, ((),) * game.seats, ()), settled)


def claims(game: AnyGame, seen: View[Any]) -> Settled | None:
    """Return the claim that a computer player makes instead of leading: all remaining tricks, if certain.

    Return None if they are not certain. The claim loses nothing even in a deal in which tricks are avoided: any card
    led wins its trick, and so does the next.
    """
    if seen.hand.bit_count() < LEAST or not certain(game, seen):
        return None
    public = seen.public
    rest = tuple(seen.hand.bit_count() if seat == seen.seat else 0 for seat in range(game.seats))
    return Settled(tricks=game.contest(public).played_of(public.tricks.won, rest))


def certain(game: AnyGame, seen: View[Any]) -> bool:
    """Return whether the viewer, about to lead, takes every remaining trick against any play.

    This holds if no hidden card beats any card of the viewer. Only the View is used, so the answer reveals nothing to
    the viewer.
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


# Claims for a side


def shared(game: AnyGame, seen: View[Any], claimed: int) -> Settled | Reason:
    """Return the split of the remaining tricks if the viewer's side takes `claimed`, or why there is no claim.

    The viewer cannot decide how the other sides share the rest: if different splits would lead to different totals on
    the sheet, the claim is not allowed. The answer follows from public information.
    """
    tricks: Tricks | None = seen.public.tricks
    if tricks is None or seen.public.turn is None:
        return reason("no-tricks-yet" if tricks is None else "deal-over")
    own = claimable(game, seen)
    if own is None or seen.seat is None:
        return reason("claim-no-cards")
    if not 0 <= claimed <= own.most:
        return reason("claim-number", most=own.most)
    contest = game.contest(seen.public)
    takers = [side[0] for side in contest.sides if seen.seat not in side]
    ways: dict[Totals, Settled] = {}
    for parts in _parts(own.left - claimed, len(takers)):
        won = [0] * game.seats
        won[seen.seat] = claimed
        for seat, part in zip(takers, parts, strict=True):
            won[seat] = part
        settled = Settled(tricks=contest.played_of(tricks.won, tuple(won)))
        after = _settled(game, seen, settled)
        if isinstance(after, Reason):
            return after
        ways.setdefault(_totals(game, after), settled)
    return next(iter(ways.values())) if len(ways) == 1 else reason("claim-shares")


def _parts(number: int, of: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split a number into `of` parts."""
    if of == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for others in _parts(number - first, of - 1):
            yield first, *others


def _totals(game: AnyGame, state: State[Any]) -> Totals:
    """Return the totals of the sheet after a finished deal."""
    outcome, standing = game.outcome(state), state.public.match
    return (
        standing.totals
        if isinstance(outcome, Void)
        else added(game.columns, standing.totals, game.row(outcome, standing))
    )


def granting(game: AnyGame, seen: View[Any], claimed: int, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return those of `seats` whose computer players accept that the viewer's side takes `claimed` tricks.

    Opponents accept if the side is certain of this number. Partners accept only if, besides, it is the best possible
    number. Only the viewer's View is used, so the answer reveals nothing else.
    """
    own = claimable(game, seen)
    assert own is not None
    asked = tuple(seat for seat in seats if seat not in own.side or claimed == own.wanted)
    return asked if asked and is_sure(game, seen, claimed) else ()


# Positions with all cards visible


def best(game: AnyGame, seen: View[Any], author: Seat | None = None) -> int | None:
    """Return how many of the remaining tricks the author's side takes with best play by all players.

    The author is the viewer by default. Return None if a card is hidden from the viewer, if there is no solver, or if
    the time limit is exceeded.
    """
    by = seen.seat if author is None else author
    position = next((each for each in open_positions(game, seen) if by in each.side), None)
    if position is None:
        return None
    try:
        (answer,) = solve_many([position], limits=LIMITS)
    except (NoSolver, NotSolved):
        return None
    stops = by in game.contest(seen.public).stops
    return min(answer.value, game.contest(seen.public).until_end(position.tricks.won)) if stops else answer.value


def line_of_play(game: AnyGame, state: State[Any], agreed: tuple[int, ...]) -> tuple[Trick, ...]:
    """Return the remaining tricks, played so that the sides get as many of them as in `agreed` (by seat).

    The first of them is the unfinished trick. They are best play if that gives these numbers; else the sides that
    agreed to less than they could have depart from it, as late as possible. If each player counts their own tricks, it
    is the play of one side against all others. Return () if no such play is found, if there is no solver, or if the
    time limit is exceeded. The line reveals every hand, so it may be used only after the end of a deal.
    """
    contest = game.contest(state.public)
    sides = contest.sides if contest.one is None else contest.sides[:1]
    before: Tricks = state.public.tricks
    try:
        search = Search(limits=LIMITS)
        for side in sides:
            again = contest.leader_again
            position = Position.of(before, state.hands, side, contest.goal, state.stock, leader_again=again)
            for line in _lines(position, sum(agreed[seat] for seat in side), search):
                tricks = _played(contest, before, line).past[len(before.past) :]
                if all(_taken(tricks, each) == sum(agreed[seat] for seat in each) for each in sides):
                    return tricks
    except (NoSolver, NotSolved, BadPosition):
        pass
    return ()


def _lines(position: Position, number: int, search: Search) -> Iterator[tuple[Card, ...]]:
    """Yield best play to the end, and then play that departs from it, ever earlier, so that the side takes `number`."""
    line: list[Card] = []
    moments: list[tuple[Position, int]] = []
    for step in search.best_line(position):
        moments.append((position, number))
        line.append(step.card)
        taken, position = position.after(step.card)
        number -= taken
    yield tuple(line)
    for done in reversed(range(len(line))):
        departing = _towards(*moments[done], search)
        if departing[0] != line[done]:
            yield (*line[:done], *departing)


def _towards(position: Position, number: int, search: Search) -> tuple[Card, ...]:
    """Return cards to the end of the play: at each, of those that leave the side its `number`, the one that costs most.

    A player without such a card plays the best one.
    """
    line: list[Card] = []
    while position.left:
        values = search.answers([position], "cards")[0].cards
        if position.wants_many(position.tricks.turn):
            value = min((each for each in values.values() if each >= number), default=max(values.values()))
        else:
            value = max((each for each in values.values() if each <= number), default=min(values.values()))
        line.append(min(card for card, each in values.items() if each == value))
        taken, position = position.after(line[-1])
        number -= taken
    return tuple(line)


def _played(contest: Contest, tricks: Tricks, line: Iterable[Card]) -> Tricks:
    """Return the tricks after some more cards, up to the card that ends the play."""
    for card in line:
        tricks = tricks.play(card)
        if contest.ends(tricks.won):
            break
    return tricks


def _taken(line: Iterable[Trick], side: tuple[Seat, ...]) -> int:
    """Return the number of tricks of a line that a side takes."""
    return sum(trick.winner in side for trick in line)


def verdict(game: AnyGame, seen: View[Any], claimed: int, author: Seat) -> Reason | None:
    """Return, as a Reason, whether best play gives what another player claims; None if this is unknown.

    It is unknown if the viewer cannot see all cards in play, if there is no solver, or if the time limit is exceeded.
    """
    found = best(game, seen, author)
    return None if found is None else reason("claim-just" if found == claimed else "claim-unjust")
