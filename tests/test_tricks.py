from prikup.cards import cards, mask, parse_card
from prikup.errors import Reason
from prikup.tricks import Follow, Order, Tricks, ring


def hand(text: str) -> int:
    return mask(map(parse_card, text.split()))


def tricks(
    order: Order = Order(),  # noqa: B008  (frozen)
    follow: Follow = "free",
    seats: tuple[int, ...] = (0, 1, 2),
    leader: int = 0,
    last: int | None = None,
    of: int = 3,
) -> Tricks:
    return Tricks.begin(order, follow, seats, leader, of, last)


def played(start: Tricks, text: str) -> Tricks:
    for card in text.split():
        start = start.play(parse_card(card))
    return start


def test_the_highest_card_of_the_suit_led_wins() -> None:
    after = played(tricks(), "S9 HA SJ")
    assert (after.leader, after.won, after.turn) == (2, (0, 0, 1), 2)
    assert after.past[0].winner == 2


def test_a_trump_wins_over_the_suit_led() -> None:
    assert played(tricks(Order(trump=1)), "SA C7 SK").leader == 1
    assert played(tricks(Order(trump=1)), "SA C7 C8").leader == 2


def test_a_low_ace_is_beaten_by_a_two() -> None:
    order = Order(ace_low=True)
    assert order.power(3, parse_card("H2")) > order.power(3, parse_card("HA")) > 0
    assert played(tricks(order), "H3 HA H2").leader == 0


def test_following_suit_is_a_duty() -> None:
    after = played(tricks(), "S9")
    assert cards(after.legal(hand("S7 HA"))) == (parse_card("S7"),)
    assert after.legal(hand("HA C7")) == hand("HA C7")
    assert after.why(hand("S7 HA")).key == "must-follow"


def test_trumping_is_a_duty_only_where_the_game_says_so() -> None:
    void = hand("HA C7")
    assert played(tricks(Order(trump=1), "must_trump"), "S9").legal(void) == hand("C7")
    assert played(tricks(Order(trump=1), "free"), "S9").legal(void) == void
    assert played(tricks(Order(), "must_trump"), "S9").legal(void) == void
    assert played(tricks(Order(trump=1), "must_trump"), "S9").legal(hand("HA D7")) == hand("HA D7")
    assert played(tricks(Order(trump=1), "must_trump"), "S9").why(void).key == "must-trump"


def test_the_best_card_so_far_is_known() -> None:
    start = tricks(Order(trump=1))
    assert start.best is None
    assert played(start, "S9").best == 0
    assert played(start, "S9 HA").best == 0
    assert played(start, "S9 SK").best == 1
    assert played(start, "SA C7").best == 1
    assert played(start, "S9 HA SJ").best is None, "the next trick has not begun"
    assert played(tricks(seats=(2, 0), leader=2), "S9").best == 2


def test_a_card_of_nobody_is_never_the_best() -> None:
    start = tricks().led(parse_card("HA"), 1)
    assert start.best is None
    assert played(start, "S7").best is None
    assert played(start, "S7 H7").best == 2
    by_the_dealer = tricks(of=4).led(parse_card("HK"), 1, by=3)
    assert by_the_dealer.best == 3
    assert played(by_the_dealer, "H7").best == 3
    assert played(by_the_dealer, "HA").best == 1


def test_two_or_four_seats_play_in_their_own_order() -> None:
    assert played(tricks(seats=(2, 0), leader=2), "S9 SJ").leader == 0
    four = tricks(seats=(0, 1, 2, 3), leader=3, of=4)
    assert four.line == (3, 0, 1, 2)
    assert ring((0, 2, 1), 2, None) == (2, 1, 0)


def test_one_seat_may_always_play_last() -> None:
    alone = tricks(seats=(0, 1, 2), leader=0, last=1)
    assert [alone.turn, alone.play(0).turn, alone.play(0).play(1).turn] == [0, 2, 1]


def test_what_was_played_is_known_by_seat() -> None:
    after = played(tricks(), "S9 HA SJ C7")
    assert after.played(2) == hand("SJ C7")
    assert after.all_played == hand("S9 HA SJ C7")
    assert after.lying == ((2, parse_card("C7")),)


def test_who_does_not_follow_shows_what_he_lacks() -> None:
    free = played(tricks(Order(trump=1)), "S9 HA CJ C7")
    assert cards(free.lacking(1)) == tuple(range(13))
    assert free.lacking(0) == 0
    assert free.lacking(2) == free.lacking(1)
    strict = played(tricks(Order(trump=1), "must_trump"), "S9 HA CJ C7")
    assert cards(strict.lacking(1)) == tuple(range(26))
    assert strict.lacking(2) == free.lacking(2)


def test_an_agreement_must_split_what_is_left() -> None:
    after = played(tricks(), "S9 HA SJ")
    settled = after.settled((4, 5, 0), of=10)
    assert isinstance(settled, Tricks)
    assert (settled.won, settled.done) == ((4, 5, 1), 10)
    for wrong in ((4, 4, 0), (10, -1, 0), (9,), ()):
        assert isinstance(after.settled(wrong, of=10), Reason)
    two = tricks(seats=(0, 1))
    assert isinstance(two.settled((5, 4, 1), of=10), Reason)


def test_only_trumps_and_the_suit_led_have_power() -> None:
    order = Order(trump=2)
    for led in range(4):
        assert {card // 13 for card in range(52) if order.power(led, card)} == {led, 2}


def test_a_card_of_nobody_fixes_the_suit_and_takes_no_trick() -> None:
    start = tricks().led(parse_card("H8"), 1)
    assert (start.turn, start.lying) == (1, ())
    assert start.legal(hand("HK SA")) == hand("HK")
    assert start.legal(hand("SA C7")) == hand("SA C7")
    after = played(start, "H7 HA SA")
    assert (after.won, after.turn, after.lead, after.past[0].lead) == ((0, 0, 1), 2, None, parse_card("H8"))
    assert after.all_played == hand("H8 H7 HA SA")
    assert after.lacking(0) == hand("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA")


def test_who_plays_first_to_a_card_of_nobody_takes_what_nobody_follows() -> None:
    after = played(tricks().led(parse_card("H8"), 1), "S7 SA CA")
    assert (after.won, after.turn) == ((0, 1, 0), 1)


def test_a_seat_may_lead_a_card_out_of_no_hand_and_take_the_trick() -> None:
    start = tricks(of=4).led(parse_card("HA"), 1, by=3)
    assert (start.turn, start.lying) == (1, ((3, parse_card("HA")),))
    after = played(start, "H7 HK SA")
    assert (after.won, after.past[0].leader) == ((0, 0, 0, 1), 3)
    assert after.next_led(1).turn == 1


def test_who_leads_a_card_out_of_no_hand_may_be_given_tricks_by_an_agreement() -> None:
    start = tricks(of=4).led(parse_card("HA"), 1, by=3)
    after = start.settled((0, 9, 0, 1), 10)
    assert isinstance(after, Tricks)
    assert after.won == (0, 9, 0, 1)
    assert isinstance(tricks(of=4).settled((0, 9, 0, 1), 10), Reason)
