"""Balkan Preferans: each value of each house rule, in a deal where it matters."""

import pytest
from games.balkan_table import balkan, outcome, refusal, seated, standing, written

from prikup.errors import BadOptions, reason
from prikup.games.balkan import KIND, Options, Outcome
from prikup.games.balkan.calls import TWO
from prikup.match import Match
from prikup.options import fields, idle, options_text, parse_options

PRESETS = KIND.presets


def test_the_defaults_are_the_seed_and_the_clubs_are_presets() -> None:
    assert list(PRESETS) == ["balkan", "serbian-club", "serbian-league"]
    assert PRESETS["balkan"] == Options()
    assert {f.name: f.default for f in fields(Options)} == {
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
        "refe_below": "no",
        "refe_frozen": False,
        "bule": 60,
        "last_game": "full",
    }
    club, league = PRESETS["serbian-club"], PRESETS["serbian-league"]
    assert (club.order, club.direction, club.mine, club.igra) == (
        "spades_low",
        "counter_clockwise",
        "senior_must",
        "named_high",
    )
    assert (club.igra_naming, club.invite, club.kontra, club.stop) == (
        "higher_or_yours",
        "on",
        "mortkontra",
        "at_five",
    )
    assert (club.lowest_needs_kontra, club.refe, club.bule) == ("refa_else_made", 2, 100)
    assert (league.lowest_needs_kontra, league.refe, league.bule) == ("off", 8, 400)
    assert options_text(PRESETS, league) == "serbian-league"


def test_I8_what_is_idle_by_default() -> None:
    assert [one.option for one in idle(Options())] == ["lowest_needs_kontra", "betl_kontra"]
    assert [one.option for one in idle(parse_options(PRESETS, "serbian-club refe=0"))] == ["refe_below", "refe_frozen"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("balkan bule=61", "option-not-in-steps"),
        ("balkan bule=18", "option-out-of-bounds"),
        ("balkan bule=1002", "option-out-of-bounds"),
        ("balkan refe=21", "option-out-of-bounds"),
        ("balkan order=seed", "option-bad-value"),
        ("balkan-serbian", "preset-unknown"),
    ],
)
def test_what_no_option_can_be(text: str, key: str) -> None:
    with pytest.raises(BadOptions) as refused:
        parse_options(PRESETS, text)
    assert refused.value.reason.key == key


@pytest.mark.parametrize("bule", [20, 22, 400, 1000])
def test_bule_are_any_even_number(bule: int) -> None:
    assert parse_options(PRESETS, f"balkan bule={bule}").bule == bule


# The numbers and the direction


@pytest.mark.parametrize(
    ("value", "games"),
    [("clubs_low", "clubs diamonds hearts spades betl sans"), ("spades_low", "spades diamonds hearts clubs betl sans")],
)
def test_order(value: str, games: str) -> None:
    table = seated(f"balkan order={value}").say("two pass pass C8 C9")
    assert table.may() == games
    five = "spades" if value == "clubs_low" else "clubs"
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
    table = seated(f"balkan direction={value}").say("igra pass pass hearts")
    assert table.asked == ("follow", second)
    table.say("come")
    assert table.asked == ("follow", dealer)
    table.say("come")
    assert table.public.tricks is not None
    assert table.public.tricks.line == speakers
    sans = seated(f"balkan direction={value}").say("igra pass pass sans come come")
    assert sans.asked == ("play", dealer)


def test_direction_says_who_came_first() -> None:
    """The outcome names the next follower in playing direction first."""
    for value, auction, follower in (
        ("clockwise", "igra pass pass", 2),
        ("counter_clockwise", "pass igra pass", 0),
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
        ("off", "two igra", "three igra", "mine four"),
        ("on", "two three four five six seven igra", "three four five six seven igra", "mine four five six seven"),
    ],
)
def test_jump(value: str, first: str, then: str, senior: str) -> None:
    table = seated(f"balkan jump={value}")
    assert table.may() == f"pass {first}"
    assert table.say("two").may() == f"pass {then}"
    assert table.say("three pass").may() == f"pass {senior}"


def test_jump_never_goes_down() -> None:
    table = seated("balkan jump=on").say("five")
    assert table.may() == "pass six seven igra"
    assert refusal(table, "two").key == "bid-higher"
    assert table.say("seven").may() == "pass igra"


# Coming


@pytest.mark.parametrize(("follow", "alone"), [("come dont", 2), ("dont come", 0)])
def test_invite_on(follow: str, alone: int) -> None:
    table = seated("balkan invite=on").say(f"two pass pass C8 C9 hearts {follow}")
    assert (table.asked, table.may()) == (("speak", alone), "alone invite")
    table.say("invite")
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 2, 0)
    assert reason("invited", seat=alone) in table.headline
    table.agree(2, 6, 2)
    assert table.outcome.invite == "accepted"
    column = "right" if alone == 2 else "left"
    assert written(table.row) == {
        "bule": (0, -8, 0),
        column: tuple(4 * 8 if seat == alone else 0 for seat in range(3)),
    }


def test_invite_is_asked_only_of_one_who_came_alone() -> None:
    assert seated("balkan invite=on").say("two pass pass C8 C9 hearts come come").public.phase == "play"
    assert seated("balkan invite=on").say("two pass pass C8 C9 hearts dont dont").public.actor is None
    assert seated("balkan invite=on").say("two pass pass C8 C9 betl").public.phase == "play"
    assert seated().say("two pass pass C8 C9 hearts come dont").public.phase == "play"


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


@pytest.mark.parametrize(("value", "passed", "bule"), [(2, {"refe": (1, 1, 1)}, -8), (0, {}, -4)])
def test_refe(value: int, passed: dict[str, tuple[int, ...]], bule: int) -> None:
    rules = balkan(f"balkan refe={value}")
    assert written(rules.row(Outcome(), standing())) == passed
    row = rules.row(outcome("clubs", (), "dont dont"), standing(refe=(1, 1, 1)))
    assert row.amount("bule", 0) == bule
    table = seated(f"balkan refe={value}", where=standing(refe=(1, 0, 0)))
    assert table.headline == ((reason("open-refe", seat=0, refe=1),) if value else ())


def test_refe_rest_while_somebody_is_below_the_hat_and_everybody_is_told() -> None:
    table = seated("balkan refe_frozen=on", where=standing(bule=(60, -2, 60), refe=(1, 0, 0)))
    assert table.headline == (reason("open-refe", seat=0, refe=1), reason("outlook-frozen"))


# The beginning


@pytest.mark.parametrize("bule", [20, 60, 400])
def test_bule(bule: int) -> None:
    match = Match.begin(balkan(f"balkan bule={bule}"))
    assert match.sheet.totals[0] == (bule,) * 3
    assert set(match.game.settlement(match.sheet.totals)) == {0}
    assert match.standing.totals[1:] == ((0, 0, 0),) * 3


def test_two_is_the_lowest_call_of_every_order() -> None:
    for order in ("clubs_low", "spades_low"):
        assert min(balkan(f"balkan order={order}").numbers.values()) == TWO
