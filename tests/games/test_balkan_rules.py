"""The second statement of the Balkan rules against their vectors, so that it can be believed.

A is seat 0 and declares, B and C are the followers; with four, D is seat 3 and deals.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from games.balkan_rules import (
    NUMBERS,
    Ask,
    Outcome,
    Sheet,
    auction,
    begun,
    deal,
    dealt,
    games,
    impossible,
    is_over,
    naming,
    next_dealer,
    playable,
    settlement,
    speakers,
    stopped,
    taker,
    winners,
    write_offs,
    written,
)

A, B, C, D = range(4)

SEED: dict[str, Any] = {
    "players": 3,
    "order": "clubs_low",
    "direction": "clockwise",
    "preferans": False,
    "jump": False,
    "mine": "senior",
    "igra": "any",
    "igra_naming": "all",
    "invite": "off",
    "kontra": "off",
    "lowest_needs_kontra": "off",
    "quota": "two_or_four",
    "betl_kontra": "each",
    "sans_lead": "before_declarer",
    "stop": "all_ten",
    "refe": 2,
    "refe_below": False,
    "refe_frozen": False,
    "bule": 60,
    "last_game": "full",
}
"""The defaults: what the seed says."""
CLUB = {
    **SEED,
    "order": "spades_low",
    "mine": "senior_must",
    "igra": "named_high",
    "igra_naming": "higher_or_yours",
    "invite": "on",
    "kontra": "mortkontra",
    "lowest_needs_kontra": "refa_else_made",
    "stop": "at_five",
    "bule": 100,
}
"""The club game, clockwise so that A, B and C follow each other by seat."""
ALL_TEN = {"stop": "all_ten"}
PREFERANS = {"preferans": True}
FOUR = {"players": 4}
BOTH, NOBODY, FIRST, SECOND = (True, True), (False, False), (True, False), (False, True)
ROUND: dict[int, str] = {1: "kontra", 2: "rekontra", 3: "subkontra", 4: "mortkontra"}


def rules(changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {**CLUB, **(changes or {})}


def sheet(
    bule: tuple[int, ...] = (100, 100, 100),
    supe: Mapping[str, int] | None = None,
    refe: tuple[int, ...] = (0, 0, 0),
    written: int = 0,
) -> Sheet:
    """Return a sheet whose supe are named by holder and payer: {"BA": 20}."""
    rows = [[0] * len(bule) for _ in bule]
    for names, points in (supe or {}).items():
        rows["ABCD".index(names[0])]["ABCD".index(names[1])] = points
    return Sheet(bule, tuple(map(tuple, rows)), refe, written)


def hand(
    game: str,
    *tricks: int,
    came: tuple[bool, bool] = BOTH,
    kontra: int = 0,
    by: int | None = None,
    invite: str = "none",
) -> Outcome:
    """A hand of A's; "igra-clubs" is played without the talon."""
    from_hand, named = game.startswith("igra-"), game.removeprefix("igra-")
    word = ROUND.get(kontra, "none")
    who = (came.index(True) if by is None else by) if kontra else None
    return Outcome(A, named, from_hand, came, invite, word, who, tricks or (0, 0, 0))


def writes(
    outcome: Outcome | None, before: Sheet | None = None, options: Mapping[str, Any] | None = None
) -> dict[str, int]:
    """What a hand writes, by box: "A" bule, "BA" supe of B on A, "A refe"."""
    told = rules(options)
    n = told["players"]
    if before is None:
        before = sheet(bule=(100,) * n, refe=(0,) * n)
    after = written(told, n - 1, before, outcome)
    boxes = {}
    for seat, name in enumerate("ABCD"[:n]):
        boxes[name] = after.bule[seat] - before.bule[seat]
        boxes[f"{name} refe"] = after.refe[seat] - before.refe[seat]
        for on, other in enumerate("ABCD"[:n]):
            boxes[name + other] = after.supe[seat][on] - before.supe[seat][on]
    return {box: amount for box, amount in boxes.items() if amount}


