"""Properties of a lease: its holder stops before another node may start."""

from hypothesis import given
from hypothesis import strategies as st
from server.still_time import StillTime

from prikup.server.nodes.lease import HELD_S, LASTS_S, RENEW_EVERY, Lease

SECONDS = st.floats(0, 20)


def test_lease_times_allow_two_renewals_and_end_before_database_lease() -> None:
    assert 2 * RENEW_EVERY <= HELD_S < LASTS_S


@given(st.lists(st.tuples(SECONDS, SECONDS, SECONDS, st.booleans()), max_size=20))
def test_lease_ends_before_another_node_may_take_it(renewals: list[tuple[float, float, float, bool]]) -> None:
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
def test_lease_starts_at_request_time(seconds: float) -> None:
    clock = StillTime()
    lease = Lease(clock)
    lease.renew(clock())
    clock.advance(seconds)
    assert lease.is_held == (seconds < HELD_S)
