from prikup.rules.cards import cards, mask, parse_card
from prikup.rules.errors import Reason
from prikup.rules.tricks import Follow, Order, Tricks, ring


def hand(text: str) -> int:
    return mask(map(parse_card, text.split()))


def tricks(
    order: Order = Order(),  # noqa: B008  (frozen)
    follow: Follow = "free",
    seats: tuple[int, ...] = (0, 1, 2),
    leader: int = 0,
    last: int | None = None,
    seat_count: int = 3,
) -> Tricks:
    return Tricks.begin(order, follow, seats, leader, seat_count, last)


def play_cards(start: Tricks, text: str) -> Tricks:
    for card in text.split():
        start = start.play(parse_card(card))
    return start


TRICK_CASES = (
    ("the highest card of the suit led", Order(), "S9 HA SJ", 2),
    ("a trump", Order(trump=1), "SA C7 SK", 1),
    ("the higher trump", Order(trump=1), "SA C7 C8", 2),
    ("a low ace loses to a two", Order(ace_low=True), "HA H3 H2", 1),
    ("and to nothing where all are of other suits", Order(ace_low=True), "HA S2 C2", 0),
)


def test_tricks_strongest_card_wins_and_its_seat_leads() -> None:
    for case_name, order, cards_played, winner in TRICK_CASES:
        after = play_cards(tricks(order), cards_played)
        assert (after.past[0].winner, after.leader, after.turn) == (winner,) * 3, case_name
        assert after.won == tuple(int(seat == winner) for seat in range(3)), case_name


def test_card_order_gives_power_to_trumps_and_led_suit_only() -> None:
    order = Order(trump=2)
    for led_suit in range(4):
        assert {card // 13 for card in range(52) if order.power(led_suit, card)} == {led_suit, 2}


LEGAL: tuple[tuple[Order, Follow, str, str, str], ...] = (
    (Order(), "free", "S9", "S7 HA", "S7"),
    (Order(), "free", "S9", "HA C7", "HA C7"),
    (Order(trump=1), "free", "S9", "HA C7", "HA C7"),
    (Order(trump=1), "must_trump", "S9", "HA C7", "C7"),
    (Order(trump=1), "must_trump", "S9", "HA D7", "HA D7"),
    (Order(), "must_trump", "S9", "HA C7", "HA C7"),
)


def test_tricks_require_following_suit_and_trumping_if_set() -> None:
    for order, follow, cards_played, hand_text, legal in LEGAL:
        after = play_cards(tricks(order, follow), cards_played)
        assert after.legal(hand(hand_text)) == hand(legal), (order, follow, hand_text)
    assert play_cards(tricks(), "S9").why_illegal(hand("S7 HA")).key == "must-follow"
    assert play_cards(tricks(Order(trump=1), "must_trump"), "S9").why_illegal(hand("HA C7")).key == "must-trump"


def test_tricks_track_best_card_of_trick() -> None:
    """A card of no seat is never the best; a card that a seat led from outside its hand may be."""
    trump = tricks(Order(trump=1))
    of_nobody, of_the_dealer = (
        tricks().lead_stock_card(parse_card("HA"), 1),
        tricks(seat_count=4).lead_stock_card(parse_card("HK"), 1, owner=3),
    )
    for start, cards_played, best in (
        (trump, "", None),
        (trump, "S9", 0),
        (trump, "S9 HA", 0),
        (trump, "S9 SK", 1),
        (trump, "SA C7", 1),
        (trump, "S9 HA SJ", None),  # the next trick has not started
        (tricks(seats=(2, 0), leader=2), "S9", 2),
        (of_nobody, "", None),
        (of_nobody, "S7", None),
        (of_nobody, "S7 H7", 2),
        (of_the_dealer, "", 3),
        (of_the_dealer, "H7", 3),
        (of_the_dealer, "HA", 1),
    ):
        assert play_cards(start, cards_played).best == best, cards_played


def test_tricks_follow_seat_order_with_optional_last_seat() -> None:
    assert play_cards(tricks(seats=(2, 0), leader=2), "S9 SJ").leader == 0
    assert tricks(seats=(0, 1, 2, 3), leader=3, seat_count=4).line == (3, 0, 1, 2)
    assert ring((0, 2, 1), 2, None) == (2, 1, 0)
    last_seat_tricks = tricks(seats=(0, 1, 2), leader=0, last=1)
    assert [last_seat_tricks.turn, last_seat_tricks.play(0).turn, last_seat_tricks.play(0).play(1).turn] == [0, 2, 1]


def test_tricks_list_played_cards_by_seat() -> None:
    after = play_cards(tricks(), "S9 HA SJ C7")
    assert after.played_cards(2) == hand("SJ C7")
    assert after.all_played_cards == hand("S9 HA SJ C7")
    assert after.lying == ((2, parse_card("C7")),)


def test_tricks_derive_lacking_suits_from_failure_to_follow() -> None:
    free = play_cards(tricks(Order(trump=1)), "S9 HA CJ C7")
    assert cards(free.lacking(1)) == tuple(range(13))
    assert free.lacking(0) == 0
    assert free.lacking(2) == free.lacking(1)
    strict = play_cards(tricks(Order(trump=1), "must_trump"), "S9 HA CJ C7")
    assert cards(strict.lacking(1)) == tuple(range(26))
    assert strict.lacking(2) == free.lacking(2)


def test_tricks_agreement_must_split_remaining_tricks() -> None:
    after = play_cards(tricks(), "S9 HA SJ")
    agreed_tricks = after.apply_agreement((4, 5, 0), trick_count=10)
    assert isinstance(agreed_tricks, Tricks)
    assert (agreed_tricks.won, agreed_tricks.decided_count) == ((4, 5, 1), 10)
    for wrong_split in ((4, 4, 0), (10, -1, 0), (9,), ()):
        assert isinstance(after.apply_agreement(wrong_split, trick_count=10), Reason)
    two_seat_tricks = tricks(seats=(0, 1))
    assert isinstance(two_seat_tricks.apply_agreement((5, 4, 1), trick_count=10), Reason)


def test_tricks_stock_card_without_owner_sets_suit_and_wins_nothing() -> None:
    start = tricks().lead_stock_card(parse_card("H8"), 1)
    assert (start.turn, start.lying) == (1, ())
    assert start.legal(hand("HK SA")) == hand("HK")
    assert start.legal(hand("SA C7")) == hand("SA C7")
    after = play_cards(start, "H7 HA SA")
    assert (after.won, after.turn, after.lead, after.past[0].lead) == ((0, 0, 1), 2, None, parse_card("H8"))
    assert after.all_played_cards == hand("H8 H7 HA SA")
    assert after.lacking(0) == hand("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA")
    unfollowed_tricks = play_cards(start, "S7 SA CA")
    assert (unfollowed_tricks.won, unfollowed_tricks.turn) == ((0, 1, 0), 1), "the first who played takes it"


def test_tricks_stock_card_with_owner_may_win_trick() -> None:
    start = tricks(seat_count=4).lead_stock_card(parse_card("HA"), 1, owner=3)
    assert (start.turn, start.lying) == (1, ((3, parse_card("HA")),))
    after = play_cards(start, "H7 HK SA")
    assert (after.won, after.past[0].leader) == ((0, 0, 0, 1), 3)
    assert after.set_leader(1).turn == 1
    agreed_tricks = start.apply_agreement((0, 9, 0, 1), 10)
    assert isinstance(agreed_tricks, Tricks)
    assert agreed_tricks.won == (0, 9, 0, 1)
    assert isinstance(tricks(seat_count=4).apply_agreement((0, 9, 0, 1), 10), Reason)
