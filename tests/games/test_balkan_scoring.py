"""Balkan Preferans: the scores of a deal, and the end of a match.

The vectors B1–B6 are those of the seed, BK1–BK52 those of the clubs. A declares, B is next in playing order, C the
other. Every case is also compared with the second implementation of the rules (see `wrote`).
"""

from ast import literal_eval
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from campaigns.games import balkan_compared as compared
from games import balkan_rules
from games.balkan_table import A, balkan, club, club_standing, deal, scores_text, standing
from games.table import cells, winners

from prikup.games.balkan import Balkan, Carry, Outcome
from prikup.games.balkan.outcome import check
from prikup.games.balkan.scoring import final, write_offs
from prikup.rules.errors import BadOutcome, reason
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Totals, round_shares

Case = tuple[str, Balkan, MatchStanding[Carry], Outcome, str]


def cases(text: str) -> Iterator[Case]:
    """Read lines of `name | game and options | bule, refe, written before | the deal | the scores`."""
    for name, options, standing_text, deal_text, expected_scores in cells(text):
        preset, _, changes = options.partition(" ")
        rules = balkan(f"{ {'seed': 'balkan', 'club': 'serbian-club'}[preset] } {changes}")
        numbers = {key: literal_eval(value) for key, value in (word.split("=") for word in standing_text.split())}
        yield f"{name} | {deal_text}", rules, club_standing(rules, **numbers), deal(rules, deal_text), expected_scores


