"""The worth of ends of deals where a match is a race, and what is decided by it."""

import pytest
from games.tuppi_deals import NORTH, seated, standing, tuppi

from prikup.bots.advice import hint
from prikup.bots.payoff import Payoff
from prikup.game import Game
from prikup.games import GAMES
from prikup.games.tuppi import Tuppi
from prikup.text_forms import action_text, parse_view

BOTH_TRICKS = (
    '1 ; .3.8. ;  ; {"phase":"play","turn":1,"actor":1,"dealer":3,"shown":[0,0,0,0],"match":{"deal":2,"dealer":3,'
    '"totals":[[0,36]],"carry":{"written":[0,36]}},"said":[{"seat":0,"action":3},{"seat":1,"action":30},{"seat":2,'
    '"action":52},{"seat":0,"action":52}],"tricks":{"turn":1,"order":{"trump":null,"ace_low":false},"follow":"free",'
    '"seats":[0,1,2,3],"last":null,"line":[1,2,3,0],"table":[],"won":[1,8,2,0],"past":[{"line":[0,1,2,3],"cards":'
    '[27,38,26,29],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[12,2,1,3],"winner":1,"lead":null},{"line":'
    '[1,2,3,0],"cards":[11,5,4,6],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[25,13,16,20],"winner":1,"lead":'
    'null},{"line":[1,2,3,0],"cards":[10,7,40,8],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[30,15,36,37],'
    '"winner":0,"lead":null},{"line":[0,1,2,3],"cards":[39,48,51,44],"winner":2,"lead":null},{"line":[2,3,0,1],'
    '"cards":[9,17,28,0],"winner":2,"lead":null},{"line":[2,3,0,1],"cards":[41,47,45,49],"winner":1,"lead":null},'
    '{"line":[1,2,3,0],"cards":[35,42,34,31],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[50,43,22,46],'
    '"winner":1,"lead":null}],"agreed":[],"lead":null},"contract":"rami","declarer":1,"soloist":null,"exchange":null,'
    '"conceded":false}'
)
NOT_THREE_TRICKS = (
    '2 ; .T6.T. ;  ; {"phase":"play","turn":2,"actor":2,"dealer":2,"shown":[0,0,0,0],"match":{"deal":2,"dealer":2,'
    '"totals":[[44,0]],"carry":{"written":[44,0]}},"said":[{"seat":3,"action":2},{"seat":0,"action":1},{"seat":1,'
    '"action":16},{"seat":2,"action":4}],"tricks":{"turn":2,"order":{"trump":null,"ace_low":false},"follow":"free",'
    '"seats":[0,1,2,3],"last":null,"line":[1,2,3,0],"table":[11],"won":[2,6,1,1],"past":[{"line":[3,0,1,2],"cards":'
    '[26,29,32,31],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[0,4,3,1],"winner":2,"lead":null},{"line":'
    '[2,3,0,1],"cards":[39,44,45,43],"winner":0,"lead":null},{"line":[0,1,2,3],"cards":[14,16,13,15],"winner":1,'
    '"lead":null},{"line":[1,2,3,0],"cards":[40,41,49,48],"winner":3,"lead":null},{"line":[3,0,1,2],"cards":'
    '[27,30,36,35],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[42,47,50,51],"winner":0,"lead":null},{"line":'
    '[0,1,2,3],"cards":[18,23,22,19],"winner":1,"lead":null},{"line":[1,2,3,0],"cards":[8,38,7,6],"winner":1,"lead":'
    'null},{"line":[1,2,3,0],"cards":[9,37,2,5],"winner":1,"lead":null}],"agreed":[],"lead":null},"contract":"nolo",'
    '"declarer":null,"soloist":null,"exchange":null,"conceded":false}'
)
LAST_CHANCE = (
    '3 ; T.86432.Q752.T32 ;  ; {"phase":"sooli","turn":3,"actor":3,"dealer":0,"shown":[0,0,0,0],"match":{"deal":2,'
    '"dealer":0,"totals":[[48,0]],"carry":{"written":[48,0]}},"said":[{"seat":1,"action":2},{"seat":2,"action":41}],'
    '"tricks":null,"contract":"rami","declarer":2,"soloist":null,"exchange":null,"conceded":false}'
)


@pytest.mark.parametrize(
    ("seen", "best", "linear"),
    [
        # Rising with 36, eight tricks: both of the last two win the match, and one is not worth trying for.
        (BOTH_TRICKS, "C3", "D8"),
        # Rising with 44: the nolo wins the match if two of the last three tricks are theirs, or fewer.
        (NOT_THREE_TRICKS, "CT", "DT"),
        # The others stand at 48: a sooli that fails costs no more than their rami.
        (LAST_CHANCE, "sooli", "pass"),
    ],
    ids=["both tricks", "not three tricks", "last chance"],
)
def test_a_race_is_won_not_the_points(monkeypatch: pytest.MonkeyPatch, seen: str, best: str, linear: str) -> None:
    """What brings most points in the sheet is something else."""
    kind, rules = GAMES["tuppi"], tuppi()
    where = parse_view(rules, kind.public, seen)
    assert action_text(rules.calls, hint(rules, where).plan[0]) == best
    monkeypatch.setattr(Tuppi, "expected", Game.expected)
    assert action_text(rules.calls, hint(rules, where).plan[0]) == linear


@pytest.mark.parametrize(
    ("options", "gains"),
    [("", {7: 13, 13: 13, 6: -13, 0: -13}), ("tournament", {7: 2, 13: 14, 6: -24, 0: -24})],
    ids=["race", "tournament"],
)
def test_a_deal_is_worth_what_it_changes(options: str, gains: dict[int, float]) -> None:
    """A rami of a side at 48, by the tricks that it takes: in a race all of them win it, or all lose it again."""
    table = seated(options, now=standing((48, 0))).bid(NORTH)
    while table.public.phase != "play":
        table.say("pass")
    payoff = Payoff(table.game, table.public)
    for tricks, gain in gains.items():
        assert payoff.of_split(table.state, (tricks, 13 - tricks, 0, 0)) == pytest.approx((gain, -gain), abs=1e-9)
