"""Format messages for one table, with cards, calls and players in the words or symbols of a language."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from prikup.control_characters import escape
from prikup.locale import Words
from prikup.rules.cards import FIRST_CALL, RANKS, SUITS, Card, Suit, cards, is_card
from prikup.rules.errors import MessageArgument, Reason
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, Seat

__all__ = ["SYMBOLS", "Speech", "cards_by_suit"]

SYMBOLS = "♠♣♦♥"
"""The symbols of the suits, in the order of their numbers."""
SHOWN_SUITS: tuple[Suit, ...] = (0, 3, 1, 2)
"""The order in which the suits of a hand are shown: spades, hearts, clubs, diamonds, so that the colours alternate."""

SEATS = frozenset({"seat", "other", "player", "owner", "dealer", "players"})
"""The names of message arguments whose values are seats."""


def cards_by_suit(mask: int, order: Sequence[Suit] = SHOWN_SUITS) -> tuple[tuple[Suit, tuple[Card, ...]], ...]:
    """Return the cards of a bit mask as a player sorts them: by suit, and high to low within a suit.

    Suits without cards are left out. `order` is the order in which the suits are listed.
    """
    sorted_suits = ((suit, tuple(reversed(cards(mask & 0x1FFF << 13 * suit)))) for suit in order)
    return tuple((suit, suit_cards) for suit, suit_cards in sorted_suits if suit_cards)


class Speech:
    """A formatter of messages for one table, with the names of its players and the cards and calls of its game.

    `words` are the messages of a language. If `spoken`, cards are in words (`king of clubs`), otherwise in symbols
    (`♣K`). `you` is the seat of the reader, whom every sentence calls "you". For this purpose, a message with an
    argument such as `$player` (a seat) also gets the argument `$player-is`, which is `you` or `other`. `names` are the
    players' names by seat. Without a `game` and `names`, only messages about cards can be formatted.
    """

    def __init__(
        self,
        words: Words,
        game: AnyGame | None = None,
        names: Sequence[str] = (),
        *,
        you: Seat | None = None,
        spoken: bool = False,
    ) -> None:
        self.words, self.you, self.spoken = words, you, spoken
        self.names = tuple(map(escape, names))
        self._game = game

    @property
    def game(self) -> AnyGame:
        """The game played at the table."""
        assert self._game is not None, "there is no game"
        return self._game

    def __call__(self, key: str, /, **values: MessageArgument) -> str:
        """Return the message with the key `key`, with the arguments `values` filled in.

        The name of each argument decides how its value is shown; for example, a `seat` is shown as its player's name.
        """
        displayed_values = {name: self._format_value(name, value) for name, value in values.items()}
        reader_flags = {f"{name}-is": self._you_or_other(value) for name, value in values.items() if name in SEATS}
        text = self.words(key, **displayed_values, **reader_flags)
        return text[:1].upper() + text[1:] if "you" in reader_flags.values() and text.startswith(self._reader) else text

    @cached_property
    def _reader(self) -> str:
        return self.words("reader")

    def _you_or_other(self, value: MessageArgument) -> str:
        """Return `you` if `value` is the reader's seat, or several seats that include it; else `other`."""
        is_reader = self.you in value if isinstance(value, tuple) else self.you == value and isinstance(value, int)
        return "you" if self.you is not None and is_reader else "other"

    def _name_in_sentence(self, seat: Seat) -> str:
        """Return the name of the player at `seat` as it stands in a sentence: "you" if this player is the reader."""
        return self._reader if seat == self.you else self.names[seat]

    def reason(self, reason: Reason) -> str:
        """Return the sentence of a Reason (a message key with its arguments), with seats, cards and calls in words."""
        return self(reason.key, **reason.numbers)

    def sentences(self, items: Iterable[Reason]) -> list[str]:
        """Return a sentence for each of `items`, the message keys with arguments that `prikup.narration` returns."""
        return [self(item.key, **item.numbers) for item in items]

    def _format_value(self, name: str, value: MessageArgument) -> MessageArgument:
        """Return the value of a message argument as text, if its `name` says that it is a seat, a card or the like.

        Other values are returned unchanged.
        """
        match name, value:
            case ("seat" | "other" | "player" | "owner" | "dealer", int()):
                return self._name_in_sentence(value)
            case ("players", tuple()):
                return ", ".join(map(self._name_in_sentence, value))
            case ("card" | "call", int()):
                return self.action(value)
            case ("actions" | "best", tuple()):
                return self.actions(value)
            case ("hand", int()):
                return self.hand(value)
            case ("counted", tuple()):
                return self.text_by_seat(value)
            case ("by_side", tuple()):
                return self.text_by_side(value)
            case ("suit" | "led", int()):
                return self.suit(value)
            case ("word", str()):
                return self.words(f"outcome-{value}")
        return value

    @cached_property
    def ranks(self) -> dict[str, str]:
        """The text of each rank by its letter: `10` for `T`, and letters of the language for `J`, `Q`, `K` and `A`."""
        local = {letter: self.words(f"rank-letter-{letter}") for letter in "JQKA"}
        return {letter: local.get(letter, letter) for letter in RANKS} | {"T": "10"}

    def rank(self, card: Card) -> str:
        """Return the rank of a card in the letters of the language, as in `A`, `10` or `7`."""
        return self.ranks[RANKS[card % 13]]

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit in the language, such as `spades`."""
        return self.words(f"suit-{SUITS[suit]}")

    def suit_letter(self, suit: Suit) -> str:
        """Return the letter of a suit, as a user can type it, such as `S`."""
        return self.words(f"suit-letter-{SUITS[suit]}")

    def card(self, card: Card) -> str:
        """Return the text of a card, in symbols (`♣K`) or in words (`king of clubs`)."""
        if not self.spoken:
            return SYMBOLS[card // 13] + self.rank(card)
        rank, suit = RANKS[card % 13], SUITS[card // 13]
        return self.words("card-spoken", rank=self.words(f"rank-{rank}"), suit=self.words(f"suit-of-{suit}"))

    def card_input(self, card: Card) -> str:
        """Return the text of a card, as a user can type it, such as `CK`."""
        return self.suit_letter(card // 13) + self.rank(card)

    def action(self, action: Action) -> str:
        """Return the text of a card or a call, in symbols (`♣K`, `6♠`) or in words (`king of clubs`, `6 spades`)."""
        return self.card(action) if is_card(action) else self._call(self.call(action))

    def call(self, call: Action) -> str:
        """Return the text of a call with suits in symbols, such as `pass` or `6♠`."""
        return self.words(f"call-{self.game.calls[call - FIRST_CALL]}")

    def _call(self, text: str) -> str:
        """Return the text of a call, in symbols (`6♠`, `7 NT`) or in words (`6 spades`, `7 no trumps`)."""
        if self.spoken:
            for sign, suit in zip(SYMBOLS, SUITS, strict=True):
                text = text.replace(sign, " " + self.words(f"suit-of-{suit}"))
            text = text.replace(self.words("no-trump"), self.words("no-trump-spoken"))
        return text

    def actions(self, actions: Iterable[Action]) -> str:
        """Return the text of several actions (cards or calls), separated by commas."""
        return ", ".join(map(self.action, actions))

    def hand(self, mask: int, order: Sequence[Suit] = SHOWN_SUITS) -> str:
        """Return the text of a hand (a bit mask): `♠ A K 9  ♥ 10`, or in words `spades ace, king, nine; hearts ten`.

        If `spoken`, ranks are in words too, because single letters would be read as words. `order` is the order in
        which the suits are listed.
        """
        suits = cards_by_suit(mask, order)
        if self.spoken:
            ranks = (
                (suit, ", ".join(self.words(f"rank-{RANKS[card % 13]}") for card in suit_cards))
                for suit, suit_cards in suits
            )
            return "; ".join(f"{self.suit(suit)} {rank_names}" for suit, rank_names in ranks)
        return "  ".join(f"{SYMBOLS[suit]} {' '.join(map(self.rank, suit_cards))}" for suit, suit_cards in suits)

    def name(self, seat: Seat) -> str:
        """Return the name of the player at `seat`, even if this player is the reader (whom sentences call "you")."""
        return self.names[seat]

    def side(self, side: int) -> str:
        """Return the names of the players of the side with the number `side`, such as `Anna + Vera`."""
        return " + ".join(self.names[seat] for seat in self.game.sides[side])

    def text_by_seat(self, numbers: Sequence[int]) -> str:
        """Return numbers by seat as text, such as `Anna 2, Vera 0, Tigran 1`."""
        assert len(numbers) == len(self.names)
        return ", ".join(f"{self._name_in_sentence(seat)} {number}" for seat, number in enumerate(numbers))

    def text_by_side(self, numbers: Sequence[int]) -> str:
        """Return numbers by side as text, such as `Anna + Vera 8, Pekka + Tigran 5`."""
        names = (" + ".join(map(self._name_in_sentence, side)) for side in self.game.sides)
        return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))
