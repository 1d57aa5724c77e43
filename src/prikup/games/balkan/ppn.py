"""PPN, the Portable Preferans Notation, for Balkan Preferans (source: prefko/portable-preferans-notation).

A file is a list of tags such as `[Bula 60]` and of deals. A deal is in brackets, with its fields separated by spaces.
Players are numbered 1, 2 and 3 in the direction of play. This module has the data model and the text form.
`ppn_json.py` has the JSON form, `ppn_deal.py` and `ppn_replay.py` convert deals to and from those of this program, and
`ppn_match.py` converts whole matches.

The parser is tolerant. It accepts any tags, text between the brackets, a missing refa (the field that tells whether the
deal counts double), `Y` for the ace of clubs, and tricks that repeat cards; published examples have all of these.
Anything else that it cannot parse raises BadText with the deal and the field. The numbers of the suits are the Serbian
ones (spades two) or, with the tag `[Order clubs_low]`, those of the default house rules (clubs two).
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from prikup.control_characters import escape
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
"""The names of the fields of a deal in PPN, in the order of the text form."""
FIELDS_IF_ALL_PASSED, WITHOUT_REFA = FIELDS[:4], tuple(field for field in FIELDS if field != "refa")
"""The fields of a deal in which all passed, and the fields of a played deal in older files.

Older files do not have the field "refa", which tells whether the deal counts double.
"""
CODES = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
SUIT_ORDER = (SPADES, DIAMONDS, HEARTS, CLUBS)
CARD = {code: SUIT_ORDER[at // 8] * 13 + 5 + at % 8 for at, code in enumerate(CODES)} | {"Y": CLUBS * 13 + 12}
CODE = {CARD[code]: code for code in CODES}
KONTRAS = "IKRSM"
"""The letters for an invitation (`I`) and for the four levels of kontra (doubling of the stake)."""
BOTH_FOLLOWERS = 8
RESULTS = {"Result1", "Result2", "Result3"}
HEADER = {"Bula", "Refe", "Options", "Order", "Unverified", "Player1", "Player2", "Player3"}
"""The names of the tags that come before the first deal of a match."""
MAX_HEADERS = 1 << 18
"""The maximum number of characters in the headers that matches of a file share; a single header has a few hundred."""


class Throw(Struct, frozen=True):
    """A trick in PPN (a "throw"): its cards in playing order, and the player who won it."""

    cards: tuple[Card, ...]
    winner: PpnPlayer


class PpnSummary(Struct, frozen=True):
    """The result of a deal for one player, with the field names of PPN.

    `tricks` is the number of tricks, and `middle` the change of the player's bula (points to write off). For a follower
    (an opponent of declarer), `supe` are the points scored against declarer, and `side` tells whether declarer is the
    left (`L`) or right (`R`) neighbour. For declarer, `side` is "".
    """

    tricks: int
    middle: int = 0
    side: str = ""
    supe: int = 0


class PpnPlay(Struct, frozen=True):
    """The part of the record of a deal that PPN has only if a game was declared.

    - `main` is the declarer.
    - `discards` are the two cards that declarer discarded; () after an igra (a game without the talon).
    - `contract` is the number of the game, from 2 to 8.
    - `igra` tells whether the game was an igra.
    - `comers` are the followers (opponents of declarer) who decided to play.
    - `kontra` is a letter of `KONTRAS`: the highest doubling of the stake, or an invitation; "" for neither.
    - `kontra_player` is the follower who called kontra or invited the other, or None.
    - `refa` tells whether a right of declarer doubled the stake; None if the file does not say so.
    - `value` is the stake.
    - `starts` is the player who led first; None if no follower played.
    - `throws` are the tricks.
    - `summary` has the result of each player in the order of the deal; None for a player who did not play.
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
    """The PPN record of a deal.

    - `id` is the number of the deal.
    - `order` are the players in the order in which cards are dealt, the dealer last.
    - `cards` are ten cards for each player, in the order of `order` (the first five, then the second five), and then
      the two cards of the talon.
    - `bids` has the last bid of each player, in the order of `order`: `P` for pass, a number, `M` and a number taken
      over with the call "mine", or `G` for an igra (a game without the talon), optionally with the number of its game.
    - `play` is the rest of the record; None if all passed.
    """

    id: int
    order: tuple[PpnPlayer, ...]
    cards: tuple[Card, ...]
    bids: tuple[str, ...]
    play: PpnPlay | None = None


