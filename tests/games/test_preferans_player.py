"""Preferans: the rule player. That it beats random play is tested for every game in `test_levels`."""

import random
from itertools import combinations
from math import inf
from operator import sub

from games.preferans_table import Table, dealt_table
from games.table import cells

from prikup.games.heuristics import strongest_without, tricks, tricks_by_trump
from prikup.games.preferans.misere_risk import least_risk, risk
from prikup.games.preferans.player import DECLARER, NO_TRUMPS, _strongest
from prikup.rules.cards import PACK_32, cards, mask, parse_mask

STRONG = "AKQJ9.AK.A98."
"""Nine tricks with spades as trumps."""
DEALS = {
    "strong": (STRONG, "T8.QJT.KQJ.AK", "7.987.T7.QJT9"),
    "middling": ("", "", "AQ8.KJ9.QJ.KJ"),
    "hopeless": ("987.QJT.987.8", "JT.97.QJT.QJ9", "AKQ.K8.AK.KT7"),
    "nine in hand": ("", "AKQJT9.AK.A.A", ""),
    "eight in hand": ("", "AKQJ9.AK.K98.", ""),
    # The first defender has over two certain tricks, the second hardly any. The talon is D7 HA.
    "defended": ("AKQJ7.AK8..98", "T98.QJT.AK.KT", ".97.QJT98.QJ7"),
    "weak first": ("AKQJ7.AK8..98", ".97.QJT98.QJ7", "T98.QJT.AK.KT"),
    # A safe hand takes no trick on any lead; the other is caught unless it can discard the ace of hearts
    "safe": ("97.987.987.87", "", ""),
    "caught": ("97.987.987.A8", "", ""),
    "safe second": ("", "97.987.987.87", ""),
    "caught second": ("", "97.987.987.A8", ""),
    "high": ("AK.A97.T98.98", "", ""),
    "misere declares": ("98.987.987.K8", "AKQJT.AKQ.K.9", "7.JT.AQJT.QJT"),
    "misere second": ("7.JT.AQJT.QJT", "98.987.987.K8", "AKQJT.AKQ.K.9"),
    "misere with ace": ("7.JT.AQJT.QJT", ".987.987.A987", "AKQJT98.AK.K."),
    "misere must take": ("7.JT7.QJT7.T9", "98.98.K8.KQJ8", "AKQJT.AKQ.9.7"),
    "misere goes under": ("98.98.K8.KQJ8", "7.JT7.QJT7.T9", "AKQJT.AKQ.9.7"),
    "raspasy": ("AKQ.AKQ.AK.AK", "JT9.JT9.JT9.J", "87.87.87.T987"),
}


def choice(table: Table) -> str:
    """Return the rule player's action."""
    return table.fact("rule", "")


def rule_discards(hands: tuple[str, str, str], words: str) -> set[str]:
    """Return the rule player's discards."""
    table, discards = dealt_table("sochi", *hands).say(words), set()
    while table.public.phase == "discard":
        discards.add(choice(table))
        table.say(choice(table))
    return discards


# The strength of hands


def test_preferans_second_discard_of_best_pair_is_best_single_discard() -> None:
    """Many hands have several best pairs, of which the lowest cards go, so the second need not be computed."""
    dice = random.Random(12)
    for _ in range(300):
        hand = mask(dice.sample(PACK_32, 12))
        for bid in (53, 60, 70):
            first, second = _strongest(hand, 2, bid)[0]
            assert _strongest(hand & ~(1 << first), 1, bid)[0] == (second,)


def test_preferans_trick_estimate_separates_good_and_bad_hands() -> None:
    """The first hands are counted with spades as trumps; without trumps only high cards and long suits count."""
    for hand, at_least, at_most in ((STRONG, 8, 10.5), ("K97.Q98.J87.7", -2, 2), ("AQJT9.K87.A8.", 6, 8)):
        assert at_least <= tricks(parse_mask(hand), 0, DECLARER) <= at_most
    assert tricks(parse_mask("AKQJT.AK.A87."), None, NO_TRUMPS) > 6
    assert tricks(parse_mask("JT987.J987.T."), None, NO_TRUMPS) < 1


def test_preferans_tricks_by_trump_equal_single_estimates() -> None:
    rng = random.Random(91)
    for _ in range(500):
        hand = mask(rng.sample(PACK_32, rng.randint(1, 12)))
        one_by_one = (*(tricks(hand, trump, DECLARER) for trump in range(4)), tricks(hand, None, NO_TRUMPS))
        assert tricks_by_trump(hand, DECLARER, NO_TRUMPS) == one_by_one


