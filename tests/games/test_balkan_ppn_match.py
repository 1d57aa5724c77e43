"""Whole matches of Balkan Preferans in PPN, exported from a log and imported into one."""

import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.matches import begin, finish
from support.random_walk import KINDS, options_type

from prikup.history.foreign_formats import find_format, log_of, record_of
from prikup.history.log import Adjust, Log
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
def test_a_log_comes_back_from_what_was_written(name: str) -> None:
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


def test_what_was_agreed_or_taken_back_is_told_as_it_stood() -> None:
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


def test_a_correction_by_hand_cannot_be_told() -> None:
    log = Log(begin("balkan", KIND, "balkan", deals=2))
    log.adjust(Adjust("bule", 0, -10, "a slip"))
    with pytest.raises(BadLog, match="correction-untold"):
        record_of(log)


def test_four_at_the_table_cannot_be_told() -> None:
    with pytest.raises(PrikupError, match="ppn-four"):
        PPN.write(record_of(match("balkan players=4")))


def test_only_finished_deals_are_told() -> None:
    log = Log(begin("balkan", KIND, "balkan", deals=2))
    log.deal(log.game.pack)
    assert record_of(log).deals == ()


def test_the_header_tells_what_was_agreed_and_how_it_ended() -> None:
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
def test_a_match_of_an_own_device_says_that_nobody_has_verified_it(name: str) -> None:
    file_format, log = KIND.formats[name], match()
    assert "Unverified" not in file_format.write(record_of(log))
    assert not log_of("balkan", file_format.read(file_format.write(record_of(log)))).begin.unverified
    text = file_format.write(replace(record_of(log), unverified=True))
    assert re.search(r'^\[Unverified yes\]$|"Unverified": ?"yes"', text, re.MULTILINE)
    imported_log = log_of("balkan", file_format.read(text))
    assert imported_log.begin.unverified
    assert file_format.write(record_of(imported_log)) == text


def test_players_are_numbered_in_the_direction_of_play() -> None:
    text = PPN.write(record_of(match("serbian-club")))
    assert "[Player2 Tig'ran\\]\n[Player3 Vera]" in text
    assert "[Order" not in text


# A file of another program


def test_the_documented_example_is_read_by_the_rules_of_the_clubs() -> None:
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


def test_a_score_of_another_kind_is_told() -> None:
    for old_text, new_text, key in ("[Result1", "[Result1 7]\n[Was", "ppn-result"), ("M3:8", "M3:10", "ppn-differs"):
        record = PPN.read(published_example().replace(old_text, new_text, 1))
        assert [difference.key for difference in record.differs] == [key]


def test_a_file_that_cannot_be_played_is_refused() -> None:
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


def test_a_file_without_deals_is_no_match() -> None:
    with pytest.raises(PrikupError, match="ppn-no-deals"):
        PPN.read("[Bula 60]")


def test_deals_after_the_end_of_the_match_are_told() -> None:
    log = finished_match()
    assert log.match.over
    text = PPN.write(record_of(log))
    last_line = text.splitlines()[-1]
    next_order = {"231": "312", "312": "123", "123": "231"}[last_line.split()[1]]
    extra_deal = f"[99 {next_order} {last_line.split()[2]} P,P,P]\n"
    assert [difference.key for difference in PPN.read(text + extra_deal).differs] == ["ppn-over"]


# The command line


def test_a_file_of_another_program_is_replayed_verified_and_turned(tmp_path: Path, capsys: CapturedOutput) -> None:
    file = tmp_path / "match.ppn"
    file.write_text(published_example())
    for command in ("replay", "verify", "notation"):
        assert run([command, str(file), "--language", "en"]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("every_key_has_words")
@pytest.mark.parametrize("tongue", ["en", "ru"])
def test_what_the_file_says_otherwise_is_a_sentence(tongue: str, tmp_path: Path, capsys: CapturedOutput) -> None:
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
