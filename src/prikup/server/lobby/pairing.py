"""Quick pairing: decides which of the people who look for a table sit down together.

A lane is a kind of match that people can look for (`prikup.table.opening.lanes`). The queue of a lane contains the
people who look for this kind of match, those who have waited longest first. Two people are compatible if both accept
the difference of their ratings; the difference that a person accepts grows while they wait. The other conditions are in
`_Queue.are_compatible`.

The first person in the queue for whom a group is possible is seated, with the group that costs least. The cost of a
group is the sum of the differences of rating of all its pairs, plus `REPEAT_COST` for each earlier pairing within a day
in which two of its people met, minus one point for each second that its people have waited. The search then goes on
with the next person in the queue.

A match counts for ratings if nobody in the group is a guest, and no two have the same network address, so that nobody
plays rated matches against themselves. Accounts of one network address sit down together if the match cannot count
anyway, because of a guest or of partners from one address who asked for each other. Otherwise they wait for a match
that counts. After `UNRATED_AFTER_MS` they sit down together in a match that does not count, unless a match that counts
is possible for one of the people in it.

The result depends only on the arguments. All times are integers, so that sums of them are exact and ties are real.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations

from msgspec import Struct, field

from prikup.table.person_ids import person_id

__all__ = ["MAX_RANGE", "Group", "Meetings", "Seeker", "find_groups", "seat_order"]

FIRST_WINDOW, MAX_RANGE = 100, 600
"""The accepted difference of ratings at the start of a search, and the maximum to which it grows.

The maximum applies to people who have set no range.
"""
UNLIMITED_AFTER_MS = 60_000
"""Milliseconds after which a person who looks for a table, and has set no range, accepts any rating."""
NEW_AFTER_MS = 10_000
"""Milliseconds after which a person without an established rating can sit down with people of any rating.

These people must have waited as long, too.
"""
REGULARS_AFTER_MS = 30_000
"""Milliseconds that people who have just met twice must both wait before they sit down together again."""
BOTS_AFTER_MS = 45_000
"""Milliseconds after which a person who accepts a computer player can be given one."""
UNRATED_AFTER_MS = 60_000
"""Milliseconds that accounts of one network address must both wait before they sit down in an unrated match."""
MAX_CANDIDATES = 30
"""Maximum number of compatible people among whom a group for one person is searched."""
REPEAT_COST = 200
"""Rating points that each earlier meeting of two people within a day adds to the cost of a group that contains both.