def test_preferans_strongest_discards_match_exhaustive_search() -> None:
    rng = random.Random(92)
    for _ in range(200):
        hand, n = mask(rng.sample(PACK_32, rng.randint(10, 12))), rng.randint(0, 2)
        levels = [rng.choice((6, 7, 8, inf)) for _ in range(4)] + [7]
        exact = {
            discard: max(map(sub, tricks_by_trump(hand & ~mask(discard), DECLARER, NO_TRUMPS), levels))
            for discard in combinations(cards(hand), n)
        }
        candidates = strongest_without(hand, n, DECLARER, NO_TRUMPS, levels)
        assert [discard for discard in candidates if exact[discard] == max(exact.values())] == [
            discard for discard, margin in exact.items() if margin == max(exact.values())
        ]


def test_preferans_risk_separates_safe_and_dangerous_hands() -> None:
    for hand, at_least, at_most in (("KJ97.987.87.7", 0, 0.1), ("AKQ.AKQ.AK.AK", 9, 20)):
        hand_mask = parse_mask(hand)
        assert at_least <= risk(hand_mask, mask(PACK_32) & ~hand_mask) <= at_most


def test_preferans_least_risk_matches_exhaustive_discards() -> None:
    rng = random.Random(93)
    for _ in range(200):
        hand, n = mask(rng.sample(PACK_32, rng.randint(1, 12))), rng.randint(0, 2)
        out = mask(PACK_32) & ~hand
        ways = combinations(cards(hand), n)
        expected_risk = min((risk(hand & ~mask(discard), out, misere=True) for discard in ways), default=inf)
        assert least_risk(hand, n, out) == expected_risk


# Its decisions

DOES = """
    # It bids as low as it may on a strong hand and passes on a weak one; the highest bid leaves one contract to weigh
    strong          |                                     |                  | 6S
    strong          |                                     | 6S pass          | pass
    strong          |                                     | 10H              | pass
    strong          |                                     | pass 8NT         | pass
    # Eldest hand holds the bid that another has raised
    strong          |                                     | 6S 6C pass       | 6C
    # Misère is bid on a hand that takes no trick without its worst cards; without the talon it needs ten safe cards
    safe            |                                     |                  | misere
    caught          |                                     |                  | misere
    high            |                                     |                  | pass
    safe second     | misere_hand=on                      | 9NT              | misere-hand
    caught second   | misere_hand=on                      | 9NT              | pass
    # Nine without the talon is bid on nine tricks in the hand
    nine in hand    | misere_hand=chain                   | misere-hand      | 9-hand
    eight in hand   | misere_hand=chain                   | misere-hand      | pass
    # It declares as many tricks as it counts, and gives up a hopeless contract
    strong          |                                     | 6S pass pass H7 H8 | 8S
    strong          | concede_three=on                    | 7S pass pass H7 H8 | 8S
    hopeless        | concede_three=on                    | 7S pass pass S7 S8 | concede
    # It whists with tricks and passes without; half a whist is better than none
    defended        |                                     | 6S pass pass H8 H9 6S             | whist
    defended        |                                     | 6S pass pass H8 H9 6S whist       | pass
    defended        |                                     | 6S pass pass H8 H9 6S pass        | half
    defended        |                                     | 6S pass pass H8 H9 6S pass half   | whist
    defended        | half_whist=off                      | 6S pass pass H8 H9 6S pass        | pass
    # A lone whister may fall back to half, and plays in the light
    weak first      | half_whist=drop                     | 6S pass pass H8 H9 6S whist pass  | half
    defended        | half_whist=drop                     | 6S pass pass H8 H9 6S whist pass  | whist
    defended        |                                     | 6S pass pass H8 H9 6S whist pass  | light
    # Declarer draws trumps from the top; a trick is taken with the lowest card that does, else one follows low
    defended        |                                     | 6S pass pass H8 H9 6S whist whist    | SA
    defended        |                                     | 6S pass pass H8 H9 6S whist whist D7 | DK
    defended        |                                     | 6S pass pass H8 H9 6S whist whist CA | CT
    # A defender leaves the trick to the other
    defended        |                                     | 6S pass pass C8 H8 6S whist whist H9 HK      | H7
    defended        |                                     | 6S pass pass C8 H8 6S whist pass light H9 HK | H7
    # Declarer of a misère leads what the others must beat, ducks as high as it can, and throws away what is dangerous
    misere declares |                                     | misere pass pass HK HA       | C9
    misere second   |                                     | pass misere pass HK HA CJ    | C9
    misere with ace |                                     | pass misere pass CQ HK S7    | HA
    # The others lead what declarer must take, and go under as high as they can
    misere must take  |                                   | pass misere pass HA HK       | D7
    misere goes under |                                   | misere pass pass HA HK DK    | DQ
    # In raspasy it ducks as high as it can
    raspasy         |                                     | pass pass pass SK            | SJ
"""


