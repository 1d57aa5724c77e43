"""Players that use a network for card play (`bench/learning/network.py`): its belief, and its playouts in lockstep."""

from collections.abc import Sequence
from math import exp, fsum
from random import Random
from typing import Any

import numpy as np

from bench.learning.network import CARDS, DISCARD_LOCATION, RANKS, SEATS, SUITS, Array, Bools, Features, Net, Seen
from prikup.bots import master
from prikup.bots.belief import Belief
from prikup.bots.cardplay import ENDING, points_after_each
from prikup.bots.payoff import Payoff, tricks_left
from prikup.bots.sampling import randomness
from prikup.bots.thread_solver import search
from prikup.env import Encoder
from prikup.games import GAMES
from prikup.rules.cards import cards
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, State, View
from prikup.worlds.possible_worlds import cards_in_cells

__all__ = ["FAINTEST", "Hands", "LearnedBelief", "play_out", "player"]

FAINTEST = -5.0
"""The smallest natural logarithm of a probability in a belief; smaller logarithms are raised to this one."""


class Hands:
    """Many deals that are played in lockstep, so that the number of cards on the table is the same in all of them.

    Seats are numbered in playing order. `discards` are the cards discarded by the announcer (the player who named the
    contract), who is the only one to know them.
    """

    def __init__(
        self,
        hands: Bools,
        played_cards: Bools,
        discards: Bools,
        trump: Array,
        announcer: Array,
        targets: Array,
        leader: Array,
        table: Sequence[int] = (),
        lacks: Bools | None = None,
    ) -> None:
        rows = len(hands)
        self.rows = np.arange(rows)
        self.held, self.played, self.away = hands, played_cards, discards
        self.trump, self.announcer, self.targets, self.leader = trump, announcer, targets, leader
        self.won = np.zeros((rows, SEATS), np.int64)
        self.lacks = np.zeros((rows, SEATS, SUITS), np.bool_) if lacks is None else lacks
        self.table = [np.full(rows, card) for card in table]

    @property
    def actor(self) -> Array:
        """The seat that plays next, for each deal."""
        return (self.leader + len(self.table)) % SEATS

    def actor_knowledge(self, earlier_tricks: Array) -> Seen:
        """Return, for each deal, the knowledge of the player who plays next.

        `earlier_tricks` are the tricks that were won before these deals were set up, by seat.
        """
        rows, actor = self.rows, self.actor
        turn = (actor[:, None] + np.arange(SEATS)) % SEATS
        row_index = rows[:, None]
        table = np.zeros((len(rows), SEATS, CARDS), np.bool_)
        for n, card in enumerate(self.table):
            table[rows, (self.leader + n - actor) % SEATS, card] = True
        announcer = (self.announcer - actor) % SEATS
        return Seen(
            self.held[rows, actor],
            self.away & (announcer == 0)[:, None],
            self.played[row_index, turn],
            table,
            np.zeros_like(table),
            self.lacks[row_index, turn],
            self.trump,
            self.table[0] // RANKS if self.table else np.full(len(rows), SUITS),
            announcer,
            self.targets[row_index, turn],
            (self.won + earlier_tricks)[row_index, turn],
        )

    def play(self, card: Array) -> None:
        """Play one card in each deal; `card` has the card for each deal."""
        rows, actor = self.rows, self.actor
        self.held[rows, actor, card] = False
        self.played[rows, actor, card] = True
        if self.table:
            led_suit = self.table[0] // RANKS
            self.lacks[rows, actor, led_suit] |= card // RANKS != led_suit
        self.table.append(card)
        if len(self.table) == SEATS:
            led_suit = self.table[0] // RANKS
            powers = [
                table_card % RANKS + 1 + np.where(table_card // RANKS == self.trump, RANKS, 0)
                for table_card in self.table
            ]
            trick_powers = [
                np.where((table_card // RANKS == self.trump) | (table_card // RANKS == led_suit), power, 0)
                for table_card, power in zip(self.table, powers, strict=True)
            ]
            self.leader = (self.leader + np.argmax(np.stack(trick_powers), axis=0)) % SEATS
            self.won[rows, self.leader] += 1
            self.table = []


def _spread(masks: Sequence[int]) -> Bools:
    """Convert bit masks of cards to rows of 52 booleans."""
    card_sets = np.zeros((len(masks), CARDS), np.bool_)
    for row, card_mask in enumerate(masks):
        card_sets[row, list(cards(card_mask))] = True
    return card_sets


def play_out(net: Net, worlds: Sequence[State[Any]]) -> list[dict[Action, tuple[int, ...]]]:
    """Play every legal card in each world, and let the network's policy finish the deals.

    `worlds` are possible deals of the hidden cards for the same View. The result has, for each world and card, the
    number of further tricks of every seat.
    """
    public = worlds[0].public
    tricks, seats = public.tricks, public.tricks.seats
    held_cards = np.stack([_spread([world.hands[seat] for seat in seats]) for world in worlds])
    played_cards = _spread([tricks.played_cards(seat) for seat in seats])
    discards = ~(held_cards.any(axis=1) | played_cards.any(axis=0))
    legal = cards(tricks.legal(worlds[0].hands[tricks.turn]))
    lacks = np.array([[bool(tricks.lacking(seat) >> suit * RANKS & 1) for suit in range(SUITS)] for seat in seats])
    row_count = len(worlds) * len(legal)
    trump = SUITS if tricks.order.trump is None else tricks.order.trump

    def repeat_rows(template: Any) -> Array:
        return np.broadcast_to(np.asarray(template), (row_count, *np.shape(template))).copy()

    hands = Hands(
        np.repeat(held_cards, len(legal), axis=0),
        repeat_rows(played_cards),
        np.repeat(discards, len(legal), axis=0),
        repeat_rows(trump),
        repeat_rows(seats.index(public.announcer)),
        repeat_rows([public.targets[seat] for seat in seats]),
        repeat_rows(seats.index(tricks.leader)),
        tricks.table,
        repeat_rows(lacks),
    )
    earlier_tricks = np.array([tricks.won[seat] for seat in seats])
    cards_left = sum(hand.bit_count() for hand in worlds[0].hands)
    hands.play(np.tile(np.array(legal), len(worlds)))
    for _ in range(cards_left - 1):
        knowledge = hands.actor_knowledge(earlier_tricks)
        card_values, _ = net(*knowledge.inputs())
        hands.play(np.where(knowledge.legal, card_values, -np.inf).argmax(axis=1))
    results = []
    for index in range(len(worlds)):
        rows = hands.won[index * len(legal) : (index + 1) * len(legal)]
        splits = [tuple(int(row[seats.index(seat)]) for seat in range(SEATS)) for row in rows]
        results.append(dict(zip(legal, splits, strict=True)))
    return results


class LearnedBelief(Belief):
    """A belief about the hidden cards that combines the network's probabilities with the rule-based likelihood.

    The likelihood of a world (a possible deal of the hidden cards) has two factors. One is the product of the network's
    probabilities for the locations of all cards, to the power `trust`. The other is the rule-based likelihood to the
    power `doubt`.
    """

    def __init__(
        self,
        game: AnyGame,
        view: View[Any],
        rule: Player,
        rng: Random,
        net: Net,
        encoder: Encoder,
        trust: float = 1.0,
        doubt: float = 0.0,
    ) -> None:
        self.trust, self.doubt = trust, doubt
        row, _ = encoder.encode(view)
        _, (logs,) = net(*Features(game, encoder)(row[None]).inputs())
        seats = view.public.tricks.seats
        viewer = seats.index(view.seat)
        logs = logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)
        self.logs: list[list[float]] = np.maximum(logs, FAINTEST).T.tolist()
        self.others = [(seats[(viewer + 1) % SEATS], self.logs[0]), (seats[(viewer + 2) % SEATS], self.logs[1])]
        super().__init__(game, view, rule, search(), rng)
        self.loose = cards_in_cells(self.cells)
        self.base = fsum(max(logs[card] for logs in self.logs) for card in cards(self.loose))

    def likelihood(self, world: State[Any]) -> float:
        """Return the likelihood of a world (a possible deal of the hidden cards).

        The network's factor is relative to a world in which every card has the location that the network finds
        likeliest.
        """
        rule_factor: float = super().likelihood(world) ** self.doubt if self.doubt else 1.0
        return exp(self.trust * (self.sum_logs(world) - self.base)) * rule_factor

    def sum_logs(self, world: State[Any]) -> float:
        """Return the sum of the network's log probabilities for the locations that the hidden cards have in a world."""
        discards, hand_logs = self.loose, list[float]()
        for seat, logs in self.others:
            discards &= ~world.hands[seat]
            hand_logs += [logs[card] for card in cards(world.hands[seat])]
        return fsum(hand_logs + [self.logs[DISCARD_LOCATION][card] for card in cards(discards)])


def player(
    game: AnyGame,
    seed: int,
    net: Net,
    *,
    believes: bool,
    plays: bool,
    worlds: int = master.WORLDS,
    trust: float = 1.0,
    doubt: float = 0.0,
) -> Player:
    """Return a `master` (the strongest level) that uses a network in card play.

    With `believes` the network weighs the worlds (possible deals of the hidden cards), and with `plays` it finishes
    them. With neither, the player is plain `master`, which samples more worlds while the best card is unclear; with a
    network it samples `worlds` worlds per decision. `trust` and `doubt` are the powers of the network's and the
    rule-based likelihood (`LearnedBelief`).
    """
    plain, rule, encoder = master.player(game, seed, worlds), GAMES[game.name].rule(game, seed), Encoder(game)
    if not (believes or plays):
        return plain

    def play(view: View[Any]) -> Action:
        legal = game.legal(view)
        if view.public.phase != "play" or len(legal) == 1:
            return plain(view)
        rng = randomness(seed, view)
        if believes:
            belief: Belief = LearnedBelief(game, view, rule, rng, net, encoder, trust, doubt)
        else:
            belief = Belief(game, view, rule, search(), rng)
        sampled_worlds, weights = belief.worlds(worlds)
        payoff = Payoff(game, view.public)
        side = payoff.side(view.seat)
        if not plays or tricks_left(sampled_worlds[0]) <= ENDING:
            after = points_after_each(game, sampled_worlds, weights, search(), payoff)
            worth = {card: after[card][side] for card in legal}
        else:
            worth = dict.fromkeys(legal, 0.0)
            for weight, row in zip(weights, play_out(net, sampled_worlds), strict=True):
                points = payoff.split_values(sampled_worlds[0], row.values())
                for card, side_points in zip(row, points, strict=True):
                    worth[card] += weight / fsum(weights) * side_points[side]
        return min(card for card in legal if worth[card] > max(worth.values()) - master.EQUAL)

    return play
