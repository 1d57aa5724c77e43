"""A small network that plays cards in three-player games, and players that use it (`bench/learning/train.py`).

The input is the encoder's observation of a View (what the player at a seat can see), rotated so that the viewer comes
first. All four suits share the same weights, regardless of trumps. The hidden layers of the suits are added up, and the
sum is passed back to each suit. The network has two outputs. The policy is how many more tricks each card wins than the
others; a softmax turns it into probabilities. The belief is how likely each hidden card is with the next player, with
the player after that, or among the discards.

The weights and all intermediate results are integers. Sums of integers in doubles are exact in any order, so every
machine gets the same result.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

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

__all__ = [
    "DISCARD_LOCATION",
    "LAYERS",
    "PARTS",
    "Features",
    "Hands",
    "LearnedBelief",
    "Net",
    "Seen",
    "load",
    "player",
    "shapes",
]

Array = NDArray[Any]
Bools = NDArray[np.bool_]

SEATS, CARDS, SUITS, RANKS, MAX_TRICKS = 3, 52, 4, 13, 16
DISCARD_LOCATION = 2
"""The code for the location of a hidden card that was discarded.

The codes 0 and 1 stand for the hands of the first and the second player after the viewer.
"""
PLANES, FLAGS, ROUND = 9, 4, 14
"""The sizes of the network's input.

For each suit there are `PLANES` sets of cards and `FLAGS` flags; about the round as a whole there are `ROUND` numbers.
"""
WIDTH, OUT = PLANES * RANKS + FLAGS, 4 * RANKS
PARTS, COARSE = 256, 64
"""The scales of integers that stand for fractions.

A weight is a multiple of 1/`PARTS`, and a number about the round a multiple of 1/`COARSE`.
"""
TEMPER = 0.2
"""The temperature of the policy's softmax, in tricks.

A card that wins this many tricks fewer than another one is played e times less often.
"""
FAINTEST = -5.0
"""The smallest natural logarithm of a probability in a belief; smaller logarithms are raised to this one."""
LAYERS = ("suit", "round", "bias", "own", "others", "second", "out", "last")
"""The names of the matrices and vectors that hold a network's weights."""