def test_preferans_rule_player_makes_expected_choices() -> None:
    actions = {}
    for hands, options, calls, does in cells(DOES):
        actions[hands, options, calls, does] = choice(dealt_table(f"sochi {options}", *DEALS[hands]).say(calls))
    assert actions == {(*case, does): does for *case, does in actions}


def test_preferans_rule_player_bids_with_five_tricks_not_four() -> None:
    for hand in ("98.K7.AKJT7.9", "987.K7.AKJT7.", "T9.K7.AKJT7.8", "QJ.K7.AKJT7.8"):
        for passes in range(3):
            assert choice(dealt_table("sochi", *[""] * passes, hand).say("pass " * passes)) == "6S"
    for hand in ("98.Q7.AKT87.9", "T9.K97.AK87.8"):
        assert choice(dealt_table("sochi", hand)) == "pass", "four tricks"


def test_preferans_rule_player_adapts_bids_to_earlier_raspasy() -> None:
    """An expensive raspasy ahead makes it bid on weaker hands; bids start at the current lowest level."""
    for raspasy, bids in ((0, "pass"), (4, "6S")):
        options = "sochi raspasy_prog=geometric raspasy_cap=uncapped"
        assert choice(dealt_table(options, *DEALS["middling"], raspasy=raspasy).say("pass pass")) == bids
    assert choice(dealt_table("sochi raspasy_exit=6-7-8", *DEALS["strong"], raspasy=2)) == "8S"


def test_preferans_rule_player_makes_expected_discards() -> None:
    """The rule player discards what does not help the contract; at a misère the cards that may be caught.

    A bare card is kept above a single one: any other holder of the suit must play over an eight, while the queen is
    caught by nine, ten and jack. A card that may be caught is kept only if the others have no more of its suit: below
    the ace of four are three cards, and the others hold four spades; of the ten and seven one is caught. The nine of
    hearts alone is beaten by all but the seven; of nine and eight the seven catches one, and another card the other.
    """
    contract = ("AKQJ9.AK.K98.", "T8.QJT.QJT.AK", "7.987.A7.QJT9")
    assert rule_discards(contract, "6S pass pass") == {"H7", "H8"}
    for hands, expected_discards in (
        (("97.987.987.AK", "AKQJT.AKQ.A.Q", "8.JT.KQJT.JT9"), {"HA", "HK"}),
        (("987.T987.8.Q8", "KQJT.AKQJ.AK.", "..QJT97.AKJT9"), {"SA", "HQ"}),
        (("A987.7..AQT97", "KQ.AKQ.AKQ.KJ", "JT.J98.T987.8"), {"CT", "DJ"}),
        ((".987.JT97.J98", "AKQJT98.K.KQ.", "7.QJT.8.AKQT7"), {"H8", "HJ"}),
    ):
        assert rule_discards(hands, "misere pass pass") == expected_discards


def test_preferans_rule_player_throws_useless_talon() -> None:
    for hand, talon, does in ("AKQJT98.AK.A.", "H8 H9", "throw"), ("AKQJ9.KQ.A98.", "CA HA", "take"):
        table = dealt_table("sochi players=4 throw_talon=on", hand, talon=talon)
        assert choice(table.say("6S pass pass")) == does


def test_preferans_rule_defender_leads_low_through_and_high_up_to_declarer() -> None:
    leader, declarer = "S7 CQ CJ C9 DQ DJ HQ HJ H8 ST", "SA SK SQ SJ S9 CA CK DA H9 H7"
    for hands, auction, leads in (
        ((leader, declarer), "pass 6S pass", "H8"),
        ((leader, "", declarer), "pass pass 6S", "DQ"),
    ):
        table = dealt_table("sochi", *hands, talon="D7 D8").say(f"{auction} D7 D8 6S whist whist")
        assert choice(table) == leads


def test_preferans_rule_player_follows_talon_suit_in_raspasy() -> None:
    table = dealt_table("sochi raspasy_talon=suit_only", "S7 SA C7 CA D7 DA H7 HA SK CK", talon="H8 D8")
    assert choice(table.say("pass pass pass")) == "H7"
