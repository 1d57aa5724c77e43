"""Features of the terminal that only Preferans uses: the talon, a dealer who sits out, open hands."""

import re
from pathlib import Path

import pytest
from games.preferans_table import call
from terminal.plain_player import YOU, Sitting, deal_view, legal, play_new_match

from prikup.games import game
from prikup.games.preferans import Outcome
from prikup.games.preferans.calls import MISERE, PASS
from prikup.history.events import AgreementEvent, RowEvent
from prikup.history.log import Log
from prikup.locale.speech import Speech
from prikup.narration import describe_step, steps
from prikup.rules.cards import parse_card
from prikup.terminal.cli.tables.new_match import Wish
from prikup.terminal.client.input_parser import ParsedActions, read
from prikup.terminal.render.blocks import Paragraph
from prikup.terminal.render.last_trick import recap
from prikup.terminal.render.outcome_input import hint, outcome_fields
from prikup.terminal.render.replay_page import replay_page
from prikup.terminal.render.table_view import Picture, picture
from prikup.terminal.words import words_of

CODEX = "leningrad-codex players=4"
"""Options with raspasy in which the talon is led."""
SEEDS = {CODEX: "2", "sochi-codex": "11", "sochi": "7", "leningrad players=4": "5"}
"""Seeds by the deals of a user who always passes.

The second deal of the first two is raspasy, the first of the third a misère; in the last the user deals first.
"""


def table(path: Path, options: str, *, until: int = 99) -> tuple[Speech, Log, list[Picture]]:
    """Play two deals with a user who passes and then plays their lowest card; return the table at each prompt."""
    pictures: list[Picture] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        if log.state is None or log.state.public.actor != YOU:
            return ""
        speech = Speech(words_of("en", "preferans"), log.game, log.begin.names)
        pictures.append(picture(speech, deal_view(log, YOU, spoken=False)))
        choices = legal(sitting)
        if len(pictures) == until:
            return None
        return str(1 + choices.index(PASS)) if PASS in choices else str(len(choices))

    log = play_new_match(
        path / "log", Wish("preferans", options, "Anna", deals=2, seed=SEEDS[options]), Sitting("en", answer)
    )
    return Speech(words_of("en", "preferans"), log.game, log.begin.names), log, pictures


@pytest.mark.parametrize("tongue", ["en", "ru"])
def test_terminal_misere_claim_takes_result_of_best_play(tongue: str, tmp_path: Path) -> None:
    """The user bids a misère, discards two cards, asks how to claim, and claims, after first cancelling."""
    pytest.importorskip("prikup.solver.native")
    answers = iter(("claim ?", "claim", "no", "claim", "yes"))
    outputs: list[str] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        assert log.state is not None
        if log.state.public.contract is not None and log.state.public.declarer == YOU:
            outputs.append(sitting.output_since_answer)
            return next(answers, None)
        choices = legal(sitting)
        return str(1 + choices.index(MISERE if MISERE in choices else PASS if PASS in choices else choices[0]))

    wish = Wish("preferans", "sochi", "Anna", deals=1, seed="3")
    log = play_new_match(tmp_path / "log", wish, Sitting(tongue, answer))
    (agreement,) = (event for event in log.events if isinstance(event, AgreementEvent))
    assert agreement.by == (YOU,)
    assert sum(agreement.won) == 10
    assert re.search(r"\b0\b.*\b10\b", outputs[1]), "as many tricks as one may claim"
    assert all(re.search(rf"\b{agreement.won[YOU]}\b.*\b10\b", outputs[n]) for n in (2, 4))
    assert log.over


def test_terminal_table_marks_only_the_seat_that_sits_out(tmp_path: Path) -> None:
    _, _, pictures = table(tmp_path, CODEX, until=2)
    assert {seat.name for seat in pictures[0].seats if seat.out} == {
        pictures[0].title.split("dealer ")[1].split(" ")[0]
    }


def test_terminal_table_shows_raspasy_talon_in_its_trick(tmp_path: Path) -> None:
    """The talon's card leads, is part of the last trick, and is turned only after the previous trick was taken."""
    _, _, pictures = table(tmp_path, CODEX)
    raspasy = [table_picture for table_picture in pictures if any("Raspasy" in fact for fact in table_picture.facts)]
    first_picture, second_picture = raspasy[:2]
    card = next(seat.card for seat in first_picture.seats if seat.out)
    assert card.endswith("→")
    assert next(seat.said for seat in first_picture.seats if seat.out) == f"talon {card.removesuffix(' →')}"
    assert next(seat.last for seat in second_picture.seats if seat.out).startswith(card)
    between_text = " ".join(second_picture.recap)
    assert between_text.index("takes the trick") < between_text.index("Turned up from the talon")


