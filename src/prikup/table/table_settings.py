"""The settings of a table, and the timing of all tables of a host."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.table.fixed_deal import GivenDeal

__all__ = ["Pairing", "TableSettings", "Timing", "TurnLimits", "Wants"]


class Wants(Struct, frozen=True, omit_defaults=True):
    """The people whom the host of an open table wants as players. The lobby shows this next to the table.

    - `accounts`: true if only owners of accounts may enter. The table itself checks this.
    - `rating`: the lowest and the highest wanted rating, None for any. This is a wish that only clients show.
    - `club`: the name of the club whose members are wanted, "" for anybody. This is a wish that only clients show.
    """

    accounts: bool = False
    rating: tuple[int, int] | None = None
    club: str = ""


class Pairing(Struct, frozen=True):
    """The quick pairing that opened a table, for people who looked for players at the same time.

    - `lane`: the name of the lane, the kind of match that they looked for (`prikup.table.opening.lanes`).
    - `until_ms`: the time (wall clock, ms) by which all of them must have come.
    - `seed`: the secret seed of the first shuffle, from which the order of the seats was drawn.
    """

    lane: str
    until_ms: int
    seed: str


class TurnLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The time limits of a turn-based table, at which players answer within hours or days.

    - `hours`: the hours that a player has for each decision.
    - `reserve_h`: the extra hours that a player has for the whole match. They are used up when a decision takes longer
      than `hours`.
    """

    hours: Literal[4, 12, 24, 48, 72] = 24
    reserve_h: Annotated[int, Meta(ge=0, le=168)] = 72


class TableSettings(Struct, frozen=True):
    """The settings with which a table was opened. They never change and are stored as JSON.

    The match:

    - `game`: the name of the game.
    - `options`: the text of the house rules.
    - `deals`: the number of deals after which the match ends, 0 for no limit.
    - `clock`: the initial time of each seat (the bank) and the increment per action, in milliseconds; None for no
      clocks.
    - `turns`: the time limits of a turn-based table, at which players answer within hours or days; None for any other
      table. A turn-based table has no clocks.
    - `seed`: "" for a normal shuffle. Otherwise all decks follow from this seed, and players neither contribute to the
      shuffle nor cut.
    - `given`: the fixed deal with which the match starts, None for a shuffled one.
    - `coach`: true if the fixed deal is that of the game's coach, who teaches the game (`prikup.table.coach.script`).
    - `imported`: true if the match was imported from a file and not played here.
    - `rated`: true if the match is to count for ratings. Whether it does is decided when it starts
      (`prikup.table.rated_match`).
    - `minutes`: the number of minutes of play after which the match ends, 0 for no time limit.
    - `after`: what is finished first when these minutes are over: the current deal (`deal`), or the current round
      (`round`), in which each seat deals once (`prikup.table.commands.playing_time`).

    The people:

    - `host`: the user id of the table's host, who opened it.
    - `reserved`: by seat, the id of the only user who may take the seat, "" for a seat that anyone may take.
    - `barred`: the ids of users who may not take a seat.
    - `spectators`: true if people without a seat may watch.
    - `delayed`: true if spectators see each deal only after its end.
    - `chat`: true if there is a chat.
    - `pairing`: the quick pairing by which the table was opened, None if a user opened it. A table of quick pairing has
      no host, and only the people in `reserved` may sit down. The match starts as soon as all of them have come.

    Computer players and absent players:

    - `level`: the level (strength) of the computer players.
    - `names`: names for the computer players. If there are too few, the program adds its own.
    - `bots`: true if the match starts with computer players in all other seats as soon as the host has joined.
    - `away_s`: the number of seconds after which a player without a connection counts as absent.
    - `absent`: what happens when a player is absent. The table waits, a computer player takes over (`bot`), or the
      other players decide whether a computer player takes over (`vote`).

    Open tables, which the lobby of a server lists (`prikup.table.commands.listing`):

    - `open`: true if anyone may take a seat, and not only people with the table's link.
    - `wants`: the people whom the host wants as players.
    - `starts`: when the match starts: soon after the last seat is taken (`full`), or when the host says so (`host`).
    - `bots_after_s`: if two people have been seated for this number of seconds, computer players take the empty seats;
      0 for never.
    - `host_name`: the name of the host at the time of opening.
    - `opened_ms`: the time of opening (wall clock, ms), 0 if the table is not open.
    """

    game: str
    options: str
    level: str = "rule"
    absent: Literal["wait", "bot", "vote"] = "bot"
    away_s: int = 60
    clock: tuple[int, int] | None = None
    spectators: bool = True
    delayed: bool = False
    chat: bool = True
    deals: int = 0
    bots: bool = False
    host: str = ""
    reserved: tuple[str, ...] = ()
    seed: str = ""
    names: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    coach: bool = False
    imported: bool = False
    given: GivenDeal | None = None
    open: bool = False
    wants: Wants = Wants()
    starts: Literal["full", "host"] = "host"
    bots_after_s: int = 0
    host_name: str = ""
    opened_ms: int = 0
    pairing: Pairing | None = None
    rated: bool = False
    minutes: int = 0
    after: Literal["deal", "round"] = "round"
    turns: TurnLimits | None = None

    @property
    def is_compared(self) -> bool:
        """Whether the table replays a deal of a finished match, to compare the results of several tables."""
        return self.given is not None and self.given.origin is not None and self.given.origin.compared

    @property
    def open_hands(self) -> bool:
        """Whether the table's host (who opened it) sees all hands, to practise from a position.

        Then nobody else may sit at the table.
        """
        return self.given is not None and self.given.origin is not None and self.given.origin.open_hands


class Timing(Struct, frozen=True):
    """The time limits and delays at every table of a host, all in seconds.

    - `pace`: the time that a computer player takes for an action. If it has to think longer, it takes a multiple of
      this.
    - `hash_s`, `entropy_s`, `cut_s`: the times that the table waits for players in the three steps of a shuffle.
    - `rest_s`: the time for reading the score sheet between two deals.
    - `thought_s`: the time that at most one decision in twenty may exceed on a device (`prikup.device.bot_speed`). If
      more would, the level of the computer players is reduced. Servers ignore it.
    - `idle_s`: the time after which a table without a connection may be unloaded from memory.
    """

    pace: float = 0.8
    hash_s: float = 2
    entropy_s: float = 2
    cut_s: float = 22
    rest_s: float = 30
    thought_s: float = 1.6
    idle_s: float = 600
