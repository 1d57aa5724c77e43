"""The drawn screen: what is on it, in which colours, and that it fits."""

import io
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from support.example_games import example
from support.walk import KINDS
from terminal.sitting import YOU, Sitting, legal, played, sight

from prikup.cards import mask, parse_card
from prikup.history.log import Log
from prikup.kind import Kind
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.state import view
from prikup.terminal.cli.new_match import Wish
from prikup.terminal.render.blocks import Grid, Heading, Text, Verbatim
from prikup.terminal.render.help_page import help_page
from prikup.terminal.render.replay_page import replayed
from prikup.terminal.render.rich_screen import Drawn
from prikup.terminal.render.table_view import Picture, choices, picture, suit_order
from prikup.terminal.words import words_of

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)
THREE, FOUR = example(seats=3, first="call"), example(seats=4)
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def drawn(columns: int, monkeypatch: pytest.MonkeyPatch, *, four_colour: bool = False) -> tuple[Drawn, io.StringIO]:
    out = io.StringIO()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    console = Console(file=out, force_terminal=True, color_system="standard", highlight=False, _environ={})
    return Drawn(words_of("en"), four_colour=four_colour, console=console), out


def seated(speech: Speech, log: Log) -> Picture:
    """The table before the person's eyes."""
    return picture(speech, sight(log, YOU, spoken=speech.spoken))


def tables(name: str, path: Path, tongue: str = "en", seed: int = 4) -> list[tuple[Speech, Log]]:
    """A match, stopped once at each of its first questions."""
    found = []
    for questions in range(1, 22, 4):
        rng = random.Random(seed)
        sitting = Sitting("en", lambda s: str(rng.randint(1, len(legal(s)))) if s.asked < questions else None)  # noqa: B023  (called in this turn of the loop)
        log = played(path / f"{tongue}{questions}", Wish(name, name="Anna", deals=2, seed="d"), sitting)
        if log.state is not None:
            found.append((Speech(words_of(tongue, name), log.game, log.begin.names), log))
    assert found
    return found


