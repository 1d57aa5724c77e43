"""The full-screen display: content, colours, and size."""

import io
import re
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from rich.console import Console
from support.example_games import example
from terminal.plain_player import YOU, Sitting, deal_view, each_game, play_new_match, random_player, view_to_act
from terminal.pseudo_terminal import STYLE

from prikup.history.log import Log
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.cards import mask, parse_card
from prikup.terminal.cli.tables.new_match import Wish
from prikup.terminal.render.blocks import Heading, Paragraph, TextTable, Verbatim
from prikup.terminal.render.help_page import help_page
from prikup.terminal.render.replay_page import replay_page
from prikup.terminal.render.rich_screen import RichScreen
from prikup.terminal.render.screen import Plain
from prikup.terminal.render.table_view import LEAD_MARK, WINNER_MARK, Picture, choices, picture, suit_order
from prikup.terminal.words import words_of

THREE, FOUR = example(seats=3, first="call"), example(seats=4)


def create_screen(
    columns: int, monkeypatch: pytest.MonkeyPatch, *, four_colour: bool = False
) -> tuple[RichScreen, io.StringIO]:
    out = io.StringIO()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    console = Console(file=out, force_terminal=True, color_system="standard", highlight=False, _environ={})
    return RichScreen(words_of("en"), four_colour=four_colour, console=console), out


def table_picture(speech: Speech, log: Log) -> Picture:
    """Return the picture of a table."""
    return picture(speech, deal_view(log, YOU, spoken=speech.spoken))


@cache
def logs(name: str) -> tuple[Log, ...]:
    """Return a match at some of its first prompts."""
    log_prefixes: list[Log] = []
    move, last_prompt = random_player(6), 21

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        if sitting.prompt_count % 4 == 1 and log.state is not None:
            log_prefixes.append(Log.replay(log.events))
        return move(sitting) if sitting.prompt_count < last_prompt else None

    with TemporaryDirectory() as folder:
        play_new_match(Path(folder, "log"), Wish(name, name="Anna", deals=2, seed="d"), Sitting("en", answer))
    assert log_prefixes
    return tuple(log_prefixes)


def create_speech(log: Log, tongue: str = "en", *, spoken: bool = False) -> Speech:
    return Speech(words_of(tongue, log.begin.game), log.game, log.begin.names, spoken=spoken)


