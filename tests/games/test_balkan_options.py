"""Balkan Preferans: each value of each house rule, in a deal where it matters."""

import random

import pytest
from games.balkan_table import Table, balkan, outcome, refusal, seated, standing, written

from prikup.errors import reason
from prikup.games.balkan import KIND, Options, Outcome
from prikup.games.balkan.rules import KONTRA, MORTKONTRA, TWO
from prikup.match import Match


def test_defaults_are_the_seed_and_serbian_is_a_preset() -> None:
    assert next(iter(KIND.presets)) == "balkan"
    assert KIND.presets["balkan"] == Options()
    assert Options() == Options(
        order="seed",
        direction="clockwise",
        jump=False,
        invite=False,
        quota="two_or_four",
        sans_lead="before_declarer",
        refe=True,
        kontra=False,
        bule=60,
    )
    assert KIND.presets["balkan-serbian"] == Options(order="serbian", direction="counter_clockwise")


# The numbers and the direction


@pytest.mark.parametrize(
    ("value", "games"),
    [("seed", "clubs diamonds hearts spades betl sans"), ("serbian", "spades diamonds hearts clubs betl sans")],
)
def test_order(value: str, games: str) -> None:
    table = seated(f"balkan order={value}").say("two pass pass C8 C9")
    assert table.may() == games
    five = "spades" if value == "seed" else "clubs"
    row = table.game.row(outcome(five, (0, 0, 0), "dont dont"), standing())
    assert written(row) == {"bule": (-10, 0, 0)}


@pytest.mark.parametrize(("value", "speakers"), [("clockwise", (1, 2, 0)), ("counter_clockwise", (2, 1, 0))])
def test_direction(value: str, speakers: tuple[int, int, int]) -> None:
    """Speaking, coming, playing and the deal all go the same way; "before declarer" too."""
    table = seated(f"balkan direction={value}")
    for seat in speakers:
        assert table.asked == ("auction", seat)
        table.say("pass")
    first, second, dealer = speakers
    assert table.game.next(Outcome(), table.standing, table.row).dealer == first
    table = seated(f"balkan direction={value}").say("game pass pass hearts")
    assert table.asked == ("follow", second)
    table.say("come")
    assert table.asked == ("follow", dealer)
    table.say("come")
    assert table.public.tricks is not None
    assert table.public.tricks.line == speakers
    sans = seated(f"balkan direction={value}").say("game pass pass sans come come")
    assert sans.asked == ("play", dealer)


def test_direction_says_who_came_first() -> None:
    """The outcome names the next follower in playing direction first."""
    for value, auction, follower in (
        ("clockwise", "game pass pass", 2),
        ("counter_clockwise", "pass game pass", 0),
    ):
        table = seated(f"balkan direction={value}").say(auction)
        assert table.asked == ("name_game", 1)
        table.say("hearts come dont").agree(*(4 if seat == follower else 6 if seat == 1 else 0 for seat in range(3)))
        assert table.outcome.came == ("come", "dont")
        assert written(table.row)["bule"] == (0, -10, 0)


# The auction


@pytest.mark.parametrize(
    ("value", "first", "then", "senior"),
    [
        ("off", "two game", "three game", "mine four"),
        ("on", "two three four five six seven game", "three four five six seven game", "mine four five six seven"),
    ],
)
def test_jump(value: str, first: str, then: str, senior: str) -> None:
    table = seated(f"balkan jump={value}")
    assert table.may() == f"pass {first}"
    assert table.say("two").may() == f"pass {then}"
    assert table.say("three pass").may() == f"pass {senior}"


def test_jump_never_goes_down() -> None:
    table = seated("balkan jump=on").say("five")
    assert table.may() == "pass six seven game"
    assert refusal(table, "two").key == "bid-higher"
    assert table.say("seven").may() == "pass game"


# Coming


def test_invite_off() -> None:
    assert seated().say("two pass pass C8 C9 hearts come dont").public.phase == "play"


