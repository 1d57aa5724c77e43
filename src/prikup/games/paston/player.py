"""The rule-based player of Paston; this description can also be read as advice to a player.

Estimate the tricks of a hand (`tricks`) and weigh them by the multiplier of the trump (`_contract_value`). Bid boldly,
because the prikup (the two cards left over for declarer) helps, a low bid leaves every higher trump possible, and a
surrender costs little. But avoid grkha (best spades), which pays ten points and costs forty. After the discard, declare
the most valuable trump, or surrender if every trump is worth less than a surrender.

Whist (promise tricks against declarer) when the estimate covers the tricks owed. As declarer, draw trumps first, take
sure tricks, and then lead low from the longest suit. Follow suit as cheaply as possible, and leave a trick to the other
defender, even one who counts their own tricks, because a trick that you take may be one that the other defender owes.
"""

from collections.abc import Iterable, Sequence

from prikup.games.heuristics import Count, follow, lead, tricks, tricks_by_trump
from prikup.games.paston.calls import GRKHA, INVITE, PASS, PASTON, SURRENDER, TRUMP, WHIST
from prikup.games.paston.hidden_cards import PACK
from prikup.games.paston.public import Public
from prikup.games.paston.rules import Paston
from prikup.games.paston.scoring import BIDS, MULTIPLIER, REWARD, surrender_factor
from prikup.rules.cards import BIT, FIRST_CALL, SUIT_MASK, Action, Card, mask
from prikup.rules.game import Player
from prikup.rules.state import View

__all__ = ["best_trump", "discard_estimate", "rule"]


# The weights are fitted by least squares to the tricks that this player took in 20,000 deals, and rounded.
DECLARER = Count(
    -2.2, 0.9, 0, (1.3, 0.7, 0.4, 0.2), ace=1.0, king=0.8, queen=0.3, ace_king=0.1, void=0.8, singleton=0.4, fourth=0.5
)
BOTH_WHIST = Count(-0.8, 0.45, 0.7, (1.1, 0.6, 0.4, 0.25), ace=0.9, king=0.55, queen=0.2, ace_king=-0.2, fourth=-0.1)
LONE_WHIST = Count(0.2, 0.65, 0.7, (0.8, 0.6, 0.2, 0.1), ace=0.8, king=0.5, queen=0.3, void=-0.5, singleton=-0.2)

EVEN, POINTS_PER_TRICK, MAX_POINTS, MIN_POINTS = 5.4, 13, 13, -25
"""The parameters of `_contract_value`: the value of declaring, in points relative to the other players.

Declaring breaks even at an estimate of `EVEN` tricks. Each trick more or less changes the value by `POINTS_PER_TRICK`
points, within the limits `MIN_POINTS` and `MAX_POINTS`.
"""
PRIKUP = 2.5
"""The number of tricks that the prikup (the two cards left over) is expected to add to the declarer's hand."""
BID_FROM, GRKHA_FROM, PLAY_FROM = -9, 40, -10
"""The minimum values of declaring a trump, in points, with which the player decides to bid or to declare.

They are relative to the other players. `BID_FROM` applies to a bid, `GRKHA_FROM` to a bid of grkha (best spades), and
`PLAY_FROM` to declaring a trump instead of surrendering. `PLAY_FROM` is multiplied like the points of a surrender.
"""
FIRST, SECOND, LONE, LONE_WITH_HELP = 2.3, 1.9, 3.9, 3.0
"""The minimum estimates of tricks with which a defender whists (promises tricks against declarer).

`FIRST` applies to the first defender, `SECOND` to the second defender after the first has whisted, and `LONE` to the
second defender after the first has passed. `LONE_WITH_HELP` replaces `LONE` if the house rules let the defender who
passed help.
"""


def rule(game: Paston, seed: int) -> Player:
    """Return a computer player that plays Paston by fixed heuristics: a function from a player's view to an action.

    It uses no random numbers, so `seed` has no effect.
    """

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
                return best if value >= PLAY_FROM * _surrender_factor(game, view) else SURRENDER
            case "whist":
                return _whist(game, view)
            case "invite":
                return INVITE  # two hands take more tricks than one
            case _:
                return _play(view, legal)

    return player


# Estimates


def _contract_value(game: Paston, call: Action, count: float) -> float:
    """Return the value of declaring a trump, in points relative to the other players.

    `call` names the trump, and `count` is the estimated number of tricks.
    """
    points = max(MIN_POINTS, min(MAX_POINTS, POINTS_PER_TRICK * (count - EVEN)))
    name = game.calls[call - FIRST_CALL]
    return points * (REWARD[game.options.multiplier_table] if points > 0 else MULTIPLIER)[name]


def best_trump(game: Paston, hand: int, calls: Iterable[Action], extra_tricks: float = 0.0) -> tuple[Action, float]:
    """Return the call in `calls` that names the most valuable trump for a hand, and the value of declaring it.

    `hand` is a bit mask. The value is in points relative to the other players. `extra_tricks` is added to the estimated
    number of tricks.
    """
    counts = tricks_by_trump(hand, DECLARER, DECLARER)
    worths = {call: _contract_value(game, call, counts[TRUMP[call]] + extra_tricks) for call in calls}
    best = max(worths, key=worths.__getitem__)
    return best, worths[best]


# The calls


def _surrender_factor(game: Paston, view: View[Public]) -> int:
    high = view.public.auction.high
    return surrender_factor(game.options, None if high is None else BIDS[high - PASTON])


def _bid(game: Paston, view: View[Public], bid: Action) -> Action:
    if bid == GRKHA:
        return bid if best_trump(game, view.hand, (GRKHA,), PRIKUP)[1] >= GRKHA_FROM else PASS
    return bid if best_trump(game, view.hand, range(bid, GRKHA), PRIKUP)[1] >= BID_FROM else PASS


def _discard(game: Paston, view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` whose discard leaves the most valuable hand, judged by the hand's best trump suit."""
    calls = _open(view)
    return max(legal, key=lambda card: best_trump(game, view.hand & ~BIT[card], calls)[1])


def discard_estimate(game: Paston, view: View[Public], discards: int) -> float:
    """Return the estimated tricks of a hand after `discards` (a bit mask) are discarded, with the most valuable trump.

    The hand is that of the player with the view `view`.
    """
    remaining_hand = view.hand & ~discards
    return tricks(remaining_hand, TRUMP[best_trump(game, remaining_hand, _open(view))[0]], DECLARER)


def _open(view: View[Public]) -> Sequence[Action]:
    """Return the calls of the trumps that the viewer, who won the auction, may declare."""
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
    owed = LONE if game.options.passer == "out" else LONE_WITH_HELP
    return WHIST if tricks(view.hand, trump, LONE_WHIST) >= owed else PASS


# The play


def _play(view: View[Public], legal: tuple[Action, ...]) -> Card:
    tricks, turn, declarer = view.public.tricks, view.public.turn, view.public.declarer
    assert tricks is not None and turn is not None
    hand = view.hand | view.public.shown[turn]
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    out = PACK & ~(tricks.all_played_cards | hand | own_discard)
    if not tricks.table:
        return lead(mask(legal), out, SUIT_MASK[tricks.order.trump or 0], declarer=turn == declarer)
    return follow(tricks, legal, out, () if turn == declarer else tuple(s for s in tricks.seats if s != declarer))
