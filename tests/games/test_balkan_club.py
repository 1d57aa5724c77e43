"""Balkan Preferans as it is played in clubs: what a deal writes. The vectors BK1–BK52, by letters (see `told`)."""

from fractions import Fraction
from typing import Any

import pytest
from games.balkan_table import A, club, club_standing, told, wrote
from games.table import winners

from prikup.errors import BadOutcome, reason
from prikup.games.balkan import Balkan, Carry, Outcome
from prikup.games.balkan.outcome import check
from prikup.games.balkan.scoring import final, write_offs
from prikup.games.balkan.seating import opponents
from prikup.match import Match

CLUB = ""
QUOTAS = ("two_or_four", "two_each", "two_each_always")


@pytest.mark.parametrize(
    ("options", "deal", "expected"),
    [
        pytest.param(CLUB, ("clubs", "6,2,2"), "A -10, B +20 supe, C +20 supe", id="BK1"),
        pytest.param(CLUB, ("clubs", "6,3,1"), "A -10, B +30 supe, C +10 supe", id="BK2"),
        pytest.param("quota=two_each", ("clubs", "6,3,1"), "A -10, B +30 supe, C +10, C +10 supe", id="BK2-two_each"),
        pytest.param(
            "quota=two_each_always", ("clubs", "6,3,1"), "A -10, B +30 supe, C +10, C +10 supe", id="BK2-always"
        ),
        pytest.param(CLUB, ("hearts", "7,2,1"), "A -8, B +16 supe, C +8, C +8 supe", id="BK3"),
        pytest.param(CLUB, ("hearts", "8,1,1"), "A -8, B +8, B +8 supe, C +8, C +8 supe", id="BK4"),
        pytest.param(CLUB, ("hearts", "6,4,0", "B"), "A -8, B +32 supe", id="BK5"),
        pytest.param(CLUB, ("hearts", "9,1,0", "B"), "A -8, B +8, B +8 supe", id="BK6"),
        pytest.param(CLUB, ("diamonds", "", ""), "A -6", id="BK7"),
        pytest.param(CLUB, ("clubs", "7,2,1", "B", {"invite": "accepted"}), "A -10, B +10, B +30 supe", id="BK8"),
        pytest.param(CLUB, ("hearts", "7,1,2", "B", {"invite": "accepted"}), "A -8, B +8, B +24 supe", id="BK9"),
        pytest.param(CLUB, ("hearts", "6,1,3", "B", {"invite": "accepted"}), "A -8, B +32 supe", id="BK10"),
        pytest.param(CLUB, ("clubs", "5,3,2"), "A +10, B +30 supe, C +20 supe", id="BK11"),
        pytest.param(CLUB, ("clubs", "4,3,2"), "A +10, B +30 supe, C +20 supe", id="BK12"),
        pytest.param("stop=all_ten", ("clubs", "4,4,2"), "A +10, B +40 supe, C +20 supe", id="BK13"),
        pytest.param(CLUB, ("hearts", "5,3,2", "BC", {"kontra": "kontra", "by": "B"}), "A +16, B +80 supe", id="BK15"),
        pytest.param(
            CLUB, ("clubs", "6,3,1", "BC", {"kontra": "kontra", "by": "B"}), "A -20, B +20, B +80 supe", id="BK16"
        ),
        pytest.param(CLUB, ("clubs", "7,1,2", "B", {"kontra": "rekontra"}), "A -40, B +40, B +120 supe", id="BK17"),
        pytest.param(
            CLUB, ("igra-sans", "6,2,2", "C", {"kontra": "rekontra", "by": "C"}), "A -64, C +64, C +256 supe", id="BK18"
        ),
        pytest.param(
            CLUB,
            ("diamonds", "6,1,3", "BC", {"kontra": "mortkontra", "by": "C"}),
            "A -96, C +96, C +384 supe",
            id="BK21",
        ),
        pytest.param(CLUB, ("betl", "0,5,5"), "A -12", id="BK22"),
        pytest.param(CLUB, ("betl", "0,5,5", "BC", {"kontra": "kontra", "by": "B"}), "A -24, B +24", id="BK23"),
        pytest.param(CLUB, ("igra-betl", "0,5,5", "BC", {"kontra": "kontra", "by": "C"}), "A -28, C +28", id="BK24"),
        pytest.param(
            CLUB, ("igra-betl", "0,5,5", "BC", {"kontra": "rekontra", "by": "C"}), "A -56, C +56", id="BK24-rekontra"
        ),
        pytest.param(CLUB, ("betl", "1,2,0"), "A +12, B +60 supe, C +60 supe", id="BK25"),
        pytest.param(CLUB, ("igra-betl", "1,0,0"), "A +14, B +70 supe, C +70 supe", id="BK25-igra"),
        pytest.param(
            CLUB,
            ("betl", "1,2,0", "BC", {"kontra": "kontra", "by": "C"}),
            "A +24, B +120 supe, C +120 supe",
            id="BK26",
        ),
        pytest.param(
            "betl_kontra=writer_both",
            ("betl", "1,2,0", "BC", {"kontra": "kontra", "by": "C"}),
            "A +24, C +240 supe",
            id="BK26-writer_both",
        ),
        pytest.param(
            "betl_kontra=writer_one",
            ("betl", "1,2,0", "BC", {"kontra": "kontra", "by": "C"}),
            "A +24, C +120 supe",
            id="BK26-writer_one",
        ),
        pytest.param("preferans=on", ("preferans", "10,0,0"), "A -16", id="BK27"),
        pytest.param("preferans=on", ("preferans", "4,0,1"), "A +16, B +80 supe, C +80 supe", id="BK27-lost"),
        pytest.param(
            "preferans=on",
            ("igra-preferans", "10,0,0", "BC", {"kontra": "kontra", "by": "B"}),
            "A -36, B +36",
            id="BK28",
        ),
        pytest.param(
            "quota=two_each_always stop=all_ten", ("hearts", "5,5,0"), "A +8, B +40 supe, C +8", id="BK29"
        ),
        pytest.param("quota=two_each stop=all_ten", ("hearts", "5,5,0"), "A +8, B +40 supe", id="BK29-two_each"),
        pytest.param(CLUB, ("igra-spades", "", ""), "A -6", id="BK35"),
        pytest.param(
            CLUB, ("spades", "6,2,2", "BC", {"kontra": "kontra", "by": "B"}), "A -8, B +8, B +32 supe", id="BK36"
        ),
    ],
)  # fmt: skip
def test_what_a_deal_writes(options: str, deal: tuple[Any, ...], expected: str) -> None:
    rules = club(options)
    assert wrote(rules, _told(rules, *deal)) == expected


