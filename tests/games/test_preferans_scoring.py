"""Preferans: the scores of a deal (source text 004, and the codices). The vectors are R1–R53.

A is seat 0 and declares, B and C are the first and the second defender; with four, D is seat 3 and deals. The second
implementation of the rules gives the same scores in random deals (`test_preferans_oracle.py`).
"""

from typing import Any

import pytest
from games.preferans_table import deal, dealt_table, preferans, scores_text, standing, totals
from games.table import cells

from prikup.games.preferans import Outcome
from prikup.rules.errors import BadOutcome, reason
from prikup.rules.match import Match

VALUE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}

WRITES = """
    # Two whisters: each owes half of the quota, and who took it owes nothing
    R1  |                                   | 6S 6-3-1       | pool A 2; B on A 6; C on A 2
    R2  |                                   | 6S 7-3-0       | pool A 2; dump C 2; B on A 6
    R2  | shortfall_split=personal          | 6S 7-3-0       | pool A 2; dump C 4; B on A 6
    R3  |                                   | 6S 8-1-1       | pool A 2; dump B 2; dump C 2; B on A 2; C on A 2
    R4  |                                   | 6S 8-2-0       | pool A 2; dump C 4; B on A 4
    R5  |                                   | 6S 9-1-0       | pool A 2; dump B 2; dump C 4; B on A 2
    R5  | responsibility=half               | 6S 9-1-0       | pool A 2; dump B 1; dump C 2; B on A 2
    # A lone whister answers for the whole quota
    R6  |                                   | 7S 9-1-0 first | pool A 4; dump B 4; B on A 4
    R6  | responsibility=half               | 7S 9-1-0 first | pool A 4; dump B 2; B on A 4
    R6  | rostov                            | 7S 9-1-0 first | pool A 4; A on B 10; B on A 4; C on B 10
    R12 |                                   | 6S 6-3-1 first | pool A 2; B on A 8
    R30 | leningrad                         | 7S 9-1-0 first | pool A 4; dump B 8; B on A 8
    2nd |                                   | 6S 7-1-2 second | pool A 2; dump C 2; C on A 6
    # A quota of one is the second whister's, or both's; either meets it, unless each owes a trick of their own
    R8  |                                   | 8S 10-0-0      | pool A 6; dump C 6
    R8  | q1_responsible=both               | 8S 10-0-0      | pool A 6; dump B 6; dump C 6
    R42 | shortfall_split=strict_personal   | 8S 9-1-0       | pool A 6; dump C 6; B on A 6
    R43 | shortfall_split=strict_personal                     | 8S 9-0-1 | pool A 6; C on A 6
    R43 | shortfall_split=strict_personal q1_responsible=both | 8S 9-0-1 | pool A 6; dump B 6; C on A 6
    R44 | shortfall_split=strict_personal                     | 8S 10-0-0 | pool A 6; dump C 6
    R45 |                                                     | 8S 9-1-0 | pool A 6; B on A 6
    # Failed: dump, consolation and the whists for tricks
    R7  |                                   | 8S 6-3-1       | dump A 12; B on A 30; C on A 18
    R7  | leningrad                         | 8S 6-3-1       | dump A 24; B on A 60; C on A 36
    R7  | rostov                            | 8S 6-3-1       | B on A 90; C on A 78
    R9  |                                   | 6S 4-4-2 first | dump A 4; B on A 16; C on A 4
    R9b | consolation_passer=off            | 6S 4-4-2 first | dump A 4; B on A 16
    off | consolation=off                   | 6H 4-4-2 first | dump A 4; B on A 12
    ten | consolation=ten                   | 6H 4-4-2 first | dump A 4; B on A 32; C on A 20
    -   | players=4 consolation_dealer=on   | 6H 4-4-2-0 first | dump A 4; B on A 16; C on A 4; D on A 4
    # Gentlemen share where declarer fails; if so agreed, only with a passer; the consolation too, if he has none
    R9  | whist_style=gentleman             | 6S 4-4-2 first | dump A 4; B on A 10; C on A 10
    -   | whist_style=gentleman             | 6S 6-3-1 first | pool A 2; B on A 8
    -   | whist_style=gentleman             | 6S 5-4-1       | dump A 2; B on A 7; C on A 7
    -   | whist_style=gentleman gentleman_scope=lone_whister_only | 6S 5-4-1 | dump A 2; B on A 10; C on A 4
    -   | whist_style=gentleman consolation_passer=off            | 6S 4-4-2 first | dump A 4; B on A 8; C on A 8
    R33 | leningrad-codex                   | 8S 6-3-1       | dump A 24; B on A 60; C on A 36
    R34 | leningrad-codex                   | 6S 5-3-2 first | dump A 4; B on A 14; C on A 14
    R35 | leningrad-codex                   | 7S 6-1-3       | dump A 8; B on A 16; C on A 32
    # Nobody plays: unopposed, or half a whist
    R10 |                                   | 9S nobody      | pool A 8
    R11 |                                   | 6D half        | pool A 2; C on A 4
    R29 | leningrad                         | 7S half        | pool A 4; C on A 8
    1st | half_whist=drop                   | 6S half-first  | pool A 2; B on A 4
    # At Stalingrad both are whisters
    R28 | stalingrad=on                     | 6S 8-2-0       | pool A 2; dump C 4; B on A 4
    # Ten tricks that are checked: whisted like another, only declarer writes, the consolation too, or their tricks too
    -   |                                   | 10S 9-1-0      | dump A 10; B on A 20; C on A 10
    R46 | ten_check=nothing                 | 10S 9-1-0      | dump A 10
    R47 | ten_check=consolation             | 10S 9-1-0      | dump A 10; B on A 10; C on A 10
    R47 | ten_check=consolation consolation_passer=off | 10S 9-1-0 nobody | dump A 10; B on A 10; C on A 10
    R47 | ten_check=consolation             | 10S 9-1-0 first | dump A 10; B on A 10; C on A 10
    R49 | ten_check=nothing                 | 10S 10-0-0 nobody | pool A 10
    R48 | ten_check=tricks                  | 10S 9-1-0      | dump A 10; B on A 20; C on A 10
    # Who gives up is three tricks short of the bid
    -   | concede_three=on                  | 7H nobody conceded | dump A 12
    # Misère
    R13 |                                   | misere 0-5-5 nobody | pool A 10
    R13 |                                   | misere 2-5-3 first  | dump A 20
    R13 | leningrad                         | misere 2-5-3 nobody | dump A 40
    R13 | rostov                            | misere 2-5-3 nobody | B on A 100; C on A 100
    # A talon thrown costs the dealer a point
    -   | players=4 throw_talon=on               | 9S nobody thrown | pool A 8; dump D 1
    # The talon pays whether the contract is made or not, and double in Leningrad, where somebody sits out
    -   | players=4 dealer_talon_bonus=on        | 7S 6-2-2-0 talon=2 | dump A 4; B on A 12; C on A 12; D on A 8
    -   | dealer_talon_bonus=on                  | 7S nobody talon=2 | pool A 4
    # A misdeal costs the dealer, who deals again
    -   |                                   | misdeal        | dump C 2
    # A declarer who revokes is one trick short; a defender makes the contract and pays the quota; tricks do not matter
    -   |                                   | 7S revoked=A         | dump A 4; B on A 4; C on A 4
    -   |                                   | misere revoked=A     | dump A 10
    -   |                                   | 10NT revoked=A       | dump A 10; B on A 10; C on A 10
    -   |                                   | 6S revoked=B         | pool A 2; dump B 8
    -   |                                   | 6S 3-5-2 revoked=B   | pool A 2; dump B 8
    -   |                                   | 7S revoked=B         | pool A 4; dump B 8
    -   |                                   | 9S 3-5-2 revoked=B   | pool A 8; dump B 8
    -   |                                   | misere revoked=B     | pool A 10
    # A contract as a real table writes it: a level without a suit, which is not spades; tricks told together
    -   |                                   | 6 5-3-2              | dump A 2; B on A 8; C on A 6
    -   | stalingrad=on                     | 6 nobody             | pool A 2
    -   |                                   | 8 first together=4   | dump A 12; B on A 36; C on A 12
    -   |                                   | 8 6-3-1 first        | dump A 12; B on A 36; C on A 12
    -   |                                   | misere nobody together=8 | dump A 20
"""

