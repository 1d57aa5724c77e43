"""Pasted text: lines, links, hands, logs, notations; published problems have their known answers."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.circles import depth
from support.matches import play_match
from support.random_walk import each_game_with_open_contracts

from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, link_of, linked_deals
from prikup.history.events import ActionEvent, RowEvent
from prikup.history.foreign_formats import record_of
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.history.notation import match_text
from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import MAX_CHARACTERS, MAX_HANDS_CHARACTERS, named_game, read_deals
from prikup.rules.cards import parse_card
from prikup.rules.errors import BadText, PrikupError, Reason
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import State
from prikup.solver import solve

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"
BOOK = [
    (r".AKQJ.AJ87.QT \| A.T87.KQT.AJ8 \| KJ987.9.9.K97", "6D 0", 6),
    (r".AKQJ.AJ87.QT \| A.T87.KQT.AJ8 \| KJ987.9.9.K97", "6C 0", 5),
    (r"AKQ87...KJ987 \| JT9.AQ.KQ.AQT \| .KJT987.A987.", "6H 0", 7),
    (r"AKQ87...KJ987 \| JT9.AQ.KQ.AQT \| .KJT987.A987.", "7S 0", 5),
    (r"AJ.AK9.T987.8 \| KQ98.T.KQJ.AK \| T7.QJ.A.QJT97", "6S 1", 5),
]
"""Smirnov and Shchukin, "Преферанс. Правила и приёмы игры", 1990, problems 14a, 14b, 15a, 15b and 16."""


def test_published_problem_has_known_answer() -> None:
    for hands, contract, tricks in BOOK:
        (deal,) = read_deals(f"{hands} ; preferans ; {contract} ; leads 0")
        assert solve(deal.played_position.position) == tricks, deal.text


def test_pasted_link_equals_its_line() -> None:
    for link in ("https://example.org/analyse#{}", " http://127.0.0.1:8000/embed#{}\n", "{}"):
        address = LINE.replace(" | ", "%7C").replace(" ; ", ";").replace(" ", "+" if "#" in link else "%20")
        assert [deal.text for deal in read_deals(link.format(address))] == [LINE]


def test_pasted_hands_determine_game_and_seats() -> None:
    for hands in ("2... | 3... | 4...", "2... | 3... | 4... | 5..."):
        (deal,) = read_deals(hands)
        assert parse_card("S2") in deal.rules.pack
        assert len(deal.hands) == deal.rules.seats == hands.count("|") + 1
    for hands, seats in (("A... | K... | Q...", 3), ("A... | K...", 3), ("A... | K... | - | Q...", 4)):
        (deal,) = read_deals(hands)
        assert (deal.game, len(deal.hands)) == ("preferans", seats)
        assert deal.fault is not None
        assert deal.fault.key == "open-no-contract"


def read_deals_or_reason(text: str) -> tuple[OpenDeal, ...] | Reason:
    """Return the deals of a text, or the reason why it cannot be read; other errors propagate."""
    try:
        return read_deals(text)
    except PrikupError as error:
        return error.reason


def matches_with_texts(name: str, kind: GameDefinition, seed: int) -> Iterator[tuple[Log, str]]:
    """Yield matches with each text form in which they can be written."""
    log, plain_log = play_match(name, kind, seed), play_match(name, kind, seed, extras=False)
    yield log, lines(log.events).decode()
    yield log, match_text(log)
    for text_format in kind.formats.values():
        yield plain_log, text_format.write(record_of(plain_log))


@pytest.mark.parametrize("name", GAMES)
def test_pasted_match_gives_its_deals_in_each_notation(name: str) -> None:
    texts = 0
    for match, text in (pair for seed in range(3) for pair in matches_with_texts(name, GAMES[name], seed)):
        deals = read_deals_or_reason(text)
        if isinstance(deals, Reason):
            assert deals.key == "paste-no-play"
            continue
        texts += 1
        assert len(deals) <= sum(isinstance(event, RowEvent) for event in match.events)
        for deal in deals:
            assert read_deals(deal.text) == (deal,)
            assert deal.game == name
            assert not deal.contract or deal.fault is None
    assert texts


def moments(name: str, kind: GameDefinition) -> Iterator[tuple[str, State[Any]]]:
    """Yield the logs of unfinished deals after the second trick, with the state there."""
    for seed in range(6):
        log = play_match(name, kind, seed, extras=False)
        replayed_log = Log(log.begin)
        for event in log.events[1:]:
            replayed_log.enter(event, checked=False)
            state = replayed_log.state
            if isinstance(event, ActionEvent) and state is not None and state.public.actor is not None:
                tricks = state.public.tricks
                if tricks is not None and len(tricks.past) == 2:
                    yield lines(replayed_log.events).decode(), state
                    break


@each_game_with_open_contracts
def test_pasted_unfinished_deal_has_its_current_position(name: str, kind: GameDefinition) -> None:
    """All cards played so far are legal in the deal that was read, and lead to the hands of the state."""
    compared_count = 0
    for text, state in moments(name, kind):
        deal, tricks = read_deals(text)[-1], state.public.tricks
        if not deal.contract:
            continue
        moment = deal.played_position
        assert moment.position.hands == tuple(
            hand if seat in tricks.seats else 0 for seat, hand in enumerate(state.hands)
        )
        assert moment.position.tricks.turn == tricks.turn
        assert moment.tricks_taken == sum(tricks.won[seat] for seat in moment.position.side)
        compared_count += 1
    assert compared_count


UNREADABLE = (
    ("", "paste-empty"),
    (" \n", "paste-empty"),
    ("A" * (MAX_CHARACTERS + 1), "paste-long"),
    ("A" * (MAX_HANDS_CHARACTERS + 1), "paste-long"),
    ("AKQJT98765432.AKQJ.. | ..2. | ...3", "paste-no-game"),
    (f"{LINE} ; nonsense", "paste-section"),
    (f"{LINE} ; leads 1", "paste-section-twice"),
    (f"{LINE} ; leads me", "not-a-seat"),
    (f"{LINE} ; played S7 XX", "not-a-card"),
    (LINE.replace("sochi", "nowhere"), "preset-unknown"),
    (LINE.replace("sochi", "sochi pool=x"), "option-bad-value"),
)


def test_paste_reader_reports_unreadable_text() -> None:
    for text, key in UNREADABLE:
        refusal = read_deals_or_reason(text)
        assert isinstance(refusal, Reason), text
        assert refusal.key == key, text


PIECES = (
    *("♠", "♥AK", "10", "A.K.Q.J", "|", "\n", "\n\n", " ; ", "preferans", "leads", "played", "Т", "пики", "pik:", "N:"),
    *("K:", "-", "…", "[Deal", '{"type":"begin"', "[Prikup", "[Bula 60]", "%7C", "/analyse#", "+", "\x00", "²", "ß"),
)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30).map("".join))
@settings(max_examples=depth(300))
def test_paste_reader_never_crashes_on_garbage(text: str) -> None:
    deals = read_deals_or_reason(text)
    if isinstance(deals, Reason):
        assert deals.key
        return
    for deal in deals:
        assert read_deals(deal.text) == (deal,)


def test_paste_reader_reads_example_of_notation_document() -> None:
    document = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()
    assert len(read_deals(document.partition("```ppn")[2].partition("```")[0])) == 2


@each_game_with_open_contracts
def test_link_to_whole_deal_is_read_before_first_lead(name: str, kind: GameDefinition) -> None:
    log = play_match(name, kind, 3, extras=False)
    links = [f"https://cards.example{LINK_PATH}{link_of(deal)}" for deal in linked_deals(log)]
    played_deals: list[OpenDeal] = []
    for link in links:
        with suppress(BadText):  # no card was played
            played_deals += read_deals(link)
    assert played_deals
    assert played_deals == list(read_deals(match_text(log)))
    with pytest.raises(BadText, match="link-c"):
        read_deals(links[0][:-3])


def test_named_game_is_not_hidden_by_ranks_in_small_letters() -> None:
    assert [named_game(f"98.akq.j7.2 | … ; {game} standard") for game in GAMES] == list(GAMES)
