"""Quick pairing: the vector of the specification, each rule by an example, and laws for random queues."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.circles import depth

from prikup.server.lobby.pairing import MAX_CANDIDATES, Group, Meetings, Seeker, find_groups, seat_order

NOBODY = Meetings()


def seeker(person: str, rating: int = 1500, waited_s: float = 0, **wishes: object) -> Seeker:
    return Seeker(person, round(waited_s * 1000), rating, **wishes)  # type: ignore[arg-type]


def both_ways(*pairs: str) -> dict[str, set[str]]:
    """Return a mapping of each person to the others, from pairs such as `ab`."""
    mapping: dict[str, set[str]] = {}
    for one, other in map(tuple, pairs):
        mapping.setdefault(one, set()).add(other)
        mapping.setdefault(other, set()).add(one)
    return mapping


def groups(*seekers: Seeker, seats: int = 3, meetings: Meetings = NOBODY, partners: bool = False) -> list[str]:
    """Return the people of each group, with a `+` for each computer player."""
    found_groups = find_groups(seekers, seats, meetings, partners=partners)
    return ["".join(group.people) + "+" * group.bots for group in found_groups]


P1 = (seeker("A", 1500, 40), seeker("B", 1560, 5), seeker("C", 1490, 20), seeker("D", 1900, 60), seeker("E", 1520, 1))


def test_pairing_vector_p1() -> None:
    assert groups(*P1) == ["ACE"]


def test_pairing_window_grows_with_the_time_of_both() -> None:
    for waited_s, is_paired in ((0, False), (9.9, False), (10, True)):
        pair = (seeker("a", 1500, waited_s), seeker("b", 1700, waited_s))
        assert groups(*pair, seats=2) == (["ab"] if is_paired else [])
    assert groups(seeker("a", 1500, 50), seeker("b", 1700, 9.9), seats=2) == []


def test_pairing_window_ends_at_range_and_without_range_after_a_minute() -> None:
    assert groups(seeker("a", 1500, 59, range=400), seeker("b", 1901, 59), seats=2) == []
    assert groups(seeker("a", 1500, 99, range=400), seeker("b", 1901, 99), seats=2) == []
    assert groups(seeker("a", 1500, 59.9), seeker("b", 2101, 59.9), seats=2) == []
    assert groups(seeker("a", 1500, 60), seeker("b", 2901, 60), seats=2) == ["ab"]


def test_pairing_of_new_person_waits_ten_seconds_regardless_of_ratings() -> None:
    for waited_s, is_paired in ((9.9, False), (10, True)):
        pair = (seeker("a", 1500, waited_s, is_new=True), seeker("b", 1900, waited_s))
        assert groups(*pair, seats=2) == (["ab"] if is_paired else [])


def test_pairing_never_joins_blocked_people() -> None:
    meetings = Meetings(blocked=both_ways("ab"))
    trio = (seeker("a", waited_s=99), seeker("b", waited_s=99), seeker("c", waited_s=99))
    assert groups(*trio, meetings=meetings) == []
    assert groups(*trio, seeker("d"), meetings=meetings) == ["acd"]


def test_pairing_of_regulars_waits_thirty_seconds() -> None:
    meetings = Meetings(regulars=both_ways("ab"))
    for waited_s, is_paired in ((29.9, False), (30, True)):
        pair = (seeker("a", waited_s=waited_s), seeker("b", waited_s=waited_s))
        assert groups(*pair, seats=2, meetings=meetings) == (["ab"] if is_paired else [])


def test_pairing_prefers_people_who_have_not_met_today() -> None:
    meetings = Meetings(today={"a": {"b": 1}, "b": {"a": 1}})
    queue = [seeker("a", waited_s=9), seeker("b", waited_s=8), seeker("c", waited_s=7)]
    assert groups(*queue, seats=2) == ["ab"]
    assert groups(*queue, seats=2, meetings=meetings) == ["ac"]


def test_pairing_chooses_first_in_queue_among_equal_groups() -> None:
    assert groups(*(seeker(person) for person in "fedcba")) == ["abc", "def"]


def test_pairing_adds_a_bot_only_for_people_who_accept_one_after_45_seconds() -> None:
    for waited_s, expected in ((44.9, []), (45, ["ab+"])):
        assert groups(seeker("a", waited_s=waited_s, bots=True), seeker("b", bots=True)) == expected
    waiting = seeker("a", waited_s=99, bots=True)
    assert groups(waiting, seeker("b")) == [], "the other does not want a computer player"
    assert groups(waiting) == [], "one person alone does not sit down"
    assert groups(waiting, seeker("b", bots=True), seats=2) == ["ab"]
    assert groups(waiting, seeker("b", bots=True), seeker("c")) == ["abc"], "a third person is better"
    trio = [seeker(person, waited_s=99, bots=True) for person in "abc"]
    assert groups(*trio, seats=4) == ["abc+"]
    assert groups(*trio, seats=4, partners=True) == []


def sides(*seekers: Seeker) -> set[frozenset[str]]:
    (group,) = find_groups(seekers, 4, NOBODY, partners=True)
    return {frozenset(side) for side in group.sides}


def test_pairing_puts_strongest_and_weakest_on_one_side() -> None:
    ratings = {"a": 1590, "b": 1510, "c": 1540, "d": 1520}
    assert sides(*(seeker(*each) for each in ratings.items())) == {frozenset("ab"), frozenset("cd")}


def test_pairing_seats_friends_on_one_side() -> None:
    friends = (seeker("a", 1590, partner="c"), seeker("c", 1520, partner="a"))
    assert sides(*friends, seeker("b", 1510), seeker("d", 1540)) == {frozenset("ac"), frozenset("bd")}
    others = (seeker("b", 1510, partner="d"), seeker("d", 1540, partner="b"))
    assert sides(*friends, *others) == {frozenset("ac"), frozenset("bd")}


def test_pairing_leaves_out_a_seeker_whose_partner_does_not_look() -> None:
    trio = [seeker(person) for person in "bcd"]
    assert groups(seeker("a", waited_s=9, partner="e"), *trio, seats=4, partners=True) == []
    assert groups(seeker("a", waited_s=9, partner="b"), *trio, seats=4, partners=True) == []


def test_pairing_of_friends_ignores_their_ratings() -> None:
    friends = (seeker("a", 1200, partner="c"), seeker("c", 1800, partner="a"))
    far = [seeker("b", 1500, 99), seeker("d", 1500, 99)]
    assert groups(*friends, *far, seats=4, partners=True) == []
    friends = (seeker("a", 1200, 20, partner="c"), seeker("c", 1800, 20, partner="a"))
    assert groups(*friends, *far, seats=4, partners=True) == ["bdac"]


PEOPLE = "abcdefghijkl"
PAIRS = st.sets(st.sampled_from([one + other for one, other in combinations(PEOPLE, 2)]), max_size=12)


@st.composite
def queues(draw: st.DrawFn) -> tuple[list[Seeker], int, Meetings, bool]:
    """Return the seekers of a lane in any order, the number of seats, their meetings, and if there are partners."""
    seats = draw(st.integers(2, 4))
    has_partners = seats == 4 and draw(st.booleans())
    seekers = [
        Seeker(
            person,
            draw(st.sampled_from((0, 1000, 10_000, 30_000, 45_000, 60_000))),
            draw(st.sampled_from((1400, 1500, 1550, 1900))),
            draw(st.booleans()),
            draw(st.sampled_from((0, 200, 400))),
            draw(st.booleans()),
            draw(st.sampled_from(("", "", *PEOPLE))) if has_partners else "",
            network=draw(st.sampled_from(("", "10.0.0.1", "10.0.0.2"))),
            is_guest=draw(st.booleans()),
        )
        for person in draw(st.lists(st.sampled_from(PEOPLE), unique=True))
    ]
    today = {one: dict.fromkeys(others, 1) for one, others in both_ways(*draw(PAIRS)).items()}
    meetings = Meetings(both_ways(*draw(PAIRS)), today, both_ways(*draw(PAIRS)))
    return seekers, seats, meetings, has_partners


@given(queues(), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=depth(500), deadline=None)
def test_pairing_laws(queue: tuple[list[Seeker], int, Meetings, bool], only_rated: bool, random: object) -> None:
    seekers, seats, meetings, has_partners = queue

    def find(people: Sequence[Seeker]) -> list[Group]:
        return find_groups(people, seats, meetings, partners=has_partners, only_rated=only_rated)

    found_groups = find(seekers)
    shuffled = list(seekers)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert find(shuffled) == found_groups, "the order does not matter"
    by_person = {each.person: each for each in seekers}
    seated = [person for group in found_groups for person in group.people]
    assert len(seated) == len(set(seated)), "nobody sits at two tables"
    for group in found_groups:
        assert len(group.people) + group.bots == seats
        assert group.bots in (0, 1)
        assert len(group.people) >= 2
        people = [by_person[person] for person in group.people]
        assert [(-each.waited_ms, each.person) for each in people] == sorted((-e.waited_ms, e.person) for e in people)
        assert not group.bots or (all(each.bots for each in people) and not has_partners)
        for one, other in combinations(people, 2):
            assert is_compatible(one, other, meetings)
        shared = [pair for pair in combinations(people, 2) if len({each.network for each in pair} - {""}) == 1]
        shared = [pair for pair in shared if all(each.network for each in pair)]
        has_guest = any(each.is_guest for each in people)
        has_near_partners = any(one.partner == other.person for one, other in shared)
        assert group.rated == (not has_guest and not shared)
        if shared and not has_guest and not has_near_partners:
            assert all(each.waited_ms >= 60_000 for pair in shared for each in pair)
        assert not (only_rated and shared and not has_guest)
        for each in people:
            assert not each.partner or {each.person, each.partner} in [set(side) for side in group.sides]
        assert bool(group.sides) == has_partners
        assert not has_partners or sorted(person for side in group.sides for person in side) == sorted(group.people)
    left = [each for each in seekers if each.person not in seated]
    oldest_first = sorted(left, key=lambda each: (-each.waited_ms, each.person))
    assert not find(oldest_first[:29]), "nobody could have sat down"


def is_compatible(one: Seeker, other: Seeker, meetings: Meetings) -> bool:
    """Return whether two people may sit together, by the words of the specification."""
    if other.person in meetings.blocked.get(one.person, ()):
        return False
    if one.partner == other.person:
        return True

    def window(each: Seeker) -> float:
        seconds = each.waited_ms / 1000
        if each.range == 0 and seconds >= 60:
            return float("inf")
        return min(100 + 10 * seconds, each.range or 600)

    is_near = abs(one.rating - other.rating) <= min(window(one), window(other))
    both_waited_s = min(one.waited_ms, other.waited_ms) / 1000
    is_new = (one.is_new or other.is_new) and both_waited_s >= 10
    met = other.person in meetings.regulars.get(one.person, ())
    return (is_near or is_new) and (not met or both_waited_s >= 30)


@pytest.mark.parametrize("bots", [0, 1])
def test_seat_order_follows_from_the_seed(bots: int) -> None:
    group = Group(("anna", "boris"), bots)
    orders = {seat_order(group, str(number), "table") for number in range(99)}
    assert len(orders) == (6 if bots else 2), "every order can be drawn"
    assert all(sorted(order) == sorted(("anna", "boris", *("",) * bots)) for order in orders)


def test_seat_order_puts_partners_opposite_each_other() -> None:
    group = Group(("a", "b", "c", "d"), sides=(("a", "b"), ("c", "d")))
    orders = {seat_order(group, str(number), "table") for number in range(99)}
    assert len(orders) == 8
    assert all(
        {frozenset(order[::2]), frozenset(order[1::2])} == {frozenset("ab"), frozenset("cd")} for order in orders
    )


def test_pairing_separates_people_of_one_browser() -> None:
    a, b, c, d = (seeker(person, waited_s=60, device=f"of {person}") for person in "abcd")
    both = [replace(each, device="of a") for each in (a, b)]
    assert groups(*both, seats=2) == []
    assert groups(*both, c, d) == ["acd"]
    assert groups(*(replace(each, device="") for each in (a, b)), seats=2) == ["ab"]
    friends = (
        seeker("a", waited_s=60, partner="b", device="of a"),
        seeker("b", waited_s=60, partner="a", device="of a"),
    )
    assert groups(*friends, c, d, seats=4, partners=True) == []


def found_groups(
    *seekers: Seeker, seats: int = 3, partners: bool = False, only_rated: bool = False
) -> list[tuple[str, bool]]:
    """Return the people of each group, and whether their match may be rated."""
    found = find_groups(seekers, seats, NOBODY, partners=partners, only_rated=only_rated)
    return [("".join(group.people), group.rated) for group in found]


def test_pairing_is_rated_if_nobody_is_a_guest() -> None:
    a, b, c = (seeker(person, waited_s=60) for person in "abc")
    assert found_groups(a, b, c) == [("abc", True)]
    assert found_groups(a, b, replace(c, is_guest=True)) == [("abc", False)]
    bots = [replace(each, bots=True) for each in (a, b)]
    assert found_groups(*bots) == [("ab", True)]


def test_pairing_joins_accounts_of_one_network_at_once_only_beside_a_guest() -> None:
    a, b, c, d = (seeker(person, waited_s=59, network=f"10.0.0.{n}") for n, person in enumerate("abcd"))
    near = replace(b, network=a.network)
    assert found_groups(a, near, seats=2) == []
    assert found_groups(a, near, c) == []
    assert found_groups(a, near, c, d) == [("acd", True)]
    assert found_groups(a, near, replace(c, is_guest=True)) == [("abc", False)]
    assert found_groups(a, replace(near, is_guest=True), seats=2) == [("ab", False)]
    assert found_groups(*(replace(each, network="") for each in (a, b)), seats=2) == [("ab", True)], "not known"
    assert found_groups(replace(a, bots=True), replace(near, bots=True)) == []


def test_pairing_joins_accounts_of_one_network_after_a_minute_unrated() -> None:
    a, b, c, d = (seeker(person, waited_s=60, network=f"10.0.0.{n}") for n, person in enumerate("abcd"))
    near = replace(b, network=a.network)
    assert found_groups(a, near, seats=2) == [("ab", False)]
    assert found_groups(a, replace(near, waited_ms=59_999), seats=2) == [], "both have to wait"
    assert found_groups(a, near, replace(c, waited_ms=0)) == [("abc", False)], "others have not"
    assert found_groups(a, near, c, d) == [("acd", True)], "a rated match is better"
    later = [replace(each, waited_ms=20_000) for each in (c, d)]
    assert found_groups(a, near, *(replace(each, rating=1700) for each in later)) == [("acd", True)]
    assert found_groups(*(replace(each, network=a.network) for each in (a, b, c))) == [("abc", False)]


def test_pairing_prefers_rated_matches_of_others_to_unrated_ones_of_those_who_wait_longest() -> None:
    """A finds only B, of the same network, and B could play with C: then A goes on waiting."""
    a, b, c = (seeker(person, 1500 + 500 * n, 70 - n, range=550, network="10.0.0.1") for n, person in enumerate("abc"))
    assert found_groups(a, b, replace(c, network="10.0.0.2"), seats=2) == [("bc", True)]
    assert found_groups(a, b, c, seats=2) == [("ab", False)]


def test_pairing_adds_a_bot_rather_than_a_third_person_of_one_network() -> None:
    a, b, c = (seeker(person, waited_s=60, bots=True, network=f"10.0.0.{n}") for n, person in enumerate("abc"))
    near = replace(b, network=a.network)
    assert found_groups(a, near, c) == [("ac", True)]
    assert found_groups(a, near) == [("ab", False)]


def test_pairing_in_a_rated_lane_never_joins_accounts_of_one_network() -> None:
    a, b = (seeker(person, waited_s=999, network="10.0.0.1") for person in "ab")
    assert found_groups(a, b, seats=2, only_rated=True) == []
    friends = (replace(a, partner="b"), replace(b, partner="a"))
    others = (seeker("c", waited_s=999), seeker("d", waited_s=999))
    assert found_groups(*friends, *others, seats=4, partners=True, only_rated=True) == []


def test_pairing_of_partners_in_one_network_is_unrated_at_once() -> None:
    a, b, c, d = (seeker(person, network=f"10.0.0.{n}") for n, person in enumerate("abcd"))
    friends = (replace(a, partner="b"), replace(b, partner="a", network=a.network))
    assert found_groups(*friends, c, d, seats=4, partners=True) == [("abcd", False)]
    assert found_groups(*friends, c, replace(d, network=c.network), seats=4, partners=True) == [("abcd", False)]
    apart = (replace(a, partner="b"), replace(b, partner="a"))
    assert found_groups(*apart, c, d, seats=4, partners=True) == [("abcd", True)]


def test_pairing_finds_people_of_other_networks_beyond_many_of_the_same() -> None:
    crowd = [seeker(f"a{n:02}", waited_s=59, network="10.0.0.1") for n in range(MAX_CANDIDATES + 10)]
    others = [seeker(person, 1590, 59, network=person) for person in "bc"]
    assert found_groups(*crowd, *others) == [("a00bc", True)]
