"""`prikup join` against a real server: people at terminals, a person in a pipe, a server that is killed."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.example_games import example
from support.serving import MAIN, Server, environment, serving
from support.walk import KINDS
from terminal.visiting import Person, opened

from prikup.games import GAMES, game
from prikup.history.log import verify
from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.match import Match
from prikup.terminal.cli.new_match import read_log
from prikup.terminal.render.screen import lines_of
from prikup.terminal.render.sheet_page import sheet_now
from prikup.terminal.words import words_of

THREE = example(seats=3, first="call")
"""Three players, the first of whom may pass."""
ALONE = example(seats=3, alone=True)
"""In no deal of it does anybody sit out."""
each_game = pytest.mark.parametrize("name", [name for name, _ in KINDS])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--pace", "0.01") as shared:
        yield shared


def alone(server: Server, name: str, person: str) -> str:
    """A table where somebody plays two deals with computer players."""
    return opened(server, person, game=name, deals=2, bots=True)


def kept(said: str) -> Path:
    """The log that was left to a person after the match."""
    found = re.search(r"prikup verify (\S+\.jsonl)", said)
    assert found, said[-2000:]
    return Path(found[1])


@each_game
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_whole_match_in_a_pipe(name: str, tongue: str, server: Server) -> None:
    person = f"Pipe-{name[:4]}-{tongue}"
    table = alone(server, name, person)
    done = subprocess.run(
        [sys.executable, *MAIN, "join", table, "--name", person],
        input="1\n" * 500,
        capture_output=True,
        text=True,
        env=environment(server.folder, tongue),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    text = done.stdout
    assert not re.search(r"[\x00-\x08\x1b─│┌●▸{}]|\b(reason|did|note|call|ask|seat|deck|chat)-", text)
    log = read_log(kept(text))
    assert log.over
    assert all(check.right for check in verify(log))
    words = words_of(tongue)
    for check in verify(log):
        assert text.count(words("deck-right-own", deal=check.deal, attempt=check.attempt)) == 1
    assert text.count(words("result-none")) + text.count(words("result-won", winners="").split()[0]) >= 1


@each_game
def test_a_whole_match_on_a_drawn_table(name: str, server: Server) -> None:
    tongue = LANGUAGES[len(name) % len(LANGUAGES)]
    person = Person(server, alone(server, name, f"Drawn-{name[:6]}"), f"Drawn-{name[:6]}", tongue=tongue, plain=False)
    person.plays()
    assert person.leaves() == 0
    assert read_log(kept(person.said)).over
    assert "Traceback" not in person.said
    assert person.says("deck-right-own", deal=1, attempt=1) in " ".join(person.said.split())


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """What was typed while it was dead is done when it is there again, and only once. Nobody sits out,
    so that it is a card."""
    with serving(tmp_path, "--pace", "0.01") as server:
        table = alone(server, ALONE, "Eve")
        person = Person(server, table, "Eve")
        person.plays(actions=8)
        server.process.send_signal(signal.SIGSTOP)
        person.types("1")
        person.types("say still here")
        server.kill()
        person.sees(person.says("connection-lost"))
        server.start()
        person.sees(person.says("connected-again"))
        assert person.sees("You play", "You lead", "You ruff", "You throw", "\r\n> ") < 4, "it is not asked for again"
        person.plays()
        assert person.leaves() == 0
        log = read_log(kept(person.said))
        assert log.over
        assert all(check.right for check in verify(log))


@pytest.mark.parametrize(("key", "code"), [("q\n", 0), ("\x04", 0), ("\x03", 130)])
@pytest.mark.parametrize("plain", [False, True])
def test_leaving_says_how_to_come_back(key: str, code: int, plain: bool, server: Server) -> None:
    table = opened(server, "Leaver", game=example(seats=4), bots=True)
    person = Person(server, table, "Leaver", plain=plain)
    kept = person.says("guest-kept", days=30)
    person.sees(kept)  # before the first card
    person.sees("\r\n> ")
    person.said = ""
    person.child.send(key)
    assert person.left() == code
    assert f"prikup join {table} --name Leaver" in person.said
    assert kept in person.said
    assert "Traceback" not in person.said


def test_the_newest_window_has_the_seat(server: Server) -> None:
    table = alone(server, ALONE, "Twice")
    first = Person(server, table, "Twice")
    first.plays(actions=2)
    second = Person(server, table, "Twice")
    second.sees("\r\n> ")
    first.sees(first.says("prompt-elsewhere"))
    first.types("")
    second.sees(second.says("prompt-elsewhere"))
    assert second.leaves() == 0
    first.plays()
    assert first.leaves() == 0


def meet(server: Server, *names: str) -> list[Person]:
    """Three people at a table. The first of them is asked, the others follow in the order of play."""
    table = opened(server, names[0], game=THREE, deals=1)
    people = [Person(server, table, names[0])]
    people[0].sees(people[0].says("prompt-start-empty", start="start"))
    for seat, name in enumerate(names[1:], 2):
        people.append(Person(server, table, name, "--seat", str(seat)))
        people[0].sees(people[0].says("seat-sat", player=name))
    people[0].types("start")
    for person in people:
        person.sees(person.says("match-begins"))
    while not people[0].asked():
        people = [*people[1:], people[0]]
    return people


def test_a_waiting_room(server: Server) -> None:
    table = opened(server, "Host", game=example(seats=4), deals=1)
    host = Person(server, table, "Host")
    host.sees("  1. Host (you)")
    guest = Person(server, table, "Guest")
    guest.sees(guest.says("prompt-sit"))
    assert "  1. Host\r\n  2. nobody yet" in guest.said
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
    assert (host.leaves(), guest.leaves()) == (0, 0)
    assert f"prikup join {table} --name Guest\r\n" in guest.said


def test_talking(server: Server) -> None:
    talker, hearer, silent = people = meet(server, "Anna", "Vera", "Pekka")
    talker.types("say hello there")
    hearer.sees(f"{talker.name}: hello there")
    hearer.types("say")
    hearer.sees("4: Well played!")
    hearer.types("say 4")
    for person in (talker, silent):
        person.sees(f"{hearer.name}: Well played!")
    assert [person.leaves() for person in people] == [0, 0, 0]


def test_a_proposal_asked_and_answered(server: Server) -> None:
    asker, *others = people = meet(server, "Anna", "Vera", "Pekka")
    asker.types("1")
    others[0].sees("\r\n> ")
    for answers in ("n", "yy"):
        asker.types("u")
        for person, answer in zip(others, answers, strict=False):
            person.sees(f"{person.says('proposal-undo', player=asker.name)} {person.says('agree')}")
            person.types(answer)
        asker.sees(asker.says("proposal-over") if answers == "n" else "You take back: pass.")
    asker.sees("\r\n> ")
    for answer in "ny":
        asker.types("stop")
        asker.sees(asker.says("confirm-stop"))
        asker.types(answer)
    for person in others:
        person.sees(person.says("proposal-stop", player=asker.name))
        person.types("y")
    for person in people:
        person.sees(person.says("result-none"))
    asker.types("again")
    for person in others:
        person.sees(person.says("rematch-open"))
        person.types("again")
        person.sees(f"{person.name} (you)")
    assert [person.leaves() for person in people] == [0, 0, 0]


def test_a_host_keeps_order(server: Server) -> None:
    """He removes a person, who may not come back to a seat, and closes the table."""
    table = opened(server, "Hilda", game=THREE, deals=1)
    host = Person(server, table, "Hilda")
    host.sees(host.says("prompt-start-empty", start="start"))
    guest = Person(server, table, "Gustav", "--seat", "2")
    host.sees(host.says("seat-sat", player="Gustav"))
    host.types("lock")
    guest.sees(guest.says("table-locked"))
    host.sees(host.says("table-locked"))
    host.types("remove 3")
    host.sees(host.says("remove-nobody", number=3))
    host.types("remove 2")
    host.sees("Remove Gustav")
    host.types("y")
    for person in (host, guest):
        person.sees(person.says("seat-given-up", name="Gustav"))
    guest.types("sit 2")
    guest.sees("removed")
    host.types("lock")
    host.sees(host.says("table-unlocked"))
    assert [host.leaves(), guest.leaves()] == [0, 0]


def test_a_bad_move_of_a_computer_is_reported(server: Server) -> None:
    reporter = Person(server, alone(server, ALONE, "Rita"), "Rita")
    reporter.plays(actions=6)
    reporter.types("report")
    assert reporter.sees(reporter.says("report-noted"), reporter.says("report-nothing")) == 0
    reporter.types("report 1")  # the own seat
    reporter.sees(reporter.says("report-not-a-bots"))
    assert reporter.leaves() == 0


def test_watching(server: Server) -> None:
    player, *others = meet(server, "Player", "Partner", "Third")
    watcher = Person(server, player.table, "Watcher")
    watcher.sees("is thinking")
    watcher.types("1")
    watcher.sees(watcher.says("no-seat"))
    watcher.types("s")
    speech = Speech(words_of("en", THREE), game(THREE), ("Player", "Partner", "Third"), spoken=True)
    for line in lines_of(sheet_now(speech, Match.begin(game(THREE)).sheet)):
        watcher.sees(line)
    player.types("1")
    watcher.sees(f"{player.name}: pass.")
    assert watcher.leaves() == 0
    assert "Your hand" not in watcher.said
    assert watcher.says("end-watched") in watcher.said
    assert [person.leaves() for person in (player, *others)] == [0, 0, 0]


def test_cutting_oneself(server: Server) -> None:
    """On the right of the dealer, in one deal of three; no match is won before that."""
    table = opened(server, "Cutter", game=THREE, deals=4, bots=True)
    person = Person(server, table, "Cutter", "--cut")
    following = person.says("prompt-next-deal", deal="d", quit="q")
    most = len(game(THREE).pack) - 1
    cut = person.says("prompt-cut", most=most)
    while found := person.sees(cut, following, "\r\n> "):
        person.types("" if found == 1 else "1")
    person.types("99")
    person.sees(person.says("not-a-cut", cut=99, most=most))
    person.sees(cut)
    person.types("13")
    person.sees("You cut 13 cards off the top.")
    assert person.leaves() == 0


def test_a_table_is_chosen_in_the_menu_and_found_again(server: Server) -> None:
    """A deal of this game is not passed out, so that it is still the first."""
    address = server.url
    person = Person(server, address, "Chooser", tongue="ru")
    for typed in (str(1 + list(GAMES).index(ALONE)), "1", "1"):
        person.sees("> ")
        person.types(typed)
    person.plays(actions=2)
    assert person.leaves() == 0
    again = Person(server, address, "Chooser", tongue="ru")
    title = words_of("ru", ALONE)("game")
    again.sees(f"продолжить: {title}, сдача 1 (Chooser, ")
    again.types("")
    again.plays(actions=1)
    assert again.leaves() == 0


def test_the_token_is_for_nobody_else(server: Server) -> None:
    opened(server, "Secret", game=THREE)
    files = list((server.folder / "prikup" / "guests").iterdir())
    assert files
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("ftp://nowhere", 1, "Not an address of a table: ftp://nowhere"),
        ("http://127.0.0.1:1", 1, "http://127.0.0.1:1 cannot be reached: Connection refused"),
        ("{}/t/nothing", 1, words_of("en")("no-such-table")),
        ("{}", 0, ""),
    ],
)
def test_where_there_is_nothing_to_join(address: str, code: int, said: str, server: Server) -> None:
    command = [sys.executable, *MAIN, "join", address.format(server.url), "--name", "Lost"]
    done = subprocess.run(command, input="", capture_output=True, text=True, env=environment(server.folder), timeout=60)
    assert done.returncode == code
    assert done.stderr.strip() == said


@pytest.mark.parametrize("plain", [True, False])
def test_a_hint_for_practice(server: Server, plain: bool) -> None:
    name = f"Learner-{plain}"
    table = opened(server, name, game=THREE, bots=True)
    person = Person(server, table, name, plain=plain)
    person.plays(actions=1)
    key = person.says("keys-hint").split()[0]
    person.types("?")
    person.sees(person.says("help-hint"))
    person.types("")
    person.sees("\r\n> " if plain else person.says("table-help"))
    person.types(key)
    person.sees(person.says("hint-plan", actions="").strip())
    person.sees(person.says("because-only"), person.says("hint-worth", column="@", partners=0).split("@")[1][:40])
    person.types("")
    person.plays(actions=1)
    assert person.leaves() == 0
    assert "Traceback" not in person.said


def test_no_hint_among_people(server: Server) -> None:
    people = meet(server, "Anna", "Vera", "Pekka")
    people[0].types(people[0].says("keys-hint").split()[0])
    people[0].sees(people[0].says("hint-practice"))
    people[0].types("?")
    people[0].sees(people[0].says("help-undo"))
    assert people[0].says("help-hint") not in people[0].said
    people[0].types("")
    assert [person.leaves() for person in people] == [0, 0, 0]
