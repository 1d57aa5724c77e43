"""A test table of Balkan Preferans: prepared decks, words instead of numbers, every action checked.

All calls, plays and scores are compared with the second implementation of the rules (`balkan_rules.py`).
"""

from typing import Any

from campaigns.games import balkan_compared as compared
from games import balkan_rules
from games.table import Table as AnyTable

from prikup.games import game
from prikup.games.balkan import Balkan, Carry, Outcome, Public
from prikup.games.balkan.seating import opponents, supe_on
from prikup.rules.cards import card_text, cards, parse_mask
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding

HANDS = ("A98.KQ7.AT8.9", "KQJ.A98.KQ.K7", "T7.JT.J97.AQJ")
TALON = "...T8"
"""Ten cards for each seat. With seat 0 dealing clockwise, seat 1 calls first, then 2, then 0."""
CLUB_NAMES = "TSF"
"""The seats at a club, counter-clockwise with seat 0 dealing: first, second and third to call."""


def balkan(options: str = "balkan") -> Balkan:
    """Return the game under options in text form."""
    rules = game("balkan", options)
    assert isinstance(rules, Balkan)
    return rules


def club(options: str = "") -> Balkan:
    """Return the clubs' game with these options changed."""
    return balkan(f"serbian-club {options}")


def standing(
    dealer: int = 0,
    bule: tuple[int, ...] = (60, 60, 60),
    refe: tuple[int, ...] = (0, 0, 0),
    left_supe: tuple[int, int, int] = (0, 0, 0),
) -> MatchStanding[Carry]:
    """Return the standing of a match."""
    return MatchStanding(2, dealer, (bule, left_supe, (0, 0, 0), refe), Carry(max(refe)))


