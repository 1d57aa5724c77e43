"""Properties of socket tickets under arbitrary input."""

import hashlib
import random

from hypothesis import assume, given
from hypothesis import strategies as st
from server.still_time import StillTime

from prikup.server.accounts.tickets import TICKET_S, Tickets

DIGESTS = st.binary(max_size=8).map(lambda token: hashlib.sha256(token).hexdigest())
SECRET = b"what the peers know"


@given(st.lists(DIGESTS, max_size=5), st.randoms())
def test_each_ticket_is_good_once_in_any_order(digests: list[str], chance: random.Random) -> None:
    tickets = Tickets(StillTime())
    issued = [(tickets.issue(digest), digest) for digest in digests]
    chance.shuffle(issued)
    for ticket, digest in issued:
        assert tickets.redeem(ticket) == digest
        assert tickets.redeem(ticket) is None


@given(DIGESTS, st.data())
def test_an_altered_ticket_is_refused(digest: str, data: st.DataObject) -> None:
    tickets = Tickets(StillTime())
    ticket = tickets.issue(digest)
    at = data.draw(st.integers(0, len(ticket)))
    upto = data.draw(st.integers(at, len(ticket)))
    altered = ticket[:at] + data.draw(st.text(max_size=4)) + ticket[upto:]
    assume(altered != ticket)
    assert tickets.redeem(altered) is None
    assert tickets.redeem(ticket) == digest, "the attempt has not used it up"


@given(st.text())
def test_what_is_no_ticket_is_refused(said: str) -> None:
    assert Tickets(StillTime()).redeem(said) is None


@given(DIGESTS, DIGESTS, st.integers(1, 111))
def test_no_ticket_is_made_of_two(one: str, other: str, at: int) -> None:
    tickets = Tickets(StillTime())
    first, second = tickets.issue(one), tickets.issue(other)
    assume((spliced := first[:at] + second[at:]) not in (first, second))
    assert tickets.redeem(spliced) is None


@given(DIGESTS, st.floats(0, 2 * TICKET_S))
def test_a_ticket_is_good_until_its_time_is_over(digest: str, seconds: float) -> None:
    clock = StillTime()
    tickets = Tickets(clock)
    ticket = tickets.issue(digest)
    clock.advance(seconds)
    assert tickets.redeem(ticket) == (digest if seconds < TICKET_S else None)
    clock.advance(TICKET_S)
    assert tickets.redeem(ticket) is None


@given(DIGESTS)
def test_a_ticket_is_good_where_its_secret_is_and_nowhere_else(digest: str) -> None:
    clock = StillTime()
    here, there, elsewhere = Tickets(clock, SECRET), Tickets(clock, SECRET), Tickets(clock)
    ticket = here.issue(digest)
    assert elsewhere.redeem(ticket) is None
    assert there.redeem(ticket) == digest
    assert there.redeem(ticket) is None


@given(st.lists(st.floats(0, TICKET_S), min_size=1, max_size=30))
def test_used_tickets_are_forgotten_when_they_are_too_old(pauses: list[float]) -> None:
    clock = StillTime()
    tickets = Tickets(clock)
    for pause in pauses:
        clock.advance(pause)
        ticket = tickets.issue("00" * 32)
        assert tickets.redeem(ticket) == "00" * 32
    clock.advance(TICKET_S)
    assert tickets.redeem(tickets.issue("00" * 32)) == "00" * 32
    assert len(tickets._used) == 1
