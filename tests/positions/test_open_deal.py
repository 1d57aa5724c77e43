"""A deal with all hands open: its line can be read back in every game, and each error has one reason."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.faults import check_each
from support.random_walk import each_game, random_game

from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import read_deals
from prikup.rules.cards import mask, parse_card
from prikup.rules.errors import reason
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text
from prikup.solver import BadPosition

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"


def read(line: str) -> OpenDeal:
    (deal,) = read_deals(line)
    return deal


def random_open_deal(name: str, kind: GameDefinition, rng: random.Random) -> OpenDeal:
    """Return a random deal that can be written, whether or not it is valid."""
    rules = random_game(kind, rng)
    deck = rng.sample(rules.pack, len(rules.pack))
    sizes = [rng.randrange(min(rules.trick_count, len(deck) // rules.seats) + 1) for _ in range(rules.seats)]
    hands = [mask(deck.pop() for _ in range(size)) for size in sizes]
    contract = rng.choice(("", *(open_contract.name for open_contract in rules.analysis.open_contracts)))
    return OpenDeal(
        name,
        options_text(kind.presets, rules.options),
        tuple(hand if hand or rng.random() < 0.5 else None for hand in hands),
        contract,
        rng.choice((None, *range(rules.seats))) if contract else None,
        rng.choice((None, *range(rules.seats))),
        tuple(rng.sample(rules.pack, rng.randrange(4))),
        mask(deck[: rng.randrange(3)]),
        rng.choice((None, (), tuple(sorted(rng.sample(range(rules.seats), rng.randrange(rules.seats)))))),
    )


@each_game
@given(seed=st.integers(0, 2**32))
def test_open_deal_text_is_read_back(name: str, kind: GameDefinition, seed: int) -> None:
    deal = random_open_deal(name, kind, random.Random(seed))
    assert read(deal.text) == deal


@each_game
def test_open_contracts_are_calls_for_all_seats(name: str, kind: GameDefinition) -> None:
    """A game has open contracts under each of its presets, or under none. Without calls they have their own names."""
    assert len({bool(kind.build(options).analysis.open_contracts) for options in kind.presets.values()}) == 1
    for options in kind.presets.values():
        rules = kind.build(options)
        for contract in rules.analysis.open_contracts:
            assert contract.name in rules.calls or not rules.calls, "its words are those of a call"
            assert sorted(contract.seats) == list(range(rules.seats))


def test_game_without_open_contracts_cannot_be_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = read(LINE)
    monkeypatch.setattr(type(deal.rules.analysis), "open_contracts", ())
    assert deal.fault == reason("open-no-contracts")


def test_open_deal_is_read_in_any_spelling() -> None:
    deal = read(LINE)
    assert deal.text == LINE
    narrow_line = LINE.replace(" | ", "|").replace(" ; ", ";").replace("7H", "7h")
    assert read(narrow_line) == deal
    assert read(LINE.replace(" | ", " |\r\n  ").replace("T", "10")) == deal


IMPOSSIBLE = (
    ("AQ.KT8.", "AQ.KT.", "open-uneven"),
    ("7H 0 ; ", "", "open-no-contract"),
    ("7H 0", "7H", "open-no-player"),
    ("7H 0", "7H 3", "open-no-player"),
    ("leads 2", "out D9", "open-no-leader"),
    ("leads 2", "leads 7", "open-no-leader"),
    ("AQ.KT8", "A2.KT8", "open-not-in-pack"),
    ("leads 2", "leads 2 ; out SA", "position-twice"),
    (" | KJ.QJ7.AKJ7.7", "", "open-seats"),
    ("AQ.KT8..AKJT9 | T987.A9.Q8.Q8", "... | ...", "open-uneven"),
)


def test_open_deal_fault_names_missing_or_impossible_part() -> None:
    def check(old: str, new: str, key: str) -> None:
        deal = read(LINE.replace(old, new))
        assert deal.fault is not None
        assert deal.fault.key == key
        with pytest.raises(BadPosition, match=key):
            _ = deal.played_position

    check_each(check, IMPOSSIBLE)


def test_open_deal_fault_names_hand_that_is_too_long() -> None:
    fault = read(LINE.replace("AQ.KT8..", "AQ.KT8.T.")).fault
    assert fault is not None
    assert (fault.key, dict(fault.numbers)) == ("open-uneven", {"seat": 0, "held": 11, "needed": 10})


def test_open_deal_rejects_unplayable_card() -> None:
    for played_text, key in (("DK SQ", "not-legal"), ("HA", "not-held"), ("DK H9 D8 DA", "not-held")):
        with pytest.raises(BadPosition, match=f"open-{key}"):
            _ = read(f"{LINE} ; played {played_text}").played_position


def test_open_deal_after_played_cards_counts_tricks() -> None:
    deal = read(LINE)
    for card in ("DK", "H9", "D8"):
        deal = deal.after(parse_card(card))
    moment = deal.played_position
    assert moment.tricks_taken == 1
    assert moment.position.leader == 0
    assert moment.position.remaining_tricks == 9
    assert read(deal.text) == deal


def test_open_deal_rejects_card_after_the_last() -> None:
    deal = read("A... | K... | Q... ; preferans ; 6S 0 ; leads 0 ; played SA SK SQ")
    assert deal.played_position.tricks_taken == 1
    assert not deal.played_position.position.remaining_tricks
    with pytest.raises(BadPosition, match="open-all-played"):
        _ = deal.after(parse_card("SJ")).played_position