class Ppn(Struct, frozen=True):
    """The content of a PPN file: its tags, each with a name and a value, and its deals."""

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
    """Parse the text of a PPN file. Raise BadText, with the deal and the field, if a part cannot be parsed."""
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
    """Split the text of a PPN file into the texts of its matches.

    After a deal, a header tag (a tag in `HEADER`) starts a new match. A deal with the number 1 also starts a new match,
    which shares the header of the match before. Result tags after the deals belong to the preceding match. A header
    without deals is not a match, unless the file has nothing else.
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
    """A collector that finds the matches in a PPN file, given its tags and deals one after the other.

    `_starts` has, for each match found so far, its position in the text and the header that it takes over from an
    earlier match ("" if it has its own header).
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[tuple[int, str]] = [(0, "")]
        self._tags: set[str] = set()
        """The names of the tags of the last match found so far."""
        self._number = ""
        """The number of the last deal in the last match found so far; "" before its first deal."""
        self._header = ""
        self._copied = 0
        """The number of characters in all headers that matches have taken over from an earlier match."""
        self._is_headed = False
        """True if the match before the last one has a header of its own."""
        self._tags_start: int | None = None
        """The position of the first tag after the last deal, result tags excluded; None if there is none."""

    def add_tag(self, position: int, name: str) -> None:
        """Process the tag `name` that starts at `position` in the text. The tag may start a new match."""
        if self._number and (name not in RESULTS or name in self._tags):
            if self._tags_start is None:
                self._tags_start = position
            if name in HEADER:
                self._is_headed = not self._tags.isdisjoint(HEADER)
                self._starts.append((self._tags_start, ""))
                self._number, self._tags = "", set()
        self._tags.add(name)

    def add_deal(self, position: int, number: str) -> None:
        """Process the deal numbered `number` that starts at `position` in the text. The deal may start a new match.

        Raise BadText if the matches share too long a header: each match of a file gets a copy of it.
        """
        if number == "1" and self._number not in ("", "1"):
            self._copied += len(self._header)
            if self._copied > MAX_HEADERS:
                raise BadText(reason("ppn-header-long", most=MAX_HEADERS))
            self._starts.append((position, self._header))
        elif not self._number:
            self._header = self._shared_header(position)
        self._number, self._tags_start = number or "?", None

    def _shared_header(self, position: int) -> str:
        """Return the header tags before `position`, for further matches in the file that have no header of their own.

        If a tag name occurs several times, the last of these tags counts.
        """
        tag_by_name = {}
        for match in BRACKETS.finditer(self._text, self._starts[-1][0], position):
            tag = TAG.fullmatch(match[1].strip())
            if tag and tag[1] in HEADER:
                tag_by_name[tag[1]] = match[0]
        return "".join(f"{tag}\n" for tag in tag_by_name.values())

    def texts(self) -> tuple[str, ...]:
        """Return the text of each match, including its header, after all tags and deals have been added."""
        starts, end = self._starts, len(self._text)
        if len(starts) > 1 and not self._number:
            *starts, (last, _) = starts
            end = last if self._is_headed else end
        ends = (*(start for start, _ in starts[1:]), end)
        return tuple(header + self._text[start:end] for (start, header), end in zip(starts, ends, strict=True))


def unreadable(deal: str, field: str, text: str) -> BadText:
    """Return the error to raise if a field of a deal cannot be parsed.

    `deal` is the number of the deal as text, `field` the name of the field, and `text` the text of the field.
    """
    return BadText(reason("ppn-unreadable", deal=deal or "?", field=field, text=text[:40]))


def _deal(words: list[str]) -> PpnDeal:
    for fields in (FIELDS_IF_ALL_PASSED, WITHOUT_REFA, FIELDS):
        if len(words) == len(fields):
            return deal_of_fields(dict(zip(fields, words, strict=True)))
    raise unreadable(words[0] if words else "", "fields", str(len(words)))


def deal_of_fields(texts_by_field: Mapping[str, str]) -> PpnDeal:
    """Parse a deal from `texts_by_field`, which has the text of each field by the name of the field.

    Raise BadText, with the deal and the field, if a field is missing or cannot be parsed.
    """
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
    """Parse the field that tells which followers (opponents of declarer) play; `main` is declarer.

    The text is 0 for none, the number of a player, or a digit above 3 for both.
    """
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
    """Return the text of a PPN file, with a line for each tag and deal.

    A deal in which a game was declared has all fourteen fields.
    """
    lines = [f"[{name} {_quote(value)}]" for name, value in ppn.tags]
    if lines and ppn.deals:
        lines.append("")
    lines += [f"[{' '.join(fields_of(deal).values())}]" for deal in ppn.deals]
    return "".join(f"{line}\n" for line in lines)


def _quote(value: str) -> str:
    """Return the value of a tag as written in a file: in quotes if it needs them.

    A quote inside the value becomes an apostrophe, and control characters are escaped.
    """
    value = escape(value).replace('"', "'")
    return value if re.fullmatch(r"[^\s\[\]]+", value) else f'"{value}"'


def fields_of(deal: PpnDeal) -> dict[str, str]:
    """Return the texts of the fields of a deal, by name, in the order of `FIELDS`.

    If all passed, the fields are those of `FIELDS_IF_ALL_PASSED`.
    """
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
