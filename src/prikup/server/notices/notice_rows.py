"""The notices that wait to be sent, as rows of the database.

A notice tells a user by push message or mail about an event, for example that it is their turn. It is stored in the
same transaction as the event that causes it, so that none is lost. The row says what kind of event it is about, but
contains no card, no bid and no number of a score sheet.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.notices import Channel, NoticeKind
from prikup.server.notices.kinds import MAIL_DELAY_S
from prikup.server.storage.sql_tables import notices
from prikup.server.storage.turn_rows import DueDecision, time_of_reminder
from prikup.table.host.storage import new_id
from prikup.table.turn_calendar import Pause, passed_ms

__all__ = [
    "CLAIMED_MS",
    "PUSH_DELAY_S",
    "DueNotice",
    "Facts",
    "NewNotice",
    "Part",
    "add_notices",
    "claim_due",
    "count_mails",
    "delete_sent",
    "finish_notice",
    "has_due",
    "notices_of_turn",
    "postpone",
    "values_of",
    "withdraw",
]

PUSH_DELAY_S = 60.0
"""Seconds that a player who is not connected has to act at a table before a push message is sent."""
SENT_KEPT_MS = 7 * 86_400_000
"""Milliseconds for which a sent notice is stored, so that the same notice is not sent again."""
CLAIMED_MS = 300_000
"""Milliseconds for which a server's claim on a notice lasts. If the server dies, the notice is then sent again.

