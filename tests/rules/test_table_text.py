from typing import Any

from msgspec.structs import replace

from prikup.rules.cards import parse_card, parse_mask
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Announcement, PublicState, State, view, watch
from prikup.rules.tricks import Order, Tricks

HANDS = tuple(map(parse_mask, ("QT.AT7.J.KQT8", "K8..A97.AJ97", "J97.J98.KQT.")))


def middle_of_trick() -> State[PublicState[Any]]:
    """Return a state of a deal in which seat 0 has led to the second trick, and seat 1 is to play."""
    tricks = replace(Tricks.begin(Order(), "free", (0, 1, 2), 0, 3).play(parse_card("SA")), won=(1, 0, 0))
    standing = MatchStanding(3, 2, ((20, 0, 0), (4, 6, 0)), None)
    public = PublicState("play", 1, 1, 2, (0, 0, HANDS[2]), standing, (Announcement(0, 52),), tricks)
    return State(public, HANDS, ((), (), ()), (parse_card("S7"), parse_card("HT")))


def test_printed_state_shows_hands_phase_actor_and_score() -> None:
    assert str(middle_of_trick()).splitlines() == [
        "play  deal=3 dealer=2 turn=1 actor=1",
        "  0  ♠ QT   ♣ AT7  ♦ J    ♥ KQT8",
        "> 1  ♠ K8   ♣ –    ♦ A97  ♥ AJ97",
        "  2  ♠ J97  ♣ J98  ♦ KQT  ♥ –",
        "stock=♠7,♥T",
        "trick=0:♠A",
        "won=1,0,0",
        "totals=20,0,0|4,6,0",
    ]


def test_printed_view_hides_hands_of_others() -> None:
    lines = str(view(middle_of_trick(), 0)).splitlines()
    assert lines[1:5] == ["  0  ♠ QT   ♣ AT7  ♦ J    ♥ KQT8", "> 1  ?", "  2  ♠ J97  ♣ J98  ♦ KQT  ♥ –", "trick=0:♠A"]
    assert str(watch(middle_of_trick())).splitlines()[1:3] == ["  0  ?", "> 1  ?"]


def test_printed_state_names_card_that_leads_from_no_hand() -> None:
    state = middle_of_trick()
    assert state.public.tricks is not None
    public = replace(state.public, tricks=replace(state.public.tricks, lead=parse_card("D9"), table=()))
    assert str(replace(state, public=public)).splitlines()[-4:-2] == ["lead=♦9", "trick="]
