"""Properties of a lease: its holder stops before another node may start."""

from hypothesis import given
from hypothesis import strategies as st
from server.still_time import StillTime

from prikup.server.nodes.lease import HELD_S, LASTS_S, RENEW_EVERY, Lease

SECONDS = st.floats(0, 20)


def test_the_holder_renews_in_time_and_knows_of_its_end_before_others() -> None:
    assert 2 * RENEW_EVERY <= HELD_S < LASTS_S


@given(st.lists(st.tuples(SECONDS, SECONDS, SECONDS, st.booleans()), max_size=20))
def test_nobody_holds_a_lease_that_others_may_take(renewals: list[tuple[float, float, float, bool]]) -> None:
    """Each renewal waits, travels to the database and back, and is granted or refused there."""
    clock = StillTime()
    lease, until = Lease(clock), 0.0  # the time until which the database excludes other nodes
    for pause, travel_s, return_s, is_granted in renewals:
        clock.advance(pause)
        assert not lease.is_held or clock() < until
        request_time = clock()
        clock.advance(travel_s)
        if is_granted:
            until = clock() + LASTS_S
        clock.advance(return_s)
        if is_granted:
            lease.renew(request_time)
        assert not lease.is_held or clock() < until
        assert lease.remaining_s <= max(0.0, until - clock())


@given(SECONDS)
def test_a_lease_lasts_from_when_it_was_asked_for(seconds: float) -> None:
    clock = StillTime()
    lease = Lease(clock)
    lease.renew(clock())
    clock.advance(seconds)
    assert lease.is_held == (seconds < HELD_S)