WRITES = """
    # The seed, where clubs are two and spades five: made, with the followers' quota; lost; betl; igra; a refa
    B1   | seed                        |  | spades 6-3-1            | A -10, B +30 supe, C +10 supe
    B1   | seed quota=two_each         |  | spades 6-3-1            | A -10, B +30 supe, C +10, C +10 supe
    B2   | seed                        |  | spades 7-2-1            | A -10, B +20 supe, C +10, C +10 supe
    B3   | seed                        |  | hearts 5-3-2            | A +8, B +24 supe, C +16 supe
    B4   | seed                        |  | betl 1-4-0              | A +12, B +60 supe, C +60 supe
    B5   | seed                        |  | igra-diamonds nobody    | A -8
    B6   | seed             | refe=(1,0,0) | hearts 6-2-2           | A -16, A -1 refa, B +32 supe, C +32 supe
    # Of two followers, one with fewer than two tricks is short, unless they have four together, or the game is lost
    BK1  | club                        |  | clubs 6-2-2             | A -10, B +20 supe, C +20 supe
    BK2  | club                        |  | clubs 6-3-1             | A -10, B +30 supe, C +10 supe
    BK3  | club                        |  | hearts 7-2-1            | A -8, B +16 supe, C +8, C +8 supe
    BK4  | club                        |  | hearts 8-1-1            | A -8, B +8, B +8 supe, C +8, C +8 supe
    BK29 | club quota=two_each_always stop=all_ten |  | hearts 5-5-0 | A +8, B +40 supe, C +8
    BK29 | club quota=two_each stop=all_ten        |  | hearts 5-5-0 | A +8, B +40 supe
    # One who came alone needs two; nobody came: the game is made, and nothing else is written
    BK5  | club                        |  | hearts 6-4-0 B          | A -8, B +32 supe
    BK6  | club                        |  | hearts 9-1-0 B          | A -8, B +8, B +8 supe
    BK7  | club                        |  | diamonds nobody         | A -6
    # Who invited writes everything of the two, and needs four together; who was refused is alone
    BK8  | club                        |  | clubs 7-2-1 B invite=accepted  | A -10, B +10, B +30 supe
    BK9  | club                        |  | hearts 7-1-2 B invite=accepted | A -8, B +8, B +24 supe
    BK10 | club                        |  | hearts 6-1-3 B invite=accepted | A -8, B +32 supe
    no   | club invite=may_refuse      |  | hearts 9-1-0 B invite=refused  | A -8, B +8, B +8 supe
    # Lost, after the fifth trick of the followers or after all ten
    BK11 | club                        |  | clubs 5-3-2             | A +10, B +30 supe, C +20 supe
    BK12 | club                        |  | clubs 4-3-2             | A +10, B +30 supe, C +20 supe
    BK13 | club stop=all_ten           |  | clubs 4-4-2             | A +10, B +40 supe, C +20 supe
    # Kontra and higher: who said it writes for both, and is short if the game is made
    BK15 | club                        |  | hearts 5-3-2 kontra=kontra by=B       | A +16, B +80 supe
    BK16 | club                        |  | clubs 6-3-1 kontra=kontra by=B        | A -20, B +20, B +80 supe
    BK17 | club                        |  | clubs 7-1-2 B kontra=rekontra         | A -40, B +40, B +120 supe
    BK18 | club                        |  | igra-sans 6-2-2 C kontra=rekontra by=C | A -64, C +64, C +256 supe
    BK19 | club             | refe=(1,0,0) | igra-clubs 5-2-3 B kontra=kontra     | A +48, A -1 refa, B +240 supe
    BK20 | club             | refe=(1,0,0) | igra-spades 5-2-3 B kontra=rekontra  | A +48, A -1 refa, B +240 supe
    BK21 | club                        |  | diamonds 6-1-3 kontra=mortkontra by=C | A -96, C +96, C +384 supe
    # A betl pays ten times its number to each; one that is made costs a kontra player a stake
    BK22 | club                        |  | betl 0-5-5              | A -12
    BK23 | club                        |  | betl 0-5-5 kontra=kontra by=B        | A -24, B +24
    BK24 | club                        |  | igra-betl 0-5-5 kontra=kontra by=C   | A -28, C +28
    BK24 | club                        |  | igra-betl 0-5-5 kontra=rekontra by=C | A -56, C +56
    BK25 | club                        |  | betl 1-2-0              | A +12, B +60 supe, C +60 supe
    BK26 | club                        |  | betl 1-2-0 kontra=kontra by=C        | A +24, B +120 supe, C +120 supe
    BK26 | club betl_kontra=writer_both |  | betl 1-2-0 kontra=kontra by=C       | A +24, C +240 supe
    BK26 | club betl_kontra=writer_one |  | betl 1-2-0 kontra=kontra by=C        | A +24, C +120 supe
    # Preferans is written as a betl
    BK27 | club preferans=on           |  | preferans 10-0-0        | A -16
    BK27 | club preferans=on           |  | preferans 4-0-1         | A +16, B +80 supe, C +80 supe
    BK28 | club preferans=on           |  | igra-preferans 10-0-0 kontra=kontra by=B | A -36, B +36
    # A refa doubles whatever is written for one game of its owner's, made or lost, and nobody else's
    BK7  | club             | refe=(1,0,0) | diamonds nobody        | A -12, A -1 refa
    else | seed             | refe=(0,2,2) | clubs nobody           | A -4
    # Three passes write a refa for everybody, as often as agreed and while nobody is below zero ("the hat")
    BK37 | seed                        |  | passed                  | A +1 refa, B +1 refa, C +1 refa
    BK37 | club             | carry=1      | passed                 | A +1 refa, B +1 refa, C +1 refa
    BK37 | club             | carry=2      | passed                 |
    zero | seed             | bule=(60,0,60)  | passed              | A +1 refa, B +1 refa, C +1 refa
    BK38 | club refe_below=no  | bule=(20,-4,20) | passed           |
    BK38 | club refe_below=yes | bule=(20,-4,20) | passed           | A +1 refa, B +1 refa, C +1 refa
    # The lowest game without a kontra: a refa for everybody; else it is made, or nothing is written
    BK30 | club                        |  | spades                  | A +1 refa, B +1 refa, C +1 refa
    BL18 | club                        |  | spades B                | A +1 refa, B +1 refa, C +1 refa
    BK31 | club             | carry=2      | spades                 | A -4
    BK32 | club             | bule=(100,100,-2) | spades            | A -4
    BK33 | club lowest_needs_kontra=refa_else_void | carry=2 | spades |
    BK34 | club                        |  | spades nobody           | A +1 refa, B +1 refa, C +1 refa
    none | club refe=0                 |  | spades                  | A -4
    BK35 | club                        |  | igra-spades nobody      | A -6
    BK36 | club                        |  | spades 6-2-2 kontra=kontra by=B | A -8, B +8, B +32 supe
    # Refe rest while somebody is below the hat, or are used all the same
    BK40 | club refe_frozen=on  | bule=(50,-2,50) refe=(1,0,0) | hearts 6-2-2 | A -8, B +16 supe, C +16 supe
    BK40 | club refe_frozen=off | bule=(50,-2,50) refe=(1,0,0) | hearts 6-2-2 | A -16, A -1 refa, B +32 supe, C +32 supe
"""


