"""A table in this process: its thread, its file, and the connection to it."""

import random
from pathlib import Path

from support.example_games import example
from support.waiting import DEADLINE_S
from terminal.plain_player import YOU, Sitting, each_game, legal, play_new_match, random_player, run_match, some_games

from prikup.history.events import ActionEvent, BeginEvent, DealEvent
from prikup.history.log_file import LogFile, lines, read_events
from prikup.table.protocol.client_messages import NextCommand
from prikup.table.protocol.server_messages import ReceiptMessage, UpdateMessage, WelcomeMessage
from prikup.terminal.cli.tables.new_match import Wish, settings_of
from prikup.terminal.client.connection import ConnectionEnded, ConnectionLost, IncomingMessage
from prikup.terminal.client.shuffler import Shuffler
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.host.local_table import LocalTable
from prikup.terminal.host.match_file import MatchFile
from prikup.terminal.words import words_of

THREE = example(seats=3, first="call")


def receive_messages(table: LocalTable, mirror: TableMirror) -> list[IncomingMessage]:
    """Return all messages available; the bell may have rung for messages already taken."""
    while not (messages := table.take_messages()):
        table.wait(DEADLINE_S)
    for message in messages:
        assert not isinstance(message, ConnectionEnded | ConnectionLost)
        mirror.process_message(message)
    return messages


@each_game
def test_local_table_starts_match_and_sends_receipt_with_its_update(name: str, tmp_path: Path) -> None:
    settings = settings_of(Wish(name, seed="local"), words_of("en"))
    table = LocalTable(MatchFile(tmp_path / "log"), settings, "Anna")
    mirror = TableMirror(Shuffler(cuts=True), spoken=True, begins=True)
    messages: list[IncomingMessage] = []
    while not mirror.is_to_act or mirror.is_to_act_with_others:
        messages += receive_messages(table, mirror)
    assert isinstance(messages[0], WelcomeMessage)
    assert mirror.you == YOU
    assert mirror.is_single_player
    assert mirror.update is not None
    assert table.send(mirror.act((mirror.update.legal[0],)))
    answer = receive_messages(table, mirror)
    assert isinstance(answer[0], ReceiptMessage)
    assert any(isinstance(message, UpdateMessage) for message in answer), "what an action did comes with its receipt"
    assert not mirror.awaits_answer
    table.close()
    assert not table.send(NextCommand())
    LogFile(tmp_path / "log").close()


@some_games
def test_local_table_resumes_log_without_journal_after_any_event(name: str, tmp_path: Path) -> None:
    """As with an old log, or a copied one: it resumes after every kind of line."""
    rng = random.Random(4)
    whole = play_new_match(
        tmp_path / "whole", Wish(name, name="Anna", deals=2, seed="a"), Sitting("en", random_player(rng))
    )
    tested_kinds: set[tuple[type, bool]] = set()
    for end, event in enumerate(whole.events[:-1], 1):
        kind = type(event), isinstance(event, DealEvent) and bool(event.refused)
        if kind in tested_kinds and (not isinstance(event, ActionEvent) or rng.random() > 0.05):
            continue
        tested_kinds.add(kind)
        path = tmp_path / str(end)
        path.write_bytes(lines(whole.events[:end]))
        log = run_match(path, Sitting("en", random_player(rng)))
        assert log.over
        assert log.events[:end] == whole.events[:end]
        first = next(event for event in log.events if isinstance(event, DealEvent))
        assert first == next(event for event in whole.events if isinstance(event, DealEvent)), "the seed goes on"


def test_local_table_without_seed_shuffles_with_player_entropy(tmp_path: Path) -> None:
    path, words = tmp_path / "log", words_of("en")
    sitting = Sitting("en", lambda s: str(len(legal(s))))
    log = play_new_match(path, Wish(THREE, name="Anna", deals=2), sitting)
    for deck in (event for event in log.events if isinstance(event, DealEvent)):
        assert words("deck-right-own", deal=deck.deal, attempt=deck.attempt) in sitting.pages
    begin = read_events(path.read_bytes())[0][0]
    assert isinstance(begin, BeginEvent)
    assert not begin.seed
