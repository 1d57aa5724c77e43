"""Preferans: the house rules that change the deal, the auction and the play; those of scoring are tested with it.

A (seat 0) is eldest hand and C deals; with four D deals and sits out.
"""

import random
from itertools import product

import pytest
from games.preferans_table import Table, dealt_table, preferans, prepared_table, six_spades_table, table_after_auction
from games.table import check

from prikup.games.preferans import Options
from prikup.games.preferans.options import PRESETS
from prikup.games.preferans.player import rule
from prikup.rules.cards import parse_mask
from prikup.rules.errors import BadOptions
from prikup.rules.game import open_partners
from prikup.rules.options import idle, parse_options

FOUR = "sochi players=4"
RASPASY = ("HK SA", "H7", "HA")
"""With H8 and D7 in the talon, A and B have one heart each, and C has the ace, queen, jack, ten and nine."""


def raspasy(options: str) -> Table:
    """Return a table at which all have passed."""
    return dealt_table(f"sochi {options}", *RASPASY, talon="H8 D7").say("pass pass pass")


# The deal


def test_preferans_dealer_of_four_makes_no_decision() -> None:
    table = dealt_table(FOUR).say("pass pass 6S").discard().say("6S whist pass light")
    assert (table.game.seats, table.game.columns) == (4, ("pool", "dump", "left", "across", "right"))
    assert preferans().columns == ("pool", "dump", "left", "right")
    asked_seats = set()
    while table.public.actor is not None:
        asked_seats |= {table.public.turn, table.public.actor}
        table.say(table.may().split()[0])
    assert asked_seats == {0, 1, 2}
    assert table.next.dealer == 0


# The auction


def test_preferans_equal_bid_option_sets_who_may_equal_a_bid() -> None:
    check(
        lambda options: dealt_table(f"sochi {options}"),
        """
        # Eldest hand may equal a bid
        [equal_bid=eldest] 6S 6C pass                | offers 6C
        + 6C                                         | asked auction B
        [equal_bid=eldest] 6S 6C 6D                  | offers 6D
        [equal_bid=eldest] pass 6S 6C                | not 6C: bid-higher call=6D
        [equal_bid=eldest] 6S 6C                     | not 6C: bid-higher call=6D
        # R31: here equals a bid when two are left, and R32: of three nobody does
        [equal_bid=senior_of_last_two] 6S 6C pass    | offers 6C
        [equal_bid=senior_of_last_two] 6S 6C 6D      | first pass 6H | not 6D: bid-higher call=6H
        [equal_bid=senior_of_last_two] 6S pass 6C 6C | not 6C: bid-higher call=6D
        [equal_bid=senior_of_last_two] pass 6S 6C    | asked auction B | first pass 6C 6D | lacks misere
        + 6C                                         | asked auction C | first pass 6D
        # Nobody
        [equal_bid=none] 6S 6C pass                  | not 6C: bid-higher call=6D
        [equal_bid=none] 6S 6C 6D                    | not 6D: bid-higher call=6H
        [equal_bid=none] pass 6S 6C                  | not 6C: bid-higher call=6D
        """,
    )


def test_preferans_misere_hand_option_adds_bids_without_talon() -> None:
    """Misère without the talon ranks between nine and ten; in a chain, nine without the talon ranks above."""
    check(
        prepared_table,
        """
                                                | lacks misere-hand 9-hand
        [misere_hand=on]                        | offers 9NT misere-hand 10S | not 9-hand: bid-not-played call=9-hand
        + misere-hand pass pass                 | asked play A | open BC | hand A AKQJT987.87..
        # It is a player's only bid
        [misere_hand=on] misere misere-hand 10S | not misere-hand: misere-stands-alone
        + pass                                  | may pass
        [misere_hand=on] 6S misere-hand pass    | not misere-hand: misere-only-first | first pass 10S
        [misere_hand=chain]                     | offers 9NT misere-hand 9-hand 10S
        + 9H misere-hand 9-hand pass pass       | asked declare C | declarer C
        +                                       | may 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT
        + 9D pass pass                          | written pool C 8
        # Nine without the talon cannot be given up, nor the talon thrown
        [players=4 misere_hand=chain concede_three=on throw_talon=on] 9-hand pass pass | asked declare A | lacks concede
        """,
    )