def test_balkan_deal_scores_match_vectors() -> None:
    scores_by_case = {
        (name, expected_scores): scores_text(rules, outcome, match_standing)
        for name, rules, match_standing, outcome, expected_scores in cases(WRITES)
    }
    assert scores_by_case == {(name, expected_scores): expected_scores for name, expected_scores in scores_by_case}


def test_balkan_stake_is_twice_game_number_plus_two_for_igra() -> None:
    for number, game_text in enumerate(("clubs", "diamonds", "hearts", "spades", "betl 0-5-5", "sans"), 2):
        for igra in (0, 1):
            text = f"{'igra-' * igra}{game_text}{'' if 'betl' in game_text else ' nobody'}"
            assert scores_text(balkan(), deal(balkan(), text)) == f"A {-2 * number - 2 * igra}"


def test_balkan_contract_is_made_with_six_or_more_tricks() -> None:
    for tricks in range(11):
        outcome = deal(balkan(), f"clubs {tricks}-{10 - tricks}-0 B")
        assert outcome.is_made is (tricks >= 6)
        assert scores_text(balkan(), outcome).startswith("A -4" if tricks >= 6 else "A +4")


LAST_GAMES = """
    # The sum of all bule after the game, which ends the match at zero or below
    BK41  | club last_game=exact             | bule=(10,2,-6) | clubs 6-2-2    | A -6, B +12 supe, C +12 supe; 0
    BK42  | club last_game=exact             | bule=(10,2,-6) | clubs nobody   | A -6; 0
    BK43  | club last_game=exact             | bule=(10,2,-6) | clubs 7-2-1    | A -10, B +20 supe, C +10, C +10 supe; 6
    BK44  | club last_game=exact_double_fall | bule=(10,2,-6) | hearts 5-5-0 B | A +16, B +40 supe; 22
    BK44  | club last_game=exact             | bule=(10,2,-6) | hearts 5-5-0 B | A +8, B +40 supe; 14
    BK45  | club last_game=exact_double_fall | bule=(10,4,-6) | hearts 5-5-0 B | A +8, B +40 supe; 16
    BK46  | club last_game=full              | bule=(10,2,-6) | clubs 6-2-2    | A -10, B +20 supe, C +20 supe; -4
    betl  | club last_game=exact | bule=(10,2,-6) | betl 0-5-5 kontra=kontra by=B | A -24, B +24; 6
    above | seed                 | bule=(3,-10,12) | clubs nobody | A -4; 1
    zero  | seed                 | bule=(3,-10,11) | clubs nobody | A -4; 0
"""


def test_balkan_last_game_option_cuts_scores_and_ends_match() -> None:
    for name, rules, match_standing, outcome, expected_text in cases(LAST_GAMES):
        expected_scores, bule_left = expected_text.split("; ")
        assert scores_text(rules, outcome, match_standing) == expected_scores, name
        assert sum(Match.from_standing(rules, match_standing).close(outcome).standing.totals[0]) == int(bule_left), name
        assert bool(winners(rules, outcome, match_standing)) is (int(bule_left) <= 0), name


# Typed outcomes