def deck_of(hands: tuple[str, str, str], talon: str, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the deck that deals these hands (by seat, `S.C.D.H`) and this talon; `order` is the order of dealing."""
    dealt_hands = [cards(parse_mask(hands[seat])) for seat in order]
    deck = (
        *(c for h in dealt_hands for c in h[:5]),
        *cards(parse_mask(talon)),
        *(c for h in dealt_hands for c in h[5:]),
    )
    assert len(set(deck)) == 32, "hands and talon do not make a pack"
    return deck


class Table(AnyTable[Public]):
    """A deal of Balkan Preferans in progress; the second implementation must give the same prompts."""

    game: Balkan

    def __init__(self, game: Balkan, deck: tuple[int, ...], standing: MatchStanding[Carry]) -> None:
        super().__init__(game, deck, standing)
        reference_deal = balkan_rules.deal(
            compared.translate_options(game.options), standing.dealer, [card_text(card) for card in deck]
        )
        self._reference_deal = reference_deal
        self._reference_prompt: balkan_rules.Ask | None = next(reference_deal)
        self._compare()

    def act(self, action: int) -> None:
        super().act(action)
        try:
            self._reference_prompt = self._reference_deal.send(compared.translate_action(self.game, action))
        except StopIteration:
            self._reference_prompt = None
        self._compare()

    def _compare(self) -> None:
        actor, prompt = self.public.actor, self._reference_prompt
        may = (
            set()
            if actor is None
            else {compared.translate_action(self.game, action) for action in self.game.legal(self.view())}
        )
        assert (actor, may) == ((prompt.seat, set(prompt.may)) if prompt else (None, set()))

    def discard_lowest(self) -> "Table":
        """Discard the two lowest cards after taking the talon."""
        return self.say(self.may().split()[0]).say(self.may().split()[0])

    def fact(self, name: str, value: str) -> str:
        if name == "away":  # discards the two lowest cards, then names the phase
            return self.discard_lowest().public.phase
        return super().fact(name, value)


def dealt_table(options: str = "balkan", dealer: int = 0, match_standing: MatchStanding[Carry] | None = None) -> Table:
    """Return a table with `HANDS` dealt."""
    rules = balkan(options)
    step = 1 if rules.options.direction == "clockwise" else -1
    order = tuple((dealer + step * i) % 3 for i in (1, 2, 3))
    return Table(rules, deck_of(HANDS, TALON, order), match_standing or standing(dealer))


def club_table(options: str = "") -> Table:
    """Return a club table with `HANDS` dealt; seat 0 deals, and the seats are called F, S and T."""
    table = dealt_table(f"serbian-club {options}")
    table.names = CLUB_NAMES
    return table


A = 0
"""The seat of the declarer."""


def club_standing(
    rules: Balkan, bule: tuple[int, ...] = (), refe: tuple[int, ...] = (), carry: int = 0, dealer: int = A
) -> MatchStanding[Carry]:
    """Return the standing of a match; `bule` and `refe` are by letter."""
    seats = _seats(rules, dealer)
    boxes = [[100] * rules.seats, *([0] * rules.seats for _ in rules.columns[1:])]
    for box, numbers in ((boxes[0], bule), (boxes[-1], refe)):
        for seat, number in zip(seats, numbers, strict=False):
            box[seat] = number
    return MatchStanding(2, dealer, tuple(map(tuple, boxes)), Carry(max(carry, *refe, 0)))


def _seats(rules: Balkan, dealer: int = A) -> tuple[int, ...]:
    """Return the seats of A, B, C, and of a player who sits out."""
    three = (A, *opponents(rules.options, dealer, A))
    return (*three, *(seat for seat in range(rules.seats) if seat not in three))


def deal(rules: Balkan, text: str, dealer: int = A) -> Outcome:
    """Return an outcome from the text of a test case: `clubs 7-2-1 B invite=accepted`, `hearts 5-3-2 by=B`.

    The word after the tricks names the followers who came, if not both (`igra-diamonds nobody`); `by` is the follower
    who called kontra. "passed" is a deal in which all passed.
    """
    if text == "passed":
        return Outcome()
    game_text, *words = text.split()
    tricks = next((word for word in words if "-" in word), "")
    followers_text = next((word for word in words if word in ("B", "C", "BC", "nobody")), "BC")
    fields: dict[str, Any] = dict(word.split("=") for word in words if "=" in word)
    if "by" in fields:
        fields["kontra_by"] = "BC".index(fields.pop("by"))
    seats = _seats(rules, dealer)
    if "revoked" in fields:
        fields["revoked"] = seats["ABC".index(fields["revoked"])]
    if tricks:
        tricks_by_seat = dict(zip(seats, map(int, tricks.split("-")), strict=False))
        fields["tricks"] = tuple(tricks_by_seat.get(seat, 0) for seat in range(rules.seats))
    came: Any = tuple("come" if letter in followers_text.replace("nobody", "") else "dont" for letter in "BC")
    game: Any = game_text.removeprefix("igra-")
    return Outcome(A, game, game_text.startswith("igra-"), came, **fields)


def scores_text(rules: Balkan, outcome: Outcome, match_standing: MatchStanding[Carry] | None = None) -> str:
    """Return the scores of an outcome, in letters: `A -8; B +16 supe; C +8 supe`: bule, then supe on A, then refe.

    The second implementation must write the same, and end the match for the same players.
    """
    match_standing = club_standing(rules) if match_standing is None else match_standing
    row, scores = rules.scoring.row(outcome, match_standing), []
    compared.close_in_both(Match.from_standing(rules, match_standing), outcome)
    for letter, seat in zip("ABCD", _seats(rules, match_standing.dealer if rules.seats == 4 else A), strict=False):
        supe = row.amount(supe_on(seat, A, rules.seats), seat) if seat != A else 0
        for number, unit in ((row.amount("bule", seat), ""), (supe, " supe"), (row.amount("refe", seat), " refa")):
            if number:
                scores.append(f"{letter} {number:+d}{unit}")
    return ", ".join(scores)
