"""The table that somebody asks a host to open, and what is known of a table without sitting there."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, convert
from msgspec.structs import asdict

from prikup.bots import PLAYERS
from prikup.errors import BadText, reason
from prikup.table.actor import Table
from prikup.table.catalogue import agreed_rules
from prikup.table.coach import lesson
from prikup.table.state import Summary
from prikup.table.table_settings import TableSettings

__all__ = ["NewTable", "TableSummary", "kept_summary", "settings_of", "summary_of"]

Millis = Annotated[int, Meta(ge=0, le=86_400_000)]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table to open.

    `options` are house rules as text; `away_s` are the seconds for which a lost connection is waited for; `clock` is
    the bank and the increment in milliseconds; `spectators` may watch, where it is `delayed` each deal once it has
    ended; `deals` > 0 ends the match after that number; `bots`: computer players take all other seats, and it begins
    at once. `coach`: the first deal of the game's coach is played, which says all else.
    """

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[str, Meta(max_length=2000)] = ""
    level: Annotated[str, Meta(max_length=20)] = "rule"
    absent: Literal["wait", "bot", "vote"] = "bot"
    away_s: Annotated[int, Meta(ge=5, le=3600)] = 60
    clock: tuple[Millis, Millis] | None = None
    spectators: bool = True
    delayed: bool = False
    chat: bool = True
    deals: Annotated[int, Meta(ge=0, le=1000)] = 0
    bots: bool = False
    coach: bool = False


class TableSummary(Struct, frozen=True):
    """A table as those know it who do not sit there.

    `deal` counts from 1; `names` go by seat, null where nobody sits, "" for a person who gave none; `computers` are the
    seats that belong to computer players, whose names a client says in the reader's script.
    """

    id: str
    game: str
    options: str
    stage: str
    deal: int
    names: tuple[str | None, ...]
    computers: tuple[int, ...] = ()


def settings_of(new: NewTable, host: str) -> TableSettings:
    """Return the settings of a table that a user asks for. Raise BadText or BadOptions for what cannot be played."""
    agreed_rules(new.game, new.options)
    if new.level not in PLAYERS:
        raise BadText(reason("level-unknown", level=new.level, allowed=" ".join(PLAYERS)))
    return lesson(new.game, host) if new.coach else convert(asdict(new) | {"host": host}, TableSettings)


def summary_of(table: Table) -> TableSummary:
    """Return what is known of a table in memory without sitting there."""
    return _told(table.id, table.settings, table.summary)


def kept_summary(table: str, settings: bytes, summary: bytes) -> TableSummary:
    """Return the same of a table of which a host keeps these settings and this `Summary`, as JSON."""
    return _told(table, msgspec.json.decode(settings, type=TableSettings), msgspec.json.decode(summary, type=Summary))


def _told(table: str, settings: TableSettings, shown: Summary) -> TableSummary:
    return TableSummary(table, settings.game, settings.options, shown.stage, shown.deal, shown.names, shown.computers)
