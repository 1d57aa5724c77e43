"""The single-dummy value of a card: the mean over all deals consistent with the view, or over some of them."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from support.circles import depth
from support.random_walk import each_game_with_open_contracts

from prikup.positions.analysis import Analysis, analyse
from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import read_deals
from prikup.positions.single_dummy import ExpectedTricks, expected_values
from prikup.rules.cards import Card, cards, mask
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text
from prikup.solver import BadPosition, Limits, reference

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"
MAX_WORLDS = 200


def single_dummy_values(text: str) -> ExpectedTricks:
    """Return the single-dummy values of a position, without a time limit."""
    (deal,) = read_deals(text)
    values = expected_values(deal, deal.played_position)
    assert values is not None
    return values


def random_late_deal(name: str, kind: GameDefinition, rng: random.Random, hand: int) -> OpenDeal | None:
    """Return a deal of few cards, some of them played at random; None if it is invalid."""
    preset = rng.choice(list(kind.presets))
    rules = kind.build(kind.presets[preset])
    contract = rng.choice(rules.analysis.open_contracts)
    deck = rng.sample(rules.pack, hand * len(contract.seats) + 1)
    hands = [mask(deck.pop() for _ in range(hand)) if seat in contract.seats else None for seat in range(rules.seats)]
    playing = [seat for seat, seat_hand in enumerate(hands) if seat_hand]
    if rules.seats == 4 and not contract.partners and contract.last is False and len(playing) == 4:
        hands[playing.pop(rng.randrange(4))] = None  # the dealer sits out
    options = options_text(kind.presets, rules.options)
    deal = OpenDeal(
        name, options, tuple(hands), contract.name, rng.choice(playing), rng.choice(playing), (), mask(deck), ()
    )
    try:
        for _ in range(rng.randrange(2 * len(playing))):
            position = deal.played_position.position
            turn = position.tricks.turn
            deal = deal.after(rng.choice(cards(position.tricks.legal(position.hands[turn]))))
        return deal if deal.played_position.position.remaining_tricks > 1 else None
    except BadPosition:
        return None


def consistent_deals(deal: OpenDeal) -> Iterator[OpenDeal]:
    """Yield every deal consistent with the player's view in which every earlier card was legal."""
    position = deal.played_position.position
    seat = position.tricks.turn
    hidden_seats = [owner for owner in position.seats if owner != seat]
    knows_discards = (
        seat == deal.player
        and not deal.open_contract.individual  # type: ignore[union-attr]  # a legal deal has a contract
        and len(deal.rules.pack) % deal.rules.trick_count > 0
    )
    loose_cards = [card for owner in hidden_seats for card in cards(position.hands[owner])] + (
        [] if knows_discards else [*cards(deal.out)]
    )

    def fill_hands(remaining_cards: list[Card], places: list[int]) -> Iterator[dict[int, int]]:
        if not places:
            yield {}
            return
        for chosen_cards in combinations(remaining_cards, position.hands[places[0]].bit_count()):
            for other_hands in fill_hands([card for card in remaining_cards if card not in chosen_cards], places[1:]):
                yield {places[0]: mask(chosen_cards), **other_hands}

    played_cards = [hand and hand & ~position.hands[owner] for owner, hand in enumerate(deal.hands)]
    for hand_by_owner in fill_hands(loose_cards, hidden_seats):
        hands = tuple(
            None
            if hand is None
            else hand
            if owner == seat
            else hand_by_owner.get(owner, 0) | (played_cards[owner] or 0)
            for owner, hand in enumerate(deal.hands)
        )
        world = OpenDeal(
            deal.game, deal.options, hands, deal.contract, deal.player, deal.leader, deal.played, known=deal.known
        )
        try:
            _ = world.played_position
        except BadPosition:
            continue
        yield world