# The contract and the whist


def test_preferans_concede_stalingrad_and_ten_check_options_apply() -> None:
    check(
        prepared_table,
        """
        # Three short of the bid
        [concede_three=on] 7H pass pass                | away declare | last concede
        + concede                                      | asked over | written dump A 12
        7H pass pass                                   | away declare | not concede: no-giving-up
        # Stalingrad is the contract of six spades, whatever was bid
        [stalingrad=on] 6S pass pass S7 S8 6S          | asked play A | open | whisters BC
        [stalingrad=on] 6S pass pass S7 S8 6C          | asked whist B
        [stalingrad=on] 6S pass pass S7 S8 7S          | asked whist B
        6S pass pass S7 S8 6S                          | asked whist B
        # Ten that is checked opens the defence and asks nobody; each plays their own cards
        [ten_check=consolation] 6S pass pass S7 S8 10H | asked play A | open BC | whisters
        + SJ                                           | asked play B
        + H7                                           | asked play C
        [ten_check=consolation] 6S pass pass S7 S8 9H  | asked whist B
        6S pass pass S7 S8 10H                         | asked whist B
        """,
    )


def test_preferans_half_whist_option_sets_whist_choices() -> None:
    check(
        six_spades_table,
        """
        [half_whist=off] 6H pass         | may whist pass | not half: half-not-played
        # "drop" lets a lone first whister fall back, who is not told as settled until then
        [half_whist=drop] 6H whist pass  | asked whist B | may whist half | headline contract seat=A call=6H needed=6
        + half                           | whist half pass | written pool A 2; B on A 4
        [half_whist=drop] 6H whist pass whist | asked light B | whisters B
        +                                | headline contract seat=A call=6H needed=6; owes seat=B quota=4
        [half_whist=drop] 6H pass        | may whist half pass
        [half_whist=drop] 8H whist pass  | asked light B
        [half_whist=drop] 6H whist whist | asked play A
        """,
    )


def test_preferans_first_lead_dark_option_delays_light_or_closed() -> None:
    """A lone whister chooses light or closed after the first card."""
    check(
        six_spades_table,
        """
        [first_lead_dark=on] 6S whist pass           | asked play A | open
        + C7                                         | asked light B | may closed light | open
        + light                                      | asked play B | open BC
        + C9                                         | asked play B for C
        [first_lead_dark=on] 6S pass whist C7 closed | asked play B | open
        # Nothing changes where nobody whists alone
        [first_lead_dark=on] 7S whist whist SA       | asked play B
        """,
    )
    table = prepared_table("first_lead_dark=on").say("pass 7C pass").discard().say("7C pass whist")
    assert table.prompt == ("play", 0), "from a defender's hand"
    assert table.say("C7").prompt == ("light", 0)
    assert table.say("light").prompt == ("play", 1), "declarer plays next"
    assert (table.fact("open", ""), table.public.shown[0].bit_count()) == ("AC", 9)
    for contract in ("6S", "10H"):
        options = "sochi first_lead_dark=on ten_check=consolation stalingrad=on"
        assert (
            table_after_auction(options=options).say(contract).play_randomly(random.Random(1), "light").public.phase
            == "over"
        )


def test_preferans_misere_open_option_sets_when_defence_opens() -> None:
    """The defence is open before the first lead; under the codex after the declarer's own lead; or after a trick."""
    check(
        prepared_table,
        """
        [misere_open=before_lead] misere pass pass  | away play | open BC
        [misere_open=before_lead] pass misere pass  | away play | open AC
        [misere_open=codex] misere pass pass        | away play | open
        + S9                                        | open BC
        [misere_open=codex] pass misere pass        | away play | open AC
        [misere_open=after_trick1] misere pass pass | away play | open
        + S9 CJ                                     | open
        + DT                                        | open BC
        [misere_open=after_trick1] pass misere pass | away play | open
        + S9 CJ                                     | open
        + DT                                        | open AC
        """,
    )


# One player for both open hands


