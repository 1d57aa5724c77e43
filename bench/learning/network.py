"""A small network that plays cards in three-player games, and players that use it (`bench/learning/train.py`).

The input is the encoder's observation of a View, rotated so that the viewer comes first. All four suits share the same
weights, whichever is trumps; their hidden layers are added up and passed back to each suit. The output is how many more
tricks each card wins than the others (the policy, by a softmax), and how likely each hidden card is with the next
player, with the one after, or discarded (the belief).

Its weights and all intermediate results are integers: sums of integers in doubles are exact in any order, so every
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
from prikup.worlds.possible_worlds import unseen

__all__ = [
    "AWAY",
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

SEATS, CARDS, SUITS, RANKS, MOST = 3, 52, 4, 13, 16
AWAY = 2
"""The location of a discarded card; 0 and 1 are the first and second player after the viewer."""
PLANES, FLAGS, ROUND = 9, 4, 14
"""The input sizes: card sets per suit, flags per suit, and numbers about the round."""
WIDTH, OUT = PLANES * RANKS + FLAGS, 4 * RANKS
PARTS, COARSE = 256, 64
"""The scale of the integer weights, and that of the integer numbers about the round."""
TEMPER = 0.2
"""The softmax temperature: a card worse by this many tricks is e times less likely."""
FAINTEST = -5.0
"""The smallest logarithm of a belief."""
LAYERS = ("suit", "round", "bias", "own", "others", "second", "out", "last")
"""The matrices and vectors of a network by name."""


def shapes(units: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of each matrix and vector of a network."""
    first = {"suit": (WIDTH, units), "round": (ROUND, units), "bias": (units,)}
    second = {"own": (units, units), "others": (units, units), "second": (units,)}
    return first | second | {"out": (units, OUT), "last": (OUT,)}


