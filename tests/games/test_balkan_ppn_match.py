"""Whole matches of Balkan Preferans in PPN, exported from a log and imported into one."""

import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.matches import begin, finish
from support.random_walk import KINDS, options_type

from prikup.history.events import AdjustEvent
from prikup.history.foreign_formats import find_format, log_of, record_of
from prikup.history.log import Log
from prikup.rules.cards import cards
from prikup.rules.errors import BadLog, PrikupError
from prikup.rules.options import logged_text, options_text, random_options
from prikup.terminal.cli.app import run

KIND = dict(KINDS)["balkan"]
PPN, JSON = KIND.formats["ppn"], KIND.formats["ppn-json"]
DOCS = Path(__file__).parents[2] / "docs" / "notation.md"
CapturedOutput = pytest.CaptureFixture[str]

each_format = pytest.mark.parametrize("name", KIND.formats)


def match(options: str = "balkan", seed: int = 1, deals: int = 4) -> Log:
    """Return a match of random actions."""
    return finish(Log(begin("balkan", KIND, options, deals=deals)), seed)


def finished_match() -> Log:
    """Return a match that ends by the rules: every game is made."""
    log = Log(begin("balkan", KIND, "balkan", deals=0))
    while not log.over:
        agreed_deal(log)
    return log


def published_example() -> str:
    """Return the example in the document on notations: older fields, no house rules."""
    (text,) = re.findall(r"```ppn\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert isinstance(text, str)
    return text


@each_format
def test_ppn_match_survives_export_and_import(name: str) -> None:
    rng = random.Random(5)
    file_format = KIND.formats[name]
    for seed in range(depth(60)):
        options = replace(random_options(options_type(KIND), rng), players=3)
        log = match(options_text(KIND.presets, options), seed, 6)
        text = file_format.write(record_of(log))
        assert find_format(text) == ("balkan", file_format)
        record = file_format.read(text)
        assert record.differs == ()
        assert file_format.write(record) == text
        imported_log = log_of("balkan", record)
        assert imported_log.over
        assert (imported_log.game.options, imported_log.begin.dealer) == (log.game.options, log.begin.dealer)
        assert [line.row for line in imported_log.match.sheet.lines] == [line.row for line in log.match.sheet.lines]
        assert [fixed_deal.deck for fixed_deal in record.deals] == [
            fixed_deal.deck for fixed_deal in record_of(log).deals
        ]


def test_ppn_match_with_agreement_and_undo_keeps_its_sheet() -> None:
    log = finished_match()
    imported_log = log_of("balkan", PPN.read(PPN.write(record_of(log))))
    assert imported_log.match.sheet == log.match.sheet


def agreed_deal(log: Log) -> None:
    """Play a deal with an undo, in which all agree that the game is made."""
    log.deal(tuple(random.Random(log.match.deals).sample(log.game.pack, 32)))
    for word in ("two", "pass", "pass"):
        log.add(52 + log.game.calls.index(word))
    log.undo(2)
    log.add(52)
    assert log.state is not None
    declarer = log.state.public.declarer
    for card in cards(log.state.hands[declarer])[:2]:
        log.add(card)
    for word in ("hearts", "come", "come"):
        log.add(52 + log.game.calls.index(word))
    log.settle_by_agreement(tuple(6 if seat == declarer else 2 for seat in range(3)), (0, 1, 2))
    log.close()


def test_ppn_record_refuses_manual_correction() -> None:
    log = Log(begin("balkan", KIND, "balkan", deals=2))
    log.adjust(AdjustEvent("bule", 0, -10, "a slip"))
    with pytest.raises(BadLog, match="correction-untold"):
        record_of(log)


def test_ppn_export_refuses_four_players() -> None:
    with pytest.raises(PrikupError, match="ppn-four"):
        PPN.write(record_of(match("balkan players=4")))


def test_ppn_record_has_finished_deals_only() -> None:
    log = Log(begin("balkan", KIND, "balkan", deals=2))
    log.deal(log.game.pack)
    assert record_of(log).deals == ()


def test_ppn_header_has_options_players_and_result() -> None:
    text = PPN.write(record_of(match("balkan refe=0")))
    lines = text.splitlines()
    assert lines[:7] == [
        "[Bula 60]",
        "[Refe 0]",
        f'[Options "{logged_text(KIND.presets, match("balkan refe=0").game.options)}"]',
        "[Order clubs_low]",
        "[Player1 Ann]",
        "[Player2 Vera]",
        "[Player3 Tig'ran\\]",
    ]
    assert sum(int(line.strip("]").split()[1]) for line in lines[7:10]) == 0


@each_format
def test_ppn_export_marks_unverified_match(name: str) -> None:
    file_format, log = KIND.formats[name], match()
    assert "Unverified" not in file_format.write(record_of(log))
    assert not log_of("balkan", file_format.read(file_format.write(record_of(log)))).begin.unverified
    text = file_format.write(replace(record_of(log), unverified=True))
    assert re.search(r'^\[Unverified yes\]$|"Unverified": ?"yes"', text, re.MULTILINE)
    imported_log = log_of("balkan", file_format.read(text))
    assert imported_log.begin.unverified
    assert file_format.write(record_of(imported_log)) == text


def test_ppn_header_numbers_players_in_direction_of_play() -> None:
    text = PPN.write(record_of(match("serbian-club")))
    assert "[Player2 Tig'ran\\]\n[Player3 Vera]" in text
    assert "[Order" not in text


# A file of another program


def test_ppn_documented_example_is_read_under_club_rules() -> None:
    assert find_format(published_example()) == ("balkan", PPN)
    record = PPN.read(published_example())
    assert record.differs == ()
    rules = "balkan order=spades_low direction=counter_clockwise invite=on kontra=mortkontra"
    assert options_text(KIND.presets, record.options) == rules
    assert record.names == ("cope", "elmacedon", "silvio_pu")
    log = log_of("balkan", record)
    assert log.over
    assert log.begin.players == ("human",) * 3
    assert log.match.deals == 3


def test_ppn_import_reports_differing_scores() -> None:
    for old_text, new_text, key in ("[Result1", "[Result1 7]\n[Was", "ppn-result"), ("M3:8", "M3:10", "ppn-differs"):
        record = PPN.read(published_example().replace(old_text, new_text, 1))
        assert [difference.key for difference in record.differs] == [key]


def test_ppn_import_refuses_unplayable_file() -> None:
    for old_text, new_text, key in (
        ("[Bula 60]", "[Bula 41]", "option-not-in-steps"),
        ("[Bula 60]", "[Bula 60]\n[Order high]", "option-bad-value"),
        ("[Bula 60]", "[Bula 60]\n[Options whist]", "preset-unknown"),
        ("[2 312", "[2 123", "ppn-differs"),
        ("P,P,P", "P,P,2", "ppn-refused"),
    ):
        assert old_text in published_example()
        with pytest.raises(PrikupError, match=key):
            PPN.read(published_example().replace(old_text, new_text, 1))


def test_ppn_import_refuses_file_without_deals() -> None:
    with pytest.raises(PrikupError, match="ppn-no-deals"):
        PPN.read("[Bula 60]")


def test_ppn_import_reports_deals_after_match_end() -> None:
    log = finished_match()
    assert log.match.over
    text = PPN.write(record_of(log))
    last_line = text.splitlines()[-1]
    next_order = {"231": "312", "312": "123", "123": "231"}[last_line.split()[1]]
    extra_deal = f"[99 {next_order} {last_line.split()[2]} P,P,P]\n"
    assert [difference.key for difference in PPN.read(text + extra_deal).differs] == ["ppn-over"]


# The command line


def test_cli_replays_verifies_and_converts_foreign_ppn_file(tmp_path: Path, capsys: CapturedOutput) -> None:
    file = tmp_path / "match.ppn"
    file.write_text(published_example())
    for command in ("replay", "verify", "notation"):
        assert run([command, str(file), "--language", "en"]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("every_key_has_words")
@pytest.mark.parametrize("tongue", ["en", "ru"])
def test_cli_verify_explains_ppn_differences_and_errors(tongue: str, tmp_path: Path, capsys: CapturedOutput) -> None:
    file = tmp_path / "match.ppn"
    file.write_text(published_example().replace("M3:8", "M3:10", 1))
    assert run(["verify", str(file), "--language", tongue]) == 0
    error_output = capsys.readouterr().err
    assert "M3:10" in error_output
    assert "M3:8" in error_output
    file.write_text(published_example().replace("P,P,P", "P,P,8", 1))
    assert run(["verify", str(file), "--language", tongue]) == 2
    error_output = capsys.readouterr().err
    assert str(file) in error_output
    assert "P,P,8" in error_output
    assert error_output.count("\n") == 1
