"""List, show and review the finished matches that are stored on this device, and count them in statistics.

Replaying a match takes noticeable time. Therefore its list entry and its tallies (sums for the statistics) are cached
in the row store, next to the rows of its table. The cache contains derived data only: an entry written by another
version of the program is rebuilt from the match.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from secrets import randbits
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.api import matches
from prikup.api.errors import NotFound
from prikup.api.matches import MatchSearch, StatisticsSearch
from prikup.api.route import Function, Route
from prikup.api.tables import OpenedTable
from prikup.archive.finished_match import DealRecord, FinishedMatch, Question, finished_match
from prikup.archive.match_records import (
    MatchFilter,
    MatchPage,
    MatchRecord,
    MatchSummary,
    PlayOn,
    ReviewProgress,
    SameDeal,
    VisibleMatch,
    build_comparison,
    build_match_record,
)
from prikup.archive.practice_tables import table_from
from prikup.archive.statistics_page import StatisticsPage, StatisticsScope, statistics_page
from prikup.archive.uploads import UploadedLog
from prikup.device.deal_reviews import DeviceReviews, TalliesByLevel, decode_tallies, encode_tallies
from prikup.device.table_store import RowStore, TabStore
from prikup.rules.errors import PrikupError, reason
from prikup.rules.state import Seat
from prikup.statistics.tally import COUNTING, Tally, tallies_of_log
from prikup.table.fixed_deal import Origin
from prikup.table.host.background_workers import Workers
from prikup.table.host.storage import NotRead
from prikup.table.opening.practice_position import BOTS_BITS
from prikup.table.table_settings import TableSettings

__all__ = ["WHOLE", "FinishedMatches"]

MAX_PAGE_SIZE = 100
"""The maximum number of matches on one page of the list."""
MAX_CACHED_MATCHES = 4
"""The maximum number of replayed matches kept in memory for further requests."""
MARK = f"1.{COUNTING}"
"""The mark that this version of the program writes into its cache entries; entries with another mark are rebuilt."""
MAX_DIGITS = 15
"""The maximum number of digits of the time (wall clock, ms) in a cursor, which tells where a page begins."""
logger = logging.getLogger("prikup.device")

T = TypeVar("T")

WHOLE = Route("GET", "matches/{match:str}/whole", UploadedLog)
"""The route of the request for a match's complete log, to be uploaded to a server; only devices answer it."""


class _Row(Struct, frozen=True):
    """The cache entry of a finished match, from which lists and statistics are built without replaying the match.

    - `mark`: identifies the version of the program that wrote the entry.
    - `table`: the id of the match's table.
    - `summary`: the match's entry in the list, None if the match is not listed.
    - `tallies`: what the match adds to the statistics.
    """

    mark: str
    table: str
    summary: MatchSummary | None
    tallies: TalliesByLevel