This is longer than the sending of all notices of one round can take.
"""

Part = Literal["push", "reminder", "mail"]
"""The parts of a notice, which are sent at different times: a push message, a second one (`reminder`), and a mail."""


class Facts(Struct, frozen=True, omit_defaults=True):
    """The names that the text of a notice mentions.

    - `game`: the name of the game, "" for none.
    - `name`: the name of the person who caused the notice, "" for none.
    """

    game: str = ""
    name: str = ""


class NewNotice(Struct, frozen=True):
    """A notice to be stored.

    - `person`: the id of the user to be told.
    - `kind`: the kind of event that it is about.
    - `about`: the id of the table that it is about, or another text, such as the name of a lane (kind of match) or of
      the sender of a friend request.
    - `facts`: its content.
    - `due`, `until`: the time at which it is sent, and the time after which it is useless (wall clock, ms).
    - `turn`: the number of the decision at the table, or another number that distinguishes notices of the same kind.
    - `part`: the part of the notice, such as the mail.
    """

    person: str
    kind: NoticeKind
    about: str
    facts: Facts
    due: int
    until: int
    turn: int = 0
    part: Part = "push"


class DueNotice(Struct, frozen=True):
    """A notice that a server is sending, with the fields of `NewNotice`. `tries` is the number of earlier attempts."""

    id: str
    person: str
    kind: NoticeKind
    about: str
    turn: int
    part: Part
    until: int
    tries: int
    facts: Facts

    @property
    def channel(self) -> Channel:
        """The channel by which this part of the notice is sent."""
        return "mail" if self.part == "mail" else "push"


def notices_of_turn(table: str, decision: DueDecision, facts: Facts, pauses: tuple[Pause, ...] = ()) -> list[NewNotice]:
    """Return the notices for a decision at a turn-based table: a push message, a reminder and a mail.

    At such a table players answer within hours or days. `table` is its id, and `facts` are the names that the notices
    mention. `pauses` are the pauses of the clock of the person who has to decide. The reminder is sent when a quarter
    of the time is left. A notice that would come only after the time is over is left out.
    """
    asked_ms, until = decision.asked_ms, decision.due_ms
    due = {
        "push": asked_ms + round(PUSH_DELAY_S * 1000),
        "reminder": time_of_reminder(asked_ms, passed_ms(asked_ms, until, pauses), pauses),
        "mail": asked_ms + round(MAIL_DELAY_S * 1000),
    }
    parts: tuple[Part, ...] = ("push", "reminder", "mail")
    return [
        NewNotice(decision.user, "turn", table, facts, due[part], until, decision.n, part)
        for part in parts
        if due[part] < until
    ]


async def add_notices(connection: AsyncConnection, new_notices: Sequence[NewNotice]) -> None:
    """Store notices in the transaction of the event that causes them. Skip notices that are stored already."""
    n = notices.c
    for notice in new_notices:
        is_same = and_(n.person == notice.person, n.kind == notice.kind, n.about == notice.about, n.turn == notice.turn)
        query = select(n.id).where(is_same, n.part == notice.part)
        if (await connection.execute(query)).first() is None:
            await connection.execute(insert(notices), values_of(notice))


def values_of(notice: NewNotice) -> dict[str, object]:
    """Return the row of a new notice, by column."""
    return msgspec.structs.asdict(notice) | {"id": new_id(), "facts": msgspec.json.encode(notice.facts)}


async def withdraw(connection: AsyncConnection, person: str, kind: NoticeKind, about: str, turn: int) -> None:
    """Delete the parts of a notice that are not sent yet, because there is no longer a reason for the notice.

    The arguments identify the notice, and are fields of `NewNotice`.
    """
    n = notices.c
    is_it = and_(n.person == person, n.kind == kind, n.about == about, n.turn == turn)
    await connection.execute(delete(notices).where(is_it, n.sent.is_(None)))


async def has_due(connection: AsyncConnection, now_ms: int) -> bool:
    """Return whether any notice is due now and not yet claimed by a server."""
    return (await connection.execute(select(notices.c.id).where(_is_due(now_ms)).limit(1))).first() is not None


def _is_due(now_ms: int) -> ColumnElement[bool]:
    n = notices.c
    return and_(n.sent.is_(None), n.due <= now_ms, or_(n.claimed_until.is_(None), n.claimed_until <= now_ms))


async def claim_due(connection: AsyncConnection, now_ms: int, most: int) -> list[DueNotice]:
    """Return at most `most` notices that are due now, the longest due first, and claim them for `CLAIMED_MS`.

    Unless they are finished or postponed by then, a later call returns them again.
    """
    n = notices.c
    columns = (n.id, n.person, n.kind, n.about, n.turn, n.part, n.until, n.tries, n.facts)
    query = select(*columns).where(_is_due(now_ms)).order_by(n.due, n.id).limit(most)
    rows = (await connection.execute(query)).all()
    ids = [row.id for row in rows]
    await connection.execute(update(notices).where(n.id.in_(ids)).values(claimed_until=now_ms + CLAIMED_MS))
    return [DueNotice(*row[:-1], msgspec.json.decode(row.facts, type=Facts)) for row in rows]


async def finish_notice(connection: AsyncConnection, notice: str, now_ms: int, *, sent: bool) -> None:
    """Mark the notice with this id as sent, or delete it if it was not sent and will not be."""
    is_it = notices.c.id == notice
    await connection.execute(update(notices).where(is_it).values(sent=now_ms) if sent else delete(notices).where(is_it))


async def postpone(connection: AsyncConnection, notice: str, due: int, tries: int) -> None:
    """Postpone the notice with this id to the time `due` (wall clock, ms). `tries` is the number of attempts so far."""
    values = {"due": due, "tries": tries, "claimed_until": None}
    await connection.execute(update(notices).where(notices.c.id == notice).values(**values))


async def count_mails(connection: AsyncConnection, person: str, since_ms: int) -> int:
    """Return the number of mails that were sent to a user after `since_ms` (wall clock, ms)."""
    n = notices.c
    query = select(func.count()).where(n.person == person, n.part == "mail", n.sent > since_ms)
    return await connection.scalar(query) or 0


async def delete_sent(connection: AsyncConnection, now_ms: int) -> int:
    """Delete the notices that were sent more than seven days ago; return their number."""
    return (await connection.execute(delete(notices).where(notices.c.sent < now_ms - SENT_KEPT_MS))).rowcount