@each_game_with_open_contracts
def test_single_dummy_value_is_mean_over_all_consistent_deals(name: str, kind: GameDefinition) -> None:
    rng, tried_count = random.Random(f"late {name}"), 0
    while tried_count < depth(12):
        deal = random_late_deal(name, kind, rng, 3)
        if deal is None:
            continue
        worlds = list(consistent_deals(deal))
        if not 1 < len(worlds) <= MAX_WORLDS:
            continue
        tried_count += 1
        values = expected_values(deal, deal.played_position)
        assert values is not None
        assert (values.worlds, values.every) == (len(worlds), True), deal.text
        world_solutions = [reference.solve_cards(world.played_position.position) for world in worlds]
        need, goal = deal.open_contract.need, deal.open_contract.goal  # type: ignore[union-attr]  # as above
        for card_value in values.cards:
            tricks = [deal.played_position.tricks_taken + answer[card_value.card] for answer in world_solutions]
            assert card_value.tricks == round(float(Fraction(sum(tricks), len(tricks))), 6), deal.text
            assert card_value.error == 0
            made_count = None if need is None else sum((n >= need) if goal == "most" else (n <= need) for n in tricks)
            assert card_value.made == made_count


@each_game_with_open_contracts
def test_single_dummy_value_does_not_depend_on_hidden_cards(name: str, kind: GameDefinition) -> None:
    rng, tried_count = random.Random(f"unseen {name}"), 0
    while tried_count < depth(6):
        deal = random_late_deal(name, kind, rng, 3)
        worlds = list(consistent_deals(deal)) if deal else []
        if deal is None or not 1 < len(worlds) <= MAX_WORLDS:
            continue
        tried_count += 1
        other_world = rng.choice(worlds)
        all_cards = sum(hand or 0 for hand in deal.hands) | deal.out
        reread_deal = read_deals(
            f"{other_world.text} ; out {' '.join(texts(all_cards & ~sum(hand or 0 for hand in other_world.hands)))}"
        )[0]
        assert expected_values(reread_deal, reread_deal.played_position) == expected_values(deal, deal.played_position)


def texts(hand: int) -> list[str]:
    return [f"{'SCDH'[card // 13]}{'23456789TJQKA'[card % 13]}" for card in cards(hand)]


def test_single_dummy_deals_are_sampled_by_contract() -> None:
    """A player who declares seven expects to make it, so the sampled hands of that player are not arbitrary."""
    values = single_dummy_values(f"{LINE} ; known")
    assert (values.seat, values.worlds, values.every, values.likely) == (2, MAX_WORLDS, False, True)
    best = values.cards[0]
    assert best.behind == best.error == 0
    assert best.tricks > 6
    assert any(card_value.error > 0 for card_value in values.cards)
    assert [card_value.behind for card_value in values.cards] == sorted(
        card_value.behind for card_value in values.cards
    )


def test_single_dummy_samples_do_not_depend_on_hidden_cards() -> None:
    swapped_line = LINE.replace("T987.A9.Q8.Q8", "T98Q.A9.Q8.Q8").replace("AQ.KT8", "A7.KT8")
    assert swapped_line != LINE
    assert single_dummy_values(f"{swapped_line} ; known") == single_dummy_values(f"{LINE} ; known")


def test_single_dummy_equals_double_dummy_with_open_hands() -> None:
    analysis = analyse(f"{LINE} ; known 0 1")
    assert isinstance(analysis, Analysis)
    assert analysis.expected is not None
    assert analysis.worth is not None
    assert (analysis.expected.worlds, analysis.expected.every) == (1, True)
    assert {card_value.card: card_value.tricks for card_value in analysis.expected.cards} == {
        solved_card.card: float(solved_card.tricks[0]) for solved_card in analysis.worth.cards
    }


def test_single_dummy_discard_is_known_to_declarer_only() -> None:
    lead = f"{LINE} ; played DK H9 D8"  # the declarer is to play
    assert single_dummy_values(f"{lead} ; known 1").worlds == 1
    assert single_dummy_values(f"{LINE} ; known 0").worlds == 66  # two of twelve cards are discarded


def test_single_dummy_is_computed_only_on_request() -> None:
    analysis = analyse(LINE)
    assert isinstance(analysis, Analysis)
    assert (analysis.known, analysis.expected) == (None, None)
    finished_analysis = analyse("A... | K... | Q... ; preferans ; 6S 0 ; leads 0 ; played SA SK SQ ; known")
    assert isinstance(finished_analysis, Analysis)
    assert (finished_analysis.known, finished_analysis.expected) == ((), None)


def test_single_dummy_value_is_absent_at_node_limit() -> None:
    analysis = analyse(f"{LINE} ; known", limits=Limits(nodes=1))
    assert isinstance(analysis, Analysis)
    assert analysis.expected is None
