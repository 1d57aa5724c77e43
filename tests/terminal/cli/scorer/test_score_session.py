"""Scoring an evening by typed input: questions, commands, and the file that stores it."""

import io
import random
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from terminal.plain_player import each_language

from prikup.games import GAMES, game
from prikup.locale.numbers import format_share
from prikup.locale.speech import Speech
from prikup.rules.errors import BadText
from prikup.rules.game_scoring import GameScoring
from prikup.rules.scoring_questions import ChoiceQuestion, Form, NumberQuestion, fill_form
from prikup.scorer.answer_parser import answer_text
from prikup.scorer.entries import DealEntry, Join, NoteEntry, Scoring
from prikup.scorer.replay import initial_match as match_begun
from prikup.scorer.replay import replay_scoring
from prikup.scorer.score_file import read
from prikup.terminal.cli.scorer.open_score_file import OpenScoreFile
from prikup.terminal.cli.scorer.score_command import score_evening
from prikup.terminal.cli.scorer.score_options import PaperMatch, score_path
from prikup.terminal.cli.scorer.score_session import Scorer
from prikup.terminal.cli.scorer.sheet_commands import COMMANDS
from prikup.terminal.cli.scorer.typed_amounts import boxes, parse_amounts
from prikup.terminal.render.blocks import Heading
from prikup.terminal.render.rich_screen import RichScreen
from prikup.terminal.render.score_page import evening_page
from prikup.terminal.render.screen import Plain
from prikup.terminal.words import words_of

NAMES = ("Anna", "Boris", "Vera", "Gleb")


SCORED_GAMES = [
    name for name in GAMES if type(game(name).scoring).scoring_questions is not GameScoring.scoring_questions
]
"""The games with scoring questions."""
GAPS = ("form-", "outcome-", "score-", "print-", "told-", "differs-", "{ $", "None")
"""Texts that show a missing message or number."""
each_game_scored = pytest.mark.parametrize("name", SCORED_GAMES)


