"""Proposals that a table accepts or rejects: claim, concession, undo, end of the match, replacement.

Only the seats affected are asked; the answers of computer players are known at once. A proposal is closed when one of
them rejects it, or when any seat acts; meanwhile the computer players wait.

A claim names the number of the remaining tricks that the claimant's own side takes. A claim by a player who sees every
card in play needs no answer if the solver can compute the result of best play; nor does a claim by a computer player,
which claims only certain tricks.
"""

from itertools import islice
from typing import Any

from msgspec.structs import replace

from prikup.claims import best, concession, granting, shared, undo, undo_alone, undo_stood_in, verdict
from prikup.history.log import Act, Agreed, Conceded, Stop, Undo
from prikup.narration import steps
from prikup.rules.errors import Reason, reason
from prikup.rules.game import Settled
from prikup.rules.state import Action, Seat, State, view
from prikup.solver.from_view import open_positions
from prikup.table.background_workers import Workers
from prikup.table.commands.actions import ended
from prikup.table.events import Answered, Botted, Event, Proposed
from prikup.table.live_state import Live, NotAllowed
from prikup.table.protocol import Answer, Proposal, Propose
from prikup.table.state import TableState

__all__ = ["ClaimRefused", "agreed", "answer", "claimed", "proposal", "propose"]

TRIES = 3
"""The maximum number of proposals of a seat between two steps of the deal, and of its claims in a deal."""


class ClaimRefused(NotAllowed):
    """A claim is refused before anybody is asked. It counts by its `events`, which say neither its number nor why."""

    def __init__(self, asked: Proposed, reason: Reason) -> None:
        super().__init__(reason)
        self.events = (Proposed(asked.number, "claim", asked.by), Answered(asked.number, asked.by, False))


async def propose(live: Live, workers: Workers, seat: Seat, message: Propose) -> tuple[Event, ...]:
    """Return the events of a proposal. Raise NotAllowed if it cannot be made."""
    table = live.table
    if table.proposal is not None:
        raise NotAllowed(reason("proposal-stands"))
    if table.log is None or table.log.over:
        raise NotAllowed(reason("match-over" if table.log else "no-deal"))
    if message.what == "concede":
        return _conceded(table, seat)
    if live.tries[seat] >= TRIES and not table.practice:
        raise NotAllowed(reason("proposal-again"))
    asked = await _proposed(live, workers, seat, message)
    if asked.what == "claim":
        asked, granted = await _answered(table, workers, asked)
        if granted:
            return granted
    live.tries[seat] += 1
    live.verdicts = await _verdicts(live, workers, asked)
    return (asked,)


async def _proposed(live: Live, workers: Workers, seat: Seat, message: Propose) -> Proposed:
    table, number = live.table, live.table.proposals + 1
    match message.what:
        case "claim":
            if table.claims[seat] >= TRIES:
                raise NotAllowed(reason("claim-again"))
            claimed = -1 if message.tricks is None else message.tricks
            split = shared(table.game, view(_state(table), seat), claimed)
            if isinstance(split, Reason):
                raise NotAllowed(split)
            return Proposed(number, "claim", seat, won=split.tricks)
        case "undo":
            _state(table)
            to = await _kept(table, workers, seat)
            if isinstance(to, Reason):
                raise NotAllowed(to)
            return Proposed(number, "undo", seat, to=to)
        case "replace":
            return Proposed(number, "replace", seat, seat=_replaced(live, message.seat))
    return Proposed(number, "stop", seat)


async def _kept(table: TableState, workers: Workers, seat: Seat) -> int | Reason:
    """Return the number of entries of the deal that remain after an undo by a seat, or why it cannot take back."""
    assert table.log is not None
    if table.practice:
        return undo_alone(table.log, seat)
    if stood_in := table.stood_in.get(seat):
        return undo_stood_in(table.log, seat, len(stood_in))
    return await workers.hurry(undo, table.log, seat)


async def _answered(table: TableState, workers: Workers, asked: Proposed) -> tuple[Proposed, tuple[Event, ...]]:
    """Return a claim with the computer players' answers, and its effect if no one else has to answer.

    Best play decides if the claimant sees every card in play. Raise ClaimRefused if that or a computer player rejects
    the claim; the reason never contains the number that would be granted.
    """
    seen, claimed = view(_state(table), asked.by), _claimed(table, asked)
    found = await workers.hurry(best, table.game, seen)
    if found is not None:
        if found != claimed:
            raise ClaimRefused(asked, reason("claim-unjust"))
        return asked, _effect(table, asked, (asked.by,))
    touched = _touched(table, asked)
    sure = await workers.hurry(granting, table.game, seen, claimed, touched)
    if any(seat not in sure and not table.chairs[seat].person for seat in touched):
        raise ClaimRefused(asked, reason("claim-uncertain"))
    asked = replace(asked, sure=sure)
    alone = not any(table.chairs[seat].person for seat in touched)
    return asked, _effect(table, asked, tuple(sorted((asked.by, *touched)))) if alone else ()


def _claimed(table: TableState, asked: Proposed) -> int:
    """Return how many of the remaining tricks the claimant's side would get."""
    contest = table.game.contest(_state(table).public)
    return sum(asked.won[seat] for side in contest.sides if asked.by in side for seat in side)


def _left(table: TableState) -> int:
    """Return the number of tricks that remain."""
    tricks = _state(table).public.tricks
    return table.game.tricks - tricks.done if tricks else 0


