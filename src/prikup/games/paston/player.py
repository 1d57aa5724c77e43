"""A rule of thumb for Paston, to be read as advice.

Count the tricks of a hand (`tricks`) and weigh them with what the trump multiplies (`worth`). Bid boldly: the prikup
helps, a low bid leaves every higher trump open, and a surrender costs little; but leave grkha alone, which pays ten
and costs forty. After the discard name what is worth most, or surrender if all of it is worth less than that. Whist
when the count covers what is owed. As declarer draw trumps first; take sure tricks, then lead low from the longest
suit; follow as cheaply as you can, and leave its trick to whoever plays against declarer with you, even if they
whist for themselves: what you would take from them they may owe.
"""

from collections.abc import Iterable, Sequence

from prikup.cards import BIT, SUIT_MASK, Action, Card, mask
from prikup.game import Player
from prikup.games.paston.rules import GRKHA, INVITE, PACK, PASS, PASTON, SURRENDER, TRUMP, WHIST, Paston, Public
from prikup.games.paston.scoring import MULTIPLIER, REWARD
from prikup.heuristics import Count, follow, lead, tricks
from prikup.state import View

__all__ = ["best_trump", "laying", "rule"]


# Fitted by least squares to the tricks that this player took in 20,000 deals, and rounded.
DECLARER = Count(
    -2.2, 0.9, 0, (1.3, 0.7, 0.4, 0.2), ace=1.0, king=0.8, queen=0.3, ace_king=0.1, void=0.8, singleton=0.4, fourth=0.5
)
BOTH_WHIST = Count(-0.8, 0.45, 0.7, (1.1, 0.6, 0.4, 0.25), ace=0.9, king=0.55, queen=0.2, ace_king=-0.2, fourth=-0.1)
LONE_WHIST = Count(0.2, 0.65, 0.7, (0.8, 0.6, 0.2, 0.1), ace=0.8, king=0.5, queen=0.3, void=-0.5, singleton=-0.2)

EVEN, EACH, MOST, LEAST = 5.4, 13, 13, -25
"""Against the others, declaring breaks even at that many tricks; each more is worth that many points, up to the
most."""
PRIKUP = 2.5
"""The tricks to hope for from the prikup."""
BID_FROM, GRKHA_FROM, PLAY_FROM = -9, 40, -10
"""The least worth of a trump to bid it, to bid grkha, and not to surrender."""
FIRST, SECOND, LONE, HELPED = 2.3, 1.9, 3.9, 3.0
"""The tricks to count for a whist: speaking first, after a whist, after a pass, after one by a player who may help."""


def rule(game: Paston, seed: int) -> Player:
    """Return the rule-of-thumb player of a game; it draws no random numbers, so `seed` changes nothing."""

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        match view.public.phase:
            case "auction":
                return _bid(game, view, legal[1])
            case "discard":
                return _discard(game, view, legal)
            case "declare":
                best, value = best_trump(game, view.hand, legal[:-1])
                return best if value >= PLAY_FROM else SURRENDER
            case "whist":
                return _whist(game, view)
            case "invite":
                return INVITE  # two hands take more than one
            case _:
                return _play(view, legal)

    return player


# The count


def _worth(game: Paston, call: Action, count: float) -> float:
    """Return the points, against the others, of declaring a trump with a hand that counts that many tricks."""
    points = max(LEAST, min(MOST, EACH * (count - EVEN)))
    name = game.calls[call - 52]
    return points * (REWARD[game.options.multiplier_table] if points > 0 else MULTIPLIER)[name]


def best_trump(game: Paston, hand: int, calls: Iterable[Action], more: float = 0.0) -> tuple[Action, float]:
    """Return the trump worth most, and its worth; `more` tricks are hoped for."""
    worths = {call: _worth(game, call, tricks(hand, TRUMP[call], DECLARER) + more) for call in calls}
    best = max(worths, key=worths.__getitem__)
    return best, worths[best]


# The calls


def _bid(game: Paston, view: View[Public], bid: Action) -> Action:
    if bid == GRKHA:
        return bid if best_trump(game, view.hand, (GRKHA,), PRIKUP)[1] >= GRKHA_FROM else PASS
    return bid if best_trump(game, view.hand, range(bid, GRKHA), PRIKUP)[1] >= BID_FROM else PASS


def _discard(game: Paston, view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card without which the hand is worth most."""
    calls = _open(view)
    return max(legal, key=lambda card: best_trump(game, view.hand & ~BIT[card], calls)[1])


def laying(game: Paston, view: View[Public], away: int) -> float:
    """Return how many tricks a hand counts without some of its cards (a mask), with the trump worth most then."""
    left = view.hand & ~away
    return tricks(left, TRUMP[best_trump(game, left, _open(view))[0]], DECLARER)


def _open(view: View[Public]) -> Sequence[Action]:
    """Return the trumps that whoever has won the auction may declare."""
    high = view.public.auction.high
    return (GRKHA,) if high == GRKHA else range(high or PASTON, GRKHA)


def _whist(game: Paston, view: View[Public]) -> Action:
    public = view.public
    assert public.contract is not None
    trump = TRUMP[public.contract]
    if public.said[-1].action == public.contract:
        return WHIST if tricks(view.hand, trump, BOTH_WHIST) >= FIRST else PASS
    if public.whisters:
        return WHIST if tricks(view.hand, trump, BOTH_WHIST) >= SECOND else PASS
    owed = LONE if game.options.passer == "out" else HELPED
    return WHIST if tricks(view.hand, trump, LONE_WHIST) >= owed else PASS


# The play


def _play(view: View[Public], legal: tuple[Action, ...]) -> Card:
    tricks, turn, declarer = view.public.tricks, view.public.turn, view.public.declarer
    assert tricks is not None and turn is not None
    hand = view.hand | view.public.shown[turn]
    away = mask(note.action for note in view.notes if note.kind == "discarded")
    out = PACK & ~(tricks.all_played | hand | away)
    if not tricks.table:
        return lead(mask(legal), out, SUIT_MASK[tricks.order.trump or 0], declarer=turn == declarer)
    return follow(tricks, legal, out, () if turn == declarer else tuple(s for s in tricks.seats if s != declarer))
