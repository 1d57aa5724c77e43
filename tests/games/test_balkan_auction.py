"""Balkan Preferans as it is played in clubs: the auction, coming, kontra and invitation. The vectors BL1–BL21.

F, S and T are the first, second and third to speak.
"""

import pytest
from games.balkan_table import HANDS, Table, club, club_standing, deck_of, refusal, standing

from prikup.bots.payoff import Payoff
from prikup.claims import claim
from prikup.contest import Contest
from prikup.errors import Reason, reason
from prikup.game import Settled, claim_of_all
from prikup.games.balkan.calls import IGRA_BETL, KONTRA, SANS, SPADES_GAME, TWO
from prikup.games.balkan.seating import speakers

SEATS = {"F": 2, "S": 1, "T": 0}
FOUR = 3


def auction(words: str, options: str = "") -> Table:
    """A table of the club at which this was said; seat 0 deals, and it goes counter-clockwise."""
    rules = club(options)
    return Table(rules, deck_of(HANDS, "...T8", (2, 1, 0)), standing()).say(words)


def declared(game: str, words: str = "", options: str = "") -> Table:
    """F declares; then these words: B is S and C is T."""
    return at_first_cards(auction("two pass pass", options)).say(f"{game} {words}")


def at_first_cards(table: Table) -> Table:
    """A table at which the talon was taken and the two lowest cards laid away."""
    return table.say(table.may().split()[0]).say(table.may().split()[0])


def asked(table: Table) -> tuple[str, str]:
    """Who is asked, by letter, and what they may say."""
    return next(letter for letter, seat in SEATS.items() if seat == table.public.actor), table.may()


# The auction


def test_BL1_who_spoke_before_the_holder_holds_and_the_other_goes_above() -> None:
    table = at_first_cards(auction("two three pass mine four pass"))
    assert table.public.declarer == SEATS["S"]
    assert table.may() == "hearts clubs betl sans"


def test_BL2_a_senior_who_has_bid_holds_or_passes() -> None:
    assert asked(auction("two three four")) == ("F", "pass mine")
    assert refusal(auction("two three four"), "five") == reason("hold-or-pass", call=TWO + 2)
    assert asked(auction("two three four", "mine=senior")) == ("F", "pass mine five")


def test_BL3_a_number_that_is_held_may_be_raised_by_those_after_its_holder() -> None:
    assert asked(auction("two three four mine")) == ("S", "pass five")
    assert asked(auction("two three four mine pass")) == ("T", "pass five")


def test_BL4_the_next_senior_is_asked_when_the_first_passes() -> None:
    assert asked(auction("two three four pass")) == ("S", "pass mine")


def test_BL5_with_the_first_gone_the_second_is_senior() -> None:
    assert asked(auction("pass two three")) == ("S", "pass mine")


def test_BL6_the_next_player_has_to_answer_a_number() -> None:
    table = auction("two three", "mine=next")
    assert asked(table) == ("T", "pass mine igra igra-betl igra-sans")
    assert refusal(table, "four") == reason("hold-or-pass", call=TWO + 1)


def test_BL7_after_a_hold_raising_is_free_again() -> None:
    table = auction("two three mine", "mine=next")
    assert asked(table) == ("F", "pass four")
    assert refusal(table, "mine") == reason("held-already", call=TWO + 1)
    assert asked(table.say("four")) == ("S", "pass mine")


def test_under_mine_next_a_pass_hands_the_question_on() -> None:
    table = auction("two three pass", "mine=next")
    assert asked(table) == ("F", "pass mine")
    assert asked(table.say("mine")) == ("S", "pass four")
    assert table.say("pass").public.declarer == SEATS["F"]


def test_under_mine_next_a_two_cannot_be_held() -> None:
    table = auction("pass two", "mine=next")
    assert asked(table) == ("T", "pass three igra igra-betl igra-sans")
    assert refusal(table, "mine") == reason("two-not-held")


def test_under_mine_next_the_last_number_ends_with_a_hold() -> None:
    assert auction("two three mine four mine five mine six mine seven mine", "mine=next").public.phase == "discard"


@pytest.mark.parametrize(("value", "games"), [("named_high", ""), ("any", " betl sans")])
def test_BL8_who_has_spoken_is_not_asked_after_an_igra(value: str, games: str) -> None:
    table = auction("two igra pass", f"igra={value}")
    assert asked(table) == ("S", f"spades diamonds hearts clubs{games}")
    if not games:
        assert refusal(table, "betl") == reason("igra-of-a-suit")


def test_BL9_an_igra_of_sans_is_the_highest() -> None:
    table = auction("igra")
    assert asked(table) == ("S", "pass igra igra-betl igra-sans")
    table.say("igra-sans")  # T could only pass, and is not asked
    assert (table.public.declarer, table.asked) == (SEATS["S"], ("follow", SEATS["T"]))
    assert table.public.contract == SANS
    assert auction("igra igra-sans pass", "preferans=on").public.contract == SANS


