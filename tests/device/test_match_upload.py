"""Upload of matches from a device to a server: real matches are accepted, altered ones refused."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from device.test_finished_matches import FOUR, THREE, play_match, request_successfully
from device.test_host import Page, host_test, open_table
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.circles import depth
from table.stores import MemoryShelf

from prikup.archive.finished_match import FinishedMatch, finished_match
from prikup.archive.uploads import UploadedMatch, match_from_log
from prikup.bots import REDUCED_LEVELS
from prikup.device.host import TabHost
from prikup.games import GAMES
from prikup.history.events import HUMAN, ActionEvent, AdjustEvent, BeginEvent, DealEvent, Event, RowEvent, StopEvent
from prikup.history.log import Log
from prikup.history.log_file import lines, read_events
from prikup.rules.errors import Reason
from prikup.statistics.tally import Tally, tallies_of_log

UPLOAD_TIME_MS = 1_795_000_000_000
Change = Callable[[list[Event]], list[Event]]


@cache
def device_log(game: str) -> bytes:
    """Return the log of a match played on a device, as uploaded."""
    logs: list[bytes] = []

    @host_test
    async def play(host: TabHost, shelf: MemoryShelf) -> None:
        logs.append(await request_whole_log(host, await play_match(host, game)))

    play()
    return logs[0]


async def request_whole_log(host: TabHost, match: str) -> bytes:
    log: str = (await request_successfully(host, f"matches/{match}/whole"))["log"]
    return log.encode()


def accept_upload(log: bytes, name: str = "Vera K.") -> UploadedMatch | Reason:
    return match_from_log(log, UPLOAD_TIME_MS, "her id", name)


def match_of(upload: UploadedMatch | Reason) -> FinishedMatch:
    """Return the match as an archive reads it."""
    assert isinstance(upload, UploadedMatch), upload
    match = finished_match(upload.opening.settings, [upload.commit])
    assert match is not None
    return match


def refusal_key(refusal: UploadedMatch | Reason) -> str:
    assert isinstance(refusal, Reason), refusal
    return refusal.key


def rewrite_log(log: bytes, change: Change) -> bytes:
    """Return a log with a change and correct checksums."""
    return lines(change(read_events(log)[0]))


@pytest.mark.skipif(not REDUCED_LEVELS, reason="the solver is not built")
def test_match_upload_preserves_reduced_bot_levels() -> None:
    log = rewrite_log(device_log(next(iter(GAMES))), _change_begin(players=(HUMAN, *REDUCED_LEVELS[1:])))
    match = match_of(accept_upload(log))
    levels = {HUMAN, *REDUCED_LEVELS[1:]}
    assert set(match.log.begin.players) == levels
    assert {seat.level or HUMAN for seat in match.seats} == levels


def test_match_upload_archives_device_match_as_unverified() -> None:
    for game in GAMES:
        log = device_log(game)
        match = match_of(accept_upload(log))
        events = read_events(log)[0]
        assert match.log.events[1:] == events[1:]
        assert match.log.match.sheet == Log.replay(events).match.sheet
        assert match.unverified
        assert match.log.begin.unverified
        assert (match.settings.host, match.end_ms) == ("her id", UPLOAD_TIME_MS)
        seat = match.log.begin.players.index(HUMAN)
        assert match.seats[seat].name == "Vera K."
        assert match.people[seat] == "her id"
        assert [bool(archived_seat.level) for archived_seat in match.seats] == [
            index != seat for index in range(len(match.seats))
        ]
        assert not any(match.counts(index) for index in range(1, len(match.log.match.sheet.lines) + 1))
        assert tallies_of_log(match.log, match.log.game.sides) == (Tally(),) * len(match.log.game.sides)


@host_test
async def test_match_upload_of_stopped_match_ends_with_its_last_deal(host: TabHost, shelf: MemoryShelf) -> None:
    name = await open_table(host, game=THREE)
    page = await Page().join(host, name)
    await page.until_stage("rest")
    page.send(type="propose", what="stop", id="s")
    await page.until_stage("over")
    match = match_of(accept_upload(await request_whole_log(host, name)))
    assert match.stopping
    assert isinstance(match.log.events[-1], RowEvent)


def test_match_upload_discards_player_names_of_the_log() -> None:
    match = match_of(accept_upload(rewrite_log(device_log(THREE), _change_begin(names=("rude words",) * 3))))
    assert "rude words" not in match.log.begin.names
    assert len(set(match.log.begin.names)) == len(match.log.begin.names)
    assert b"rude words" not in match.file()


def test_match_upload_id_ignores_edited_header_but_depends_on_user() -> None:
    log = device_log(THREE)

    def rename_players(events: list[Event]) -> list[Event]:
        names = tuple(f"{name} B" for name in begin_of(events).names)
        return [*_change_begin(names=names, bots=1, deals=0)(events), StopEvent()]

    ids = []
    for sent_log in (log, rewrite_log(log, rename_players), device_log(FOUR)):
        upload = accept_upload(sent_log)
        assert isinstance(upload, UploadedMatch), upload
        ids.append(upload.opening.table)
    assert ids[0] == ids[1] != ids[2]
    second_upload = match_from_log(log, UPLOAD_TIME_MS, "his id", "Oleg")
    assert isinstance(second_upload, UploadedMatch)
    assert second_upload.opening.table not in ids, "whoever has the file first does not take its id"


def begin_of(events: list[Event]) -> BeginEvent:
    begin = events[0]
    assert isinstance(begin, BeginEvent)
    return begin


def _change_begin(**changes: Any) -> Change:
    return lambda events: [replace(begin_of(events), **changes), *events[1:]]


def _next_dealer(events: list[Event]) -> list[Event]:
    begin = begin_of(events)
    return _change_begin(dealer=(begin.dealer + 1) % len(begin.names))(events)


def _change_each(kind: type[Any], change: Callable[[Any], Event]) -> Change:
    return lambda events: [change(event) if isinstance(event, kind) else event for event in events]


def _with_more_points(close_event: RowEvent) -> RowEvent:
    (first, *rest), *other_columns = close_event.row
    return replace(close_event, row=((first + 1, *rest), *other_columns))


def _drop_first(kind: type[Any]) -> Change:
    def change(events: list[Event]) -> list[Event]:
        index = next(index for index, event in enumerate(events) if isinstance(event, kind))
        return events[:index] + events[index + 1 :]

    return change


FORGED_KEYS, NOT_ALONE_KEYS, GIVEN_DECK_KEYS = {"upload-forged"}, {"upload-not-alone"}, {"upload-given"}
UNFINISHED_KEYS = {"upload-unfinished"}
FORGERIES: dict[str, tuple[Change, set[str]]] = {
    "no end": (lambda events: events[:-1], UNFINISHED_KEYS),
    "cut in the deal": (lambda events: events[:2], UNFINISHED_KEYS),
    "no deal": (lambda events: [events[0], StopEvent()], UNFINISHED_KEYS),
    "no beginning": (lambda events: events[1:], FORGED_KEYS),
    "two people": (_change_begin(players=("human", "human", "rule")), NOT_ALONE_KEYS),
    "no person": (_change_begin(players=("rule", "rule", "rule")), NOT_ALONE_KEYS),
    "an unknown player": (_change_begin(players=("human", "rule", "a cheat")), NOT_ALONE_KEYS),
    "a player that thinks without end": (_change_begin(players=("human", "rule", "master:1000000")), NOT_ALONE_KEYS),
    "an unknown game": (_change_begin(game="chess"), FORGED_KEYS),
    "unknown rules": (_change_begin(options="nonsense"), FORGED_KEYS),
    "another dealer": (_next_dealer, FORGED_KEYS | {"upload-shuffle"}),
    "a chosen seed": (_change_begin(seed="mine"), GIVEN_DECK_KEYS),
    "given decks": (_change_each(DealEvent, lambda deal: replace(deal, shuffle=None)), GIVEN_DECK_KEYS),
    "another secret": (
        _change_each(DealEvent, lambda deal: replace(deal, shuffle=replace(deal.shuffle, seed="0" * 64))),
        {"upload-shuffle"},
    ),
    "another deck": (  # it may deal the same hands
        _change_each(DealEvent, lambda deal: replace(deal, deck=(deal.deck[1], deal.deck[0], *deal.deck[2:]))),
        FORGED_KEYS | {"upload-shuffle"},
    ),
    "another row": (_change_each(RowEvent, _with_more_points), FORGED_KEYS),
    "an action left out": (_drop_first(ActionEvent), FORGED_KEYS),
    "no deck": (_drop_first(DealEvent), FORGED_KEYS),
    "two beginnings": (lambda events: [events[0], *events], FORGED_KEYS),
    "a present": (lambda events: [*events, AdjustEvent("points", 0, 100, "a present")], FORGED_KEYS),
}


def test_match_upload_refuses_forged_and_unreadable_logs() -> None:
    for forgery, (change, why) in FORGERIES.items():
        assert refusal_key(accept_upload(rewrite_log(device_log(THREE), change))) in why, forgery
    for log in (b"", b"\n", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"type":"begin"}\n'):
        is_log = log.startswith(b'{"type"')
        assert refusal_key(accept_upload(log)) == ("upload-damaged" if is_log else "upload-unreadable"), log[:20]


def test_match_upload_accepts_log_in_other_encodings() -> None:
    log = device_log(THREE)
    text, match = log.decode(), accept_upload(log)
    assert isinstance(match, UploadedMatch)
    for encoded_log in (
        b"\xef\xbb\xbf" + log,
        text.encode("utf-16"),
        text.replace("\n", " \r\n").encode(),
        log + b"\n \n",
    ):
        assert accept_upload(encoded_log) == match, encoded_log[:20]


@settings(max_examples=depth(150))
@given(st.data())
def test_match_upload_of_changed_log_is_refused_or_equals_original(data: st.DataObject) -> None:
    """Any change to a line, even with a correct checksum, is refused or has no effect."""
    log = device_log(THREE)
    events = read_events(log)[0]
    index = data.draw(st.integers(0, len(events) - 1))
    fields = msgspec.json.decode(msgspec.json.encode(events[index]))
    name = data.draw(st.sampled_from(sorted(fields)))
    fields[name] = data.draw(
        st.one_of(st.integers(-(2**70), 2**70), st.text(max_size=12), st.just([]), st.just(None), st.booleans())
    )
    try:
        event = msgspec.convert(fields, Event)
    except msgspec.ValidationError:
        return  # the line would be unreadable
    upload = accept_upload(lines([*events[:index], event, *events[index + 1 :]]))
    if isinstance(upload, UploadedMatch):
        assert match_of(upload).log.events[1:] == match_of(accept_upload(log)).log.events[1:]
