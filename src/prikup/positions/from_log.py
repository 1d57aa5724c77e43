"""Convert the deals of a match in which cards were played to open deals."""

from collections.abc import Iterator
from typing import Any

from prikup.games import GAMES
from prikup.history.log import Closed, Log
from prikup.positions.open_deal import OpenDeal
from prikup.rules.cards import mask
from prikup.rules.game import AnyGame
from prikup.rules.objective import Contest, OpenContract
from prikup.rules.options import options_text
from prikup.rules.state import State
from prikup.rules.tricks import Tricks

__all__ = ["deal_of", "deals_of"]


def deals_of(log: Log) -> Iterator[OpenDeal]:
    """Yield the deals of a log in which cards were played, finished ones as they were before the first lead."""
    again = log.restarted()
    for event in log.events[1:]:
        if isinstance(event, Closed) and again.state is not None and again.state.public.tricks is not None:
            yield deal_of(again.game, again.state)
        again.enter(event, checked=False)
    if again.state is not None and again.state.public.tricks is not None:
        yield deal_of(again.game, again.state, played=True)


def deal_of(game: AnyGame, state: State[Any], *, played: bool = False) -> OpenDeal:
    """Return an open deal from a state with tricks, before the first lead; if `played`, with the cards played.

    Where each seat plays for itself and the talon's cards are led, it has no contract and no cards played.
    """
    tricks: Tricks = state.public.tricks
    contest = game.contest(state.public)
    contract = _contract(game, state, contest)
    hands = tuple(hand | tricks.played(seat) if seat in tricks.seats else None for seat, hand in enumerate(state.hands))
    together = sum(hand or 0 for hand in hands)
    options = options_text(GAMES[game.name].presets, game.options)
    out = mask(game.pack) & ~together
    if contract is None:
        return OpenDeal(game.name, options, hands, out=out)
    player = contest.sides[0][0] if contest.one is None else contest.one
    leader = tricks.past[0].leader if tricks.past else tricks.leader
    line = tuple(card for trick in tricks.history for _, card in trick) if played else ()
    return OpenDeal(game.name, options, hands, contract.name, player, leader, line, out)


def _contract(game: AnyGame, state: State[Any], contest: Contest) -> OpenContract | None:
    """Return the contract played: of several with the same play, the one named in the auction."""
    tricks: Tricks = state.public.tricks
    if any(lead is not None for lead in tricks.leads):
        return None
    fitting = [
        one
        for one in game.open_contracts
        if (one.order, one.goal, one.last) == (tricks.order, contest.goal, tricks.last is not None)
        and bool(one.partners or one.alone) == (contest.one is None)
    ]
    named = getattr(state.public, "contract", None)
    name = game.calls[named - 52] if isinstance(named, int) else named
    return next((one for one in fitting if one.name == name), fitting[0] if fitting else None)