class FinishedMatches:
    """The finished matches of a device, and the functions that answer API requests about them.

    - `store`: the tables of the device.
    - `shelf`: the row store with cached data about matches.
    - `workers`: run long computations, such as reviews.
    - `owner`: the user id of the device's owner.
    - `open_table`: opens a table with some settings and returns its id.

    Methods that load rows raise NotRead if the row store fails. Methods about a match or deal raise NotFound if it does
    not exist.
    """

    def __init__(
        self,
        store: TabStore,
        shelf: RowStore,
        workers: Workers,
        owner: str,
        open_table: Callable[[TableSettings], Awaitable[str]],
    ) -> None:
        self._store, self._shelf, self._owner, self._open_table = store, shelf, owner, open_table
        self._reviews = DeviceReviews(shelf, workers)
        self._cache: dict[str, FinishedMatch] = {}
        self.functions: dict[Route, Function] = {
            matches.LIST: self.page,
            matches.RECORD: self.record,
            matches.LOG: self.log,
            matches.DEAL: self.deal,
            matches.QUESTION: self.question,
            matches.REVIEW: self.review,
            matches.REQUEST_REVIEW: self.request_review,
            matches.PLAY_ON: self.play_on,
            matches.COMPARISON: self.compare,
            matches.STATISTICS: self.statistics,
            WHOLE: self.whole_log,
        }
        """The function that answers the requests of each route."""

    async def page(self, search: MatchSearch) -> MatchPage:
        """Return a page of the finished matches that pass the filter of the request `search`, latest first."""
        summaries = [row.summary for row in await self._rows() if row.summary and _passes_filter(row.summary, search)]
        summaries.sort(key=_place, reverse=True)
        following_summaries = (
            [summary for summary in summaries if _place(summary) < _cursor(search.cursor)]
            if search.cursor
            else summaries
        )
        page_summaries = following_summaries[: min(max(search.limit, 1), MAX_PAGE_SIZE)]
        following = (
            f"{page_summaries[-1].ended}.{page_summaries[-1].id}"
            if len(following_summaries) > len(page_summaries)
            else ""
        )
        sums = await self._reviews.sums()
        return MatchPage(
            tuple(_with_review(summary, sums.get(summary.id, {})) for summary in page_summaries),
            following,
            len(summaries),
        )

    async def record(self, match: str) -> MatchRecord:
        """Return a finished match with its score sheet and a summary of each deal.

        `match` is the id of the match.
        """
        found_match = await self._find_match(match)
        return build_match_record(match, found_match, (await self._reviews.sums(match)).get(match, {}))

    async def log(self, match: str) -> bytes:
        """Return the log of a match up to its last finished deal, as a file with one JSON object per line.

        `match` is the id of the match.
        """
        return (await self._find_match(match)).match.file()

    async def whole_log(self, match: str) -> UploadedLog:
        """Return the complete log of a match that was played on this device, to be uploaded to a server.

        `match` is the id of the match. Raise NotFound for a match that was imported from a file.
        """
        finished = (await self._find_match(match)).match
        if finished.imported:
            raise NotFound(reason("no-such-match"))
        return UploadedLog(finished.whole_file().decode(), finished.end_ms)

    async def deal(self, match: str, deal: int) -> DealRecord:
        """Return a deal of a match, given by its number from 1, with all its cards and actions.

        `match` is the id of the match.
        """
        return _require_deal((await self._find_match(match)).match.deal(match, deal))

    async def question(self, match: str, deal: int, step: int) -> Question:
        """Return what the player to act could see before a step of a deal, so that a user can decide instead.

        A step is a log entry of the deal, such as a card, and `step` is its index, from 0. `match` is the id of the
        match, and `deal` the number of the deal, from 1. Raise NotFound if no player had to act at this step.
        """
        return _require_deal((await self._find_match(match)).match.question(match, deal, step))

    async def review(self, match: str, deal: int) -> ReviewProgress:
        """Return how far the review of a deal is, and the review itself once it is complete.

        A review evaluates every decision of the deal. `match` is the id of the match, and `deal` the number of the deal
        from 1.
        """
        await self._find_deal(match, deal)
        return await self._reviews.progress(match, deal)

    async def request_review(self, match: str, deal: int) -> ReviewProgress:
        """Queue a deal for review unless it was requested before, and return the progress of its review.

        A review evaluates every decision of the deal. `match` is the id of the match, and `deal` the number of the deal
        from 1.
        """
        finished = (await self._find_deal(match, deal)).match
        return await self._reviews.request_review(match, deal, finished, self._players(finished))

    async def play_on(self, match: str, deal: int, data: PlayOn) -> OpenedTable:
        """Open a table at which the device's owner continues a deal from the step in `data`; return the table's id.

        A step is a log entry of the deal, such as a card. `match` is the id of the match, and `deal` the number of the
        deal from 1.
        """
        finished = (await self._find_deal(match, deal)).match
        origin = Origin(match, deal, data.step, open_hands=data.open_hands)
        settings = table_from(finished, origin, data.acts, self._owner, randbits(BOTS_BITS))
        return OpenedTable(await self._open_table(settings))

    async def compare(self, match: str, deal: int) -> SameDeal:
        """Return the comparison of a deal's results at several tables that played the same cards.

        `match` is the id of the match, and `deal` the number of the deal from 1. On a device the comparison contains
        only the match itself, because deals are replayed for comparison only on servers.
        """
        return build_comparison(match, deal, {match: await self._find_deal(match, deal)})

    async def statistics(self, search: StatisticsSearch) -> StatisticsPage:
        """Return the statistics of the device's owner and of the computer players.

        Only the owner's statistics are restricted to the period in the request `search`.
        """
        period, own_tallies, level_tallies = (
            search.period,
            dict[StatisticsScope, Tally](),
            dict[StatisticsScope, Tally](),
        )
        rows = {row.table: row for row in await self._rows()}
        match_tallies = [(table, decode_tallies(row.tallies)) for table, row in rows.items()]
        for table, tallies in (*match_tallies, *await self._reviews.tallies()):
            row = rows.get(table)
            if row is None or row.summary is None:
                continue
            game, preset = row.summary.game, row.summary.options.partition(" ")[0]
            for level, tally in tallies.items():
                target = level_tallies if level else own_tallies
                if level or period.holds(row.summary.ended):
                    scope = StatisticsScope(game, preset, level)
                    target[scope] = target.get(scope, Tally()) + tally
        return statistics_page(own_tallies, level_tallies, search.game, search.preset)

    async def close(self) -> None:
        """Cancel the review in progress, and wait until it has stopped."""
        await self._reviews.close()

    # Matches

    async def _find_match(self, name: str) -> VisibleMatch:
        match = self._cache.pop(name, None) or await self._read(name)
        you = self._you(match) if match else None
        if match is None or not _is_listed(match):
            raise NotFound(reason("no-such-match"))
        self._cache[name] = match
        if len(self._cache) > MAX_CACHED_MATCHES:
            del self._cache[next(iter(self._cache))]
        return VisibleMatch(match, you, host=False, private=False)

    async def _find_deal(self, match: str, deal: int) -> VisibleMatch:
        """Return the match with the id `match`; raise NotFound unless it has a deal with the number `deal`, from 1."""
        found_match = await self._find_match(match)
        return _require_deal(found_match if 1 <= deal <= len(found_match.match.log.match.sheet.lines) else None)

    async def _read(self, name: str) -> FinishedMatch | None:
        settings = await self._store.settings(name)
        return None if settings is None else finished_match(settings, await self._store.commits(name))

    def _you(self, match: FinishedMatch) -> Seat | None:
        people = zip(match.people, match.seats, strict=True)
        return next(
            (seat_number for seat_number, (user, seat) in enumerate(people) if user == self._owner and not seat.level),
            None,
        )

    def _players(self, match: FinishedMatch) -> dict[str, tuple[Seat, ...]]:
        """Return the seats of the computer players, by level (strength).

        The seat of the device's owner is under the key "".
        """
        you, seats_by_level = self._you(match), dict[str, tuple[Seat, ...]]()
        for seat_number, seat in enumerate(match.seats):
            if seat.level or seat_number == you:
                seats_by_level[seat.level] = (*seats_by_level.get(seat.level, ()), seat_number)
        return seats_by_level

    # Lists

    async def _rows(self) -> Iterable[_Row]:
        """Return the cache entries of all finished matches, after building those that are missing.

        A cache entry contains the data of a match for lists and statistics. A match that cannot be replayed is logged
        and left out.
        """
        try:
            stored_rows = [_row(text) for text in await self._shelf.rows("matches", "")]
        except Exception as error:
            raise NotRead("matches") from error
        rows_by_table = {row.table: row for row in stored_rows if row}
        for name in await self._store.ended_tables(rows_by_table):
            try:
                new_row = await self._build_row(name)
            except Exception as error:  # this match is skipped; the other matches are listed
                logger.error("table-unreadable", extra={"told": {"table": name}}, exc_info=error)
                continue
            if new_row:
                rows_by_table[name] = new_row
            await asyncio.sleep(0)  # let the tables process their messages first
        return rows_by_table.values()

    async def _build_row(self, name: str) -> _Row | None:
        """Build the cache entry of the match with the id `name`, store the entry if possible, and return it.

        Lists and statistics are built from such entries. Return None if there is no such match.
        """
        match = await self._read(name)
        if match is None:
            return None
        you, tallies = self._you(match), TalliesByLevel()
        summary = _summary(name, match, you) if you is not None and _is_listed(match) else None
        if summary:
            players = self._players(match)
            tallies = encode_tallies(
                dict(zip(players, tallies_of_log(match.log, tuple(players.values())), strict=True))
            )
        row = _Row(MARK, name, summary, tallies)
        try:
            await self._shelf.put(msgspec.json.encode([("matches", name, msgspec.json.encode(row).decode())]).decode())
        except Exception as error:  # the entry is built again at the next request
            logger.error("not-kept", extra={"told": {"table": name}}, exc_info=error)
        return row


