"""Features of the terminal that only Preferans uses: the talon, a dealer who sits out, open hands."""

import re
from pathlib import Path

import pytest
from games.preferans_table import call
from terminal.plain_player import YOU, Sitting, legal, played, sight

from prikup.games import game
from prikup.games.preferans import Outcome
from prikup.games.preferans.calls import MISERE, PASS
from prikup.history.log import Agreed, Closed, Log
from prikup.locale.speech import Speech
from prikup.narration import steps, told
from prikup.rules.cards import parse_card
from prikup.terminal.cli.new_match import Wish
from prikup.terminal.client.input_parser import Actions, read
from prikup.terminal.render.blocks import Text
from prikup.terminal.render.last_trick import since
from prikup.terminal.render.outcome_input import asked, hint
from prikup.terminal.render.replay_page import replayed
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
    seen: list[Picture] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        if log.state is None or log.state.public.actor != YOU:
            return ""
        speech = Speech(words_of("en", "preferans"), log.game, log.begin.names)
        seen.append(picture(speech, sight(log, YOU, spoken=False)))
        choices = legal(sitting)
        if len(seen) == until:
            return None
        return str(1 + choices.index(PASS)) if PASS in choices else str(len(choices))

    log = played(path / "log", Wish("preferans", options, "Anna", deals=2, seed=SEEDS[options]), Sitting("en", answer))
    return Speech(words_of("en", "preferans"), log.game, log.begin.names), log, seen


@pytest.mark.parametrize("tongue", ["en", "ru"])
def test_where_every_card_lies_open_one_may_claim_what_best_play_gives(tongue: str, tmp_path: Path) -> None:
    """The user bids a misère, discards two cards, asks how to claim, and claims, after first cancelling."""
    pytest.importorskip("prikup.solver.native")
    answers = iter(("claim ?", "claim", "no", "claim", "yes"))
    heard: list[str] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        assert log.state is not None
        if log.state.public.contract is not None and log.state.public.declarer == YOU:
            heard.append(sitting.since)
            return next(answers, None)
        choices = legal(sitting)
        return str(1 + choices.index(MISERE if MISERE in choices else PASS if PASS in choices else choices[0]))

    wish = Wish("preferans", "sochi", "Anna", deals=1, seed="3")
    log = played(tmp_path / "log", wish, Sitting(tongue, answer))
    (claimed,) = (event for event in log.events if isinstance(event, Agreed))
    assert claimed.by == (YOU,)
    assert sum(claimed.won) == 10
    assert re.search(r"\b0\b.*\b10\b", heard[1]), "as many tricks as one may claim"
    assert all(re.search(rf"\b{claimed.won[YOU]}\b.*\b10\b", heard[n]) for n in (2, 4))
    assert log.over


def test_who_sits_out_is_marked_and_nobody_else(tmp_path: Path) -> None:
    _, _, seen = table(tmp_path, CODEX, until=2)
    assert {seated.name for seated in seen[0].seats if seated.out} == {seen[0].title.split("dealer ")[1].split(" ")[0]}


def test_the_talon_in_raspasy_belongs_to_the_tricks(tmp_path: Path) -> None:
    """The talon's card leads, is part of the last trick, and is turned only after the previous trick was taken."""
    _, _, seen = table(tmp_path, CODEX)
    raspasy = [one for one in seen if any("Raspasy" in fact for fact in one.facts)]
    first, second = raspasy[:2]
    card = next(seated.card for seated in first.seats if seated.out)
    assert card.endswith("→")
    assert next(seated.said for seated in first.seats if seated.out) == f"talon {card.removesuffix(' →')}"
    assert next(seated.last for seated in second.seats if seated.out).startswith(card)
    between = " ".join(second.since)
    assert between.index("takes the trick") < between.index("From the talon")


@pytest.mark.parametrize("options", [CODEX, "sochi-codex"])
def test_every_trick_of_a_replay_has_its_number_and_the_card_of_the_talon(options: str, tmp_path: Path) -> None:
    speech, log, _ = table(tmp_path, options)
    for spoken in (False, True):
        speech.spoken = spoken
        lines = [block.text for block in replayed(speech, log, 2) if isinstance(block, Text)]
        tricks = [line for line in lines if re.match(r"\d+\. ", line)]
        assert [int(line.split(".")[0]) for line in tricks] == list(range(1, len(tricks) + 1))
        assert len(tricks) == 10 or "takes the rest" in tricks[-1]
        if not spoken:
            talon = r"\(\S+\)" if options == "sochi-codex" else r"\w+ \S+,"
            assert all(
                re.match(rf"\d\. {talon} (\w+ \S+, ){{2}}\w+ \S+\. \w+ takes the trick\.", t) for t in tricks[:2]
            )