Of the possible groups for a table, the one with the lowest cost sits down.
"""


class Seeker(Struct, frozen=True):
    """A person who looks for a table in one lane (kind of match).

    - `person`: the user id.
    - `waited_ms`: the milliseconds since the person began to look.
    - `rating`: the rating in the game of the lane.
    - `is_new`: true if the rating is not established yet.
    - `range`: the greatest accepted difference of ratings, 0 for any.
    - `bots`: true if one computer player may fill a seat.
    - `partner`: the id of the person who must be on the same side, "" for nobody. A seeker with a partner is only
      seated if the partner looks for a table too and names this seeker as partner.
    - `device`: a text that identifies the person's browser, "" if it is not known. People at one browser do not sit
      down together.
    - `network`: the person's network address, or a text in place of it, "" if it is not known. People with the same
      address sit down together only in an unrated match.
    - `is_guest`: true if the person owns no account.
    """

    person: str
    waited_ms: int
    rating: int = 1500
    is_new: bool = False
    range: int = 0
    bots: bool = False
    partner: str = ""
    device: str = ""
    network: str = ""
    is_guest: bool = False

    @property
    def window(self) -> float:
        """The greatest difference of ratings that the person accepts now. It grows by 10 points a second."""
        if not self.range and self.waited_ms >= UNLIMITED_AFTER_MS:
            return float("inf")
        return min(FIRST_WINDOW + self.waited_ms / 100, self.range or MAX_RANGE)


class Meetings(Struct, frozen=True):
    """The known facts about pairs of people, each as a mapping from a person to other people (ids).

    - `blocked`: the people with whom a person cannot sit, because one of the two has blocked the other.
    - `today`: the number of times within a day that quick pairing brought the two people together, if it did.
    - `regulars`: the people whom a person met in two of their last three pairings, within an hour.
    """

    blocked: Mapping[str, Collection[str]] = field(default_factory=dict)
    today: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    regulars: Mapping[str, Collection[str]] = field(default_factory=dict)


class Group(Struct, frozen=True):
    """The people who sit down together at a new table.

    - `people`: their user ids; those who have waited longest come first.
    - `bots`: the number of computer players who fill the other seats.
    - `sides`: the people of each side if the game has partners, otherwise ().
    - `rated`: true if their match may count for ratings: nobody is a guest, and no two have the same network address.
    """

    people: tuple[str, ...]
    bots: int = 0
    sides: tuple[tuple[str, str], ...] = ()
    rated: bool = False


def find_groups(
    seekers: Iterable[Seeker], seats: int, meetings: Meetings, *, partners: bool = False, only_rated: bool = False
) -> list[Group]:
    """Return the groups of people in one lane (kind of match) who sit down together now. Nobody is in two groups.

    `seekers` are the people who look for a table in the lane, and `meetings` has facts about pairs of them, such as
    blocks. `seats` is the number of seats at a table. `partners` is true if two people play as a side each; a table
    then has four seats, and none of them is filled by a computer player. With `only_rated`, owners of accounts find
    only matches that may count for ratings.
    """
    queue = _Queue(seekers, seats, meetings, partners=partners, only_rated=only_rated)
    return [
        Group(
            tuple(queue.seekers[place].person for place in places),
            seats - len(places),
            queue.sides(places),
            queue.is_rated(places),
        )
        for places in queue.groups()
    ]


class _Queue:
    """The queue of one lane (kind of match). Methods identify people by their positions in the queue, from 0."""

    def __init__(
        self, seekers: Iterable[Seeker], seats: int, meetings: Meetings, *, partners: bool, only_rated: bool
    ) -> None:
        by_person = {seeker.person: seeker for seeker in seekers}
        self.seekers = sorted(
            (
                seeker
                for seeker in by_person.values()
                if not seeker.partner or (partners and _is_mutual(seeker, by_person.get(seeker.partner)))
            ),
            key=lambda seeker: (-seeker.waited_ms, seeker.person),
        )
        places = {seeker.person: place for place, seeker in enumerate(self.seekers)}
        self._partner_places = {
            place: places[seeker.partner] for place, seeker in enumerate(self.seekers) if seeker.partner
        }
        self._windows = [seeker.window for seeker in self.seekers]
        self._shared_networks = _shared_networks(self.seekers)
        self._seats, self._partners, self._meetings, self._only_rated = seats, partners, meetings, only_rated
        self._waiting = set(range(len(self.seekers)))
        self._unrated_places = {  # positions of people with whom a match never counts for ratings
            place
            for place, seeker in enumerate(self.seekers)
            if seeker.is_guest or (not only_rated and self._share_network(place, self._partner_places.get(place)))
        }
        self._patient_places = set[int]()  # positions of people who accept an unrated match with their own network

    def groups(self) -> Iterator[tuple[int, ...]]:
        """Yield the groups in the order in which they are formed, each as positions in the queue in ascending order.

        First, accounts of one network address are kept apart, so that their matches count for ratings. Then those who
        have waited for `UNRATED_AFTER_MS` are grouped too, for matches that do not count.
        """
        yield from self._groups_of_waiting()
        if self._only_rated:
            return
        self._patient_places = {
            place for place in self._shared_networks if self.seekers[place].waited_ms >= UNRATED_AFTER_MS
        }
        if self._patient_places:
            yield from self._groups_of_waiting()

    def _groups_of_waiting(self) -> Iterator[tuple[int, ...]]:
        for head in range(len(self.seekers)):
            if head in self._waiting and (group := self._best_group(head)):
                self._waiting.difference_update(group)
                yield group

    def sides(self, places: Sequence[int]) -> tuple[tuple[str, str], ...]:
        """Return the people of each side of a group, whose positions are `places`; () if the game has no partners.

        Two friends who have named each other as partners are a side. Otherwise the person with the highest rating plays
        with the one with the lowest.
        """
        if not self._partners:
            return ()
        asked = next((place for place in places if place in self._partner_places), None)
        if asked is None:
            strongest, second, third, weakest = sorted(places, key=lambda place: (-self.seekers[place].rating, place))
            pairs = ((strongest, weakest), (second, third))
        else:
            pair = (asked, self._partner_places[asked])
            first, second = (place for place in places if place not in pair)
            pairs = (pair, (first, second))
        return tuple((self.seekers[one].person, self.seekers[other].person) for one, other in pairs)

    def is_rated(self, places: Collection[int]) -> bool:
        """Return whether the match of the people at these positions in the queue may count for ratings.

        It may if nobody is a guest and all network addresses differ.
        """
        return not self._has_unrated(places) and self._have_different_networks(places)

    def _has_unrated(self, places: Iterable[int]) -> bool:
        """Return whether one of the people at these positions is a guest, or has a partner of the same network address.

        With such a person no match counts for ratings.
        """
        return any(place in self._unrated_places for place in places)

    def _have_different_networks(self, places: Iterable[int]) -> bool:
        networks = [self._shared_networks[place] for place in places if place in self._shared_networks]
        return len(set(networks)) == len(networks)

    def are_compatible(self, first: int, second: int) -> bool:
        """Return whether two people, given by their positions in the queue, may be in one group.

        They may not if they share a browser, or if one has blocked the other. Otherwise they may if they have named
        each other as partners. All others need a difference of ratings that both accept; if one of the two has no
        established rating, it is enough that both have waited for `NEW_AFTER_MS`. People who have just met twice must
        also have waited for `REGULARS_AFTER_MS`. Network addresses are compared by `_may_sit_together`, because they do
        not matter in every group.
        """
        one, other, meetings = self.seekers[first], self.seekers[second], self._meetings
        is_same_device = one.device != "" and one.device == other.device
        if is_same_device or other.person in meetings.blocked.get(one.person, ()):
            return False
        if one.partner == other.person:
            return True
        waited_ms = min(one.waited_ms, other.waited_ms)
        difference = abs(one.rating - other.rating)
        is_far = difference > self._windows[first] or difference > self._windows[second]
        if is_far and (not (one.is_new or other.is_new) or waited_ms < NEW_AFTER_MS):
            return False
        return waited_ms >= REGULARS_AFTER_MS or other.person not in meetings.regulars.get(one.person, ())

    def _best_group(self, head: int) -> tuple[int, ...]:
        """Return the cheapest group with the person at the position `head` in the queue; () if none is possible now.

        The group is a tuple of positions in the queue.
        """
        candidates = self._candidates(head)
        group = self._cheapest(head, candidates, self._seats - 1)
        seeker = self.seekers[head]
        if group or not seeker.bots or seeker.waited_ms < BOTS_AFTER_MS or self._partners or self._seats < 3:
            return group
        return self._cheapest(head, [place for place in candidates if self.seekers[place].bots], self._seats - 2)

    def _candidates(self, head: int) -> list[int]:
        """Return the positions of the people who are most suitable for a group with the person at the position `head`.

        They are at most `MAX_CANDIDATES`, compatible with this person, and in the order of the queue. The person's
        partner is preferred to others, a different network address to the same one, and a closer rating to a more
        distant one.
        """
        rating, partner = self.seekers[head].rating, self._partner_places.get(head)
        nearest = sorted(
            (
                place != partner,
                self._are_kept_apart(head, place),
                abs(self.seekers[place].rating - rating),
                place,
            )
            for place in self._waiting
            if place != head and self.are_compatible(head, place)
        )
        return sorted(place for *_, place in nearest[:MAX_CANDIDATES])

    def _cheapest(self, head: int, candidates: Sequence[int], count: int) -> tuple[int, ...]:
        """Return the cheapest group of the person at `head` and `count` of the candidates; () if there is none.

        `head`, the candidates and the members of the group are positions in the queue. Of several groups that cost the
        same, it is the one whose positions come first in lexicographic order.
        """
        has_unrated = self._has_unrated((head, *candidates))
        if not has_unrated:
            candidates = [place for place in candidates if not self._are_kept_apart(head, place)]
        costs = {place: self._pair_cost(head, place) - self.seekers[place].waited_ms for place in candidates}
        pairs: dict[int, dict[int, int]] = {place: {} for place in candidates}
        for first, second in combinations(candidates, 2):
            if (has_unrated or not self._are_kept_apart(first, second)) and self.are_compatible(first, second):
                pairs[first][second] = self._pair_cost(first, second)
        groups = _cliques(costs, pairs, count)
        if self._partner_places or (has_unrated and self._shared_networks):
            groups = (group for group in groups if self._may_sit_together((head, *group[1])))
        _, others = min(groups, default=(0, ()))
        return tuple(sorted((head, *others))) if others else ()

    def _share_network(self, first: int, second: int | None) -> bool:
        """Return whether the people at two positions in the queue own accounts and have the same network address."""
        network = self._shared_networks.get(first)
        return network is not None and second is not None and self._shared_networks.get(second) == network

    def _are_kept_apart(self, first: int, second: int) -> bool:
        """Return whether two people may not be in one group, because they have the same network address.

        They own accounts, and at least one of them has not waited long enough to accept an unrated match. They may
        still be in a group whose match never counts anyway. `first` and `second` are positions in the queue.
        """
        is_patient = first in self._patient_places and second in self._patient_places
        return self._share_network(first, second) and not is_patient

    def _pair_cost(self, first: int, second: int) -> int:
        """Return the cost that a pair of people adds to its group, in thousandths of a rating point.

        `first` and `second` are their positions in the queue.
        """
        one, other = self.seekers[first], self.seekers[second]
        met = self._meetings.today.get(one.person, {}).get(other.person, 0)
        return 1000 * (abs(one.rating - other.rating) + REPEAT_COST * met)

    def _may_sit_together(self, places: Collection[int]) -> bool:
        """Return whether people of whom any two are compatible may sit at one table.

        `places` are their positions in the queue. A person who looks for a table together with a partner must sit with
        that partner. Two people with the same network address may sit together only in a kind of match that is never
        rated.
        """
        if self._partner_places and any(self._partner_places.get(place, place) not in places for place in places):
            return False
        return self._has_unrated(places) or not any(self._are_kept_apart(*pair) for pair in combinations(places, 2))


def _cliques(
    costs: Mapping[int, int], pairs: Mapping[int, Mapping[int, int]], count: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each set of `count` positions in which every two are a pair, as its cost and its positions.

    The sets come in lexicographic order. `costs` has the cost of each position, in ascending order of the positions.
    `pairs` has the cost of each pair, by the pair's smaller and then by its larger position.
    """
    for place, cost in costs.items():
        if count == 1:
            yield cost, (place,)
            continue
        later = {other: costs[other] + pair_cost for other, pair_cost in pairs[place].items() if other in costs}
        for later_cost, others in _cliques(later, pairs, count - 1):
            yield cost + later_cost, (place, *others)


