"""A deal with all hands open, and its one-line notation, which is also used in links.

    AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2 ; played DK SQ D8 ; out D9 DT

The sections of the line are the hands by seat, as spades.clubs.diamonds.hearts (`-` for a seat that does not play); the
game with its house rules; the contract and its declarer's seat; the seat of the first lead; the cards played so far,
which the hands still contain; and the cards that are in no hand. Sections that are not known yet are left out. A
section `known` at the end requests single-dummy values too; it lists the seats whose hands are face up.
"""

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.rules.cards import Card, Seat, card_text, cards, mask, mask_text
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.objective import OpenContract
from prikup.rules.options import parse_options
from prikup.solver import BadPosition, Position

__all__ = ["KNOWN_WORD", "LEADS_WORD", "OUT_WORD", "PLAYED_WORD", "OpenDeal", "PlayedPosition"]

LEADS_WORD, PLAYED_WORD, OUT_WORD, KNOWN_WORD = "leads", "played", "out", "known"
"""The first words of the last four sections in a deal's line of text."""


class PlayedPosition(Struct, frozen=True):
    """The position of a deal after the cards played, and the number of tricks that its side has taken (`tricks_taken`).

    The side is `Position.side`, whose tricks are counted.
    """

    position: Position
    tricks_taken: int


class OpenDeal(Struct, frozen=True, dict=True):
    """A deal with all hands open.

    `game` is the name of the game, and `options` are its house rules in their shortest text; `hands` are bit masks of
    cards, by seat, None for a seat that does not play. The `contract`, the seat of its declarer (`player`) and the seat
    of the `leader` may be missing ("" and None). `played` are the cards played, in order; `hands` still contain them.
    `out` is the bit mask of the cards that are known to be in no hand. `known` are the seats whose hands are face up,
    if single-dummy values are requested; None if they are not.
    """

    game: str
    options: str
    hands: tuple[int | None, ...]
    contract: str = ""
    player: Seat | None = None
    leader: Seat | None = None
    played: tuple[Card, ...] = ()
    out: int = 0
    known: tuple[Seat, ...] | None = None

    @property
    def text(self) -> str:
        """The deal as one line of text, which `prikup.positions.paste_reader` can parse."""
        hands = " | ".join("-" if hand is None else mask_text(hand) for hand in self.hands)
        parts = [hands, f"{self.game} {self.options}"]
        if self.contract:
            parts.append(self.contract if self.player is None else f"{self.contract} {self.player}")
        if self.leader is not None:
            parts.append(f"{LEADS_WORD} {self.leader}")
        if self.played:
            parts.append(" ".join((PLAYED_WORD, *map(card_text, self.played))))
        if self.out:
            parts.append(" ".join((OUT_WORD, *map(card_text, cards(self.out)))))
        if self.known is not None:
            parts.append(" ".join((KNOWN_WORD, *map(str, self.known))))
        return " ; ".join(parts)

    @cached_property
    def rules(self) -> AnyGame:
        """The game under the deal's house rules."""
        kind = GAMES[self.game]
        return kind.build(parse_options(kind.presets, self.options))

    @property
    def open_contract(self) -> OpenContract | None:
        """The contract of the deal; None if it is missing or the game has no such contract."""
        return next(
            (contract for contract in self.rules.analysis.open_contracts if contract.name == self.contract), None
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that hold cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    @property
    def longest_hand(self) -> int:
        """The number of cards in the longest hand."""
        return max((hand or 0).bit_count() for hand in self.hands)

    @property
    def fault(self) -> Reason | None:
        """A message about the first impossible or missing part of the deal; None if the deal can be played."""
        return self._card_error() or self._hand_length_error() or self._missing_value_error()

    def _card_error(self) -> Reason | None:
        """Return a message about the first error in the seats or cards of the deal; None if there is none."""
        rules, pack = self.rules, mask(self.rules.pack)
        if len(self.hands) != rules.seats:
            return reason("open-seats", needed=rules.seats, held=len(self.hands))
        seen_cards = 0
        for hand in (*self.hands, self.out):
            if foreign_cards := (hand or 0) & ~pack:
                return reason("open-not-in-pack", card=cards(foreign_cards)[0])
            if twice := seen_cards & (hand or 0):
                return reason("position-twice", card=cards(twice)[0])
            seen_cards |= hand or 0
        return None

    def _hand_length_error(self) -> Reason | None:
        """Return a message that names a hand with too many or too few cards; None if all hands have the same length.

        Empty hands are reported last.
        """
        expected_count = min(self.longest_hand, self.rules.trick_count)
        playing = [seat for seat, hand in enumerate(self.hands) if hand is not None]
        if len(playing) < 2 or not expected_count:
            return reason("open-no-cards")
        for seat in sorted(playing, key=lambda seat: not self.hands[seat]):
            card_count = (self.hands[seat] or 0).bit_count()
            if card_count != expected_count:
                return reason("open-uneven", seat=seat, held=card_count, needed=expected_count)
        return None

    def _missing_value_error(self) -> Reason | None:
        """Return a message if the contract, the declarer or the leader is missing or unknown; else None."""
        if self.open_contract is None:
            return reason("open-no-contract" if self.rules.analysis.open_contracts else "open-no-contracts")
        if self.player is None or self.player not in self.seats:
            return reason("open-no-player")
        if self.leader is None or self.leader not in self.seats:
            return reason("open-no-leader")
        return None

    @property
    def played_position(self) -> PlayedPosition:
        """The position after the played cards. Raise BadPosition if the deal or its play is impossible."""
        if (fault := self.fault) is not None:
            raise BadPosition(fault)
        position, tricks_taken = self.first_position, 0
        for card in self.played:
            if not position.remaining_tricks:
                raise BadPosition(reason("open-all-played", card=card))
            tricks = position.tricks
            seat, hand = tricks.turn, position.hands[tricks.turn]
            if not hand >> card & 1:
                raise BadPosition(reason("open-not-held", seat=seat, card=card))
            if not tricks.legal(hand) >> card & 1:
                raise BadPosition(reason("open-not-legal", seat=seat, card=card))
            took, position = position.after(card)
            tricks_taken += took
        return PlayedPosition(position, tricks_taken)

    @property
    def first_position(self) -> Position:
        """The position before the first card. The deal must have a contract, a declarer and a leader."""
        contract = self.open_contract
        assert contract is not None and self.player is not None and self.leader is not None
        own_sides = (side for side in contract.partners if self.player in side)
        return Position(
            hands=tuple(hand or 0 for hand in self.hands),
            seats=tuple(seat for seat in contract.seats if seat in self.seats),
            leader=self.leader,
            side=frozenset(next(own_sides, (self.player,))) & {*self.seats},
            goal=contract.goal,
            order=contract.order,
            follow=contract.follow,
            last=self.player if contract.last else None,
        )

    def after(self, card: Card) -> "OpenDeal":
        """Return the deal after the next card is played."""
        return replace(self, played=(*self.played, card))
