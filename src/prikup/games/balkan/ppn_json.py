"""The JSON form of PPN: the same fields as in the text form, which parses and formats each of them.

The published form is one deal: `cards` and `bids` are by position in the deal (`p1` was dealt to first), `summary` by
player. No form for a whole file has been published; ours is `{"tags": {…}, "deals": […]}`. A single deal and a list of
deals are accepted too.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from prikup.games.balkan.ppn import FIELDS, Ppn, PpnDeal, PpnPlay, PpnSummary, deal_of_fields, fields_of, unreadable
from prikup.rules.errors import BadText, reason

__all__ = ["json_text", "parse_json", "split_json"]

PLACES = ("p1", "p2", "p3")
KEYS = {field: field for field in FIELDS} | {"order": "dealOrder"}
_decoder = json.JSONDecoder()
_BLANKS = re.compile(r"\s*")
NUMBERS = ("id", "order", "main", "contract", "accepted", "kontra", "value", "starts")
"""The fields written as numbers if their text is a number."""
SIDES = {"L": "left", "R": "right"}

# Reading


def split_json(text: str) -> tuple[str, ...]:
    """Return the text of each match in a file: consecutive documents, or a list; bare deals form one match."""
    whole, deals, at = list[Any](), list[Any](), 0
    text = text.replace("\n", " ")  # mail may have broken a line within a string
    try:
        while at < len(text):
            document, at = _decoder.raw_decode(text, _BLANKS.match(text, at).end())  # type: ignore[union-attr]  # matches
            at = _BLANKS.match(text, at).end()  # type: ignore[union-attr]  # no blanks match too
            for one in document if isinstance(document, list) else [document]:
                (whole if isinstance(one, dict) and "deals" in one else deals).append(one)
    except (ValueError, RecursionError):
        return (text,)  # parsing it reports the error
    return tuple(map(json.dumps, [*whole, *([deals] if deals else [])]))


def parse_json(text: str) -> Ppn:
    """Return the tags and deals of a file. Raises BadText with the deal and the field."""
    try:
        found = msgspec.json.decode(text.lstrip("\ufeff"))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadText(reason("ppn-json", error=str(error))) from None
    match found:
        case {"deals": [*deals], **rest}:
            tags = rest.get("tags", {})
        case [*deals]:
            tags = {}
        case _:
            tags, deals = {}, [found]
    if not isinstance(tags, dict):
        raise BadText(reason("ppn-json", error="tags"))
    return Ppn(tuple((name, str(value)) for name, value in tags.items()), tuple(map(_deal, deals)))


def _deal(deal: Any) -> PpnDeal:
    if not isinstance(deal, dict):
        raise unreadable("", "fields", str(deal)[:40])
    named = {}
    for field, key in KEYS.items():
        if (found := deal.get(key)) is not None:
            try:
                named[field] = _READ.get(field, _plain)(deal, found)
            except (LookupError, TypeError, AttributeError):
                raise unreadable(str(deal.get("id", "")), field, str(found)[:40]) from None
    return deal_of_fields(named)


def _plain(deal: Mapping[str, Any], found: Any) -> str:
    return str(found)


def _cards(deal: Mapping[str, Any], found: Any) -> str:
    return "".join(found[place] for place in (*PLACES, "t"))


def _bids(deal: Mapping[str, Any], found: Any) -> str:
    return ",".join(found[place] for place in PLACES)


def _refa(deal: Mapping[str, Any], found: Any) -> str:
    return {False: "0", True: "1"}[found]


def _throws(deal: Mapping[str, Any], found: Any) -> str:
    return ",".join(f"{throw['cards']}{throw['winner']}" for throw in found) or "0"


def _summary(deal: Mapping[str, Any], found: Any) -> str:
    """Return the summary by player, or by position in a file that marks the main player there."""
    players = [f"p{player}" for player in str(deal["dealOrder"])]
    by_player = found.get(f"p{deal.get('main')}", {}).get("main")
    return ",".join(_summed(found[p]) for p in (players if by_player else PLACES))


def _summed(found: Mapping[str, Any]) -> str:
    tricks, middle = found.get("tricks", 0), found.get("middle", 0)
    if found.get("main"):
        return f"M{tricks}:{middle}"
    if "right" in found:
        return f"F{tricks}:R{found['right']}:{middle}"
    return f"F{tricks}:L{found.get('left', 0)}:{middle}" if tricks or middle or "left" in found else "0"


_READ: dict[str, Callable[[Mapping[str, Any], Any], str]] = {
    "cards": _cards,
    "bids": _bids,
    "refa": _refa,
    "throws": _throws,
    "summary": _summary,
}

# Writing


def json_text(ppn: Ppn) -> str:
    """Return the text of a file."""
    found = {"tags": dict(ppn.tags), "deals": [_written(deal) for deal in ppn.deals]}
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


def _written(deal: PpnDeal) -> dict[str, Any]:
    texts = fields_of(deal)
    hands = (texts["cards"][10 * at : 10 * at + 10] for at in range(4))
    named: dict[str, Any] = texts | {field: int(texts[field]) for field in NUMBERS if texts.get(field, "").isdigit()}
    named["cards"] = dict(zip((*PLACES, "t"), hands, strict=True))
    named["bids"] = dict(zip(PLACES, deal.bids, strict=True))
    if deal.played:
        named["refa"] = bool(deal.played.refa)
        named["throws"] = _thrown(deal.played, texts["throws"])
        sums = {f"p{player}": _sum(one) for player, one in zip(deal.order, deal.played.summary, strict=True)}
        named["summary"] = {place: sums[place] for place in PLACES}
    return {KEYS[field]: value for field, value in named.items()}


def _thrown(played: PpnPlay, text: str) -> list[dict[str, Any]]:
    codes = text.split(",") if played.throws else []
    starts = (played.starts, *(throw.winner for throw in played.throws))
    return [
        {"id": at, "starts": leader, "cards": code[:-1], "winner": int(code[-1])}
        for at, (leader, code) in enumerate(zip(starts, codes, strict=False), 1)
    ]


def _sum(summary: PpnSummary | None) -> dict[str, Any]:
    if summary is None:
        return {"main": False, "tricks": 0}
    if not summary.side:
        return {"main": True, "tricks": summary.tricks, "middle": summary.middle}
    middle = {"middle": summary.middle} if summary.middle else {}
    return {"main": False, "tricks": summary.tricks, SIDES[summary.side]: summary.supe} | middle