class Typist(Plain):
    """A plain screen with typed input; raises EOFError at its end."""

    def __init__(self, tongue: str, lines: Iterable[str]) -> None:
        super().__init__(words_of(tongue), io.StringIO(), io.StringIO())
        self.lines = iter(lines)

    def ask(self, prompt: str = "") -> str:
        self.say(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.say(f"> {line}")
        return line

    @property
    def text(self) -> str:
        assert isinstance(self.out, io.StringIO)
        return self.out.getvalue()


def create_scoring(name: str, tongue: str = "en", options: str = "", **head: Any) -> Scoring:
    rules = game(name)
    preset = options or next(iter(GAMES[name].presets))
    return Scoring(name, rules.rules_version, preset, NAMES[: rules.seats], 0, 1, tongue, **head)


def create_speech(name: str, tongue: str = "en") -> Speech:
    """Return the messages for a game and its players."""
    rules = game(name)
    return Speech(words_of(tongue, name), rules, NAMES[: rules.seats], spoken=True)


def type_in(path: Path, new: Scoring, lines: Iterable[str]) -> tuple[str, Scoring]:
    """Type lines and leave; return the output, and the list then stored in the file."""
    typist = Typist(new.language, lines)
    with OpenScoreFile(path, new) as open_file, pytest.raises(EOFError):
        Scorer(open_file, typist, new.language).run()
    return typist.text, read(path.read_bytes())[0].current_list if path.exists() else new


def random_answers(rng: random.Random, speech: Speech, form: Callable[[], Form]) -> tuple[list[str], Any]:
    """Return random answers to scoring questions as typed, and the outcome."""
    values: list[Any] = []
    lines: list[str] = []
    while (question := (filled_form := fill_form(form(), values)).next) is not None:
        match question:
            case ChoiceQuestion(answers=choices):
                values.append(rng.choice(choices))
            case NumberQuestion(low=low, high=high):
                values.append(rng.randint(low, high))
        text = answer_text(speech, question, values[-1])
        lines.append(rng.choice((text, text.upper(), text.lower())))
    return lines, filled_form.outcome


@each_game_scored
@each_language
def test_score_session_stores_deals_answered_in_full_words(name: str, tongue: str, tmp_path: Path) -> None:
    """Every question of ten deals is answered in full, in any letter case; the outcomes are stored as intended."""
    new, rng, path = create_scoring(name, tongue), random.Random(5), tmp_path / "evening.jsonl"
    speech = create_speech(name, tongue)
    outcomes: list[Any] = []
    scorers: list[Scorer] = []

    def lines() -> Iterator[str]:
        while len(outcomes) < 10 and not scorers[0].editor.replay.over:
            typed_answers, outcome = random_answers(
                rng, speech, partial(speech.game.scoring.scoring_questions, scorers[0].editor.replay.match.standing)
            )
            outcomes.append(outcome)
            yield from (*typed_answers, "")

    typist = Typist(tongue, lines())
    with OpenScoreFile(path, new) as open_file:
        scorers.append(Scorer(open_file, typist, tongue))
        with pytest.raises(EOFError):
            scorers[0].run()
    scoring = read(path.read_bytes())[0].current_list
    assert len(scoring.entries) == len(outcomes) > 0
    assert [
        applied_entry.match_after.sheet.lines[-1].outcome for applied_entry in scorers[0].editor.replay.applied_entries
    ] == outcomes
    assert not [gap for gap in GAPS if gap in typist.text]


@each_game_scored
@each_language
def test_score_session_commands_work_in_all_languages_and_games(name: str, tongue: str, tmp_path: Path) -> None:
    """In the user's language and in English, in every game; at the end a sheet is printed in every format."""
    new, path = create_scoring(name, tongue, price="0.25", decimals=2), tmp_path / "evening.jsonl"
    speech, words, rng = create_speech(name, tongue), words_of(tongue, name), random.Random(3)

    def key(command: str) -> str:
        return words(f"keys-scorer-{command}").split()[0]

    deal, _ = random_answers(rng, speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing))
    box = boxes(speech)[0]
    typed_lines = [
        " ".join(deal),
        "",
        f"{key('adjust')} {box} +5 tea",
        "",
        f"{key('fix')} 2 {key('adjust')} {box} -5 tea again",
        "",
        f"{key('insert')} 1 {key('note')} a note",
        "",
        f"{key('dealer')} BORIS",
        f"{key('note')} late",
        f"{key('move')} 5 1",
        "",
        f"{key('delete')} 1",
        "",
        *[key("undo")] * 7,
        *[key("redo")] * 7,
        f"{key('price')} 0,5",
        f"{key('place')} Baku",
        f"{key('limit')} 240 {words('score-limit-deal')}",
        f"{key('limit')} 90",
        f"{key('limit')} 14",
        f"{key('limit')} tea",
        key("payments"),
        f"{key('names')} Anna, anna",
        f"{key('names')} {', '.join(reversed(new.names))}",
        "",
        key("options"),
        f"{key('options')} nothing=1",
        f"{key('play-on')}",
        "",
        f"{key('fault')}",
        key("back"),
        f"{key('deal')} 2",
        f"{key('deal')} 99",
        f"{key('stop')}",
        *(f"{key('print')} {form} {tmp_path / 'sheet'}.{form}" for form in ("text", "csv", "html")),
        f"{key('print')} {tmp_path / 'sheet.pdf'}",
        f"{key('print')} pdf",
        f"{key('print')} {tmp_path / 'nowhere' / 'sheet.html'}",
        key("print"),
        key("sheet"),
        key("evenings"),
        key("help"),
        "what is this",
        key("quit"),
    ]
    text, scoring = type_in(path, new, typed_lines)
    kinds = [type(entry.what).__name__ for entry in scoring.entries]
    assert kinds == ["NoteEntry", "DealEntry", "AdjustEntry", "Dealer", "StopEntry"]
    assert scoring.entries[2].before
    assert (scoring.price, scoring.decimals, scoring.play_on) == ("0.5", 1, True)
    assert (scoring.minutes, scoring.after) == (90, "deal")
    assert (scoring.names, scoring.place) == (tuple(reversed(new.names)), "Baku")
    for form in ("text", "csv", "html"):
        sheet = (tmp_path / f"sheet.{form}").read_text()
        assert scoring.names[0] in sheet
        assert not [gap for gap in GAPS if gap in sheet]
    assert all(words(f"help-scorer-{command}") in text for command in COMMANDS)
    gaps = ("score-", "print-", "told-", "differs-", "{ $", "None")
    assert not [gap for gap in gaps if gap in text.replace(str(tmp_path), "")]


