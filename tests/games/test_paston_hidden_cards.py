"""Paston: what a player may and may not conclude about hidden cards."""

import random
from itertools import combinations, islice

from games.paston_table import HANDS, PRIKUP, dealt_table, deck_of
from games.table import check
from support.random_walk import random_steps

from prikup.games.paston import KIND, Paston, Public
from prikup.games.paston.calls import PASS
from prikup.rules.cards import SPADES, SUIT_MASK, cards, mask, mask_text, parse_mask
from prikup.rules.state import State, View, view, watch
from prikup.worlds.possible_worlds import all_worlds, count_placements, sample_worlds


def test_paston_worlds_deal_six_spades_to_no_hand_unless_allowed() -> None:
    """No dealt hand contains the six spades, unless such a hand is played.

    Seat 0 holds no spade but the ace and the king. Seat 1 may have the other six with the help of the prikup.
    """
    for options, calls, holders in (
        ("standard", "", set()),
        ("standard redeal_six_spades=off", "", {1, 2}),
        ("standard", "paston pass pass DA DK paston whist whist", {1}),
    ):
        table = dealt_table(("AK.AKQ.98.A97", "T98.T98.AK.KQ", "J7.J7.QJT.JT8"), "Q..7.", options).say(calls)
        sampled_worlds = islice(sample_worlds(table.game, table.view(0), random.Random(1)), 4000)
        spades = [[hand & SUIT_MASK[SPADES] for hand in world.hands] for world in sampled_worlds]
        six = parse_mask("QJT987...")
        assert {seat for hands in spades for seat in (1, 2) if hands[seat] == six} == holders, (options, calls)


def test_paston_cells_exclude_suit_and_trumps_after_failure_to_follow() -> None:
    hands = (".AKQJT98.KQJ.", "AKQJT987..9.7", ".7.A8.AKQJT98")
    table = dealt_table(hands, "..T7.").say("paston pass pass DT D7 glitch whist pass H7 H8 HA")
    old_cells = table.game.analysis.hidden_cells(table.view(2))
    table.say("S7")
    lacking = SUIT_MASK[3] | SUIT_MASK[1]
    (declarer,) = [c for c in table.game.analysis.hidden_cells(table.view(2)) if (c.place, c.seat) == ("hand", 1)]
    assert not declarer.allowed_cards & lacking
    assert old_cells[1].allowed_cards & lacking
    passer, *_ = [c for c in table.game.analysis.hidden_cells(table.view(2)) if (c.place, c.seat) == ("hand", 0)]
    assert passer.allowed_cards & lacking


def test_paston_cells_follow_prikup_and_discards() -> None:
    check(
        lambda options: dealt_table(HANDS, PRIKUP),
        """
                          | unseen 0 1:10 2:10 stock:2
        paston pass pass  | unseen 0 1:12 2:10 discard:0
        + S8              | unseen 0 1:11 2:10 discard:1
        + S9              | unseen 0 1:10 2:10 discard:2 | unseen 1 0:10 2:10 | unseen - 0:10 1:10 2:10 discard:2
        """,
    )


def test_paston_open_hand_is_no_longer_hidden() -> None:
    table = dealt_table(HANDS, PRIKUP, "standard passer=open_hand_joins").say("paston pass pass S8 S9 gupa whist pass")
    assert [(c.place, c.seat) for c in table.game.analysis.hidden_cells(table.view(1))] == [("hand", 2)]
    assert count_placements(table.game, table.view(1)) == 1
    assert [world.hands for world in all_worlds(table.game, table.view(1))] == [table.state.hands]


def is_explained(game: Paston, player_view: View[Public], hands: tuple[int, ...]) -> bool:
    """Return whether some deck, dealt by the rules, leads to these hands and to the first and last calls."""
    public, declarer = player_view.public, player_view.public.declarer
    dealt_hands = [hand | (public.tricks.played_cards(s) if public.tricks else 0) for s, hand in enumerate(hands)]
    if declarer is None:
        prikups = [mask(game.pack) & ~sum(dealt_hands)]
    elif player_view.seat == declarer:
        prikups = [mask(note.action for note in player_view.notes if note.kind == "took")]
    else:
        prikups = list(map(mask, combinations(cards(mask(game.pack) & ~sum(dealt_hands) | dealt_hands[declarer]), 2)))
    if declarer is not None:
        dealt_hands[declarer] = mask(game.pack) & ~sum(h for s, h in enumerate(dealt_hands) if s != declarer)
    for prikup in prikups:
        texts = [mask_text(hand & ~prikup) for hand in dealt_hands]
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


def random_world(game: Paston, player_view: View[Public], rng: random.Random) -> State[Public]:
    """Return a state with the cards hidden from a viewer at random in the locations of the cells."""
    cells = game.analysis.hidden_cells(player_view)
    hidden_cards = list(cards(mask(card for cell in cells for card in cards(cell.allowed_cards))))
    rng.shuffle(hidden_cards)
    hands = list(player_view.public.shown)
    stock: tuple[int, ...] = ()
    if player_view.seat is not None:
        hands[player_view.seat] = player_view.hand
    for cell in cells:
        cell_cards, hidden_cards = hidden_cards[: cell.size], hidden_cards[cell.size :]
        if cell.place == "hand" and cell.seat is not None:
            hands[cell.seat] |= mask(cell_cards)
        elif cell.place == "stock":
            stock = tuple(cell_cards)
    return State(player_view.public, tuple(hands), ((), (), ()), stock)


def test_paston_possible_accepts_exactly_worlds_some_deck_leads_to() -> None:
    rng = random.Random(3)
    answers = {True: 0, False: 0}
    for game, state, _ in random_steps(KIND, 32, 300):
        public = state.public
        all_passed = not public.auction.live and public.auction.high is None
        if rng.random() < 0.9 or (public.match.deal > 1 and not all_passed and rng.random() < 0.8):
            continue
        assert isinstance(game, Paston)
        seat = rng.choice((None, 0, 1, 2))
        player_view = watch(state) if seat is None else view(state, seat)
        world = random_world(game, player_view, rng)
        answer = game.analysis.is_possible(player_view, world)
        assert answer == is_explained(game, player_view, world.hands)
        answers[answer] += 1
    assert min(answers.values()) > 50
