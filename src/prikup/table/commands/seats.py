"""Who sits where: taking a seat and leaving it, computer players on empty seats and for those who are absent."""

import secrets
from collections.abc import Iterable

from prikup.bots import PLAYERS
from prikup.errors import reason
from prikup.games import GAMES
from prikup.history.log import HUMAN, Begin
from prikup.options import options_text
from prikup.state import Seat
from prikup.table.commands.shuffling import committed
from prikup.table.events import Botted, Event, Seated, Stood
from prikup.table.live import Client, Live, Refusal
from prikup.table.protocol import Fill, Sit
from prikup.table.state import Chair, TableState

__all__ = [
    "absences",
    "arrival",
    "beginning",
    "due",
    "fill",
    "names",
    "own",
    "playing",
    "present",
    "sit",
    "stand",
    "start",
]

NAMES = ("Vera", "Tigran", "Pekka", "Nina", "Anush", "Oleg", "Aino", "Milan")
"""What computer players are called, and guests who gave no name."""


def names(chairs: Iterable[Chair]) -> tuple[str, ...]:
    """The names by seat, one for each."""
    chairs = tuple(chairs)
    taken = {chair.name for chair in chairs}
    free = (name for name in NAMES if name not in taken)
    return tuple(chair.name or next(free) for chair in chairs)


def own(live: Live, ear: Client) -> Seat:
    """The seat of somebody. Raises Refusal for a spectator."""
    seat = live.course.seat_of(ear.user)
    if seat is None:
        raise Refusal(reason("no-seat"))
    return seat


def present(live: Live, ear: Client) -> Seat:
    """The seat on which somebody sits. Raises Refusal for one who has left it."""
    seat = own(live, ear)
    if live.course.chairs[seat].level or ear.user in live.gone:
        raise Refusal(reason("seat-left"))
    return seat


def playing(live: Live, ear: Client) -> Seat:
    """The seat that somebody plays himself. Raises Refusal."""
    seat = present(live, ear)
    if live.course.chairs[seat].fallen:
        raise Refusal(reason("clock-fallen"))
    return seat


# Before the match


def _open(course: TableState) -> None:
    if course.log is not None:
        raise Refusal(reason("match-begun"))


def _hosting(live: Live, ear: Client) -> None:
    if ear.user != live.course.settings.host:
        raise Refusal(reason("not-the-host"))
    _open(live.course)


def _reserved(course: TableState, seat: Seat) -> str:
    """Whose a seat is until he comes; "" for anybody's."""
    reserved = course.settings.reserved
    return reserved[seat] if seat < len(reserved) else ""


def fill(live: Live, ear: Client, message: Fill) -> tuple[Event, ...]:
    """A computer player on an empty seat, or none there."""
    _hosting(live, ear)
    seat, level = _seat(live.course, message.seat), message.level
    chair = live.course.chairs[seat]
    if chair.user:
        raise Refusal(reason("seat-taken"))
    if level and level not in PLAYERS:
        raise Refusal(reason("level-unknown", level=level, allowed=" ".join(PLAYERS)))
    return (Botted(seat, level),) if chair.level != level else ()


def start(live: Live, ear: Client) -> tuple[Event, ...]:
    """The match begins."""
    _hosting(live, ear)
    return _begun(live.course)


def beginning(live: Live) -> tuple[Event, ...] | None:
    """The match begins by itself where the host wants to play alone and is here."""
    course = live.course
    if course.log is not None or not course.settings.bots:
        return None
    host = course.seat_of(course.settings.host)
    return _begun(course) if host is not None and live.here(host) else None


def _begun(course: TableState) -> tuple[Event, ...]:
    settings, game, chairs = course.settings, course.game, course.chairs
    bots = tuple(Botted(seat, settings.level) for seat, chair in enumerate(chairs) if chair.empty)
    begin = Begin(
        settings.game,
        game.rules,
        options_text(GAMES[game.name].presets, game.options),
        names(chairs),
        tuple(HUMAN if chair.user else chair.level or settings.level for chair in chairs),
        secrets.randbelow(game.seats),
        deals=settings.deals,
        bots=secrets.randbits(32),
    )
    return (*bots, begin, committed(1, 1))


# Sitting down and standing up


def _seat(course: TableState, number: int) -> Seat:
    if number >= course.game.seats:
        raise Refusal(reason("not-a-seat", text=str(number)))
    return number


def sit(live: Live, ear: Client, message: Sit) -> tuple[Event, ...]:
    """A free seat becomes somebody's; he gets his own back from the computer player."""
    course, seat = live.course, _seat(live.course, message.seat)
    chair, before = course.chairs[seat], course.seat_of(ear.user)
    if before == seat:
        if chair.fallen:
            raise Refusal(reason("clock-fallen"))
        live.gone.discard(ear.user)
        return _back(course, seat)
    _open(course)
    if not chair.empty:
        raise Refusal(reason("seat-taken"))
    if _reserved(course, seat) not in ("", ear.user):
        raise Refusal(reason("seat-reserved"))
    stood = () if before is None else (Stood(before),)
    return (*stood, Seated(seat, ear.user, ear.name))


def stand(live: Live, ear: Client) -> tuple[Event, ...]:
    """Leave one's seat; in the match it stays one's own, and one is absent at once."""
    course, seat = live.course, own(live, ear)
    match course.stage:
        case "open":
            return (Stood(seat),)
        case "over":
            raise Refusal(reason("match-over"))
    if course.chairs[seat].level:
        return ()
    live.gone.add(ear.user)
    return (Botted(seat, course.settings.level),) if course.settings.absent == "bot" else ()


def arrival(live: Live, ear: Client) -> tuple[Event, ...]:
    """What happens because somebody comes: a seat that is kept for him becomes his, his own is his again; the host
    sits down."""
    course = live.course
    seat = course.seat_of(ear.user)
    if seat is not None:
        return _back(course, seat)
    if course.log is not None:
        return ()
    free = [seat for seat, chair in enumerate(course.chairs) if chair.empty]
    kept = [seat for seat in free if _reserved(course, seat) == ear.user]
    anybodys = [seat for seat in free if not _reserved(course, seat)] if ear.user == course.settings.host else []
    found = next(iter((*kept, *anybodys)), None)
    return () if found is None else (Seated(found, ear.user, ear.name),)


def _back(course: TableState, seat: Seat) -> tuple[Event, ...]:
    going = course.log is not None and not course.log.over
    return (Botted(seat, ""),) if course.chairs[seat].level and going else ()


def absences(live: Live) -> tuple[Event, ...] | None:
    """A computer player sits in for those who are absent, if it was so agreed and somebody is here to play with it."""
    course = live.course
    missing = [seat for seat in live.persons if live.absent(seat)]
    if not missing or course.settings.absent != "bot" or not live.awake or course.log is None or course.log.over:
        return None
    return tuple(Botted(seat, course.settings.level) for seat in missing)


def due(live: Live) -> float | None:
    """When the next person who is not here becomes absent."""
    missed = (live.missed(seat) for seat in live.persons if not live.here(seat))
    return min((time for time in missed if time > live.now), default=None)
