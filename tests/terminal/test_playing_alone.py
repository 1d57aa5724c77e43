"""Matches with computer players at a local table, played by a function without a terminal or delays."""

import random
import re
from pathlib import Path

import pytest
from support.circles import depth
from support.example_games import example, traits
from terminal.plain_player import (
    Sitting,
    each_game,
    each_game_in_a_language,
    each_language,
    legal,
    play_new_match,
    random_player,
    run_match,
    some_games,
    view_to_act,
)

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.history.events import ActionEvent, AgreementEvent, ConcessionEvent, Event, UndoEvent
from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.terminal.cli.tables.menu import menu
from prikup.terminal.cli.tables.new_match import USUAL, Wish, settings_of
from prikup.terminal.cli.tables.play import play_match
from prikup.terminal.cli.tables.table_options import PlayWish
from prikup.terminal.client.commands import COMMANDS
from prikup.terminal.words import words_of

THREE = example(seats=3, first="call")
CHANGING = ("quit", "undo", "concede", "claim", "stop", "stand")
"""Commands with an effect, or that ask for confirmation."""


def wish(name: str, deals: int = 2, seed: str = "tests") -> Wish:
    return Wish(name, name="Anna", deals=deals, seed=seed)


@each_game
def test_local_match_output_depends_on_seed_and_input_only(name: str, tmp_path: Path) -> None:
    """Independent of thread timing."""
    logs, texts = [], []
    for n, seed in enumerate(("tests", "tests", "other")):
        sitting = Sitting("en", random_player(2))
        logs.append(play_new_match(tmp_path / str(n), wish(name, 1, seed), sitting))
        texts.append(sitting.text)
    assert logs[0].events == logs[1].events != logs[2].events
    assert texts[0] == texts[1] != texts[2]


@each_game
def test_local_match_prints_first_deal_without_repeated_lines(name: str, tmp_path: Path) -> None:
    sitting = Sitting("en", lambda _: None)
    play_new_match(tmp_path / "log", wish(name), sitting)
    lines = [line for line in sitting.text.splitlines() if line]
    assert any(line.startswith("Deal 1") for line in lines)
    assert len(lines) == len(set(lines)), sitting.text


@each_game_in_a_language
def test_information_commands_print_text_without_adding_events(name: str, tongue: str, tmp_path: Path) -> None:
    rng = random.Random(3)
    untried_commands: list[str] = []
    pending_checks: list[tuple[str, int]] = []

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        choices = len(legal(sitting))
        if pending_checks:
            command, events = pending_checks.pop()
            assert len(sitting.log.events) == events
            assert sitting.output_since_answer, "a command says something"
            if command == "help":
                numbers = re.findall(r"^(\d+): ", sitting.output_since_answer, re.MULTILINE)
                assert [*map(int, numbers)] == [*range(1, choices + 1)]
        if not untried_commands and rng.random() < 0.3:
            untried_commands.extend(
                known_command.name for known_command in COMMANDS if known_command.name not in CHANGING
            )
        if untried_commands:
            pending_checks.append((untried_commands.pop(), len(sitting.log.events)))
            return sitting.words(f"keys-{pending_checks[0][0]}").split()[0]
        return str(rng.randint(1, choices))

    assert play_new_match(tmp_path / "log", wish(name), Sitting(tongue, answer)).over


@each_game
def test_local_match_rejects_nonsense_input(name: str, tmp_path: Path) -> None:
    nonsense = ["xyz", "0", "99", "-1", "♠♠", "s7 h8 nonsense", "\x1b[A", "{ $x }", "[red]", "ъ" * 300, ""]
    inputs: list[str] = []

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        assert not any(isinstance(e, ActionEvent) and e.seat == 0 for e in sitting.log.events)
        if inputs and not inputs[-1]:
            assert next(iter(GAMES[name].presets)) in sitting.output_since_answer, "an empty line shows the table again"
        if len(inputs) == 3 * len(nonsense):
            return None
        inputs.append(nonsense[len(inputs) % len(nonsense)])
        return inputs[-1]

    sitting = Sitting("en", answer)
    assert not play_new_match(tmp_path / "log", wish(name), sitting).over
    assert sitting.text.count("Not understood") >= 15


