"""Balkan Preferans: the rule player. That it beats random play is tested for every game in `test_levels`."""

from games.balkan_table import Table, balkan, deck_of, standing
from games.table import check

from prikup.games.balkan.player import DECLARER, betl_risk
from prikup.games.heuristics import tricks
from prikup.rules.cards import parse_mask

REST = ("98.T987.T98.9", "AKQJT7.AK.A.7", ".QJ.KQJ7.AKQJ"), "...T8"
BETL = ("AKQT8.AK.A.AK", "J97.J97.J97.7", ".QT8.KQT8.QJT"), "...98"
CLUBS = ("98.AK987.T98.", "AKQJT7.T.A.J7", ".QJ.KQJ7.AKQ9"), "...T8"


def play(hands: tuple[tuple[str, str, str], str], text: str) -> None:
    """Check a table of cases with these hands and this talon."""

    def make_table(options: str) -> Table:
        return Table(balkan(f"balkan {options}"), deck_of(*hands, (1, 2, 0)), standing())

    check(make_table, text)


def test_balkan_trick_estimate_separates_good_and_bad_hands() -> None:
    assert 8 <= tricks(parse_mask("AKQJT.AK.AK.A"), 0, DECLARER) <= 10.5
    assert 0 <= tricks(parse_mask("98.T97.987.T9"), 0, DECLARER) <= 2


def test_balkan_betl_risk_is_zero_for_low_cards_with_gaps() -> None:
    assert betl_risk(parse_mask("J97.J97.J97.7")) == 0
    assert betl_risk(parse_mask("A.KQ.T98.987J")) > 3


def test_balkan_rule_player_makes_expected_calls() -> None:
    play(
        REST,
        """
        # It plays a sure game from the hand, passes a hopeless one, and does not come with one
                                                            | rule igra
        + igra pass pass                                    | rule spades
        igra pass                                           | rule pass
        + pass spades dont                                  | asked follow 0 | rule dont
        # It comes with sure tricks
        igra pass pass diamonds                             | rule come
        # It says kontra with a hand that beats the game
        [kontra=mortkontra] pass pass igra hearts come come | asked speak 1 | rule moze
        + moze                                              | asked speak 2 | rule kontra
        + kontra                                            | asked kontra 0 | rule moze
        # It invites rather than play alone with few tricks
        [invite=may_refuse] igra pass pass spades come dont | asked speak 2 | rule invite
        + invite                                            | rule accept
        # It leaves a game to another who named one
        [igra_naming=higher_or_yours] igra igra pass hearts | asked name_game 2 | rule yours
        """,
    )
    play(BETL, "[igra=named_high] | rule igra-betl")


def test_balkan_rule_player_plays_expected_cards() -> None:
    play(
        REST,
        """
        # Who cannot take the trick throws the lowest card
        pass pass igra hearts come come CA CJ | asked play 0 | rule C7
        # In a betl it stays as high as it can below the trick; where nothing is below, as cheaply as it can
        pass pass igra betl CA CJ             | rule CT
        igra pass pass betl H7                | asked play 2 | rule HJ
        """,
    )
    # The last to play wins the trick with the lowest card that does
    play(CLUBS, "pass pass igra hearts come come CT CJ | asked play 0 | rule CK")
