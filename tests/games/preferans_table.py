"""A test table of Preferans: prepared decks, words instead of numbers, every action checked.

By default the last seat deals, so that A (seat 0) is eldest hand, and B and C follow; with four D sits out.
"""

from collections.abc import Mapping
from typing import Any

from games.table import Table as AnyTable

from prikup.games import game
from prikup.games.preferans import Outcome, Preferans, Public
from prikup.games.preferans.outcome import Carry
from prikup.rules.action_text import action_text
from prikup.rules.cards import PACK_32, card_text, cards, parse_card, parse_mask
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow, Totals

WHISTS = {
    "first": ("whist", "pass"),
    "second": ("pass", "whist"),
    "nobody": ("pass", "pass"),
    "half": ("pass", "half"),
    "half-first": ("half", "pass"),
}
"""The final calls of the defenders unless both whisted."""
HANDS = ("", "CA CK CQ CJ CT C9 D9 H7 H8 H9", "D7 D8 DT DJ DQ DK DA HT HJ HQ")
"""A has all spades, C7 and C8; the talon is HK HA."""


def preferans(options: str = "sochi") -> Preferans:
    """Return the game under options in text form."""
    rules = game("preferans", options)
    assert isinstance(rules, Preferans)
    return rules


def totals(
    pool: tuple[int, ...] = (0, 0, 0), dump: tuple[int, ...] = (), whists: Mapping[str, int] | None = None
) -> Totals:
    """Return a sheet; whists are keyed by holder and payer: {"BA": 6}."""
    n = len(pool)
    boxes = [[0] * n for _ in range(n - 1)]
    for names, points in (whists or {}).items():
        holder, payer = map("ABCD".index, names)
        boxes[(payer - holder) % n - 1][holder] = points
    return (pool, dump or (0,) * n, *map(tuple, boxes))


def standing(
    rules: Preferans, raspasy: int = 0, dealer: int | None = None, sheet: Totals | None = None, deal: int = 2
) -> MatchStanding[Carry]:
    """Return the standing of a match after this many raspasy in a row."""
    return MatchStanding(deal, rules.seats - 1 if dealer is None else dealer, sheet or rules.opening, Carry(raspasy))


def deck_of(*hands: str, talon: str = "", after_round: int = 1) -> tuple[int, ...]:
    """Return a deck that deals at least these cards, eldest hand first, and this talon, top first.

    The rest of the pack fills the hands in order, from the 7 of spades on. A hand is written as `SA HK` or as `A...K`.
    """
    heaps = [
        [*(cards(parse_mask(text)) if "." in text else map(parse_card, text.split()))]
        for text in (*hands, *[""] * (3 - len(hands)), talon)
    ]
    named_cards = [card for heap in heaps for card in heap]
    rest = [card for card in PACK_32 if card not in named_cards]
    for heap, size in zip(heaps, (10, 10, 10, 2), strict=True):
        while len(heap) < size:
            heap.append(rest.pop(0))
    *hand_heaps, talon_heap = heaps
    pairs = [heap[2 * n : 2 * n + 2] for n in range(5) for heap in hand_heaps]
    pairs.insert(3 * after_round, talon_heap)
    deck = tuple(card for pair in pairs for card in pair)
    assert sorted(deck) == sorted(PACK_32), "hands and talon do not make a pack"
    return deck


class Table(AnyTable[Public]):
    """A deal of Preferans in progress."""

    game: Preferans
    names = "ABCD"

    def discard(self) -> "Table":
        """Discard the declarer's two lowest cards."""
        for _ in range(2):
            self.say(action_text((), cards(self.view().hand)[0]))
        return self

    @property
    def tricks_won(self) -> tuple[int, ...]:
        assert self.public.tricks is not None
        return self.public.tricks.won

    @property
    def written(self) -> str:
        return row_text(self.game, self.row)

    def fact(self, name: str, value: str) -> str:
        if name == "away":  # discards the two lowest cards, then names the phase
            return self.discard().public.phase
        if name == "turned":  # the revealed cards of the talon, and how many cards it has
            card_count = len(self.public.talon) + len(self.state.stock)
            return f"{' '.join(map(card_text, self.public.talon))} of {card_count}"
        if name == "lying":  # the owner of the card on the table as it is led, and the card
            lying = self.public.tricks.lying if self.public.tricks else ()
            return " ".join(f"{self.names[seat]} {card_text(card)}" for seat, card in lying)
        if name == "whisters":
            return "".join(self.names[seat] for seat in self.public.whisters)
        return super().fact(name, value)


