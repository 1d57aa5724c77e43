"""Matches imported from files into an archive: whose they are, how they are marked, what is refused."""

from device.test_finished_matches import THREE, listed_match_ids, request_successfully
from device.test_host import host_test, request_refusal
from device.test_match_upload import UPLOAD_TIME_MS, device_log
from msgspec.structs import replace
from support.matches import begin, finish, play_match
from table.stores import MemoryShelf

from prikup.archive.finished_match import FinishedMatch, finished_match
from prikup.archive.match_import import MAX_MATCHES, MatchChoice, MatchInFile, match_from_file, matches_in_file
from prikup.archive.uploads import UploadedMatch
from prikup.device.host import TabHost
from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, link_of, linked_deals
from prikup.history.events import AdjustEvent, DealEvent, RowEvent
from prikup.history.foreign_formats import record_of
from prikup.history.log import Log
from prikup.history.log_file import lines, read_events
from prikup.history.notation import match_text
from prikup.rules.errors import Reason


def import_match(text: str, match: int = 0, seat: int = 0) -> FinishedMatch:
    """Return a match of a file as the archive reads it."""
    upload = match_from_file(MatchChoice(text, match, seat), "her id", UPLOAD_TIME_MS)
    assert isinstance(upload, UploadedMatch), upload
    finished = finished_match(upload.opening.settings, [upload.commit])
    assert finished is not None
    return finished


def refusal_key(text: str, match: int = 0, seat: int = 0) -> str:
    """Return why a file is refused."""
    refusal = match_from_file(MatchChoice(text, match, seat), "her id", UPLOAD_TIME_MS)
    assert isinstance(refusal, Reason), refusal
    return refusal.key


def describe_file(text: str) -> MatchInFile:
    """Return the description of a file's only match."""
    matches = matches_in_file(text)
    assert isinstance(matches, tuple), matches
    (only_match,) = matches
    return only_match


def file_of(log: Log) -> str:
    return lines(log.events).decode()


def test_imported_match_in_any_notation_has_an_owner_and_is_not_counted() -> None:
    for game, kind in GAMES.items():
        log = finish(Log(begin(game, kind, deals=2)), 1)
        corrected_log = play_match(game, kind, 3)
        plain = [file_of(log), match_text(log), *(form.write(record_of(log)) for form in kind.formats.values())]
        for text, source_log in (*((text, log) for text in plain), (file_of(corrected_log), corrected_log)):
            summary, match = describe_file(text), import_match(text, seat=1)
            assert (summary.game, summary.deals) == (game, len(source_log.match.sheet.lines) - corrections(source_log))
            assert [line.row for line in match.log.match.sheet.lines] == [
                line.row for line in source_log.match.sheet.lines
            ]
            assert match.people[1] == match.settings.host == "her id"
            assert (match.imported, match.closed, match.unverified) == (True, True, True)
            assert not any(match.counts(index + 1) for index in range(summary.deals))
            assert tuple(seat.name for seat in match.seats) == summary.names


def corrections(log: Log) -> int:
    return sum(isinstance(event, AdjustEvent) for event in log.events)


def test_match_import_counts_verified_decks() -> None:
    summary = describe_file(device_log(THREE).decode())
    assert summary.right == summary.shuffled == summary.decks > 0
    events = read_events(device_log(THREE))[0]
    deal_index = next(index for index, event in enumerate(events) if isinstance(event, DealEvent))
    dealt_event = events[deal_index]
    assert isinstance(dealt_event, DealEvent)
    assert dealt_event.shuffle is not None
    forged_event = replace(dealt_event, shuffle=replace(dealt_event.shuffle, cut=1 + dealt_event.shuffle.cut % 5))
    summary = describe_file(lines([*events[:deal_index], forged_event, *events[deal_index + 1 :]]).decode())
    assert summary.right < summary.shuffled
    summary = describe_file(match_text(finish(Log(begin(THREE, GAMES[THREE], deals=1)), 1)))
    assert summary.decks > 0