REFA_OF_A = sheet(refe=(1, 0, 0), written=1)
TWO_WRITTEN = sheet(written=2)
REFA_FOR_ALL = {"A refe": 1, "B refe": 1, "C refe": 1}

HANDS = [
    ("BK1", hand("clubs", 6, 2, 2), None, {}, {"A": -10, "BA": 20, "CA": 20}),
    ("BK2", hand("clubs", 6, 3, 1), None, {}, {"A": -10, "BA": 30, "CA": 10}),
    ("BK2-each", hand("clubs", 6, 3, 1), None, {"quota": "two_each"}, {"A": -10, "BA": 30, "CA": 10, "C": 10}),
    ("BK2-always", hand("clubs", 6, 3, 1), None, {"quota": "two_each_always"}, {"A": -10, "BA": 30, "CA": 10, "C": 10}),
    ("BK3", hand("hearts", 7, 2, 1), None, {}, {"A": -8, "BA": 16, "CA": 8, "C": 8}),
    ("BK4", hand("hearts", 8, 1, 1), None, {}, {"A": -8, "BA": 8, "CA": 8, "B": 8, "C": 8}),
    ("BK5", hand("hearts", 6, 4, 0, came=FIRST), None, {}, {"A": -8, "BA": 32}),
    ("BK6", hand("hearts", 9, 1, 0, came=FIRST), None, {}, {"A": -8, "BA": 8, "B": 8}),
    ("BK7", hand("diamonds", came=NOBODY), None, {}, {"A": -6}),
    ("BK7-refa", hand("diamonds", came=NOBODY), REFA_OF_A, {}, {"A": -12, "A refe": -1}),
    ("BK8", hand("clubs", 7, 2, 1, came=FIRST, invite="accepted"), None, {}, {"A": -10, "BA": 30, "B": 10}),
    ("BK9", hand("hearts", 7, 1, 2, came=FIRST, invite="accepted"), None, {}, {"A": -8, "BA": 24, "B": 8}),
    ("BK10", hand("hearts", 6, 1, 3, came=FIRST, invite="accepted"), None, {}, {"A": -8, "BA": 32}),
    ("BK11", hand("clubs", 5, 3, 2), None, {}, {"A": 10, "BA": 30, "CA": 20}),
    ("BK12", hand("clubs", 4, 3, 2), None, {}, {"A": 10, "BA": 30, "CA": 20}),
    ("BK13", hand("clubs", 4, 4, 2), None, ALL_TEN, {"A": 10, "BA": 40, "CA": 20}),
    ("BK15", hand("hearts", 5, 5, 0, kontra=1), None, {}, {"A": 16, "BA": 80}),
    ("BK16", hand("clubs", 6, 3, 1, kontra=1), None, {}, {"A": -20, "BA": 80, "B": 20}),
    ("BK17", hand("clubs", 7, 2, 1, came=FIRST, kontra=2), None, {}, {"A": -40, "BA": 120, "B": 40}),
    ("BK18", hand("igra-sans", 6, 0, 4, kontra=2, by=1), None, {}, {"A": -64, "CA": 256, "C": 64}),
    (
        "BK19",
        hand("igra-clubs", 5, 2, 3, kontra=1),
        REFA_OF_A,
        {},
        {"A": 48, "BA": 240, "A refe": -1},
    ),
    (
        "BK20",
        hand("igra-spades", 5, 2, 3, kontra=2, by=1),
        REFA_OF_A,
        {},
        {"A": 48, "CA": 240, "A refe": -1},
    ),
    ("BK21", hand("diamonds", 6, 2, 2, kontra=4), None, {}, {"A": -96, "BA": 384, "B": 96}),
    ("BK22", hand("betl", 0, 5, 5), None, {}, {"A": -12}),
    ("BK23", hand("betl", 0, 5, 5, kontra=1), None, {}, {"A": -24, "B": 24}),
    ("BK24-kontra", hand("igra-betl", 0, 5, 5, kontra=1, by=1), None, {}, {"A": -28, "C": 28}),
    ("BK24-rekontra", hand("igra-betl", 0, 5, 5, kontra=2), None, {}, {"A": -56, "B": 56}),
    ("BK25", hand("betl", 1, 0, 3), None, {}, {"A": 12, "BA": 60, "CA": 60}),
    ("BK25-igra", hand("igra-betl", 1, 0, 3), None, {}, {"A": 14, "BA": 70, "CA": 70}),
    ("BK26", hand("betl", 1, 0, 3, kontra=1, by=1), None, {}, {"A": 24, "BA": 120, "CA": 120}),
    (
        "BK26-both",
        hand("betl", 1, 0, 3, kontra=1, by=1),
        None,
        {"betl_kontra": "writer_both"},
        {"A": 24, "CA": 240},
    ),
    ("BK26-one", hand("betl", 1, 0, 3, kontra=1, by=1), None, {"betl_kontra": "writer_one"}, {"A": 24, "CA": 120}),
    ("BK27", hand("preferans", 10, 0, 0), None, PREFERANS, {"A": -16}),
    ("BK27-lost", hand("preferans", 4, 1, 0), None, PREFERANS, {"A": 16, "BA": 80, "CA": 80}),
    ("BK28", hand("igra-preferans", 10, 0, 0, kontra=1, by=1), None, PREFERANS, {"A": -36, "C": 36}),
    (
        "BK29",
        hand("hearts", 5, 5, 0),
        None,
        {**ALL_TEN, "quota": "two_each_always"},
        {"A": 8, "BA": 40, "C": 8},
    ),
    ("BK29-each", hand("hearts", 5, 5, 0), None, {**ALL_TEN, "quota": "two_each"}, {"A": 8, "BA": 40}),
    ("BK30", hand("spades"), None, {}, REFA_FOR_ALL),
    ("BK31", hand("spades"), TWO_WRITTEN, {}, {"A": -4}),
    ("BK31-refa", hand("spades"), sheet(refe=(1, 0, 0), written=2), {}, {"A": -8, "A refe": -1}),
    ("BK32", hand("spades"), sheet(bule=(100, 100, -2)), {}, {"A": -4}),
    ("BK33", hand("spades"), TWO_WRITTEN, {"lowest_needs_kontra": "refa_else_void"}, {}),
    (
        "BK33-below",
        hand("spades"),
        sheet(bule=(100, 100, -2), written=2),
        {"lowest_needs_kontra": "refa_else_void"},
        {"A": -4},
    ),
    ("BK34", hand("spades", came=NOBODY), None, {}, REFA_FOR_ALL),
    ("BK35", hand("igra-spades", came=NOBODY), None, {}, {"A": -6}),
    ("BK36", hand("spades", 6, 2, 2, kontra=1), None, {}, {"A": -8, "BA": 32, "B": 8}),
    ("BK37-none", None, None, {}, REFA_FOR_ALL),
    ("BK37-one", None, sheet(written=1), {}, REFA_FOR_ALL),
    ("BK37-two", None, TWO_WRITTEN, {}, {}),
    ("BK38", None, sheet(bule=(-4, 100, 100)), {}, {}),
    ("BK38-yes", None, sheet(bule=(-4, 100, 100)), {"refe_below": True}, REFA_FOR_ALL),
    (
        "BK40",
        hand("hearts", 6, 2, 2),
        sheet(bule=(100, 100, -2), refe=(1, 0, 0), written=1),
        {"refe_frozen": True},
        {"A": -8, "BA": 16, "CA": 16},
    ),
    (
        "BK40-off",
        hand("hearts", 6, 2, 2),
        sheet(bule=(100, 100, -2), refe=(1, 0, 0), written=1),
        {},
        {"A": -16, "BA": 32, "CA": 32, "A refe": -1},
    ),
    (
        "BK41",
        hand("clubs", 6, 2, 2),
        sheet(bule=(10, 2, -6)),
        {"last_game": "exact"},
        {"A": -6, "BA": 12, "CA": 12},
    ),
    ("BK42", hand("clubs", came=NOBODY), sheet(bule=(10, 2, -6)), {"last_game": "exact"}, {"A": -6}),
    (
        "BK43",
        hand("clubs", 7, 2, 1),
        sheet(bule=(10, 2, -6)),
        {"last_game": "exact"},
        {"A": -10, "C": 10, "BA": 20, "CA": 10},
    ),
    (
        "BK44",
        hand("hearts", 5, 5, 0, came=FIRST),
        sheet(bule=(10, 2, -6)),
        {"last_game": "exact_double_fall"},
        {"A": 16, "BA": 40},
    ),
    (
        "BK45",
        hand("hearts", 5, 5, 0, came=FIRST),
        sheet(bule=(10, 4, -6)),
        {"last_game": "exact_double_fall"},
        {"A": 8, "BA": 40},
    ),
    ("BK46", hand("clubs", 6, 2, 2), sheet(bule=(10, 2, -6)), {}, {"A": -10, "BA": 20, "CA": 20}),
    ("BK51", hand("hearts", 6, 2, 2, 0), None, FOUR, {"A": -8, "BA": 16, "CA": 16}),
    ("BK52", None, None, FOUR, {**REFA_FOR_ALL, "D refe": 1}),
    (
        "refused-leaves-alone",
        hand("hearts", 9, 1, 0, came=FIRST, invite="refused"),
        None,
        {"invite": "may_refuse"},
        {"A": -8, "BA": 8, "B": 8},
    ),
    ("kontra-off-idles", hand("spades", came=NOBODY), None, {"kontra": "off"}, {"A": -4}),
    ("refe-0", hand("spades"), None, {"refe": 0}, {"A": -4}),
    ("clubs-low", hand("clubs", 6, 2, 2), None, {**SEED}, {"A": -4, "BA": 8, "CA": 8}),
]


