"""Parse hands as people write them, with the card letters of several languages.

In hands with dots, `AKQ.T9..J7 | …`, the suits are in the order S.C.D.H; after the seat of a PBN deal (a format for
bridge), `N:AKQ.J7..T9 …`, they are in PBN's order S.H.D.C. In hands without dots, each suit is a symbol, a word or a
letter before or after its ranks, in any order. Hands are separated by bars, lines or empty lines, or a new hand starts
with a suit that the previous hand already has.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from prikup.positions.card_letters import ALPHABETS, ENGLISH, RANK_WORDS, SIGNS, WORDS, Alphabet
from prikup.rules.cards import BIT, CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from prikup.rules.errors import BadText, MessageArgument, reason

__all__ = ["MAX_HANDS", "PastedHands", "read_hand_list", "read_hands", "unreadable"]

MIN_HANDS, MAX_HANDS = 2, 4
"""The smallest and largest number of hands in a text."""
PBN = re.compile(r'\s*(?:\[\s*Deal\s*")?\s*[NESW]\s*:', re.IGNORECASE)
DOTTED_HAND = re.compile(r"\.[^.\s|]*\.[^.\s|]*\.")
LABEL = re.compile(r"\s*([^\W\d_][^\n:|.♠♣♦♥♤♧♢♡]{0,24}):")
TOKEN = re.compile(r"(?P<rank>10|[2-9])|(?P<word>[^\W\d_]+)|(?P<sign>[♠♣♦♥♤♧♢♡])|(?P<skip>[\s,;:()\-–—])")
OUT = {"talon", "discard", "discarded", "kitty", "out", "прикуп", "снос", "сброс", "талон", "škart", "шкарт"}
"""The labels of cards that are in no hand, in several languages."""
BLANKS = str.maketrans("\u00a0\u2009\u202f\ufeff\ufe0e\ufe0f\t\\", "        ")
"""Characters that are replaced by spaces: other kinds of spaces, variation selectors of suit symbols, and backslashes,
which come before a bar in Markdown.
"""


class PastedHands(Struct, frozen=True):
    """The hands in a text, and the cards in it that are in no hand.

    `hands` are bit masks of cards, by seat, None for a seat that does not play; `out` is the mask of the cards in no
    hand.
    """

    hands: tuple[int | None, ...]
    out: int = 0


class Segment(Struct, frozen=True):
    """A part of a pasted text with one hand, or several; `start` is the offset of this part in the whole text.

    With `out`, the cards of this part are in no hand, such as the talon (the undealt cards) or a discard.
    """

    start: int
    text: str
    out: bool = False


class PasteError(Exception):
    """The error for a text that cannot be parsed: its offset in the text, and a message key with its arguments.

    `read_end` is the offset up to which the text could be parsed; it shows which alphabet fits best.
    """

    def __init__(self, offset: int, key: str, /, read_end: int = 0, **numbers: MessageArgument) -> None:
        super().__init__(key)
        self.offset, self.key, self.numbers, self.read_end = offset, key, numbers, max(offset, read_end)


def unreadable(source: str, offset: int, key: str, /, **numbers: MessageArgument) -> BadText:
    """Return the error for the place at `offset` in the text `source`, which cannot be parsed.

    `key` and `numbers` are the message and its arguments. The message also gets the line and the column of the place,
    counted from 1.
    """
    line, column = source.count("\n", 0, offset) + 1, offset - source.rfind("\n", 0, offset)
    return BadText(reason(key, line=line, column=column, **numbers))


def read_hands(text: str) -> PastedHands:
    """Parse the hands in a text. Raise BadText, with the line and column of the error, if that is not possible."""
    plain = text.translate(BLANKS)
    furthest: PasteError | None = None
    for alphabet in ALPHABETS:
        try:
            return _read_dotted(plain, alphabet) if DOTTED_HAND.search(plain) else _read_labelled(plain, alphabet)
        except PasteError as error:
            if furthest is None or error.read_end > furthest.read_end:
                furthest = error
    assert furthest is not None
    raise unreadable(text, furthest.offset, furthest.key, **furthest.numbers)


def read_hand_list(text: str, start: int, end: int, separated: str, order: tuple[Suit, ...]) -> tuple[int | None, ...]:
    """Parse the hands between two offsets of a text, in English letters.

    `separated` is a pattern that matches one hand. With an `order` of suits the hands have dots; without one, each suit
    is a letter before its ranks. A hand written as `-` is not known, and is returned as None. Raise BadText, with the
    line and column of the error, if a part is not a hand or a card occurs twice.
    """
    collected = CollectedHands()
    try:
        for match in re.finditer(separated, text[start:end]):
            offset, hand_text = start + match.start(), match[0].rstrip()
            if hand_text.strip() in ("", "-"):
                collected.hands.append(None)
            elif order:
                collected.hands.append(_dotted_hand(collected, offset, hand_text, ENGLISH, order))
            else:
                collected.hands += _hands_in(collected, Segment(offset, hand_text), ENGLISH, has_suit_names=False)
    except PasteError as error:
        raise unreadable(text, error.offset, error.key, **error.numbers) from None
    return tuple(collected.hands)


class CollectedHands:
    """A collection of the hands parsed so far, which rejects a card that occurs twice."""

    def __init__(self) -> None:
        self.hands: list[int | None] = []
        self.out = self.seen_cards = 0

    def add(self, offset: int, suit: Suit, rank: int) -> int:
        """Record the card of `suit` and `rank` found at `offset` of the text, and return its bit in a mask.

        Raise PasteError if the card occurred before.
        """
        bit = BIT[suit * 13 + rank]
        if self.seen_cards & bit:
            raise PasteError(offset, "paste-twice", card=suit * 13 + rank)
        self.seen_cards |= bit
        return bit

    def finish(self, offset: int, read_end: int) -> PastedHands:
        """Return the hands. Raise PasteError at `offset` if there are too few or too many.

        `read_end` is the offset up to which the text could be parsed, for the error.
        """
        if not MIN_HANDS <= len(self.hands) <= MAX_HANDS:
            raise PasteError(offset, "paste-hands", read_end, hands=len(self.hands), least=MIN_HANDS, most=MAX_HANDS)
        return PastedHands(tuple(self.hands), self.out)


# Hands with dots


def _read_dotted(text: str, alphabet: Alphabet) -> PastedHands:
    collected, start, order = CollectedHands(), 0, (SPADES, CLUBS, DIAMONDS, HEARTS)
    if prefix := PBN.match(text):
        start, order = prefix.end(), (SPADES, HEARTS, DIAMONDS, CLUBS)
    bars = "|" in text
    for hand in re.finditer(r"[^|]+|(?<=\|)(?=\||$)" if bars else r"\S+", text[start:]):
        offset, hand_text = start + hand.start(), hand[0].rstrip('"] \r\n')
        if hand_text.strip() in ("", "-"):
            if bars or hand_text.strip():
                collected.hands.append(None)
            continue
        collected.hands.append(_dotted_hand(collected, offset, hand_text, alphabet, order))
    return collected.finish(start, len(text))


def _dotted_hand(
    collected: CollectedHands, offset: int, hand_text: str, alphabet: Alphabet, order: tuple[Suit, ...]
) -> int:
    hand, place = 0, 0
    for piece in re.finditer(r"10|[^\s]", hand_text):
        letter_offset, letter = offset + piece.start(), piece[0].upper()
        if letter == ".":
            place += 1
        elif letter not in alphabet.ranks:
            raise PasteError(letter_offset, "paste-word", text=piece[0])
        elif place < len(order):
            hand |= collected.add(letter_offset, order[place], alphabet.ranks[letter])
        if place >= len(order):
            raise PasteError(letter_offset, "paste-suits", suits=place + 1)
    if place != len(order) - 1:
        raise PasteError(offset + len(hand_text), "paste-suits", suits=place + 1)
    return hand


# Hands with suit names


def _read_labelled(text: str, alphabet: Alphabet) -> PastedHands:
    collected, has_suit_names = CollectedHands(), _names_suits(text)
    for segment in _segments(text, has_suit_names):
        if segment.text.strip() in "-–—" and not segment.out:
            collected.hands.append(None)
            continue
        for mask in _hands_in(collected, segment, alphabet, has_suit_names):
            if segment.out:
                collected.out |= mask
            else:
                collected.hands.append(mask)
    return collected.finish(0, len(text))


def _names_suits(text: str) -> bool:
    """Return whether a text has suits as symbols or words; then its single letters are never suits."""
    return any(token["sign"] or (token["word"] or "").lower() in WORDS for token in TOKEN.finditer(text))


def _segments(text: str, has_suit_names: bool) -> Iterator[Segment]:
    """Yield the parts of the text that each have one hand or more, as segments.

    `has_suit_names` tells whether the text names suits by symbols or words; then no single letter is a suit. The parts
    are separated by bars, by empty lines or by line breaks: the first of these three that gives an allowed number of
    hands is used.
    """
    pieces = _split(text, r"\|")
    if len(pieces) == 1:
        for separator in (r"\n\s*\n", r"\n"):
            pieces = [piece for piece in _split(text, separator) if piece[1].strip()]
            if MIN_HANDS <= sum(not _label(piece, has_suit_names).out for piece in pieces) <= MAX_HANDS:
                break
        else:
            pieces = [(0, text)]
    for piece in pieces:
        yield _label(piece, has_suit_names)


def _split(text: str, separator: str) -> list[tuple[int, str]]:
    """Return the parts of a text between matches of the pattern `separator`, each with its offset."""
    parts, start = [], 0
    for match in re.finditer(separator, text):
        parts.append((start, text[start : match.start()]))
        start = match.end()
    return [*parts, (start, text[start:])]


def _label(piece: tuple[int, str], has_suit_names: bool) -> Segment:
    """Return a part of the text as a segment, without the label (such as the player's name) before the hand.

    `piece` is the offset of the part and its text. A label is the text before a colon, unless its first or last word is
    a suit. `has_suit_names` tells whether the whole text names suits by symbols or words; then no single letter is a
    suit.
    """
    start, text = piece
    label = LABEL.match(text)
    if label is None:
        return Segment(start, text)
    words = label[1].lower().split()
    ends = (words[0], words[-1])
    if any(word in WORDS or (len(word) == 1 and word.isalpha() and not has_suit_names) for word in ends):
        return Segment(start, text)
    return Segment(start + label.end(), text[label.end() :], words[0] in OUT)


def _hands_in(collected: CollectedHands, segment: Segment, alphabet: Alphabet, has_suit_names: bool) -> Iterator[int]:
    """Yield the hands in a segment as masks, adding their cards to `collected`.

    A new hand starts when a suit occurs again after other suits. `has_suit_names` tells whether the whole text names
    suits by symbols or words; then no single letter is a suit. `alphabet` tells which letters mean which ranks and
    suits.
    """
    hand, suit, seen_suits = 0, None, set[Suit]()
    waiting: list[tuple[int, int]] = []
    suits_follow_ranks: bool | None = None  # whether suits come after their ranks
    for offset, kind, value in _tokens(segment, alphabet, has_suit_names):
        if suits_follow_ranks is None:
            suits_follow_ranks = kind == "rank"
        if kind == "rank":
            waiting.append((offset, value))
        elif suits_follow_ranks:
            for place, rank in waiting:
                hand |= collected.add(place, value, rank)
            waiting.clear()
            suit = value
            continue
        else:
            if value in seen_suits and value != suit and not segment.out:
                yield hand
                hand, seen_suits = 0, set()
            suit = value
            seen_suits.add(value)
        if not suits_follow_ranks and waiting:
            assert suit is not None
            hand |= collected.add(offset, suit, waiting.pop()[1])
    if waiting:
        raise PasteError(waiting[0][0], "paste-no-suit")
    if suits_follow_ranks is None:
        raise PasteError(segment.start, "paste-no-cards")
    yield hand


def _tokens(segment: Segment, alphabet: Alphabet, has_suit_names: bool) -> Iterator[tuple[int, str, int]]:
    """Yield (offset, "suit" or "rank", number) for each suit and rank in a segment.

    The number is that of the suit or rank. `has_suit_names` tells whether the whole text names suits by symbols or
    words; then no single letter is a suit. `alphabet` tells which letters mean which ranks and suits.
    """
    text, index = segment.text, 0
    while index < len(text):
        offset, token = segment.start + index, TOKEN.match(text, index)
        if token is None:
            raise PasteError(offset, "paste-word", text=text[index])
        index = token.end()
        if token["rank"]:
            yield offset, "rank", alphabet.ranks[token["rank"]]
        elif token["sign"]:
            yield offset, "suit", SIGNS[token["sign"]]
        elif (word := token["word"]) and word.lower() in WORDS:
            yield offset, "suit", WORDS[word.lower()]
        elif word and word.lower() in RANK_WORDS:
            yield offset, "rank", RANK_WORDS[word.lower()]
        elif word:
            before_colon = not has_suit_names and text[index:].lstrip(" ").startswith(":")
            yield from _letters(offset, word, alphabet, has_suit_names, before_colon)


def _letters(
    offset: int, word: str, alphabet: Alphabet, has_suit_names: bool, before_colon: bool
) -> Iterator[tuple[int, str, int]]:
    """Yield the suits and ranks in a word of single letters, as (offset, "suit" or "rank", number).

    `has_suit_names` tells whether the text names suits by symbols or words; then no letter is a suit. If the word is
    `before_colon`, its last letter may be a suit that is otherwise a rank. `alphabet` tells which letters mean which
    ranks and suits.
    """
    for n, letter in enumerate(word):
        capital = letter.upper()
        last = n == len(word) - 1
        if last and before_colon and capital in alphabet.colon:
            yield offset + n, "suit", alphabet.colon[capital]
        elif not has_suit_names and capital in alphabet.suits:
            yield offset + n, "suit", alphabet.suits[capital]
        elif capital in alphabet.ranks:
            yield offset + n, "rank", alphabet.ranks[capital]
        else:
            raise PasteError(offset, "paste-word", text=word[:20])
