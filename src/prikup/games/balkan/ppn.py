"""PPN, the Portable Preferans Notation, for Balkan Preferans (source: prefko/portable-preferans-notation).

A file is a list of tags, `[Bula 60]`, and of deals, each in brackets with its fields separated by spaces. Players are
1, 2 and 3 in the direction of play. This module has the data model and the text form; `ppn_json.py` has the JSON form,
`ppn_deal.py` and `ppn_replay.py` convert deals to and from ours, and `ppn_match.py` converts whole matches.

Parsing is tolerant: it accepts any tags, text between the brackets, a missing refa, `Y` for the ace of clubs, and
throws that repeat cards (published examples have all of these). Anything else that cannot be parsed raises BadText with
the deal and the field. The numbers of the suits are the Serbian ones (spades two), but those of the seed with the tag
`[Order clubs_low]`.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from prikup.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card
from prikup.rules.errors import BadText, reason

__all__ = [
    "FIELDS",
    "KONTRAS",
    "Ppn",
    "PpnDeal",
    "PpnPlay",
    "PpnPlayer",
    "PpnSummary",
    "Throw",
    "deal_of_fields",
    "fields_of",
    "parse_ppn",
    "ppn_text",
    "split_ppn",
    "unreadable",
]

PpnPlayer = int
T = TypeVar("T")

FIELDS = (
    "id",
    "order",
    "cards",
    "bids",
    "main",
    "discarded",
    "contract",
    "accepted",
    "kontra",
    "refa",
    "value",
    "starts",
    "throws",
    "summary",
)
"""The fields of a deal, in order."""
FIELDS_IF_ALL_PASSED, WITHOUT_REFA = FIELDS[:4], tuple(field for field in FIELDS if field != "refa")
"""The fields of a deal in which all passed, and those of a played deal in an older file."""
CODES = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
SUIT_ORDER = (SPADES, DIAMONDS, HEARTS, CLUBS)
CARD = {code: SUIT_ORDER[at // 8] * 13 + 5 + at % 8 for at, code in enumerate(CODES)} | {"Y": CLUBS * 13 + 12}
CODE = {CARD[code]: code for code in CODES}
KONTRAS = "IKRSM"
"""The letters for an invitation and for the levels of kontra."""
BOTH_FOLLOWERS = 8
RESULTS = {"Result1", "Result2", "Result3"}
HEADER = {"Bula", "Refe", "Options", "Order", "Unverified", "Player1", "Player2", "Player3"}
"""The tags before the first deal of a match."""


class Throw(Struct, frozen=True):
    """A trick: its cards in playing order, and its winner."""

    cards: tuple[Card, ...]
    winner: PpnPlayer


class PpnSummary(Struct, frozen=True):
    """The part of a player in the result of a deal.

    It holds their tricks, the change of their bula, and the supe that a follower wrote in the column on this `side`,
    `L` or `R`; the side of the main player is "".
    """

    tricks: int
    middle: int = 0
    side: str = ""
    supe: int = 0


class PpnPlay(Struct, frozen=True):
    """The second half of a deal, present if a game was declared.

    `discards` is empty after an igra; `contract` is a number from 2 to 8; `comers` are the followers who came; `kontra`
    is a letter of `KONTRAS` ("" for none) and `kontra_player` the player who called it; `refa` is None if the file
    omits it; `starts` is None if nobody came; `summary` is in the order of the deal, None for a player who did not
    play.
    """

    main: PpnPlayer
    discards: tuple[Card, ...]
    contract: int
    igra: bool
    comers: tuple[PpnPlayer, ...]
    kontra: str
    kontra_player: PpnPlayer | None
    refa: bool | None
    value: int
    starts: PpnPlayer | None
    throws: tuple[Throw, ...]
    summary: tuple[PpnSummary | None, ...]


class PpnDeal(Struct, frozen=True):
    """A deal.

    `order` are the players in the order of the deal, the dealer last; `cards` are ten for each of them, five and five,
    and two for the talon; `bids` are the last bids: `P`, a number, `M` and a number (mine), `G` and optionally the
    number of the igra. `play` is None if all passed.
    """

    id: int
    order: tuple[PpnPlayer, ...]
    cards: tuple[Card, ...]
    bids: tuple[str, ...]
    play: PpnPlay | None = None


class Ppn(Struct, frozen=True):
    """A file: its tags and its deals."""

    tags: tuple[tuple[str, str], ...] = ()
    deals: tuple[PpnDeal, ...] = ()


# Parsing

BRACKETS = re.compile(r'\[((?:"[^"]*"|[^\[\]"])*)\]')
TAG = re.compile(r'([A-Za-z]\w*)\s*(?:"([^"]*)"|(.*))', re.DOTALL)
SUMMARY = re.compile(
    r"""0 | M(?P<main>\d{1,2}):(?P<bula>[-+]?\d{1,9})
      | F(?P<tricks>\d{1,2}):(?P<side>[LR])(?P<supe>\d{1,9})(:(?P<middle>[-+]?\d{1,9}))?""",
    re.VERBOSE | re.ASCII,
)


def parse_ppn(text: str) -> Ppn:
    """Return the tags and deals of a file. Raises BadText with the deal and the field."""
    if "[" in (rest := BRACKETS.sub("", text)) or "]" in rest:
        raise BadText(reason("ppn-brackets", text=" ".join(rest.split())[:40]))
    tags, deals = [], []
    for match in BRACKETS.finditer(text):
        content = match[1].strip()
        if tag := TAG.fullmatch(content):
            tags.append((tag[1], tag[2] if tag[2] is not None else tag[3].strip()))
        else:
            deals.append(_deal(content.split()))
    return Ppn(tuple(tags), tuple(deals))


def split_ppn(text: str) -> tuple[str, ...]:
    """Return the text of each match in a file.

    After a deal, a new match starts with a tag of a header, or with a deal of number 1 under the same header. Results
    after the deals belong to the match before. A header without deals is not a match, unless it is the only one.
    """
    splitter = _Splitter(text)
    for match in BRACKETS.finditer(text):
        content = match[1].strip()
        if tag := TAG.fullmatch(content):
            splitter.add_tag(match.start(), tag[1])
        else:
            splitter.add_deal(match.start(), content.partition(" ")[0])
    return splitter.texts()


class _Splitter:
    """The matches found so far in a file: where each starts, and the header that it takes from an earlier match."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[tuple[int, str]] = [(0, "")]
        self._tags: set[str] = set()
        """The tags of the last match."""
        self._number = ""
        """The number of its last deal; "" before the first deal."""
        self._header = ""
        self._is_headed = False
        """True if the match before the last one has a header of its own."""
        self._tags_start: int | None = None
        """The position of the first tag after the last deal that is not a result."""

    def add_tag(self, position: int, name: str) -> None:
        """Process a tag at a position of the text."""
        if self._number and (name not in RESULTS or name in self._tags):
            if self._tags_start is None:
                self._tags_start = position
            if name in HEADER:
                self._is_headed = not self._tags.isdisjoint(HEADER)
                self._starts.append((self._tags_start, ""))
                self._number, self._tags = "", set()
        self._tags.add(name)

    def add_deal(self, position: int, number: str) -> None:
        """Process a deal at a position of the text."""
        if number == "1" and self._number not in ("", "1"):
            self._starts.append((position, self._header))
        elif not self._number:
            tags = (match[0] for match in BRACKETS.finditer(self._text, self._starts[-1][0], position))
            self._header = "".join(f"{tag}\n" for tag in tags if not tag.startswith("[Result"))
        self._number, self._tags_start = number or "?", None

    def texts(self) -> tuple[str, ...]:
        """Return the texts of the matches."""
        starts, end = self._starts, len(self._text)
        if len(starts) > 1 and not self._number:
            *starts, (last, _) = starts
            end = last if self._is_headed else end
        ends = (*(start for start, _ in starts[1:]), end)
        return tuple(header + self._text[start:end] for (start, header), end in zip(starts, ends, strict=True))