@pytest.mark.parametrize(
    ("outcome", "before", "options", "expected"), [pytest.param(*row[1:], id=row[0]) for row in HANDS]
)
def test_a_hand_writes_what_the_rules_say(
    outcome: Outcome | None, before: Sheet | None, options: dict[str, Any], expected: dict[str, int]
) -> None:
    assert writes(outcome, before, options) == expected
    told = rules(options)
    assert outcome is None or not impossible(told, told["players"] - 1, outcome)


def test_BK14_play_ended_with_the_fifth() -> None:
    assert impossible(rules(), C, hand("clubs", 4, 4, 2)) == "tricks after the fifth"


def test_BK39_a_refa_is_written_and_used() -> None:
    told, now = rules(), begun(rules())
    for _ in range(2):
        now = written(told, C, now, None)
    assert (now.refe, now.written) == ((2, 2, 2), 2)
    after = written(told, C, now, hand("hearts", 6, 2, 2))
    assert after == sheet(bule=(84, 100, 100), supe={"BA": 32, "CA": 32}, refe=(1, 2, 2), written=2)
    assert written(told, C, after, None) == after


@pytest.mark.parametrize(
    ("bule", "last_game", "outcome", "left"),
    [
        pytest.param((10, 2, -6), "exact", hand("clubs", 6, 2, 2), 0, id="BK41"),
        pytest.param((10, 2, -6), "exact", hand("clubs", came=NOBODY), 0, id="BK42"),
        pytest.param((10, 2, -6), "exact", hand("clubs", 7, 2, 1), 6, id="BK43"),
        pytest.param((10, 2, -6), "exact_double_fall", hand("hearts", 5, 5, 0, came=FIRST), 22, id="BK44"),
        pytest.param((10, 2, -6), "full", hand("clubs", 6, 2, 2), -4, id="BK46"),
    ],
)
def test_the_sum_of_bule_ends_the_match(bule: tuple[int, ...], last_game: str, outcome: Outcome, left: int) -> None:
    after = written(rules({"last_game": last_game}), C, sheet(bule=bule), outcome)
    assert sum(after.bule) == left
    assert is_over(after) is (left <= 0)
    assert bool(winners(after)) is (left <= 0)


