"""The single-dummy value of a card: the mean over all deals consistent with the view, or over some of them."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from support.circles import depth
from support.random_walk import each_game

from prikup.positions.analysis import Analysis, analyse
from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import read_deals
from prikup.positions.single_dummy import Expected, expected_values
from prikup.rules.cards import Card, cards, mask
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text
from prikup.solver import BadPosition, Limits, reference

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"
MOST = 200


def known(text: str) -> Expected:
    """Return the single-dummy values of a position, without a time limit."""
    (deal,) = read_deals(text)
    found = expected_values(deal, deal.played_position)
    assert found is not None
    return found


def late(name: str, kind: GameDefinition, rng: random.Random, hand: int) -> OpenDeal | None:
    """Return a deal of few cards, some of them played at random; None if it is invalid."""
    preset = rng.choice(list(kind.presets))
    rules = kind.build(kind.presets[preset])
    contract = rng.choice(rules.open_contracts)
    deck = rng.sample(rules.pack, hand * len(contract.seats) + 1)
    hands = [mask(deck.pop() for _ in range(hand)) if seat in contract.seats else None for seat in range(rules.seats)]
    playing = [seat for seat, held in enumerate(hands) if held]
    if rules.seats == 4 and not contract.partners and contract.last is False and len(playing) == 4:
        hands[playing.pop(rng.randrange(4))] = None  # the dealer sits out
    options = options_text(kind.presets, rules.options)
    deal = OpenDeal(
        name, options, tuple(hands), contract.name, rng.choice(playing), rng.choice(playing), (), mask(deck), ()
    )
    try:
        for _ in range(rng.randrange(2 * len(playing))):
            at = deal.played_position.position
            turn = at.tricks.turn
            deal = deal.after(rng.choice(cards(at.tricks.legal(at.hands[turn]))))
        return deal if deal.played_position.position.remaining_tricks > 1 else None
    except BadPosition:
        return None


def others(deal: OpenDeal) -> Iterator[OpenDeal]:
    """Yield every deal consistent with the player's view in which every earlier card was legal."""
    at = deal.played_position.position
    seat = at.tricks.turn
    hidden = [other for other in at.seats if other != seat]
    knows_out = (
        seat == deal.player and not deal.open_contract.individual and len(deal.rules.pack) % deal.rules.tricks > 0
    )  # type: ignore[union-attr]
    loose = [card for other in hidden for card in cards(at.hands[other])] + ([] if knows_out else [*cards(deal.out)])

    def filled(left: list[Card], places: list[int]) -> Iterator[dict[int, int]]:
        if not places:
            yield {}
            return
        for held in combinations(left, at.hands[places[0]].bit_count()):
            for rest in filled([card for card in left if card not in held], places[1:]):
                yield {places[0]: mask(held), **rest}

    played = [hand and hand & ~at.hands[other] for other, hand in enumerate(deal.hands)]
    for found in filled(loose, hidden):
        hands = tuple(
            None if hand is None else hand if other == seat else found.get(other, 0) | (played[other] or 0)
            for other, hand in enumerate(deal.hands)
        )
        world = OpenDeal(
            deal.game, deal.options, hands, deal.contract, deal.player, deal.leader, deal.played, known=deal.known
        )
        try:
            _ = world.played_position
        except BadPosition:
            continue
        yield world


@each_game
def test_it_is_the_plain_mean_over_every_deal_that_fits(name: str, kind: GameDefinition) -> None:
    rng, tried = random.Random(f"late {name}"), 0
    while tried < depth(12):
        deal = late(name, kind, rng, 3)
        if deal is None:
            continue
        worlds = list(others(deal))
        if not 1 < len(worlds) <= MOST:
            continue
        tried += 1
        found = expected_values(deal, deal.played_position)
        assert found is not None
        assert (found.worlds, found.every) == (len(worlds), True), deal.text
        each = [reference.solve_cards(world.played_position.position) for world in worlds]
        need, goal = deal.open_contract.need, deal.open_contract.goal  # type: ignore[union-attr]
        for one in found.cards:
            tricks = [deal.played_position.tricks_taken + answer[one.card] for answer in each]
            assert one.tricks == round(float(Fraction(sum(tricks), len(tricks))), 6), deal.text
            assert one.error == 0
            made = None if need is None else sum((n >= need) if goal == "most" else (n <= need) for n in tricks)
            assert one.made == made


@each_game
def test_cards_that_the_player_cannot_see_change_nothing(name: str, kind: GameDefinition) -> None:
    rng, tried = random.Random(f"unseen {name}"), 0
    while tried < depth(6):
        deal = late(name, kind, rng, 3)
        worlds = list(others(deal)) if deal else []
        if deal is None or not 1 < len(worlds) <= MOST:
            continue
        tried += 1
        other = rng.choice(worlds)
        whole = sum(hand or 0 for hand in deal.hands) | deal.out
        again = read_deals(f"{other.text} ; out {' '.join(texts(whole & ~sum(hand or 0 for hand in other.hands)))}")[0]
        assert expected_values(again, again.played_position) == expected_values(deal, deal.played_position)


def texts(held: int) -> list[str]:
    return [f"{'SCDH'[card // 13]}{'23456789TJQKA'[card % 13]}" for card in cards(held)]


def test_many_deals_are_drawn_by_the_contract() -> None:
    """A player who declares seven expects to make it, so the sampled hands of that player are not arbitrary."""
    found = known(f"{LINE} ; known")
    assert (found.seat, found.worlds, found.every, found.likely) == (2, MOST, False, True)
    best = found.cards[0]
    assert best.behind == best.error == 0
    assert best.tricks > 6
    assert any(one.error > 0 for one in found.cards)
    assert [one.behind for one in found.cards] == sorted(one.behind for one in found.cards)


def test_drawn_deals_do_not_follow_the_cards_that_nobody_sees() -> None:
    swapped = LINE.replace("T987.A9.Q8.Q8", "T98Q.A9.Q8.Q8").replace("AQ.KT8", "A7.KT8")
    assert swapped != LINE
    assert known(f"{swapped} ; known") == known(f"{LINE} ; known")


def test_where_all_lie_open_it_is_what_all_cards_say() -> None:
    found = analyse(f"{LINE} ; known 0 1")
    assert isinstance(found, Analysis)
    assert found.expected is not None
    assert found.worth is not None
    assert (found.expected.worlds, found.expected.every) == (1, True)
    assert {one.card: one.tricks for one in found.expected.cards} == {
        each.card: float(each.tricks[0]) for each in found.worth.cards
    }


def test_who_declared_knows_the_discard_and_the_others_do_not() -> None:
    lead = f"{LINE} ; played DK H9 D8"  # the declarer is to play
    assert known(f"{lead} ; known 1").worlds == 1
    assert known(f"{LINE} ; known 0").worlds == 66  # two of twelve cards are discarded


def test_it_is_asked_for_or_there_is_none_of_it() -> None:
    found = analyse(LINE)
    assert isinstance(found, Analysis)
    assert (found.known, found.expected) == (None, None)
    played = analyse("A... | K... | Q... ; preferans ; 6S 0 ; leads 0 ; played SA SK SQ ; known")
    assert isinstance(played, Analysis)
    assert (played.known, played.expected) == ((), None)


def test_without_time_there_is_none() -> None:
    found = analyse(f"{LINE} ; known", limits=Limits(nodes=1))
    assert isinstance(found, Analysis)
    assert found.expected is None