IMPOSSIBLE_OUTCOMES = """
    # By the rules of the table: play ended at five (BK14), tricks, who came, invitations, kontra, preferans
    club                    | clubs 4-4-2                      | play-ended-at-five
    club                    | clubs 6-2-1                      | tricks-must-sum
    club                    | betl 2-3-3                       | tricks-must-sum
    club preferans=on       | preferans 3-1-1                  | tricks-must-sum
    club                    | diamonds 6-4-0 nobody            | tricks-must-sum
    club                    | spades 6-2-2                     | tricks-must-sum
    club                    | clubs 6-2-2 B                    | did-not-come
    club invite=may_refuse  | clubs 6-2-2 B invite=refused     | did-not-come
    club                    | clubs 7-3-0 B invite=refused     | invite-not-refused
    club invite=off         | clubs 7-3-0 B invite=accepted    | invite-off
    club                    | spades B invite=accepted         | invite-off
    club kontra=off         | clubs 6-2-2 B kontra=kontra      | kontra-off
    club kontra=rekontra    | clubs 6-2-2 B kontra=subkontra   | kontra-too-far
    club                    | preferans 10-0-0                 | preferans-off
    # By any rules
    club                    | betl 0-10-0 B                    | betl-both-come
    club                    | preferans 10-0-0 nobody          | betl-both-come
    club                    | clubs nobody kontra=kontra       | kontra-by-nobody
    club                    | clubs 6-2-2 kontra=kontra        | kontra-by-nobody
    club                    | clubs 6-2-2 B kontra=kontra by=C | kontra-by-one-who-came
    club                    | clubs 6-2-2 by=C                 | kontra-without-level
    club                    | clubs 6-2-2 invite=accepted      | invites-alone
    club                    | clubs 6-2-2 B invite=accepted kontra=kontra | invites-alone
    club                    | clubs nobody revoked=A           | revoked-without-play
"""


def refusal_key(rules: Balkan, text: str) -> str:
    """Return why an outcome is impossible; the second implementation must refuse it, too."""
    try:
        outcome = deal(rules, text)
    except BadOutcome as parse_error:
        return parse_error.reason.key
    plain_outcome = compared.translate_outcome(outcome, rules.seats)
    assert plain_outcome is not None
    assert balkan_rules.impossible(compared.translate_options(rules.options), A, plain_outcome), text
    with pytest.raises(BadOutcome) as error:
        rules.scoring.row(outcome, club_standing(rules))
    return error.value.reason.key


def test_balkan_impossible_outcome_is_refused() -> None:
    for options, text, key in cells(IMPOSSIBLE_OUTCOMES):
        assert refusal_key(club(options.removeprefix("club")), text) == key, text


def test_balkan_outcome_needs_tricks_of_each_seat_and_playing_declarer() -> None:
    with pytest.raises(BadOutcome) as error:
        check(club().options, Outcome(0, "clubs", False, ("come", "come"), tricks=(6, 4)), 0)
    assert error.value.reason == reason("tricks-one-each", needed=3, given=2)
    with pytest.raises(BadOutcome, match="dealer-sits-out"):
        check(club("players=4").options, Outcome(0, "clubs"), 0)


# Places and reasons of the entries


def test_balkan_supe_boxes_are_left_and_right_in_either_direction() -> None:
    for options, declarer in product(("balkan", "balkan direction=counter_clockwise"), range(3)):
        tricks = tuple(6 if seat == declarer else 2 for seat in range(3))
        row = balkan(options).scoring.row(
            Outcome(declarer, "clubs", False, ("come", "come"), tricks=tricks), standing()
        )
        assert row.amount("right", (declarer + 1) % 3) == row.amount("left", (declarer + 2) % 3) == 8
        assert row.amount("left", (declarer + 1) % 3) == row.amount("right", (declarer + 2) % 3) == 0