RASPASY = """
    # How many were played before it; the tricks
    R14 |                                 | 0 | 0-4-6 | pool A 1; dump B 4; dump C 6
    R14 | raspasy_prog=arithmetic         | 1 | 0-4-6 | pool A 2; dump B 8; dump C 12
    R37 | leningrad                       | 0 | 0-4-6 | pool A 1; dump B 8; dump C 12
    R15 | rostov                          | 0 | 0-4-6 | pool A 1; A on B 20; A on C 30; B on C 30; C on B 20
    R15 | rostov rostov_raspasy=min_only  | 0 | 0-4-6 | pool A 1; A on B 20; A on C 30
    # Two with the fewest tricks share alike, and there is nothing to forgive them
    -   | rostov-codex                    | 0 | 2-2-6 | A on C 15; B on C 15
    -   | rostov-codex                    | 0 | 0-0-10 | pool A 1; pool B 1; A on C 25; B on C 25
    # In a row they cost more: the cap acts before the first stake (R41)
    R39 | raspasy_price=2                 | 0 | 2-3-5 | dump A 4; dump B 6; dump C 10
    R40 | raspasy_price=2 raspasy_prog=arithmetic | 1 | 0-4-6 | pool A 4; dump B 16; dump C 24
    R41 | raspasy_price=2 raspasy_prog=geometric raspasy_cap=uncapped | 3 | 1-4-5 | dump A 16; dump B 64; dump C 80
    R41 | raspasy_price=2 raspasy_prog=geometric                      | 3 | 1-4-5 | dump A 8; dump B 32; dump C 40
    # Amnesty forgives as many tricks as the lowest took
    -   | raspasy_amnesty=on              | 0 | 2-3-5 | dump B 1; dump C 3
    -   | raspasy_amnesty=on              | 0 | 0-4-6 | pool A 1; dump B 4; dump C 6
    # What no trick is worth
    R36 | leningrad-codex                 | 0 | 0-4-6 | pool A 2; dump B 8; dump C 12
    R38 | sochi-codex zero_premium=price  | 1 | 0-4-6 | pool A 2; dump B 8; dump C 12
    R38 | sochi-codex zero_premium=one    | 1 | 0-4-6 | pool A 1; dump B 8; dump C 12
    R38 | sochi-codex zero_premium=none   | 1 | 0-4-6 | dump B 8; dump C 12
    R53 | rostov-codex zero_premium=none  | 0 | 0-4-6 | A on B 20; A on C 30
    # A dealer of four who leads the talon pays for tricks; the premium is theirs too if so agreed, whatever they lead
    -   | players=4 raspasy_talon=talon_leads | 0 | 0-4-5-1 | pool A 1; dump B 4; dump C 5; dump D 1
    - | players=4 raspasy_talon=talon_leads zero_premium_dealer=on |0| 0-4-6-0 | pool A 1; pool D 1; dump B 4; dump C 6
    -   | players=4 raspasy_talon=suit_only   | 0 | 0-4-6-0 | pool A 1; dump B 4; dump C 6
    R50 | rostov-codex players=4          | 0 | 0-4-6-0 | pool A 1; pool D 1; A on B 20; A on C 30
    R51 | players=4 zero_premium_dealer=on raspasy_talon=none | 0 | 2-3-5-0 | pool D 1; dump A 2; dump B 3; dump C 5
    # Who revokes pays for ten tricks
    -   |                                 | 0 | revoked=B | dump B 10
    -   | raspasy_prog=arithmetic         | 1 | revoked=B | dump B 20
"""


