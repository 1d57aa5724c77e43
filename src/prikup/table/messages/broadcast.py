"""What everybody at a table is told, each his own: `telling` makes the messages about the cards, this those about the
table, and says who hears what."""

from collections.abc import Iterator

from msgspec.structs import replace

from prikup.history.log import Act, Agreed, Begin, Closed, Conceded, Dealt, Stop, Undo
from prikup.state import Seat
from prikup.table.commands.chat import PRESETS
from prikup.table.commands.clock import clock
from prikup.table.commands.intermission import waits
from prikup.table.commands.proposals import proposal
from prikup.table.commands.seats import names
from prikup.table.commands.shuffling import dealt, mixed, mixing
from prikup.table.events import Botted, Fallen, Laid
from prikup.table.live import Client, Live
from prikup.table.messages.views import Moment, deck, moment, sheet, still, update, welcome
from prikup.table.protocol import Opened, Person, Seats, Told, Update
from prikup.table.state import Done, TableState

__all__ = ["seats", "snapshot", "standing", "tell", "tell_all", "tell_mixed", "tell_seats"]

MOVING = (Act, Laid, Undo, Agreed, Conceded, Stop)
SITTING = (Botted, Fallen)


def seats(live: Live) -> Seats:
    """The table as a spectator sees it."""
    course = live.course
    called = names(course.chairs)
    people: list[Person | None] = []
    for seat, chair in enumerate(course.chairs):
        level = chair.level or (course.settings.level if chair.fallen else "")
        here = live.here(seat) if chair.user else True
        people.append(None if chair.empty else Person(called[seat], level, here, bool(chair.user)))
    sitting = {chair.user for chair in course.chairs}
    watching = sum(ear.user not in sitting for ear in live.ears)
    return Seats(course.stage, tuple(people), None, False, watching, waits(live), proposal(live), course.again)


def _seats(live: Live, common: Seats, ear: Client) -> Seats:
    """The table as one sees it."""
    if ear in live.ears:
        live.ears[ear] = common
    course = live.course
    you = course.seat_of(ear.user)
    practice = you is not None and course.practice
    return replace(common, you=you, host=ear.user == course.settings.host, practice=practice)


def snapshot(live: Live, ear: Client) -> Iterator[Told]:
    """All that one is told who has seen nothing yet."""
    course, log = live.course, live.course.log
    settings = course.settings
    presets = PRESETS if settings.chat else None
    yield welcome(
        live.name, course.game, deals=settings.deals, absent=settings.absent, clock=settings.clock, presets=presets
    )
    yield from standing(live, ear)
    if mixing(live) is not None:
        yield mixed(live)
    if log is not None:
        yield sheet(log)
        yield Opened(tuple(map(deck, course.decks)))
    yield from live.said


def standing(live: Live, ear: Client) -> Iterator[Told]:
    """How the table and the deal stand."""
    course = live.course
    yield _seats(live, seats(live), ear)
    if course.last is not None and course.stage != "shuffle":
        yield _update(course, still(_moment(live, Done(()))), course.seat_of(ear.user))


# After a row


def tell(live: Live, done: Done) -> None:
    """Tell everybody what a row did. The seats come first where they changed with the deal, and after the last card of
    it where that made them change; where it was a card only, `tell_seats` has time."""
    if not any(isinstance(event, MOVING) for event in done.events):
        tell_seats(live)
    _tell_deal(live, done)
    _tell_sheet(live, done)


def _tell_deal(live: Live, done: Done) -> None:
    course = live.course
    decks = [event for event in done.events if isinstance(event, Dealt)]
    for event in decks:
        if (ending := dealt(live, event)) is not None:
            tell_all(live, ending)
    moved = any(isinstance(event, MOVING) for event in done.events) or any(not event.refused for event in decks)
    sat = course.stage == "deal" and any(isinstance(event, SITTING) for event in done.events)
    if (moved or sat) and course.last is not None:
        _updates(live, _moment(live, done))


def _tell_sheet(live: Live, done: Done) -> None:
    course = live.course
    closed = any(isinstance(event, Closed) for event in done.events)
    if course.log is not None and (closed or any(isinstance(event, Begin) for event in done.events)):
        tell_all(live, sheet(course.log))
    opened = [event for event in done.events if isinstance(event, Dealt) and event.refused]
    if closed and course.deck is not None:
        opened.append(course.deck)
    if opened:
        tell_all(live, Opened(tuple(map(deck, opened))))


def tell_all(live: Live, message: Told) -> None:
    """Tell everybody the same."""
    for ear in live.ears:
        ear.tell(message)


def _moment(live: Live, done: Done) -> Moment:
    course = live.course
    assert course.last is not None
    now = moment(
        course.game,
        course.n,
        course.last,
        steps=tuple(done.steps),
        known=done.known,
        undone=tuple(done.undone),
        sealed=course.sealed,
        clock=clock(live),
    )
    return now if course.state is not None else replace(now, asked=())


def _updates(live: Live, now: Moment) -> None:
    """Every receiver's message is made once, though many may watch."""
    made: dict[Seat | None, Update] = {}
    for ear in live.ears:
        receiver = live.course.seat_of(ear.user)
        if receiver not in made:
            made[receiver] = _update(live.course, now, receiver)
        ear.tell(made[receiver])


def _update(course: TableState, now: Moment, receiver: Seat | None) -> Update:
    """A receiver's message; one for whom a computer player sits in has nothing to decide."""
    told = update(now, receiver)
    if told.legal and (receiver is None or not course.chairs[receiver].played or course.state is None):
        return replace(told, legal=(), ask=())
    return told


# After anything else


def tell_seats(live: Live) -> None:
    """Tell everybody how the table is who does not know it."""
    common = seats(live)
    for ear, known in live.ears.items():
        if known != common:
            ear.tell(_seats(live, common, ear))


def tell_mixed(live: Live) -> None:
    """Tell everybody how the shuffle goes, if it has gone on."""
    mix = mixing(live)
    if mix is not None and not mix.told:
        mix.told = True
        tell_all(live, mixed(live))
