"""Matches imported from files into an archive: whose they are, how they are marked, what is refused."""

from device.test_finished_matches import THREE, asked, listed
from device.test_host import at_host, refused
from device.test_uploaded import NOW, on_device
from msgspec.structs import replace
from support.matches import begin, finish, played
from table.stores import MemoryShelf

from prikup.archive.finished_match import FinishedMatch, finished_match
from prikup.archive.imported import MAX_MATCHES, MatchChoice, MatchInFile, imported, matches_in_file
from prikup.archive.uploads import UploadedMatch
from prikup.device.host import TabHost
from prikup.games import GAMES
from prikup.history.foreign_formats import record_of
from prikup.history.log import Adjust, Closed, Dealt, Log
from prikup.history.log_file import lines, read_events
from prikup.history.notation import match_text
from prikup.rules.errors import Reason


def brought(text: str, match: int = 0, seat: int = 0) -> FinishedMatch:
    """Return a match of a file as the archive reads it."""
    found = imported(MatchChoice(text, match, seat), "her id", NOW)
    assert isinstance(found, UploadedMatch), found
    read = finished_match(found.opening.settings, [found.commit])
    assert read is not None
    return read


def fault(text: str, match: int = 0, seat: int = 0) -> str:
    """Return why a file is refused."""
    found = imported(MatchChoice(text, match, seat), "her id", NOW)
    assert isinstance(found, Reason), found
    return found.key


def described(text: str) -> MatchInFile:
    """Return the description of a file's only match."""
    found = matches_in_file(text)
    assert isinstance(found, tuple), found
    (only,) = found
    return only


def file_of(log: Log) -> str:
    return lines(log.events).decode()


def test_imported_match_of_every_game_and_notation_is_its_owners_and_counts_nowhere() -> None:
    for game, kind in GAMES.items():
        log = finish(Log(begin(game, kind, deals=2)), 1)
        corrected = played(game, kind, 3)
        plain = [file_of(log), match_text(log), *(form.write(record_of(log)) for form in kind.formats.values())]
        for text, told in (*((text, log) for text in plain), (file_of(corrected), corrected)):
            summary, match = described(text), brought(text, seat=1)
            assert (summary.game, summary.deals) == (game, len(told.match.sheet.lines) - corrections(told))
            assert [line.row for line in match.log.match.sheet.lines] == [line.row for line in told.match.sheet.lines]
            assert match.people[1] == match.settings.host == "her id"
            assert (match.imported, match.closed, match.unverified) == (True, True, True)
            assert not any(match.counts(at + 1) for at in range(summary.deals))
            assert tuple(seat.name for seat in match.seats) == summary.names


def corrections(log: Log) -> int:
    return sum(isinstance(event, Adjust) for event in log.events)


def test_imported_match_says_which_of_its_decks_are_verified() -> None:
    summary = described(on_device(THREE).decode())
    assert summary.right == summary.shuffled == summary.decks > 0
    events = read_events(on_device(THREE))[0]
    deal = next(at for at, event in enumerate(events) if isinstance(event, Dealt))
    dealt = events[deal]
    assert isinstance(dealt, Dealt)
    assert dealt.shuffle is not None
    forged = replace(dealt, shuffle=replace(dealt.shuffle, cut=1 + dealt.shuffle.cut % 5))
    summary = described(lines([*events[:deal], forged, *events[deal + 1 :]]).decode())
    assert summary.right < summary.shuffled
    summary = described(match_text(finish(Log(begin(THREE, GAMES[THREE], deals=1)), 1)))
    assert summary.decks > 0


def test_imported_match_has_one_id_for_each_user_and_only_finished_deals() -> None:
    log = finish(Log(begin(THREE, GAMES[THREE], deals=2)), 1)
    text = file_of(log)
    last = max(at for at, event in enumerate(log.events[:-1]) if isinstance(event, Closed))
    cut = lines(log.events[: last + 4]).decode()
    assert len(brought(cut).log.match.sheet.lines) == 1
    assert fault(lines(log.events[:4]).decode()) == "import-unfinished"
    ids = []
    for user, told in (("her id", text), ("her id", f"\ufeff{text}".replace("\n", "\r\n")), ("his id", text)):
        found = imported(MatchChoice(told, 0, 0), user, NOW)
        assert isinstance(found, UploadedMatch)
        ids.append(found.opening.table)
    assert ids[0] == ids[1] != ids[2]


def test_file_of_several_matches_offers_each() -> None:
    logs = [finish(Log(begin(game, kind, deals=1)), 1) for game, kind in GAMES.items()]
    text = "".join(map(match_text, logs))
    found = matches_in_file(text)
    assert isinstance(found, tuple)
    assert [each.game for each in found] == list(GAMES)
    assert [brought(text, at).log.begin.game for at in range(len(GAMES))] == list(GAMES)
    assert fault(text, len(GAMES)) == "import-no-such-match"
    assert fault(text, 0, 7) == "import-no-such-match"
    assert fault(text * (MAX_MATCHES // len(GAMES) + 1)) == "import-many"


def test_hostile_file_is_refused_with_a_reason() -> None:
    text = file_of(finish(Log(begin(THREE, GAMES[THREE], deals=1)), 1))
    assert fault("") == fault("Dear Anna") == fault("\x00" * 100) == "import-no-match"
    assert fault(text.replace('"seat":0', '"seat":1', 1)) == "import-fault"
    assert fault('{"type":"begin"' + "[" * 100_000) in ("import-no-match", "import-fault")
    assert fault('[Prikup "1"]\n[Game "chess"]') in ("import-fault", "import-against-rules")
    rude = file_of(finish(Log(replace(begin(THREE, GAMES[THREE], deals=1), names=("\x1b[31m", "x" * 99, "\u202e"))), 1))
    assert all(0 < len(seat.name) <= 20 and seat.name.isprintable() for seat in brought(rude).seats)


@at_host
async def test_device_keeps_an_imported_match_among_its_own(host: TabHost, shelf: MemoryShelf) -> None:
    text = match_text(finish(Log(begin(THREE, GAMES[THREE], deals=1)), 1))
    (summary,) = await asked(host, "imports/matches", "POST", {"text": text})
    assert summary["game"] == THREE
    name, again = [
        (await asked(host, "imports", "POST", {"text": text, "match": 0, "seat": 2}))["id"] for _ in range(2)
    ]
    assert await listed(host) == [name] == [again]
    match = await asked(host, f"matches/{name}")
    assert (match["imported"], match["you"], len(match["deals"])) == (True, 2, 1)
    assert await asked(host, f"matches/{name}/deals/1/review") == {"state": "none"}
    assert await asked(host, "statistics") == {"games": []}
    assert await refused(host, "GET", f"matches/{name}/whole") == (404, "no-such-match"), "it is imported"
    status, log = await host.asked("GET", f"matches/{name}/log", {}, "")
    handed_over, first = (imported(MatchChoice(each, 0, 2), "her id", NOW) for each in (log, text))
    assert (status, handed_over) == (200, first), "an account that has it already knows it again"
    assert await refused(host, "POST", "imports/matches", {"text": "Dear Anna"}) == (400, "import-no-match")
