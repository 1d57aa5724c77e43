"""The house rules of Tuppi that change the bids, sooli and the play; those of scoring are tested with it.

Minnesota whist is a preset: high and low instead of rami and nolo, with the colours swapped.
"""

import random

from games.table import check
from games.tuppi_deals import EAST, SAFE, SOUTH, SUITS, Table, dealt_table, standing, tuppi

from prikup.games.tuppi import KIND, Options
from prikup.games.tuppi.options import PRESETS
from prikup.rules.cards import parse_card
from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd
from prikup.rules.options import Idle, idle, options_text, parse_options
from prikup.rules.state import watch

HANDS = ("9876.T9.A4.KJ764", "KT.QJ5.T932.AT32", "AJ3.A87.KJ6.Q985", "Q542.K6432.Q875.")
BLACKLESS = "..AKQJT98.765432"


def mixed_table(options: str) -> Table:
    """Return a table at which every player has cards of all suits."""
    return dealt_table(options, HANDS)


def safe(options: str) -> Table:
    """Return a table at which North is safe in sooli: in its first deal East says rami."""
    return dealt_table(options, SAFE)


def test_tuppi_presets_read_back_and_set_their_rules() -> None:
    assert next(iter(KIND.presets)) == "standard"
    assert PRESETS["standard"] == Options()
    for text in ("standard", "tournament", "minnesota", "tournament hands=24", "standard bid_ranks=any"):
        assert options_text(PRESETS, parse_options(PRESETS, text)) == text
    # A tournament has separate bidding cards, and no sooli
    check(mixed_table, "[tournament] rami nolo rami rami | asked play N | declarer E")
    assert tuppi("tournament").options.mode == "tournament"


def test_tuppi_bid_method_and_bid_ranks_options_set_allowed_bids() -> None:
    check(
        mixed_table,
        """
        [bid_method=hand_cards]                     | may ST C5 D3 D9 DT H3 HT HA
        [bid_method=bid_cards sooli=off]            | may rami nolo | not C5: say-a-call | not sooli: not-now
        + nolo rami nolo nolo                       | declarer S | turned E nolo S rami
        [bid_ranks=not_twos_nor_courts] HA S3 S4 S9 | declarer E
        [bid_ranks=not_twos_courts_nor_aces]        | may ST C5 D3 D9 DT H3 HT
        +                                           | not HA: ace-cannot-bid card=HA | not SK: card-cannot-bid card=SK
        """,
    )
    # Only the ace is red
    check(
        lambda options: dealt_table(options, ("", "AT.T98.AKQJ2.KQJ", "", "")),
        "[bid_ranks=not_twos_courts_nor_aces] | offers rami",
    )


def test_tuppi_bid_cards_reveal_nothing_about_hands() -> None:
    """A bid reveals nothing if every player may make either bid."""
    table = dealt_table("bid_method=bid_cards sooli=off").say("nolo rami nolo nolo")
    assert [cell.allowed_cards.bit_count() for cell in table.game.analysis.hidden_cells(watch(table.state))] == [52] * 4


def test_tuppi_sooli_options_set_switch_exchange_and_lead() -> None:
    check(
        safe,
        """
        [sooli=off] rami S5 S9 S3                                        | asked play N
        [sooli=on] rami S5 S9 S3                                         | asked sooli S
        [sooli_exchange=discard_then_receive] rami S5 S9 S3 pass sooli   | asked discard N
        + S4                                                             | asked give S | lacks S4
        + S5                                                             | asked play E
        [sooli_exchange=receive_then_pass_back] rami S5 S9 S3 pass sooli | asked give S
        + S5                                                             | asked give N | offers S5 S4
        + S4                                                             | asked play E | hand S 8764.8765.654.43
        [sooli_lead=left_of_soloist] rami S5 S9 S3 pass sooli S4 S5      | asked play E
        + SK                                                             | asked play W
        [sooli_lead=right_of_soloist] rami S5 S9 S3 pass sooli S4 S5     | asked play W
        + S9                                                             | asked play E
        [sooli_lead=rami_declarer] rami S5 S9 S3 pass sooli S4 S5        | asked play E
        [sooli_lead=rami_declarer] ST S5 D8 S3 sooli S4 S5               | asked play W | soloist N
        """,
    )
    table = safe("sooli_exchange=receive_then_pass_back").say("rami S5 S9 S3 pass sooli S5")
    back = parse_card("S4")
    visible_actions = [table.game.visible_action(table.public, back, seat) for seat in (None, 0, 1, 2, 3)]
    assert visible_actions == [None, back, None, back, None]
    table.say("S4")
    assert [hand.bit_count() for hand in table.state.hands] == [13] * 4
    assert table.play_to_end().outcome.tricks == (0, 13)


def test_I3_tuppi_concede_is_idle_if_new_scorer_keeps_points() -> None:
    rules = tuppi("reset_rule=new_scorer_keeps concede=on")
    assert idle(rules.options)[-1] == Idle("concede", (("reset_rule", "new_scorer_keeps"),))
    table = dealt_table("reset_rule=new_scorer_keeps concede=on", SUITS, standing((20, 0))).bid(SOUTH).say("pass pass")
    assert rules.settle(table.state, AgreedEnd(conceding_seats=(0, 2))) == Reason("no-concession")


def test_I4_I5_tuppi_presets_list_idle_options() -> None:
    for preset, silent in (
        ("tournament", "bid_ranks sooli_exchange sooli_lead sooli_lost"),
        ("minnesota", "sooli_exchange sooli_lead sooli_lost hands tournament_tie concede"),
    ):
        assert [idle_rule.option for idle_rule in idle(tuppi(preset).options)] == silent.split()


# Minnesota whist


def test_U20_minnesota_first_black_bid_is_high_and_rest_stay_hidden() -> None:
    check(
        lambda options: dealt_table("minnesota", ("", "..2.", "2...", "")),
        """
        D2 S2 S3 HA | contract rami | declarer S | turned E D2 S S2 | asked play E
        +           | says plays-high seat=S needed=7
        """,
    )


def test_U21_minnesota_hand_without_black_cards_bids_high_in_words() -> None:
    table = dealt_table("minnesota bid_ranks=any high_colour=black", ("", BLACKLESS, "", ""))
    assert table.fact("offers", "high low") == "high"
    assert len(table.may().split()) == 14
    table = dealt_table("minnesota", ("", BLACKLESS, "", "")).say("high").play_randomly(random.Random(1), "play")
    cell = next(cell for cell in table.game.analysis.hidden_cells(watch(table.state)) if cell.seat == EAST)
    assert not cell.allowed_cards & (1 << 26) - 1, "neither a spade nor a club"


def test_minnesota_headline_shows_points_of_both_sides() -> None:
    check(
        lambda options: dealt_table("minnesota", match_standing=standing((3, 5))),
        "| headline black-bids-high; stands seat=N points=3 target=13; stands seat=E points=5 target=13",
    )


def test_minnesota_rule_player_bids_high_with_black_card() -> None:
    check(lambda options: dealt_table("minnesota", ("", "AKQJ.AK3.AK4.AKQ", "", "")), "| rule C3")
