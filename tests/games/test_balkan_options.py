"""Balkan Preferans: the house rules that change the deal, the auction and the play, value by value."""

import pytest
from games.balkan_table import balkan, deal, dealt_table, standing
from games.table import cells, check

from prikup.games.balkan import KIND, Options
from prikup.rules.errors import BadOptions
from prikup.rules.match import Match
from prikup.rules.options import fields, idle, options_text, parse_options

PRESETS = KIND.presets
DEFAULTS = """
    players=3 order=clubs_low direction=clockwise preferans=False jump=False mine=senior igra=any igra_naming=all
    invite=off kontra=off lowest_needs_kontra=off quota=two_or_four betl_kontra=each sans_lead=before_declarer
    stop=all_ten refe=2 refe_below=no refe_frozen=False bule=60 last_game=full
"""
CLUB = """
    order=spades_low direction=counter_clockwise mine=senior_must igra=named_high igra_naming=higher_or_yours invite=on
    kontra=mortkontra lowest_needs_kontra=refa_else_made stop=at_five refe=2 bule=100
"""
LEAGUE = "lowest_needs_kontra=off refe=8 bule=400"


def play(text: str) -> None:
    """Check a table of cases."""
    check(lambda options: dealt_table(f"balkan {options}"), text)


def test_balkan_options_have_expected_defaults_and_presets() -> None:
    assert list(PRESETS) == ["balkan", "serbian-club", "serbian-league"]
    assert PRESETS["balkan"] == Options()
    assert [f"{field.name}={field.default}" for field in fields(Options)] == DEFAULTS.split()
    for preset, preset_text in (("serbian-club", CLUB), ("serbian-league", LEAGUE)):
        for name, value in (word.split("=") for word in preset_text.split()):
            assert str(getattr(PRESETS[preset], name)) == value
    assert options_text(PRESETS, PRESETS["serbian-league"]) == "serbian-league"


def test_I8_balkan_idle_options_are_named() -> None:
    assert [idle_rule.option for idle_rule in idle(Options())] == ["lowest_needs_kontra", "betl_kontra"]
    assert [idle_rule.option for idle_rule in idle(parse_options(PRESETS, "serbian-club refe=0"))] == [
        "refe_below",
        "refe_frozen",
    ]


def test_balkan_options_reject_invalid_values() -> None:
    """Bule may be any even number from 20 to 1000."""
    for text, key in cells("""
        balkan bule=61    | option-not-in-steps
        balkan bule=18    | option-out-of-bounds
        balkan bule=1002  | option-out-of-bounds
        balkan refe=21    | option-out-of-bounds
        balkan order=seed | option-bad-value
        balkan-serbian    | preset-unknown
    """):
        with pytest.raises(BadOptions) as error:
            parse_options(PRESETS, text)
        assert error.value.reason.key == key
    for bule in (20, 22, 400, 1000):
        assert parse_options(PRESETS, f"balkan bule={bule}").bule == bule


def test_balkan_order_option_ranks_suits() -> None:
    play("""
        [order=clubs_low] two pass pass C8 C9  | may clubs diamonds hearts spades betl sans
        + spades dont dont                     | written bule 1 -10
        [order=spades_low] two pass pass C8 C9 | may spades diamonds hearts clubs betl sans
        + clubs dont dont                      | written bule 1 -10
    """)


def test_balkan_direction_option_turns_calls_play_and_deal() -> None:
    """Calling, coming, playing and dealing all go in the same direction, and "before declarer" follows it."""
    play("""
        [direction=counter_clockwise]                                 | asked auction 2
        + pass                                                        | asked auction 1
        + pass                                                        | asked auction 0
        + pass                                                        | next 2
        [direction=counter_clockwise] igra pass pass hearts           | asked follow 1
        + come                                                        | asked follow 0
        + come                                                        | asked play 2 | line 210
        [direction=counter_clockwise] igra pass pass sans come come   | asked play 0
        [direction=counter_clockwise] igra pass pass hearts come dont | says comes seat=1 needed=2
        [direction=clockwise] pass pass pass                          | next 1
    """)


def test_balkan_jump_option_lets_bids_skip_numbers_upwards() -> None:
    play("""
        [jump=on]      | may pass two three four five six seven igra
        + two          | may pass three four five six seven igra
        + three pass   | may pass mine four five six seven
        [jump=on] five | may pass six seven igra | not two: bid-higher call=five
        + seven        | may pass igra
    """)


def test_balkan_sans_lead_option_sets_leader() -> None:
    """Seat 1 declares and is the eldest."""
    play("""
        [sans_lead=before_declarer] two pass pass C8 C9 sans come dont | asked play 2
        [sans_lead=eldest_active] two pass pass C8 C9 sans come come   | asked play 1
        [sans_lead=eldest_active] two pass pass C8 C9 sans come dont   | asked play 1
    """)


def test_balkan_refe_options_double_freeze_or_ignore_refe() -> None:
    """If refe are not played, refe of a match started on paper have no effect."""
    for value, bule, headline in ((2, -8, "open-refe seat=0 refe=1"), (0, -4, "")):
        table = dealt_table(f"balkan refe={value}", match_standing=standing(refe=(1, 0, 0)))
        assert table.fact("headline", "") == headline
        row = table.game.scoring.row(deal(table.game, "clubs nobody"), standing(refe=(1, 1, 1)))
        assert row.amount("bule", 0) == bule
    frozen_table = dealt_table("balkan refe_frozen=on", match_standing=standing(bule=(60, -2, 60), refe=(1, 0, 0)))
    assert frozen_table.fact("headline", "") == "open-refe seat=0 refe=1; outlook-frozen", "everybody is told"


def test_balkan_bule_option_sets_starting_bule() -> None:
    for bule in (20, 60, 400):
        match = Match.begin(balkan(f"balkan bule={bule}"))
        assert match.standing.totals == ((bule,) * 3, *[(0, 0, 0)] * 3)
        assert set(match.game.scoring.settlement(match.sheet.totals)) == {0}