def test_score_session_undoes_single_answers_then_whole_deals(tmp_path: Path) -> None:
    new, speech = create_scoring(SCORED_GAMES[0]), create_speech(SCORED_GAMES[0])
    deal_answers, _ = random_answers(
        random.Random(2), speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing)
    )
    text, scoring = type_in(
        tmp_path / "a", new, [" ".join(deal_answers), "", " ".join(deal_answers[:1]), "undo", "undo", "undo"]
    )
    assert scoring.entries == ()
    assert words_of("en")("score-undone") in text
    assert "There is nothing to undo." in text


def test_score_session_accepts_deal_typed_at_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line typed while a page waits answers the question below the page."""
    new, speech, path = create_scoring(SCORED_GAMES[0]), create_speech(SCORED_GAMES[0]), tmp_path / "a"
    deal_answers, _ = random_answers(
        random.Random(2), speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing)
    )
    lines = iter(["help", " ".join(deal_answers), "", "q"])
    console = Console(file=io.StringIO(), force_terminal=True, highlight=False, _environ={})
    screen = RichScreen(words_of("en"), console=console)
    monkeypatch.setattr(screen, "line", lambda prompt: next(lines))
    monkeypatch.setenv("LINES", "1000")
    with OpenScoreFile(path, new) as open_file, pytest.raises(EOFError):
        Scorer(open_file, screen, "en").run()
    assert [type(entry.what) for entry in read(path.read_bytes())[0].current_list.entries] == [DealEntry]


def test_score_session_still_offers_deal_after_viewing_sheet(tmp_path: Path) -> None:
    """Only an answer to the save question, or another entry, discards an entered deal."""
    new, speech = create_scoring(SCORED_GAMES[0]), create_speech(SCORED_GAMES[0])
    deal_answers, _ = random_answers(
        random.Random(2), speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing)
    )
    scoring = type_in(tmp_path / "a", new, [" ".join(deal_answers), "sheet", "help", "print", "deal 9", ""])[1]
    assert [type(entry.what) for entry in scoring.entries] == [DealEntry]
    scoring = type_in(tmp_path / "a", new, ["delete 1", "undo", "quit"])[1]
    assert [type(entry.what) for entry in scoring.entries] == [DealEntry]


def test_score_session_resumes_deal_entry_after_a_note(tmp_path: Path) -> None:
    """Entries that do not change the sheet may be typed between two answers, and before a deal is saved."""
    new, speech = create_scoring(SCORED_GAMES[0]), create_speech(SCORED_GAMES[0])
    deal_answers, _ = random_answers(
        random.Random(2), speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing)
    )
    scoring = type_in(
        tmp_path / "a", new, [deal_answers[0], "note tea", *deal_answers[1:], "price 0.5", "place Baku", ""]
    )[1]
    assert [type(entry.what) for entry in scoring.entries] == [NoteEntry, DealEntry]
    assert (scoring.price, scoring.place) == ("0.5", "Baku")


@each_language
def test_score_session_lets_fourth_player_join_and_leave(tongue: str, tmp_path: Path) -> None:
    """In one step, with the other players' average score; earlier deals are listed as they were played."""
    name = next(name for name in SCORED_GAMES if game(name).seats == 3 and hasattr(game(name).options, "players"))
    new, speech, path = create_scoring(name, tongue), create_speech(name, tongue), tmp_path / "evening.jsonl"
    join, leave, undo = (speech.words(f"keys-scorer-{key}").split()[0] for key in ("join", "leave", "undo"))
    deal, _ = random_answers(
        random.Random(2), speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing)
    )
    typed_lines = [" ".join(deal), "", f"{join} Gleb, anna", ""]
    text, scoring = type_in(path, new, typed_lines)
    replay = replay_scoring(scoring)
    assert replay.names == ("Anna", "Gleb", "Boris", "Vera")
    assert [entry.what for entry in scoring.entries[1:]] == [Join(1, "Gleb")]
    assert text.count("Gleb") > text.count(f"{join} Gleb, anna")
    more_answers, _ = random_answers(
        random.Random(3),
        Speech(speech.words, replay.game, replay.names, spoken=True),
        partial(replay.game.scoring.scoring_questions, replay.match.standing),
    )
    sheet = speech.words("keys-scorer-sheet").split()[0]
    text, scoring = type_in(
        path,
        new,
        [join, f"{join} GLEB", " ".join(more_answers), "", sheet, f"{leave} gleb", "", sheet, undo, undo, undo],
    )
    assert len(scoring.entries) == 1
    assert not [gap for gap in GAPS if gap in text]
    assert speech("names-alike", text="GLEB", first="Gleb") in text


