"""Guests from one address: a school class is admitted, a script pays for each guest with proof of work."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.server_thread import Visitor, run_server
from sqlalchemy import insert
from support import patient
from support.waiting import DEADLINE_S

from prikup.games import GAMES
from prikup.server.http import guest_admission
from prikup.server.http.errors import HttpError
from prikup.server.http.guest_admission import PUZZLE_S, GuestAdmission, zero_bits
from prikup.server.http.rate_limits import LIMITS, RateLimits
from prikup.server.storage.event_store import COMMITS_PER_DEAL, SqlEventStore
from prikup.server.storage.sql_tables import seats
from prikup.table.host.storage import Commit, NewTableRecord
from prikup.terminal.client import http_client
from prikup.terminal.client.http_client import Visitor as Program
from prikup.terminal.client.proof_of_work import solution

FREE = LIMITS["guest"].burst
FILES = 26
"""Requests that loading the page and its table takes."""
EASIER = 13
"""Bits by which the puzzles of tests are easier; each takes about a millisecond."""


@pytest.fixture(autouse=True)
def easy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_admission, "FIRST_BITS", guest_admission.FIRST_BITS - EASIER)
    monkeypatch.setattr(guest_admission, "MOST_BITS", guest_admission.MOST_BITS - EASIER)
    monkeypatch.setattr(http_client, "TIMEOUT_S", DEADLINE_S)
    monkeypatch.setattr(guest_admission, "HASHES_PER_SECOND", guest_admission.HASHES_PER_SECOND / 2**EASIER)


class Door:
    """Guest admission with a clock of its own."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.players: set[str] = set()
        self.limits = RateLimits(clock=lambda: self.now)
        self.guests = GuestAdmission(self.limits, self._find_player, clock=lambda: self.now)

    async def _find_player(self, users: Collection[str]) -> str | None:
        return next((user for user in users if user in self.players), None)

    def puzzle(self, address: str = "school", proof: str = "") -> str:
        """Return the puzzle for another guest, or "" if the guest is admitted without one."""
        with pytest.raises((HttpError, StopIteration)) as exception_info:
            self.guests.admit(address, proof).send(None)  # does not suspend
        error = exception_info.value
        if isinstance(error, StopIteration):
            return ""
        assert isinstance(error, HttpError)
        assert (error.status, error.reason.key) == (429, "guest-puzzle")
        assert error.puzzle
        return error.puzzle

    def full(self, address: str = "school") -> str:
        """Use up the free guests of an address; return its first puzzle."""
        assert [self.puzzle(address) for _ in range(FREE)] == [""] * FREE
        return self.puzzle(address)


def test_guest_admission_lets_twenty_pupils_open_tables_without_puzzle(tmp_path: Path) -> None:
    """Each pupil loads the page, becomes a guest and opens a table; none is refused or gets a puzzle."""
    with run_server(tmp_path, limited=True) as running:
        answers = []
        for _ in range(20):
            with patient.Client(base_url=running.url) as pupil:
                answers += [pupil.get("/") for _ in range(FILES)]
                answers.append(pupil.post("/api/guests", json={}))
                token = answers[-1].json().get("token")
                pupil.headers["Authorization"] = f"Bearer {token}"
                answers.append(pupil.post("/api/tables", json={"game": next(iter(GAMES))}))
        assert {answer.status_code for answer in answers} == {200, 201}


def test_guest_admission_puzzle_states_seconds_it_takes() -> None:
    door = Door()
    door.full()
    seconds = []
    for guests in (0, 200):
        door.limits.charge("guest", "school", amount=guests)
        with pytest.raises(HttpError) as refusal:
            door.guests.admit("school", "").send(None)
        seconds.append(refusal.value.reason.numbers)
    assert seconds == [{"seconds": 1}, {"seconds": 84}], "of 17 and of 23 bits"


def bits(puzzle: str) -> int:
    """Return the number of zero bits that a real server would require."""
    return int(puzzle.partition(".")[0]) + EASIER


def test_guest_admission_accepts_solved_puzzle_once() -> None:
    door = Door()
    proof = solution(door.full())
    assert door.puzzle(proof=proof) == ""
    assert door.puzzle(proof=proof), "it was used"
    assert door.puzzle(), "the next guest has a puzzle too"
    assert door.puzzle("elsewhere") == ""