def test_preferans_misere_control_option_lets_defender_play_both_hands() -> None:
    """One defender plays both hands against a misère: the first is asked which one, when both are open."""
    check(
        prepared_table,
        """
        [misere_control=entrusted] misere pass pass | away entrust | asked entrust B | may catch trust | open BC
        + catch                                     | asked play A | says entrusted seat=B
        + S9                                        | asked play B
        + CJ                                        | asked play B for C
        [misere_control=entrusted] misere pass pass | away entrust
        + trust S9                                  | asked play C for B | says entrusted seat=C
        + CJ                                        | asked play C
        # After a card, or a trick, if they are laid open then
        [misere_control=entrusted misere_open=codex] misere pass pass | away play | asked play A | open
        + S9                                        | asked entrust B | open BC
        + trust                                     | asked play C for B
        [misere_control=entrusted misere_open=after_trick1] misere pass pass | away play | asked play A | open
        + S9 CJ DT                                  | asked entrust B | open BC
        + catch                                     | says entrusted seat=B
        # A misère without the talon is caught too
        [misere_control=entrusted misere_hand=on] misere-hand pass pass | asked entrust B | open BC
        # So are ten tricks that are checked
        [misere_control=entrusted ten_check=tricks] 6S pass pass S7 S8 10H | asked entrust B | open BC
        + trust                                     | asked play A | says entrusted seat=C | whisters
        # Each plays their own hand unless it is agreed; a lone whister chooses as ever
        misere pass pass                            | away play | asked play A
        [misere_control=entrusted] 6S pass pass S7 S8 6S whist pass | asked light B
        + light                                     | says in-the-light seat=B
        """,
    )


def test_preferans_rule_player_catches_and_plays_both_hands() -> None:
    table = prepared_table("misere_control=entrusted").say("misere pass pass").discard()
    decide, prompts = rule(table.game, 0), []
    while (seat := table.public.actor) is not None:
        prompts.append((table.public.turn, seat))
        table.act(decide(table.view(seat)))
    assert table.public.light == 1
    assert {actor for turn, actor in prompts if turn in (1, 2)} == {1}


def test_preferans_checked_ten_makes_defenders_partners() -> None:
    """A defender may point at a card of the other's; if each writes their own tricks, best play counts separately."""
    for value in ("nothing", "consolation", "tricks"):
        table = table_after_auction("6S", f"sochi ten_check={value}").say("10H")
        assert [open_partners(table.game, table.view(seat)) for seat in range(3)] == [(), (2,), (1,)]
        assert len(table.game.objective(table.public).sides) == (3 if value == "tricks" else 2)


# Raspasy


def test_preferans_raspasy_talon_option_sets_first_leads() -> None:
    """R27: a card of the talon only sets the suit, or the sitting dealer leads it; eldest hand plays first."""
    check(
        raspasy,
        """
        [raspasy_talon=none]                 | count 10
        + SA                                 | talon ()
        [raspasy_talon=suit_only]            | asked play A | may HK | not SA: must-follow suit=3 | turned H8 of 2
        + HK                                 | turned H8 of 2
        + H7                                 | may H9 HT HJ HQ HA | turned H8 of 2
        + HA                                 | won 0 0 1 | asked play A | turned H8 D7 of 2
        [raspasy_talon=talon_leads] HK H7 HA | won 0 0 1 | asked play A | turned H8 D7 of 2
        [players=4 raspasy_talon=suit_only] HK H7 HA | won 0 0 1 0 | asked play A | turned H8 D7 of 2
        [players=4 raspasy_talon=talon_leads] | asked play A | may HK | lying D H8 | turned H8 of 2
        + HK H7 H9                           | won 1 0 0 0 | asked play A | turned H8 D7 of 2
        # The third trick is led by eldest hand, or by who took the second
        [raspasy_talon=suit_only third_lead=eldest] HK H7 H9 S7 D8 DA | won 1 0 1 | asked play A | count 8
        [raspasy_talon=suit_only third_lead=winner] HK H7 H9 S7 D8 DA | won 1 0 1 | asked play C | count 8
        [players=4 raspasy_talon=talon_leads third_lead=eldest] HK H7 H9 S7 D8 DA | won 1 0 1 0 | asked play A | count 8
        [players=4 raspasy_talon=talon_leads third_lead=winner] HK H7 H9 S7 D8 DA | won 1 0 1 0 | asked play C | count 8
        """,
    )