def test_preferans_deal_scores_match_vectors() -> None:
    for name, options, deal_text, expected_scores in cells(WRITES):
        assert scores_text(deal(deal_text), options) == expected_scores, (name, options, deal_text)


def test_preferans_raspasy_scores_match_vectors() -> None:
    for name, options, row, tricks, expected_scores in cells(RASPASY):
        assert scores_text(deal(f"raspasy {tricks}"), options, raspasy=int(row)) == expected_scores, (
            name,
            options,
            tricks,
        )


def test_preferans_contract_value_and_quota_follow_level() -> None:
    for level, v in VALUE.items():
        q = QUOTA[level]
        assert scores_text(deal(f"{level}NT nobody")) == f"pool A {v}"
        failed_scores = f"dump A {level * v}; B on A {10 * v + level * v}; C on A {level * v}"
        assert scores_text(deal(f"{level}NT 0-10-0 first")) == failed_scores
        assert scores_text(deal(f"{level}NT 10-0-0 second")) == f"pool A {v}; dump C {q * v}"


def test_preferans_deal_played_at_table_has_vector_scores() -> None:
    """R11, R12, R28."""
    for options, words, tricks, whist, expected_scores in (
        ("sochi", "7D pass half pass", (), ("pass", "half"), "pool A 4; C on A 4"),
        ("sochi", "6D pass half pass", (), ("pass", "half"), "pool A 2; C on A 4"),
        ("sochi", "6D pass half whist closed", (6, 3, 1), ("whist", "pass"), "pool A 2; B on A 8"),
        ("sochi stalingrad=on", "6S", (8, 2, 0), ("whist", "whist"), "pool A 2; dump C 4; B on A 4"),
    ):
        table = dealt_table(options).say(f"{words.split()[0]} pass pass").discard().say(words)
        table = table.agree(*tricks) if tricks else table
        assert (table.outcome.whist, table.written) == (whist, expected_scores), words