def test_after_an_igra_of_betl_only_a_higher_one_can_be_said() -> None:
    table = auction("igra-betl")
    assert asked(table) == ("S", "pass igra-sans")
    assert refusal(table, "igra") == refusal(table, "igra-betl") == reason("igra-higher", call=IGRA_BETL)
    assert refusal(table, "igra-preferans") == reason("not-now")
    assert table.headline == (reason("says-igra-of", seat=SEATS["F"], call=IGRA_BETL),)
    assert asked(auction("igra-betl", "preferans=on")) == ("S", "pass igra-sans igra-preferans")
    assert auction("igra-sans").public.declarer == SEATS["F"], "nobody can go above it"


def test_BL10_a_higher_game_or_yours() -> None:
    table = auction("igra igra pass").say("hearts")
    assert asked(table) == ("S", "clubs yours")
    assert table.say("yours").public.declarer == SEATS["F"]
    higher = auction("igra igra pass").say("hearts clubs")
    assert higher.public.declarer == SEATS["S"]


def test_BL10_who_cannot_name_a_higher_one_is_not_asked() -> None:
    table = auction("igra igra igra").say("clubs")
    assert (table.public.declarer, table.public.phase) == (SEATS["F"], "follow")


def test_BL10_all_name_a_game_and_of_equal_ones_the_first_plays() -> None:
    table = auction("igra igra pass", "igra_naming=all").say("hearts")
    assert asked(table) == ("S", "spades diamonds hearts clubs")
    assert table.say("hearts").public.declarer == SEATS["F"]


def test_BL11_all_pass() -> None:
    table = auction("pass pass pass")
    assert table.public.actor is None
    assert [(e.column, e.side, e.amount) for e in table.row.entries] == [("refe", seat, 1) for seat in range(3)]


def test_BL12_above_seven_stands_preferans() -> None:
    table = auction("two three pass mine four mine five mine six mine seven mine", "preferans=on")
    assert asked(table) == ("S", "pass eight")
    assert refusal(auction("two three pass mine four mine five mine six mine seven", ""), "eight") == reason("not-now")


# Coming, kontra, invitation


def test_BL13_who_came_alone_plays_says_kontra_or_invites() -> None:
    table = declared("hearts", "come dont")
    assert asked(table) == ("S", "moze kontra invite")
    assert table.say("moze").public.phase == "play"
    assert set(table.public.tricks.seats if table.public.tricks else ()) == {SEATS["F"], SEATS["S"]}


def test_BL14_a_kontra_brings_in_the_other() -> None:
    table = declared("hearts", "come dont kontra")
    assert asked(table) == ("F", "moze rekontra")
    assert table.public.comers == (SEATS["S"], SEATS["T"])
    table.say("moze").agree(5, 0, 5)
    assert table.outcome.kontra_by == 0
    assert table.outcome.came == ("come", "dont")


def test_BL15_the_kontra_player_answers_alone() -> None:
    table = declared("hearts", "come come")
    assert asked(table) == ("S", "moze kontra")
    assert asked(table.say("moze")) == ("T", "moze kontra")
    table.say("kontra rekontra")
    assert asked(table) == ("T", "moze subkontra")
    assert asked(table.say("subkontra")) == ("F", "moze mortkontra")
    table.say("mortkontra")
    assert table.public.phase == "play"
    assert reason("doubled", seat=SEATS["T"], call=KONTRA + 3, needed=5) in table.headline


@pytest.mark.parametrize(("value", "said"), [("kontra", "kontra"), ("rekontra", "kontra rekontra")])
def test_BL16_no_further_than_was_agreed(value: str, said: str) -> None:
    assert declared("hearts", f"come dont {said}", f"kontra={value}").public.phase == "play"


def test_the_first_kontra_ends_the_asking() -> None:
    assert asked(declared("hearts", "come come kontra")) == ("F", "moze rekontra")


def test_BL17_an_invitation_may_be_refused() -> None:
    table = declared("hearts", "come dont invite", "invite=may_refuse")
    assert asked(table) == ("T", "accept refuse")
    table.say("refuse").agree(0, 1, 9)
    assert table.outcome.invite == "refused"
    assert [(e.column, e.side, e.amount) for e in table.row.entries] == [
        ("bule", SEATS["F"], -8),
        ("left", SEATS["S"], 8),
        ("bule", SEATS["S"], 8),
    ]
    assert declared("hearts", "come dont invite accept", "invite=may_refuse").public.writer == SEATS["S"]


def test_an_invitation_that_must_be_accepted_is_not_asked_about() -> None:
    table = declared("hearts", "dont come invite")
    assert (table.public.phase, table.public.writer) == ("play", SEATS["T"])


def test_BL18_to_the_lowest_game_nobody_is_invited() -> None:
    table = declared("spades", "come dont")
    assert asked(table) == ("S", "moze kontra")
    assert refusal(table, "invite") == reason("lowest-needs-kontra", call=SPADES_GAME)
    assert reason("lowest-needs-kontra", call=SPADES_GAME) in table.headline
    table.say("moze")
    assert table.public.actor is None
    assert [(e.column, e.side, e.amount) for e in table.row.entries] == [("refe", seat, 1) for seat in range(3)]


