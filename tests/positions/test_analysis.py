"""The analysis for a page: a value, one value per card, a line of play, or a single error."""

from pathlib import Path

from prikup.games import GAMES
from prikup.positions.analysis import Analysis, PastedMatch, UnreadableText, analyse
from prikup.positions.paste_reader import read_deals
from prikup.rules.cards import parse_card
from prikup.solver import Limits, solve_cards

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"


def known(text: str, deal: int = 0) -> Analysis:
    found = analyse(text, deal)
    assert isinstance(found, Analysis)
    return found


def unread(text: str, deal: int = 0) -> tuple[str, str, int]:
    found = analyse(text, deal)
    assert isinstance(found, UnreadableText)
    return found.reason.key, found.game, found.line


def test_the_values_are_those_of_the_solver() -> None:
    found = known(LINE)
    assert found.worth is not None
    assert found.worth.tricks == (7, 7)
    position = read_deals(LINE)[0].played_position.position
    assert {each.card: each.tricks[0] for each in found.worth.cards} == solve_cards(position)
    tricks = [each.tricks[0] for each in found.worth.cards]
    assert tricks == sorted(tricks), "the defence leads: its best cards leave the declarer the fewest"
    assert len(found.worth.line) == 30
    assert {step.tricks for step in found.worth.line} == {7}, "best play keeps the number"


def test_players_keep_the_names_of_the_matches_that_were_pasted() -> None:
    document = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    ppn = document.partition("```ppn")[2].partition("```")[0]
    text = ppn + ppn.replace("silvio_pu", "Žika")
    one, other = ("cope", "elmacedon", "silvio_pu"), ("cope", "elmacedon", "Žika")
    matches = (PastedMatch(one, 2), PastedMatch(other, 2))
    for deal, number, names in ((0, 4, other), (1, 1, one), (2, 2, one), (3, 3, other)):
        found = analyse(text, deal, Limits(nodes=1))
        assert isinstance(found, Analysis)
        assert (found.deal, found.deals, found.names, found.matches) == (number, 4, names, matches)
    assert (known(LINE).names, known(LINE).matches) == ((), ())
    assert unread(text, 5)[0] == "paste-no-deal"
    assert unread("", 2)[0] == "paste-no-deal"


def test_tricks_already_taken_count() -> None:
    found = known(f"{LINE} ; played DK H9 D8")
    assert found.moment is not None
    assert found.worth is not None
    assert (found.moment.taken, found.moment.left, found.moment.turn) == (1, 9, 0)
    assert found.worth.tricks == (7, 7)


def test_when_all_is_played_nothing_is_asked() -> None:
    found = known("A... | K... | Q... ; preferans ; 6S 0 ; leads 0 ; played SA SK SQ")
    assert found.moment is not None
    assert (found.moment.taken, found.moment.turn, found.worth) == (1, None, None)


def test_what_is_missing_is_one_reason_and_the_rest_is_there() -> None:
    found = known(LINE.replace("AQ.", "A."))
    assert found.fault is not None
    assert (found.fault.key, found.moment, found.worth) == ("open-uneven", None, None)
    assert found.contract == "7H"
    assert "misere" in [one.name for one in found.contracts]


def test_a_game_by_its_name_is_a_deal_without_cards() -> None:
    for text in ("", *GAMES, "preferans rostov"):
        found = known(text)
        assert found.fault is not None
        assert found.fault.key == "open-no-cards"
        assert text.partition(" ")[0] in (found.game, "")


def test_what_does_not_read_is_said_with_its_line() -> None:
    assert unread("♠Z") == ("paste-word", "", 0)
    assert unread('{"type":"begin","game":"preferans"}\n') == ("line-damaged", "preferans", 1)
    assert unread('{"type":"begin","game":"x"}\n') == ("line-damaged", "", 1)
    assert unread(f"{LINE} ; nonsense") == ("paste-section", "preferans", 0)
    assert unread(LINE, 2) == ("paste-no-deal", "preferans", 0)


def test_a_limit_leaves_bounds() -> None:
    found = analyse(LINE, limits=Limits(nodes=1))
    assert isinstance(found, Analysis)
    assert found.worth is not None
    least, most = found.worth.tricks
    assert least < most
    assert not found.worth.line
    assert {each.card for each in found.worth.cards} >= {parse_card("DA")}
