"""Convert deals from the log (the file) of a match into open deals (deals with all hands visible)."""

from collections.abc import Iterator
from typing import Any

from prikup.games import GAMES
from prikup.history.events import RowEvent
from prikup.history.log import Log
from prikup.positions.open_deal import OpenDeal
from prikup.rules.cards import FIRST_CALL, mask
from prikup.rules.game import AnyGame
from prikup.rules.objective import Objective, OpenContract
from prikup.rules.options import options_text
from prikup.rules.state import State
from prikup.rules.tricks import Tricks

__all__ = ["deal_of", "deals_of"]


def deals_of(log: Log) -> Iterator[OpenDeal]:
    """Yield the deals of a log in which cards were played to tricks, as open deals (all hands visible).

    A log is the record of a match. A finished deal is yielded as it was before its first lead, the current deal with
    the cards played so far.
    """
    replayed_log = log.copy_of_start()
    for event in log.events[1:]:
        if (
            isinstance(event, RowEvent)
            and replayed_log.state is not None
            and replayed_log.state.public.tricks is not None
        ):
            yield deal_of(replayed_log.game, replayed_log.state)
        replayed_log.enter(event, checked=False)
    if replayed_log.state is not None and replayed_log.state.public.tricks is not None:
        yield deal_of(replayed_log.game, replayed_log.state, with_play=True)


def deal_of(game: AnyGame, state: State[Any], *, with_play: bool = False) -> OpenDeal:
    """Return the open deal (with all hands visible) of a state in which tricks are played.

    It is the deal before the first lead or, if `with_play`, with the cards played so far. If no contract of the game
    fits, for example because undealt cards (the talon) were led, the open deal has no contract and no cards played.
    """
    tricks: Tricks = state.public.tricks
    objective = game.objective(state.public)
    contract = _contract(game, state, objective)
    hands = tuple(
        hand | tricks.played_cards(seat) if seat in tricks.seats else None for seat, hand in enumerate(state.hands)
    )
    dealt_cards = sum(hand or 0 for hand in hands)
    options = options_text(GAMES[game.name].presets, game.options)
    out = mask(game.pack) & ~dealt_cards
    if contract is None:
        return OpenDeal(game.name, options, hands, out=out)
    player = objective.sides[0][0] if objective.soloist is None else objective.soloist
    leader = tricks.past[0].leader if tricks.past else tricks.leader
    line = tuple(card for trick in tricks.history for _, card in trick) if with_play else ()
    return OpenDeal(game.name, options, hands, contract.name, player, leader, line, out)


def _contract(game: AnyGame, state: State[Any], objective: Objective) -> OpenContract | None:
    """Return the contract that is played in `state` with this objective, or None if none fits.

    `objective` tells who plays against whom, and for many or few tricks. If several contracts have the same play, the
    one named in the auction is returned.
    """
    tricks: Tricks = state.public.tricks
    if any(lead is not None for lead in tricks.leads):
        return None
    fitting = [
        contract
        for contract in game.analysis.open_contracts
        if (contract.order, contract.goal, contract.last) == (tricks.order, objective.goal, tricks.last is not None)
        and bool(contract.partners or contract.individual) == (objective.soloist is None)
    ]
    contract_call = getattr(state.public, "contract", None)
    name = game.calls[contract_call - FIRST_CALL] if isinstance(contract_call, int) else contract_call
    return next((contract for contract in fitting if contract.name == name), fitting[0] if fitting else None)