def test_preferans_raspasy_in_a_row_cost_more() -> None:
    for options, stakes in (
        ("sochi", (1, 1, 1, 1, 1)),
        ("raspasy_prog=arithmetic", (1, 2, 3, 3, 3)),
        ("raspasy_prog=geometric", (1, 2, 4, 4, 4)),
        ("raspasy_prog=arithmetic raspasy_cap=uncapped", (1, 2, 3, 4, 5)),
        ("raspasy_price=2 raspasy_prog=geometric raspasy_cap=uncapped", (2, 4, 8, 16)),
    ):
        for row, stake in enumerate(stakes):
            scores = scores_text(deal("raspasy 0-4-6"), options, raspasy=row)
            assert scores == f"pool A {stake}; dump B {4 * stake}; dump C {6 * stake}"
            assert dealt_table(options, raspasy=row).say("pass pass pass").headline == (reason("raspasy", stake=stake),)


def test_preferans_amnesty_among_three_keeps_settlement() -> None:
    for system in ("sochi", "leningrad", "rostov"):
        results = set()
        for amnesty in ("on", "off"):
            match = Match.begin(preferans(f"{system} raspasy_amnesty={amnesty}"), 2).close(deal("raspasy 2-3-5"))
            results.add(match.game.scoring.settlement(match.sheet.totals))
        assert len(results) == 1


def test_preferans_talon_bonus_pays_dealer_who_sits_out() -> None:
    """R25: at a contract of seven, and at a misère."""
    for talon, whists in (("SA SK", 8), ("SA HA", 12), ("HK HQ", 4), ("HK SQ", 0), ("SA HK", 4), ("CA C7", 4)):
        for on in (True, False):
            options = "players=4 dealer_talon_bonus=on" if on else "players=4"
            table = dealt_table(options, talon=talon).say("7D pass pass").discard().say("7D pass pass")
            assert table.written == (f"pool A 4; D on A {whists}" if on and whists else "pool A 4"), talon
    for talon, whists in (("S7 S8", 20), ("S7 H8", 10), ("S7 H7", 20), ("S8 H8", 0), ("SA HA", 0)):
        table = dealt_table("players=4 dealer_talon_bonus=on", talon=talon).say("misere pass pass").discard()
        assert table.agree(0, 5, 5, 0).written == (f"pool A 10; D on A {whists}" if whists else "pool A 10"), talon


def test_preferans_face_down_talon_pays_no_bonus() -> None:
    table = dealt_table("players=4 misere_hand=chain dealer_talon_bonus=on", talon="S7 SA").say("misere-hand pass pass")
    assert (table.agree(0, 5, 5, 0).outcome.talon, table.written) == (0, "pool A 10")
    table = dealt_table("players=4 misere_hand=chain dealer_talon_bonus=on", talon="S7 SA").say("9-hand pass pass")
    assert (table.say("9D pass pass").outcome.talon, table.written) == (0, "pool A 8")


# American aid


AID = """
    # A surplus fills the largest open pool first, and of equal ones the nearest clockwise
    R16 | pool=10                      | 9-8-5   | 7S nobody | pool A 1; pool B 2; pool C 1; A on B 20; A on C 10
    -   | pool=10                      | 10-5-5  | 6S nobody            | pool B 2; A on B 20
    -   | pool=10                      | 5-10-5  | 6S nobody declarer=B | pool C 2; B on C 20
    # The dealer who sits out is helped too
    -   | players=4 pool=10            | 10-5-5-9 | 6S nobody           | pool B 1; pool D 1; A on B 10; A on D 10
    # What no pool takes leaves the dump, which may become less than nothing; without a dump it is five whists on each
    R17 | pool=10                      | 9-10-10 | 6S nobody | pool A 1; dump A -1
    R17b | rostov pool=10              | 9-10-10 | 6S nobody | pool A 1; A on B 5; A on C 5
    # A premium of raspasy is a gain like any other
    -   | pool=10                      | 10-8-9  | raspasy 0-4-6 | pool C 1; dump B 4; dump C 6; A on C 10
    # There is no aid where pools are not filled one by one
    -   | pool=10 end=sum              | 9-8-5   | 7S nobody | pool A 4
"""


def test_preferans_full_pool_gives_american_aid() -> None:
    for name, options, pools, deal_text, expected_scores in cells(AID):
        pool = tuple(map(int, pools.split("-")))
        assert scores_text(deal(deal_text), options, totals(pool)) == expected_scores, (name, options, pools)