@each_game
@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("columns", [80, 120])
def test_the_table_fits_the_window(
    name: str, kind: Kind, tongue: str, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for speech, log in tables(name, tmp_path, tongue):
        screen, out = drawn(columns, monkeypatch)
        seen = seated(speech, log)
        screen.turn(speech, seen)
        screen.notice(["one", "two"])
        text = STYLE.sub("", out.getvalue().split("\x1b[2J")[-1])
        assert all(len(line.rstrip()) <= columns for line in text.split("\n"))
        assert text.count("\n") <= 23
        assert seen.question in text.replace("\n", " ")
        for card in (speech.rank(c) for c in range(52) if seen.hand >> c & 1):
            assert card in text
        if columns == 120:
            continue
        shown = view(log.state, YOU) if log.state else None
        assert shown is not None
        screen.page(help_page(speech, shown, choices(log.game, shown), seen.question))


@each_game
def test_legal_cards_are_bright_and_the_others_dim(
    name: str, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restricted = 0
    for speech, log in tables(name, tmp_path, seed=6):
        seen = seated(speech, log)
        if not seen.choosing or seen.legal == seen.choosing:
            continue
        restricted += 1
        screen, out = drawn(80, monkeypatch)
        screen.turn(speech, seen)
        bright = len(re.findall(r"\x1b\[1(?:;31)?m(?:10|\w)\x1b", out.getvalue()))
        assert bright == seen.legal.bit_count()
    assert restricted


def test_two_colours_and_four(monkeypatch: pytest.MonkeyPatch) -> None:
    for four_colour, styles in ((False, {"♥": "31", "♦": "31"}), (True, {"♥": "31", "♦": "94", "♣": "32"})):
        screen, out = drawn(80, monkeypatch, four_colour=four_colour)
        screen.page([Text("♠A ♥A ♦A ♣10")])
        for symbol in "♠♥♦♣":
            found = re.search(rf"\x1b\[(\d+)m{symbol}", out.getvalue())
            assert (found[1] if found else None) == styles.get(symbol)


def test_a_page_has_headings_tables_and_unbroken_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = drawn(80, monkeypatch)
    command = "prikup play " + "x" * 200
    screen.page([Heading("One"), Grid(("a", "b"), (("1", "[red]"),), right=(0,)), Text("m", 2, "·"), Verbatim(command)])
    text = STYLE.sub("", out.getvalue())
    assert f"  {command}\n" in text
    assert "[red]" in text, "nobody's name is markup"


def test_a_long_page_is_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = drawn(80, monkeypatch)
    prompts: list[str] = []

    def enter(prompt: str = "") -> str:
        prompts.append(prompt)
        return ""

    screen.line = enter
    screen.page([Text(f"line {n}") for n in range(60)], "Back?")
    assert [prompt.startswith("Back?") for prompt in prompts] == [False, False, True]
    lines = [line.strip() for line in STYLE.sub("", out.getvalue()).split("\n")]
    assert [line for line in lines if line] == [f"line {n}" for n in range(60)]


def test_the_colours_of_a_hand_alternate() -> None:
    spade, club, diamond, heart = (1 << parse_card(f"{s}A") for s in "SCDH")
    for hand in (
        spade | heart | club | diamond,
        spade | club | diamond,
        spade | diamond | heart,
        club | heart | diamond,
    ):
        held = [suit for suit in suit_order(hand) if hand >> 13 * suit & 0x1FFF]
        assert all((a in (0, 1)) != (b in (0, 1)) for a, b in pairwise(held))
    assert suit_order(mask([parse_card("SA")]))


def test_the_letter_of_a_suit_is_no_rank(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In Russian clubs and the ace begin with one letter."""
    speech, log = tables(THREE, tmp_path, "ru")[0]
    screen, out = drawn(80, monkeypatch)
    screen.turn(speech, replace(seated(speech, log), hand=1 << parse_card("CK")))
    assert "♣т К" in STYLE.sub("", out.getvalue())


@pytest.mark.parametrize("columns", [80, 100])
def test_no_call_is_broken_between_two_lines(columns: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    speech, log = tables(THREE, tmp_path)[0]
    screen, out = drawn(columns, monkeypatch)
    calls = [f"a call of number {n}" for n in range(12)]
    seen = seated(speech, log)
    seats = (*seen.seats[:-1], replace(seen.seats[-1], said=", ".join(calls)))
    screen.turn(speech, replace(seen, choices=tuple(enumerate(calls)), seats=seats))
    lines = STYLE.sub("", out.getvalue()).split("\n")
    assert all(len(line) <= columns for line in lines)
    for call in calls:
        assert sum(call in line for line in lines) >= 2, "once said, once to be said"


def test_a_page_takes_the_place_of_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    speech, log = tables(THREE, tmp_path)[0]
    screen, out = drawn(80, monkeypatch)
    screen.turn(speech, seated(speech, log))
    screen.page([Text("The row.")])
    screen.page([Text("Farewell.")])
    shown = out.getvalue().split("\x1b[2J")[-1]
    assert [line.strip() for line in STYLE.sub("", shown).split("\n") if line.strip()] == ["The row.", "Farewell."]


def test_what_a_player_alone_knows_is_said_once_of_each_kind(tmp_path: Path) -> None:
    rng = random.Random(1)
    kinds: set[str] = set()

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        log = sitting.log
        own = seated(Speech(words_of("en", name), log.game, log.begin.names), log).own
        beginnings = [line.split(":")[0] for line in own]
        assert len(set(beginnings)) == len(beginnings), own
        kinds.update(beginnings)
        return str(rng.randint(1, len(legal(sitting))))

    name = example(gives=2)
    played(tmp_path / "log", Wish(name, name="Anna", deals=4, seed="own"), Sitting("en", answer))
    assert len(kinds) >= 4


def test_the_tricks_of_partners_are_counted_together(tmp_path: Path) -> None:
    together = 0
    for speech, log in tables(FOUR, tmp_path):
        assert log.state is not None
        tricks = log.state.public.tricks
        found = dict(seated(speech, log).scores).get("Tricks")
        if tricks is None:
            assert found is None
            continue
        together += 1
        ours, theirs = tricks.won[0] + tricks.won[2], tricks.won[1] + tricks.won[3]
        assert found == f"Anna + Tigran {ours} · Vera + Pekka {theirs}"
    assert together


def test_a_drawn_replay_has_a_trick_a_line(tmp_path: Path) -> None:
    log = played(tmp_path / "log", Wish(FOUR, name="Anna", deals=1, seed="r"), Sitting("en", lambda _: "1"))
    spoken = r"\d+\. \w+ leads [^.]*\. (\w+ (plays|ruffs with|throws) [^.]*\. ){2,3}\w+ takes the trick\..*"
    drawn = r"\d+\. (\w+ \S+, ){2,3}\w+ [^\s.]+\. \w+ takes the trick\."
    for pattern in (spoken, drawn):
        speech = Speech(words_of("en", FOUR), log.game, log.begin.names, spoken=pattern == spoken)
        lines = [block.text for block in replayed(speech, log, 1) if isinstance(block, Text)]
        *tricks, rest = [line for line in lines if re.match(r"\d+\. ", line)]
        assert tricks
        assert re.fullmatch(r"\d+\. \w+ takes the rest of the tricks \(\d+\) with .+\.", rest), "a claim"
        for line in tricks:
            assert re.fullmatch(pattern, line)