async def _verdicts(live: Live, workers: Workers, asked: Proposed) -> dict[Seat, Reason]:
    """Return whether best play agrees with a claim, for each person to answer who sees every card in play."""
    found: dict[Seat, Reason] = {}
    if asked.what == "claim":
        game, state = live.table.game, _state(live.table)
        for seat in _touched(live.table, asked):
            seen = view(state, seat)
            if _word(live, asked, seat) is None and open_positions(game, seen):
                said = await workers.hurry(verdict, game, seen, _claimed(live.table, asked), asked.by)
                found |= {} if said is None else {seat: said}
    return found


def claimed(table: TableState, seat: Seat, settled: Settled) -> tuple[Event, ...]:
    """Return the events of a computer player's claim, granted by all seats that hold cards."""
    asked = Proposed(table.proposals + 1, "claim", seat, won=settled.tricks)
    return _effect(table, asked, tuple(sorted((seat, *_touched(table, asked)))))


def _state(table: TableState) -> State[Any]:
    if table.state is None:
        raise NotAllowed(reason("no-deal"))
    return table.state


def _settled(table: TableState, settled: Settled) -> State[Any]:
    after = table.game.settle(_state(table), settled)
    if isinstance(after, Reason):
        raise NotAllowed(after)
    return after


def _conceded(table: TableState, seat: Seat) -> tuple[Event, ...]:
    """Return the events of a concession by a side, which needs no agreement.

    Raise NotAllowed if the rules do not allow it.
    """
    side = concession(table.game, view(_state(table), seat))
    if isinstance(side, Reason):
        raise NotAllowed(side)
    return (Conceded(side.conceded), *ended(table, _settled(table, side)))


def _replaced(live: Live, seat: Seat | None) -> Seat:
    table = live.table
    if table.settings.absent != "vote":
        raise NotAllowed(reason("replace-not-agreed"))
    if seat not in live.persons or not live.absent(seat):
        raise NotAllowed(reason("not-absent"))
    return seat


def answer(live: Live, seat: Seat, message: Answer) -> tuple[Event, ...]:
    """Return the event of a player's answer. Raise NotAllowed if they are not asked."""
    table, asked = live.table, live.table.proposal
    if asked is None or asked.number != message.proposal:
        raise NotAllowed(reason("proposal-gone"))
    withdrawn = seat == asked.by and not message.yes
    if not withdrawn and (seat not in _touched(table, asked) or seat in table.yes):
        raise NotAllowed(reason("answer-not-asked"))
    return (Answered(asked.number, seat, message.yes),)


# The seats that answer


def _touched(table: TableState, asked: Proposed) -> tuple[Seat, ...]:
    """Return the seats that have to agree: to a claim all with cards in hand or in this trick, else all people."""
    others = [seat for seat in range(table.game.seats) if seat not in (asked.by, asked.seat)]
    if asked.what == "claim":
        state = _state(table)
        lying = dict(state.public.tricks.lying)
        return tuple(seat for seat in others if state.hands[seat] or seat in lying)
    return tuple(seat for seat in others if table.chairs[seat].user)


def _word(live: Live, asked: Proposed, seat: Seat) -> bool | None:
    """Return a seat's answer; None if it has not answered yet.

    A computer player agrees to certain claims only, and to every other proposal; so do absent players, except that a
    claim that is not certain waits for them.
    """
    table = live.table
    if seat in table.yes and table.proposal is asked:
        return True
    person = table.chairs[seat].person
    if person and not live.absent(seat):
        return None
    if asked.what == "claim":
        return seat in asked.sure or (None if person else False)
    return True


def agreed(live: Live) -> tuple[Event, ...] | None:
    """Return the effect of the open proposal once all have agreed, or its rejection; None while answers are missing.

    It is rejected if its proposer was replaced, or if the player to be replaced has come back.
    """
    table, asked = live.table, live.table.proposal
    assert asked is not None
    if not table.chairs[asked.by].person or (asked.seat is not None and not live.absent(asked.seat)):
        return (Answered(asked.number, asked.by, False),)
    words = {seat: _word(live, asked, seat) for seat in _touched(table, asked)}
    for seat, word in words.items():
        if word is False:
            return (Answered(asked.number, seat, False),)
    return _effect(table, asked, tuple(sorted((asked.by, *words)))) if all(words.values()) else None


def _effect(table: TableState, asked: Proposed, by: tuple[Seat, ...]) -> tuple[Event, ...]:
    match asked.what:
        case "claim":
            after = _settled(table, Settled(tricks=asked.won))
            return (Agreed(asked.won, by), *ended(table, after))
        case "undo":
            return (Undo(asked.to),)
        case "replace":
            assert asked.seat is not None
            return (Botted(asked.seat, table.settings.level),)
    return (Stop(),)


def proposal(live: Live, asked: Proposed) -> Proposal:
    """Return the open proposal for the Seats message."""
    table = live.table
    waits = tuple(seat for seat in _touched(table, asked) if _word(live, asked, seat) is None)
    back, action = _undone(table, asked) if asked.what == "undo" else (0, None)
    claimed, left = (_claimed(table, asked), _left(table)) if asked.what == "claim" else (0, 0)
    return Proposal(asked.number, asked.what, asked.by, asked.seat, waits, back, action, claimed, left)


def _undone(table: TableState, asked: Proposed) -> tuple[int, Action | None]:
    """Return the number of actions that an undo takes back, and the first of them, None if it is not public."""
    assert table.log is not None
    back = len(table.log.entries) - asked.to
    step = next(islice(steps(table.log), asked.to, None))
    assert isinstance(step.entry, Act)
    return back, table.game.seen(step.before.public, step.entry.act, None)
