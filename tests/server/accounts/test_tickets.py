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
def test_ticket_is_redeemed_once_in_any_order(digests: list[str], chance: random.Random) -> None:
    tickets = Tickets(StillTime())
    issued_tickets = [(tickets.issue(digest), digest) for digest in digests]
    chance.shuffle(issued_tickets)
    for ticket, digest in issued_tickets:
        assert tickets.redeem(ticket) == digest
        assert tickets.redeem(ticket) is None


@given(DIGESTS, st.data())
def test_altered_ticket_is_refused_and_original_stays_valid(digest: str, data: st.DataObject) -> None:
    tickets = Tickets(StillTime())
    ticket = tickets.issue(digest)
    start = data.draw(st.integers(0, len(ticket)))
    end = data.draw(st.integers(start, len(ticket)))
    altered_ticket = ticket[:start] + data.draw(st.text(max_size=4)) + ticket[end:]
    assume(altered_ticket != ticket)
    assert tickets.redeem(altered_ticket) is None
    assert tickets.redeem(ticket) == digest, "the attempt has not used it up"


@given(st.text())
def test_tickets_refuse_arbitrary_text(ticket: str) -> None:
    assert Tickets(StillTime()).redeem(ticket) is None


@given(DIGESTS, DIGESTS, st.integers(1, 111))
def test_tickets_refuse_splice_of_two_tickets(first_digest: str, second_digest: str, splice_index: int) -> None:
    tickets = Tickets(StillTime())
    first, second = tickets.issue(first_digest), tickets.issue(second_digest)
    assume((spliced_ticket := first[:splice_index] + second[splice_index:]) not in (first, second))
    assert tickets.redeem(spliced_ticket) is None


@given(DIGESTS, st.floats(0, 2 * TICKET_S))
def test_ticket_expires_after_its_lifetime(digest: str, seconds: float) -> None:
    clock = StillTime()
    tickets = Tickets(clock)
    ticket = tickets.issue(digest)
    clock.advance(seconds)
    assert tickets.redeem(ticket) == (digest if seconds < TICKET_S else None)
    clock.advance(TICKET_S)
    assert tickets.redeem(ticket) is None


@given(DIGESTS)
def test_ticket_is_valid_only_with_its_secret(digest: str) -> None:
    clock = StillTime()
    issuer, peer, outsider = Tickets(clock, SECRET), Tickets(clock, SECRET), Tickets(clock)
    ticket = issuer.issue(digest)
    assert outsider.redeem(ticket) is None
    assert peer.redeem(ticket) == digest
    assert peer.redeem(ticket) is None


@given(st.lists(st.floats(0, TICKET_S), min_size=1, max_size=30))
def test_tickets_forget_used_tickets_after_expiry(pauses: list[float]) -> None:
    clock = StillTime()
    tickets = Tickets(clock)
    for pause in pauses:
        clock.advance(pause)
        ticket = tickets.issue("00" * 32)
        assert tickets.redeem(ticket) == "00" * 32
    clock.advance(TICKET_S)
    assert tickets.redeem(tickets.issue("00" * 32)) == "00" * 32
    assert len(tickets._used) == 1