def _shared_networks(seekers: Sequence[Seeker]) -> dict[int, str]:
    """Return network addresses by the queue positions of account owners, only for addresses of two or more owners."""
    networks = {place: each.network for place, each in enumerate(seekers) if each.network and not each.is_guest}
    counts = Counter(networks.values())
    return {place: network for place, network in networks.items() if counts[network] > 1}


def _is_mutual(seeker: Seeker, partner: Seeker | None) -> bool:
    return partner is not None and partner is not seeker and partner.partner == seeker.person


def seat_order(group: Group, seed: str, table: str) -> tuple[str, ...]:
    """Return the people of a group by seat, "" for a computer player, in an order that follows from the secret `seed`.

    `table` is the id of the table. Everybody is ranked by the SHA-256 (in hex) of the seed, a space and the id by which
    the table shows them. So everybody at the table can check the order once the seed is revealed. Without partners, the
    ranks are the order of the seats. With partners, those of a side sit opposite each other, and the first ranked has
    the first seat.
    """

    def rank(person: str) -> str:
        return sha256(f"{seed} {person_id(table, person)}".encode()).hexdigest()

    if not group.sides:
        return tuple(sorted((*group.people, *("",) * group.bots), key=rank))
    sides = sorted((sorted(side, key=rank) for side in group.sides), key=lambda side: rank(side[0]))
    return tuple(person for row in zip(*sides, strict=True) for person in row)
