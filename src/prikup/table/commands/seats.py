"""Taking, reserving and leaving seats, starting the match, and computer players on seats without a present player."""

import secrets

from prikup.bots import PLAYERS
from prikup.games import GAMES
from prikup.history.events import HUMAN, BeginEvent
from prikup.history.shuffle import deal_seed
from prikup.ratings.anchors import anchor_mu
from prikup.rules.errors import reason
from prikup.rules.options import logged_text
from prikup.rules.state import Seat
from prikup.table.commands.listing import start_of_full_table
from prikup.table.commands.shuffling import commit_seed
from prikup.table.protocol.client_messages import FillCommand, ReserveCommand, SitCommand, StartCommand
from prikup.table.rated_match import not_rated, too_many_bots, unrated_because_of_players
from prikup.table.state.events import BotAssigned, PlayerRenamed, SeatLeft, SeatTaken, TableAnnulled, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed, Reservation
from prikup.table.state.presence import Client
from prikup.table.state.table_state import TableState

__all__ = [
    "annulment",
    "annulment_due",
    "arrival_events",
    "automatic_start",
    "expired_reservations",
    "fill",
    "leave_seat",
    "next_absence_time",
    "rename_events",
    "replacement_events",
    "reservations_due",
    "reserve",
    "sit",
    "start",
]

RESERVED_S = 120.0
"""Seconds for which a seat stays reserved for a person who is entering a display name."""


# Before the match


def _check_before_match(table: TableState) -> None:
    if table.log is not None:
        raise NotAllowed(reason("match-begun"))


def _check_host(live: LiveState, client: Client) -> None:
    if client.user != live.table.settings.host:
        raise NotAllowed(reason("not-the-host"))
    _check_before_match(live.table)


def _user_with_reservation(table: TableState, seat: Seat) -> str:
    """Return the id of the user for whom the table's settings reserve a seat; "" if anyone may take it."""
    reserved_users = table.settings.reserved
    return reserved_users[seat] if seat < len(reserved_users) else ""


def fill(live: LiveState, client: Client, message: FillCommand) -> tuple[TableEvent, ...]:
    """Return the event that puts a computer player on a seat, or removes the computer player there.

    Return () if nothing changes. Raise NotAllowed if the client is not that of the table's host (who opened it), if the
    match has started, if the level is unknown, or if a person has taken or reserved the seat.
    """
    _check_host(live, client)
    seat, level = _check_seat_number(live.table, message.seat), message.level
    chair = live.table.chairs[seat]
    if chair.user:
        raise NotAllowed(reason("seat-taken"))
    if level and (why := _hindrance_of_bot(live.table, seat, level)):
        raise NotAllowed(not_rated(why))
    if level and level not in PLAYERS:
        raise NotAllowed(reason("level-unknown", level=level, allowed=" ".join(PLAYERS)))
    if level and seat in live.reserved_seats:
        raise NotAllowed(reason("seat-being-chosen", number=seat + 1))
    return (BotAssigned(seat, level),) if chair.level != level else ()


def _hindrance_of_bot(table: TableState, seat: Seat, level: str) -> str:
    """Return why a computer player of the level `level` on a seat would keep the match from being rated.

    The result is a key such as `bots` (too many computer players). Return "" if it would not, or if the match is not
    meant to be rated.
    """
    if not table.settings.rated:
        return ""
    other_bots = [index for index, chair in enumerate(table.chairs) if chair.level and index != seat]
    if too_many_bots(table.game, len(other_bots) + 1):
        return "bots"
    return "level" if anchor_mu(table.settings.game, level) is None else ""


def start(live: LiveState, client: Client, message: StartCommand) -> tuple[TableEvent, ...]:
    """Return the events that start the match at the command of the table's host (who opened the table).

    Raise NotAllowed for anyone else, and if the match has started. Raise it also if a seat is reserved, unless
    `message.anyway` is true, and if the match is meant to be rated and cannot be with these players.
    """
    _check_host(live, client)
    if live.table.settings.rated and (why := unrated_because_of_players(live.table)):
        raise NotAllowed(not_rated(why))
    if live.reserved_seats and not message.anyway:
        raise NotAllowed(reason("seat-being-chosen", number=live.reserved_seats[0] + 1))
    return _start_match(live.table)