def test_imported_match_has_an_id_per_user_and_only_finished_deals() -> None:
    log = finish(Log(begin(THREE, GAMES[THREE], deals=2)), 1)
    text = file_of(log)
    last_close = max(index for index, event in enumerate(log.events[:-1]) if isinstance(event, RowEvent))
    cut = lines(log.events[: last_close + 4]).decode()
    assert len(import_match(cut).log.match.sheet.lines) == 1
    assert refusal_key(lines(log.events[:4]).decode()) == "import-unfinished"
    ids = []
    for user, file_text in (("her id", text), ("her id", f"\ufeff{text}".replace("\n", "\r\n")), ("his id", text)):
        upload = match_from_file(MatchChoice(file_text, 0, 0), user, UPLOAD_TIME_MS)
        assert isinstance(upload, UploadedMatch)
        ids.append(upload.opening.table)
    assert ids[0] == ids[1] != ids[2]


def test_match_import_offers_all_matches_of_a_file() -> None:
    logs = [finish(Log(begin(game, kind, deals=1)), 1) for game, kind in GAMES.items()]
    text = "".join(map(match_text, logs))
    matches = matches_in_file(text)
    assert isinstance(matches, tuple)
    assert [match.game for match in matches] == list(GAMES)
    assert [import_match(text, index).log.begin.game for index in range(len(GAMES))] == list(GAMES)
    assert refusal_key(text, len(GAMES)) == "import-no-such-match"
    assert refusal_key(text, 0, 7) == "import-no-such-match"
    assert refusal_key(text * (MAX_MATCHES // len(GAMES) + 1)) == "import-many"


def test_match_import_refuses_invalid_files_and_cleans_names() -> None:
    text = file_of(finish(Log(begin(THREE, GAMES[THREE], deals=1)), 1))
    assert refusal_key("") == refusal_key("Dear Anna") == refusal_key("\x00" * 100) == "import-no-match"
    (deal,) = linked_deals(Log.replay(read_events(text.encode())[0]))
    assert refusal_key(f"https://cards.example{LINK_PATH}{link_of(deal)}\n") == "import-link"
    assert refusal_key(text.replace('"seat":0', '"seat":1', 1)) == "import-fault"
    assert refusal_key('{"type":"begin"' + "[" * 100_000) in ("import-no-match", "import-fault")
    assert refusal_key('[Prikup "1"]\n[Game "chess"]') in ("import-fault", "import-against-rules")
    rude = file_of(finish(Log(replace(begin(THREE, GAMES[THREE], deals=1), names=("\x1b[31m", "x" * 99, "\u202e"))), 1))
    assert all(0 < len(seat.name) <= 20 and seat.name.isprintable() for seat in import_match(rude).seats)


@host_test
async def test_device_lists_imported_match_with_its_own(host: TabHost, shelf: MemoryShelf) -> None:
    text = match_text(finish(Log(begin(THREE, GAMES[THREE], deals=1)), 1))
    (summary,) = await request_successfully(host, "imports/matches", "POST", {"text": text})
    assert summary["game"] == THREE
    first_id, second_id = [
        (await request_successfully(host, "imports", "POST", {"text": text, "match": 0, "seat": 2}))["id"]
        for _ in range(2)
    ]
    assert await listed_match_ids(host) == [first_id] == [second_id]
    match = await request_successfully(host, f"matches/{first_id}")
    assert (match["imported"], match["you"], len(match["deals"])) == (True, 2, 1)
    assert await request_successfully(host, f"matches/{first_id}/deals/1/review") == {"state": "none"}
    assert await request_successfully(host, "statistics") == {"games": []}
    assert await request_refusal(host, "GET", f"matches/{first_id}/whole") == (404, "no-such-match"), "it is imported"
    status, log = await host.handle_request("GET", f"matches/{first_id}/log", {}, "")
    handed_over, first = (
        match_from_file(MatchChoice(source, 0, 2), "her id", UPLOAD_TIME_MS) for source in (log, text)
    )
    assert (status, handed_over) == (200, first), "an account that has it already knows it again"
    assert await request_refusal(host, "POST", "imports/matches", {"text": "Dear Anna"}) == (400, "import-no-match")