@each_language
def test_score_session_reopens_file_with_undo_and_redo(tongue: str, tmp_path: Path) -> None:
    new, path = create_scoring(SCORED_GAMES[0], tongue), tmp_path / "a"
    undo, redo, note = (words_of(tongue)(f"keys-scorer-{key}").split()[0] for key in ("undo", "redo", "note"))
    type_in(path, new, [f"{note} one", f"{note} two"])
    path.write_bytes(path.read_bytes() + b'{"type":"undo"')
    text, scoring = type_in(path, new, [undo])
    assert words_of(tongue)("log-dropped") in text
    assert len(scoring.entries) == 1
    assert len(type_in(path, new, [redo])[1].entries) == 2


def test_score_session_merges_two_copies_and_reports_conflicts(tmp_path: Path) -> None:
    new, first_path, second_path = create_scoring(SCORED_GAMES[0]), tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    type_in(first_path, new, ["note first"])
    second_path.write_bytes(first_path.read_bytes())
    type_in(second_path, new, ["note theirs"])
    type_in(first_path, new, ["note ours"])
    text, scoring = type_in(first_path, new, [f"merge {second_path}", f"merge {second_path}", "merge nowhere"])
    assert [entry.what for entry in scoring.entries] == [NoteEntry("first"), NoteEntry("ours"), NoteEntry("theirs")]
    assert "Added from the other file: 1 step." in text
    second_path.write_bytes(first_path.read_bytes())
    type_in(second_path, new, ["fix 1 note changed there", ""])
    type_in(first_path, new, ["fix 1 note changed here", ""])
    text, scoring = type_in(first_path, new, [f"merge {second_path}"])
    assert "In this file: changed here" in text
    assert "In the other file: changed there" in text
    assert scoring.entries[0].what == NoteEntry("changed here")


def test_score_session_shows_time_left_then_what_follows(tmp_path: Path) -> None:
    name = SCORED_GAMES[0]
    new, speech, rng = create_scoring(name, minutes=60, after="deal"), create_speech(name), random.Random(2)
    now_s = 1.0  # the match begins

    def deal() -> Iterator[str]:
        questions = partial(speech.game.scoring.scoring_questions, scorer.editor.replay.match.standing)
        yield from (*random_answers(rng, speech, questions)[0], "")

    def lines() -> Iterator[str]:
        nonlocal now_s
        yield from deal()
        now_s = 3000.5
        yield from deal()
        now_s = 3601
        yield "note the time is over"
        yield from deal()
        yield from ("limit 90", "limit 0")

    typist = Typist("en", lines())
    with OpenScoreFile(tmp_path / "evening.jsonl", new) as open_file:
        scorer = Scorer(open_file, typist, "en", lambda: now_s)
        with pytest.raises(EOFError):
            scorer.run()
    shown = [
        line for line in typist.text.splitlines() if re.search(r"min left|last deal|time over", line, re.IGNORECASE)
    ]
    title = next(evening_page(Speech(words_of("en", name), game(name), speech.names), replay_scoring(new), now_s))
    assert isinstance(title, Heading)
    assert title.text.endswith(" · last deal")
    assert shown == ["60 min left", "60 min left", "11 min left", "Last deal", "Time over", "30 min left"]


