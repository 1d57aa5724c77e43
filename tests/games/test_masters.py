"""Decisions of master that were once silly."""

import pytest
from bots.test_belief import believed

from prikup.bots import master
from prikup.bots.advice import hint
from prikup.cards import SPADES, SUIT_MASK
from prikup.games import GAMES, game
from prikup.text_forms import action_text, parse_view

NINE_SPADES = (
    ' ; {"phase":"whist","turn":0,"actor":0,"dealer":0,"shown":[0,0,0],"match":{"deal":1,"dealer":0,"totals":'
    '[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"carry":{"raspasy":0}},"said":[{"seat":1,"action":53},{"seat":2,"action":52},'
    '{"seat":0,"action":52},{"seat":1,"action":20},{"seat":1,"action":51},{"seat":1,"action":69},{"seat":2,"action":52}],'
    '"tricks":null,"auction":{"turn":1,"live":[1],"high":53,"holder":1},"declarer":1,"exchange":{"queue":[]},'
    '"contract":69,"whist":[52],"light":null}'
)
SIX_SPADES = (
    ' ; {"phase":"whist","turn":2,"actor":2,"dealer":0,"shown":[0,0,0],"match":{"deal":1,"dealer":0,"totals":'
    '[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"carry":{"raspasy":0}},"said":[{"seat":1,"action":53},{"seat":2,"action":52},'
    '{"seat":0,"action":52},{"seat":1,"action":21},{"seat":1,"action":38},{"seat":1,"action":53}],"tricks":null,'
    '"auction":{"turn":1,"live":[1],"high":53,"holder":1},"declarer":1,"exchange":{"queue":[]},"contract":53,'
    '"whist":[],"light":null}'
)
AFTER_SIX_CLUBS = (
    ' ; {"phase":"auction","turn":1,"actor":1,"dealer":1,"shown":[0,0,0],"match":{"deal":2,"dealer":1,"totals":'
    '[[4,0,0],[0,4,0],[0,0,0],[0,4,0]],"carry":{"raspasy":0}},"said":[{"seat":2,"action":53},{"seat":0,"action":54}],'
    '"tricks":null,"auction":{"turn":1,"live":[2,0,1],"high":54,"holder":0},"declarer":null,"exchange":null,'
    '"contract":null,"whist":[],"light":null}'
)
TO_BEGIN = (
    ' ; {"phase":"auction","turn":1,"actor":1,"dealer":0,"shown":[0,0,0],"match":{"deal":1,"dealer":0,"totals":'
    '[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"carry":{"raspasy":0}},"said":[],"tricks":null,"auction":{"turn":1,'
    '"live":[1,2,0],"high":null,"holder":null},"declarer":null,"exchange":null,"contract":null,"whist":[],"light":null}'
)
AFTER_RAMI = (
    ' ; {"phase":"sooli","turn":1,"actor":1,"dealer":1,"shown":[0,0,0,0],"match":{"deal":2,"dealer":1,"totals":'
    '[[16,0]],"carry":{"written":[16,0]}},"said":[{"seat":2,"action":40},{"seat":3,"action":52}],"tricks":null,'
    '"contract":"rami","declarer":2,"soloist":null,"exchange":null,"conceded":false}'
)


def test_a_bid_that_most_would_beat_is_not_made_because_some_would_not() -> None:
    """The others outbid it in nearly every world, but not in all."""
    rules = game("preferans")
    (call,) = hint(rules, parse_view(rules, GAMES["preferans"].public, "1 ; JT9.QJ98.Q.Q8 ; " + AFTER_SIX_CLUBS)).plan
    assert action_text(rules.calls, call) == "pass"


@pytest.mark.parametrize("seed", range(3))
def test_no_misere_is_bid_on_a_long_suit_with_a_gap(seed: int) -> None:
    """An exact defence catches it for some ninety whists, where a careless one let it through."""
    rules = game("preferans")
    seen = parse_view(rules, GAMES["preferans"].public, "1 ; .987.KJ987.J9 ; " + TO_BEGIN)
    found = master.advice(rules, seen, seed)
    misere = 52 + rules.calls.index("misere")
    assert found.plan != (misere,)
    assert found.worth[misere,] < -20


@pytest.mark.parametrize("seed", range(3))
def test_nobody_passes_because_a_fellow_would_whist(seed: int) -> None:
    """By the rule of thumb the fellow whists in every world, and both have their share of what declarer pays."""
    rules = game("preferans")
    seen = parse_view(rules, GAMES["preferans"].public, "2 ; AJ7.K8.KJT.AK ; " + SIX_SPADES)
    found = master.advice(rules, seen, seed)
    whist, no = (52 + rules.calls.index(call) for call in ("whist", "pass"))
    assert found.plan == (whist,)
    assert found.worth[whist,] > found.worth[no,]


def test_who_names_nine_spades_is_believed_to_hold_them() -> None:
    """The rule of thumb would name something else with any likely hand."""
    rules = game("preferans")
    seen = parse_view(rules, GAMES["preferans"].public, "0 ; 97.AJ.QJT.J98 ; " + NINE_SPADES)
    worlds, _ = believed(rules, seen).worlds(1000)
    spades = [(world.hands[seen.public.declarer] & SUIT_MASK[SPADES]).bit_count() for world in worlds]
    assert sum(count >= 4 for count in spades) > 950, "of the six that one does not hold"
    assert sum(count >= 5 for count in spades) > 700


def test_the_defenders_of_a_sooli_do_not_see_each_others_cards() -> None:
    """If they did, as they do for the solver, this hand would lose nine points by it."""
    rules = game("tuppi")
    seen = parse_view(rules, GAMES["tuppi"].public, "1 ; AK85.4.8743.AJ54 ; " + AFTER_RAMI)
    sooli = 52 + rules.calls.index("sooli")
    assert hint(rules, seen).worth[sooli,] > -6
