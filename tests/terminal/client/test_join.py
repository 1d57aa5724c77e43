"""`prikup join` against a real server: players in threads, or at a terminal where that matters."""

import io
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec import Struct
from server.server_thread import run_server
from support.example_games import example
from support.matches import log_in
from support.server_process import started_server
from support.waiting import DEADLINE_S, until
from terminal.join_players import Guest, Person, open_table
from terminal.plain_player import each_game_in_a_language, each_language

from prikup.games import GAMES, game
from prikup.history.deck_checks import verify
from prikup.locale.speech import Speech
from prikup.rules.match import Match
from prikup.table.messages import views
from prikup.table.protocol import message_parts
from prikup.table.protocol.server_messages import SeatsMessage
from prikup.table.table_settings import Timing
from prikup.terminal.cli.tables.join import join
from prikup.terminal.cli.tables.table_options import JoinWish
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.client.connection import Mailbox
from prikup.terminal.client.line_editor import LineEditor
from prikup.terminal.client.web_socket import WebSocketConnection
from prikup.terminal.render.screen import Plain, lines_of
from prikup.terminal.render.sheet_page import sheet_now
from prikup.terminal.words import words_of

THREE = example(seats=3, first="call")
"""Three players, the first of whom may pass."""
ALL_PLAY_GAME = example(seats=3, alone=True)
"""A game in whose deals every player takes part."""

UNHURRIED = Timing(pace=0.0, hash_s=DEADLINE_S / 3, entropy_s=DEADLINE_S / 3)
"""Each deck has the number of each player, even if a busy machine sends it late."""


class Site(Struct, frozen=True):
    """The server of this module: its URL, and the folder for its guests' files."""

    url: str
    folder: Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("server")
    with run_server(folder, UNHURRIED, client=folder) as running:
        yield Site(running.url, folder)