@pytest.mark.parametrize(("follow", "alone"), [("come dont", 2), ("dont come", 0)])
def test_invite_on(follow: str, alone: int) -> None:
    table = seated("balkan invite=on").say(f"two pass pass C8 C9 hearts {follow}")
    assert (table.asked, table.may()) == (("invite", alone), "alone invite")
    assert refusal(table, "come") == reason("not-now")
    table.say("invite")
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 2, 0)
    assert reason("invited", seat=alone) in table.headline
    table.agree(2, 6, 2)
    assert table.outcome.came == (("invite", "dont") if alone == 2 else ("dont", "invite"))
    column = "right" if alone == 2 else "left"
    assert written(table.row) == {
        "bule": (0, -8, 0),
        column: tuple(4 * 8 if seat == alone else 0 for seat in range(3)),
    }


def test_invite_on_and_he_plays_alone() -> None:
    table = seated("balkan invite=on").say("two pass pass C8 C9 hearts come dont alone")
    assert table.public.tricks is not None
    assert set(table.public.tricks.seats) == {1, 2}
    assert table.public.writer is None
    assert table.agree(0, 6, 4).outcome.came == ("come", "dont")


@pytest.mark.parametrize(("tricks", "short"), [((7, 0, 3), True), ((6, 0, 4), False), ((6, 4, 0), False)])
def test_invite_on_needs_four_together(tricks: tuple[int, int, int], short: bool) -> None:
    row = balkan("balkan invite=on").row(outcome("clubs", tricks, "invite dont"), standing())
    assert written(row) == {
        "bule": (-4, 4 if short else 0, 0),
        "right": (0, 4 * (10 - tricks[0]), 0),
    }


def test_invite_is_asked_only_of_one_who_came_alone() -> None:
    assert seated("balkan invite=on").say("two pass pass C8 C9 hearts come come").public.phase == "play"
    assert seated("balkan invite=on").say("two pass pass C8 C9 hearts dont dont").public.actor is None
    assert seated("balkan invite=on").say("two pass pass C8 C9 betl").public.phase == "play"


@pytest.mark.parametrize(("value", "bule"), [("two_or_four", (-10, 0, 0)), ("two_each", (-10, 0, 10))])
def test_quota(value: str, bule: tuple[int, int, int]) -> None:
    row = balkan(f"balkan quota={value}").row(outcome("spades", (6, 3, 1)), standing())
    assert written(row)["bule"] == bule


@pytest.mark.parametrize(
    ("value", "follow", "leader"),
    [
        ("before_declarer", "come come", 0),
        ("before_declarer", "come dont", 2),
        ("before_declarer", "dont come", 0),
        ("eldest_active", "come come", 1),
        ("eldest_active", "come dont", 1),
    ],
)
def test_sans_lead(value: str, follow: str, leader: int) -> None:
    """Seat 1 declares and is the eldest."""
    table = seated(f"balkan sans_lead={value}").say(f"two pass pass C8 C9 sans {follow}")
    assert table.asked == ("play", leader)


def test_sans_lead_is_for_sans_only() -> None:
    for contract in ("clubs come come", "betl"):
        assert seated().say(f"two pass pass C8 C9 {contract}").asked == ("play", 1)


# Refe


@pytest.mark.parametrize(("value", "passed", "bule"), [("on", {"refe": (1, 1, 1)}, -8), ("off", {}, -4)])
def test_refe(value: str, passed: dict[str, tuple[int, ...]], bule: int) -> None:
    rules = balkan(f"balkan refe={value}")
    assert written(rules.row(Outcome(), standing())) == passed
    row = rules.row(outcome("clubs", (0, 0, 0), "dont dont"), standing(refe=(1, 1, 1)))
    assert row.amount("bule", 0) == bule
    table = seated(f"balkan refe={value}", where=standing(refe=(1, 0, 0)))
    assert table.headline == ((reason("open-refe", seat=0, refe=1),) if value == "on" else ())


# Kontra


def kontra(words: str, options: str = "balkan kontra=on") -> Table:
    """Seat 1 declares hearts; then these words."""
    return seated(options).say("two pass pass C8 C9 hearts").say(words)


def test_kontra_off() -> None:
    table = seated().say("two pass pass C8 C9 hearts")
    assert refusal(table, "kontra") == reason("kontra-off")