def _is_listed(match: FinishedMatch) -> bool:
    """Return whether a match belongs in the list.

    It must have a finished deal, and must not have started from a position or deal whose cards the player had seen.
    """
    fixed_deal = match.settings.given
    return bool(match.log.match.sheet.lines) and not (fixed_deal and fixed_deal.origin)


def _summary(name: str, match: FinishedMatch, you: Seat) -> MatchSummary:
    game, deals = match.log.game, len(match.log.match.sheet.lines)
    side = next(side for side, seats in enumerate(game.sides) if you in seats)
    return MatchSummary(
        name,
        match.log.begin.game,
        match.options,
        match.end_ms,
        deals,
        match.seats,
        you,
        game.sides,
        match.sheet().settlement,
        match.settlement_history[side],
        match.result(you),
        private=False,
        imported=match.imported,
    )


def _with_review(match: MatchSummary, worst: Mapping[int, Any]) -> MatchSummary:
    return replace(
        match, reviewed=len(worst), mistakes=sum(deal_worst.mistakes[match.you] for deal_worst in worst.values())
    )


def _passes_filter(match: MatchSummary, match_filter: MatchFilter) -> bool:
    other_players = [seat for seat_number, seat in enumerate(match.seats) if seat_number != match.you]
    people, name = any(not seat.level for seat in other_players), match_filter.player.strip().casefold()
    return (
        match_filter.game in ("", match.game)
        and match_filter.preset in ("", match.options.partition(" ")[0])
        and match_filter.result in ("", match.result)
        and match_filter.company in ("", "people" if people else "computers")
        and any(name in seat.name.casefold() for seat in other_players)
    )


def _place(match: MatchSummary) -> tuple[int, str]:
    return match.ended, match.id


def _cursor(text: str) -> tuple[int, str]:
    end_time, dot, table = text.partition(".")
    if not dot or not end_time.isascii() or not end_time.isdigit() or len(end_time) > MAX_DIGITS:
        raise PrikupError(reason("cursor-unreadable"))
    return int(end_time), table


def _require_deal(deal: T | None) -> T:
    """Return the argument, which is data about a deal; raise NotFound if it is None."""
    if deal is None:
        raise NotFound(reason("no-such-deal"))
    return deal


def _row(text: str) -> _Row | None:
    """Decode the cache entry `text`; return None if another version of the program wrote it."""
    try:
        row = msgspec.json.decode(text, type=_Row)
    except msgspec.DecodeError:
        return None
    return row if row.mark == MARK else None