@pytest.mark.parametrize(
    ("end", "expected", "first"),
    [
        pytest.param(
            sheet(bule=(20, -14, -6), supe={"AB": 40, "BA": 30, "BC": 16, "CA": 60, "CB": 24}),
            (-250, 122, 128),
            (C,),
            id="BK47",
        ),
        pytest.param(
            sheet(bule=(4, 4, -12)), (Fraction(-160, 3), Fraction(-160, 3), Fraction(320, 3)), (C,), id="BK48"
        ),
        pytest.param(sheet(bule=(-4, 8, -4)), (40, -80, 40), (A, C), id="equal"),
    ],
)
def test_a_sheet_settles(end: Sheet, expected: tuple[Any, ...], first: tuple[int, ...]) -> None:
    assert settlement(end) == expected
    assert winners(end) == first


@pytest.mark.parametrize(
    ("bule", "off", "left"),
    [
        pytest.param((24, 34, 28), (28, 29, 29), (-4, 5, -1), id="BK49"),
        pytest.param((8, 2, 0), (4, 3, 3), (4, -1, -3), id="BK50"),
    ],
)
def test_a_match_broken_off_is_written_off(bule: tuple[int, ...], off: tuple[int, ...], left: tuple[int, ...]) -> None:
    assert write_offs(bule) == off
    assert tuple(have - less for have, less in zip(bule, off, strict=True)) == left