def test_kontra_on_is_said_instead_of_coming_and_all_three_play() -> None:
    table = kontra("")
    assert table.may() == "come dont kontra"
    table.say("kontra")
    assert (table.asked, table.may()) == (("kontra", 1), "pass rekontra")
    assert refusal(table, "subkontra") == reason("not-now")
    table.say("pass")
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 2, 0)
    assert reason("doubled", seat=2, call=KONTRA) in table.headline
    assert table.at_random(random.Random(1)).outcome.came == ("kontra", "come")


@pytest.mark.parametrize("first", ["dont", "come"])
def test_kontra_on_by_the_second_brings_the_first_in(first: str) -> None:
    table = kontra(f"{first} kontra pass")
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 2, 0)
    assert table.at_random(random.Random(1)).outcome.came == (first, "kontra")


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ("kontra pass", 2),
        ("kontra rekontra pass", 4),
        ("kontra rekontra subkontra pass", 8),
        ("kontra rekontra subkontra mortkontra", 16),
    ],
)
def test_kontra_on_doubles_up_to_sixteen_times(words: str, times: int) -> None:
    table = kontra(words)
    assert table.public.phase == "play"
    assert reason("stake", stake=8 * times) in table.headline
    table.agree(2, 5, 3)
    assert written(table.row) == {"bule": (0, 8 * times, 0), "right": (0, 0, 5 * 8 * times)}


def test_kontra_on_declarer_and_the_kontra_player_answer_in_turn() -> None:
    table = kontra("kontra rekontra")
    assert (table.asked, table.may()) == (("kontra", 2), "pass subkontra")
    table.say("subkontra")
    assert (table.asked, table.may()) == (("kontra", 1), "pass mortkontra")
    assert table.say("mortkontra").public.said[-1].action == MORTKONTRA


@pytest.mark.parametrize("together", [0, 3, 4])
def test_kontra_on_needs_five_together_and_takes_all_results(together: int) -> None:
    told = outcome("clubs", (10 - together, together, 0), "dont kontra", kontra="kontra")
    expected = {"bule": (-8, 0, 8)} | ({"left": (0, 0, 8 * together)} if together else {})
    assert written(balkan("balkan kontra=on").row(told, standing())) == expected


def test_kontra_on_with_five_together_the_game_is_lost() -> None:
    told = outcome("clubs", (5, 5, 0), "dont kontra", kontra="kontra")
    assert written(balkan("balkan kontra=on").row(told, standing())) == {"bule": (8, 0, 0), "left": (0, 0, 40)}


def test_kontra_on_in_a_betl_pays_all_to_the_kontra_player() -> None:
    rules = balkan("balkan kontra=on")
    lost = outcome("betl", (1, 0, 0), "come kontra", kontra="kontra")
    assert written(rules.row(lost, standing())) == {"bule": (24, 0, 0), "left": (0, 0, 240)}
    made = outcome("betl", (0, 5, 5), "come kontra", kontra="kontra")
    assert written(rules.row(made, standing())) == {"bule": (-24, 0, 0)}


def test_kontra_on_a_refa_doubles_it_once_more() -> None:
    told = outcome("clubs", (5, 5, 0), "kontra come", kontra="rekontra")
    row = balkan("balkan kontra=on").row(told, standing(refe=(1, 0, 0)))
    assert written(row) == {"bule": (32, 0, 0), "right": (0, 160, 0), "refe": (-1, 0, 0)}


def test_kontra_on_with_invite_on_goes_before_the_invitation() -> None:
    table = kontra("come kontra pass", "balkan kontra=on invite=on")
    assert table.public.phase == "play"
    assert kontra("come dont", "balkan kontra=on invite=on").public.phase == "invite"


# The beginning


@pytest.mark.parametrize("bule", [60, 100, 150])
def test_bule(bule: int) -> None:
    match = Match.begin(balkan(f"balkan bule={bule}"))
    assert match.sheet.totals[0] == (bule,) * 3
    assert set(match.game.settlement(match.sheet.totals)) == {0}
    assert match.standing.totals[1:] == ((0, 0, 0),) * 3


def test_two_is_the_lowest_call_of_every_order() -> None:
    for order in ("seed", "serbian"):
        assert min(balkan(f"balkan order={order}").numbers.values()) == TWO