def _told(rules: Balkan, what: str, tricks: str, who: str = "BC", more: dict[str, Any] | None = None) -> Outcome:
    return told(rules, what, tricks, who, **(more or {}))


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param(("diamonds", "", ""), "A -12, A -1 refa", id="BK7"),
        pytest.param(
            ("igra-clubs", "5,2,3", "B", {"kontra": "kontra"}), "A +48, A -1 refa, B +240 supe", id="BK19"
        ),
        pytest.param(
            ("igra-spades", "5,2,3", "B", {"kontra": "rekontra"}), "A +48, A -1 refa, B +240 supe", id="BK20"
        ),
    ],
)  # fmt: skip
def test_a_refa_doubles_whatever_is_written(deal: tuple[Any, ...], expected: str) -> None:
    rules = club()
    assert wrote(rules, _told(rules, *deal), club_standing(rules, refe=(1, 0, 0))) == expected


# What is typed in


@pytest.mark.parametrize(
    ("options", "deal", "key"),
    [
        pytest.param(CLUB, ("clubs", "4,4,2"), "play-ended-at-five", id="BK14"),
        (CLUB, ("clubs", "6,2,1"), "tricks-must-sum"),
        (CLUB, ("clubs", "4,3,1"), "tricks-must-sum"),
        ("stop=all_ten", ("clubs", "4,3,2"), "tricks-must-sum"),
        (CLUB, ("betl", "2,3,3"), "tricks-must-sum"),
        ("preferans=on", ("preferans", "3,1,1"), "tricks-must-sum"),
        (CLUB, ("clubs", "6,4,1"), "tricks-must-sum"),
        (CLUB, ("diamonds", "6,4,0", ""), "tricks-must-sum"),
        (CLUB, ("spades", "6,2,2"), "tricks-must-sum"),
        (CLUB, ("clubs", "6,2,2", "B"), "did-not-come"),
        ("invite=may_refuse", ("clubs", "6,2,2", "B", {"invite": "refused"}), "did-not-come"),
        (CLUB, ("clubs", "7,3,0", "B", {"invite": "refused"}), "invite-not-refused"),
        ("invite=off", ("clubs", "7,3,0", "B", {"invite": "accepted"}), "invite-off"),
        (CLUB, ("spades", "", "B", {"invite": "accepted"}), "invite-off"),
        ("kontra=off", ("clubs", "6,2,2", "B", {"kontra": "kontra"}), "kontra-off"),
        ("kontra=rekontra", ("clubs", "6,2,2", "B", {"kontra": "subkontra"}), "kontra-too-far"),
        (CLUB, ("preferans", "10,0,0"), "preferans-off"),
    ],
)
def test_what_these_rules_do_not_know_is_refused(options: str, deal: tuple[Any, ...], key: str) -> None:
    rules = club(options)
    with pytest.raises(BadOutcome) as error:
        wrote(rules, _told(rules, *deal))
    assert error.value.reason.key == key


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        (("betl", "0,10,0", "B"), "betl-both-come"),
        (("preferans", "10,0,0", ""), "betl-both-come"),
        (("clubs", "", "", {"kontra": "kontra"}), "kontra-by-nobody"),
        (("clubs", "6,2,2", "BC", {"kontra": "kontra"}), "kontra-by-nobody"),
        (("clubs", "6,2,2", "B", {"kontra": "kontra", "by": "C"}), "kontra-by-one-who-came"),
        (("clubs", "6,2,2", "BC", {"by": "C"}), "kontra-without-level"),
        (("clubs", "6,2,2", "BC", {"invite": "accepted"}), "invites-alone"),
        (("clubs", "6,2,2", "B", {"invite": "accepted", "kontra": "kontra"}), "invites-alone"),
        (("clubs", "", "", {"revoked": A}), "revoked-without-play"),
    ],
)
def test_what_no_deal_can_have_is_refused(deal: tuple[Any, ...], key: str) -> None:
    with pytest.raises(BadOutcome) as error:
        _told(club(), *deal)
    assert error.value.reason.key == key