def automatic_start(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events that start the match automatically; None if the match is not to start now.

    At a table with computer players in all other seats, the match starts as soon as the table's host (who opened it) is
    seated and connected. At a table that starts when it is full, the match starts some seconds after the last seat was
    taken. At a table that was opened by quick pairing (for people who looked for players at the same time), the match
    starts as soon as all these people have come.
    """
    table = live.table
    if table.log is not None or table.is_annulled:
        return None
    if table.settings.pairing is not None:
        return None if table.missing_seats else _start_match(table)
    if start_of_full_table(live):
        return _start_match(table)
    if not table.settings.bots:
        return None
    host = table.seat_of(table.settings.host)
    return _start_match(table) if host is not None and live.is_present(host) else None


def annulment(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the event that gives up a table of quick pairing, because some of its people have not come in time.

    Quick pairing opens tables for people who look for players at the same time. This is a timed change (a change
    without a command). Return None if it is not due.
    """
    table = live.table
    pairing = table.settings.pairing
    is_due = pairing is not None and not table.is_annulled and live.wall_ms >= pairing.until_ms
    return (TableAnnulled(table.missing_seats),) if is_due else None


def annulment_due(live: LiveState) -> float | None:
    """Return the time by which all people for whom quick pairing opened the table must have come.

    Quick pairing opens tables for people who look for players at the same time. The time is in seconds on the host's
    clock. Return None for any other table.
    """
    pairing = live.table.settings.pairing
    return None if pairing is None else live.now + (pairing.until_ms - live.wall_ms) / 1000


def _start_match(table: TableState) -> tuple[TableEvent, ...]:
    settings, game, chairs = table.settings, table.game, table.chairs
    bots = tuple(BotAssigned(seat, settings.level) for seat, chair in enumerate(chairs) if chair.empty)
    fixed_deal = settings.given
    dealer, seed_of_bots = (
        (fixed_deal.dealer, fixed_deal.bots) if fixed_deal else _draw_dealer(settings.seed, game.seats)
    )
    begin = BeginEvent(
        settings.game,
        game.rules_version,
        logged_text(GAMES[game.name].presets, game.options),
        table.names,
        tuple(HUMAN if chair.user else chair.level or settings.level for chair in chairs),
        dealer,
        deals=settings.deals,
        seed=settings.seed,
        bots=seed_of_bots,
    )
    return (*bots, begin, *(fixed_deal.events if fixed_deal else (commit_seed(table, 1, 1),)))


def _draw_dealer(seed: str, seats: int) -> tuple[Seat, int]:
    """Choose the first dealer and the seed of the computer players, and return both as a pair.

    They are random if `seed`, the seed in the table's settings, is ""; otherwise they follow from that seed. `seats` is
    the number of seats.
    """
    if not seed:
        return secrets.randbelow(seats), secrets.randbits(128)
    draw = int(deal_seed(seed, 0, 0), 16)
    return draw % seats, draw // 7 % 2**32


# Sitting down and leaving


def _check_seat_number(table: TableState, number: int) -> Seat:
    if number >= table.game.seats:
        raise NotAllowed(reason("not-a-seat", text=str(number)))
    return number


def sit(live: LiveState, client: Client, message: SitCommand) -> tuple[TableEvent, ...]:
    """Return the events by which a user takes a free seat, or takes their own seat back from a computer player.

    Raise NotAllowed if the user may not take this seat, for example because another user has it.
    """
    table, seat = live.table, _check_seat_number(live.table, message.seat)
    chair, old_seat = table.chairs[seat], table.seat_of(client.user)
    if old_seat == seat:
        if seat in table.forfeits:
            raise NotAllowed(reason("seat-forfeited"))
        if chair.clock_expired:
            raise NotAllowed(reason("clock-fallen"))
        if chair.is_overdue and not chair.level:
            raise NotAllowed(reason("turn-over"))
        live.presence.users_who_left.discard(client.user)
        return _return_events(table, seat)
    _check_before_match(table)
    if not client.name and client.user != table.settings.host and client.user not in table.removed_users:
        raise NotAllowed(reason("name-wanted"))
    _check_free(live, client, seat)
    live.release_reservations(client.user)
    leaving_events = () if old_seat is None else (SeatLeft(old_seat),)
    return (*leaving_events, SeatTaken(seat, client.user, client.name, client.guest))


def _check_free(live: LiveState, client: Client, seat: Seat) -> None:
    """Raise NotAllowed if the client's user may not take this seat before the match."""
    table = live.table
    if client.user in table.removed_users:
        raise NotAllowed(reason("removed"))
    if client.guest and table.settings.wants.accounts and client.user != table.settings.host:
        raise NotAllowed(reason("account-needed"))
    if not table.chairs[seat].empty:
        raise NotAllowed(reason("seat-taken"))
    _check_change_rate(live, client)
    is_host_only = table.settings.open_hands and client.user != table.settings.host
    is_for_others = table.settings.pairing is not None and _user_with_reservation(table, seat) != client.user
    if is_host_only or is_for_others or _user_with_reservation(table, seat) not in ("", client.user):
        raise NotAllowed(reason("seat-reserved"))
    if seat in live.reserved_seats and live.reservations[seat].user != client.user:
        raise NotAllowed(reason("seat-being-chosen", number=seat + 1))


def reserve(live: LiveState, client: Client, message: ReserveCommand) -> None:
    """Reserve an empty seat for a user who is entering a name; the user's earlier reservation ends.

    If the message contains no seat, only end the reservation. Raise NotAllowed if the user may not take the seat.
    """
    if message.seat is not None:
        _check_before_match(live.table)
        seat = _check_seat_number(live.table, message.seat)
        _check_free(live, client, seat)
        live.release_reservations(client.user)
        live.reservations[seat] = Reservation(client.user, live.now + RESERVED_S)
    else:
        live.release_reservations(client.user)


def expired_reservations(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Release the seats whose reservations for people who are entering a name have expired.

    This is a timed change (a change without a command) that needs no events. Return () if a seat was released,
    otherwise None.
    """
    expired_seats = [seat for seat, reservation in live.reservations.items() if live.now >= reservation.until]
    for seat in expired_seats:
        del live.reservations[seat]
    return () if expired_seats else None


def reservations_due(live: LiveState) -> float | None:
    """Return the time at which the next reservation of a seat expires; None if there is no reservation.

    The time is in seconds on the host's clock.
    """
    return min((reservation.until for reservation in live.reservations.values()), default=None)


def rename_events(live: LiveState, user: str, name: str, *, guest: bool) -> tuple[TableEvent, ...]:
    """Return the event that records a user's new name in their seat, or that they have become the owner of an account.

    `guest` is false if the user owns an account. Return () if the user has no seat, the name is "", nothing changes, or
    the match is over.
    """
    seat = live.table.seat_of(user)
    if seat is None or not name or live.table.stage == "over":
        return ()
    chair = live.table.chairs[seat]
    is_unchanged = (chair.name, chair.rank[0]) == (name, guest)
    return () if is_unchanged else (PlayerRenamed(seat, name, guest),)


def leave_seat(live: LiveState, client: Client) -> tuple[TableEvent, ...]:
    """Return the events by which a user leaves their seat.

    During the match the seat still belongs to the user, who counts as absent at once. Raise NotAllowed for a spectator
    and after the end of the match. Raise it also in a rated match, where a user can only resign.
    """
    table, seat = live.table, live.seat_of(client)
    match table.stage:
        case "open":
            _check_change_rate(live, client)
            return (SeatLeft(seat),)
        case "over":
            raise NotAllowed(reason("match-over"))
    if table.chairs[seat].level:
        return ()
    if table.is_rated:
        raise NotAllowed(reason("leave-rated"))
    live.presence.users_who_left.add(client.user)
    return (BotAssigned(seat, table.settings.level),) if table.settings.absent == "bot" else ()


def _check_change_rate(live: LiveState, client: Client) -> None:
    """Count a change of seat, and raise NotAllowed if the user takes and leaves seats too often.

    The rate is limited because each change is stored and sent to all clients.
    """
    if not live.seat_change_rate.spend(client.user, live.now):
        raise NotAllowed(reason("seat-too-fast"))


def arrival_events(live: LiveState, client: Client) -> tuple[TableEvent, ...]:
    """Return the events that give a user a seat when they join the table; () if they get no new seat.

    Users get their own seat back, or the seat that the table's settings reserve for them. The table's host (who opened
    it) gets any free seat, unless the table replays a deal to compare results with other tables.
    """
    table = live.table
    seat = table.seat_of(client.user)
    if seat is not None:
        return (*_return_events(table, seat), *rename_events(live, client.user, client.name, guest=client.guest))
    if table.log is not None or client.user in table.removed_users:
        return ()
    free = [seat for seat, chair in enumerate(table.chairs) if chair.empty and seat not in live.reserved_seats]
    reserved_seats = [seat for seat in free if _user_with_reservation(table, seat) == client.user]
    may_sit = client.user == table.settings.host and not table.settings.is_compared
    open_seats = [seat for seat in free if not _user_with_reservation(table, seat)] if may_sit else []
    new_seat = next(iter((*reserved_seats, *open_seats)), None)
    return () if new_seat is None else (SeatTaken(new_seat, client.user, client.name, client.guest),)


def _return_events(table: TableState, seat: Seat) -> tuple[TableEvent, ...]:
    going = table.log is not None and not table.log.over
    return (BotAssigned(seat, ""),) if table.chairs[seat].level and going and seat not in table.forfeits else ()


def replacement_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events that replace absent players by computer players; None if no one is to be replaced.

    Players are replaced only if the table's setting `absent` is "bot", and only while at least one player is connected.
    In a rated match nobody is replaced here, because users who are away for too long forfeit it
    (`forfeits.away_forfeits`).
    """
    table = live.table
    if table.is_rated:
        return None
    missing = [seat for seat in live.absent_seats if live.is_absent(seat)]
    if not missing or table.settings.absent != "bot" or not live.has_connected_person:
        return None
    return tuple(BotAssigned(seat, table.settings.level) for seat in missing)


def next_absence_time(live: LiveState) -> float | None:
    """Return the next time at which a disconnected player will count as absent; None if there is no such time.

    The time is in seconds on the host's clock.
    """
    absence_times = map(live.absence_time, live.absent_seats)
    return min((time for time in absence_times if time > live.now), default=None)
