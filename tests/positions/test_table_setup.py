"""A position at a table: a deck, an auction and played cards that lead to these hands and this contract."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.random_walk import each_game_with_open_contracts

from prikup.history.log import Log
from prikup.positions.from_log import deal_of
from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import read_deals
from prikup.positions.table_setup import NotAtTable, log_of, log_to
from prikup.rules.cards import Card, Seat, cards, mask
from prikup.rules.game import AnyGame, Redeal, card_receivers
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import options_text
from prikup.rules.state import Announcement, State, replace_public

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"


def random_whole_deal(name: str, kind: GameDefinition, preset: str, rng: random.Random) -> tuple[OpenDeal, Seat]:
    """Return random whole hands with a random contract that has a declarer, without a leader; and the dealer."""
    rules = kind.build(kind.presets[preset])
    dealer = rng.randrange(rules.seats)
    owners = card_receivers(rules, Match.begin(rules, dealer).standing)
    deck = rng.sample(rules.pack, len(rules.pack))
    hands = tuple(
        mask(card for card, owner in zip(deck, owners, strict=True) if owner == seat) or None
        for seat in range(rules.seats)
    )
    contract = rng.choice([open_contract for open_contract in rules.analysis.open_contracts if not open_contract.last])
    player = rng.choice([seat for seat, hand in enumerate(hands) if hand])
    return OpenDeal(name, options_text(kind.presets, rules.options), hands, contract.name, player), dealer


def deal_with_leader(deal: OpenDeal, leader: Seat) -> OpenDeal:
    return OpenDeal(deal.game, deal.options, deal.hands, deal.contract, deal.player, leader)


@each_game_with_open_contracts
def test_table_setup_reaches_any_whole_deal(name: str, kind: GameDefinition) -> None:
    """If the rules determine the first leader, only other leaders are refused."""
    rng = random.Random(f"at a table {name}")
    for preset in rng.sample(list(kind.presets), depth(len(kind.presets))):
        deal, dealer = random_whole_deal(name, kind, preset, rng)
        if any(hand and hand.bit_count() < deal.rules.trick_count for hand in deal.hands):
            continue  # the remainder of a hand is taken from the talon
        reached_count = 0
        for leader in range(deal.rules.seats):
            led_deal = deal_with_leader(deal, leader)
            if not deal.hands[leader]:
                continue
            try:
                log = log_of(led_deal)
            except NotAtTable:
                continue
            reached_count += 1
            assert log.state is not None
            assert log.state.hands == tuple(hand or 0 for hand in deal.hands)
            reached_deal = deal_of(log.game, log.state)
            assert (reached_deal.contract, reached_deal.leader) == (deal.contract, leader)
            if not (led_deal.open_contract.partners or led_deal.open_contract.individual):  # type: ignore[union-attr]  # it has one
                assert reached_deal.player == deal.player
        assert reached_count, f"{deal.text}, dealt by {dealer}"


def test_table_setup_plays_the_played_cards() -> None:
    (deal,) = read_deals(f"{LINE} ; played DK H9 D8")
    log = log_of(deal)
    assert log.state is not None
    assert log.state.public.tricks.won == (1, 0, 0)
    assert log.state.public.actor == 0
    assert deal_of(log.game, log.state, with_play=True).played == deal.played


def test_table_setup_is_deterministic_and_bids_low() -> None:
    (deal,) = read_deals(LINE)
    assert log_of(deal).events == log_of(deal).events
    log = log_of(deal)
    assert log.state is not None
    calls = [
        log.game.calls[announcement.action - 52] for announcement in log.state.public.said if announcement.action >= 52
    ]
    assert (calls.count("6S"), calls[3:]) == (1, ["7H", "whist", "whist"])


def test_table_setup_may_turn_up_any_card_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the deal turns up a card of a hand, that card may decide the contract."""
    (deal,) = read_deals(LINE)
    seat = card_receivers(deal.rules, Match.begin(deal.rules, 1).standing)[0]
    assert seat is not None
    deal_cards = type(deal.rules).deal

    def deal_turning_up(rules: AnyGame, deck: tuple[Card, ...], standing: MatchStanding[Any]) -> State[Any] | Redeal:
        state = deal_cards(rules, deck, standing)
        if isinstance(state, Redeal):
            return state
        return replace_public(state, replace(state.public, said=(Announcement(seat, deck[0]),)))

    monkeypatch.setattr(type(deal.rules), "deal", deal_turning_up)
    for card in cards(deal.hands[seat] or 0):

        def auctions(_deal: OpenDeal, state: State[Any], *_: object, card: Card = card) -> Iterator[tuple[int, ...]]:
            return iter([()] if state.public.said[0].action == card else [])

        monkeypatch.setattr("prikup.positions.table_setup._auctions", auctions)
        log = log_of(deal)
        assert log.state is not None
        assert log.state.public.said[0].action == card


