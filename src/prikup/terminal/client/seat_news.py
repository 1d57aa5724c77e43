"""Messages that tell a player how the seats at a table have changed."""

from collections.abc import Iterator

from prikup.rules.errors import Reason
from prikup.rules.state import Seat
from prikup.table.protocol.message_parts import Person, Proposal
from prikup.table.protocol.server_messages import SeatsMessage
from prikup.terminal.render.new_ratings import describe_ratings

__all__ = ["chairs", "changes", "describe_decline", "describe_proposal"]


def chairs(seats: SeatsMessage) -> tuple[str, ...]:
    """Return a key for each seat, which says whether the person to whom the seat belongs is missing.

    The key is `bot` if a computer player replaces the person, `away` if the person is absent, and "" in all other
    cases.
    """
    return tuple("" if person is None else _chair(person) for person in seats.seats)


def _chair(person: Person) -> str:
    if person.level and person.owner:
        return "bot"
    return "" if person.here else "away"


def changes(old_seats: SeatsMessage, new_seats: SeatsMessage, *, action_done: bool) -> Iterator[Reason]:
    """Yield messages about the changes between an old and a new state of a table's seats.

    `action_done` is True if a player acted (for example, played a card) between the two states. In that case no message
    about the end of a proposal (such as an undo) is needed, because other messages report the action.
    """
    for seat, (old_person, new_person) in enumerate(zip(old_seats.seats, new_seats.seats, strict=True)):
        if old_person != new_person and not (old_person and old_person.id in new_seats.removed):
            yield from _seat_change(seat, old_person, new_person, new_seats)
    for user in new_seats.removed:
        if user not in old_seats.removed:
            yield from _removal(user, old_seats, new_seats)
    for seat in new_seats.reserved:
        if seat not in old_seats.reserved:
            yield Reason("seat-being-chosen", {"number": seat + 1})
    if old_seats.locked != new_seats.locked:
        yield Reason("table-locked" if new_seats.locked else "table-unlocked")
    if old_seats.stage == "open" != new_seats.stage:
        yield Reason("match-begins")
    yield from _proposals(old_seats, new_seats, action_done=action_done)
    if new_seats.unrated and not old_seats.unrated:
        yield Reason("not-rated", {"why": new_seats.unrated})
    if old_seats.stage == "over" and not old_seats.ratings:  # otherwise the page after the match shows them
        yield from describe_ratings(new_seats)
    if new_seats.again and not old_seats.again:
        yield Reason("rematch-open")


def _seat_change(
    seat: Seat, old_person: Person | None, new_person: Person | None, new_seats: SeatsMessage
) -> Iterator[Reason]:
    numbers, is_own = {"player": seat}, seat == new_seats.you
    if new_person is None:
        assert old_person is not None
        yield Reason("seat-given-up", {"name": old_person.name})
    elif old_person is None or (new_seats.stage == "open" and old_person.owner != new_person.owner):
        if not is_own:
            yield Reason("seat-sat" if new_person.owner else "seat-filled", numbers)
    elif new_person.owner and bool(old_person.level) != bool(new_person.level):
        key = "played" if new_person.level else "returned"
        yield Reason(f"seat-own-{key}" if is_own else f"seat-{key}", numbers)
    elif old_person.here != new_person.here and not is_own and new_seats.stage not in ("open", "over"):
        yield Reason("seat-here" if new_person.here else "seat-away", numbers)


def _removal(user: str, old_seats: SeatsMessage, new_seats: SeatsMessage) -> Iterator[Reason]:
    """Yield messages about the removal of a person by the table's host, and about the computer player on their seat.

    `user` is the opaque id of the removed person (`Person.id`). The removal of a spectator is shown only to that
    spectator.
    """
    seat, name = next(
        ((seat, person.name) for seat, person in enumerate(old_seats.seats) if person and person.id == user), (None, "")
    )
    key_part = "you" if user == new_seats.me else "by"
    host_numbers = {} if new_seats.host_seat is None else {"player": new_seats.host_seat}
    if seat is None and key_part == "by":
        return
    if key_part == "by" and new_seats.host:
        yield Reason("removed-by-you", {"name": name})
    else:
        yield Reason(f"removed-{key_part}{'' if host_numbers else '-host'}", {"name": name, **host_numbers})
    if seat is not None and (replacement := new_seats.seats[seat]) is not None and replacement.level:
        yield Reason("removed-seat", {"player": seat})


def _proposals(old_seats: SeatsMessage, new_seats: SeatsMessage, *, action_done: bool) -> Iterator[Reason]:
    old_proposal, new_proposal = old_seats.proposal, new_seats.proposal
    if new_proposal is not None and (old_proposal is None or old_proposal.number != new_proposal.number):
        if new_proposal.by == new_seats.you:
            if new_proposal.waits:
                yield Reason("proposal-waits", {"players": new_proposal.waits})
        elif new_seats.you not in new_proposal.waits:  # a player who has to answer sees it in the question
            yield describe_proposal(new_proposal)
    elif old_proposal is not None and new_proposal is None and not action_done and old_seats.stage == new_seats.stage:
        seat_changed = (
            old_proposal.seat is not None and old_seats.seats[old_proposal.seat] != new_seats.seats[old_proposal.seat]
        )
        if new_seats.declined is not None:
            yield describe_decline(old_proposal, new_seats.declined)
        elif not seat_changed:
            yield Reason("proposal-over")


def describe_proposal(proposal: Proposal) -> Reason:
    """Return the sentence that describes a proposal (a claim, an undo or the like that others have to accept)."""
    match proposal.what:
        case "claim":
            return Reason("proposal-claim", {"player": proposal.by, "tricks": proposal.tricks, "left": proposal.left})
        case "undo":
            numbers = {"player": proposal.by, "back": proposal.back} | _action(proposal)
            return Reason(f"proposal-{_undo_key(proposal)}", numbers)
        case "replace":
            assert proposal.seat is not None
            return Reason("proposal-replace", {"player": proposal.by, "other": proposal.seat})
    return Reason(f"proposal-{proposal.what}", {"player": proposal.by})


def describe_decline(proposal: Proposal, seat: Seat) -> Reason:
    """Return the sentence which says that the player at `seat` declines a proposal, or withdraws it if they made it."""
    numbers = {"player": seat} | _action(proposal)
    if seat == proposal.by:
        return Reason("proposal-withdrawn", numbers)
    if proposal.seat is not None:
        numbers["other"] = proposal.seat
    return Reason(f"declined-{_undo_key(proposal) if proposal.what == 'undo' else proposal.what}", numbers)


def _undo_key(proposal: Proposal) -> str:
    """Return the part of a message key that describes a proposed undo.

    It depends on whether several actions are taken back, and on whether everyone could see the first of them.
    """
    since_suffix = "-since" if proposal.back > 1 else ""
    return f"undo{since_suffix}{'-unseen' if proposal.action is None else ''}"


def _action(proposal: Proposal) -> dict[str, int]:
    return {} if proposal.action is None else {"card": proposal.action}
