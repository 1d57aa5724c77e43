"""Tuppi at the table: the deal, the bids, sooli and the play (source text 003)."""

from games.table import check
from games.tuppi_deals import BEATEN, EAST, NORTH, SAFE, SOUTH, WEST, Table, deal, dealt_table, standing, tuppi

from prikup.rules.cards import PACK_52, mask, mask_text, parse_card
from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd
from prikup.rules.match import Match
from prikup.rules.state import PrivateNote, watch

BIDS = ("9876.T9.A4.KJ764", "KT.QJ5.T932.AT32", "AJ3.A87.KJ6.Q985", "Q542.K6432.Q875.")
WORDLESS = ("AT.AT.KQJT.AKQJ8", "987.987.765.7654", "6543.6543.432.32", "KQJ2.KQJ2.A98.T9")
"""West has no black card that can bid."""

# The deal


def test_tuppi_deal_gives_thirteen_cards_from_dealers_left() -> None:
    """Partners sit opposite each other, and the deal passes clockwise."""
    state = tuppi().deal(PACK_52, standing(dealer=EAST))
    assert [hand.bit_count() for hand in state.hands] == [13] * 4
    assert state.hands[SOUTH] == mask(PACK_52[0::4])
    assert state.hands[EAST] == mask(PACK_52[3::4])
    assert (state.public.dealer, state.public.turn) == (EAST, SOUTH)
    assert state.stock == ()
    assert tuppi().sides == ((NORTH, SOUTH), (EAST, WEST))
    for dealer in range(4):
        assert Match.begin(tuppi(), dealer).close(deal("rami S 9-4")).dealer == (dealer + 1) % 4


# The bids


def test_tuppi_bids_follow_default_rules() -> None:
    check(
        lambda options: dealt_table(options, BIDS),
        """
        # U7: the first red card declares, and the rest stay hidden
        C5 H9 D8 S9 | contract rami | declarer S | turned E C5 S H9
        + pass pass | asked play E
        # U8: all black is nolo; left of the dealer leads
        C5 C8 C6 S9 | contract nolo | declarer nobody | turned E C5 S C8 W C6 N S9 | asked play E
        """,
    )
    # A bid by word is revealed in its turn
    check(lambda options: dealt_table(options, WORDLESS), "S7 S6 nolo H8 | turned E S7 S S6 W nolo N H8 | declarer N")
    for dealer in range(4):
        assert dealt_table(match_standing=standing(dealer=dealer)).bid(None).public.turn == (dealer + 1) % 4
        public = dealt_table("sooli=off").bid(dealer).public
        assert (public.declarer, public.turn) == (dealer, (dealer + 3) % 4), "right of declarer leads a rami"


def test_tuppi_bid_allows_only_bidding_cards_or_words() -> None:
    """Twos and court cards cannot bid; a hand without another card of a colour makes that bid in words."""
    for hand, may, refusal_text in (
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "SK: card-cannot-bid card=SK"),
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "D4: not-in-hand card=D4"),
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "sooli: play-a-card"),
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "C3@S: not-your-turn seat=E"),
        # U11: rami in words
        ("A9.T98.KQJ2.KQJ2", "S9 SA C8 C9 CT rami", "nolo: bid-with-a-card call=nolo"),
        ("KQ2.J.A9876.A987", "D6 D7 D8 D9 DA H7 H8 H9 HA nolo", "rami: bid-with-a-card call=rami"),
        # A hand without any bidding card may say either word
        ("KQJ2.KQJ2.KQJ2.2", "rami nolo", "SK: card-cannot-bid card=SK"),
    ):
        table = dealt_table("", ("", hand, "", ""))
        assert table.may() == may
        assert table.fact("not", refusal_text) == refusal_text
    for card in ("SK", "S2", "CQ", "C2", "DJ", "HJ", "H2"):
        table = dealt_table("", ("", "KQ2.KQ32.J3.AJT2", "", ""))
        assert table.why(card) == f"card-cannot-bid card={card}"
    table = dealt_table("sooli=off", ("", "A9.T98.KQJ2.KQJ2", "", "")).say("rami").bid(None)
    assert (table.public.contract, table.public.declarer) == ("rami", EAST)
    assert table.fact("turned", "") == "E rami"


