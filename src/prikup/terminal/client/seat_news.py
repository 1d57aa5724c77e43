"""Messages about changes of the seats at a table."""

from collections.abc import Iterator

from prikup.rules.errors import Reason
from prikup.rules.state import Seat
from prikup.table.protocol import Person, Proposal, Seats

__all__ = ["chairs", "changes", "declined", "proposed"]


def chairs(seats: Seats) -> tuple[str, ...]:
    """Return the unusual state of each seat: `bot` if one replaces a person, `away`, or ""."""
    return tuple("" if person is None else _chair(person) for person in seats.seats)


def _chair(person: Person) -> str:
    if person.level and person.owner:
        return "bot"
    return "" if person.here else "away"


def changes(before: Seats, after: Seats, *, acted: bool) -> Iterator[Reason]:
    """Yield the messages about the changes between two states of the seats.

    `acted`: an action was done in the deal meanwhile, which is reported separately.
    """
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if was != now and not (was and was.id in after.removed):
            yield from _changed(seat, was, now, after)
    for user in after.removed:
        if user not in before.removed:
            yield from _removal(user, before, after)
    for seat in after.reserved:
        if seat not in before.reserved:
            yield Reason("seat-being-chosen", {"number": seat + 1})
    if before.locked != after.locked:
        yield Reason("table-locked" if after.locked else "table-unlocked")
    if before.stage == "open" != after.stage:
        yield Reason("match-begins")
    yield from _proposals(before, after, acted=acted)
    if after.again and not before.again:
        yield Reason("rematch-open")


def _changed(seat: Seat, was: Person | None, now: Person | None, after: Seats) -> Iterator[Reason]:
    who, own = {"player": seat}, seat == after.you
    if now is None:
        assert was is not None
        yield Reason("seat-given-up", {"name": was.name})
    elif was is None or (after.stage == "open" and was.owner != now.owner):
        if not own:
            yield Reason("seat-sat" if now.owner else "seat-filled", who)
    elif now.owner and bool(was.level) != bool(now.level):
        key = "played" if now.level else "returned"
        yield Reason(f"seat-own-{key}" if own else f"seat-{key}", who)
    elif was.here != now.here and not own and after.stage not in ("open", "over"):
        yield Reason("seat-here" if now.here else "seat-away", who)


def _removal(user: str, before: Seats, after: Seats) -> Iterator[Reason]:
    """Yield who removed `user` and which computer player takes the seat.

    The removal of a spectator is shown to that spectator only.
    """
    seat, name = next(((seat, who.name) for seat, who in enumerate(before.seats) if who and who.id == user), (None, ""))
    whom = "you" if user == after.me else "by"
    by = {} if after.host_seat is None else {"player": after.host_seat}
    if seat is None and whom == "by":
        return
    if whom == "by" and after.host:
        yield Reason("removed-by-you", {"name": name})
    else:
        yield Reason(f"removed-{whom}{'' if by else '-host'}", {"name": name, **by})
    if seat is not None and (now := after.seats[seat]) is not None and now.level:
        yield Reason("removed-seat", {"player": seat})


def _proposals(before: Seats, after: Seats, *, acted: bool) -> Iterator[Reason]:
    was, now = before.proposal, after.proposal
    if now is not None and (was is None or was.number != now.number):
        if now.by == after.you:
            if now.waits:
                yield Reason("proposal-waits", {"players": now.waits})
        elif after.you not in now.waits:  # those who are asked see it with the question
            yield proposed(now)
    elif was is not None and now is None and not acted and before.stage == after.stage:
        replaced = was.seat is not None and before.seats[was.seat] != after.seats[was.seat]
        if after.declined is not None:
            yield declined(was, after.declined)
        elif not replaced:
            yield Reason("proposal-over")


def proposed(proposal: Proposal) -> Reason:
    """Return the sentence that describes a proposal."""
    match proposal.what:
        case "claim":
            return Reason("proposal-claim", {"player": proposal.by, "tricks": proposal.tricks, "left": proposal.left})
        case "undo":
            numbers = {"player": proposal.by, "back": proposal.back} | _action(proposal)
            return Reason(f"proposal-{_undo(proposal)}", numbers)
        case "replace":
            assert proposal.seat is not None
            return Reason("proposal-replace", {"player": proposal.by, "other": proposal.seat})
    return Reason(f"proposal-{proposal.what}", {"player": proposal.by})


def declined(proposal: Proposal, seat: Seat) -> Reason:
    """Return the sentence for the `seat` that declines a proposal or withdraws its own."""
    numbers = {"player": seat} | _action(proposal)
    if seat == proposal.by:
        return Reason("proposal-withdrawn", numbers)
    if proposal.seat is not None:
        numbers["other"] = proposal.seat
    return Reason(f"declined-{_undo(proposal) if proposal.what == 'undo' else proposal.what}", numbers)


def _undo(proposal: Proposal) -> str:
    """Return the suffix of the message keys for an undo."""
    since = "-since" if proposal.back > 1 else ""
    return f"undo{since}{'-unseen' if proposal.action is None else ''}"


def _action(proposal: Proposal) -> dict[str, int]:
    return {} if proposal.action is None else {"card": proposal.action}