def test_guest_admission_refuses_wrong_forged_foreign_or_expired_proof() -> None:
    door, other_door = Door(), Door()
    puzzle = door.full()
    number, until, name, signature = puzzle.split(".")
    wrong_proof = next(f"{puzzle}.{n}" for n in range(99) if zero_bits(f"{puzzle}.{n}") < int(number))
    forged_puzzles = (
        f"0.{until}.{name}.{signature}",
        f"{number}.9{until}.{name}.{signature}",
        f"{number}.{until}.x.{signature}",
    )
    for proof in (wrong_proof, puzzle, *map(solution, forged_puzzles), solution(other_door.full())):
        assert door.puzzle(proof=proof)
    door.full("elsewhere")
    assert door.puzzle("elsewhere", solution(puzzle)), "it is another address's"
    door.now += PUZZLE_S
    while not door.puzzle():  # until free guests have been replenished
        pass
    assert door.puzzle(proof=solution(puzzle)), "it is too old"


@given(st.text(max_size=60) | st.from_regex(r"[0-9٣]{1,3}(\.[0-9a-f٣]{0,9}){3,4}", fullmatch=True))
def test_guest_admission_refuses_arbitrary_text_as_proof(proof: str) -> None:
    door = Door()
    door.full()
    assert door.puzzle(proof=proof)


def test_guest_admission_difficulty_rises_with_guests_and_falls_with_time() -> None:
    door = Door()
    puzzle, difficulties = door.full(), []
    for _ in range(400):
        difficulties.append(bits(puzzle))
        assert door.puzzle(proof=solution(puzzle)) == ""
        puzzle = door.puzzle()
    assert difficulties == sorted(difficulties)
    assert (difficulties[0], difficulties[99], difficulties[-1]) == (17, 20, 24)
    # A core computes at most 15 million of these hashes a second, so the last guests cost more than 200 core-seconds.
    assert sum(2**difficulty for difficulty in difficulties) > 200 * 15_000_000
    assert 2 ** difficulties[-1] > 15_000_000
    door.now += 401 * LIMITS["guest"].seconds
    assert door.puzzle() == ""


def test_guest_admission_limits_use_of_stockpiled_puzzles() -> None:
    door = Door()
    stock = [door.full(), *(door.puzzle() for _ in range(200))]
    let_in = [door.puzzle(proof=solution(puzzle)) == "" for puzzle in stock]
    assert sum(let_in) < 3 * guest_admission.GUESTS_PER_BIT


def test_guest_admission_replenishes_free_guests_when_guests_have_played() -> None:
    door = Door()
    door.full()
    for guest in ("a", "b", "c"):
        door.guests.remember("school", guest)
    door.guests.remember("elsewhere", "d")
    door.players |= {"a", "c", "d"}
    assert [bool(door.puzzle()) for _ in range(4)] == [False, False, True, True]


def test_guest_admission_bounds_remembered_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_admission, "ADDRESSES", 3)
    door = Door()
    for n in range(10):
        door.guests.remember(f"10.0.0.{n}", f"guest {n}")
    assert list(door.guests._guests) == ["10.0.0.7", "10.0.0.8", "10.0.0.9"]


async def test_event_store_finds_user_who_has_played_a_deal(url: str) -> None:
    store = await SqlEventStore.open(url)
    await store.create(NewTableRecord("t", b"{}", "a"))
    async with store.database.writing() as connection:
        await connection.execute(insert(seats), {"person": "a", "table_id": "t", "seat": 0})
    for seq in range(1, COMMITS_PER_DEAL):
        await store.write(Commit("t", seq, b"[]"))
    assert await store.find_user_with_deal(["a", "b"]) is None
    await store.write(Commit("t", COMMITS_PER_DEAL, b"[]"))
    assert await store.find_user_with_deal(["a", "b"]) == "a"
    assert await store.find_user_with_deal(["b"]) is None
    await store.close()


def test_guest_admission_lets_forty_pupils_in_with_puzzles(tmp_path: Path) -> None:
    """Forty pupils behind one address: half use the browser's requests, half the terminal client."""

    def comes_in(number: int) -> str:
        if number % 2:
            program = Program(running.url, f"Pupil {number}", tmp_path / "programs")
            return program.websocket_url(table)
        with patient.Client(base_url=running.url) as http:
            proof = ""
            while not (answer := http.post("/api/guests", json={"proof": proof})).is_success:
                proof = solution(answer.json()["puzzle"])
            return str(answer.json()["id"])

    with run_server(tmp_path, limited=True) as running, Visitor(running, "Teacher") as teacher:
        table = teacher.table(game=next(iter(GAMES)))
        with ThreadPoolExecutor(8) as pupils:
            assert len(set(pupils.map(comes_in, range(40)))) == 40
        assert '"path":"/api/guests","status":429' in running.journal
