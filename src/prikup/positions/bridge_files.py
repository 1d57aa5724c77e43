"""Read the deals in files of bridge programs: PBN (Portable Bridge Notation) and LIN (of Bridge Base Online).

    [Deal "N:AKQ.J7..T9 … … -"]    a PBN deal: its first seat, then the hands clockwise as spades.hearts.diamonds.clubs
    md|3SAKQHJ7DCT9,…,…,|          a LIN deal: a digit for the dealer, then the hands of South, West, North and East

Only the cards are read. North, East, South and West become the seats 0 to 3. In PBN `-` stands for a hand that is not
known; in LIN a missing fourth hand has the cards that are left of 52. A file may contain any number of deals.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from prikup.positions.pasted_hands import PastedHands, read_hand_list, unreadable
from prikup.rules.cards import ALL, CARD_COUNT, CLUBS, DIAMONDS, HEARTS, SPADES

__all__ = ["BridgeDeal", "holds_bridge_deals", "read_bridge_deals"]

_PBN = re.compile(r'^[ \t]*\[[ \t]*Deal[ \t]+"(?P<first>[NESW]):(?P<hands>[^"\n]*)', re.MULTILINE | re.IGNORECASE)
_LIN = re.compile(r"(?:^|\|)[ \t\n]*md\|(?P<dealer>[0-4]?)(?P<hands>[^|]*)", re.IGNORECASE)
_SKIPPED = re.compile(r"\{[^{}]*\}|^%.*$|;.*$", re.MULTILINE)
"""A pattern for the comments and escaped lines of a PBN file."""
_SEATS = "NESW"
_LIN_SEATS = (2, 3, 0, 1)
"""The seats of South, West, North and East, in the order in which LIN has their hands."""
_HANDS = len(_SEATS)
_PBN_SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)


class BridgeDeal(Struct, frozen=True):
    """A deal in a file of a bridge program: its hands by seat, and the offset in the text at which they `start`."""

    start: int
    hands: PastedHands


def holds_bridge_deals(text: str) -> bool:
    """Return whether a text is a file of a bridge program that contains a deal, even one with errors."""
    return bool(_find_pbn(text)) or _LIN.search(text) is not None


def read_bridge_deals(text: str) -> Iterator[BridgeDeal]:
    """Yield the deals in `text`, the text of a file of a bridge program, in their order.

    Raise BadText with line and column for a card that occurs twice, a letter that is no card, a wrong number of hands,
    and hands of different lengths.
    """
    pbn_matches = _find_pbn(text)
    for match in pbn_matches:
        yield _checked(text, match.start("hands"), _pbn_deal(text, match))
    for match in () if pbn_matches else _LIN.finditer(text):
        yield _checked(text, match.start("hands"), _lin_deal(text, match))


def _find_pbn(text: str) -> list[re.Match[str]]:
    """Return the PBN deals of a file, except those in comments, as matches with their offsets in the file.

    PBN is the Portable Bridge Notation.
    """
    if not _PBN.search(text):
        return []
    without_comments = _SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return list(_PBN.finditer(without_comments))


def _pbn_deal(text: str, match: re.Match[str]) -> tuple[int | None, ...]:
    start, end = match.span("hands")
    hands = read_hand_list(text, start, end, r"\S+", _PBN_SUITS)
    if len(hands) != _HANDS:
        raise unreadable(text, start, "paste-four-hands", hands=len(hands))
    first = _SEATS.index(match["first"].upper())
    return tuple(hands[(seat - first) % _HANDS] for seat in range(_HANDS))


def _lin_deal(text: str, match: re.Match[str]) -> tuple[int | None, ...]:
    start, end = match.span("hands")
    hands = read_hand_list(text, start, end, r"[^,]+", ())
    if len(hands) == _HANDS - 1 and all((hand or 0).bit_count() == CARD_COUNT // _HANDS for hand in hands):
        hands = (*hands, ALL & ~sum(hand or 0 for hand in hands))
    if len(hands) != _HANDS:
        raise unreadable(text, start, "paste-four-hands", hands=len(hands))
    return tuple(hands[_LIN_SEATS.index(seat)] for seat in range(_HANDS))


def _checked(text: str, start: int, hands: tuple[int | None, ...]) -> BridgeDeal:
    """Return the deal with these hands, which begins at the offset `start` of the text.

    Raise BadText for hands of different lengths.
    """
    lengths = [hand.bit_count() for hand in hands if hand is not None]
    if not any(lengths):
        raise unreadable(text, start, "paste-no-cards")
    if min(lengths) != max(lengths):
        raise unreadable(text, start, "paste-uneven", shortest=min(lengths), longest=max(lengths))
    return BridgeDeal(start, PastedHands(hands))