def ending(deal: OpenDeal, number: int, rng: random.Random) -> OpenDeal:
    """Return the remainder of a deal after some random tricks."""
    position = deal_with_leader(deal, rng.choice(deal.seats)).played_position.position
    for _ in range(number * len(position.seats)):
        tricks = position.tricks
        _, position = position.after(rng.choice(list(cards(tricks.legal(position.hands[tricks.turn])))))
    hands = tuple(
        None if whole_hand is None else hand for whole_hand, hand in zip(deal.hands, position.hands, strict=True)
    )
    return OpenDeal(deal.game, deal.options, hands, deal.contract, deal.player, position.tricks.turn)


@each_game_with_open_contracts
def test_table_setup_reaches_ending_by_invented_tricks(name: str, kind: GameDefinition) -> None:
    rng, tries, logs = random.Random(f"an ending of {name}"), max(2, depth(10)), list[Log]()
    for _ in range(tries):
        deal, _ = random_whole_deal(name, kind, next(iter(kind.presets)), rng)
        ending_deal = ending(deal, rng.randrange(1, deal.rules.trick_count), rng)
        try:
            log = log_to(ending_deal)
        except NotAtTable:
            continue
        logs.append(log)
        assert log.state is not None
        assert log.state.hands == tuple(hand or 0 for hand in ending_deal.hands)
        assert log.state.public.turn == ending_deal.leader
        reached_deal = deal_of(log.game, log.state)
        assert reached_deal.contract == ending_deal.contract
        assert Log.replay(log.events).state == log.state, "the rules allow every card of it"
        if len(logs) == 1:
            assert log.events == log_to(ending_deal).events, "it is the same each time"
    assert len(logs) >= max(1, tries * 2 // 3)


def test_invented_tricks_leave_contract_undecided() -> None:
    (deal,) = read_deals("A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0")
    log = log_to(deal)
    assert log.state is not None
    assert sum(log.state.public.tricks.won) == 8
    assert 4 <= log.state.public.tricks.won[0] <= 6, "two tricks decide"


def test_table_setup_rejects_unreachable_and_finished_positions() -> None:
    """Every hand has every suit, so the previous trick must be of a suit of which at most two cards are gone."""
    (deal,) = read_deals("AK.AKQ.AK.AK | QJ.JT.QJT.QJ | T9.98.98.T98 ; preferans ; 6NT 0 ; leads 0")
    with pytest.raises(NotAtTable) as error:
        log_to(deal)
    assert error.value.reason.key == "open-no-beginning"
    (deal,) = read_deals("A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0 ; played SA SK SJ C7 C8 C9")
    with pytest.raises(NotAtTable) as error:
        log_to(deal)
    assert error.value.reason.key == "open-nothing-left"


def test_table_setup_rejects_incomplete_hands() -> None:
    (deal,) = read_deals("A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0")
    with pytest.raises(NotAtTable) as error:
        log_of(deal)
    assert error.value.reason.key == "open-not-whole"