def test_preferans_void_in_talon_suit_allows_any_card_but_no_trick() -> None:
    table = dealt_table("sochi raspasy_talon=suit_only", "SA", "HK H9", talon="H8 D7").say("pass pass pass")
    assert "SA" in table.may().split()
    table.say("SA H9")
    table.say(table.may().split()[0])
    assert table.tricks_won[0] == 0


def test_preferans_dealers_talon_card_may_take_trick() -> None:
    """Eldest hand then leads the next trick, also the third. A card that only sets the suit takes nothing."""
    suit_only_table = dealt_table("sochi raspasy_talon=suit_only", "H7", "H8", "H9", talon="HA DA").say(
        "pass pass pass H7 H8 H9"
    )
    assert suit_only_table.tricks_won == (0, 0, 1)
    for third in ("eldest", "winner"):
        options = f"{FOUR} raspasy_talon=talon_leads third_lead={third}"
        table = dealt_table(options, "H7", "H8", "H9", talon="HA DA").say("pass pass pass H7 H8 H9")
        assert (table.tricks_won, table.prompt) == ((0, 0, 0, 1), ("play", 0))
        for _ in range(3):
            table.say(table.may().split()[0])
        assert (table.tricks_won, table.prompt) == ((0, 0, 0, 2), ("play", 0))


# The archaic rights of the dealer


def test_preferans_throw_talon_option_lets_declarer_throw_talon() -> None:
    """The thrown talon stays open before the dealer for the whole deal; only with four, and not at a misère."""
    check(
        lambda options: prepared_table(f"players=4 {options}"),
        """
        [throw_talon=on] 7H pass pass      | asked talon A | may take throw | open D
        + throw                            | asked declare A | hand A AKQJT987.87.. | open D
        [throw_talon=on] 7H pass pass take | asked discard A | open | hand A AKQJT987.87..AK
        + HK HA 7H pass pass               | written pool A 4
        [throw_talon=on] misere pass pass  | asked discard A
        7H pass pass                       | asked discard A
        """,
    )
    assert dealt_table("sochi throw_talon=on").say("7H pass pass").public.phase == "discard"
    table = (
        prepared_table("players=4 throw_talon=on")
        .say("7H pass pass throw 8S pass whist light")
        .play_randomly(random.Random(1))
    )
    assert (table.public.shown[3], table.outcome.thrown) == (parse_mask("...AK"), True)
    assert "dump D 1" in table.written


# Invalid combinations, and idle options


def test_preferans_options_reject_min_only_with_talon_leads() -> None:
    """I10: the error for a meaningless combination names its options."""
    with pytest.raises(BadOptions, match="min-only-without-talon-leads") as error:
        preferans("rostov-codex players=4 raspasy_talon=talon_leads")
    for option in ("system=rostov", "rostov_raspasy=min_only", "players=4", "raspasy_talon=talon_leads"):
        assert option in str(error.value.reason)
    for fine in (
        "rostov-codex raspasy_talon=talon_leads",
        "rostov-codex players=4 raspasy_talon=suit_only",
        "leningrad-codex players=4 rostov_raspasy=min_only",
    ):
        assert parse_options(PRESETS, fine) != Options()


def test_I1_I2_preferans_presets_list_idle_options() -> None:
    common_options = (
        "hands consolation_dealer rostov_dump rostov_raspasy zero_premium_dealer throw_talon dealer_talon_bonus"
    )
    for preset, preset_options in (
        ("sochi", "gentleman_scope third_lead raspasy_cap raspasy_reset"),
        ("leningrad-codex", ""),
    ):
        assert {idle_rule.option for idle_rule in idle(PRESETS[preset])} == {
            *common_options.split(),
            *preset_options.split(),
        }


def test_preferans_presets_work_for_three_and_four() -> None:
    for preset, players in product(PRESETS, (3, 4)):
        table = dealt_table(f"{preset} players={players}").play_randomly(random.Random(5))
        assert table.public.phase == "over"
        assert table.row.entries