def test_balkan_sheet_entries_have_reasons() -> None:
    row = balkan().scoring.row(deal(balkan(), "spades 8-2-0"), standing(refe=(1, 0, 0)))
    assert [(e.column, e.side, e.reason.key) for e in row.entries] == [
        ("bule", 0, "game-made"),
        ("refe", 0, "refa-used"),
        ("right", 1, "supe"),
        ("bule", 2, "follower-short"),
    ]


FOUR = 1
"""The dealer of four, counter-clockwise: A, B, C are then the seats 0, 3, 2."""


def test_balkan_dealer_of_four_scores_only_refe() -> None:
    """BK51; BK52: three passes write a refa for each of the four players."""
    rules = club("players=4")
    match_standing = club_standing(rules, dealer=FOUR)
    outcome = deal(rules, "hearts 6-2-2", FOUR)
    assert scores_text(rules, outcome, match_standing) == "A -8, B +16 supe, C +16 supe"
    entries = rules.scoring.row(outcome, match_standing).entries
    assert [(entry.column, entry.side) for entry in entries] == [("bule", 0), ("left", 3), ("across", 2)]
    assert scores_text(rules, Outcome(), match_standing) == "A +1 refa, B +1 refa, C +1 refa, D +1 refa"


# The match


def test_balkan_refe_are_counted_over_the_match() -> None:
    """BK39."""
    rules = club()
    match = Match.begin(rules, A).close(Outcome()).close(Outcome())
    assert (match.standing.totals[-1], match.carry) == ((2, 2, 2), Carry(2))
    hearts = deal(rules, "hearts 6-2-2", match.dealer)
    assert scores_text(rules, hearts, match.standing) == "A -16, A -1 refa, B +32 supe, C +32 supe"
    match = match.close(hearts).close(Outcome())
    assert match.standing.totals[-1] == (1, 2, 2)
    assert match.sheet.lines[-1].row.entries == ()


def test_balkan_match_is_won_by_highest_final_score() -> None:
    outcome = deal(balkan(), "clubs nobody")
    assert winners(balkan(), outcome, standing(bule=(4, -10, 6), left_supe=(0, 120, 0))) == (1,)
    assert winners(balkan(), outcome, standing(bule=(4, 0, 0))) == (0, 1, 2)


def test_balkan_settlement_counts_supe_and_ten_per_bula() -> None:
    empty_supe: Totals = ((0, 0, 0),) * 3
    cases: list[tuple[Totals, tuple[Any, ...]]] = [
        # BK47: supe, and ten for each bula; left of A is B, of B C, of C A
        (((20, -14, -6), (40, 16, 60), (0, 30, 24), (0, 0, 0)), (-250, 122, 128)),
        (((10, -4, -6), (30, 0, 0), (0, 0, 8), (0, 1, 0)), (30 - 100, -38 + 40, 8 + 60)),
        # BK48: the mean is subtracted
        (((4, 4, -12), *empty_supe), (Fraction(-160, 3), Fraction(-160, 3), Fraction(320, 3))),
        # Four: 0 holds 8 on 1, 2 holds 16 on 0, 3 holds 24 on 2
        (((10, 0, 0, -10), (8, 0, 0, 0), (0, 0, 16, 0), (0, 0, 0, 24), (0,) * 4), (-108, -8, -8, 124)),
    ]
    for totals, shares in cases:
        assert final(totals) == shares
        assert sum(round_shares(final(totals))) == 0


def test_balkan_broken_off_match_writes_off_whole_numbers() -> None:
    """BK49, BK50."""
    for bule, reductions in ((24, 34, 28), (28, 29, 29)), ((8, 2, 0), (4, 3, 3)), ((-2, 1, 4, 7), (2, 2, 3, 3)):
        assert write_offs(bule) == reductions == balkan_rules.write_offs(bule)
        rules = club("players=4" if len(bule) == 4 else "")
        assert rules.explanations.broken_off_notes((bule, *rules.opening[1:])) == tuple(
            reason("written-off", seat=seat, off=reduction, left=bula - reduction)
            for seat, (bula, reduction) in enumerate(zip(bule, reductions, strict=True))
        )