def row_text(rules: Preferans, row: SheetRow) -> str:
    """Return the changes of a row, in words: `pool A 2; dump C 4; B on A 6`."""
    names = "ABCD"[: rules.seats]
    boxes = [(f"{box} {name}", row.amount(box, seat)) for box in ("pool", "dump") for seat, name in enumerate(names)]
    for seat, name in enumerate(names):
        for payer_seat, payer in enumerate(names):
            if payer_seat != seat:
                box = rules.columns[1 + (payer_seat - seat) % rules.seats]
                boxes.append((f"{name} on {payer}", row.amount(box, seat)))
    return "; ".join(f"{box} {amount}" for box, amount in boxes if amount)


def dealt_table(
    options: str = "sochi",
    *hands: str,
    talon: str = "",
    raspasy: int = 0,
    dealer: int | None = None,
    sheet: Totals | None = None,
) -> Table:
    """Return a table with these cards dealt, eldest hand first."""
    rules = preferans(options)
    deck = deck_of(*hands, talon=talon, after_round=rules.options.talon_after_round)
    return Table(rules, deck, standing(rules, raspasy, dealer, sheet))


def prepared_table(options: str = "") -> Table:
    """Return a table at which A has all spades, B the high clubs and C the high diamonds."""
    return dealt_table(f"sochi {options}", *HANDS)


def six_spades_table(options: str) -> Table:
    """Return a table at which A has won the auction with six spades and discarded two low spades."""
    return table_after_auction(options=f"sochi {options}")


def deal(text: str) -> Outcome:
    """Return an outcome from the text of a test case: `6S 6-3-1`, `7S 9-1-0 first`, `9S nobody`, `raspasy 0-4-6`.

    The word names the whisters, if not both; other words are `conceded`, `thrown`, `talon=2`, `revoked=B`, `declarer=B`
    and `together=4`.
    """
    contract, *words = text.split()
    fields: dict[str, Any] = {"contract": contract, "whist": ("whist", "whist")}
    if contract not in ("raspasy", "misdeal"):
        fields["declarer"] = 0
    for word in words:
        name, _, value = word.partition("=")
        if name in ("revoked", "declarer"):
            fields[name] = "ABCD".index(value)
        elif name in ("talon", "together"):
            fields[name] = int(value)
        elif name in ("conceded", "thrown"):
            fields[name] = True
        elif word in WHISTS:
            fields["whist"] = WHISTS[word]
        else:
            fields["tricks"] = tuple(map(int, word.split("-")))
    return Outcome(**fields)


def scores_text(
    outcome: Outcome, options: str = "sochi", sheet: Totals | None = None, raspasy: int = 0, dealer: int | None = None
) -> str:
    """Return the scores of a typed outcome, in words."""
    rules = preferans(options)
    return row_text(rules, rules.scoring.row(outcome, standing(rules, raspasy, dealer, sheet)))


def call(word: str) -> int:
    """Return a call by its name."""
    return 52 + preferans().calls.index(word)


def table_after_auction(bid: str = "6S", options: str = "sochi", talon: str = "") -> Table:
    """Return a table at which A has won the auction and discarded two low spades."""
    return dealt_table(options, *HANDS, talon=talon).say(f"{bid} pass pass").discard()


def table_after_contract(contract: str, whist: str = "whist whist", options: str = "sochi") -> Table:
    """Return a table at which A has bid 6S and declares."""
    return table_after_auction(options=options).say(f"{contract} {whist}")
