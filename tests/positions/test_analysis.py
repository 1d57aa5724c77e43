"""The analysis for a page: a value, one value per card, a line of play, or a single error."""

from pathlib import Path

from prikup.games import GAMES
from prikup.positions.analysis import Analysis, PastedMatch, UnreadableText, analyse
from prikup.positions.paste_reader import read_deals
from prikup.rules.cards import parse_card
from prikup.solver import Limits, solve_cards

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"


def analysis_of(text: str, deal: int = 0) -> Analysis:
    analysis = analyse(text, deal)
    assert isinstance(analysis, Analysis)
    return analysis


def read_error(text: str, deal: int = 0) -> tuple[str, str, int]:
    unreadable_text = analyse(text, deal)
    assert isinstance(unreadable_text, UnreadableText)
    return unreadable_text.reason.key, unreadable_text.game, unreadable_text.line


def test_analysis_values_equal_the_solver() -> None:
    analysis = analysis_of(LINE)
    assert analysis.worth is not None
    assert analysis.worth.tricks == (7, 7)
    position = read_deals(LINE)[0].played_position.position
    assert {card_value.card: card_value.tricks[0] for card_value in analysis.worth.cards} == solve_cards(position)
    tricks = [card_value.tricks[0] for card_value in analysis.worth.cards]
    assert tricks == sorted(tricks), "the defence leads: its best cards leave the declarer the fewest"
    assert len(analysis.worth.line) == 30
    assert {step.tricks for step in analysis.worth.line} == {7}, "best play keeps the number"


def test_analysis_gives_names_and_deals_of_pasted_matches() -> None:
    document = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    ppn = document.partition("```ppn")[2].partition("```")[0]
    text = ppn + ppn.replace("silvio_pu", "Žika")
    first_names, second_names = ("cope", "elmacedon", "silvio_pu"), ("cope", "elmacedon", "Žika")
    matches = (PastedMatch(first_names, 2), PastedMatch(second_names, 2))
    for deal, number, names in ((0, 4, second_names), (1, 1, first_names), (2, 2, first_names), (3, 3, second_names)):
        analysis = analyse(text, deal, Limits(nodes=1))
        assert isinstance(analysis, Analysis)
        assert (analysis.deal, analysis.deals, analysis.names, analysis.matches) == (number, 4, names, matches)
    assert (analysis_of(LINE).names, analysis_of(LINE).matches) == ((), ())
    assert read_error(text, 5)[0] == "paste-no-deal"
    assert read_error("", 2)[0] == "paste-no-deal"


def test_analysis_counts_tricks_already_taken() -> None:
    analysis = analysis_of(f"{LINE} ; played DK H9 D8")
    assert analysis.moment is not None
    assert analysis.worth is not None
    assert (analysis.moment.taken, analysis.moment.left, analysis.moment.turn) == (1, 9, 0)
    assert analysis.worth.tricks == (7, 7)


def test_analysis_of_finished_deal_has_no_value() -> None:
    analysis = analysis_of("A... | K... | Q... ; preferans ; 6S 0 ; leads 0 ; played SA SK SQ")
    assert analysis.moment is not None
    assert (analysis.moment.taken, analysis.moment.turn, analysis.worth) == (1, None, None)


def test_analysis_with_fault_still_has_contract() -> None:
    analysis = analysis_of(LINE.replace("AQ.", "A."))
    assert analysis.fault is not None
    assert (analysis.fault.key, analysis.moment, analysis.worth) == ("open-uneven", None, None)
    assert analysis.contract == "7H"
    assert "misere" in [contract.name for contract in analysis.contracts]


def test_analysis_of_game_name_is_deal_without_cards() -> None:
    for text in ("", *GAMES, "preferans rostov"):
        analysis = analysis_of(text)
        assert analysis.fault is not None
        assert analysis.fault.key == "open-no-cards"
        assert text.partition(" ")[0] in (analysis.game, "")


def test_analysis_reports_unreadable_text_with_its_line() -> None:
    assert read_error("♠Z") == ("paste-word", "", 0)
    assert read_error('{"type":"begin","game":"preferans"}\n') == ("line-damaged", "preferans", 1)
    assert read_error('{"type":"begin","game":"x"}\n') == ("line-damaged", "", 1)
    assert read_error(f"{LINE} ; nonsense") == ("paste-section", "preferans", 0)
    assert read_error(LINE, 2) == ("paste-no-deal", "preferans", 0)


def test_analysis_with_node_limit_gives_bounds() -> None:
    analysis = analyse(LINE, limits=Limits(nodes=1))
    assert isinstance(analysis, Analysis)
    assert analysis.worth is not None
    lower, upper = analysis.worth.tricks
    assert lower < upper
    assert not analysis.worth.line
    assert {card_value.card for card_value in analysis.worth.cards} >= {parse_card("DA")}
