"""The file of a scored match: complete after every operation, and no content makes it crash."""

import random
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from campaigns.random_evenings import Evening, new_list
from hypothesis import given, settings
from hypothesis import strategies as some
from support.circles import depth
from support.random_walk import KINDS, SIMPLE

from prikup.games import GAMES
from prikup.rules.errors import BadLog, BadText
from prikup.scorer.edit_history import History, UndoStep
from prikup.scorer.entries import AdjustEntry, Amount, NoteEntry, ScoreEntry, Scoring
from prikup.scorer.operations import Append
from prikup.scorer.replay import replay_scoring
from prikup.scorer.score_file import ScoreFile, encode_history, read


def new_scoring() -> Scoring:
    return new_list(GAMES[SIMPLE], random.Random(1))[0]


def test_S5_operations_are_saved_and_undoable_after_restart(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    with ScoreFile(path, new_scoring()) as file:
        for name in "abc":
            file.do(Append(ScoreEntry(name, 1, NoteEntry(name))))
            assert read(path.read_bytes())[0] == file.history
    with ScoreFile(path) as file:
        assert len(file.history.current_list.entries) == 3
        for _ in range(3):
            file.do(UndoStep())
    with ScoreFile(path, new_scoring()) as file:  # a new list requires a file that does not exist
        assert file.history.current_list.entries == ()
        assert len(file.history.operations) == 3
        assert not file.dropped


def test_score_file_drops_truncated_last_line_only(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    with ScoreFile(path, new_scoring()) as file:
        for name in "ab":
            file.do(Append(ScoreEntry(name, 1, NoteEntry(name))))
    data = path.read_bytes()
    start = data.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(start, len(data) - 1):
        path.write_bytes(data[:end])
        with ScoreFile(path) as file:
            assert [entry.id for entry in file.history.current_list.entries] == ["a"]
            assert file.dropped == (end > start)
        assert path.read_bytes() == data[:start]


def test_score_file_with_truncated_head_starts_new_or_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(encode_history(History.begin(new_scoring()))[:20])
    with pytest.raises(BadLog, match="score-file-empty"):
        ScoreFile(path)
    with ScoreFile(path, new_scoring()) as file:
        assert file.dropped
        assert file.history.current_list == new_scoring()


def test_score_file_does_not_write_unreadable_content(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    with ScoreFile(path, new_scoring()) as file:
        for content in (NoteEntry("long" * 100), AdjustEntry((Amount("a", 0, 10**18),)), NoteEntry("\udcff")):
            with pytest.raises(BadText, match="line-unwritable"):
                file.do(Append(ScoreEntry("a", 1, content)))
        assert file.history.current_list.entries == ()
        file.do(Append(ScoreEntry("a", 1, NoteEntry("short"))))
    assert len(read(path.read_bytes())[0].current_list.entries) == 1


def test_score_file_opens_only_if_present_and_not_in_use(tmp_path: Path) -> None:
    with ScoreFile(tmp_path / "a", new_scoring()), pytest.raises(BadLog, match="log-in-use"):
        ScoreFile(tmp_path / "a")
    with pytest.raises(FileNotFoundError):
        ScoreFile(tmp_path / "b")


@cache
def file_of(name: str, seed: int) -> bytes:
    """Return the file of a short evening."""
    evening = Evening(GAMES[name], random.Random(seed))
    for _ in range(12):
        evening.apply_random_operation()
    return encode_history(evening.history)


HEAD = encode_history(History.begin(new_scoring())).decode()
NOTE = '{"type":"append","entry":{"id":"a","at":1,"what":{"type":"note","text":"a"}}}\n'


def test_score_file_error_names_the_damaged_line() -> None:
    for text, line, key in (
        ("nonsense\n", 0, "score-file-none"),
        ("{}\n", 0, "score-file-none"),
        (NOTE, 0, "score-file-none"),
        (HEAD.replace('"at":0', '"at":0,"format":2'), 1, "score-file-format"),
        (HEAD.replace('"at":0', '"at":-1'), 1, "line-unreadable"),
        (HEAD.replace('"at":0', '"at":0,"price":"free"'), 1, "price-unreadable"),
        (HEAD.replace(SIMPLE, "no-such-game"), 1, "game-unknown"),
        (HEAD.replace('"at":0', '"at":0,"language":"tlh"'), 1, "language-unknown"),
        (HEAD + '{"type":"head","decimals":9}\n', 2, "line-unreadable"),
        (HEAD + HEAD, 2, "line-unreadable"),
        (HEAD + "[" * 100_000 + "\n", 2, "line-unreadable"),
        (HEAD + "nonsense\n", 2, "line-unreadable"),
        (HEAD + NOTE + NOTE, 3, "entry-twice"),
        (HEAD + '{"type":"delete","id":"b"}\n', 2, "entry-unknown"),
        (HEAD + '{"type":"undo"}\n', 2, "undo-empty"),
        (HEAD + '{"type":"head","options":"nobody"}\n', 2, "preset-unknown"),
        (HEAD + '{"type":"head","names":["a"]}\n', 2, "names-one-each"),
        (HEAD + '{"type":"head","opening":{"totals":[[1]]}}\n', 2, "boxes-one-each"),
    ):
        with pytest.raises(BadLog) as error:
            read(text.encode())
        assert (error.value.line, error.value.reason.key) == (line, key), text[:200]


@given(some.sampled_from(KINDS), some.integers(0, 2**20), some.data())
@settings(max_examples=depth(300))
def test_score_file_with_random_bytes_never_crashes(
    named_game: tuple[str, object], seed: int, data: some.DataObject
) -> None:
    file_bytes = bytearray(file_of(named_game[0], seed % 7))
    for _ in range(data.draw(some.integers(1, 4))):
        file_bytes[data.draw(some.integers(0, len(file_bytes) - 1))] = data.draw(some.integers(0, 255))
    with suppress(BadLog):
        replay_scoring(read(bytes(file_bytes))[0].current_list)