def unreadable(deal: str, field: str, text: str) -> BadText:
    """Return the error for a field of a deal that cannot be parsed."""
    return BadText(reason("ppn-unreadable", deal=deal or "?", field=field, text=text[:40]))


def _deal(words: list[str]) -> PpnDeal:
    for fields in (FIELDS_IF_ALL_PASSED, WITHOUT_REFA, FIELDS):
        if len(words) == len(fields):
            return deal_of_fields(dict(zip(fields, words, strict=True)))
    raise unreadable(words[0] if words else "", "fields", str(len(words)))


def deal_of_fields(texts_by_field: Mapping[str, str]) -> PpnDeal:
    """Return the deal with these fields. Raises BadText with the deal and the field."""
    number = texts_by_field.get("id", "")
    if tuple(field for field in FIELDS if field in texts_by_field) not in (FIELDS_IF_ALL_PASSED, WITHOUT_REFA, FIELDS):
        raise unreadable(number, "fields", " ".join(texts_by_field))

    def read(field: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(texts_by_field[field])
        except (ValueError, KeyError):
            raise unreadable(number, field, texts_by_field[field]) from None

    first = (read("id", _number), read("order", _order), read("cards", _pack), read("bids", _bids))
    if "main" not in texts_by_field:
        return PpnDeal(*first)
    contract, igra = read("contract", _contract)
    kontra, kontra_player = read("kontra", _kontra)
    return PpnDeal(
        *first,
        PpnPlay(
            read("main", _player),
            read("discarded", _discards),
            contract,
            igra,
            read("accepted", lambda text: _comers(text, _player(texts_by_field["main"]))),
            kontra,
            kontra_player,
            read("refa", lambda text: bool(("0", "1").index(text))) if "refa" in texts_by_field else None,
            read("value", _number),
            read("starts", lambda text: None if text == "0" else _player(text)),
            read("throws", _throws),
            read("summary", _summary),
        ),
    )


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError
    return int(text)


def _player(text: str) -> PpnPlayer:
    return ("1", "2", "3").index(text) + 1


def _order(text: str) -> tuple[PpnPlayer, ...]:
    if sorted(text) != ["1", "2", "3"]:
        raise ValueError
    return tuple(map(int, text))


def _pack(text: str) -> tuple[Card, ...]:
    cards = tuple(CARD[code] for code in text)
    if len(cards) != 32 or len(set(cards)) != 32:
        raise ValueError
    return cards


def _three(text: str) -> tuple[str, str, str]:
    first, second, third = text.split(",")
    return first, second, third


def _bids(text: str) -> tuple[str, ...]:
    bids = _three(text)
    if not all(re.fullmatch(r"P|M?[2-8]|G[2-8]?", bid) for bid in bids):
        raise ValueError
    return bids


def _discards(text: str) -> tuple[Card, ...]:
    if text == "XX":
        return ()
    first_code, second_code = tuple(text)
    return CARD[first_code], CARD[second_code]


def _contract(text: str) -> tuple[int, bool]:
    if not re.fullmatch(r"G?[2-8]", text):
        raise ValueError
    return int(text[-1]), text[0] == "G"


def _comers(text: str, main: PpnPlayer) -> tuple[PpnPlayer, ...]:
    """Return the followers who came: none, one, or (any digit above 3) both."""
    if not re.fullmatch(r"[0-9]", text) or text == str(main):
        raise ValueError
    if text == "0":
        return ()
    return (int(text),) if text in "123" else tuple(player for player in (1, 2, 3) if player != main)


def _kontra(text: str) -> tuple[str, PpnPlayer | None]:
    if text == "0":
        return "", None
    letter, player = tuple(text)
    return KONTRAS[KONTRAS.index(letter)], _player(player)


def _throws(text: str) -> tuple[Throw, ...]:
    return () if text == "0" else tuple(map(_throw, text.split(",")))


def _throw(text: str) -> Throw:
    if len(text) not in (3, 4):
        raise ValueError
    return Throw(tuple(CARD[code] for code in text[:-1]), _player(text[-1]))


def _summary(text: str) -> tuple[PpnSummary | None, ...]:
    return tuple(map(_player_summary, _three(text)))


def _player_summary(text: str) -> PpnSummary | None:
    match = SUMMARY.fullmatch(text)
    if not match:
        raise ValueError
    if match["main"]:
        return PpnSummary(int(match["main"]), int(match["bula"]))
    if match["tricks"]:
        return PpnSummary(int(match["tricks"]), int(match["middle"] or 0), match["side"], int(match["supe"]))
    return None


# Writing


def ppn_text(ppn: Ppn) -> str:
    """Return the text of a file: each tag and deal on a line; a declared game has all fourteen fields."""
    lines = [f"[{name} {_quote(value)}]" for name, value in ppn.tags]
    if lines and ppn.deals:
        lines.append("")
    lines += [f"[{' '.join(fields_of(deal).values())}]" for deal in ppn.deals]
    return "".join(f"{line}\n" for line in lines)


def _quote(value: str) -> str:
    """Return the value, in quotes if it needs them; a quote inside it becomes an apostrophe."""
    value = value.replace('"', "'")
    return value if re.fullmatch(r"[^\s\[\]]+", value) else f'"{value}"'


def fields_of(deal: PpnDeal) -> dict[str, str]:
    """Return the fields of a deal as text by name, in the order of FIELDS; those of PASSED if all passed."""
    first = (str(deal.id), "".join(map(str, deal.order)), _codes(deal.cards), ",".join(deal.bids))
    play = deal.play
    if play is None:
        return dict(zip(FIELDS_IF_ALL_PASSED, first, strict=True))
    comers = str(BOTH_FOLLOWERS) if len(play.comers) > 1 else "".join(map(str, play.comers)) or "0"
    words = (
        *first,
        str(play.main),
        _codes(play.discards) or "XX",
        ("G" if play.igra else "") + str(play.contract),
        comers,
        f"{play.kontra}{play.kontra_player}" if play.kontra else "0",
        str(int(play.refa or False)),
        str(play.value),
        str(play.starts or 0),
        ",".join(f"{_codes(throw.cards)}{throw.winner}" for throw in play.throws) or "0",
        ",".join(map(_summary_text, play.summary)),
    )
    return dict(zip(FIELDS, words, strict=True))


def _summary_text(summary: PpnSummary | None) -> str:
    if summary is None:
        return "0"
    if not summary.side:
        return f"M{summary.tricks}:{summary.middle}"
    middle = f":{summary.middle}" if summary.middle else ""
    return f"F{summary.tricks}:{summary.side}{summary.supe}{middle}"


def _codes(cards: tuple[Card, ...]) -> str:
    return "".join(CODE[card] for card in cards)
