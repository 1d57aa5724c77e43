"""Rated matches: which settings and players let a match count for ratings, and what a rated match forbids.

A match counts if that was requested when its table was opened, and if everything that this module checks holds when it
starts. Otherwise it starts as an ordinary match, and clients are sent why (`RatingDecided`). From then on
`TableState.is_rated` says whether the match counts, and the commands of `prikup.table.commands` refuse what a rated
match forbids: to take an action back, to leave the seat without forfeiting, to remove people, and to lock the table.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from prikup.games import GAMES
from prikup.ratings.anchors import anchor_mu
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.options import fields, parse_options
from prikup.table.state.presence import ConnectionOrigin
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = [
    "AWAY_S",
    "MIN_DEALS",
    "not_rated",
    "rated_settings",
    "too_many_bots",
    "unrated_because_of_origins",
    "unrated_because_of_players",
    "unrated_because_of_settings",
]

AWAY_S = 180
"""Seconds for which a person may be away from a rated match without a break before they have forfeited it."""
MIN_DEALS = 8
"""The smallest number of planned deals of a rated match."""
MIN_CLOCK_MS = (60_000, 3_000)
"""The smallest initial time of the clocks of a rated match, and the smallest increment per action."""
MIN_PEOPLE, MAX_BOTS = 2, 1


def not_rated(why: str) -> Reason:
    """Return the reason with which a request is refused because the match could not be rated.

    `why` is a key that this module returns, such as `clock`.
    """
    return reason("not-rated", why=why)


def rated_settings(settings: TableSettings) -> TableSettings:
    """Return a table's settings with the changes that every rated match needs.

    Only owners of accounts enter before the match, spectators see each deal after its end, and a computer player plays
    on for people who have forfeited.
    """
    wants = replace(settings.wants, accounts=True)
    return replace(settings, rated=True, wants=wants, delayed=True, absent="bot", away_s=AWAY_S)


def unrated_because_of_settings(settings: TableSettings) -> str:
    """Return why a match with these settings cannot be rated, as one of the following keys; "" if it can.

    - `cards`: the cards are not shuffled by the players of the table, or the match was not played here.
    - `bots`: it starts with computer players in all seats but one.
    - `link`: the table was neither in the list of open tables nor opened by quick pairing.
    - `rules`: the house rules differ from a preset in more than the length of the match.
    - `clock`: there are no clocks, or they give too little time.
    - `deals`: too few deals are planned.
    - `level`: the level of the computer players has no fixed rating in this game.
    - `settings`: another setting is not that of a rated match.
    """
    if settings.given is not None or settings.seed or settings.coach or settings.imported:
        return "cards"
    if settings.bots:
        return "bots"
    if settings.pairing is None and (not settings.open or settings.reserved):
        return "link"
    if _has_changed_rules(settings):
        return "rules"
    if settings.clock is None or settings.clock[0] < MIN_CLOCK_MS[0] or settings.clock[1] < MIN_CLOCK_MS[1]:
        return "clock"
    if 0 < settings.deals < MIN_DEALS:
        return "deals"
    if anchor_mu(settings.game, settings.level) is None:
        return "level"
    return "" if settings == rated_settings(settings) else "settings"


def _has_changed_rules(settings: TableSettings) -> bool:
    """Return whether the house rules differ from every preset in more than the length of the match.

    A preset is a named set of house rules.
    """
    definition = GAMES[settings.game]
    options = parse_options(definition.presets, settings.options)
    names = {field.name for field in fields(type(options))} - {*definition.length_options}
    return not any(
        all(getattr(options, name) == getattr(preset, name) for name in names) for preset in definition.presets.values()
    )


def unrated_because_of_players(table: TableState) -> str:
    """Return why a match with the players who are seated cannot be rated, as one of the following keys; "" if it can.

    - `guests`: a person has no account.
    - `people`: fewer than two people are seated.
    - `bots`: there are too many computer players; in a game with partners, one is too many.
    - `level`: the level of a computer player has no fixed rating in this game.
    """
    people = [chair for chair in table.chairs if chair.user]
    if any(chair.rank[0] for chair in people):
        return "guests"
    if len(people) < MIN_PEOPLE:
        return "people"
    if too_many_bots(table.game, len(table.chairs) - len(people)):
        return "bots"
    levels = {chair.level or table.settings.level for chair in table.chairs if not chair.user}
    return "level" if any(anchor_mu(table.settings.game, level) is None for level in levels) else ""


def too_many_bots(game: AnyGame, count: int) -> bool:
    """Return whether `count` computer players are too many for a rated match of a game."""
    has_partners = any(len(side) > 1 for side in game.sides)
    return count > (0 if has_partners else MAX_BOTS)


def unrated_because_of_origins(origins: Sequence[ConnectionOrigin]) -> str:
    """Return why a match of people with these connections cannot be rated, as one of two keys; "" if it can.

    - `device`: two seats belong to people on the same device.
    - `address`: two seats belong to people with the same network address.
    """
    if _has_repetition(origin.device for origin in origins):
        return "device"
    return "address" if _has_repetition(origin.address for origin in origins) else ""


def _has_repetition(texts: Iterable[str]) -> bool:
    """Return whether any text other than "" (unknown) occurs twice."""
    known = [text for text in texts if text]
    return len(set(known)) < len(known)
