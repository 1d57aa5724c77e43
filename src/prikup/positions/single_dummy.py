"""Single-dummy values: for each card the mean over the deals that look the same to its player.

The player knows their own hand, the face-up hands, every card played, and which suits other hands were shown not to
hold; the declarer also knows the discard. If there are at most 200 such deals, all are evaluated with equal weight.
Otherwise as many are sampled: by the probabilities that follow from the other players' calls and cards if a table can
reach the position (`prikup.positions.table_setup`), else uniformly. In each of them a card has the value that the
solver computes, as in a review, with the same two limits (`prikup.review`).
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from statistics import fmean
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots.belief import Belief
from prikup.bots.simulation import Plan
from prikup.games import GAMES
from prikup.positions.open_deal import OpenDeal, PlayedPosition
from prikup.positions.table_setup import NotAtTable, log_of
from prikup.review.single_dummy import MANY, TOGETHER, Worths
from prikup.rules.cards import Card, Seat, mask
from prikup.rules.game import Cell
from prikup.rules.state import view
from prikup.rules.tricks import Tricks
from prikup.solver import Limits, NotSolved, Position, Search
from prikup.worlds.possible_worlds import Placements

__all__ = ["Expected", "ExpectedCard", "expected"]

NO_LIMITS = Limits()
DIGITS = 6
"""The decimal places of tricks."""


class ExpectedCard(Struct, frozen=True):
    """A card that may be played now, and the expected tricks of the side in the whole deal.

    `behind` is the loss against the best card, `error` its standard error, 0 if every deal was evaluated. `made` is the
    number of deals in which the contract is made; None if it cannot be made or lost.
    """

    card: Card
    tricks: float
    behind: float
    error: float
    made: int | None


class Expected(Struct, frozen=True):
    """The `cards` that the `seat` may play now, with their expected tricks, the best first.

    `worlds` is the number of deals evaluated; `every`: these are all possible ones, otherwise they were sampled;
    `likely`: by the probabilities that follow from the other players' calls and cards.
    """

    seat: Seat
    worlds: int
    every: bool
    likely: bool
    cards: tuple[ExpectedCard, ...]


def expected(deal: OpenDeal, moment: PlayedPosition, limits: Limits = NO_LIMITS) -> Expected | None:
    """Return the single-dummy value of each card, over as many worlds as the limits allow.

    Return None if they do not allow a single one. The result does not depend on cards that the player cannot see, and
    is the same each time.
    """
    search, seat, unknown = Search(limits=limits), moment.position.tricks.turn, _Unknown.of(deal, moment)
    ways, rng = unknown.placements.ways(0, unknown.placements.room), _randomness(deal, moment)
    likely = None if ways <= MANY else _likely(deal, search, rng)
    worlds = unknown.every(rng) if ways <= MANY else unknown.drawn(rng) if likely is None else unknown.of_hands(likely)
    found: dict[Card, list[int]] = {}
    for answer in _answers(worlds, search):
        for card, tricks in answer.items():
            found.setdefault(card, []).append(moment.taken + tricks)
    if not found:
        return None
    contract = deal.open_contract
    assert contract is not None
    wants, need = moment.position.wants_many(seat), contract.need
    tried = len(next(iter(found.values())))
    worth: dict[Plan, list[float]] = {
        (card,): [tricks if wants else -tricks for tricks in each] for card, each in found.items()
    }
    known = Worths(worth, [1.0] * tried, every=tried == ways)

    def judged(card: Card, each: list[int]) -> ExpectedCard:
        many = contract.goal == "most"
        made = None if need is None else sum(tricks >= need if many else tricks <= need for tricks in each)
        behind = max(0.0, known.behind((card,)))
        return ExpectedCard(card, _rounded(fmean(each)), _rounded(behind), _rounded(known.error((card,))), made)

    each = (judged(card, tricks) for card, tricks in found.items())
    return Expected(
        seat, tried, known.every, likely is not None, tuple(sorted(each, key=lambda one: (one.behind, one.card)))
    )


def _randomness(deal: OpenDeal, moment: PlayedPosition) -> random.Random:
    """Return a random generator seeded by what the player knows, independent of the hidden cards."""
    seat, hands = moment.position.tricks.turn, moment.position.hands
    seen = [hands[other] for other in {seat, *(deal.known or ())} if other < len(hands)]
    return random.Random(
        repr((seat, seen, deal.game, deal.options, deal.contract, deal.player, deal.leader, deal.played))
    )


class _Unknown(NamedTuple):
    """The cards that a player cannot see, and where they may be."""

    position: Position
    placements: Placements

    @classmethod
    def of(cls, deal: OpenDeal, moment: PlayedPosition) -> "_Unknown":
        """Return the cards hidden from the player whose turn it is."""
        position, played, contract = moment.position, mask(deal.played), deal.open_contract
        assert contract is not None
        tricks = _tricks(deal, position)
        seat = position.tricks.turn
        hidden = [other for other in position.seats if other not in (seat, *(deal.known or ()))]
        aside = deal.out
        if deal.most == deal.rules.tricks:  # the deal is whole: cards in no hand are in the talon, or discarded
            aside = mask(deal.rules.pack) & ~sum(hand or 0 for hand in deal.hands)
        left_over = len(deal.rules.pack) % deal.rules.tricks
        if seat == deal.player and not contract.alone and aside.bit_count() <= left_over:
            aside = 0  # their own discard, not the hand of a seat that does not play
        unseen = sum(position.hands[other] for other in hidden) | (aside & ~played)
        places = [
            Cell("hand", other, position.hands[other].bit_count(), unseen & ~tricks.lacking(other)) for other in hidden
        ]
        if aside:
            places.append(Cell("discard", None, aside.bit_count(), unseen))
        return cls(position, Placements(tuple(places)))

    def every(self, rng: random.Random) -> Iterator[Position]:
        """Yield all positions that look the same to the player, in random order."""
        shuffled = list(self.placements.all())
        rng.shuffle(shuffled)
        return map(self._filled, shuffled)

    def drawn(self, rng: random.Random) -> Iterator[Position]:
        """Yield a uniform random sample of them."""
        return (self._filled(self.placements.draw(rng)) for _ in range(MANY))

    def of_hands(self, worlds: Iterable[tuple[int, ...]]) -> Iterator[Position]:
        """Yield the positions with these hands."""
        return (replace(self.position, hands=hands) for hands in worlds)

    def _filled(self, masks: Sequence[int]) -> Position:
        hands = list(self.position.hands)
        for cell, held in zip(self.placements.cells, masks, strict=True):
            if cell.seat is not None:
                hands[cell.seat] = held
        return replace(self.position, hands=tuple(hands))


def _likely(deal: OpenDeal, search: Search, rng: random.Random) -> list[tuple[int, ...]] | None:
    """Return the hands of worlds sampled by the other players' calls and cards.

    Return None if no table can reach the position.
    """
    try:
        log = log_of(deal)
    except NotAtTable:
        return None
    game, state = log.game, log.state
    assert state is not None
    seen = view(state, state.public.actor)
    if seen.seat != state.public.turn:
        return None
    shown = tuple(
        hand if seat in (deal.known or ()) and seat != seen.seat else open_hand
        for seat, (hand, open_hand) in enumerate(zip(state.hands, seen.public.shown, strict=True))
    )
    seen = replace(seen, public=replace(seen.public, shown=shown))
    worlds, _ = Belief(game, seen, GAMES[game.name].rule(game, 0), search, rng).worlds(MANY)
    return [world.hands for world in worlds]


def _tricks(deal: OpenDeal, position: Position) -> Tricks:
    """Return the tricks of a deal after the cards played."""
    assert deal.leader is not None
    tricks = Tricks.begin(position.order, position.follow, position.seats, deal.leader, len(deal.hands), position.last)
    for card in deal.played:
        tricks = tricks.play(card)
    return tricks


def _answers(worlds: Iterator[Position], search: Search) -> Iterator[dict[Card, int]]:
    """Yield the tricks of the side after each card, world by world, until a limit is reached."""
    while together := list(islice(worlds, TOGETHER)):
        for answer in search.answers(together, "cards"):
            try:
                yield answer.cards
            except NotSolved:
                return


def _rounded(tricks: float) -> float:
    return round(tricks, DIGITS)
