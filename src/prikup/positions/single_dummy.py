"""Single-dummy values: for each card the mean number of tricks over all deals that its player considers possible.

The player knows their own hand, the face-up hands, every card played, and which suits other hands turned out not to
hold; the declarer also knows the discard. If at most 200 deals are possible, all are evaluated with equal weight.
Otherwise 200 are sampled: with the probabilities that follow from the other players' calls and cards if a table can
reach the position (`prikup.positions.table_setup`), else uniformly. In each deal a card has the value (the tricks of
the analysed side) that the solver computes, as in a review and with the same two limitations
(`prikup.review.single_dummy`).
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
from prikup.review.single_dummy import ENUMERATE_UP_TO, WORLDS_PER_PAUSE, ChoiceValues
from prikup.rules.cards import Card, Seat, mask
from prikup.rules.game_analysis import Cell
from prikup.rules.state import view
from prikup.rules.tricks import Tricks
from prikup.solver import Limits, NotSolved, Position, Search
from prikup.worlds.possible_worlds import Placements

__all__ = ["ExpectedCard", "ExpectedTricks", "expected_values"]

NO_LIMITS = Limits()
DIGITS = 6
"""The number of decimal places to which expected numbers of tricks are rounded."""


class ExpectedCard(Struct, frozen=True):
    """A card that may be played now, and the mean number of `tricks` that the analysed side can expect after it.

    The mean is over the evaluated deals (those that the player considers possible, or a sample of them) and counts the
    tricks of the whole deal.

    `behind` is the number of expected tricks lost compared with the best card, and `error` its standard error, 0 if
    every possible deal was evaluated. `made` is the number of evaluated deals in which the contract is made; None if it
    cannot be made or lost.
    """

    card: Card
    tricks: float
    behind: float
    error: float
    made: int | None


class ExpectedTricks(Struct, frozen=True):
    """The `cards` that the player on `seat` may play now, with their expected tricks, the best card first.

    `worlds` is the number of deals evaluated. `every` tells whether these are all possible deals; otherwise they were
    sampled. `likely` tells whether they were sampled by the probabilities that follow from the other players' calls and
    cards.
    """

    seat: Seat
    worlds: int
    every: bool
    likely: bool
    cards: tuple[ExpectedCard, ...]


def expected_values(
    deal: OpenDeal, played_position: PlayedPosition, limits: Limits = NO_LIMITS
) -> ExpectedTricks | None:
    """Return the mean number of tricks that the analysed side takes after each legal card, over many possible deals.

    As many deals are evaluated as `limits` allow. `played_position` is the position after the played cards. The deals
    are those that are possible from the view of the player whose turn it is. Return None if the limits do not allow a
    single deal. The result does not depend on cards that the player cannot see, and is the same each time.
    """
    search, seat, unknown = (
        Search(limits=limits),
        played_position.position.tricks.turn,
        _Unknown.of(deal, played_position),
    )
    ways, rng = unknown.placements.ways(0, unknown.placements.room), _randomness(deal, played_position)
    likely = None if ways <= ENUMERATE_UP_TO else _likely_hands(deal, search, rng)
    worlds = (
        unknown.every(rng)
        if ways <= ENUMERATE_UP_TO
        else unknown.sample(rng)
        if likely is None
        else unknown.with_hands(likely)
    )
    tricks_by_card: dict[Card, list[int]] = {}
    for answer in _answers(worlds, search):
        for card, tricks in answer.items():
            tricks_by_card.setdefault(card, []).append(played_position.tricks_taken + tricks)
    if not tricks_by_card:
        return None
    contract = deal.open_contract
    assert contract is not None
    wants, need = played_position.position.wants_many(seat), contract.need
    world_count = len(next(iter(tricks_by_card.values())))
    worth: dict[Plan, list[float]] = {
        (card,): [tricks if wants else -tricks for tricks in card_results]
        for card, card_results in tricks_by_card.items()
    }
    choice_values = ChoiceValues(worth, [1.0] * world_count, every=world_count == ways)

    def judge_card(card: Card, card_results: list[int]) -> ExpectedCard:
        more_is_better = contract.goal == "most"
        made_count = (
            None
            if need is None
            else sum(tricks >= need if more_is_better else tricks <= need for tricks in card_results)
        )
        loss = max(0.0, choice_values.loss((card,)))
        return ExpectedCard(
            card,
            _round_tricks(fmean(card_results)),
            _round_tricks(loss),
            _round_tricks(choice_values.error((card,))),
            made_count,
        )

    card_results = (judge_card(card, tricks) for card, tricks in tricks_by_card.items())
    return ExpectedTricks(
        seat,
        world_count,
        choice_values.every,
        likely is not None,
        tuple(sorted(card_results, key=lambda expected_card: (expected_card.behind, expected_card.card))),
    )


def _randomness(deal: OpenDeal, played_position: PlayedPosition) -> random.Random:
    """Return a random generator seeded with what is known to the player whose turn it is.

    `played_position` is the position after the played cards. Hidden cards therefore do not influence which deals are
    sampled.
    """
    seat, hands = played_position.position.tricks.turn, played_position.position.hands
    visible_hands = [hands[visible_seat] for visible_seat in {seat, *(deal.known or ())} if visible_seat < len(hands)]
    return random.Random(
        repr((seat, visible_hands, deal.game, deal.options, deal.contract, deal.player, deal.leader, deal.played))
    )


class _Unknown(NamedTuple):
    """The cards that the player whose turn it is cannot see, and the places where they may be.

    `position` is the position with all cards, and `placements` are all ways to place the hidden cards.
    """

    position: Position
    placements: Placements

    @classmethod
    def of(cls, deal: OpenDeal, played_position: PlayedPosition) -> "_Unknown":
        """Return the cards that are hidden from the player whose turn it is in `played_position`."""
        position, played_cards, contract = played_position.position, mask(deal.played), deal.open_contract
        assert contract is not None
        tricks = _tricks(deal, position)
        seat = position.tricks.turn
        hidden_seats = [hidden_seat for hidden_seat in position.seats if hidden_seat not in (seat, *(deal.known or ()))]
        cards_aside = deal.out
        if (
            deal.longest_hand == deal.rules.trick_count
        ):  # the deal is complete: cards in no hand are in the talon or discarded
            cards_aside = mask(deal.rules.pack) & ~sum(hand or 0 for hand in deal.hands)
        left_over = len(deal.rules.pack) % deal.rules.trick_count
        if seat == deal.player and not contract.individual and cards_aside.bit_count() <= left_over:
            cards_aside = 0  # the declarer's own discard, and not the hand of a seat that does not play
        hidden_cards = sum(position.hands[hidden_seat] for hidden_seat in hidden_seats) | (cards_aside & ~played_cards)
        places = [
            Cell(
                "hand",
                hidden_seat,
                position.hands[hidden_seat].bit_count(),
                hidden_cards & ~tricks.lacking(hidden_seat),
            )
            for hidden_seat in hidden_seats
        ]
        if cards_aside:
            places.append(Cell("discard", None, cards_aside.bit_count(), hidden_cards))
        return cls(position, Placements(tuple(places)))

    def every(self, rng: random.Random) -> Iterator[Position]:
        """Yield all positions that are possible from the player's view, in random order."""
        all_placements = list(self.placements.all())
        rng.shuffle(all_placements)
        return map(self._with_placement, all_placements)

    def sample(self, rng: random.Random) -> Iterator[Position]:
        """Yield a uniform random sample of the positions that are possible from the player's view."""
        return (self._with_placement(self.placements.draw(rng)) for _ in range(ENUMERATE_UP_TO))

    def with_hands(self, worlds: Iterable[tuple[int, ...]]) -> Iterator[Position]:
        """Yield the position with the hands of each of `worlds` (possible deals, as bit masks by seat)."""
        return (replace(self.position, hands=hands) for hands in worlds)

    def _with_placement(self, masks: Sequence[int]) -> Position:
        hands = list(self.position.hands)
        for cell, cell_cards in zip(self.placements.cells, masks, strict=True):
            if cell.seat is not None:
                hands[cell.seat] = cell_cards
        return replace(self.position, hands=tuple(hands))