def test_tuppi_bid_is_sealed_as_card_or_word() -> None:
    """Only the bidder can distinguish one bid from another, or a card from a word."""
    hands = ("", "A9.T98.KQJ2.KQJ2", "", "")
    unbid_table, card_table, word_table = (dealt_table("", hands).say(word) for word in ("", "C9", "rami"))
    for seat in (NORTH, SOUTH, WEST):
        assert card_table.view(seat) == word_table.view(seat)
    assert watch(card_table.state) == watch(word_table.state)
    assert word_table.view(EAST).notes == (PrivateNote("bid", EAST, 53),)
    for action in (53, parse_card("C9")):
        visible_actions = [
            unbid_table.game.visible_action(unbid_table.public, action, seat)
            for seat in (None, NORTH, EAST, SOUTH, WEST)
        ]
        assert visible_actions == [None, None, action, None, None]


def test_tuppi_unrevealed_bids_leave_no_trace() -> None:
    bids = ("D5 H3 nolo CT", "D5 H3 H9 DT", "D5 S6 nolo SA")
    first, second, third = (dealt_table("", WORDLESS).say(words).state for words in bids)
    assert first == second == third
    assert first.notes == ((), (), (), ())


def test_tuppi_revealed_bid_card_returns_to_hand_and_stays_known() -> None:
    table = dealt_table("", BIDS)
    old_hands = table.state.hands
    assert table.say("C5 H9 D8 S9").state.hands == old_hands
    assert table.public.shown == (0, 0, 0, 0)

    def known_cards() -> set[tuple[int | None, str]]:
        cells = table.game.analysis.hidden_cells(watch(table.state))
        return {(cell.seat, mask_text(cell.allowed_cards)) for cell in cells if cell.allowed_cards.bit_count() == 1}

    table.say("pass pass")
    assert known_cards() == {(EAST, ".5.."), (SOUTH, "...9")}
    table.say("C5")
    assert known_cards() == {(SOUTH, "...9")}


# Sooli


def safe(options: str) -> Table:
    """Return a table at which North is safe in sooli: in its first deal East says rami."""
    return dealt_table(options, SAFE)


def test_tuppi_sooli_follows_default_rules() -> None:
    check(
        safe,
        """
        # The opponents of the declarer are asked, left and then right
        rami S5 S9 S3            | asked sooli S | may sooli pass | not rami: not-now | not S5: say-a-call
        +                        | not sooli@N: not-your-turn seat=S
        + pass                   | asked sooli N
        + pass                   | asked play N | contract rami | soloist nobody
        rami S5 S9 S3 sooli      | soloist S | contract sooli | declarer E
        # There is no sooli against nolo
        ST S5 S9 S3              | asked play E | contract nolo
        # The soloist lays a card away and gets one from the partner
        rami S5 S9 S3 pass sooli | soloist N | asked discard N | count 13 | not pass: play-a-card
        + S4                     | asked give S
        # The partner leaves the hand, and the soloist plays last; the ace is the lowest card; suit is followed
        + S5                     | asked play E | seats NEW
        + SK                     | asked play W | may S9 | not C9: must-follow suit=0
        + S9                     | asked play N | may S2 S3 S5 SA
        + SA                     | asked play E
        """,
    )


def test_tuppi_sooli_exchange_is_hidden_from_opponents() -> None:
    table = safe("").say("rami S5 S9 S3 pass sooli")
    discard, gift = parse_card("S4"), parse_card("S5")
    visible_actions = [table.game.visible_action(table.public, discard, seat) for seat in (None, 0, 1, 2, 3)]
    assert visible_actions == [None, discard, None, None, None]
    table.say("S4")
    visible_actions = [table.game.visible_action(table.public, gift, seat) for seat in (None, 0, 1, 2, 3)]
    assert visible_actions == [None, gift, None, gift, None]
    table.say("S5")
    assert table.state.notes[NORTH] == (PrivateNote("discarded", NORTH, discard), PrivateNote("got", SOUTH, gift))
    assert table.state.notes[SOUTH] == (PrivateNote("gave", NORTH, gift),)
    assert [hand.bit_count() for hand in table.state.hands] == [13, 13, 12, 13]
    assert table.state.hands[NORTH] >> gift & 1


