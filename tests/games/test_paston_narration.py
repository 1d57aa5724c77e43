"""Narration of decks that the rules refuse."""

from games.paston_table import deck_of
from support.matches import begin
from support.random_walk import KINDS

from prikup.history.log import Log
from prikup.history.shuffle import commitment, deal_seed, prepare_shuffle, shuffle_deck
from prikup.narration import describe_deal, describe_dealing
from prikup.rules.cards import parse_card, parse_mask
from prikup.rules.errors import Reason
from prikup.rules.game import Redeal


def test_paston_narration_describes_each_deck_dealt() -> None:
    log = Log(begin("paston", dict(KINDS)["paston"]))
    seven = parse_card("S7")
    other_cards = [card for card in log.game.pack if card != seven]
    assert isinstance(log.deal((*other_cards, seven)), Redeal)
    while True:
        shuffle = prepare_shuffle(deal_seed("narrate", 1, log.attempts + 1), 3, 32)
        if not isinstance(log.deal(shuffle_deck(log.game.pack, shuffle), shuffle), Redeal):
            break
    begin_line, deal_line, refusal_line, *more_lines = describe_dealing(log)
    assert begin_line == Reason("deal-begins", {"deal": 1, "dealer": 0})
    assert deal_line == Reason("deal-given")
    assert refusal_line == Reason("bottom-card", {"card": seven})
    assert more_lines[-1] == Reason("deal-sealed", {"commitment": commitment(shuffle.seed)[:16]})


def test_paston_narration_shows_cards_that_refuse_deck() -> None:
    log = Log(begin("paston", dict(KINDS)["paston"]))
    deck = deck_of(("AK.T987.AKQJ.", "QJT987.AKQJ..", "..T987.AKQJT9"), "...87")
    redeal = log.game.deal(deck, log.match.standing)
    assert isinstance(redeal, Redeal)
    refusal_line, show_line = describe_deal(log.game, redeal)
    assert refusal_line == Reason("six-spades", {"seat": 1})
    assert show_line == Reason("did-show", {"player": 1, "hand": parse_mask("QJT987.AKQJ..")})
