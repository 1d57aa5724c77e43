"""Balkan Preferans as played in clubs: the auction, coming, kontra and invitation. The vectors BL1–BL21.

F, S and T are the first, second and third to call.
"""

from games.balkan_table import CLUB_NAMES, HANDS, TALON, Table, club, club_standing, club_table, deck_of, standing
from games.table import check

from prikup.bots.payoff import Payoff
from prikup.claims import bot_claim
from prikup.games.balkan.seating import speakers
from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd, ClaimableTricks, claimable
from prikup.rules.objective import Objective

FOUR = 3
REFA_FOR_ALL = "refe T +1; refe S +1; refe F +1"


def table_after_contract(game: str, words: str = "", options: str = "") -> Table:
    """Return a table at which F declares, followed by these words: B is S and C is T."""
    return club_table(options).say("two pass pass").discard_lowest().say(f"{game} {words}")


def test_balkan_auction_follows_club_rules() -> None:
    check(
        club_table,
        """
        # BL1: who spoke before the holder holds, and the other goes above
        two three pass mine four pass | declarer S | away declare | may hearts clubs betl sans
        # BL2: a senior who has bid holds or passes
        two three four                | asked auction F | may pass mine | not five: hold-or-pass call=four
        [mine=senior] two three four  | asked auction F | may pass mine five
        # BL3: a number that is held may be raised by those after its holder
        two three four mine           | asked auction S | may pass five
        + pass                        | asked auction T | may pass five
        # BL4: the next senior is asked when the first passes; BL5: with the first gone the second is senior
        two three four pass           | asked auction S | may pass mine
        pass two three                | asked auction S | may pass mine
        # BL6: the next player has to answer a number; BL7: after a hold raising is free again
        [mine=next] two three         | asked auction T | may pass mine igra igra-betl igra-sans
        +                             | not four: hold-or-pass call=three
        + mine                        | asked auction F | may pass four | not mine: held-already call=three
        + four                        | asked auction S | may pass mine
        # A pass hands the question on; a two cannot be held; the last number ends with a hold
        [mine=next] two three pass    | asked auction F | may pass mine
        + mine                        | asked auction S | may pass four
        + pass                        | declarer F
        [mine=next] pass two          | asked auction T | may pass three igra igra-betl igra-sans
        +                             | not mine: two-not-held
        [mine=next] two three mine four mine five mine six mine seven mine | asked discard S
        # BL11: all pass
        pass pass pass                | asked over | written refe T +1; refe S +1; refe F +1
        # BL12: above seven stands preferans
        [preferans=on] two three pass mine four mine five mine six mine seven mine | asked auction S | may pass eight
        two three pass mine four mine five mine six mine seven | not eight: not-now
        """,
    )


def test_balkan_igra_follows_club_rules() -> None:
    check(
        club_table,
        """
        # BL8: who has spoken is not asked after an igra
        two igra pass                   | asked name_game S | may spades diamonds hearts clubs
        +                               | not betl: igra-of-a-suit
        [igra=any] two igra pass        | asked name_game S | may spades diamonds hearts clubs betl sans
        # BL9: an igra of sans is the highest; T could only pass, and is not asked
        igra                            | asked auction S | may pass igra igra-betl igra-sans
        + igra-sans                     | declarer S | asked follow T | says contract seat=S call=sans
        [preferans=on] igra igra-sans pass | says contract seat=S call=sans
        # After an igra of betl only a higher one can be said; above sans nobody can go
        igra-betl                       | asked auction S | may pass igra-sans
        +                               | headline says-igra-of seat=F call=igra-betl
        +                               | not igra igra-betl: igra-higher call=igra-betl | not igra-preferans: not-now
        [preferans=on] igra-betl        | asked auction S | may pass igra-sans igra-preferans
        igra-sans                       | declarer F
        # BL10: a higher game or yours; who cannot name a higher one is not asked
        igra igra pass hearts           | asked name_game S | may clubs yours
        + yours                         | declarer F
        igra igra pass hearts clubs     | declarer S
        igra igra igra clubs            | declarer F | asked follow S
        # BL10: all name a game, and of equal ones the first plays
        [igra_naming=all] igra igra pass hearts | asked name_game S | may spades diamonds hearts clubs
        + hearts                        | declarer F
        """,
    )