def test_the_lowest_game_is_played_under_kontra_and_from_the_hand() -> None:
    assert declared("spades", "come come moze kontra moze").public.phase == "play"
    assert auction("igra pass pass spades come dont").may() == "moze kontra invite"


def test_BL19_to_a_betl_both_come_unasked() -> None:
    table = declared("betl")
    assert asked(table) == ("S", "moze kontra")
    assert table.say("moze moze").public.phase == "play"
    table.agree(3, 7, 0)
    assert table.outcome.came == ("come", "come")


def test_BL19_to_preferans_both_come_unasked() -> None:
    table = declared("preferans", "", "preferans=on kontra=off")
    assert (table.public.phase, table.public.comers) == ("play", (SEATS["S"], SEATS["T"]))


def test_without_kontra_only_who_came_alone_is_asked() -> None:
    assert declared("hearts", "come come", "kontra=off").public.phase == "play"
    table = declared("hearts", "come dont", "kontra=off")
    assert asked(table) == ("S", "alone invite")
    assert refusal(table, "kontra") == reason("kontra-off")
    assert table.say("alone").public.phase == "play"
    assert declared("hearts", "come dont", "kontra=off invite=off").public.phase == "play"


def test_kontra_is_no_answer_to_the_question_who_comes() -> None:
    assert refusal(declared("hearts"), "kontra") == reason("come-first")


@pytest.mark.parametrize(
    ("words", "leads"),
    [
        pytest.param("pass two pass SK SQ sans come come moze moze", "F", id="BL20"),
        pytest.param("two pass pass S7 ST sans come come moze moze", "T", id="BL20-first"),
        pytest.param("two pass pass S7 ST sans come dont moze", "S", id="BL21"),
    ],
)
def test_in_sans_the_player_before_declarer_leads(words: str, leads: str) -> None:
    assert auction(words).asked == ("play", SEATS[leads])


# The end of the play


def test_at_five_the_followers_fifth_trick_ends_the_play() -> None:
    table = declared("hearts", "come come moze moze")
    assert refusal_of_split(table, (5, 4, 1)) == "split-ends-play"
    assert refusal_of_split(table, (2, 2, 4)) == "split-must-sum"
    assert table.agree(3, 2, 3).outcome.tricks == (3, 2, 3)
    ended = declared("hearts", "come come moze moze").agree(3, 2, 5)
    assert not ended.outcome.made


def refusal_of_split(table: Table, split: tuple[int, ...]) -> str:
    """Why an agreement is refused."""
    found = table.game.settle(table.state, Settled(tricks=split))
    assert isinstance(found, Reason)
    return found.key


def test_at_five_a_claim_of_the_followers_names_five_at_most() -> None:
    hands = ("AKQJT.AKQJT..", "..AKQJT.AKQJT", "987.987.98.87")
    rules = club("stop=at_five kontra=off invite=off")
    table = Table(rules, deck_of(hands, "..7.9", (2, 1, 0)), standing())
    table = at_first_cards(table.say("two pass pass")).say("sans come come")
    assert table.asked == ("play", SEATS["T"])
    assert claim(rules, table.view()) == Settled(tricks=(5, 0, 0))
    assert claim_of_all(rules, table.view()) == (5, 0, 5)
    assert table.game.contest(table.public) == Contest(((2,), (1,), (0,)), "most", 2, (1, 0), 5)
    table.agree(5, 0, 0)
    assert table.outcome.tricks == (5, 0, 0)


@pytest.mark.parametrize(
    ("game", "options", "within"),
    [
        ("hearts", "kontra=off invite=off", (5, 10)),
        ("hearts", "invite=off stop=all_ten quota=two_each", (0, 10)),
        ("betl", "kontra=off", (0, 1)),
        ("preferans", "kontra=off preferans=on", (9, 10)),
    ],
)
def test_the_tricks_that_decide_are_those_before_the_play_ends(
    game: str, options: str, within: tuple[int, int]
) -> None:
    table = declared(game, "" if game in ("betl", "preferans") else "come come", options)
    table = table if table.public.phase == "play" else table.say("moze moze")
    payoff = Payoff(table.game, table.public)
    assert payoff.deciding_tricks(table.state, table.game.contest(table.public)) == within


def test_preferans_ends_with_the_followers_first_trick() -> None:
    table = declared("preferans", "", "preferans=on kontra=off sans_lead=eldest_active").say("D7")
    table.say(table.may().split()[0]).say(table.may().split()[0])
    assert table.public.actor is None
    assert not table.outcome.made


# Four at the table


def test_with_four_the_dealer_sits_out() -> None:
    rules = club("players=4")
    assert speakers(rules.options, FOUR) == (2, 1, 0)
    table = Table(rules, deck_of(HANDS, "...T8", (2, 1, 0)), club_standing(rules, dealer=FOUR))
    assert [hand.bit_count() for hand in table.state.hands] == [10, 10, 10, 0]
    assert {cell.seat for cell in rules.unknown(table.view(2))} == {0, 1, None}
    assert {cell.seat for cell in rules.unknown(table.view(3))} == {0, 1, 2, None}
    table.say("pass pass pass")
    assert table.next.dealer == 2