def _likely_hands(deal: OpenDeal, search: Search, rng: random.Random) -> list[tuple[int, ...]] | None:
    """Return the hands of deals sampled by their likelihood, given the other players' calls and cards.

    Return None if no table can reach the position, so that there are no calls to judge by. `search` is the solver.
    """
    try:
        log = log_of(deal)
    except NotAtTable:
        return None
    game, state = log.game, log.state
    assert state is not None
    player_view = view(state, state.public.actor)
    if player_view.seat != state.public.turn:
        return None
    face_up = tuple(
        hand if seat in (deal.known or ()) and seat != player_view.seat else open_hand
        for seat, (hand, open_hand) in enumerate(zip(state.hands, player_view.public.shown, strict=True))
    )
    player_view = replace(player_view, public=replace(player_view.public, shown=face_up))
    worlds, _ = Belief(game, player_view, GAMES[game.name].rule(game, 0), search, rng).worlds(ENUMERATE_UP_TO)
    return [world.hands for world in worlds]


def _tricks(deal: OpenDeal, position: Position) -> Tricks:
    """Return the tricks of a deal after the cards played so far; `position` is the position after them."""
    assert deal.leader is not None
    tricks = Tricks.begin(position.order, position.follow, position.seats, deal.leader, len(deal.hands), position.last)
    for card in deal.played:
        tricks = tricks.play(card)
    return tricks


def _answers(worlds: Iterator[Position], search: Search) -> Iterator[dict[Card, int]]:
    """Yield for each of `worlds` how many tricks the position's side takes after each card.

    The worlds are positions that are possible from the player's view. `search` is the solver; the results end when one
    of its limits is reached.
    """
    while batch := list(islice(worlds, WORLDS_PER_PAUSE)):
        for answer in search.answers(batch, "cards"):
            try:
                yield answer.cards
            except NotSolved:
                return


def _round_tricks(tricks: float) -> float:
    return round(tricks, DIGITS)