def test_preferans_several_gains_are_written_eldest_first() -> None:
    options, sheet = "pool=10 raspasy_prog=arithmetic", totals((9, 9, 9))
    scores = scores_text(deal("raspasy 0-0-10"), options, sheet, raspasy=2)
    assert scores == "pool A 1; pool B 1; pool C 1; dump B -3; dump C 30; A on B 10; A on C 10"
    # With A dealing, B is eldest and the first of the two to fill the pools.
    scores = scores_text(deal("raspasy 0-0-10"), options, sheet, raspasy=2, dealer=0)
    assert scores == "pool A 1; pool B 1; pool C 1; dump A -3; dump C 30; B on A 10; B on C 10"


# Reasons, and impossible outcomes


def test_preferans_sheet_entries_have_reasons() -> None:
    rules = preferans("sochi pool=2")
    for deal_text, keys in (
        ("6S 6-3-1", "made whists-for-tricks whists-for-tricks"),
        ("8S 6-3-1", "failed consolation consolation whists-for-tricks whists-for-tricks"),
        ("6S 9-1-0 first", "made whists-for-tricks whist-short"),
        ("6S half", "unopposed half-whist"),
        ("misere 2-4-4", "misere-failed"),
        ("7S nobody", "unopposed aid-got aid-given"),
        ("raspasy 0-4-6", "raspasy-tricks raspasy-tricks no-trick"),
    ):
        assert [
            entry.reason.key for entry in rules.scoring.row(deal(deal_text), standing(rules)).entries
        ] == keys.split()
    short = rules.scoring.row(deal("6S 9-1-0 first"), standing(rules)).entries[-1]
    assert short.reason == reason("whist-short", short=3, quota=4, value=2)
    rules = preferans("raspasy_prog=arithmetic")
    second = rules.scoring.row(deal("raspasy 0-4-6"), standing(rules, raspasy=1)).entries[0]
    assert second.reason == reason("raspasy-tricks", tricks=4, stake=2)


IMPOSSIBLE = """
                                        | 6S 6-3-0             | tricks-must-sum sum=9 needed=10
                                        | 6S 6-4               | tricks-one-each needed=3 given=2
                                        | 6S                   | tricks-must-sum sum=0 needed=10
                                        | 6S 6-3-1 nobody      | tricks-must-sum sum=10 needed=0
                                        | 6S 6-3-1 half        | tricks-must-sum sum=10 needed=0
    concede_three=on                    | 6S 6-3-1 conceded    | tricks-must-sum sum=10 needed=0
                                        | 6S conceded          | no-giving-up
    ten_check=consolation               | 10S nobody           | tricks-must-sum sum=0 needed=10
                                        | misere 0-5-4         | tricks-must-sum sum=9 needed=10
                                        | raspasy 0-5-4        | tricks-must-sum sum=9 needed=10
                                        | raspasy              | tricks-must-sum sum=0 needed=10
                                        | 8S half              | no-half-whist
                                        | 6S half-first        | no-half-whist
    half_whist=off                      | 6S half              | half-not-played
                                        | 6S nobody revoked=B  | revoked-without-play
    players=4                           | 6S revoked=D         | revoked-without-play
                                        | 6S conceded revoked=A | revoked-without-play
    players=4 raspasy_talon=talon_leads | raspasy revoked=D    | dealer-sits-out seat=3
    players=4 raspasy_talon=talon_leads | raspasy 0-3-4-3      | dealer-leads-two
    players=4                           | 6S 6-3-0-1           | dealer-sits-out seat=3
    players=4                           | raspasy 0-4-5-1      | dealer-sits-out seat=3
    players=4                           | 6S nobody declarer=D | dealer-sits-out seat=3
                                        | 6S nobody declarer=D | dealer-sits-out seat=3
    players=4                           | misere 0-5-5-0 talon=3 | two-sevens-at-most
    players=4                           | 6S nobody thrown     | no-throwing
    throw_talon=on                      | 6S nobody thrown     | nobody-sits-out
"""


def test_preferans_impossible_outcome_is_refused() -> None:
    for options, deal_text, why in cells(IMPOSSIBLE):
        with pytest.raises(BadOutcome, match=why):
            scores_text(deal(deal_text), options)
    whist_calls: Any = ("whist", "half")
    with pytest.raises(BadOutcome, match="no-half-whist"):
        scores_text(Outcome("6S", 0, whist_calls, (6, 3, 1)))
