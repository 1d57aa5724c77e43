"""Matches, scores and positions altered by mail, editors and other programs: every reader accepts them."""

import codecs
import io
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.faults import check_each
from support.matches import begin, finish
from support.random_walk import KINDS, options_type

from prikup.history.events import BeginEvent, DealEvent, Event, RowEvent
from prikup.history.foreign_formats import log_of, record_of
from prikup.history.log import Log
from prikup.history.log_file import LogFile, lines, read_events
from prikup.history.match_reader import read_matches
from prikup.history.notation import match_text
from prikup.positions.paste_reader import read_deal_sets, read_deals
from prikup.rules.errors import BadLog
from prikup.rules.options import fields, logged_text
from prikup.scorer.edit_history import History
from prikup.scorer.entries import NoteEntry, ScoreEntry, Scoring
from prikup.scorer.operations import Append
from prikup.scorer.score_file import ScoreFile, encode_history, read
from prikup.terminal.cli.app import run

Capture = pytest.CaptureFixture[str]
GAME, KIND = next((name, kind) for name, kind in KINDS if kind.formats)

TRANSPORTS: Mapping[str, Callable[[str], bytes]] = {
    "byte order mark": lambda text: text.encode("utf-8-sig"),
    "two byte order marks": lambda text: codecs.BOM_UTF8 + text.encode("utf-8-sig"),
    "UTF-16 LE": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "UTF-16 BE": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: codecs.BOM_UTF32_LE + text.encode("utf-32-le"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "CR CRLF": lambda text: text.replace("\n", "\r\r\n").encode(),
    "empty last lines": lambda text: f"{text}\n \n".encode(),
    "empty first lines": lambda text: f"\n\n{text}".encode(),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "trailing blanks": lambda text: text.replace("\n", " \t\n").encode(),
    "lines broken by mail": lambda text: wrap_lines(text, "\r\n").encode(),
    "flowed lines of mail": lambda text: wrap_lines(text, " \r\n").encode(),
    "UTF-16 of Windows": lambda text: codecs.BOM_UTF16_LE + f"{text}\n".replace("\n", " \r\n").encode("utf-16-le"),
}


def wrap_lines(text: str, line_end: str) -> str:
    """Return a text as mail wraps it: broken at spaces, at 72 columns where possible."""
    lines = (
        textwrap.wrap(line, 72, break_long_words=False, break_on_hyphens=False) or [""] for line in text.split("\n")
    )
    return "\r\n".join(line_end.join(parts) for parts in lines)


def create_score_history() -> History:
    history = History.begin(Scoring(GAME, 2, "", ("Žika", "Đorđe", "Ана"), 0, 0, "en"))
    for name in "ab":
        history = history.do(Append(ScoreEntry(name, 1, NoteEntry(f"Žika {name}"))))
    return history


@pytest.fixture(scope="module")
def log() -> Log:
    options = logged_text(KIND.presets, next(iter(KIND.presets.values())))
    return finish(Log(begin(GAME, KIND, options, deals=2)), 3)


@pytest.fixture(scope="module")
def texts(log: Log) -> dict[str, str]:
    """Return a match in each notation."""
    foreign = {name: file_format.write(record_of(log)) for name, file_format in KIND.formats.items()}
    return {"log": lines(log.events).decode(), "notation": match_text(log), **foreign}


def run_command(capsys: Capture, command: str, file: Path) -> tuple[int, str, str]:
    code = run(["--language", "en", command, str(file)])
    out, err = capsys.readouterr()
    return code, out, err


def test_match_commands_read_files_in_any_encoding_and_line_breaks(
    texts: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "match"

    @cache
    def clean(form: str, command: str) -> tuple[int, str, str]:
        file.write_text(texts[form], encoding="utf-8", newline="")
        return run_command(capsys, command, file)

    def check(form: str, transport: str, command: str) -> None:
        assert clean(form, command)[0] == 0
        file.write_bytes(TRANSPORTS[transport](texts[form]))
        assert run_command(capsys, command, file) == clean(form, command)

    check_each(check, ((form, transport_name, "notation") for form in texts for transport_name in TRANSPORTS))
    commands = ("replay", "verify", "statistics")
    check_each(check, ((form, "UTF-16 of Windows", command) for form in texts for command in commands))


def test_match_and_score_files_can_be_extended_after_transport(log: Log, tmp_path: Path) -> None:
    history = create_score_history()

    def check(transport: str) -> None:
        match_path, score_path = tmp_path / "match", tmp_path / "points"
        match_path.write_bytes(TRANSPORTS[transport](lines(log.events[:-3]).decode()))
        with LogFile(match_path) as file:
            assert not file.dropped
            file.extend(log.events[-3:])
        assert match_path.read_bytes() == lines(log.events)
        score_path.write_bytes(TRANSPORTS[transport](encode_history(history).decode()))
        assert read(score_path.read_bytes())[0] == history
        with ScoreFile(score_path, history.initial_list) as stored_score:
            changed_history = stored_score.do(Append(ScoreEntry("c", 1, NoteEntry("c"))))
        assert score_path.read_bytes() == encode_history(changed_history)

    check_each(check, TRANSPORTS)


def test_solve_command_reads_position_in_any_encoding(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    position = "♠A ♣7 | ♠K ♣8 | ♠J ♣9 ;\npreferans ; 6NT 0 ;\nleads 0\n"

    def check(transport: str) -> None:
        data = TRANSPORTS[transport](position)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        assert run(["--language", "en", "solve", "--json", "-"]) == 0
        assert '"value": 1' in capsys.readouterr().out

    check_each(check, TRANSPORTS)


def test_read_deals_accepts_pasted_match_with_any_line_ends(texts: dict[str, str]) -> None:
    def check(form: str, line_end: str) -> None:
        assert read_deals("\ufeff" + texts[form].replace("\n", line_end)) == read_deals(texts[form])

    check_each(check, ((form, end) for form in texts for end in ("\r\n", " \n", "\r", "\n\n")))


def foreign_files() -> Iterator[tuple[str, bytes]]:
    yield from (
        ("a letter", b"Dear Anna,\n\nhere is the match.\n"),
        ("JSON", b'{"type": "Feature"}\n'),
        ("list", b"[]\n"),
    )
    yield from (("chess", b'[Event "?"]\n\n1. e4 e5 *\n'), ("bridge", b'[Event ""]\n[Deal "N:AK.QJ.T9.87 - - -"]\n'))
    yield from (("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), ("database", b"SQLite format 3\0" + bytes(100)))
    yield from (("zeros", bytes(64)), ("score", encode_history(create_score_history())))


def test_match_commands_reject_other_files_and_leave_them_unchanged(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "file"

    def check(name: str, data: bytes, command: str) -> None:
        file.write_bytes(data)
        code, out, err = run_command(capsys, command, file)
        assert (code, out) == (2, "")
        assert "This is not a match" in err, err
        with pytest.raises(BadLog, match="no-match"):
            LogFile(file)
        if name != "score":
            with pytest.raises(BadLog, match="score-file-none"):
                ScoreFile(file, create_score_history().initial_list)
        assert file.read_bytes() == data

    commands = ("replay", "verify", "notation", "review")
    cases = ((*foreign_file, command) for foreign_file in foreign_files() for command in commands)
    check_each(check, (case for case in cases if case[::2] != ("bridge", "notation")))  # it prints bridge deals


def test_read_events_detects_changed_line_in_any_encoding(log: Log) -> None:
    rows = lines(log.events).decode().splitlines(keepends=True)
    changed_row = rows[3].replace('"act":', '"act": ') if '"act"' in rows[3] else rows[3].replace(":", ": ", 1)

    def check(transport: str, text: str) -> None:
        with pytest.raises(BadLog) as error:
            read_events(TRANSPORTS[transport](text))
        assert error.value.reason.key == "line-damaged"

    faults = ("".join(rows[1:]), "".join(rows[:3] + rows[4:]), "".join((*rows[:3], changed_row, *rows[4:])))
    check_each(check, ((transport_name, text) for transport_name in TRANSPORTS for text in faults))


# Several matches in one file


@pytest.fixture(scope="module")
def evenings() -> tuple[Log, Log]:
    """Return two matches with different players and house rules."""
    first_preset, second_preset, *_ = KIND.presets
    first, second = begin(GAME, KIND, first_preset, deals=2), begin(GAME, KIND, second_preset, deals=3)
    names = (("Ann", "Vera", "Пекка"), ("Žika", "Đorđe", "Šćepan"))
    return finish(Log(replace(first, names=names[0])), 3), finish(Log(replace(second, names=names[1])), 4)


def join_matches(evenings: tuple[Log, Log]) -> dict[str, str]:
    """Return two matches in one file, in each notation."""
    foreign = {
        name: "\n".join(file_format.write(record_of(log)) for log in evenings)
        for name, file_format in KIND.formats.items()
    }
    as_list = ",".join(KIND.formats["ppn-json"].write(record_of(log)) for log in evenings)
    return {
        "log": "".join(lines(log.events).decode() for log in evenings),
        "notation": "\n".join(map(match_text, evenings)),
        "ppn-json list": f"[{as_list}]",
        **foreign,
    }


def test_match_commands_separate_several_matches_in_a_file(
    evenings: tuple[Log, Log], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "matches"

    def check(form: str, text: str) -> None:
        matches = read_matches(text)
        assert [(match.log.begin.names, match.log.game.options) for match in matches] == [
            (log.begin.names, log.game.options) for log in evenings
        ]
        assert [match.log.match.sheet.totals for match in matches] == [log.match.sheet.totals for log in evenings]
        assert not any(match.differs for match in matches)
        assert [deal_set.names for deal_set in read_deal_sets(text)] == [log.begin.names for log in evenings]
        file.write_text(text, encoding="utf-8")
        code, out, _ = run_command(capsys, "notation", file)
        assert (code, len(read_matches(out))) == (0, 2)
        code, out, _ = run_command(capsys, "replay", file)
        assert code == 0
        assert [line for line in out.splitlines() if line.startswith("Match ")] == [
            f"Match {n} of 2: {', '.join(log.begin.names)}" for n, log in enumerate(evenings, 1)
        ]
        for command, options, error in (
            ("replay", ["--match", "3"], "Match 3 not found: this file contains 2."),
            ("replay", ["--deal", "1"], "This file holds 2 matches: choose one with --match."),
            ("replay", ["--match", "2", "--deal", "3"], ""),
            ("verify", ["--match", "1"], ""),
        ):
            assert run(["--language", "en", command, str(file), *options]) == (2 if error else 0)
            assert capsys.readouterr().err.strip() == error

    check_each(check, join_matches(evenings).items())


def test_notation_command_writes_several_matches_that_read_back(
    evenings: tuple[Log, Log], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "matches"

    def check(name: str) -> None:
        file.write_text(join_matches(evenings)["log"], encoding="utf-8")
        assert run(["notation", "--as", name, str(file)]) == 0
        rows = [match.log.match.sheet.totals for match in read_matches(capsys.readouterr().out)]
        assert rows == [log.match.sheet.totals for log in evenings]

    check_each(check, KIND.formats)


def test_read_matches_numbers_bad_lines_from_start_of_file(evenings: tuple[Log, Log]) -> None:
    first_text, second_text = (lines(log.events).decode() for log in evenings)
    with pytest.raises(BadLog) as error:
        read_matches(first_text + second_text.replace('"act":', '"act": ', 1))
    assert error.value.line > first_text.count("\n")
    head = first_text[: first_text.index("\n") + 1]
    with pytest.raises(BadLog) as error:
        read_matches(head + first_text)  # a line repeated by mistake is no match
    assert (error.value.line, error.value.reason.key) == (2, "line-damaged")


def test_notation_command_reports_assumed_encoding(evenings: tuple[Log, Log], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "match.ppn"
    names = {"windows-1250": ("Žika", "Đorđe", "Šćepan"), "windows-1251": ("Жика", "Ђорђе", "Шћепан")}

    def check(encoding: str) -> None:
        record = replace(record_of(evenings[0]), names=names[encoding])
        file.write_bytes(KIND.formats["ppn"].write(record).encode(encoding))
        code, out, err = run_command(capsys, "notation", file)
        assert (code, err) == (0, f"The file does not say its encoding. It was read as {encoding.title()}.\n")
        assert read_matches(out)[0].log.begin.names == names[encoding]

    check_each(check, names)


def test_solve_command_reports_assumed_encoding(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    position = "пики Т; трефы 7 | пики К; трефы 8 | пики В; трефы 9 ; preferans ; 6NT 0 ; leads 0"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(position.encode("windows-1251"))))
    run(["--language", "en", "solve", "--json", "-"])
    assert capsys.readouterr().err.startswith("The file does not say its encoding. It was read as Windows-1251.")


# Matches with older rules


LOGS = Path(__file__).parents[2] / "logs"


def outdated_logs() -> Iterator[tuple[str, list[Event], BadLog]]:
    """Yield the stored logs that today's rules cannot replay to the end."""
    for file in sorted(LOGS.glob("*.jsonl")):
        events, _, _ = read_events(file.read_bytes())
        try:
            Log.replay(events)
        except BadLog as error:
            yield file.name, events, error


def test_match_commands_show_older_rules_match_up_to_differing_line(capsys: Capture) -> None:
    def check(name: str, events: list[Event], error: BadLog) -> None:
        decks = [event for event in events if isinstance(event, DealEvent)]
        code, out, err = run_command(capsys, "verify", LOGS / name)
        assert (code, out.count("The deck is the result of the shuffle.")) == (0, len(decks))
        assert f"{name}, line {error.line}: This match was played under version 1 of the rules" in err
        code, out, err = run_command(capsys, "replay", LOGS / name)
        assert code == 1
        assert f"{name}, line {error.line}: " in err
        followed_deals = [
            event for event in events[: error.line - 1] if isinstance(event, DealEvent) and not event.refused
        ]
        shown_deals = re.findall(r"^Deal (\d+)\b", out, re.MULTILINE)
        assert list(map(int, dict.fromkeys(shown_deals))) == [event.deal for event in followed_deals]
        assert "is not finished" not in out
        assert ("The sheet" in out) == (error.line > 1)
        if error.line == 1:
            assert run_command(capsys, "review", LOGS / name) == (1, "", err)

    cases = list(outdated_logs())
    assert len(cases) == 7
    check_each(check, cases)


def test_verify_command_detects_forged_deck_of_older_rules_match(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "match"

    def check(name: str, events: list[Event], error: BadLog) -> None:
        index = max(index for index, event in enumerate(events) if isinstance(event, DealEvent))
        last_deal = events[index]
        assert isinstance(last_deal, DealEvent)
        assert index > error.line - 1
        file.write_bytes(
            lines(
                [
                    *events[:index],
                    replace(last_deal, deck=(*last_deal.deck[1:], last_deal.deck[0])),
                    *events[index + 1 :],
                ]
            )
        )
        code, out, _ = run_command(capsys, "verify", file)
        assert code == 1
        assert out.count("THE DECK IS NOT THE RESULT") == 1

    check_each(check, outdated_logs())


def test_match_commands_reject_current_match_with_false_result(log: Log, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "match"
    index = next(index for index, event in enumerate(log.events) if isinstance(event, RowEvent))
    closing_event = log.events[index]
    assert isinstance(closing_event, RowEvent)
    file.write_bytes(lines([*log.events[:index], replace(closing_event, digest="0"), *log.events[index + 1 :]]))
    for command in ("replay", "verify", "notation"):
        code, out, err = run_command(capsys, command, file)
        assert (code, out) == (2, "")
        assert f"line {index + 1}: Under today" in err


def test_log_names_all_options_when_new_or_converted(tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "log"
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["play", GAME, "--pace", "0", "--plain", "--log", str(file)]) == 0
    played_begin = read_events(file.read_bytes())[0][0]
    converted_begin = log_of(GAME, record_of(log)).begin
    for begin_event in (played_begin, converted_begin):
        assert isinstance(begin_event, BeginEvent)
        preset, *values = begin_event.options.split()
        assert preset in KIND.presets
        assert [value.partition("=")[0] for value in values] == [field.name for field in fields(options_type(KIND))]