class Seen(Struct, frozen=True):
    """The knowledge of some viewers, one per row; seats are in turn order, the viewer first.

    `hand` and `gone` (discarded by the viewer) are sets of cards; `played`, `table` and `given` (by the viewer) are
    such sets by seat; `lacks` are suits by seat; `trump` and `led` are suits, 4 for none.
    """

    hand: Bools
    gone: Bools
    played: Bools
    table: Bools
    given: Bools
    lacks: Bools
    trump: Array
    led: Array
    announcer: Array
    targets: Array
    won: Array

    @property
    def unseen(self) -> Bools:
        """The cards that others hold or that were discarded."""
        return ~(self.hand | self.gone | self.played.any(axis=1))

    @property
    def legal(self) -> Bools:
        """The cards that may be played now."""
        follow = self.hand & (np.arange(CARDS) // RANKS == self.led[:, None])
        return np.where(follow.any(axis=1, keepdims=True), follow, self.hand)

    def inputs(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the inputs of the network: of each suit as 0 and 1, and of the round as multiples of 1/`COARSE`."""
        rows = len(self.hand)
        planes = np.stack(
            [
                self.hand,
                self.gone,
                self.played[:, 0],
                self.played[:, 1],
                self.played[:, 2],
                self.table[:, 1],
                self.table[:, 2],
                self.given[:, 1],
                self.given[:, 2],
            ],
            axis=1,
        )
        suits = np.empty((rows, SUITS, WIDTH), np.uint8)
        suits[:, :, :-FLAGS] = planes.reshape(rows, PLANES, SUITS, RANKS).swapaxes(1, 2).reshape(rows, SUITS, -1)
        every = np.arange(SUITS)
        suits[:, :, -4] = self.trump[:, None] == every
        suits[:, :, -3] = self.led[:, None] == every
        suits[:, :, -2:] = self.lacks[:, 1:].swapaxes(1, 2)
        lying = self.table[:, 1:].sum(axis=(1, 2))
        whole = np.empty((rows, ROUND), np.uint8)
        whole[:, 0] = COARSE * (self.trump == SUITS)
        whole[:, 1:4] = PARTS * (lying[:, None] == np.arange(3))
        whole[:, 4:7] = COARSE * (self.announcer[:, None] == np.arange(3))
        whole[:, 7:10] = COARSE // 8 * self.targets
        whole[:, 10:13] = COARSE // MOST * self.won
        whole[:, 13] = COARSE // MOST * self.hand.sum(axis=1)
        return suits, whole


class Features:
    """The observation columns that the network reads, rotated so that the viewer comes first."""

    def __init__(self, game: AnyGame, encoder: Encoder) -> None:
        fields, tricks = encoder.fields, range(MOST)
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
            np.array([[fields[f"public.tricks.past.{n}.{what}.{m}"].start for m in range(SEATS)] for n in tricks])
            for what in ("line", "cards")
        )
        notes = [name for name in fields if name.startswith("notes.") and name.endswith(".kind")]
        self._notes = np.array([fields[name].start for name in notes])

    def __call__(self, seen: NDArray[np.int32]) -> Seen:
        """Return the knowledge in observations that were made during card play."""
        rows = np.arange(len(seen))
        me = seen[:, self._at["seat"]] - 1
        order = seen[:, self._three["public.tricks.seats"]] - 1
        place = np.empty((len(seen), SEATS + 1), np.int64)  # the index of a seat, counted from the viewer
        place[rows[:, None], order] = (np.arange(SEATS) - (order == me[:, None]).argmax(axis=1)[:, None]) % SEATS
        place[:, SEATS] = SEATS  # no seat
        line, table = (seen[:, self._three[f"public.tricks.{what}"]] - 1 for what in ("line", "table"))
        lines, lay = seen[:, self._lines] - 1, seen[:, self._cards] - 1
        played, lying, given = (np.zeros((len(seen), SEATS + 1, CARDS + 1), np.bool_) for _ in range(3))
        played[rows[:, None, None], place[rows[:, None, None], lines], lay] = True
        lying[rows[:, None], place[rows[:, None], line], table] = True
        played |= lying
        led_to = np.where(lay[:, :, :1] < 0, -1, lay[:, :, :1] // RANKS)
        lacking = np.zeros((len(seen), SEATS + 1, SUITS + 1), np.bool_)
        lacking[
            rows[:, None, None], place[rows[:, None, None], lines], np.where(lay // RANKS != led_to, led_to, -1)
        ] = True
        led = np.where(table[:, 0] < 0, SUITS, table[:, 0] // RANKS)
        short = np.where((table >= 0) & (table // RANKS != led[:, None]), led[:, None], -1)
        lacking[rows[:, None], place[rows[:, None], line], short] = True
        kinds, who, which = (seen[:, self._notes + more] for more in range(3))
        gone = np.zeros((len(seen), CARDS + 1), np.bool_)
        gone[rows[:, None], np.where(kinds == KINDS.index("discarded"), which - 1, -1)] = True
        gave = kinds == KINDS.index("gave")
        given[rows[:, None], place[rows[:, None], np.where(gave, who - 1, -1)], np.where(gave, which - 1, -1)] = True
        hand = np.zeros((len(seen), CARDS), np.bool_)
        hand[:, self._pack] = seen[:, self._hand]
        given[:, :, :CARDS] &= ~(hand | played[:, :SEATS, :CARDS].any(axis=1))[:, None]
        seats = np.arange(SEATS)
        turned = np.empty((2, len(seen), SEATS), np.int64)
        for at, name in enumerate(("public.targets", "public.tricks.won")):
            turned[at][rows[:, None], place[:, seats]] = seen[:, self._three[name]]
        trump = seen[:, self._at["public.tricks.order.trump"]] - 1
        return Seen(
            hand,
            gone[:, :CARDS],
            played[:, :SEATS, :CARDS],
            lying[:, :SEATS, :CARDS],
            given[:, :SEATS, :CARDS],
            lacking[:, :SEATS, :SUITS],
            np.where(trump < 0, SUITS, trump),
            led,
            place[rows, seen[:, self._at["public.announcer"]] - 1],
            turned[0],
            turned[1],
        )


KINDS = ("", "bid", "discarded", "took", "gave", "got")
"""The kind of a note, by its code in an observation."""


class Net:
    """A network with integer weights."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = {name: np.asarray(weights[name], np.float64) for name in LAYERS}

    def __call__(self, suits: NDArray[np.uint8], whole: NDArray[np.uint8]) -> tuple[Array, Array]:
        """Return the relative value of each card in tricks, and the logits of its location.

        Rows are viewers, columns are cards. Every number before the last division is an integer.
        """
        by = self.weights
        rows = len(suits)
        below = (suits.reshape(-1, WIDTH) * float(PARTS)) @ by["suit"]
        told = (whole * float(PARTS // COARSE)) @ by["round"] + PARTS * by["bias"]
        first = np.rint(np.maximum(below.reshape(rows, SUITS, -1) + told[:, None], 0) / PARTS)
        told = first.sum(axis=1) @ by["others"] + PARTS * by["second"]
        below = first.reshape(rows * SUITS, -1) @ by["own"]
        second = np.rint(np.maximum(below.reshape(rows, SUITS, -1) + told[:, None], 0) / PARTS)
        found = second.reshape(rows * SUITS, -1) @ by["out"] + PARTS * by["last"]
        found = found.reshape(rows, SUITS, 4, RANKS).swapaxes(1, 2).reshape(rows, 4, CARDS) / PARTS**2
        return found[:, 0], found[:, 1:].swapaxes(1, 2)


@cache
def load(path: Path) -> Net:
    """Load a network from a file."""
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    return Net({name: np.array(kept[name]) for name in LAYERS})


class Hands:
    """Many deals whose cards are played in lockstep: all have the same number of cards on the table.

    Seats are numbered in playing order. `away` are the announcer's discards, which the announcer knows.
    """

    def __init__(
        self,
        held: Bools,
        played: Bools,
        away: Bools,
        trump: Array,
        announcer: Array,
        targets: Array,
        leader: Array,
        table: Sequence[int] = (),
        lacks: Bools | None = None,
    ) -> None:
        rows = len(held)
        self.rows = np.arange(rows)
        self.held, self.played, self.away = held, played, away
        self.trump, self.announcer, self.targets, self.leader = trump, announcer, targets, leader
        self.won = np.zeros((rows, SEATS), np.int64)
        self.lacks = np.zeros((rows, SEATS, SUITS), np.bool_) if lacks is None else lacks
        self.table = [np.full(rows, card) for card in table]

    @property
    def actor(self) -> Array:
        """The seats to play."""
        return (self.leader + len(self.table)) % SEATS

    def seen(self, before: Array) -> Seen:
        """Return the knowledge of the seats to play. `before` are the tricks won earlier, by seat."""
        rows, me = self.rows, self.actor
        turn = (me[:, None] + np.arange(SEATS)) % SEATS
        each = rows[:, None]
        table = np.zeros((len(rows), SEATS, CARDS), np.bool_)
        for n, card in enumerate(self.table):
            table[rows, (self.leader + n - me) % SEATS, card] = True
        announcer = (self.announcer - me) % SEATS
        return Seen(
            self.held[rows, me],
            self.away & (announcer == 0)[:, None],
            self.played[each, turn],
            table,
            np.zeros_like(table),
            self.lacks[each, turn],
            self.trump,
            self.table[0] // RANKS if self.table else np.full(len(rows), SUITS),
            announcer,
            self.targets[each, turn],
            (self.won + before)[each, turn],
        )

    def play(self, card: Array) -> None:
        """Play a card in each deal."""
        rows, me = self.rows, self.actor
        self.held[rows, me, card] = False
        self.played[rows, me, card] = True
        if self.table:
            led = self.table[0] // RANKS
            self.lacks[rows, me, led] |= card // RANKS != led
        self.table.append(card)
        if len(self.table) == SEATS:
            led = self.table[0] // RANKS
            powers = [each % RANKS + 1 + np.where(each // RANKS == self.trump, RANKS, 0) for each in self.table]
            counted = [
                np.where((each // RANKS == self.trump) | (each // RANKS == led), power, 0)
                for each, power in zip(self.table, powers, strict=True)
            ]
            self.leader = (self.leader + np.argmax(np.stack(counted), axis=0)) % SEATS
            self.won[rows, self.leader] += 1
            self.table = []


def _spread(masks: Sequence[int]) -> Bools:
    """Return sets of cards as rows of 52 columns."""
    found = np.zeros((len(masks), CARDS), np.bool_)
    for row, held in enumerate(masks):
        found[row, list(cards(held))] = True
    return found


def played_out(net: Net, worlds: Sequence[State[Any]]) -> list[dict[Action, tuple[int, ...]]]:
    """Return for each world of one View every seat's further tricks after each card, with the policy finishing."""
    public = worlds[0].public
    tricks, seats = public.tricks, public.tricks.seats
    held = np.stack([_spread([world.hands[seat] for seat in seats]) for world in worlds])
    played = _spread([tricks.played(seat) for seat in seats])
    away = ~(held.any(axis=1) | played.any(axis=0))
    legal = cards(tricks.legal(worlds[0].hands[tricks.turn]))
    lacks = np.array([[bool(tricks.lacking(seat) >> suit * RANKS & 1) for suit in range(SUITS)] for seat in seats])
    many = len(worlds) * len(legal)
    trump = SUITS if tricks.order.trump is None else tricks.order.trump

    def each(what: Any) -> Array:
        return np.broadcast_to(np.asarray(what), (many, *np.shape(what))).copy()

    hands = Hands(
        np.repeat(held, len(legal), axis=0),
        each(played),
        np.repeat(away, len(legal), axis=0),
        each(trump),
        each(seats.index(public.announcer)),
        each([public.targets[seat] for seat in seats]),
        each(seats.index(tricks.leader)),
        tricks.table,
        each(lacks),
    )
    before = np.array([tricks.won[seat] for seat in seats])
    left = sum(hand.bit_count() for hand in worlds[0].hands)
    hands.play(np.tile(np.array(legal), len(worlds)))
    for _ in range(left - 1):
        seen = hands.seen(before)
        worth, _ = net(*seen.inputs())
        hands.play(np.where(seen.legal, worth, -np.inf).argmax(axis=1))
    found = []
    for at in range(len(worlds)):
        rows = hands.won[at * len(legal) : (at + 1) * len(legal)]
        splits = [tuple(int(row[seats.index(seat)]) for seat in range(SEATS)) for row in rows]
        found.append(dict(zip(legal, splits, strict=True)))
    return found


class LearnedBelief(Belief):
    """A belief: the rule-based likelihood to some power, times the network's probability of each card's location.

    `trust` is the power of the latter.
    """

    def __init__(
        self,
        game: AnyGame,
        seen: View[Any],
        rule: Player,
        rng: Random,
        net: Net,
        encoder: Encoder,
        trust: float = 1.0,
        doubt: float = 0.0,
    ) -> None:
        self.trust, self.doubt = trust, doubt
        row, _ = encoder.encode(seen)
        _, (logs,) = net(*Features(game, encoder)(row[None]).inputs())
        seats = seen.public.tricks.seats
        me = seats.index(seen.seat)
        logs = logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)
        self.logs: list[list[float]] = np.maximum(logs, FAINTEST).T.tolist()
        self.others = [(seats[(me + 1) % SEATS], self.logs[0]), (seats[(me + 2) % SEATS], self.logs[1])]
        super().__init__(game, seen, rule, search(), rng)
        self.loose = unseen(self.cells)
        self.base = fsum(max(logs[card] for logs in self.logs) for card in cards(self.loose))

    def likelihood(self, world: State[Any]) -> float:
        """Return the likelihood of a world, relative to the likeliest location of every card."""
        doubted: float = super().likelihood(world) ** self.doubt if self.doubt else 1.0
        return exp(self.trust * (self.told(world) - self.base)) * doubted

    def told(self, world: State[Any]) -> float:
        """Return the sum of the network's logarithms for the locations of all hidden cards in a world."""
        away, found = self.loose, list[float]()
        for seat, logs in self.others:
            away &= ~world.hands[seat]
            found += [logs[card] for card in cards(world.hands[seat])]
        return fsum(found + [self.logs[AWAY][card] for card in cards(away)])


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
    """Return `master` that uses a network for its belief (`believes`) or to play worlds out (`plays`).

    With neither it is plain `master`.
    """
    plain, rule, encoder = master.player(game, seed, worlds), GAMES[game.name].rule(game, seed), Encoder(game)

    def play(seen: View[Any]) -> Action:
        legal = game.legal(seen)
        if seen.public.phase != "play" or len(legal) == 1:
            return plain(seen)
        rng = randomness(seed, seen)
        if believes:
            belief: Belief = LearnedBelief(game, seen, rule, rng, net, encoder, trust, doubt)
        else:
            belief = Belief(game, seen, rule, search(), rng)
        found, weights = belief.worlds(worlds)
        payoff = Payoff(game, seen.public)
        side = payoff.side(seen.seat)
        if not plays or tricks_left(found[0]) <= ENDING:
            after = points_after_each(game, found, weights, search(), payoff)
            worth = {card: after[card][side] for card in legal}
        else:
            worth = dict.fromkeys(legal, 0.0)
            for weight, row in zip(weights, played_out(net, found), strict=True):
                points = payoff.of_splits(found[0], row.values())
                for card, each in zip(row, points, strict=True):
                    worth[card] += weight / fsum(weights) * each[side]
        return min(card for card in legal if worth[card] > max(worth.values()) - master.EQUAL)

    return play