@each_game
def test_rich_screen_table_fits_window(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for log, tongue, columns in product(logs(name), LANGUAGES, (80, 120)):
        speech = create_speech(log, tongue)
        screen, out = create_screen(columns, monkeypatch)
        picture = table_picture(speech, log)
        screen.turn(speech, picture)
        screen.notice(["one", "two"])
        text = STYLE.sub("", out.getvalue().split("\x1b[2J")[-1])
        assert all(len(line.rstrip()) <= columns for line in text.split("\n"))
        assert text.count("\n") <= 23
        assert picture.question in text.replace("\n", " ")
        for card in (speech.rank(c) for c in range(52) if picture.hand >> c & 1):
            assert card in text


@each_game
def test_rich_screen_help_page_numbers_choices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for log, tongue in product(logs(name), LANGUAGES):
        speech, player_view = create_speech(log, tongue), view_to_act(log)
        screen, out = create_screen(80, monkeypatch)
        actions = choices(log.game, player_view)
        screen.page(help_page(speech, player_view, actions, "Which?"))
        text = STYLE.sub("", out.getvalue()).split(speech("help-typing"))[0].split(speech("help-why-not"))[0]
        ranges = re.findall(r"(\d+)(?:–(\d+))?\) ", text)
        numbers = [n for first, last in ranges for n in range(int(first), int(last or first) + 1)]
        assert numbers[: len(actions)] == [*range(1, len(actions) + 1)]


@each_game
def test_rich_screen_shows_only_legal_cards_bright(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    restricted_count = 0
    for log in logs(name):
        speech = create_speech(log)
        picture = table_picture(speech, log)
        if not picture.choosing or picture.legal == picture.choosing:
            continue
        restricted_count += 1
        screen, out = create_screen(80, monkeypatch)
        screen.turn(speech, picture)
        bright = len(re.findall(r"\x1b\[1(?:;31)?m(?:10|\w)\x1b", out.getvalue()))
        assert bright == picture.legal.bit_count()
    assert restricted_count


def test_rich_screen_colours_suits_in_two_or_four_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for four_colour, styles in ((False, {"♥": "31", "♦": "31"}), (True, {"♥": "31", "♦": "94", "♣": "32"})):
        screen, out = create_screen(80, monkeypatch, four_colour=four_colour)
        screen.page([Paragraph("♠A ♥A ♦A ♣10")])
        for symbol in "♠♥♦♣":
            colour_match = re.search(rf"\x1b\[(\d+)m{symbol}", out.getvalue())
            assert (colour_match[1] if colour_match else None) == styles.get(symbol)


def test_rich_screen_page_leaves_commands_unbroken_and_markup_literal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = create_screen(80, monkeypatch)
    command = "prikup play " + "x" * 200
    screen.page(
        [
            Heading("One"),
            TextTable(("a", "b"), (("1", "[red]"),), right=(0,)),
            Paragraph("m", 2, "·"),
            Verbatim(command),
        ]
    )
    text = STYLE.sub("", out.getvalue())
    assert f"  {command}\n" in text
    assert "[red]" in text, "nobody's name is markup"


def test_rich_screen_splits_long_page_into_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = create_screen(80, monkeypatch)
    prompts: list[str] = []

    def enter(prompt: str = "") -> str:
        prompts.append(prompt)
        return ""

    screen.line = enter
    screen.page([Paragraph(f"line {n}") for n in range(60)], "Back?")
    assert [prompt.startswith("Back?") for prompt in prompts] == [False, False, True]
    lines = [line.strip() for line in STYLE.sub("", out.getvalue()).split("\n")]
    assert [line for line in lines if line] == [f"line {n}" for n in range(60)]


def test_rich_screen_uses_line_typed_at_pause_for_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a page or in its middle; the word for going back, expected by the page, only leaves it."""
    screen, _ = create_screen(60, monkeypatch)
    lines = iter(("7 hearts", "", "note tea", "back", "later"))
    monkeypatch.setattr(screen, "line", lambda prompt: next(lines))
    long = [Paragraph(f"line {n}") for n in range(60)]
    for page, line in (([Paragraph("One.")], "7 hearts"), (long, "note tea"), (long, "later")):
        screen.pause(page, "Back?")
        assert screen.page([Paragraph("The sheet.")], "Which?") == line
    assert not list(lines)


def test_suit_order_alternates_colours() -> None:
    spade, club, diamond, heart = (1 << parse_card(f"{s}A") for s in "SCDH")
    for hand in (
        spade | heart | club | diamond,
        spade | club | diamond,
        spade | diamond | heart,
        club | heart | diamond,
    ):
        suits = [suit for suit in suit_order(hand) if hand >> 13 * suit & 0x1FFF]
        assert all((a in (0, 1)) != (b in (0, 1)) for a, b in pairwise(suits))
    assert suit_order(mask([parse_card("SA")]))


def test_rich_screen_separates_suit_letter_from_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Russian, clubs and ace start with the same letter."""
    log = logs(THREE)[0]
    speech = create_speech(log, "ru")
    screen, out = create_screen(80, monkeypatch)
    screen.turn(speech, replace(table_picture(speech, log), hand=1 << parse_card("CK")))
    assert "♣т К" in STYLE.sub("", out.getvalue())


def test_rich_screen_breaks_no_call_across_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    log, calls = logs(THREE)[0], [f"a call of number {n}" for n in range(12)]
    speech = create_speech(log)
    picture = table_picture(speech, log)
    seats = (*picture.seats[:-1], replace(picture.seats[-1], said=", ".join(calls)))
    for columns in (80, 100):
        screen, out = create_screen(columns, monkeypatch)
        screen.turn(speech, replace(picture, choices=tuple(enumerate(calls)), seats=seats))
        lines = STYLE.sub("", out.getvalue()).split("\n")
        assert all(len(line) <= columns for line in lines)
        for call in calls:
            assert sum(call in line for line in lines) >= 2, "once said, once to be said"


def test_rich_screen_pages_replace_table(monkeypatch: pytest.MonkeyPatch) -> None:
    log, (screen, out) = logs(THREE)[0], create_screen(80, monkeypatch)
    speech = create_speech(log)
    screen.turn(speech, table_picture(speech, log))
    screen.page([Paragraph("The row.")])
    screen.page([Paragraph("Farewell.")])
    last_page = out.getvalue().split("\x1b[2J")[-1]
    assert [line.strip() for line in STYLE.sub("", last_page).split("\n") if line.strip()] == ["The row.", "Farewell."]


def test_private_notes_have_a_single_line_per_type(tmp_path: Path) -> None:
    move, kinds = random_player(1), set[str]()

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        private_lines = table_picture(create_speech(log), log).private_notes
        beginnings = [line.split(":")[0] for line in private_lines]
        assert len(set(beginnings)) == len(beginnings), private_lines
        kinds.update(beginnings)
        return move(sitting)

    play_new_match(tmp_path / "log", Wish(example(gives=2), name="Anna", deals=4, seed="own"), Sitting("en", answer))
    assert len(kinds) >= 4


def test_rich_screen_adds_tricks_of_partners() -> None:
    checked_logs = 0
    for log in logs(FOUR):
        assert log.state is not None
        tricks = log.state.public.tricks
        tricks_text = dict(table_picture(create_speech(log), log).scores).get("Tricks")
        if tricks is None:
            assert tricks_text is None
            continue
        checked_logs += 1
        ours, theirs = tricks.won[0] + tricks.won[2], tricks.won[1] + tricks.won[3]
        assert tricks_text == f"Anna + Tigran {ours} · Vera + Pekka {theirs}"
    assert checked_logs


def test_replay_page_has_a_line_per_trick_and_ends_with_claim(tmp_path: Path) -> None:
    log = play_new_match(tmp_path / "log", Wish(FOUR, name="Anna", deals=1, seed="r"), Sitting("en", lambda _: "1"))
    spoken_pattern = r"\d+\. \w+ leads [^.]*\. (\w+ (plays|ruffs with|throws) [^.]*\. ){2,3}\w+ takes the trick\..*"
    drawn_pattern = r"\d+\. (\w+ \S+, ){2,3}\w+ [^\s.]+\. \w+ takes the trick\."
    for pattern in (spoken_pattern, drawn_pattern):
        speech = create_speech(log, spoken=pattern == spoken_pattern)
        lines = [block.text for block in replay_page(speech, log, 1) if isinstance(block, Paragraph)]
        *tricks, rest = [line for line in lines if re.match(r"\d+\. ", line)]
        assert tricks
        assert re.fullmatch(r"\d+\. \w+ takes the rest of the tricks \(\d+\) with .+\.", rest), "a claim"
        for line in tricks:
            assert re.fullmatch(pattern, line)


def test_rich_screen_marks_leader_and_winner_of_last_trick() -> None:
    """In at least one trick, these are different hands."""
    taken_by_others = 0
    for log in logs(THREE):
        assert log.state is not None
        past = log.state.public.tricks.past if log.state.public.tricks else ()
        for player in table_picture(create_speech(log), log).seats:
            if past and player.last:
                marks = player.last.partition(" ")[2]
                name = log.begin.names[past[-1].winner]
                assert (WINNER_MARK in marks) == player.name.startswith(name)
                taken_by_others += WINNER_MARK in marks and LEAD_MARK not in marks
    assert taken_by_others


def test_table_without_calls_lists_turned_up_cards_by_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    log = logs(FOUR)[0]
    speech = create_speech(log)
    no_calls = SimpleNamespace(calls=())
    view = table_picture(speech, log)
    monkeypatch.setattr(speech, "_game", no_calls)
    first, *others = (replace(seat, said="", card="", last="", tricks="", chair="", out=False) for seat in view.seats)
    bare_view = replace(view, seats=(replace(first, said="♥4"), *others))
    screen, drawn = create_screen(80, monkeypatch)
    screen.turn(speech, bare_view)
    assert speech("head-turned") in STYLE.sub("", drawn.getvalue())
    plain = io.StringIO()
    Plain(words_of("en"), plain).table(speech, bare_view)
    lines = plain.getvalue().splitlines()
    assert f"{first.name}: {speech('seat-turned', value='♥4')}." in lines
    assert {f"{seat.name}." for seat in others} <= {*lines}
