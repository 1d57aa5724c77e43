"""Deals of Tuppi made for a purpose: given hands, given bids, a given number of tricks."""

import random
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from games.table import Table as AnyTable

from prikup.cards import PACK_52, cards, mask, mask_text, parse_mask
from prikup.game import Standing
from prikup.games import game
from prikup.games.tuppi import Carry, Outcome, Public, Tuppi
from prikup.match import Match
from prikup.sheet import Sheet
from prikup.state import Seat, State, view
from prikup.text_forms import action_text, illegal, parse_action

NORTH, EAST, SOUTH, WEST = range(4)

SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
"""Each seat holds a whole suit: spades, clubs, diamonds, hearts. Whoever leads takes every trick."""

SAFE = ("A234.A234.A23.A2", "KQJT.KQJT.KQJ.KQ", "5678.5678.456.34", "9.9.T987.JT98765")
"""North is safe in sooli, whatever is led."""

BEATEN = ("KQJT.KQJT.KQJ.KQ", "A234.A234.A23.A2", "5678.5678.456.34", "9.9.T987.JT98765")
"""North takes the first trick of a sooli if East leads anything low."""


def tuppi(options: str = "") -> Tuppi:
    """The game under options in text form."""
    built = game("tuppi", options)
    assert isinstance(built, Tuppi)
    return built


def standing(
    points: tuple[int, int] = (0, 0), *, dealer: Seat = NORTH, deal: int = 1, written: tuple[int, int] = (0, 0)
) -> Standing[Carry]:
    """A match as a deal begins."""
    return Standing(deal, dealer, (points,), Carry(written))


def match_at(rules: Tuppi, points: tuple[int, int], deals: int, written: tuple[int, int]) -> Match:
    """A match after so many deals."""
    return Match(rules, NORTH, Sheet(rules.columns, (points,)), Carry(written), deals)