@pytest.mark.parametrize("options", [CODEX, "sochi-codex"])
def test_terminal_replay_numbers_tricks_and_shows_talon_cards(options: str, tmp_path: Path) -> None:
    speech, log, _ = table(tmp_path, options)
    for is_spoken in (False, True):
        speech.spoken = is_spoken
        lines = [block.text for block in replay_page(speech, log, 2) if isinstance(block, Paragraph)]
        tricks = [line for line in lines if re.match(r"\d+\. ", line)]
        assert [int(line.split(".")[0]) for line in tricks] == list(range(1, len(tricks) + 1))
        assert len(tricks) == 10 or "takes the rest" in tricks[-1]
        if not is_spoken:
            talon = r"\(\S+\)" if options == "sochi-codex" else r"\w+ \S+,"
            assert all(
                re.match(rf"\d\. {talon} (\w+ \S+, ){{2}}\w+ \S+\. \w+ takes the trick\.", t) for t in tricks[:2]
            )


def test_terminal_table_shows_no_leader_when_talon_sets_suit(tmp_path: Path) -> None:
    _, _, pictures = table(tmp_path, "sochi-codex")
    second_picture = [
        table_picture for table_picture in pictures if any("Raspasy" in fact for fact in table_picture.facts)
    ][1]
    assert not any("→" in seat.last for seat in second_picture.seats)
    assert not any(" leads " in line for line in second_picture.recap)


def test_terminal_describes_each_open_hand_once(tmp_path: Path) -> None:
    """The drawn table shows it; the sentences name its cards."""
    speech, log, pictures = table(tmp_path, "sochi", until=2)
    assert [name for name, _ in pictures[-1].open] == ["Vera"]
    for is_spoken, key in ((False, "puts their hand on the table."), (True, "shows spades")):
        speech.spoken = is_spoken
        lines = speech.sentences(
            item for step in steps(log) for item in describe_step(log.game, step, YOU, spoken=is_spoken)
        )
        assert sum(key in line for line in lines) == 2, "both defenders, each once"
        assert sum("shows" in line for line in lines) == (2 if is_spoken else 0)


def test_terminal_recap_shows_last_trick_on_screen_and_all_when_spoken(tmp_path: Path) -> None:
    """The user deals the first deal and sits out; the seal of the deck is announced all the same."""
    _, whole, _ = table(tmp_path, "leningrad players=4")
    closed_index = next(n for n, event in enumerate(whole.events) if isinstance(event, RowEvent))
    log = Log.replay(whole.events[:closed_index])
    assert log.match.dealer == YOU
    assert log.state is not None
    for is_spoken, tricks in ((False, 1), (True, len(log.state.public.tricks.past))):
        speech = Speech(words_of("en", "preferans"), log.game, log.begin.names, spoken=is_spoken)
        lines = recap(speech, deal_view(log, YOU, spoken=is_spoken))
        assert sum("takes the trick" in line for line in lines) == tricks
        assert any("The deck is sealed" in line for line in lines)


def test_terminal_contract_hint_groups_contracts_by_level() -> None:
    """The levels are not broken at the end of a line: they contain non-breaking spaces."""
    rules = game("preferans")
    speech = Speech(words_of("en", "preferans"), rules, ("Anna", "Vera", "Tigran"))
    contract = next(field for field in outcome_fields(Outcome) if field.name == "contract")
    contract_hint = hint(speech, contract)
    assert contract_hint.startswith("raspasy, 6S\u00a0C\u00a0D\u00a0H\u00a0NT, 7S")
    assert contract_hint.endswith("H\u00a0NT, misère, misdeal")


def russian() -> Speech:
    """Return the messages of a table in Russian."""
    return Speech(words_of("ru", "preferans"), game("preferans"), ("Anna", "Vera", "Tigran"))


def test_terminal_bid_input_accepts_suit_sign_or_letter() -> None:
    speech = russian()
    bids = tuple(range(52, 52 + len(speech.game.calls)))
    for text, bid in ("7♠", "7S"), ("7П", "7S"), ("10ч", "10H"), ("7БК", "7NT"), ("7 бк", "7NT"), ("мизер", "misere"):
        assert read(speech, bids, text) == ParsedActions((call(bid),))


def test_terminal_input_reads_too_low_bid_as_bid_not_card() -> None:
    speech = russian()
    for text, bid in ("7п", "7S"), ("7♥", "7H"), ("7H", "7H"), ("10б", "10D"):
        assert read(speech, (PASS, call("8S")), text) == ParsedActions((call(bid),))
    assert read(speech, (parse_card("S7"),), "7п") == ParsedActions((parse_card("S7"),))


def test_terminal_bid_is_spoken_and_read_in_words() -> None:
    screen_speech, voice_speech = russian(), russian()
    voice_speech.spoken = True
    bid = call("10C")
    assert (screen_speech.action(bid), voice_speech.action(bid)) == ("10♣", "10 треф")
    for text in ("10♣", "10т", "10 треф", "10C"):
        assert read(voice_speech, (52, bid), text) == ParsedActions((bid,))