@each_game_in_a_language
def test_local_match_explains_refused_card_by_its_rule(name: str, tongue: str, tmp_path: Path) -> None:
    rng = random.Random(5)
    refusals: list[tuple[str, int]] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        assert log.state is not None
        if refusals and refusals[-1][1] == len(log.events):
            assert refusals[-1][0] in sitting.output_since_answer
            assert sitting.output_since_answer[0].isupper(), "a sentence"
        player_view = view_to_act(log)
        illegal = [c for c in range(52) if c not in log.game.legal(player_view)]
        if rng.random() < 0.5:
            card = rng.choice(illegal)
            why: Reason = log.game.explanations.why_illegal(player_view, card, log.game.legal(player_view))
            speech = Speech(words_of(tongue, name), log.game, log.begin.names, spoken=True)
            refusals.append((speech.reason(why)[1:], len(log.events)))
            return "SCDH"[card // 13] + "23456789TJQKA"[card % 13]
        return str(rng.randint(1, len(legal(sitting))))

    assert play_new_match(tmp_path / "log", wish(name), Sitting(tongue, answer)).over
    assert len(refusals) > 5


@each_game
def test_local_match_undo_restores_last_prompt(name: str, tmp_path: Path) -> None:
    prompts: list[tuple[str, tuple[int, ...]]] = []

    def answer(sitting: Sitting) -> str | None:
        prompts.append((sitting.output_since_answer, legal(sitting)))
        return ("u", str(len(prompts[-1][1])), "u", None)[len(prompts) - 1]

    log = play_new_match(tmp_path / "log", wish(name), Sitting("en", answer))
    (_, first_choices), (refusal, _), _, (taken_back, last_choices) = prompts
    assert "You have done nothing in this deal that you could take back" in refusal
    assert "You take back" in taken_back
    assert "must agree" not in taken_back, "there is nobody who must"
    assert isinstance(log.events[-1], UndoEvent)
    assert first_choices == last_choices


@each_game
def test_local_match_claims_and_concessions_end_deals(name: str, tmp_path: Path) -> None:
    rng = random.Random(8)
    ending_events: list[Event] = []
    confirmed_indexes: list[int] = []
    can_give_up = traits(name).concedes  # only a side that has won a deal

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        if "(y/n)" in sitting.output_since_answer:
            reply = rng.choice(["y", "y", "y", "n", ""])
            confirmed_indexes.extend([len(sitting.log.events)] * (reply == "y"))
            return reply
        return "c" if rng.random() < 0.4 else str(rng.randint(1, len(legal(sitting))))

    for n in range(50):
        log = play_new_match(tmp_path / str(n), wish(name, 1 + can_give_up, str(n)), Sitting("en", answer))
        assert log.over
        ending_events += [
            log.events[index]
            for index in confirmed_indexes
            if isinstance(log.events[index], AgreementEvent | ConcessionEvent)
        ]
        confirmed_indexes.clear()
        if (
            len(ending_events) >= depth(5)
            and any(isinstance(event, ConcessionEvent) for event in ending_events) == can_give_up
        ):
            break
    assert ending_events
    assert any(isinstance(event, ConcessionEvent) for event in ending_events) == can_give_up
    for event in ending_events:
        assert isinstance(event, AgreementEvent | ConcessionEvent)
        assert 0 in (event.by if isinstance(event, AgreementEvent) else event.side)


@some_games
def test_local_match_resumed_at_each_prompt_equals_whole_match(name: str, tmp_path: Path) -> None:
    whole = play_new_match(tmp_path / "whole", wish(name, 1), Sitting("en", random_player(9)))
    move = random_player(9)
    path = tmp_path / "parts"
    log = play_new_match(path, wish(name, 1), Sitting("en", lambda _: None))
    while not log.over:
        old_bytes = path.read_bytes()
        log = run_match(path, Sitting("ru", lambda sitting: move(sitting) if sitting.prompt_count == 1 else None))
        assert path.read_bytes().startswith(old_bytes)
    assert log.events == whole.events
    run_match(path, Sitting("en", lambda _: None))
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


@each_game
def test_local_match_with_auto_plays_single_legal_card(name: str, tmp_path: Path) -> None:
    def never_one(sitting: Sitting) -> str | None:
        assert len(legal(sitting)) > 1 or legal(sitting)[0] >= 52
        return "1"

    assert play_new_match(tmp_path / "log", wish(name, 1), Sitting("en", never_one), auto=True).over


def test_local_match_starts_next_deal_only_on_enter(tmp_path: Path) -> None:
    """Other input shows the score sheet or all cards, or leaves."""
    move, inputs = random_player(1), ["what", "sheet", "d", "q"]

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        return inputs.pop(0) if sitting.log.state is None else move(sitting)

    sitting = Sitting("en", answer, typing=True)
    log = play_new_match(tmp_path / "log", wish(THREE), sitting)
    assert not inputs
    assert log.match.deals == 1
    assert log.state is None
    assert sitting.text.count("Deal 1, dealer") == 3, "the row twice, and below all cards"


@each_language
def test_local_match_prints_resume_command_with_language(
    tongue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")
    sitting = Sitting(tongue, lambda _: None)
    words = words_of(tongue, THREE)
    play_match(words, sitting, tmp_path / "log", PlayWish(settings_of(wish(THREE), words), "Anna"))
    last_page = sitting.pages[-1]
    assert last_page.startswith(f"  prikup play {THREE} --log ")
    assert last_page.endswith("--language ru") == (tongue == "ru")


def test_menu_chooses_bot_level_by_number_or_name() -> None:
    """By number or by name; the user may go back to the games."""
    for tongue, inputs, level in (
        ("en", [""], USUAL),
        ("en", ["1"], LEVELS[0]),
        ("en", [str(len(LEVELS))], LEVELS[-1]),
        ("en", ["grandmaster", "ste"], "rule"),
        ("en", ["RULE"], "rule"),
        ("ru", ["нов"], "beginner"),
        ("ru", ["н", "2", "", "2"], LEVELS[1]),
    ):
        answers = ["1", "", *inputs]
        screen = Sitting(tongue, lambda _: answers.pop(0))  # noqa: B023  (called in this turn of the loop)
        chosen_wish = menu(screen, tongue, lambda _: "").wish
        assert not answers
        assert chosen_wish is not None
        assert (inputs, settings_of(chosen_wish, screen.words).level) == (inputs, level)
        assert all(
            f"{n} {screen.words(f'level-{level_name}')}\n" in screen.text for n, level_name in enumerate(LEVELS, 1)
        )
