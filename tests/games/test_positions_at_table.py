"""Positions that a table of one game reaches in its own way."""

import random

import pytest
from positions.test_table_setup import ending

from prikup.positions.from_log import deal_of
from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import read_deals
from prikup.positions.table_setup import NotAtTable, log_of, log_to
from prikup.rules.cards import Seat, mask


def test_three_five_eight_open_deal_log_has_whole_hands() -> None:
    """The announcer sees only the first six cards when announcing."""
    deck = random.Random(2).sample(range(52), 52)
    hands = tuple(mask(deck[start : start + 16]) for start in (0, 16, 32))
    for contract in ("spades", "no-trump", "min-tricks"):
        log = log_of(OpenDeal("three-five-eight", "eighteen-hands", hands, contract, 1, 2))
        assert log.state is not None
        assert log.state.hands == hands


@pytest.mark.parametrize("player", [0, *[pytest.param(seat, marks=pytest.mark.thorough) for seat in (1, 2, 3)]])
def test_tuppi_sooli_open_deal_replays_with_exchanged_card(player: Seat) -> None:
    deck = random.Random(2).sample(range(52), 52)
    hands = tuple(None if seat == (player + 2) % 4 else mask(deck[13 * seat : 13 * seat + 13]) for seat in range(4))
    deal = OpenDeal("tuppi", "standard", hands, "sooli", player, (player + 1) % 4)
    log = log_of(deal)
    assert log.state is not None
    assert deal_of(log.game, log.state).hands == hands
    end = ending(deal, 9, random.Random(3))
    if end.leader != player:  # otherwise the first trick has ended it
        log = log_to(end)
        assert log.state is not None
        replayed_hands = ((seat, log.state.hands[seat]) for seat in end.seats)
        assert all(end.hands[seat] == hand for seat, hand in replayed_hands)


def test_balkan_ending_of_finished_betl_is_refused() -> None:
    """The leader has taken the previous trick, which ends a betl."""
    (deal,) = read_deals("A.7.. | K.8.. | J.9.. ; balkan ; betl 0 ; leads 0")
    with pytest.raises(NotAtTable) as error:
        log_to(deal)
    assert error.value.reason.key == "open-no-beginning"