@pytest.fixture(autouse=True)
def _guest_files(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the files of guests in threads next to the server's, and their lines unbroken."""
    monkeypatch.setenv("XDG_DATA_HOME", str(server.folder))
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.setenv("LINES", "60")


Come = Callable[..., Guest]


@pytest.fixture
def create_guest(server: Site) -> Iterator[Come]:
    """Create guests at tables; all leave after the test."""
    guests: list[Guest] = []

    def guest(table: str, name: str, **options: object) -> Guest:
        guests.append(Guest(table, name, **options))  # type: ignore[arg-type]  # as Guest takes them
        return guests[-1]

    yield guest
    for joined_guest in guests:
        joined_guest.close()


def open_bot_table(server: Site, name: str, person: str) -> str:
    """Return a table where a user plays two deals with computer players."""
    return open_table(server, person, game=name, deals=2, bots=True)


def log_path(output: str) -> Path:
    """Return the path of the log that a user was given after the match."""
    match = re.search(r"prikup verify (\S+\.jsonl)", output)
    assert match, output[-2000:]
    return Path(match[1])


def join_by_pipe(table: str, name: str, tongue: str, input_text: str) -> tuple[int, str]:
    """Join from a pipe; return the exit code and the output.

    Input is only sent once the match has started, because all of it would be consumed earlier.
    """
    reading, writing = os.pipe()
    out, words = io.StringIO(), words_of(tongue)

    def write() -> None:
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            if input_text:
                until(lambda: words("match-begins") in out.getvalue(), "that the match begins")
            pipe.write(input_text)

    writer = threading.Thread(target=write)
    writer.start()
    with os.fdopen(reading, encoding="utf-8") as pipe:
        code = join(JoinWish(table, name, tongue), Plain(words, out, pipe), LineEditor(pipe, out))
    writer.join()
    return code, out.getvalue()


@each_game_in_a_language
def test_join_plays_whole_match_through_a_pipe(name: str, tongue: str, server: Site) -> None:
    person = f"Pipe-{name[:4]}-{tongue}"
    code, text = join_by_pipe(open_bot_table(server, name, person), person, tongue, "1\n" * 500)
    assert code == 0
    assert not re.search(r"[\x00-\x08\x1b─│┌●▸{}]|\b(reason|did|note|call|ask|seat|deck|chat)-", text)
    log = log_in(log_path(text))
    assert log.over
    assert all(check.right for check in verify(log))
    words = words_of(tongue)
    for check in verify(log):
        assert text.count(words("deck-right-own", deal=check.deal, attempt=check.attempt)) == 1
    assert text.count(words("result-none")) + text.count(words("result-won", winners="").split()[0]) >= 1


@each_game_in_a_language
def test_join_plays_whole_match_on_full_screen(name: str, tongue: str, server: Site, create_guest: Come) -> None:
    person = f"Drawn-{name[:6]}-{tongue}"
    player = create_guest(open_bot_table(server, name, person), person, tongue=tongue, plain=False)
    player.answer_prompts()
    assert player.leave() == 0
    assert log_in(log_path(player.output)).over
    assert player.message_text("deck-right-own", deal=1, attempt=1) in " ".join(player.output.split())


def test_join_applies_input_typed_while_server_was_down_once(tmp_path: Path) -> None:
    """Input typed while the server is down is processed once when it is back. No player sits out, so that it is
    a card."""
    with started_server(tmp_path, "--pace", "0") as server:
        table = open_table(server, "Eve", game=ALL_PLAY_GAME, deals=2, bots=True)
        person = Person(server, table, "Eve")
        person.answer_prompts(actions=8)
        server.process.send_signal(signal.SIGSTOP)
        person.type_line("1")
        until(server.has_unread_bytes, "that the card is sent")
        person.type_line("say still here")
        server.kill()
        person.wait_for_text(person.message_text("connection-failed", error="").strip())
        server.start()
        person.wait_for_text(person.message_text("connected-again"))
        did = person.wait_for_text("You play", "You lead", "You ruff", "You throw", person.prompt)
        assert did < 4, "it is not asked for again"
        person.answer_prompts()
        assert person.leave() == 0
        log = log_in(log_path(person.output))
        assert log.over
        assert all(check.right for check in verify(log))


@pytest.mark.parametrize(("key", "code", "plain"), [("\x04", 0, False), ("\x03", 130, True)])
def test_join_prints_return_command_on_leaving(key: str, code: int, plain: bool, server: Site) -> None:
    table = open_table(server, "Leaver", game=example(seats=4), bots=True)
    person = Person(server, table, "Leaver", plain=plain)
    guest_note = person.message_text("guest-kept", days=30)
    person.wait_for_text(guest_note)  # before the first card
    person.wait_for_text(person.prompt)
    person.output = ""
    person.program.press_keys(key)
    assert person.wait_for_exit() == code
    assert f"prikup join {table} --name Leaver" in person.output
    assert guest_note in person.output
    assert "Traceback" not in person.output


def test_join_gives_seat_to_newest_window(server: Site, create_guest: Come) -> None:
    table = open_bot_table(server, ALL_PLAY_GAME, "Twice")
    first = create_guest(table, "Twice")
    first.answer_prompts(actions=2)
    second = create_guest(table, "Twice")
    second.wait_for_text(second.prompt)
    first.wait_for_text(first.message_text("prompt-elsewhere"))
    first.type_line("")
    second.wait_for_text(second.message_text("prompt-elsewhere"))
    assert second.leave() == 0
    first.answer_prompts()
    assert first.leave() == 0


@pytest.fixture
def three_players(server: Site, create_guest: Come) -> list[Guest]:
    """Return three users at a table in turn order, starting with the one to act."""
    table = open_table(server, "Anna", game=THREE, deals=1)
    people = [create_guest(table, "Anna")]
    people[0].wait_for_text(people[0].message_text("prompt-start-empty", start="start"))
    for seat, name in enumerate(("Vera", "Pekka"), 1):
        people.append(create_guest(table, name, seat=seat))
        people[0].wait_for_text(people[0].message_text("seat-sat", player=name))
    people[0].type_line("start")
    for person in people:
        person.wait_for_text(person.message_text("match-begins"))
    until(lambda: any(person.prompt in person.unread_output for person in people), "a player's turn")
    while people[0].prompt not in people[0].unread_output:
        people = [*people[1:], people[0]]
    people[0].wait_for_text(people[0].prompt)
    return people


def leave(people: list[Guest]) -> None:
    """Make all users leave."""
    assert [person.leave() for person in people] == [0] * len(people)


def test_join_waiting_room_seats_players_and_computers(server: Site, create_guest: Come) -> None:
    table = open_table(server, "Host", game=example(seats=4), deals=1)
    host = create_guest(table, "Host")
    host.wait_for_text("  1. Host (you)")
    guest = create_guest(table, "Guest")
    guest.wait_for_text(guest.message_text("prompt-sit"))
    assert "  1. Host\n  2. free" in guest.output
    guest.type_line("3")
    host.wait_for_text(host.message_text("seat-sat", player="Guest"))
    guest.type_line("stand")
    host.wait_for_text(host.message_text("seat-given-up", name="Guest"))
    guest.type_line("")
    host.wait_for_text(host.message_text("seat-sat", player="Guest"))
    guest.type_line("fill 9")
    guest.wait_for_text(guest.message_text("seat-how", most=4))
    host.type_line("fill 4")
    guest.wait_for_text(" a computer, sits down.")
    host.type_line("fill 4")
    guest.wait_for_text(" leaves the seat.")
    host.type_line("start")
    guest.wait_for_text(guest.message_text("match-begins"))
    leave([host, guest])
    assert f"prikup join {table} --name Guest\n" in guest.output


def test_join_prints_return_command_if_left_before_first_hand(
    server: Site, create_guest: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match has begun, but the message with the hands is still on its way."""
    begun_game = game(THREE)
    people = tuple(message_parts.Person(name, "", True, True) for name in ("Early", "Vera", "Pekka"))
    mailbox = Mailbox()
    mailbox.put(
        [
            views.welcome("early", begun_game, absent="bot", clock=None, presets=()),
            SeatsMessage("deal", people, 0, False),
        ]
    )
    connection = Mock(spec=WebSocketConnection, news=mailbox.news, take_messages=mailbox.take, close=mailbox.close)
    monkeypatch.setattr("prikup.terminal.cli.tables.join.WebSocketConnection", lambda visitor, table: connection)
    guest = create_guest(f"{server.url}/t/early", "Early")
    assert guest.leave() == 0
    assert f"prikup join {server.url}/t/early --name Early\n" in guest.output


def test_join_sends_chat_text_and_preset_messages(three_players: list[Guest]) -> None:
    talker, hearer, silent = three_players
    talker.type_line("say hello there")
    hearer.wait_for_text(f"{talker.name}: hello there")
    hearer.type_line("say")
    hearer.wait_for_text("4: Well played!")
    hearer.type_line("say 4")
    for person in (talker, silent):
        person.wait_for_text(f"{hearer.name}: Well played!")
    leave(three_players)


def test_join_undo_stop_and_rematch_proposals_are_answered(three_players: list[Guest]) -> None:
    proposer, *voters = three_players
    proposer.type_line("1")
    voters[0].wait_for_text(voters[0].prompt)
    for answers in ("n", "yy"):
        proposer.type_line("u")
        for person in voters:  # each opponent, before any answers
            person.wait_for_text(
                person.message_text("proposal-undo", player=proposer.name, card="pass")
                + f" {person.message_text('agree')}"
            )
        for person, answer in zip(voters, answers, strict=False):
            person.type_line(answer)
        for person in three_players:
            if answers == "yy":
                person.wait_for_text("back: pass.")
            elif person is not voters[0]:
                person.wait_for_text(person.message_text("declined-undo", player=voters[0].name, card="pass"))
    proposer.wait_for_text(proposer.prompt)
    for answer in "ny":
        proposer.type_line("stop")
        proposer.wait_for_text(proposer.message_text("confirm-stop"))
        proposer.type_line(answer)
    for person in voters:
        person.wait_for_text(person.message_text("proposal-stop", player=proposer.name))
        person.type_line("y")
    for person in three_players:
        person.wait_for_text(person.message_text("result-none"))
    proposer.type_line("again")
    for person in voters:
        person.wait_for_text(person.message_text("rematch-open"))
        person.type_line("again")
        person.wait_for_text(f"{person.name} (you)")
    leave(three_players)


def test_join_table_owner_locks_table_and_removes_user(server: Site, create_guest: Come) -> None:
    """The owner removes a user, who cannot take a seat again, and closes the table."""
    table = open_table(server, "Hilda", game=THREE, deals=1)
    host = create_guest(table, "Hilda")
    host.wait_for_text(host.message_text("prompt-start-empty", start="start"))
    guest = create_guest(table, "Gustav", seat=1)
    host.wait_for_text(host.message_text("seat-sat", player="Gustav"))
    host.type_line("lock")
    guest.wait_for_text(guest.message_text("table-locked"))
    host.wait_for_text(host.message_text("table-locked"))
    host.type_line("remove 3")
    host.wait_for_text(host.message_text("remove-nobody", number=3))
    host.type_line("remove 2")
    host.wait_for_text("Remove Gustav")
    host.type_line("y")
    host.wait_for_text(host.message_text("removed-by-you", name="Gustav"))
    guest.wait_for_text(guest.message_text("removed-you", player="Hilda"))
    guest.type_line("sit 2")
    guest.wait_for_text("removed")
    host.type_line("lock")
    host.wait_for_text(host.message_text("table-unlocked"))
    leave([host, guest])


def test_join_reports_computer_move_but_not_own_seat(server: Site, create_guest: Come) -> None:
    reporter = create_guest(open_bot_table(server, ALL_PLAY_GAME, "Rita"), "Rita")
    reporter.answer_prompts(actions=6)
    reporter.type_line("report")
    assert reporter.wait_for_text(reporter.message_text("report-noted"), reporter.message_text("report-nothing")) == 0
    reporter.type_line("report 1")  # the reporter's own seat
    reporter.wait_for_text(reporter.message_text("report-not-a-bots"))
    assert reporter.leave() == 0


def test_join_spectator_follows_match_without_a_hand(three_players: list[Guest], create_guest: Come) -> None:
    player = three_players[0]
    watcher = create_guest(player.table, "Watcher")
    watcher.wait_for_text("is thinking")
    watcher.type_line("1")
    watcher.wait_for_text(watcher.message_text("no-seat"))
    watcher.type_line("s")
    speech = Speech(words_of("en", THREE), game(THREE), ("Anna", "Vera", "Pekka"), spoken=True)
    for line in lines_of(sheet_now(speech, Match.begin(game(THREE)).sheet)):
        watcher.wait_for_text(line)
    player.type_line("1")
    watcher.wait_for_text(f"{player.name}: pass.")
    assert watcher.leave() == 0
    assert "Your hand" not in watcher.output
    assert watcher.message_text("end-watched") in watcher.output
    leave(three_players)


def test_join_player_can_cut_the_deck(server: Site, create_guest: Come) -> None:
    """As the dealer's right neighbour, in one of three deals; no match ends earlier."""
    table = open_table(server, "Cutter", game=THREE, deals=4, bots=True)
    person = create_guest(table, "Cutter", cuts=True)
    next_deal_prompt = person.message_text("prompt-next-deal", deal="d", quit="q")
    max_cut = len(game(THREE).pack) - 1
    cut = person.message_text("prompt-cut", most=max_cut)
    while text_index := person.wait_for_text(cut, next_deal_prompt, person.prompt):
        person.type_line("" if text_index == 1 else "1")
    person.type_line(f"{max_cut + 1}")
    person.wait_for_text(person.message_text("not-a-cut", cut=max_cut + 1, most=max_cut))
    person.wait_for_text(cut)
    person.type_line(f"{max_cut}")
    person.wait_for_text(f"You cut {max_cut} cards off the top.")
    assert person.leave() == 0


def test_join_menu_opens_table_and_offers_to_resume_it(server: Site, create_guest: Come) -> None:
    """A deal of this game cannot be passed out, so it is still the first."""
    chooser = create_guest(server.url, "Chooser", tongue="ru")
    for line in (str(1 + list(GAMES).index(ALL_PLAY_GAME)), "1", "1"):
        chooser.wait_for_text("> ")
        chooser.type_line(line)
    chooser.answer_prompts(actions=2)
    assert chooser.leave() == 0
    returning_guest = create_guest(server.url, "Chooser", tongue="ru")
    title = words_of("ru", ALL_PLAY_GAME)("game")
    returning_guest.wait_for_text(f"продолжить: {title}, сдача 1 (Chooser, ")
    returning_guest.type_line("")
    returning_guest.answer_prompts(actions=1)
    assert returning_guest.leave() == 0


def test_join_guest_token_files_are_private(server: Site) -> None:
    open_table(server, "Secret", game=THREE)
    files = list((server.folder / "prikup" / "guests").iterdir())
    assert files
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_join_reports_bad_unreachable_or_unknown_address(server: Site) -> None:
    for address, sentence in {
        "ftp://nowhere": "Not an address of a table: ftp://nowhere",
        "http://127.0.0.1:1": "http://127.0.0.1:1 cannot be reached: Connection refused",
        f"{server.url}/t/nothing": words_of("en")("no-such-table"),
    }.items():
        with pytest.raises(Complaint) as complaint:
            join_by_pipe(address, "Lost", "en", "")
        assert (str(complaint.value), complaint.value.code) == (sentence, 1)
    assert join_by_pipe(server.url, "Lost", "en", "")[0] == 0, "the menu, which is left at the end of the input"


@each_language
def test_join_shows_hint_page_and_repeats_hint_at_table(tongue: str, server: Site, create_guest: Come) -> None:
    """The hint is a page, and stays next to the table afterwards."""
    player = create_guest(open_table(server, "Learner", game=THREE, bots=True), "Learner", tongue=tongue, plain=False)
    player.wait_for_text(player.message_text("table-help"))
    player.type_line("?")
    player.wait_for_text(player.message_text("help-hint"))
    player.type_line("")
    player.wait_for_text(player.message_text("table-help"))
    player.type_line(player.message_text("keys-hint").split()[0])
    player.wait_for_text(player.message_text("prompt-back"))
    hint_match = re.search(player.message_text("hint-plan", actions="(.+)"), player.output)
    assert hint_match
    player.type_line("")
    player.wait_for_text(f"! {hint_match[0].strip()}")
    player.wait_for_text(player.message_text("table-help"))
    assert player.leave() == 0


def test_join_uses_line_typed_at_a_page_as_answer(server: Site, create_guest: Come) -> None:
    """It answers the prompt that the player left; a number of no deal on the sheet is no call either."""
    player = create_guest(open_table(server, "Reader", game=THREE, bots=True), "Reader", plain=False)
    player.wait_for_text(player.message_text("table-help"))
    player.type_line("sheet")
    player.wait_for_text(player.message_text("prompt-back"))
    player.type_line("99")
    player.wait_for_text(player.message_text("answer-unclear", text="99"))
    player.type_line("?")
    player.wait_for_text(player.message_text("help-hint"))
    player.type_line("zzz")
    player.wait_for_text("zzz")
    player.type_line("?")
    player.wait_for_text(player.message_text("help-hint"))
    assert player.leave() == 0


def test_join_offers_no_hint_at_table_of_people(three_players: list[Guest]) -> None:
    first = three_players[0]
    first.type_line(first.message_text("keys-hint").split()[0])
    first.wait_for_text(first.message_text("hint-practice"))
    first.type_line("?")
    first.wait_for_text(first.message_text("help-undo"))
    assert first.message_text("help-hint") not in first.output
    first.type_line("")
    leave(three_players)
