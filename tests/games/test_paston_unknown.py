"""Paston: what a player may and may not conclude about cards he does not see."""

import random
from collections.abc import Iterator
from itertools import combinations, islice

from games.paston_table import Table, deck_of, seated
from games.table import check
from support.walk import everywhere

from prikup.cards import BIT, SPADES, SUIT_MASK, cards, mask, mask_text, parse_card, parse_mask
from prikup.games.paston import KIND, Paston, Public
from prikup.games.paston.rules import PASS
from prikup.state import State, View, view, watch
from prikup.worlds import all_worlds, count_placements, worlds

HANDS, PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "J7.J7.QJT.QJT"), "..7.8"
BOTH_AWAY, BOTH_IN_PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", ".J7.QJT7.QJT8"), "J7..."
JACK, SEVEN = BIT[parse_card("SJ")], BIT[parse_card("S7")]


def some(table: Table, seat: int | None, n: int = 300) -> Iterator[State[Public]]:
    seen = watch(table.state) if seat is None else table.view(seat)
    return islice(worlds(table.game, seen, random.Random(1)), n)


def held(hand: int) -> int:
    return hand & (JACK | SEVEN)


def test_opener_of_the_first_deal_holds_the_jack_or_the_7_with_the_jack_away() -> None:
    both = 0
    for world in some(seated(HANDS, PRIKUP, deal=1), 0):
        opener, prikup = world.hands[2], mask(world.stock)
        assert opener & JACK or (opener & SEVEN and prikup & JACK)
        both += not opener & JACK
    assert 0 < both < 100


def test_later_openers_hold_anything() -> None:
    assert any(not held(world.hands[1]) for world in some(seated(HANDS, PRIKUP, deal=2), 0))


def test_both_in_the_prikup_is_possible_only_where_the_first_speaker_stands_in() -> None:
    for options, possible in (("standard", False), ("standard both_in_prikup=first_speaker", True)):
        table = seated(HANDS, PRIKUP, options, deal=1, dealer=1)
        assert any(mask(world.stock) == JACK | SEVEN for world in some(table, 1, 3000)) is possible
        wrong = seated(HANDS, PRIKUP, options, deal=1, dealer=0)
        assert not any(mask(world.stock) == JACK | SEVEN for world in some(wrong, 1, 3000)), (
            "left of dealer did not open"
        )


def test_a_forced_declarer_was_dealt_the_jack_or_the_7() -> None:
    table = seated(HANDS, PRIKUP).say("pass pass pass SJ S7")
    assert table.public.declarer == 2
    for seat in (0, 1, 2, None):
        # He had the jack, from his hand or from the prikup; by now he may have laid it away.
        assert not any((world.hands[0] | world.hands[1]) & JACK for world in some(table, seat, 100))
    assert any(not world.hands[2] & JACK for world in some(table, 0, 100))


def test_a_first_speaker_forced_to_declare_may_hold_anything() -> None:
    table = seated(HANDS, PRIKUP, "standard all_pass_declarer=first_speaker").say("pass pass pass S8 S9 gupa")
    assert table.public.declarer == 1
    assert any(world.hands[2] & JACK for world in some(table, 0))


def test_nobody_was_dealt_the_six_spades() -> None:
    """Seat 0 holds no spade but the ace and the king: the other six never lie together in a hand dealt."""
    hands = ("AK.AKQ.98.A97", "T98.T98.AK.KQ", "J7.J7.QJT.JT8"), "Q..7."
    six = SUIT_MASK[SPADES] & parse_mask("QJT987...")
    for options, possible in (("standard", False), ("standard redeal_six_spades=off", True)):
        table = seated(*hands, options)
        found = [
            w for w in some(table, 0, 4000) if six in (w.hands[1] & SUIT_MASK[SPADES], w.hands[2] & SUIT_MASK[SPADES])
        ]
        assert bool(found) is possible


def test_declarer_may_have_the_six_spades_with_the_help_of_the_prikup() -> None:
    hands = ("AK.AKQ.98.A97", "T98.T98.AK.KQ", "J7.J7.QJT.JT8"), "Q..7."
    table = seated(*hands).say("paston pass pass DA DK paston whist whist")
    spades = SUIT_MASK[SPADES] & parse_mask("QJT987...")
    assert any(world.hands[1] & SUIT_MASK[SPADES] == spades for world in some(table, 0, 4000))