def test_tricks_are_one_number_for_each_at_the_table() -> None:
    rules = club()
    short = Outcome(0, "clubs", False, ("come", "come"), tricks=(6, 4))
    with pytest.raises(BadOutcome) as error:
        check(rules.options, short, 0)
    assert error.value.reason.key == "tricks-one-each"
    assert error.value.reason.numbers == {"needed": 3, "given": 2}


def test_a_dealer_who_sits_out_does_not_declare() -> None:
    rules = club("players=4")
    with pytest.raises(BadOutcome) as error:
        check(rules.options, Outcome(0, "clubs"), 0)
    assert error.value.reason.key == "dealer-sits-out"


# The lowest game needs a kontra, and refe


REFA_FOR_ALL = "A +1 refa, B +1 refa, C +1 refa"


@pytest.mark.parametrize(
    ("options", "who", "where", "expected"),
    [
        pytest.param(CLUB, "BC", {}, REFA_FOR_ALL, id="BK30"),
        pytest.param(CLUB, "B", {}, REFA_FOR_ALL, id="BL18"),
        pytest.param(CLUB, "BC", {"carry": 2}, "A -4", id="BK31"),
        pytest.param(CLUB, "BC", {"carry": 2, "refe": (1, 0, 0)}, "A -8, A -1 refa", id="BK31-refa"),
        pytest.param(CLUB, "BC", {"bule": (100, 100, -2)}, "A -4", id="BK32"),
        pytest.param("lowest_needs_kontra=refa_else_void", "BC", {"carry": 2}, "", id="BK33"),
        pytest.param("lowest_needs_kontra=refa_else_void", "BC", {"bule": (9, 9, -2)}, "A -4", id="BK33-below"),
        pytest.param(CLUB, "", {}, REFA_FOR_ALL, id="BK34"),
        pytest.param("refe=0", "BC", {}, "A -4", id="refe=0"),
        pytest.param("refe=0 lowest_needs_kontra=refa_else_void", "", {}, "", id="refe=0-void"),
        pytest.param("refe_below=yes", "BC", {"bule": (9, 9, -2)}, REFA_FOR_ALL, id="refe_below"),
    ],
)
def test_the_lowest_game_without_a_kontra(options: str, who: str, where: dict[str, Any], expected: str) -> None:
    rules = club(options)
    assert wrote(rules, told(rules, "spades", "", who), club_standing(rules, **where)) == expected


