"""The roles of players in finished deals, game by game: the basis of statistics."""

from typing import Any

from games import balkan_table, paston_table, preferans_table, tuppi_deals
from games.table import cells

from prikup.games import balkan, game
from prikup.games.three_five_eight.scoring import Outcome as Hand
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Line


def roles(name: str, outcome: Any, options: str = "", dealer: int = 2, totals: tuple[int, ...] = ()) -> str:
    """Return the role of each seat and its success: `contract level=6 +, whist -`; `raspasy =` if all are alike."""
    rules = game(name, options)
    opening = (totals, *rules.opening[1:]) if totals else rules.opening
    row = rules.scoring.row(outcome, MatchStanding(1, dealer, opening, rules.carry))
    player_roles = rules.explanations.roles_of(Line(1, dealer, outcome, row))
    ends = {True: " +", False: " -", None: ""}
    return ", ".join(
        str(role.name).removeprefix("role-") + ends[role.made] + " =" * role.alike for role in player_roles
    )


PREFERANS = """
                             | 6S 6-3-1       | contract level=6 +, whist +, whist +
                             | 6S 7-3-0       | contract level=6 +, whist +, whist -
                             | 6S 5-3-2       | contract level=6 -, whist +, whist +
                             | 7 7-2-1 first  | contract level=7 +, whist +, passed
                             | 7 9-1-0 first  | contract level=7 +, whist -, passed
                             | 8H nobody      | contract level=8 +, passed, passed
                             | 6 half         | contract level=6 +, passed, half
                             | misere 0-4-6   | misere +, against-misere -, against-misere -
                             | misere 2-4-4   | misere -, against-misere +, against-misere +
    # Raspasy are alike for those who play
                             | raspasy 0-4-6  | raspasy =, raspasy =, raspasy =
    # Ten that nobody may whist; given up
    sochi ten_check=nothing  | 10S 10-0-0     | contract level=10 +, against-ten -, against-ten -
    sochi ten_check=nothing  | 10S 9-1-0      | contract level=10 -, against-ten +, against-ten +
    sochi concede_three=on   | 7S nobody conceded | contract level=7 -, given-up, given-up
    # At a real table
                             | 6S revoked=B   | contract level=6 +, whist -, whist +
                             | 6S revoked=A   | contract level=6 -, whist +, whist +
                             | misdeal        |
"""
BALKAN = """
    hearts 7-2-1                       | game game=hearts +, came +, came -
    igra-hearts 5-3-2                  | igra game=hearts -, came +, came +
    hearts 9-1-0 B                     | game game=hearts +, came -, stayed
    hearts nobody                      | game game=hearts +, stayed, stayed
    hearts 7-2-1 C invite=accepted     | game game=hearts +, brought, invited -
    hearts 5-3-2 B kontra=kontra       | game game=hearts -, kontra +, brought
    betl 1-0-0                         | game game=betl -, against game=betl +, against game=betl +
    betl 0-5-5 kontra=kontra by=C      | game game=betl +, against game=betl -, kontra -
"""
PASTON = """
    gupa 3-6-1        | whist +, contract contract=gupa +, whist -
    gupa 1-6-3        | whist -, contract contract=gupa +, whist +
    glitch 0-5-5 first | passed, contract contract=glitch -, whist +
    paston nobody     | passed, contract contract=paston +, passed
    surrender         | surrendered-to, surrendered, surrendered-to
    gupa revoked=0    | whist -, contract contract=gupa +, whist +
"""
TUPPI = """
              | rami E 4-9   | against-rami -, rami +, against-rami -, rami +
    minnesota | rami N 6-7   | high -, against-high +, high -, against-high +
              | nolo 6-7     | nolo +, nolo -, nolo +, nolo -
    minnesota | nolo 8-5     | low -, low +, low -, low +
              | sooli W 13-0 | against-sooli -, sooli-partner +, against-sooli -, sooli +
              | sooli W 4-1  | against-sooli +, sooli-partner -, against-sooli +, sooli -
"""


def test_preferans_roles_follow_the_outcome() -> None:
    for options, deal_text, expected_roles in cells(PREFERANS):
        assert roles("preferans", preferans_table.deal(deal_text), options) == expected_roles, deal_text
    four = preferans_table.deal("raspasy 0-4-6-0")
    assert roles("preferans", four, "sochi players=4", 3) == "raspasy =, raspasy =, raspasy =, out"


def test_balkan_roles_follow_the_outcome() -> None:
    options = "balkan invite=on kontra=kontra"
    for deal_text, expected_roles in cells(BALKAN):
        assert roles("balkan", balkan_table.deal(balkan_table.balkan(options), deal_text), options) == expected_roles, (
            deal_text
        )
    assert roles("balkan", balkan.Outcome(), "balkan players=4", 3) == "unplayed, unplayed, unplayed, out"
    needs = "balkan order=spades_low kontra=kontra lowest_needs_kontra=refa_else_made"
    lowest = balkan_table.deal(balkan_table.balkan(needs), "spades B")
    assert roles("balkan", lowest, f"{needs} refe=3") == "unplayed, unplayed, unplayed", "a refa is written"
    assert roles("balkan", lowest, f"{needs} refe=0") == "game game=spades +, stayed, stayed", "it is made"


def test_paston_roles_follow_the_outcome() -> None:
    for deal_text, expected_roles in cells(PASTON):
        assert roles("paston", paston_table.deal(deal_text)) == expected_roles, deal_text


def test_three_five_eight_roles_follow_the_outcome() -> None:
    hearts = roles("three-five-eight", Hand("hearts", (5, 3, 8)))
    assert hearts == "target target=5 +, target target=3 +, announced contract=hearts +"
    least = roles("three-five-eight", Hand("min-tricks", (5, 9, 2)), "standard contracts=min_tricks")
    assert least == "limit limit=5 +, limit limit=8 -, announced contract=min-tricks +"


def test_tuppi_roles_follow_the_outcome() -> None:
    for options, deal_text, expected_roles in cells(TUPPI):
        assert roles("tuppi", tuppi_deals.deal(deal_text), options) == expected_roles, deal_text
    given_up = tuppi_deals.deal("nolo 0-0 conceded")
    assert roles("tuppi", given_up, totals=(12, 0)) == "gave-up -, given-up +, gave-up -, given-up +"