def shapes(units: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of each matrix and vector of weights, for a network with `units` units per hidden layer."""
    first = {"suit": (WIDTH, units), "round": (ROUND, units), "bias": (units,)}
    second = {"own": (units, units), "others": (units, units), "second": (units,)}
    return first | second | {"out": (units, OUT), "last": (OUT,)}


class Seen(Struct, frozen=True):
    """The knowledge of several viewers during card play, one viewer per row.

    Seats are in turn order and begin with the viewer.

    - `hand` and `discards`: the cards that the viewer holds and has discarded.
    - `played_cards` and `table`: by seat, all cards played so far, and those in the unfinished trick.
    - `given_cards`: by seat, the cards that the viewer gave to that player and that have not been played since.
    - `lacks`: by seat, the suits that the player is known not to have.
    - `trump` and `led_suit`: the trump suit and the suit that was led, or 4 if there is none.
    - `announcer`: the seat of the player who named the contract.
    - `targets` and `tricks_won`: by seat, the tricks that the player should take and those already won.
    """

    hand: Bools
    discards: Bools
    played_cards: Bools
    table: Bools
    given_cards: Bools
    lacks: Bools
    trump: Array
    led_suit: Array
    announcer: Array
    targets: Array
    tricks_won: Array

    @property
    def unseen(self) -> Bools:
        """The hidden cards: those that other players hold, and those that others have discarded."""
        return ~(self.hand | self.discards | self.played_cards.any(axis=1))

    @property
    def legal(self) -> Bools:
        """The cards that the viewer may play now, by the rule that players must follow suit."""
        follow = self.hand & (np.arange(CARDS) // RANKS == self.led_suit[:, None])
        return np.where(follow.any(axis=1, keepdims=True), follow, self.hand)

    def inputs(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the inputs of the network in two arrays: one about each suit, and one about the round as a whole.

        The numbers about a suit are 0 or 1. The numbers about the round are in units of 1/`COARSE`.
        """
        rows = len(self.hand)
        planes = np.stack(
            [
                self.hand,
                self.discards,
                self.played_cards[:, 0],
                self.played_cards[:, 1],
                self.played_cards[:, 2],
                self.table[:, 1],
                self.table[:, 2],
                self.given_cards[:, 1],
                self.given_cards[:, 2],
            ],
            axis=1,
        )
        suits = np.empty((rows, SUITS, WIDTH), np.uint8)
        suits[:, :, :-FLAGS] = planes.reshape(rows, PLANES, SUITS, RANKS).swapaxes(1, 2).reshape(rows, SUITS, -1)
        every = np.arange(SUITS)
        suits[:, :, -4] = self.trump[:, None] == every
        suits[:, :, -3] = self.led_suit[:, None] == every
        suits[:, :, -2:] = self.lacks[:, 1:].swapaxes(1, 2)
        lying = self.table[:, 1:].sum(axis=(1, 2))
        whole = np.empty((rows, ROUND), np.uint8)
        whole[:, 0] = COARSE * (self.trump == SUITS)
        whole[:, 1:4] = COARSE * (lying[:, None] == np.arange(3))
        whole[:, 4:7] = COARSE * (self.announcer[:, None] == np.arange(3))
        whole[:, 7:10] = COARSE // 8 * self.targets
        whole[:, 10:13] = COARSE // MAX_TRICKS * self.tricks_won
        whole[:, 13] = COARSE // MAX_TRICKS * self.hand.sum(axis=1)
        return suits, whole


class Features:
    """A converter of observations (the encoder's arrays for a View) to the knowledge that the network needs.

    The knowledge is rotated so that the viewer comes first.
    """

    def __init__(self, game: AnyGame, encoder: Encoder) -> None:
        fields, tricks = encoder.fields, range(MAX_TRICKS)
        self._at = {name: fields[name].start for name in ("seat", "public.tricks.order.trump", "public.announcer")}
        self._hand, self._pack = fields["hand"], list(game.pack)
        self._three = {
            name: np.array([fields[f"{name}.{seat}"].start for seat in range(SEATS)])
            for name in (
                "public.targets",
                "public.tricks.won",
                "public.tricks.seats",
                "public.tricks.line",
                "public.tricks.table",
            )
        }
        self._lines, self._cards = (
            np.array([[fields[f"public.tricks.past.{n}.{field}.{m}"].start for m in range(SEATS)] for n in tricks])
            for field in ("line", "cards")
        )
        notes = [name for name in fields if name.startswith("notes.") and name.endswith(".kind")]
        self._notes = np.array([fields[name].start for name in notes])

    def __call__(self, observations: NDArray[np.int32]) -> Seen:
        """Return the viewers' knowledge from observations made during card play, one observation per row."""
        rows = np.arange(len(observations))
        viewer = observations[:, self._at["seat"]] - 1
        order = observations[:, self._three["public.tricks.seats"]] - 1
        place = np.empty((len(observations), SEATS + 1), np.int64)  # by seat, its distance from the viewer
        place[rows[:, None], order] = (np.arange(SEATS) - (order == viewer[:, None]).argmax(axis=1)[:, None]) % SEATS
        place[:, SEATS] = SEATS  # no seat
        line, table = (observations[:, self._three[f"public.tricks.{field}"]] - 1 for field in ("line", "table"))
        lines, lay = observations[:, self._lines] - 1, observations[:, self._cards] - 1
        played_cards, table_cards, given_cards = (
            np.zeros((len(observations), SEATS + 1, CARDS + 1), np.bool_) for _ in range(3)
        )
        played_cards[rows[:, None, None], place[rows[:, None, None], lines], lay] = True
        table_cards[rows[:, None], place[rows[:, None], line], table] = True
        played_cards |= table_cards
        led_to = np.where(lay[:, :, :1] < 0, -1, lay[:, :, :1] // RANKS)
        lacking = np.zeros((len(observations), SEATS + 1, SUITS + 1), np.bool_)
        lacking[
            rows[:, None, None], place[rows[:, None, None], lines], np.where(lay // RANKS != led_to, led_to, -1)
        ] = True
        led_suit = np.where(table[:, 0] < 0, SUITS, table[:, 0] // RANKS)
        short = np.where((table >= 0) & (table // RANKS != led_suit[:, None]), led_suit[:, None], -1)
        lacking[rows[:, None], place[rows[:, None], line], short] = True
        kinds, note_seats, note_cards = (observations[:, self._notes + offset] for offset in range(3))
        discards = np.zeros((len(observations), CARDS + 1), np.bool_)
        discards[rows[:, None], np.where(kinds == KINDS.index("discarded"), note_cards - 1, -1)] = True
        gave = kinds == KINDS.index("gave")
        given_cards[
            rows[:, None], place[rows[:, None], np.where(gave, note_seats - 1, -1)], np.where(gave, note_cards - 1, -1)
        ] = True
        hand = np.zeros((len(observations), CARDS), np.bool_)
        hand[:, self._pack] = observations[:, self._hand]
        given_cards[:, :, :CARDS] &= ~(hand | played_cards[:, :SEATS, :CARDS].any(axis=1))[:, None]
        seats = np.arange(SEATS)
        rotated_numbers = np.empty((2, len(observations), SEATS), np.int64)
        for index, name in enumerate(("public.targets", "public.tricks.won")):
            rotated_numbers[index][rows[:, None], place[:, seats]] = observations[:, self._three[name]]
        trump = observations[:, self._at["public.tricks.order.trump"]] - 1
        return Seen(
            hand,
            discards[:, :CARDS],
            played_cards[:, :SEATS, :CARDS],
            table_cards[:, :SEATS, :CARDS],
            given_cards[:, :SEATS, :CARDS],
            lacking[:, :SEATS, :SUITS],
            np.where(trump < 0, SUITS, trump),
            led_suit,
            place[rows, observations[:, self._at["public.announcer"]] - 1],
            rotated_numbers[0],
            rotated_numbers[1],
        )


KINDS = ("", "bid", "discarded", "took", "gave", "got")
"""The kinds of private notes (facts that only one seat knows); the index of a kind is its code in an observation."""


class Net:
    """A network with integer weights, for playing; `Learner` in `train.py` is its form for training."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = {name: np.asarray(weights[name], np.float64) for name in LAYERS}

    def __call__(self, suits: NDArray[np.uint8], whole: NDArray[np.uint8]) -> tuple[Array, Array]:
        """Return the relative value of each card in tricks, and the logits of the possible locations of each card.

        `suits` and `whole` are the inputs by suit and about the round (`Seen.inputs`). Rows are viewers, and columns
        are cards. Every number before the last division is an integer.
        """
        weights = self.weights
        rows = len(suits)
        suit_sums = (suits.reshape(-1, WIDTH) * float(PARTS)) @ weights["suit"]
        shared_sums = (whole * float(PARTS // COARSE)) @ weights["round"] + PARTS * weights["bias"]
        first = np.rint(np.maximum(suit_sums.reshape(rows, SUITS, -1) + shared_sums[:, None], 0) / PARTS)
        shared_sums = first.sum(axis=1) @ weights["others"] + PARTS * weights["second"]
        suit_sums = first.reshape(rows * SUITS, -1) @ weights["own"]
        second = np.rint(np.maximum(suit_sums.reshape(rows, SUITS, -1) + shared_sums[:, None], 0) / PARTS)
        outputs = second.reshape(rows * SUITS, -1) @ weights["out"] + PARTS * weights["last"]
        outputs = outputs.reshape(rows, SUITS, 4, RANKS).swapaxes(1, 2).reshape(rows, 4, CARDS) / PARTS**2
        return outputs[:, 0], outputs[:, 1:].swapaxes(1, 2)


@cache
def load(path: Path) -> Net:
    """Load a network from a JSON file that `bench.learning.train` has written."""
    stored_weights = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    return Net({name: np.array(stored_weights[name]) for name in LAYERS})


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
    them. With neither, the player is plain `master`. `worlds` is the number of worlds sampled per decision; `trust` and
    `doubt` are the powers of the network's and the rule-based likelihood (`LearnedBelief`).
    """
    plain, rule, encoder = master.player(game, seed, worlds), GAMES[game.name].rule(game, seed), Encoder(game)

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