@pytest.mark.parametrize(("written", "expected"), [(0, REFA_FOR_ALL), (1, REFA_FOR_ALL), (2, "")])
def test_BK37_three_passes_write_a_refa_while_there_are_any(written: int, expected: str) -> None:
    rules = club()
    assert wrote(rules, Outcome(), club_standing(rules, carry=written)) == expected


@pytest.mark.parametrize(("value", "expected"), [("no", ""), ("yes", REFA_FOR_ALL)])
def test_BK38_three_passes_while_somebody_is_below_the_hat(value: str, expected: str) -> None:
    rules = club(f"refe_below={value}")
    assert wrote(rules, Outcome(), club_standing(rules, bule=(20, -4, 20))) == expected


def test_BK39_refe_are_counted_over_the_match() -> None:
    rules = club()
    match = Match.begin(rules, A).close(Outcome()).close(Outcome())
    assert match.standing.totals[-1] == (2, 2, 2)
    assert match.carry == Carry(2)
    deal = told(rules, "hearts", "6,2,2", dealer=match.dealer)
    assert wrote(rules, deal, match.standing) == "A -16, A -1 refa, B +32 supe, C +32 supe"
    match = match.close(deal).close(Outcome())
    assert match.standing.totals[-1] == (1, 2, 2)
    assert match.sheet.lines[-1].row.entries == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [("on", "A -8, B +16 supe, C +16 supe"), ("off", "A -16, A -1 refa, B +32 supe, C +32 supe")],
)
def test_BK40_refe_rest_while_somebody_is_below_the_hat(value: str, expected: str) -> None:
    rules = club(f"refe_frozen={value}")
    where = club_standing(rules, bule=(50, -2, 50), refe=(1, 0, 0))
    assert wrote(rules, told(rules, "hearts", "6,2,2"), where) == expected


# The last game and the end


