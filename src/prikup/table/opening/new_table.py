"""The request to open a table, and the public summary of a table for lists of tables."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, convert
from msgspec.structs import asdict, replace

from prikup.bots import PLAYERS
from prikup.rules.errors import BadText, reason
from prikup.rules.time_limit import MIN_MINUTES, Minutes
from prikup.table.actor import Table
from prikup.table.coach.script import lesson_settings
from prikup.table.opening.catalogue import agreed_rules
from prikup.table.rated_match import not_rated, rated_settings, unrated_because_of_settings
from prikup.table.state.summary import Summary
from prikup.table.table_settings import TableSettings, TurnLimits, Wants

__all__ = ["CannotBeRated", "NewTable", "TableSummary", "WantedPlayers", "settings_of", "stored_summary", "summary_of"]

Millis = Annotated[int, Meta(ge=0, le=86_400_000)]
MIN_BOTS_AFTER_S = 30
"""The minimum number of seconds that two people wait for a third before computer players take the empty seats."""
Rating = Annotated[int, Meta(ge=0, le=10_000)]


class WantedPlayers(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The people whom the host of an open table wants as players.

    - `accounts`: true if only owners of accounts may enter the table.
    - `rating`: the lowest and the highest wanted rating, null for any. Clients show it; the table does not check it.
    - `club`: the name of the club whose members are wanted, "" for anybody. Clients show it; the table does not check
      it.
    """

    accounts: bool = False
    rating: tuple[Rating, Rating] | None = None
    club: Annotated[str, Meta(max_length=40)] = ""