def test_score_session_writes_no_file_without_entries(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.jsonl"
    type_in(path, create_scoring(SCORED_GAMES[0]), ["help", "quit"])
    assert not path.parent.exists()


def test_score_session_totals_evenings_and_reuses_last_players(tmp_path: Path) -> None:
    """Files that are no matches of this game are skipped; the players of the last suitable one are suggested."""
    name = SCORED_GAMES[0]
    new, speech = create_scoring(name), create_speech(name)
    deals = [
        random_answers(
            random.Random(seed), speech, partial(speech.game.scoring.scoring_questions, match_begun(new).standing)
        )[0]
        for seed in (2, 3)
    ]
    scorings = [type_in(tmp_path / f"{n}.jsonl", new, [" ".join(deal), ""])[1] for n, deal in enumerate(deals)]
    (tmp_path / "odd.jsonl").write_text("{}")
    type_in(tmp_path / "other.jsonl", create_scoring(SCORED_GAMES[-1]), ["note another game"])
    shares = [replay.game.scoring.settlement(replay.match.sheet.totals) for replay in map(replay_scoring, scorings)]
    text, _ = type_in(tmp_path / "0.jsonl", new, ["evenings", "quit"])
    for player, *player_shares in zip(new.names, *shares, strict=True):
        assert f"player: {player}; evenings: 2; won or lost: {format_share(sum(player_shares, Fraction()))}." in text
    typist = Typist("en", ["note tea", "quit"])
    score_evening(words_of("en"), typist, PaperMatch(name), (), str(tmp_path / "next.jsonl"))
    assert read((tmp_path / "next.jsonl").read_bytes())[0].current_list.names == new.names
    assert "Anna" in typist.text


def test_parse_amounts_matches_box_names_by_prefix_in_any_case() -> None:
    for speech in map(create_speech, SCORED_GAMES):
        columns = speech.game.columns
        column_name = f" {speech.words(f'column-{columns[0]}').upper()}" if len(columns) > 1 else ""
        amounts, note = parse_amounts(speech, f"anna{column_name} +5 BORI{column_name} -3 the 2 phones rang")
        assert [(change.column, change.side, change.amount) for change in amounts] == [
            (columns[0], 0, 5),
            (columns[0], 1, -3),
        ]
        assert note == "the 2 phones rang"
        assert parse_amounts(speech, "nobody 5") == ((), "nobody 5")
        assert len(boxes(speech)) == len(speech.game.sides) * len(columns)


def test_score_path_of_a_plain_name_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    name = SCORED_GAMES[0]
    assert score_path("evening", name) == tmp_path / "prikup" / "scores" / "evening.jsonl"
    assert score_path("evening.jsonl", name) == Path("evening.jsonl")
    assert score_path("./evening", name) == Path("evening")
    assert score_path("", name).parent == tmp_path / "prikup" / "scores"


def test_score_session_rejects_unknown_entry_number(tmp_path: Path) -> None:
    with OpenScoreFile(tmp_path / "a", create_scoring(SCORED_GAMES[0])) as open_file:
        scorer = Scorer(open_file, Typist("en", ()), "en")
        with pytest.raises(BadText, match="entry-number"):
            scorer.editor.replay.entry_at(1)
        assert scorer.editor.replay.applied_entries == ()
        assert not [entry for entry in open_file.history.current_list.entries if isinstance(entry.what, DealEntry)]
