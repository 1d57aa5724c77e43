"""`prikup join` against a real server: players in threads, or at a terminal where that matters."""

import io
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from server.server_thread import run_server
from support.example_games import example
from support.matches import log_in
from support.server_process import serving
from support.waiting import until
from terminal.join_players import Guest, Person, opened
from terminal.plain_player import each_game_in_a_language, each_language

from prikup.games import GAMES, game
from prikup.history.log import verify
from prikup.locale.speech import Speech
from prikup.rules.match import Match
from prikup.terminal.cli.join import join
from prikup.terminal.cli.table_options import JoinWish
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.client.line_editor import LineEditor
from prikup.terminal.render.screen import Plain, lines_of
from prikup.terminal.render.sheet_page import sheet_now
from prikup.terminal.words import words_of

THREE = example(seats=3, first="call")
"""Three players, the first of whom may pass."""
ALL_PLAY_GAME = example(seats=3, alone=True)
"""A game in whose deals every player takes part."""


class Site(Struct, frozen=True):
    """The server of this module: its URL, and the folder for its guests' files."""

    url: str
    folder: Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("server")
    with run_server(folder, client=folder) as running:
        yield Site(running.url, folder)


@pytest.fixture(autouse=True)
def _at_home(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the files of guests in threads next to the server's, and their lines unbroken."""
    monkeypatch.setenv("XDG_DATA_HOME", str(server.folder))
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.setenv("LINES", "60")


Come = Callable[..., Guest]


@pytest.fixture
def come(server: Site) -> Iterator[Come]:
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
    return opened(server, person, game=name, deals=2, bots=True)


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
def test_a_whole_match_in_a_pipe(name: str, tongue: str, server: Site) -> None:
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
def test_a_whole_match_on_a_drawn_table(name: str, tongue: str, server: Site, come: Come) -> None:
    person = f"Drawn-{name[:6]}-{tongue}"
    player = come(open_bot_table(server, name, person), person, tongue=tongue, plain=False)
    player.plays()
    assert player.leaves() == 0
    assert log_in(log_path(player.said)).over
    assert player.says("deck-right-own", deal=1, attempt=1) in " ".join(player.said.split())


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """Input typed while the server is down is processed once when it is back. No player sits out, so that it is
    a card."""
    with serving(tmp_path, "--pace", "0") as server:
        table = opened(server, "Eve", game=ALL_PLAY_GAME, deals=2, bots=True)
        person = Person(server, table, "Eve")
        person.plays(actions=8)
        server.process.send_signal(signal.SIGSTOP)
        person.types("1")
        person.types("say still here")
        server.kill()
        person.sees(person.says("connection-lost"))
        server.start()
        person.sees(person.says("connected-again"))
        did = person.sees("You play", "You lead", "You ruff", "You throw", person.prompt)
        assert did < 4, "it is not asked for again"
        person.plays()
        assert person.leaves() == 0
        log = log_in(log_path(person.said))
        assert log.over
        assert all(check.right for check in verify(log))


@pytest.mark.parametrize(("key", "code", "plain"), [("\x04", 0, False), ("\x03", 130, True)])
def test_leaving_says_how_to_come_back(key: str, code: int, plain: bool, server: Site) -> None:
    table = opened(server, "Leaver", game=example(seats=4), bots=True)
    person = Person(server, table, "Leaver", plain=plain)
    guest_note = person.says("guest-kept", days=30)
    person.sees(guest_note)  # before the first card
    person.sees(person.prompt)
    person.said = ""
    person.program.presses(key)
    assert person.left() == code
    assert f"prikup join {table} --name Leaver" in person.said
    assert guest_note in person.said
    assert "Traceback" not in person.said


def test_the_newest_window_has_the_seat(server: Site, come: Come) -> None:
    table = open_bot_table(server, ALL_PLAY_GAME, "Twice")
    first = come(table, "Twice")
    first.plays(actions=2)
    second = come(table, "Twice")
    second.sees(second.prompt)
    first.sees(first.says("prompt-elsewhere"))
    first.types("")
    second.sees(second.says("prompt-elsewhere"))
    assert second.leaves() == 0
    first.plays()
    assert first.leaves() == 0


@pytest.fixture
def three(server: Site, come: Come) -> list[Guest]:
    """Return three users at a table in turn order, starting with the one to act."""
    table = opened(server, "Anna", game=THREE, deals=1)
    people = [come(table, "Anna")]
    people[0].sees(people[0].says("prompt-start-empty", start="start"))
    for seat, name in enumerate(("Vera", "Pekka"), 1):
        people.append(come(table, name, seat=seat))
        people[0].sees(people[0].says("seat-sat", player=name))
    people[0].types("start")
    for person in people:
        person.sees(person.says("match-begins"))
    until(lambda: any(person.prompt in person.unseen for person in people), "a player's turn")
    while people[0].prompt not in people[0].unseen:
        people = [*people[1:], people[0]]
    people[0].sees(people[0].prompt)
    return people


def leave(people: list[Guest]) -> None:
    """Make all users leave."""
    assert [person.leaves() for person in people] == [0] * len(people)


def test_a_waiting_room(server: Site, come: Come) -> None:
    table = opened(server, "Host", game=example(seats=4), deals=1)
    host = come(table, "Host")
    host.sees("  1. Host (you)")
    guest = come(table, "Guest")
    guest.sees(guest.says("prompt-sit"))
    assert "  1. Host\n  2. free" in guest.said
    guest.types("3")
    host.sees(host.says("seat-sat", player="Guest"))
    guest.types("stand")
    host.sees(host.says("seat-given-up", name="Guest"))
    guest.types("")
    host.sees(host.says("seat-sat", player="Guest"))
    guest.types("fill 9")
    guest.sees(guest.says("seat-how", most=4))
    host.types("fill 4")
    guest.sees(" a computer, sits down.")
    host.types("fill 4")
    guest.sees(" gets up.")
    host.types("start")
    guest.sees(guest.says("match-begins"))
    leave([host, guest])
    assert f"prikup join {table} --name Guest\n" in guest.said


def test_talking(three: list[Guest]) -> None:
    talker, hearer, silent = three
    talker.types("say hello there")
    hearer.sees(f"{talker.name}: hello there")
    hearer.types("say")
    hearer.sees("4: Well played!")
    hearer.types("say 4")
    for person in (talker, silent):
        person.sees(f"{hearer.name}: Well played!")
    leave(three)


def test_a_proposal_asked_and_answered(three: list[Guest]) -> None:
    proposer, *voters = three
    proposer.types("1")
    voters[0].sees(voters[0].prompt)
    for answers in ("n", "yy"):
        proposer.types("u")
        for person in voters:  # each opponent, before any answers
            person.sees(person.says("proposal-undo", player=proposer.name, card="pass") + f" {person.says('agree')}")
        for person, answer in zip(voters, answers, strict=False):
            person.types(answer)
        for person in three:
            if answers == "yy":
                person.sees("back: pass.")
            elif person is not voters[0]:
                person.sees(person.says("declined-undo", player=voters[0].name, card="pass"))
    proposer.sees(proposer.prompt)
    for answer in "ny":
        proposer.types("stop")
        proposer.sees(proposer.says("confirm-stop"))
        proposer.types(answer)
    for person in voters:
        person.sees(person.says("proposal-stop", player=proposer.name))
        person.types("y")
    for person in three:
        person.sees(person.says("result-none"))
    proposer.types("again")
    for person in voters:
        person.sees(person.says("rematch-open"))
        person.types("again")
        person.sees(f"{person.name} (you)")
    leave(three)


def test_a_host_keeps_order(server: Site, come: Come) -> None:
    """The owner removes a user, who cannot take a seat again, and closes the table."""
    table = opened(server, "Hilda", game=THREE, deals=1)
    host = come(table, "Hilda")
    host.sees(host.says("prompt-start-empty", start="start"))
    guest = come(table, "Gustav", seat=1)
    host.sees(host.says("seat-sat", player="Gustav"))
    host.types("lock")
    guest.sees(guest.says("table-locked"))
    host.sees(host.says("table-locked"))
    host.types("remove 3")
    host.sees(host.says("remove-nobody", number=3))
    host.types("remove 2")
    host.sees("Remove Gustav")
    host.types("y")
    host.sees(host.says("removed-by-you", name="Gustav"))
    guest.sees(guest.says("removed-you", player="Hilda"))
    guest.types("sit 2")
    guest.sees("removed")
    host.types("lock")
    host.sees(host.says("table-unlocked"))
    leave([host, guest])


def test_a_bad_move_of_a_computer_is_reported(server: Site, come: Come) -> None:
    reporter = come(open_bot_table(server, ALL_PLAY_GAME, "Rita"), "Rita")
    reporter.plays(actions=6)
    reporter.types("report")
    assert reporter.sees(reporter.says("report-noted"), reporter.says("report-nothing")) == 0
    reporter.types("report 1")  # the reporter's own seat
    reporter.sees(reporter.says("report-not-a-bots"))
    assert reporter.leaves() == 0


def test_watching(three: list[Guest], come: Come) -> None:
    player = three[0]
    watcher = come(player.table, "Watcher")
    watcher.sees("is thinking")
    watcher.types("1")
    watcher.sees(watcher.says("no-seat"))
    watcher.types("s")
    speech = Speech(words_of("en", THREE), game(THREE), ("Anna", "Vera", "Pekka"), spoken=True)
    for line in lines_of(sheet_now(speech, Match.begin(game(THREE)).sheet)):
        watcher.sees(line)
    player.types("1")
    watcher.sees(f"{player.name}: pass.")
    assert watcher.leaves() == 0
    assert "Your hand" not in watcher.said
    assert watcher.says("end-watched") in watcher.said
    leave(three)


def test_cutting_oneself(server: Site, come: Come) -> None:
    """As the dealer's right neighbour, in one of three deals; no match ends earlier."""
    table = opened(server, "Cutter", game=THREE, deals=4, bots=True)
    person = come(table, "Cutter", cuts=True)
    next_deal_prompt = person.says("prompt-next-deal", deal="d", quit="q")
    max_cut = len(game(THREE).pack) - 1
    cut = person.says("prompt-cut", most=max_cut)
    while text_index := person.sees(cut, next_deal_prompt, person.prompt):
        person.types("" if text_index == 1 else "1")
    person.types(f"{max_cut + 1}")
    person.sees(person.says("not-a-cut", cut=max_cut + 1, most=max_cut))
    person.sees(cut)
    person.types(f"{max_cut}")
    person.sees(f"You cut {max_cut} cards off the top.")
    assert person.leaves() == 0


def test_a_table_is_chosen_in_the_menu_and_found_again(server: Site, come: Come) -> None:
    """A deal of this game cannot be passed out, so it is still the first."""
    chooser = come(server.url, "Chooser", tongue="ru")
    for line in (str(1 + list(GAMES).index(ALL_PLAY_GAME)), "1", "1"):
        chooser.sees("> ")
        chooser.types(line)
    chooser.plays(actions=2)
    assert chooser.leaves() == 0
    returning_guest = come(server.url, "Chooser", tongue="ru")
    title = words_of("ru", ALL_PLAY_GAME)("game")
    returning_guest.sees(f"продолжить: {title}, сдача 1 (Chooser, ")
    returning_guest.types("")
    returning_guest.plays(actions=1)
    assert returning_guest.leaves() == 0


def test_the_token_is_for_nobody_else(server: Site) -> None:
    opened(server, "Secret", game=THREE)
    files = list((server.folder / "prikup" / "guests").iterdir())
    assert files
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_where_there_is_nothing_to_join(server: Site) -> None:
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
def test_a_hint_for_practice(tongue: str, server: Site, come: Come) -> None:
    """The hint is a page, and stays next to the table afterwards."""
    player = come(opened(server, "Learner", game=THREE, bots=True), "Learner", tongue=tongue, plain=False)
    player.sees(player.says("table-help"))
    player.types("?")
    player.sees(player.says("help-hint"))
    player.types("")
    player.sees(player.says("table-help"))
    player.types(player.says("keys-hint").split()[0])
    player.sees(player.says("prompt-back"))
    hint_match = re.search(player.says("hint-plan", actions="(.+)"), player.said)
    assert hint_match
    player.types("")
    player.sees(f"! {hint_match[0].strip()}")
    player.sees(player.says("table-help"))
    assert player.leaves() == 0


def test_session_takes_line_typed_at_a_page(server: Site, come: Come) -> None:
    """It answers the prompt that the player left; a number of no deal on the sheet is no call either."""
    player = come(opened(server, "Reader", game=THREE, bots=True), "Reader", plain=False)
    player.sees(player.says("table-help"))
    player.types("sheet")
    player.sees(player.says("prompt-back"))
    player.types("99")
    player.sees(player.says("answer-unclear", text="99"))
    player.types("?")
    player.sees(player.says("help-hint"))
    player.types("zzz")
    player.sees("zzz")
    player.types("?")
    player.sees(player.says("help-hint"))
    assert player.leaves() == 0


def test_no_hint_among_people(three: list[Guest]) -> None:
    first = three[0]
    first.types(first.says("keys-hint").split()[0])
    first.sees(first.says("hint-practice"))
    first.types("?")
    first.sees(first.says("help-undo"))
    assert first.says("help-hint") not in first.said
    first.types("")
    leave(three)
