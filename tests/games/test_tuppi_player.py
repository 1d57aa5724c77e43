"""The rule player of Tuppi in plain cases. That it beats random play is tested in `test_levels`."""

from functools import partial

from games.table import check
from games.tuppi_deals import BEATEN, EAST, SAFE, SOUTH, dealt_table


def test_tuppi_rule_player_bids_rami_with_high_cards_else_nolo() -> None:
    for options, hand, bids in (
        ("", "AK4.AK5.AK63.T93", "D3"),
        ("", "T84.T975.J63.984", "S4"),
        ("", "AKQJ.AKQJ.KQJ.KQ", "rami"),
        ("bid_method=bid_cards", "AK4.AK5.AK63.T93", "rami"),
    ):
        check(partial(dealt_table, hands=("", hand, "", "")), f"[{options}] | rule {bids}")


def test_tuppi_rule_player_calls_sooli_with_low_cards_only() -> None:
    check(lambda options: dealt_table(options, SAFE), "rami S5 S9 S3 pass | asked sooli N | rule sooli")
    check(lambda options: dealt_table(options, BEATEN), "D3 S5 S9 ST pass | asked sooli N | rule pass")
    free = dealt_table("sooli_lost=0", ("987..T987.T98765", "", "", "")).bid(EAST).say("pass")
    assert free.fact("rule", "") == "sooli"


def test_tuppi_rule_player_gives_soloist_lowest_card_and_ducks() -> None:
    check(
        lambda options: dealt_table(options, SAFE),
        """
        rami S5 S9 S3 pass sooli S4          | rule H3
        rami S5 S9 S3 pass sooli D3 S5 SK S9 | rule S5
        """,
    )


def test_tuppi_rule_player_leaves_trick_to_partner() -> None:
    first = dealt_table("sooli=off", ("A5...", "K6...", "Q7...", "J8...")).bid(SOUTH).say("SK S7 S8")
    assert first.fact("rule", "") == "SA"
    second = dealt_table("sooli=off", ("K6...", "A5...", "Q7...", "J98...")).bid(SOUTH).say("SA S7")
    assert second.fact("rule", "") == min(second.may().split(), key=lambda word: "23456789TJQKA".index(word[1]))