class NewTable(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A request to open a table.

    - `game`: the name of the game.
    - `options`: a text with the house rules, "" for the default rules.
    - `level`: the level (strength) of the computer players.
    - `absent`: what happens when a player is absent. The table waits, a computer player replaces the player (`bot`), or
      the other players decide (`vote`).
    - `away_s`: the number of seconds after which a disconnected player counts as absent.
    - `clock`: the initial time of each seat (the bank) and the increment per action, in milliseconds; null for no
      clocks.
    - `turns`: the time limits of a turn-based table, at which players answer within hours or days; null for any other
      table. Only owners of accounts play at a turn-based table. It excludes `clock`, `minutes`, `bots` and `coach`, and
      no player there counts as absent.
    - `spectators`: true if people without a seat may watch.
    - `delayed`: true if spectators see each deal only after its end.
    - `chat`: true if the table has a chat.
    - `deals`: the number of deals after which the match ends, 0 for no limit.
    - `bots`: true if computer players take all other seats, so that the match starts at once.
    - `coach`: true to open a table with the coach, who teaches the game in a prepared deal. The coach's settings then
      replace all other settings in this request.
    - `open`: true if the lobby lists the table, so that anyone may sit down. It excludes `bots` and `coach`.
    - `wants`: the people whom the host of an open table wants as players.
    - `starts`: when the match starts: 5 seconds after the last seat is taken (`full`), or when the host says so
      (`host`). Null stands for `full` at an open table and for `host` at any other.
    - `bots_after_s`: if two people have been seated for this number of seconds, from 30 on, computer players take the
      empty seats; 0 for never.
    - `rated`: true if the match is to count for ratings (`prikup.table.rated_match`). That sets `wants.accounts`,
      `delayed`, `absent` and `away_s`.
    - `minutes`: the number of minutes of play after which the match ends, from 15 on; 0 for no time limit.
    - `after`: what is finished first when these minutes are over: the current deal (`deal`), or the current round
      (`round`), in which each seat deals once.
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
    open: bool = False
    wants: WantedPlayers = WantedPlayers()
    starts: Literal["full", "host"] | None = None
    bots_after_s: Annotated[int, Meta(ge=0, le=600)] = 0
    rated: bool = False
    minutes: Minutes = 0
    after: Literal["deal", "round"] = "round"
    turns: TurnLimits | None = None


class CannotBeRated(BadText):
    """An error: the match at a new table is to count for ratings, but the requested settings do not allow that."""


class TableSummary(Struct, frozen=True):
    """The public summary of a table, for lists of tables.

    - `id`: the id of the table.
    - `game`: the name of the game.
    - `options`: the text of the house rules.
    - `stage`: the stage of the match, from `open` (before its start) to `over`.
    - `deal`: the number of the current deal, from 1.
    - `names`: the name in each seat, null for an empty seat and "" for a person without a name.
    - `computers`: the seats of computer players, whose names clients transliterate into the script of the user's
      language.
    - `turns`: the hours for each decision at a turn-based table (players answer within hours or days), 0 at any other
      table.

    Two fields say what a turn-based table waits for. They are set only in the lists of a user's own tables:

    - `your_turn`: true if the user has to act at the table.
    - `due`: the time at which a computer player decides (wall clock, ms), null if the table waits for nobody.
    """

    id: str
    game: str
    options: str
    stage: str
    deal: int
    names: tuple[str | None, ...]
    computers: tuple[int, ...] = ()
    turns: int = 0
    your_turn: bool = False
    due: int | None = None


def settings_of(new: NewTable, host: str, host_name: str = "", now_ms: int = 0) -> TableSettings:
    """Return the settings of the table that a user requests by `new`.

    `host` is the user's id and `host_name` the user's name; `now_ms` is the time (wall clock, ms). Raise BadText for an
    unknown game or level, for a game without the requested coach, for an option that an open or a turn-based table
    cannot have, for `bots_after_s` below 30, and for `minutes` below 15. Raise CannotBeRated if the match is requested
    to count for ratings and its settings do not allow that. Raise BadOptions for house rules that cannot be played.
    """
    agreed_rules(new.game, new.options)
    if new.level not in PLAYERS:
        raise BadText(reason("level-unknown", level=new.level, allowed=" ".join(PLAYERS)))
    if 0 < new.bots_after_s < MIN_BOTS_AFTER_S:
        raise BadText(reason("bots-after-short", seconds=MIN_BOTS_AFTER_S))
    if 0 < new.minutes < MIN_MINUTES:
        raise BadText(reason("minutes-short", minutes=MIN_MINUTES))
    if new.open:
        _check_openable(new)
    if new.turns is not None:
        _check_turns(new)
    if new.coach and not new.rated:
        return lesson_settings(new.game, host)
    fields = asdict(new) | {"host": host, "wants": Wants(new.wants.accounts, new.wants.rating, new.wants.club)}
    fields["starts"] = new.starts or ("full" if new.open else "host")
    if new.open:
        fields |= {"host_name": host_name, "opened_ms": now_ms}
    if new.turns is not None:
        fields |= {"absent": "wait", "wants": replace(fields["wants"], accounts=True)}
    settings = convert(fields, TableSettings)
    if not new.rated:
        return settings
    settings = rated_settings(settings)
    if why := unrated_because_of_settings(settings):
        raise CannotBeRated(not_rated(why))
    return settings


def _check_openable(new: NewTable) -> None:
    """Raise BadText if the request has an option that an open table (anyone may sit down) cannot have."""
    for option, excludes in (("bots", new.bots), ("coach", new.coach)):
        if excludes:
            raise BadText(reason("open-excludes", option=option))


def _check_turns(new: NewTable) -> None:
    """Raise BadText if the request has an option that a turn-based table (players answer within days) cannot have."""
    options = {"clock": new.clock is not None, "minutes": new.minutes > 0, "bots": new.bots, "coach": new.coach}
    for option, is_set in options.items():
        if is_set:
            raise BadText(reason("turns-exclude", option=option))


def summary_of(table: Table) -> TableSummary:
    """Return the public summary of a table that is in memory."""
    return _summarise_table(table.id, table.settings, table.summary)


def stored_summary(table: str, settings: bytes, summary: bytes) -> TableSummary:
    """Return the public summary of a stored table with the id `table`.

    `settings` are the table's `TableSettings`, and `summary` is its `Summary` (entry in lists of tables), both as JSON.
    """
    return _summarise_table(
        table, msgspec.json.decode(settings, type=TableSettings), msgspec.json.decode(summary, type=Summary)
    )


def _summarise_table(table: str, settings: TableSettings, summary: Summary) -> TableSummary:
    return TableSummary(
        table,
        settings.game,
        settings.options,
        summary.stage,
        summary.deal,
        summary.names,
        summary.computers,
        settings.turns.hours if settings.turns else 0,
    )