def test_tuppi_sooli_is_played_by_three() -> None:
    table = safe("").say("rami S5 S9 S3 pass sooli S4 S5").play_to_end()
    tricks = table.public.tricks
    assert tricks is not None
    assert len(tricks.past) == 13
    for previous_trick, trick in zip(tricks.past, tricks.past[1:], strict=False):
        assert trick.leader == previous_trick.winner
    for trick in tricks.past:
        assert len(trick.cards) == 3
        assert trick.line[-1] == NORTH
        assert SOUTH not in trick.line
    assert table.outcome.tricks == (0, 13)


def test_U9_tuppi_ace_is_lowest_card_in_sooli() -> None:
    """The ace is high in rami and in nolo."""
    check(safe, "rami S5 S9 S3 pass sooli S4 S5 SK S9 SA | taker E")
    for declarer, words in ((SOUTH, "pass pass"), (None, "")):
        table = dealt_table("", ("9...", "K...", "T...", "A...")).bid(declarer)
        assert table.say(f"{words} SK ST SA S9").public.turn == WEST


def test_tuppi_sooli_stops_at_soloists_first_trick() -> None:
    table = dealt_table("", BEATEN).say("D3 S5 S9 ST pass sooli SK D4").play_to_end()
    assert table.public.phase == "over"
    assert table.outcome.tricks == (1, 0)
    assert table.state.hands[NORTH].bit_count() == 12


# The play


def test_tuppi_play_must_follow_suit_and_has_no_trumps() -> None:
    # Each seat holds a whole suit, East the clubs
    check(lambda options: dealt_table("sooli=off"), "C3 D3 H3 S3 CA | count 13\n + DA HA SA | asked play E")
    check(lambda options: dealt_table("sooli=off", BIDS), "C5 H9 D8 S9 C5 | may C7 C8 CA | not HQ: must-follow suit=1")


def test_tuppi_hand_has_thirteen_tricks() -> None:
    table = dealt_table().bid(None).play_to_end()
    assert table.public.tricks is not None
    assert len(table.public.tricks.past) == 13
    assert table.state.hands == (0, 0, 0, 0)
    assert table.why("S5@N") == "deal-over"


# Agreements


def test_tuppi_agreed_split_is_checked_and_ends_hand() -> None:
    early = dealt_table("sooli=off")
    rules, early_state = early.game, early.state
    table = early.bid(SOUTH).say("CA DA HA SA CK")
    for tricks in ((0, 0, 0, 13), (1, 2, 3, 5), (-1, 1, 6, 6), (12,)):
        assert rules.settle(table.state, AgreedEnd(tricks)) == Reason("split-must-sum", {"tricks": 12})
    assert table.agree(1, 2, 3, 6).outcome.tricks == (4, 9)
    # No agreement before the play or after the end
    for agreement in (AgreedEnd((13, 0, 0, 0)), AgreedEnd(conceding_seats=(0, 2))):
        assert rules.settle(early_state, agreement) == Reason("no-tricks-yet")
        assert rules.settle(table.state, agreement) == Reason("deal-over")
    # A sooli is agreed as made or lost; the partner of a soloist takes no trick
    made_table, lost_table = (safe("").say("rami S5 S9 S3 pass sooli S4 S5") for _ in range(2))
    assert made_table.game.settle(made_table.state, AgreedEnd((0, 6, 1, 6))) == Reason("split-must-sum", {"tricks": 13})
    assert made_table.agree(0, 6, 0, 7).outcome.tricks == (0, 13)
    assert lost_table.agree(1, 12, 0, 0).outcome.tricks == (1, 12)


# The headline


def test_tuppi_headline_names_contract_and_rising_side() -> None:
    check(
        lambda options: dealt_table(options, SAFE, standing((0, 20))),
        """
                      | headline red-bids-rami; rising seat=E points=20 target=52
        rami S5 S9 S3 | headline plays-rami seat=E needed=7; rising seat=E points=20 target=52
        + pass sooli  | headline plays-sooli seat=N; rising seat=E points=20 target=52
        """,
    )
    check(safe, "ST S5 S9 S3 | headline plays-nolo")
    check(
        lambda options: dealt_table("tournament", match_standing=standing(deal=7, written_points=(40, 12))),
        """
        | headline red-bids-rami; tournament-hand deal=7 hands=16; written seat=N points=40; written seat=E points=12
        """,
    )
