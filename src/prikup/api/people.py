"""Requests about people and their ratings: the best-rated people (leaders) of a game, profiles, and past ratings."""

from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct

from prikup.api.route import Route
from prikup.archive.finished_match import MatchSeat
from prikup.statistics.exact_sums import Average

__all__ = [
    "PAGE_SIZE",
    "PROFILE",
    "PROFILE_RATING",
    "RATINGS",
    "ROUTES",
    "TABLE_PROFILES",
    "GameRecord",
    "GameSearch",
    "Leader",
    "OwnRating",
    "Profile",
    "ProfileMatch",
    "ProfileRating",
    "RatedLevel",
    "RatingList",
    "RatingPoint",
    "RatingSearch",
    "Relation",
    "VoidedMatch",
    "day_of",
]

PAGE_SIZE = 100
"""The maximum number of leaders on a page of the list of a game's leaders."""
Relation = Literal["none", "yourself", "friend", "asked", "asking", "blocked"]
"""The relation of a person to the user.

The user has `asked` them to be friends, is asked by them (`asking`), or has `blocked` them.
"""
RatingPoint = tuple[str, int, int]
"""A rating after a match: the day (`2026-11-29`, UTC), the rating, and half the width of its 95 % interval."""


def day_of(time_ms: int) -> str:
    """Return the date of a time (wall clock, ms) in UTC, as `2026-11-29`."""
    return datetime.fromtimestamp(time_ms / 1000, UTC).date().isoformat()


class RatingSearch(Struct, frozen=True):
    """A request for a page of the list of a game's leaders, which are the people with the highest ratings.

    `game` is the name of the game. `cursor` is the `next` of the previous page, "" for the first page.
    """

    game: str
    cursor: str = ""


class GameSearch(Struct, frozen=True):
    """A request for the rating of a person in the game with the name `game`."""

    game: str


class Leader(Struct, frozen=True):
    """A person in the list of a game's leaders.

    - `place`: the person's place in the list, from 1.
    - `places`: the first and the last place that the person may have, because ratings are uncertain.
    - `name`: the name of the person's account.
    - `rating`, `error`: the rating, and half the width of its 95 % interval.
    - `matches`: the number of rated matches.
    """

    place: int
    places: tuple[int, int]
    name: str
    rating: int
    error: int
    matches: int


class RatedLevel(Struct, frozen=True):
    """The fixed rating of a level of computer players: `rating`, and `error`, half the width of its 95 % interval."""

    level: str
    rating: int
    error: int


class OwnRating(Struct, frozen=True):
    """The user's own rating in a game.

    - `place`, `places`: as in `Leader`; null for a user who is not among the leaders.
    - `why`: why the user is not among them: too little is known to compare the rating with others (`provisional`), the
      last rated match was too long ago (`inactive`), or not everybody may see the user's profile (`hidden`). It is ""
      for a leader.

    The other fields are those of `Leader`.
    """

    place: int | None
    places: tuple[int, int] | None
    rating: int
    error: int
    matches: int
    why: Literal["", "provisional", "inactive", "hidden"]


class VoidedMatch(Struct, frozen=True):
    """A rated match of the user that the operator has declared void. No rating follows from it any more.

    - `id`: the id of the match.
    - `day`: the day on which the match ended (`2026-11-29`, UTC).
    - `why`: the reason, in the words of the operator.
    """

    id: str
    day: str
    why: str


class RatingList(Struct, frozen=True):
    """The leaders of a game: the people with known ratings who have played a rated match within 90 days.

    A rating is known unless it is provisional, which means that too little is known to compare it with others.
    Everybody gets the same leaders. People who do not show their profile to everybody are left out.

    - `leaders`: a page of the leaders, the best first.
    - `number`: the number of all leaders.
    - `next`: the cursor of the next page, "" on the last one.
    - `bots`: the levels of computer players with a fixed rating, the strongest first.
    - `you`: the user's own rating, null without a rated match in this game.
    - `voided`: the user's matches of this game that were declared void, the latest first; at most 20.
    """

    leaders: tuple[Leader, ...]
    number: int
    next: str
    bots: tuple[RatedLevel, ...]
    you: OwnRating | None
    voided: tuple[VoidedMatch, ...]


class GameRecord(Struct, frozen=True):
    """A person's matches in a game. Private matches are not counted.

    - `game`: the name of the game.
    - `matches`: the number of finished matches.
    - `points`: the average of the points that the person won or lost in a deal, without a value if there are too few
      deals.
    """

    game: str
    matches: int
    points: Average


class ProfileMatch(Struct, frozen=True):
    """A finished match of a person, as their profile shows it.

    - `id`: the id of the match.
    - `game`, `options`: the game, and the text of its house rules.
    - `day`: the day on which the match ended (`2026-11-29`, UTC). The time of day is not shown to other people.
    - `deals`: the number of finished deals.
    - `seats`: the players; the names of people who hide theirs are "".
    - `seat`: the person's seat.
    - `sides`: the seats of each side.
    - `settlement`: the points that each side won or lost, as exact text.
    - `result`: `won`, `lost` or `even`, for the person.
    """

    id: str
    game: str
    options: str
    day: str
    deals: int
    seats: tuple[MatchSeat, ...]
    seat: int
    sides: tuple[tuple[int, ...], ...]
    settlement: tuple[str, ...]
    result: str


class Profile(Struct, frozen=True):
    """The profile of a person with an account. It never shows whether the person is connected, or when they last were.

    - `name`: the name of the account.
    - `since`: the day on which the person became a user of the server (`2026-11-29`, UTC).
    - `ratings`: by game: the rating, half the width of its 95 % interval, the number of rated matches, and whether the
      rating is provisional (too little is known to compare it with others).
    - `games`: what the person has played, in the order in which the games are offered.
    - `matches`: the newest matches that the user may see, at most 20.
    - `friend`: the person's relation to the user, such as `friend`.
    - `voided`: on the user's own profile, the user's matches of all games that were declared void, the latest first; at
      most 20. On other profiles it is empty.
    """

    name: str
    since: str
    ratings: dict[str, tuple[int, int, int, bool]]
    games: tuple[GameRecord, ...]
    matches: tuple[ProfileMatch, ...]
    friend: Relation
    voided: tuple[VoidedMatch, ...] = ()


class ProfileRating(Struct, frozen=True):
    """A person's rating in a game, and how it has changed.

    - `rating`, `error`, `matches`: as in `Leader`.
    - `provisional`: whether too little is known to compare the rating with others.
    - `places`: the first and the last place that the person may have among the leaders, null if the person is not a
      leader.
    - `leaders`: the number of leaders.
    - `points`: the rating after each match that counts, the oldest first; only some of them if there are over 500.
    """

    rating: int
    error: int
    matches: int
    provisional: bool
    places: tuple[int, int] | None
    leaders: int
    points: tuple[RatingPoint, ...]


RATINGS = Route("GET", "ratings", RatingList, search=RatingSearch, errors=(400,))
PROFILE = Route("GET", "people/{name:str}", Profile, errors=(404,))
PROFILE_RATING = Route("GET", "people/{name:str}/ratings", ProfileRating, search=GameSearch, errors=(400, 404))
TABLE_PROFILES = Route("GET", "tables/{table:str}/profiles", dict[str, str], errors=(403, 404))
ROUTES = (RATINGS, PROFILE, PROFILE_RATING, TABLE_PROFILES)
"""The routes of this module. The name in a path is percent-encoded twice, so that it may contain a slash."""
