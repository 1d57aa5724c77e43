"""Narration of decks that the rules refuse."""

from games.paston_table import deck_of
from support.matches import begin
from support.random_walk import KINDS

from prikup.history.log import Log
from prikup.history.shuffle import commitment, deal_seed, prepared, shuffled
from prikup.narration import dealing, dealt
from prikup.rules.cards import parse_card, parse_mask
from prikup.rules.errors import Reason
from prikup.rules.game import Redeal


def test_the_dealing_tells_of_every_deck() -> None:
    log = Log(begin("paston", dict(KINDS)["paston"]))
    seven = parse_card("S7")
    others = [card for card in log.game.pack if card != seven]
    assert isinstance(log.deal((*others, seven)), Redeal)
    while True:
        shuffle = prepared(deal_seed("narrate", 1, log.attempts + 1), 3, 32)
        if not isinstance(log.deal(shuffled(log.game.pack, shuffle), shuffle), Redeal):
            break
    first, given, why, *rest = dealing(log)
    assert first == Reason("deal-begins", {"deal": 1, "dealer": 0})
    assert given == Reason("deal-given")
    assert why == Reason("bottom-card", {"card": seven})
    assert rest[-1] == Reason("deal-sealed", {"commitment": commitment(shuffle.seed)[:16]})


def test_the_cards_that_refuse_a_deck_are_shown() -> None:
    log = Log(begin("paston", dict(KINDS)["paston"]))
    deck = deck_of(("AK.T987.AKQJ.", "QJT987.AKQJ..", "..T987.AKQJT9"), "...87")
    refused = log.game.deal(deck, log.match.standing)
    assert isinstance(refused, Redeal)
    why, shown = dealt(log.game, refused)
    assert why == Reason("six-spades", {"seat": 1})
    assert shown == Reason("did-show", {"player": 1, "hand": parse_mask("QJT987.AKQJ..")})