def test_balkan_coming_kontra_and_invitation_follow_club_rules() -> None:
    """F declares after discarding the two lowest cards."""
    check(
        lambda options: club_table(options).say("two pass pass").discard_lowest(),
        """
        # BL13: who came alone plays, says kontra or invites; kontra is no answer to the question who comes
        hearts                              | not kontra: come-first
        + come dont                         | asked speak S | may moze kontra invite
        + moze                              | asked play F | seats FS
        # BL14: a kontra brings in the other; the first kontra ends the asking
        hearts come dont kontra             | asked kontra F | may moze rekontra
        + moze                              | seats FST
        hearts come come kontra             | asked kontra F | may moze rekontra
        # BL15: the kontra player answers alone
        hearts come come                    | asked speak S | may moze kontra
        + moze                              | asked speak T | may moze kontra
        + kontra rekontra                   | asked kontra T | may moze subkontra
        + subkontra                         | asked kontra F | may moze mortkontra
        + mortkontra                        | asked play F | says doubled seat=T call=mortkontra needed=5
        # BL16: no further than was agreed
        [kontra=kontra] hearts come dont kontra | asked play F
        [kontra=rekontra] hearts come dont kontra rekontra | asked play F
        # BL17: an invitation may be refused; else it is not asked about
        [invite=may_refuse] hearts come dont invite | asked invited T | may accept refuse
        + accept                            | says invited seat=S | seats FST
        hearts dont come invite             | asked play F | says invited seat=T
        # BL18: to the lowest game nobody is invited, and without a kontra it is not played
        spades come dont                    | asked speak S | may moze kontra | says lowest-needs-kontra call=spades
        +                                   | not invite: lowest-needs-kontra call=spades
        + moze                              | asked over | written refe T +1; refe S +1; refe F +1
        spades come come moze kontra moze   | asked play F
        # BL19: to a betl and to preferans both come unasked
        betl                                | asked speak S | may moze kontra
        + moze moze                         | asked play F | seats FST
        [preferans=on kontra=off] preferans | asked play T | seats FST
        # Without kontra only who came alone is asked
        [kontra=off] hearts come come       | asked play F
        [kontra=off] hearts come dont       | asked speak S | may alone invite | not kontra: kontra-off
        + alone                             | asked play F
        [kontra=off invite=off] hearts come dont | asked play F
        """,
    )


def test_balkan_lowest_igra_and_sans_lead_follow_club_rules() -> None:
    check(
        club_table,
        """
        # From the hand the lowest game is played without a kontra, and one may be invited to it
        igra pass pass spades come dont              | may moze kontra invite
        # In sans the player before declarer leads: BL20, BL20 with the eldest declaring, BL21
        pass two pass SK SQ sans come come moze moze | asked play F
        two pass pass S7 ST sans come come moze moze | asked play T
        two pass pass S7 ST sans come dont moze      | asked play S
        """,
    )


# The end of the play


def test_balkan_stop_at_five_ends_play_at_followers_fifth_trick() -> None:
    def split(*tricks: int) -> str:
        table = table_after_contract("hearts", "come come moze moze")
        settled_state = table.game.settle(table.state, AgreedEnd(tricks=tricks))
        return settled_state.key if isinstance(settled_state, Reason) else str(table.game.outcome(settled_state).tricks)

    outcomes = [split(5, 4, 1), split(2, 2, 4), split(3, 2, 3), split(3, 2, 5)]
    assert outcomes == ["split-ends-play", "split-must-sum", "(3, 2, 3)", "(3, 2, 5)"]
    assert not table_after_contract("hearts", "come come moze moze").agree(3, 2, 5).outcome.is_made


def test_balkan_stop_at_five_limits_followers_claim_to_five_tricks() -> None:
    hands = ("AKQJT.AKQJT..", "..AKQJT.AKQJT", "987.987.98.87")
    rules = club("stop=at_five kontra=off invite=off")
    table = Table(rules, deck_of(hands, "..7.9", (2, 1, 0)), standing())
    table.say("two pass pass").discard_lowest().say("sans come come")
    assert table.prompt == ("play", CLUB_NAMES.index("T"))
    assert bot_claim(rules, table.view()) == AgreedEnd(tricks=(5, 0, 0))
    assert claimable(rules, table.view()) == ClaimableTricks((0,), 5, 5, 10)
    assert table.game.objective(table.public) == Objective(((2,), (1,), (0,)), "most", 2, (1, 0), 5)
    table.agree(5, 0, 0)
    assert table.outcome.tricks == (5, 0, 0)


def test_balkan_deciding_tricks_match_where_play_ends() -> None:
    for game, options, trick_range in (
        ("hearts come come", "kontra=off invite=off", (5, 10)),
        ("hearts come come moze moze", "invite=off stop=all_ten quota=two_each", (0, 10)),
        ("betl", "kontra=off", (0, 1)),
        ("preferans", "kontra=off preferans=on", (9, 10)),
    ):
        table = table_after_contract(game, options=options)
        payoff = Payoff(table.game, table.public)
        assert payoff.deciding_tricks(table.state, table.game.objective(table.public)) == trick_range, game


def test_balkan_preferans_ends_at_followers_first_trick() -> None:
    table = table_after_contract("preferans", "D7", "preferans=on kontra=off sans_lead=eldest_active").discard_lowest()
    assert table.public.actor is None
    assert not table.outcome.is_made


# Four at the table


def test_balkan_dealer_of_four_sits_out() -> None:
    rules = club("players=4")
    assert speakers(rules.options, FOUR) == (2, 1, 0)
    table = Table(rules, deck_of(HANDS, TALON, (2, 1, 0)), club_standing(rules, dealer=FOUR))
    assert [hand.bit_count() for hand in table.state.hands] == [10, 10, 10, 0]
    assert {cell.seat for cell in rules.analysis.hidden_cells(table.view(2))} == {0, 1, None}
    assert {cell.seat for cell in rules.analysis.hidden_cells(table.view(3))} == {0, 1, 2, None}
    table.say("pass pass pass")
    assert table.next.dealer == 2
