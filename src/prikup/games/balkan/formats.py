"""Whole matches of Balkan Preferans in PPN, read and written.

PPN names no house rules but the bule and the refe. Our own tag `Options` does. Without it the rules are the Serbian
ones, with what the file shows: its bule, whether there are refe, whether anybody invites or says kontra, and the order
of the suits if the tag `Order` gives one. A deal that scores otherwise by these rules is told, not refused.
"""

import re
from collections.abc import Iterator

from prikup.errors import BadText, Reason, reason
from prikup.game import Format, Given, Record, Settled
from prikup.games.balkan.again import replayed
from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.ppn import Deal, Ppn, parse_ppn, ppn_text
from prikup.games.balkan.ppn_json import json_text, parse_json
from prikup.games.balkan.record import deal_of, differences
from prikup.games.balkan.rules import Balkan
from prikup.games.balkan.seating import round_from
from prikup.match import Match
from prikup.options import options_text, parse_options, value_text, with_values
from prikup.sheet import rounded
from prikup.state import State

__all__ = ["FORMATS", "ppn_of", "record_of"]

# Reading


def record_of(ppn: Ppn) -> Record:
    """Return the match of a file, played again. Raises BadText and BadOptions."""
    if not ppn.deals:
        raise BadText(reason("ppn-no-deals"))
    tags = dict(ppn.tags)
    options = _options(tags, ppn.deals)
    game, seats = Balkan(options), round_from(options, 0)
    match = Match.begin(game, seats[ppn.deals[0].order[-1] - 1])
    dealer, deals, differs = match.dealer, list[Given](), list[Reason]()
    for deal in ppn.deals:
        if match.over:
            differs.append(reason("ppn-over", deal=str(deal.id)))
            break
        given, end = replayed(game, deal, match.standing)
        differs += differences(deal, deal_of(game, deal.id, given.deck, end))
        deals.append(given)
        match = match.close(game.outcome(end))
    differs += _results(tags, match)
    names = tuple(_name(tags, seats.index(seat) + 1) for seat in range(3))
    return Record(options, names, dealer, tuple(deals), tuple(differs))


def _options(tags: dict[str, str], deals: tuple[Deal, ...]) -> Options:
    if "Options" in tags:
        return parse_options(PRESETS, tags["Options"])
    letters = {deal.played.kontra for deal in deals if deal.played}
    changes = {
        "order": tags.get("Order", "serbian"),
        "refe": _refe(tags.get("Refe", "2")),
        "invite": "on" if "I" in letters else "off",
        "kontra": "on" if letters & set("KRSM") else "off",
    }
    return with_values(PRESETS["balkan-serbian"], changes | ({"bule": tags["Bula"]} if "Bula" in tags else {}))


def _refe(text: str) -> str:
    """Return the option for a number of refe; what is no number is for the options to refuse."""
    return value_text(int(text) > 0) if text.isdecimal() else text


def _name(tags: dict[str, str], player: int) -> str:
    return " ".join(tags.get(f"Player{player}", "").split()) or str(player)


def _results(tags: dict[str, str], match: Match) -> Iterator[Reason]:
    """Yield where the file says otherwise how the match ended."""
    for name, ours in _result_tags(match):
        said = tags.get(name, ours)
        if said.removeprefix("+") != ours:
            yield reason("ppn-result", tag=name, text=said, ours=ours)


def _result_tags(match: Match) -> Iterator[tuple[str, str]]:
    results = rounded(match.game.settlement(match.sheet.totals))
    for player, seat in enumerate(round_from(match.game.options, 0), 1):
        yield f"Result{player}", str(results[seat])


# Writing


def ppn_of(record: Record) -> Ppn:
    """Return the file of a match."""
    game = Balkan(record.options)
    match, deals = Match.begin(game, record.dealer), []
    for number, given in enumerate(record.deals, 1):
        state = game.deal(given.deck, match.standing)
        for action in given.actions:
            state = game.apply(state, action)
        after = game.settle(state, Settled(tricks=given.agreed)) if given.agreed else state
        assert isinstance(after, State)
        deals.append(deal_of(game, number, given.deck, after))
        match = match.close(game.outcome(after))
    return Ppn((*_header(record), *_result_tags(match)), tuple(deals))


def _header(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the house rules and the players. `Order` tells other programs what `Options` tells us."""
    options = record.options
    yield "Bula", str(options.bule)
    yield "Refe", "2" if options.refe else "0"
    yield "Options", options_text(PRESETS, options)
    if options.order == "seed":
        yield "Order", "seed"
    for player, seat in enumerate(round_from(options, 0), 1):
        yield f"Player{player}", record.names[seat]


# The formats


def _known(text: str) -> bool:
    return bool(re.search(r"\[\s*(?:Bula|Refe)\b", text))


def _known_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and '"dealOrder"' in text


FORMATS = {
    "ppn": Format(_known, lambda text: record_of(parse_ppn(text)), lambda record: ppn_text(ppn_of(record))),
    "ppn-json": Format(_known_json, lambda text: record_of(parse_json(text)), lambda record: json_text(ppn_of(record))),
}