@pytest.mark.parametrize(
    ("outcome", "options", "fault"),
    [
        (hand("hearts", 6, 2, 1), {}, "tricks"),
        (hand("hearts", 6, 4, 0, came=FIRST, kontra=1, by=1), {}, "kontra by one who stayed away"),
        (hand("hearts", 6, 3, 1, came=FIRST), {}, "tricks of one who does not play"),
        (hand("spades", 6, 3, 1, came=FIRST, invite="accepted"), {}, "no invitation"),
        (hand("spades", 6, 3, 1, came=FIRST, invite="accepted"), {"kontra": "off"}, ""),
        (hand("hearts", 6, 4, 0, came=FIRST, invite="refused"), {}, "invitation refused"),
        (hand("hearts", 6, 2, 2, kontra=3), {"kontra": "rekontra"}, "level of kontra"),
        (hand("spades", 6, 2, 2), {}, "tricks without play"),
        (hand("betl", 2, 0, 0), {}, "tricks"),
        (hand("betl", 0, 5, 5, came=FIRST), {}, "both come"),
        (hand("preferans", 10, 0, 0), {}, "game"),
        (hand("hearts", 6, 2, 2, 0)._replace(declarer=D), FOUR, "declarer"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused(outcome: Outcome, options: dict[str, Any], fault: str) -> None:
    told = rules(options)
    assert impossible(told, told["players"] - 1, outcome) == fault


# The auction and kontra: F, S and T are the seats 1, 2 and 0, for 0 deals

SPEAKERS = {1: "F", 2: "S", 0: "T"}
DECK = [suit + rank for rank in "789TJQKA" for suit in "SDHC"]


def asked(options: Mapping[str, Any], *said: str) -> tuple[str, set[str]]:
    """Who is asked next, and what for, after the words of a deal; at the end its declarer, and what is played."""
    asking = deal(rules(options), A, DECK)
    try:
        question: Ask = next(asking)
        for word in said:
            assert word in question.may, (word, question)
            question = asking.send(word)
    except StopIteration as end:
        return ("over", set()) if end.value is None else (SPEAKERS[end.value.declarer], {end.value.game})
    return SPEAKERS[question.seat], set(question.may)


SENIOR, NEXT, ANY, EACH_NAMES = {"mine": "senior"}, {"mine": "next"}, {"igra": "any"}, {"igra_naming": "all"}
IGRA = {"igra", "igra-betl", "igra-sans"}
UP = ("2", "3", "4")
ALONE = ("2", "pass", "pass")


@pytest.mark.parametrize(
    ("options", "said", "expected"),
    [
        pytest.param({}, (*UP, "mine"), ("S", {"5", "pass"}), id="BL3"),
        pytest.param({}, (*UP, "mine", "pass"), ("T", {"5", "pass"}), id="BL3-then"),
        pytest.param({}, UP, ("F", {"mine", "pass"}), id="BL2"),
        pytest.param(SENIOR, UP, ("F", {"mine", "5", "pass"}), id="BL2-senior"),
        pytest.param({}, (*UP, "pass"), ("S", {"mine", "pass"}), id="BL4"),
        pytest.param({}, ("pass", "2", "3"), ("S", {"mine", "pass"}), id="BL5"),
        pytest.param(NEXT, ("2", "3"), ("T", {"mine", "pass", *IGRA}), id="BL6"),
        pytest.param(NEXT, ("2", "3", "mine"), ("F", {"4", "pass"}), id="BL7"),
        pytest.param(NEXT, ("2", "3", "pass"), ("F", {"mine", "pass"}), id="the-question-goes-on"),
        pytest.param(NEXT, ("2",), ("S", {"3", "pass", *IGRA}), id="a-two-cannot-be-held"),
        pytest.param({}, ("2", "igra", "pass"), ("S", {"spades", "diamonds", "hearts", "clubs"}), id="BL8"),
        pytest.param(
            ANY,
            ("2", "igra", "pass"),
            ("S", {"spades", "diamonds", "hearts", "clubs", "betl", "sans"}),
            id="BL8-any",
        ),
        pytest.param({}, ("igra",), ("S", {*IGRA, "pass"}), id="BL9"),
        pytest.param({}, ("igra", "igra", "pass", "hearts"), ("S", {"clubs", "yours"}), id="BL10"),
        pytest.param(
            EACH_NAMES,
            ("igra", "igra", "pass", "hearts"),
            ("S", {"spades", "diamonds", "hearts", "clubs"}),
            id="BL10-all",
        ),
        pytest.param({}, ("pass", "pass", "pass"), ("over", set()), id="BL11"),
        pytest.param({}, ("pass", "pass"), ("T", {"2", "pass", *IGRA}), id="the-third-may-bid"),
        pytest.param({"jump": True}, ("3",), ("S", {"4", "5", "6", "7", "pass", *IGRA}), id="jump"),
    ],
)
def test_the_auction(options: dict[str, Any], said: tuple[str, ...], expected: tuple[str, set[str]]) -> None:
    assert asked(options, *said) == expected


def found(options: Mapping[str, Any], *said: str) -> tuple[str, Any]:
    """Who has it for what, after all the words of an auction."""
    asking = auction(rules(options), [1, 2, 0])
    try:
        question: Ask = next(asking)
        for word in said:
            question = asking.send(word)
        raise AssertionError(question)
    except StopIteration as end:
        declarer, what = end.value
        return SPEAKERS[declarer], what


def test_BL1_hearts_or_higher() -> None:
    assert found({}, "2", "3", "pass", "mine", "4", "pass") == ("S", 4)
    assert {game for game, number in games(rules()).items() if number >= 4} == {"hearts", "clubs", "betl", "sans"}
    assert NUMBERS["spades_low"]["hearts"] == 4


def test_BL9_the_highest_igra_is_played() -> None:
    assert found({}, "igra", "igra-sans") == ("S", "sans")  # nobody can say a higher one: T is not asked


def test_BL10_an_equal_game_stays_with_the_first() -> None:
    asking = naming(rules(EACH_NAMES), [1, 2])
    next(asking)
    asking.send("hearts")
    with pytest.raises(StopIteration) as end:
        asking.send("hearts")
    assert end.value.value == (1, "hearts")


def test_BL12_a_seven_held_may_be_raised_to_eight() -> None:
    up = ("2", "3", "4", "mine", "5", "pass", "mine", "6", "mine", "7", "mine")
    assert asked(PREFERANS, *up) == ("S", {"8", "pass"})
    assert found({}, *up) == ("F", 7)


def after_naming(options: Mapping[str, Any], game: str, *said: str) -> tuple[str, set[str]]:
    """F has it for a two and names the game."""
    first = deal(rules(options), A, DECK)
    question: Ask = next(first)
    for word in ALONE:
        question = first.send(word)
    away = sorted(question.may)[:2]
    return asked(options, *ALONE, *away, game, *said)


@pytest.mark.parametrize(
    ("options", "game", "said", "expected"),
    [
        pytest.param({}, "hearts", ("come", "dont"), ("S", {"ready", "kontra", "invite"}), id="BL13"),
        pytest.param({}, "hearts", ("come", "dont", "kontra"), ("F", {"ready", "rekontra"}), id="BL14"),
        pytest.param(
            {},
            "hearts",
            ("come", "come", "ready", "kontra", "rekontra"),
            ("T", {"ready", "subkontra"}),
            id="BL15",
        ),
        pytest.param(
            {"invite": "may_refuse"},
            "hearts",
            ("come", "dont", "invite"),
            ("T", {"accept", "refuse"}),
            id="BL17",
        ),
        pytest.param({}, "spades", ("come", "dont"), ("S", {"ready", "kontra"}), id="BL18"),
        pytest.param({}, "spades", ("come", "dont", "ready"), ("F", {"spades"}), id="BL18-over"),
        pytest.param({}, "betl", (), ("S", {"ready", "kontra"}), id="BL19"),
        pytest.param({}, "hearts", ("dont", "dont"), ("F", {"hearts"}), id="nobody-came"),
    ],
)
def test_coming_and_kontra(
    options: dict[str, Any], game: str, said: tuple[str, ...], expected: tuple[str, set[str]]
) -> None:
    assert after_naming(options, game, *said) == expected


def leader(options: Mapping[str, Any], bids: tuple[str, ...], game: str, *said: str) -> str:
    """Who leads after an auction, a game and what the others said."""
    asking = deal(rules(options), A, DECK)
    question: Ask = next(asking)
    for word in bids:
        question = asking.send(word)
    for _ in range(2):
        question = asking.send(min(question.may))
    question = asking.send(game)
    for word in said:
        question = asking.send(word)
    assert question.about == "play", question
    return SPEAKERS[question.seat]


CAME = ("come", "come", "ready", "ready")


@pytest.mark.parametrize(
    ("options", "bids", "game", "said", "first"),
    [
        pytest.param({}, ("pass", "2", "pass"), "sans", CAME, "F", id="BL20-A-is-S"),
        pytest.param({}, ("2", "pass", "pass"), "sans", CAME, "T", id="BL20-A-is-F"),
        pytest.param({}, ("2", "pass", "pass"), "sans", ("come", "dont", "ready"), "S", id="BL21"),
        pytest.param({"sans_lead": "eldest_active"}, ("2", "pass", "pass"), "sans", CAME, "F", id="eldest-in-sans"),
        pytest.param({}, ("pass", "2", "pass"), "hearts", CAME, "F", id="suit"),
        pytest.param({}, ("pass", "2", "pass"), "hearts", ("come", "dont", "ready"), "S", id="suit-without-F"),
        pytest.param({}, ("pass", "pass", "2"), "betl", ("ready", "ready"), "F", id="betl"),
        pytest.param(
            {"kontra": "rekontra"},
            ("2", "pass", "pass"),
            "hearts",
            ("come", "come", "ready", "kontra", "rekontra"),
            "F",
            id="BL16",
        ),
        pytest.param({}, ("pass", "pass", "2"), "hearts", ("come", "dont", "kontra", "ready"), "F", id="BL14-C-plays"),
        pytest.param(
            {"invite": "may_refuse"},
            ("pass", "pass", "2"),
            "sans",
            ("dont", "come", "invite", "refuse"),
            "S",
            id="BL17-two-hands",
        ),
    ],
)
def test_who_leads(
    options: dict[str, Any], bids: tuple[str, ...], game: str, said: tuple[str, ...], first: str
) -> None:
    assert leader(options, bids, game, *said) == first


@pytest.mark.parametrize(
    ("hand", "led", "trumps", "may"),
    [
        ({"SA", "S7", "HT"}, None, "H", {"SA", "S7", "HT"}),
        ({"SA", "S7", "HT"}, "S", "H", {"SA", "S7"}),
        ({"SA", "S7", "HT"}, "D", "H", {"HT"}),
        ({"SA", "S7", "HT"}, "D", "C", {"SA", "S7", "HT"}),
        ({"SA", "S7", "HT"}, "D", None, {"SA", "S7", "HT"}),
    ],
)
def test_a_suit_is_followed(hand: set[str], led: str | None, trumps: str | None, may: set[str]) -> None:
    assert playable(hand, led, trumps) == may


@pytest.mark.parametrize(
    ("cards", "trumps", "seat"),
    [
        (("S9", "SA", "HA"), None, B),
        (("S9", "SA", "H7"), "H", C),
        (("S9", "H8", "H7"), "H", B),
        (("ST", "S9", "DA"), "H", A),
    ],
)
def test_the_highest_card_takes_a_trick(cards: tuple[str, ...], trumps: str | None, seat: int) -> None:
    assert taker(list(enumerate(cards)), trumps) == seat


@pytest.mark.parametrize(
    ("options", "game", "own", "others", "ends"),
    [
        ({}, "hearts", 3, 5, True),
        ({}, "hearts", 3, 4, False),
        (ALL_TEN, "hearts", 3, 5, False),
        ({}, "betl", 0, 5, False),
        (ALL_TEN, "betl", 1, 0, True),
        (PREFERANS, "preferans", 5, 1, True),
        (PREFERANS, "preferans", 5, 0, False),
    ],
)
def test_the_play_stops(options: dict[str, Any], game: str, own: int, others: int, ends: bool) -> None:
    assert stopped(rules(options), game, own, others) is ends


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, [1, 2, 0]),
        ({"direction": "counter_clockwise"}, [2, 1, 0]),
        (FOUR, [1, 2, 3]),
        ({**FOUR, "direction": "counter_clockwise"}, [3, 2, 1]),
    ],
)
def test_the_dealers_next_speaks_first(options: dict[str, Any], order: list[int]) -> None:
    told = rules(options)
    assert speakers(told, 0) == order
    assert next_dealer(told, 0) == order[0]
    hands, talon = dealt(told, 0, DECK)
    assert hands[order[0]] >= {*DECK[:5]}
    assert hands[order[2]] >= {*DECK[-5:]}
    assert talon == DECK[15:17]


def test_S30_a_follower_revokes() -> None:
    assert writes(hand("clubs", 0, 0, 0)._replace(revoked=B)) == {"A": -10, "B": 10}


def test_S31_the_declarer_revokes() -> None:
    assert writes(hand("hearts", 5, 3, 2)._replace(revoked=A)) == {"A": 8, "BA": 24, "CA": 16}