def test_one_who_could_not_follow_holds_none_of_the_suit_nor_trumps() -> None:
    hands = (".AKQJT98.KQJ.", "AKQJT987..9.7", ".7.A8.AKQJT98")
    table = seated(hands, "..T7.").say("paston pass pass DT D7 glitch whist pass H7 H8 HA")
    before = table.game.unknown(table.view(2))
    table.say("S7")
    lacking = SUIT_MASK[3] | SUIT_MASK[1]
    (declarer,) = [c for c in table.game.unknown(table.view(2)) if (c.place, c.seat) == ("hand", 1)]
    assert not declarer.allowed & lacking
    assert before[1].allowed & lacking
    passer, *_ = [c for c in table.game.unknown(table.view(2)) if (c.place, c.seat) == ("hand", 0)]
    assert passer.allowed & lacking


def test_cells_before_and_after_the_prikup_is_taken() -> None:
    check(
        lambda options: seated(HANDS, PRIKUP),
        """
                          | unseen 0 1:10 2:10 stock:2
        paston pass pass  | unseen 0 1:12 2:10 discard:0
        + S8              | unseen 0 1:11 2:10 discard:1
        + S9              | unseen 0 1:10 2:10 discard:2 | unseen 1 0:10 2:10 | unseen - 0:10 1:10 2:10 discard:2
        """,
    )


def test_a_hand_laid_open_is_known() -> None:
    table = seated(HANDS, PRIKUP, "standard passer=open_hand_joins").say("paston pass pass S8 S9 gupa whist pass")
    assert [(c.place, c.seat) for c in table.game.unknown(table.view(1))] == [("hand", 2)]
    assert count_placements(table.game, table.view(1)) == 1
    assert [world.hands for world in all_worlds(table.game, table.view(1))] == [table.state.hands]


def explained(game: Paston, seen: View[Public], hands: tuple[int, ...]) -> bool:
    """Whether some deck, dealt by the rules, leads to these hands and to what was said first and last."""
    public, declarer = seen.public, seen.public.declarer
    dealt = [hand | (public.tricks.played(s) if public.tricks else 0) for s, hand in enumerate(hands)]
    if declarer is None:
        prikups = [mask(game.pack) & ~sum(dealt)]
    elif seen.seat == declarer:
        prikups = [mask(note.action for note in seen.notes if note.kind == "took")]
    else:
        prikups = list(map(mask, combinations(cards(mask(game.pack) & ~sum(dealt) | dealt[declarer]), 2)))
    if declarer is not None:
        dealt[declarer] = mask(game.pack) & ~sum(h for s, h in enumerate(dealt) if s != declarer)
    for prikup in prikups:
        texts = [mask_text(hand & ~prikup) for hand in dealt]
        state = game.deal(deck_of((texts[0], texts[1], texts[2]), mask_text(prikup), public.dealer), public.match)
        first = public.said[0].seat if public.said else public.auction.turn
        if not isinstance(state, State) or state.public.actor != first:
            continue
        if not public.auction.live and public.auction.high is None:
            for _ in range(3):
                state = game.apply(state, PASS)
            if state.public.declarer != declarer:
                continue
        return True
    return False


def strewn(game: Paston, seen: View[Public], rng: random.Random) -> State[Public]:
    """The cards that a viewer does not see, in the places where cards lie, but anyhow."""
    cells = game.unknown(seen)
    unseen = list(cards(mask(card for cell in cells for card in cards(cell.allowed))))
    rng.shuffle(unseen)
    hands = list(seen.public.shown)
    stock: tuple[int, ...] = ()
    if seen.seat is not None:
        hands[seen.seat] = seen.hand
    for cell in cells:
        placed, unseen = unseen[: cell.size], unseen[cell.size :]
        if cell.place == "hand" and cell.seat is not None:
            hands[cell.seat] |= mask(placed)
        elif cell.place == "stock":
            stock = tuple(placed)
    return State(seen.public, tuple(hands), ((), (), ()), stock)


def test_possible_worlds_are_those_that_some_deck_leads_to() -> None:
    rng = random.Random(3)
    answers = {True: 0, False: 0}
    for game, state, _ in everywhere(KIND, 32, 300):
        public = state.public
        all_passed = not public.auction.live and public.auction.high is None
        if rng.random() < 0.9 or (public.match.deal > 1 and not all_passed and rng.random() < 0.8):
            continue
        assert isinstance(game, Paston)
        seat = rng.choice((None, 0, 1, 2))
        seen = watch(state) if seat is None else view(state, seat)
        world = strewn(game, seen, rng)
        answer = game.possible(seen, world)
        assert answer == explained(game, seen, world.hands)
        answers[answer] += 1
    assert min(answers.values()) > 50
