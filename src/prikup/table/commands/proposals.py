"""What a table agrees to: a split of the tricks that are left, giving up, taking back, stopping, replacing the absent.

Nobody's word is needed but that of those whom it touches; a computer player's is known at once. A proposal falls when
one of them says no, and when somebody acts; meanwhile the computer players wait. A claim of one who sees every card in
play needs no word at all, if the solver can tell whether it is just; nor does that of a computer player, who claims
what is certain and nothing else.
"""

import asyncio
from typing import Any

from prikup.claims import claim, concession, judged, undo
from prikup.errors import Reason, reason
from prikup.game import Settled
from prikup.history.log import Agreed, Conceded, Stop, Undo
from prikup.state import Seat, State, view
from prikup.table.commands.actions import ended
from prikup.table.events import Answered, Botted, Event, Proposed
from prikup.table.live import Live, Refusal
from prikup.table.protocol import Answer, Proposal, Propose
from prikup.table.state import TableState

__all__ = ["agreed", "answer", "claimed", "proposal", "propose"]

TRIES = 3
"""So often one may propose something before somebody acts."""


async def propose(live: Live, seat: Seat, message: Propose) -> tuple[Event, ...]:
    """Ask the others. Raises Refusal for what cannot be agreed to."""
    course = live.course
    if course.proposal is not None:
        raise Refusal(reason("proposal-stands"))
    if course.log is None or course.log.over:
        raise Refusal(reason("match-over" if course.log else "no-deal"))
    if message.what == "concede":
        return _conceded(course, seat)
    if live.tries[seat] >= TRIES:
        raise Refusal(reason("proposal-again"))
    asked = await _proposed(live, seat, message)
    if asked.what == "claim" and (granted := await _granted(course, asked)):
        return granted
    if any(_word(live, asked, other) is False for other in _touched(course, asked)):
        raise Refusal(reason("claim-uncertain"))
    live.tries[seat] += 1
    return (asked,)


async def _proposed(live: Live, seat: Seat, message: Propose) -> Proposed:
    course, number = live.course, live.course.proposals + 1
    match message.what:
        case "claim":
            if not _state(course).hands[seat]:
                raise Refusal(reason("claim-no-cards"))
            _settled(course, Settled(tricks=message.won))
            return Proposed(number, "claim", seat, won=message.won)
        case "undo":
            _state(course)
            assert course.log is not None
            # It looks at many worlds: too long for everybody else to wait.
            to = await asyncio.get_running_loop().run_in_executor(None, undo, course.log, seat)
            if isinstance(to, Reason):
                raise Refusal(to)
            return Proposed(number, "undo", seat, to=to)
        case "replace":
            return Proposed(number, "replace", seat, seat=_replaced(live, message.seat))
    return Proposed(number, "stop", seat)


async def _granted(course: TableState, asked: Proposed) -> tuple[Event, ...]:
    """What comes at once of a claim that the solver finds just; nothing where people decide. Raises Refusal for one
    that is not just."""
    seen = view(_state(course), asked.by)
    found = await asyncio.get_running_loop().run_in_executor(None, judged, course.game, seen, asked.won)
    if isinstance(found, Reason):
        raise Refusal(found)
    return _effect(course, asked, (asked.by,)) if found else ()


def claimed(course: TableState, seat: Seat, settled: Settled) -> tuple[Event, ...]:
    """What comes of a computer player's claim: all who hold cards would have to grant it."""
    asked = Proposed(course.proposals + 1, "claim", seat, won=settled.tricks)
    return _effect(course, asked, tuple(sorted((seat, *_touched(course, asked)))))


def _state(course: TableState) -> State[Any]:
    if course.state is None:
        raise Refusal(reason("no-deal"))
    return course.state


def _settled(course: TableState, settled: Settled) -> State[Any]:
    after = course.game.settle(_state(course), settled)
    if isinstance(after, Reason):
        raise Refusal(after)
    return after


def _conceded(course: TableState, seat: Seat) -> tuple[Event, ...]:
    """A side gives the deal up: where the rules know that, nobody else is asked."""
    side = concession(course.game, _state(course), seat)
    if isinstance(side, Reason):
        raise Refusal(side)
    return (Conceded(side.conceded), *ended(course, _settled(course, side)))


def _replaced(live: Live, seat: Seat | None) -> Seat:
    course = live.course
    if course.settings.absent != "vote":
        raise Refusal(reason("replace-not-agreed"))
    if seat not in live.persons or not live.absent(seat):
        raise Refusal(reason("not-absent"))
    return seat


def answer(live: Live, seat: Seat, message: Answer) -> tuple[Event, ...]:
    """Somebody's word. Raises Refusal where it is not asked for."""
    course, asked = live.course, live.course.proposal
    if asked is None or asked.number != message.proposal:
        raise Refusal(reason("proposal-gone"))
    withdrawn = seat == asked.by and not message.yes
    if not withdrawn and (seat not in _touched(course, asked) or seat in course.yes):
        raise Refusal(reason("answer-not-asked"))
    return (Answered(asked.number, seat, message.yes),)


# Whose word is needed


def _touched(course: TableState, asked: Proposed) -> tuple[Seat, ...]:
    """The seats that have a say: in a claim all that hold cards or have played one to this trick, else all people."""
    others = [seat for seat in range(course.game.seats) if seat not in (asked.by, asked.seat)]
    if asked.what == "claim":
        state = _state(course)
        lying = dict(state.public.tricks.lying)
        return tuple(seat for seat in others if state.hands[seat] or seat in lying)
    return tuple(seat for seat in others if course.chairs[seat].user)


def _word(live: Live, asked: Proposed, seat: Seat) -> bool | None:
    """What a seat says; None if it has not spoken yet. A computer player grants what is certain, and whatever people
    want; so it goes without those who are absent."""
    course = live.course
    if seat in course.yes and course.proposal is asked:
        return True
    person = course.chairs[seat].person
    if person and not live.absent(seat):
        return None
    if asked.what == "claim":
        certain = claim(course.game, _state(course), asked.by) == Settled(tricks=asked.won)
        return certain or (None if person else False)
    return True


def agreed(live: Live) -> tuple[Event, ...] | None:
    """What comes of the proposal that stands, once nobody's word is missing, or once it has lost its sense."""
    course, asked = live.course, live.course.proposal
    if asked is None:
        return None
    if not course.chairs[asked.by].person or (asked.seat is not None and not live.absent(asked.seat)):
        return (Answered(asked.number, asked.by, False),)
    words = {seat: _word(live, asked, seat) for seat in _touched(course, asked)}
    for seat, word in words.items():
        if word is False:
            return (Answered(asked.number, seat, False),)
    return _effect(course, asked, tuple(sorted((asked.by, *words)))) if all(words.values()) else None


def _effect(course: TableState, asked: Proposed, by: tuple[Seat, ...]) -> tuple[Event, ...]:
    match asked.what:
        case "claim":
            after = _settled(course, Settled(tricks=asked.won))
            return (Agreed(asked.won, by), *ended(course, after))
        case "undo":
            return (Undo(asked.to),)
        case "replace":
            assert asked.seat is not None
            return (Botted(asked.seat, course.settings.level),)
    return (Stop(),)


def proposal(live: Live) -> Proposal | None:
    """What the table is asked now."""
    asked = live.course.proposal
    if asked is None:
        return None
    words = {seat: _word(live, asked, seat) for seat in _touched(live.course, asked)}
    return Proposal(
        asked.number,
        asked.what,
        asked.by,
        asked.won,
        asked.seat,
        tuple(seat for seat, word in words.items() if word),
        tuple(seat for seat, word in words.items() if word is None),
    )
