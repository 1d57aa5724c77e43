"""A small network that plays cards in three-player games (`bench/learning/train.py` trains it).

The input is the encoder's observation of a View (what the player at a seat can see), rotated so that the viewer comes
first. All four suits share the same weights, regardless of trumps. The hidden layers of the suits are added up, and the
sum is passed back to each suit. The network has two outputs. The policy is how many more tricks each card wins than the
others; a softmax turns it into probabilities. The belief is how likely each hidden card is with the next player, with
the player after that, or among the discards.

The weights and all intermediate results are integers. Sums of integers in doubles are exact in any order, so every
machine gets the same result.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from prikup.env import Encoder
from prikup.rules.game import AnyGame

__all__ = [
    "DISCARD_LOCATION",
    "LAYERS",
    "PARTS",
    "Features",
    "Net",
    "Seen",
    "load",
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