def deck_of(hands: Sequence[str], dealer: Seat) -> tuple[int, ...]:
    """The deck that gives these hands; what is left over fills the seats that hold fewer than thirteen."""
    held = [list(cards(parse_mask(hand or "..."))) for hand in hands]
    spare = [card for card in PACK_52 if not any(card in hand for hand in held)]
    for hand in held:
        while len(hand) < 13:
            hand.append(spare.pop())
    return tuple(held[(dealer + 1 + i) % 4][i // 4] for i in range(52))


def dealt(rules: Tuppi, hands: Sequence[str] = SUITS, now: Standing[Carry] | None = None) -> State[Public]:
    """A deal that gives these hands."""
    now = now or standing()
    return rules.deal(deck_of(hands, now.dealer), now)


class Table(AnyTable[Public]):
    """A deal of Tuppi under way."""

    game: Tuppi
    names = "NESW"

    def fact(self, name: str, value: str) -> str:
        match name:
            case "turned":  # the bids that were turned up, by seat
                said = (
                    f"{self.names[one.seat]} {action_text(self.game.calls, one.action)}" for one in self.public.said
                )
                return " ".join(said)
            case "soloist":
                return "nobody" if self.public.soloist is None else self.names[self.public.soloist]
            case "taker":  # who took the last trick
                return self.names[self.public.tricks.past[-1].winner] if self.public.tricks else "nobody"
            case _:
                return super().fact(name, value)


def seated(options: str, hands: Sequence[str] = SUITS, now: Standing[Carry] | None = None) -> Table:
    """A table at which these hands are dealt; North deals, and East bids first."""
    now = now or standing()
    return Table(tuppi(options), deck_of(hands, now.dealer), now)


def may(rules: Tuppi, state: State[Public]) -> set[str]:
    """What the actor may do, as text."""
    assert state.public.actor is not None
    return {action_text(rules.calls, action) for action in rules.legal(view(state, state.public.actor))}


def act(rules: Tuppi, state: State[Public], words: str) -> State[Public]:
    """The state after these actions, each of which must be legal."""
    for word in words.split():
        assert state.public.actor is not None
        seen = view(state, state.public.actor)
        action = parse_action(rules.calls, word)
        if action not in rules.legal(seen):
            raise illegal(rules, seen, action)
        state = rules.apply(state, action)
    return state


def refusal(rules: Tuppi, state: State[Public], word: str, seat: Seat | None = None) -> str:
    """The key of the reason that forbids an action to a seat (the actor, if none is given)."""
    seat = state.public.actor if seat is None else seat
    assert seat is not None
    action = parse_action(rules.calls, word)
    assert action not in rules.legal(view(state, seat))
    return rules.why(view(state, seat), action).key


def bid(rules: Tuppi, state: State[Public], declarer: Seat | None) -> State[Public]:
    """Everybody bids nolo but the declarer (None: nobody), with any card that can, or in words."""
    while state.public.phase == "bid":
        wanted = ("D", "H", "rami") if state.public.turn == declarer else ("S", "C", "nolo")
        state = act(rules, state, next(word for word in sorted(may(rules, state)) if word.startswith(wanted)))
    return state


def ended(rules: Tuppi, state: State[Public], tries: Iterable[Seat] = ()) -> State[Public]:
    """The deal played out: `tries` play their highest card each time, the others their lowest."""
    keen = set(tries)
    while state.public.actor is not None:
        legal = rules.legal(view(state, state.public.actor))
        pick = max if state.public.actor in keen else min
        state = rules.apply(state, pick(legal, key=lambda card: (card % 13, card)))
    return state


def soloing(
    rules: Tuppi, hands: Sequence[str] = SAFE, now: Standing[Carry] | None = None, exchange: str | None = None
) -> State[Public]:
    """North alone against the rami of East; `exchange` are the two cards that change hands (None: the lowest)."""
    state = act(rules, bid(rules, dealt(rules, hands, now), EAST), "pass sooli")
    if exchange is not None:
        return act(rules, state, exchange)
    while state.public.phase != "play":
        assert state.public.actor is not None
        state = rules.apply(state, rules.legal(view(state, state.public.actor))[0])
    return state


def played(
    rules: Tuppi,
    contract: Literal["rami", "nolo"],
    tricks: tuple[int, int],
    now: Standing[Carry] | None = None,
    declarer: Seat = SOUTH,
) -> State[Public]:
    """A deal played to its end, card by card, in which the sides take these tricks."""
    strong = 0 if tricks[0] > tricks[1] else 1
    for seed in range(2000):
        hands = _uneven(random.Random(seed), strong, 2 * tricks[strong])
        state = bid(rules, dealt(rules, hands, now), declarer if contract == "rami" else None)
        if state.public.phase == "sooli":
            state = act(rules, state, "pass pass")
        state = ended(rules, state, (strong, strong + 2))
        if rules.outcome(state).tricks == tricks:
            return state
    raise AssertionError(f"no deck found in which the sides take {tricks}")


def _uneven(rng: random.Random, strong: int, high: int) -> list[str]:
    """Random hands in which the seats of one side hold the `high` highest cards of the pack."""
    deck = sorted(rng.sample(PACK_52, 52), key=lambda card: -(card % 13))
    rest = rng.sample(deck[high:], 52 - high)
    theirs = rng.sample(deck[:high] + rest[: 26 - high], 26)
    others = rest[26 - high :]
    four = (theirs[:13], others[:13], theirs[13:], others[13:])
    return [mask_text(mask(four[(seat - strong) % 4])) for seat in range(4)]


def deal(text: str) -> Outcome:
    """An outcome from a table of cases: `rami S 9-4`, `nolo 6-7`, `sooli N 0-13`, `rami E 2-7 conceded`."""
    contract, *words = text.split()
    player = next(("NESW".index(word) for word in words if word in "NESW"), None)
    tricks: Any = tuple(map(int, next(word for word in words if "-" in word).split("-")))
    return Outcome(contract, player, tricks, conceded="conceded" in words)  # type: ignore[arg-type]  # a word of the test


def result(rules: Tuppi, state: State[Public]) -> tuple[int, int]:
    """The points of both sides after a finished deal."""
    now = state.public.match
    row = rules.row(rules.outcome(state), now)
    first, second = (now.totals[0][side] + row.amount("points", side) for side in (0, 1))
    return first, second
