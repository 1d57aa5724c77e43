"""The JSON form of PPN, the Portable Preferans Notation.

The JSON form has the same fields as the text form. This module converts each field between its JSON value and its text;
`ppn.py` parses and writes the texts. The published form is a single deal, in which `cards` and `bids` are by position
in the deal (`p1` gets the first cards) and `summary` is by player. No form for a whole file has been published. This
program writes `{"tags": {…}, "deals": […]}` and also accepts a single deal and a list of deals.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from prikup.control_characters import escape
from prikup.games.balkan.ppn import FIELDS, Ppn, PpnDeal, PpnPlay, PpnSummary, deal_of_fields, fields_of, unreadable
from prikup.rules.errors import BadText, reason

__all__ = ["json_text", "parse_json", "split_json"]

PLACES = ("p1", "p2", "p3")
KEYS = {field: field for field in FIELDS} | {"order": "dealOrder"}
_decoder = json.JSONDecoder()
_BLANKS = re.compile(r"\s*")
NUMBERS = ("id", "order", "main", "contract", "accepted", "kontra", "value", "starts")
"""The fields that are numbers in JSON if their text consists of digits."""
SIDES = {"L": "left", "R": "right"}

# Reading


def split_json(text: str) -> tuple[str, ...]:
    """Split the text of a JSON file into the texts of its matches.

    The file may have several JSON documents, or a list of matches. All deals outside a match together form one match.
    """
    whole, deals, position = list[Any](), list[Any](), 0
    text = text.replace("\n", " ")  # mail may have broken a line within a string
    try:
        while position < len(text):
            document, position = _decoder.raw_decode(text, _BLANKS.match(text, position).end())  # type: ignore[union-attr]  # matches
            position = _BLANKS.match(text, position).end()  # type: ignore[union-attr]  # no blanks match too
            for item in document if isinstance(document, list) else [document]:
                (whole if isinstance(item, dict) and "deals" in item else deals).append(item)
    except (ValueError, RecursionError):
        return (text,)  # parse_json reports the error
    return tuple(map(json.dumps, [*whole, *([deals] if deals else [])]))


def parse_json(text: str) -> Ppn:
    """Parse the text of a JSON file. Raise BadText, with the deal and the field, if a part cannot be parsed."""
    try:
        document = msgspec.json.decode(text.lstrip("\ufeff"))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadText(reason("ppn-json", error=str(error))) from None
    match document:
        case {"deals": [*deals], **rest}:
            tags = rest.get("tags", {})
        case [*deals]:
            tags = {}
        case _:
            tags, deals = {}, [document]
    if not isinstance(tags, dict):
        raise BadText(reason("ppn-json", error="tags"))
    return Ppn(tuple((name, str(value)) for name, value in tags.items()), tuple(map(_deal, deals)))


def _deal(deal: Any) -> PpnDeal:
    if not isinstance(deal, dict):
        raise unreadable("", "fields", str(deal)[:40])
    texts_by_field = {}
    for field, key in KEYS.items():
        if (json_value := deal.get(key)) is not None:
            try:
                texts_by_field[field] = _READ.get(field, _plain)(deal, json_value)
            except (LookupError, TypeError, AttributeError):
                raise unreadable(str(deal.get("id", "")), field, str(json_value)[:40]) from None
    return deal_of_fields(texts_by_field)


def _plain(deal: Mapping[str, Any], json_value: Any) -> str:
    return str(json_value)


def _cards(deal: Mapping[str, Any], codes_by_place: Any) -> str:
    return "".join(codes_by_place[place] for place in (*PLACES, "t"))


def _bids(deal: Mapping[str, Any], bids_by_place: Any) -> str:
    return ",".join(bids_by_place[place] for place in PLACES)


def _refa(deal: Mapping[str, Any], has_refa: Any) -> str:
    return {False: "0", True: "1"}[has_refa]


def _throws(deal: Mapping[str, Any], throws: Any) -> str:
    return ",".join(f"{throw['cards']}{throw['winner']}" for throw in throws) or "0"


def _summary(deal: Mapping[str, Any], parts_by_place: Any) -> str:
    """Return the text of the summary field, in the order in which the players are dealt cards.

    `deal` is the JSON object of the deal, and `parts_by_place` has the result of each player under a key such as `p1`.
    The digit in a key is a player's number if the result under declarer's number is marked as that of declarer
    ("main"). Otherwise the digit is the position in the deal.
    """
    players = [f"p{player}" for player in str(deal["dealOrder"])]
    by_player = parts_by_place.get(f"p{deal.get('main')}", {}).get("main")
    return ",".join(_player_summary(parts_by_place[p]) for p in (players if by_player else PLACES))


def _player_summary(part: Mapping[str, Any]) -> str:
    tricks, middle = part.get("tricks", 0), part.get("middle", 0)
    if part.get("main"):
        return f"M{tricks}:{middle}"
    if "right" in part:
        return f"F{tricks}:R{part['right']}:{middle}"
    return f"F{tricks}:L{part.get('left', 0)}:{middle}" if tricks or middle or "left" in part else "0"


_READ: dict[str, Callable[[Mapping[str, Any], Any], str]] = {
    "cards": _cards,
    "bids": _bids,
    "refa": _refa,
    "throws": _throws,
    "summary": _summary,
}

# Writing


def json_text(ppn: Ppn) -> str:
    """Return the text of a JSON file with the tags and deals of a PPN file."""
    document = {"tags": dict(ppn.tags), "deals": [_json_deal(deal) for deal in ppn.deals]}
    return escape(msgspec.json.format(msgspec.json.encode(document), indent=2).decode()) + "\n"


def _json_deal(deal: PpnDeal) -> dict[str, Any]:
    texts = fields_of(deal)
    hands = (texts["cards"][10 * index : 10 * index + 10] for index in range(4))
    json_fields: dict[str, Any] = texts | {
        field: int(texts[field]) for field in NUMBERS if texts.get(field, "").isdigit()
    }
    json_fields["cards"] = dict(zip((*PLACES, "t"), hands, strict=True))
    json_fields["bids"] = dict(zip(PLACES, deal.bids, strict=True))
    if deal.play:
        json_fields["refa"] = bool(deal.play.refa)
        json_fields["throws"] = _json_throws(deal.play, texts["throws"])
        sums = {f"p{player}": _sum(summary) for player, summary in zip(deal.order, deal.play.summary, strict=True)}
        json_fields["summary"] = {place: sums[place] for place in PLACES}
    return {KEYS[field]: value for field, value in json_fields.items()}


def _json_throws(play: PpnPlay, text: str) -> list[dict[str, Any]]:
    codes = text.split(",") if play.throws else []
    starts = (play.starts, *(throw.winner for throw in play.throws))
    return [
        {"id": number, "starts": leader, "cards": code[:-1], "winner": int(code[-1])}
        for number, (leader, code) in enumerate(zip(starts, codes, strict=False), 1)
    ]


def _sum(summary: PpnSummary | None) -> dict[str, Any]:
    if summary is None:
        return {"main": False, "tricks": 0}
    if not summary.side:
        return {"main": True, "tricks": summary.tricks, "middle": summary.middle}
    middle = {"middle": summary.middle} if summary.middle else {}
    return {"main": False, "tricks": summary.tricks, SIDES[summary.side]: summary.supe} | middle
