"""Samples from self-play, from which a network for card play learns (`bench/learning/train.py`)."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.learning.network import CARDS, DISCARD_LOCATION, SEATS, TEMPER, Features, Net
from prikup.bots import player
from prikup.bots.cardplay import position
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.bots.thread_solver import search
from prikup.env import Encoder
from prikup.games import GAMES, game
from prikup.rules.cards import cards
from prikup.rules.game import AnyGame, Player, play
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View, view

Array = NDArray[Any]
Weights = dict[str, Array]

STYLED_DEALS_SHARE, STYLED_SEATS_SHARE, STYLED_CALLS_SHARE, NETWORK_SEATS_SHARE = 0.3, 0.6, 0.35, 0.5
"""The shares of the different players in training.

In the share `STYLED_DEALS_SHARE` of all deals there may be styled opponents. In these deals, the share
`STYLED_SEATS_SHARE` of the seats has styled opponents, and in the share `STYLED_CALLS_SHARE` of them all players make
their own calls. Of all other seats, `NETWORK_SEATS_SHARE` are played by the network and the rest by rule-based players.
In all other deals rule-based players make the calls, which takes a tenth of the time.
"""
PIECE = 8
"""The number of deals that are played as one task, for example by a worker of the Ray cluster."""


class Samples(NamedTuple):
    """Positions in which a seat had a choice of cards, one per row, from which the network learns.

    - `suits` and `whole`: the network's inputs by suit and about the round.
    - `legal`: the cards that may be played.
    - `worth`: the number of further tricks that the seat takes after each of these cards.
    - `place`: the location of each hidden card (0, 1 or `DISCARD_LOCATION`), and -1 for all other cards.
    """

    suits: NDArray[np.uint8]
    whole: NDArray[np.uint8]
    legal: NDArray[np.bool_]
    worth: NDArray[np.int8]
    place: NDArray[np.int8]


def concatenate_samples(parts: list[Samples]) -> Samples:
    """Concatenate several sets of samples."""
    return Samples._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def select_rows(samples: Samples, rows: Any) -> Samples:
    """Return the samples in these rows; `rows` is a numpy index or slice."""
    return Samples._make(column[rows] for column in samples)


@cache
def _rules(name: str) -> tuple[AnyGame, Encoder]:
    rules = game(name)
    return rules, Encoder(rules)


def learnable() -> tuple[str, ...]:
    """Return the names of the games that the network can learn.

    They have three players, 52 cards, an announcer (who names the contract) and targets (tricks to take).
    """
    all_games = ((name, game(name)) for name in GAMES)
    public = {"public.announcer", "public.targets", "public.tricks.won"}
    return tuple(
        name
        for name, rules in all_games
        if rules.seats == SEATS and len(rules.pack) == CARDS and public <= Encoder(rules).fields.keys()
    )


def second_deal(rules: AnyGame, seed: str, number: int) -> State[Any]:
    """Return the second deal of a match after rule-based players have played the first one.

    `seed` and `number` determine the cards, and `number` also the dealer.
    """
    rng, rule = random.Random(f"{seed} {number}"), GAMES[rules.name].rule(rules, 0)
    match = Match.begin(rules, number % SEATS)
    after = match.close(rules.outcome(play(rules, match.deal_random(rng), (rule,) * SEATS)))
    return (match if after.over else after).deal_random(rng)


def finish_calls(rules: AnyGame, state: State[Any], speakers: tuple[Player, ...]) -> State[Any]:
    """Let players make all calls and discards of a deal, and return the state before the first card is played.

    `speakers` are the players by seat.
    """
    while (seat := state.public.actor) is not None and state.public.phase != "play":
        state = rules.apply_unchecked(state, speakers[seat](view(state, seat)))
    return state


class Policy:
    """A player that chooses cards by the network's policy; a rule-based player makes its calls.

    It plays the card of the highest value or, if `rng` is given, a card sampled from the softmax of the values.
    """

    def __init__(self, rules: AnyGame, encoder: Encoder, net: Net, rng: random.Random | None = None) -> None:
        self.rules, self.encoder, self.net, self.rng = rules, encoder, net, rng
        self.features, self.rule = Features(rules, encoder), GAMES[rules.name].rule(rules, 0)

    def __call__(self, seat_view: View[Any]) -> Action:
        legal = self.rules.legal(seat_view)
        if len(legal) == 1 or seat_view.public.phase != "play":
            return self.rule(seat_view)
        row, _ = self.encoder.encode(seat_view)
        (worth,), _ = self.net(*self.features(row[None]).inputs())
        if self.rng is None:
            return max(legal, key=lambda card: (worth[card], -card))
        odds = np.exp((worth[list(legal)] - max(worth[list(legal)])) / TEMPER)
        return self.rng.choices(legal, odds.tolist())[0]


def play_deals(name: str, seed: str, first: int, deals: int, weights: Weights) -> Samples:
    """Play the deals `first` … `first + deals - 1` of a game, and return samples of all choices of cards in them.

    `name` is the game, and `weights` are the network's integer weights.
    """
    rules, encoder = _rules(name)
    net, rule = Net(weights), player("rule", rules, 0)
    rows, worth, place, legals = list[Array](), list[Array](), list[Array](), list[Array]()
    for number in range(first, first + deals):
        rng = random.Random(f"{seed} cast {number}")
        network_player, has_styled_opponents = Policy(rules, encoder, net, rng), rng.random() < STYLED_DEALS_SHARE

        def draw_player(
            network_player: Player = network_player,
            has_styled_opponents: bool = has_styled_opponents,
            rng: random.Random = rng,
        ) -> Player:
            if has_styled_opponents and rng.random() < STYLED_SEATS_SHARE:
                return player(f"stranger:{rng.randrange(1, FIRST_HELD_OUT_STYLE)}", rules, 0)
            return network_player if rng.random() < NETWORK_SEATS_SHARE else rule

        cast = (draw_player(), draw_player(), draw_player())
        speakers = cast if has_styled_opponents and rng.random() < STYLED_CALLS_SHARE else (rule,) * SEATS
        state = finish_calls(rules, second_deal(rules, seed, number), speakers)
        while (seat := state.public.actor) is not None:
            seat_view = view(state, seat)
            legal = rules.legal(seat_view)
            if len(legal) > 1:
                row, mask = encoder.encode(seat_view)
                rows.append(row)
                legals.append(mask[:CARDS] == 1)
                worth.append(tricks_by_card(rules, state))
                place.append(places(state, seat))
            state = rules.apply_unchecked(state, cast[seat](seat_view) if len(legal) > 1 else legal[0])
    seen_by = Features(rules, encoder)(np.stack(rows))
    suits, whole = seen_by.inputs()
    locations = np.where(seen_by.unseen, np.stack(place), -1).astype(np.int8)
    return Samples(suits, whole, np.stack(legals), np.stack(worth), locations)


def tricks_by_card(rules: AnyGame, state: State[Any]) -> Array:
    """Return, by card, the further tricks that the seat to act takes if it plays that card.

    The native heuristic (fast rules for playing cards in the compiled solver) finishes the deal after the card. Cards
    that may not be played have 0.
    """
    card_tricks = np.zeros(CARDS, np.int8)
    (row,) = search().playouts([position(state, rules.objective(state.public))], no_partners=True)
    for card, split in row.items():
        card_tricks[card] = split[state.public.turn]
    return card_tricks


def places(state: State[Any], seat: int) -> Array:
    """Return the location of each card as seen by `seat`: 0 or 1 in the hand of the first or second player after it.

    Cards in neither of these two hands have `DISCARD_LOCATION`.
    """
    locations = np.full(CARDS, DISCARD_LOCATION, np.int8)
    seats = state.public.tricks.seats
    for offset in (1, 2):
        locations[list(cards(state.hands[seats[(seats.index(seat) + offset) % SEATS]]))] = offset - 1
    return locations


Spread = Callable[[str, str, int, int, Weights], Samples]


def play_locally(name: str, seed: str, first: int, deals: int, weights: Weights) -> Samples:
    """Play the deals `first` … `first + deals - 1` in this process, and return the samples (see `play_deals`)."""
    starts = range(first, first + deals, PIECE)
    return concatenate_samples(
        [play_deals(name, seed, start, min(PIECE, first + deals - start), weights) for start in starts]
    )


def play_on_ray(name: str, seed: str, first: int, deals: int, weights: Weights) -> Samples:
    """Play the same deals as `play_locally`, but on the Ray cluster that this program has joined."""
    import ray

    remote_task, stored_weights = ray.remote(play_deals), ray.put(weights)
    starts = range(first, first + deals, PIECE)
    references = [
        remote_task.remote(name, seed, start, min(PIECE, first + deals - start), stored_weights) for start in starts
    ]
    return concatenate_samples([ray.get(reference) for reference in references])


def tricks(rules: AnyGame, state: State[Any], cast: tuple[Player, ...]) -> tuple[int, ...]:
    """Play a deal to its end with the players `cast` (by seat), and return the tricks of each seat."""
    while (seat := state.public.actor) is not None:
        state = rules.apply_unchecked(state, cast[seat](view(state, seat)))
    tricks_won: tuple[int, ...] = state.public.tricks.won
    return tricks_won