@pytest.mark.parametrize(
    ("last", "bule", "deal", "expected", "left"),
    [
        pytest.param("exact", (10, 2, -6), ("clubs", "6,2,2"), "A -6, B +12 supe, C +12 supe", 0, id="BK41"),
        pytest.param("exact", (10, 2, -6), ("clubs", "", ""), "A -6", 0, id="BK42"),
        pytest.param("exact", (10, 2, -6), ("clubs", "7,2,1"), "A -10, B +20 supe, C +10, C +10 supe", 6, id="BK43"),
        pytest.param("exact_double_fall", (10, 2, -6), ("hearts", "5,5,0", "B"), "A +16, B +40 supe", 22, id="BK44"),
        pytest.param("exact", (10, 2, -6), ("hearts", "5,5,0", "B"), "A +8, B +40 supe", 14, id="BK44-exact"),
        pytest.param("exact_double_fall", (10, 4, -6), ("hearts", "5,5,0", "B"), "A +8, B +40 supe", 16, id="BK45"),
        pytest.param("full", (10, 2, -6), ("clubs", "6,2,2"), "A -10, B +20 supe, C +20 supe", -4, id="BK46"),
        pytest.param(
            "exact", (10, 2, -6), ("betl", "0,5,5", "BC", {"kontra": "kontra", "by": "B"}), "A -24, B +24", 6, id="betl"
        ),
    ],
)
def test_the_last_game(last: str, bule: tuple[int, ...], deal: tuple[Any, ...], expected: str, left: int) -> None:
    rules = club(f"last_game={last}")
    where, outcome = club_standing(rules, bule=bule), _told(rules, *deal)
    assert wrote(rules, outcome, where) == expected
    assert sum(Match.at(rules, where).close(outcome).standing.totals[0]) == left
    assert bool(winners(rules, outcome, where)) is (left <= 0)


def test_BK47_the_settlement_counts_supe_and_ten_for_each_bula() -> None:
    bule, left, right = (20, -14, -6), (40, 16, 60), (0, 30, 24)  # left of A is B, of B C, of C A
    assert list(final((bule, left, right, (0, 0, 0)))) == [-250, 122, 128]


def test_BK48_the_mean_is_taken_off() -> None:
    nothing = (0, 0, 0)
    thirds = (Fraction(-160, 3), Fraction(-160, 3), Fraction(320, 3))
    assert final(((4, 4, -12), nothing, nothing, nothing)) == thirds


@pytest.mark.parametrize(
    ("bule", "off"),
    [
        pytest.param((24, 34, 28), (28, 29, 29), id="BK49"),
        pytest.param((8, 2, 0), (4, 3, 3), id="BK50"),
        ((-2, 1, 4, 7), (2, 2, 3, 3)),
        ((-8, 2, 0), (-2, -2, -2)),
    ],
)
def test_a_match_that_is_broken_off_is_written_off_in_whole_numbers(
    bule: tuple[int, ...], off: tuple[int, ...]
) -> None:
    assert write_offs(bule) == off
    assert sum(off) == sum(bule)
    rules = club("players=4" if len(bule) == 4 else "")
    said = rules.broken_off((bule, *rules.opening[1:]))
    assert said == tuple(
        reason("written-off", seat=seat, off=taken, left=bula - taken)
        for seat, (bula, taken) in enumerate(zip(bule, off, strict=True))
    )


# Four at the table


FOUR = 1
"""The dealer of four, counter-clockwise: then A, B, C are the seats 0, 3, 2."""


def test_BK51_the_dealer_of_four_sits_out() -> None:
    rules = club("players=4")
    assert opponents(rules.options, FOUR, A) == (3, 2)
    deal = told(rules, "hearts", "6,2,2", dealer=FOUR)
    assert wrote(rules, deal, club_standing(rules, dealer=FOUR)) == "A -8, B +16 supe, C +16 supe"
    row = rules.row(deal, club_standing(rules, dealer=FOUR))
    assert [(entry.column, entry.side) for entry in row.entries] == [("bule", 0), ("left", 3), ("across", 2)]


def test_BK52_three_passes_give_a_refa_to_each_of_four() -> None:
    rules = club("players=4")
    row = rules.row(Outcome(), club_standing(rules, dealer=FOUR))
    assert [(entry.column, entry.side, entry.amount) for entry in row.entries] == [("refe", s, 1) for s in range(4)]


def test_four_settle_over_all_their_boxes() -> None:
    totals = ((10, 0, 0, -10), (8, 0, 0, 0), (0, 0, 16, 0), (0, 0, 0, 24), (0, 0, 0, 0))
    # 0 holds 8 on 1, 2 holds 16 on 0, 3 holds 24 on 2
    assert list(final(totals)) == [8 - 16 - 100, -8, 16 - 24, 24 + 100]
