"""The rules that refuse a deck, stated before the shuffle, agree with the deal."""

import random

import pytest
from games.paston_table import standing

from prikup.games.paston.options import Options
from prikup.games.paston.rules import Paston
from prikup.rules.cards import PACK_32
from prikup.rules.errors import reason
from prikup.rules.game import DeckRule, Redeal


def put(rng: random.Random, places: tuple[int, ...], cards: list[int]) -> tuple[int, ...]:
    """Return a deck with these cards at some of these places."""
    deck = rng.sample(PACK_32, 32)
    for card, place in zip(cards, rng.sample(places, len(cards)), strict=True):
        card_index = deck.index(card)
        deck[card_index], deck[place] = deck[place], deck[card_index]
    return tuple(deck)


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("deal", [1, 2])
def test_paston_deck_rules_match_decks_the_deal_refuses(deal: int, dealer: int) -> None:
    rng, game = random.Random(3), Paston()
    rules = game.refusals(deal, dealer)
    assert [rule.reason.key for rule in rules] == [
        "bottom-card",
        *["six-spades"] * 3,
        *["both-in-prikup"] * (deal == 1),
    ]
    refusal_keys = set[str]()
    for rule in rules * 20:
        deck = put(rng, rule.places, list(rule.cards))
        deal_result = game.deal(deck, standing(deal, dealer))
        expected_rule = next((deck_rule for deck_rule in rules if deck_rule.fits(deck)), None)
        assert (deal_result.reason if isinstance(deal_result, Redeal) else None) == (
            expected_rule.reason if expected_rule else None
        )
        if isinstance(deal_result, Redeal):
            refusal_keys.add(deal_result.reason.key)
    assert refusal_keys == {rule.reason.key for rule in rules}


def test_paston_deck_rules_are_empty_if_options_allow_any_deck() -> None:
    game = Paston(Options(bottom_7s_reshuffle=False, redeal_six_spades=False, both_in_prikup="first_speaker"))
    assert game.refusals(1, 0) == ()


def test_deck_rule_does_not_fit_deck_with_excluded_card_at_its_places() -> None:
    rule = DeckRule(reason("redealt"), (0, 1), (), (7,))
    assert rule.fits((5, 6, 7))
    assert not rule.fits((5, 7, 6))