def test_who_must_follow_the_talon_does_not_lead(tmp_path: Path) -> None:
    _, _, seen = table(tmp_path, "sochi-codex")
    second = [one for one in seen if any("Raspasy" in fact for fact in one.facts)][1]
    assert not any("→" in seated.last for seated in second.seats)
    assert not any(" leads " in line for line in second.since)


def test_an_open_hand_is_told_once(tmp_path: Path) -> None:
    """The drawn table shows it; the sentences name its cards."""
    speech, log, seen = table(tmp_path, "sochi", until=2)
    assert [name for name, _ in seen[-1].open] == ["Vera"]
    for spoken, key in ((False, "puts their hand on the table."), (True, "shows spades")):
        speech.spoken = spoken
        lines = speech.told(item for step in steps(log) for item in told(log.game, step, YOU, spoken=spoken))
        assert sum(key in line for line in lines) == 2, "both defenders, each once"
        assert sum("shows" in line for line in lines) == (2 if spoken else 0)


def test_who_has_nothing_to_do_is_told_the_last_trick_and_not_all_of_them(tmp_path: Path) -> None:
    """The user deals the first deal and sits out; the seal of the deck is announced all the same."""
    _, whole, _ = table(tmp_path, "leningrad players=4")
    closed = next(n for n, event in enumerate(whole.events) if isinstance(event, Closed))
    log = Log.replay(whole.events[:closed])
    assert log.match.dealer == YOU
    assert log.state is not None
    for spoken, tricks in ((False, 1), (True, len(log.state.public.tricks.past))):
        speech = Speech(words_of("en", "preferans"), log.game, log.begin.names, spoken=spoken)
        lines = since(speech, sight(log, YOU, spoken=spoken))
        assert sum("takes the trick" in line for line in lines) == tricks
        assert any("Deck sealed" in line for line in lines)


def test_contracts_of_one_level_are_offered_together() -> None:
    """The levels are not broken at the end of a line: they contain non-breaking spaces."""
    rules = game("preferans")
    speech = Speech(words_of("en", "preferans"), rules, ("Anna", "Vera", "Tigran"))
    contract = next(field for field in asked(Outcome) if field.name == "contract")
    offered = hint(speech, contract)
    assert offered.startswith("raspasy, 6S\u00a0C\u00a0D\u00a0H\u00a0NT, 7S")
    assert offered.endswith("H\u00a0NT, misère, misdeal")


def russian() -> Speech:
    """Return the messages of a table in Russian."""
    return Speech(words_of("ru", "preferans"), game("preferans"), ("Anna", "Vera", "Tigran"))


def test_a_bid_reads_with_a_sign_or_a_letter_for_its_suit() -> None:
    spoken = russian()
    bids = tuple(range(52, 52 + len(spoken.game.calls)))
    for text, bid in ("7♠", "7S"), ("7П", "7S"), ("10ч", "10H"), ("7БК", "7NT"), ("7 бк", "7NT"), ("мизер", "misere"):
        assert read(spoken, bids, text) == Actions((call(bid),))


def test_a_bid_that_is_too_low_is_a_bid_and_not_a_card() -> None:
    spoken = russian()
    for text, bid in ("7п", "7S"), ("7♥", "7H"), ("7H", "7H"), ("10б", "10D"):
        assert read(spoken, (PASS, call("8S")), text) == Actions((call(bid),))
    assert read(spoken, (parse_card("S7"),), "7п") == Actions((parse_card("S7"),))


def test_a_bid_is_said_in_words_where_cards_are() -> None:
    drawn, said = russian(), russian()
    said.spoken = True
    bid = call("10C")
    assert (drawn.action(bid), said.action(bid)) == ("10♣", "10 треф")
    for text in ("10♣", "10т", "10 треф", "10C"):
        assert read(said, (52, bid), text) == Actions((bid,))
