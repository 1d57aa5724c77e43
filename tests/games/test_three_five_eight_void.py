"""A hand that is passed out leaves the match, and its hidden cards, in order."""

from typing import Any

import msgspec
from support.matches import begin

from prikup.games import GAMES
from prikup.history.events import DealEvent
from prikup.history.log import Log
from prikup.history.shuffle import deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.game import Redeal
from prikup.rules.state import State, view


def _next_deck(log: Log, seed: str) -> State[Any] | Redeal:
    """Deal as the host of a match with a seed does."""
    secret = deal_seed(seed, log.match.deals + 1, log.attempts + 1)
    shuffle = prepare_shuffle(secret, log.game.seats, len(log.game.pack))
    return log.deal(shuffle_deck(log.game.pack, shuffle), shuffle)


def test_three_five_eight_void_deal_is_followed_by_another_deck() -> None:
    """Otherwise all players would know every card of the second attempt."""
    decks = set()
    log = Log(msgspec.structs.replace(begin("three-five-eight", GAMES["three-five-eight"], "belot"), seed="x"))
    for _ in range(4):
        if isinstance(_next_deck(log, "x"), State):
            assert log.state is not None
            decks.add(log.state.hands)
            passing = 52 + log.game.calls.index("pass")
            if passing not in log.game.legal(view(log.state, log.state.public.actor)):
                break
            log.add(passing)
            log.close()
    assert len(decks) > 1
    attempt_numbers = [(event.deal, event.attempt) for event in log.events if isinstance(event, DealEvent)]
    assert len(set(attempt_numbers)) == len(attempt_numbers)
    assert Log.replay(log.events).events == log.events
