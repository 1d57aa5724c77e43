"""Read and write whole matches of Balkan Preferans in PPN, the Portable Preferans Notation.

The only house rules in PPN are the bule (points that each player must write off) and the refe (deals that count
double). This program adds a tag `Options` with all house rules. If a file does not have it, the house rules are those
of the Serbian clubs, adapted to the file. The file decides the bule, the refe, whether preferans is played, whether the
lowest game needs a kontra, whether the followers' fifth trick ends the play, and, with a tag `Order`, the order of the
suits. The tag `Unverified`, also added by this program, marks a match played on a player's own device. A deal whose
score differs under these rules is reported, not refused. PPN cannot express a match with four players.
"""

import re
from collections.abc import Iterator

from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.outcome import FIVE
from prikup.games.balkan.ppn import Ppn, PpnDeal, PpnPlay, parse_ppn, ppn_text, split_ppn
from prikup.games.balkan.ppn_deal import deal_of, differences
from prikup.games.balkan.ppn_json import json_text, parse_json, split_json
from prikup.games.balkan.ppn_replay import replay_deal
from prikup.games.balkan.rules import Balkan
from prikup.games.balkan.seating import round_from
from prikup.rules.errors import BadText, Reason, reason
from prikup.rules.game import AgreedEnd
from prikup.rules.game_definition import ForeignDeal, ForeignMatch, Format
from prikup.rules.match import Match
from prikup.rules.options import logged_text, parse_logged, set_values, value_text
from prikup.rules.score_sheet import round_shares
from prikup.rules.state import State

__all__ = ["FORMATS", "ppn_of", "record_of"]

UNVERIFIED_TAG, YES = "Unverified", "yes"

# Reading


def record_of(ppn: Ppn) -> ForeignMatch:
    """Return the match that the PPN file `ppn` records, by replaying its deals under the rules.

    Raise BadText if the file has no deals or a deal cannot be replayed, and BadOptions if its house rules are invalid.
    """
    if not ppn.deals:
        raise BadText(reason("ppn-no-deals"))
    tags = dict(ppn.tags)
    options = _options(tags, ppn.deals)
    game, seats = Balkan(options), round_from(options, 0)
    match = Match.begin(game, seats[ppn.deals[0].order[-1] - 1])
    dealer, deals, differs = match.dealer, list[ForeignDeal](), list[Reason]()
    for deal in ppn.deals:
        if match.over:
            differs.append(reason("ppn-over", deal=str(deal.id)))
            break
        replayed_deal, end = replay_deal(game, deal, match.standing)
        differs += differences(deal, deal_of(game, deal.id, replayed_deal.deck, end))
        deals.append(replayed_deal)
        match = match.close(game.outcome(end))
    differs += _results(tags, match)
    names = tuple(_name(tags, seats.index(seat) + 1) for seat in range(3))
    return ForeignMatch(options, names, dealer, tuple(deals), tuple(differs), tags.get(UNVERIFIED_TAG) == YES)


def _options(tags: dict[str, str], deals: tuple[PpnDeal, ...]) -> Options:
    """Return the house rules of a PPN file with these tags and deals: those in its tag `Options`, if it has this tag.

    Without the tag they are the rules of the Serbian clubs, adapted to the deals of the file. PPN records so little of
    the auction that the least strict rules for the auction are assumed.
    """
    if "Options" in tags:
        return parse_logged(PRESETS, tags["Options"])
    plays = [deal.play for deal in deals if deal.play]
    changes = {
        "order": tags.get("Order", "spades_low"),
        "mine": "senior",
        "igra": "any",
        "igra_naming": "all",
        "preferans": value_text(any(play.contract == PREFERANS for play in plays)),
        "lowest_needs_kontra": "refa_else_made" if any(map(_is_unopposed, plays)) else "off",
        "stop": "all_ten" if any(map(_continues_after_fifth, plays)) else "at_five",
        "refe": tags.get("Refe", "2"),
    }
    return set_values(PRESETS["serbian-club"], changes | ({"bule": tags["Bula"]} if "Bula" in tags else {}))


LOWEST, BETL, PREFERANS = 2, 6, 8
"""The PPN numbers of the games that need special treatment: the lowest game, betl (no trick), preferans (all ten)."""


def _is_unopposed(play: PpnPlay) -> bool:
    """Return whether the lowest game was declared but neither played nor scored, as no opponent called kontra.

    `play` is the PPN record of the declared game, and a kontra doubles the stake. Under some house rules the lowest
    game is played only after a kontra.
    """
    if play.contract != LOWEST or play.igra or play.kontra or play.throws:
        return False
    return all(summary is None or not summary.middle for summary in play.summary)


def _continues_after_fifth(play: PpnPlay) -> bool:
    """Return whether the play continued after the fifth trick of the opponents, which beats a game of six tricks."""
    theirs = [throw.winner != play.main for throw in play.throws]
    is_six_trick_game = play.contract not in (BETL, PREFERANS)
    return is_six_trick_game and (sum(theirs) > FIVE or (sum(theirs) == FIVE and not theirs[-1]))


def _name(tags: dict[str, str], player: int) -> str:
    return " ".join(tags.get(f"Player{player}", "").split()) or str(player)


def _results(tags: dict[str, str], match: Match) -> Iterator[Reason]:
    """Yield a message for each result in the tags of the file that differs from the result of `match`.

    `tags` has the values of the tags by name, and `match` is the match after the replay of its deals.
    """
    for name, ours in _result_tags(match):
        their_result = tags.get(name, ours)
        if their_result.removeprefix("+") != ours:
            yield reason("ppn-result", tag=name, text=their_result, ours=ours)


def _result_tags(match: Match) -> Iterator[tuple[str, str]]:
    results = round_shares(match.game.scoring.settlement(match.sheet.totals))
    for player, seat in enumerate(round_from(match.game.options, 0), 1):
        yield f"Result{player}", str(results[seat])


# Writing


def ppn_of(record: ForeignMatch) -> Ppn:
    """Return the PPN file that records the match `record`. Raise BadText if the match has four players."""
    if record.options.players != 3:
        raise BadText(reason("ppn-four"))
    game = Balkan(record.options)
    match, deals = Match.begin(game, record.dealer), []
    for number, deal in enumerate(record.deals, 1):
        state = game.deal(deal.deck, match.standing)
        for action in deal.actions:
            state = game.apply_unchecked(state, action)
        after = game.settle(state, AgreedEnd(tricks=deal.agreed_tricks)) if deal.agreed_tricks else state
        assert isinstance(after, State)
        deals.append(deal_of(game, number, deal.deck, after))
        match = match.close(game.outcome(after))
    return Ppn((*_header(record), *_result_tags(match)), tuple(deals))


def _header(record: ForeignMatch) -> Iterator[tuple[str, str]]:
    """Yield the tags for the house rules and the players of the match `record`.

    The tag `Order` repeats a part of the tag `Options`, for programs that do not know the latter.
    """
    options = record.options
    yield "Bula", str(options.bule)
    yield "Refe", str(options.refe)
    yield "Options", logged_text(PRESETS, options)
    if options.order != "spades_low":
        yield "Order", options.order
    if record.unverified:
        yield UNVERIFIED_TAG, YES
    for player, seat in enumerate(round_from(options, 0), 1):
        yield f"Player{player}", record.names[seat]


# The formats


def _is_ppn(text: str) -> bool:
    return bool(re.search(r"\[\s*(?:Bula|Refe)\b", text))


def _is_ppn_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and '"dealOrder"' in text


FORMATS = {
    "ppn": Format(_is_ppn, split_ppn, lambda text: record_of(parse_ppn(text)), lambda record: ppn_text(ppn_of(record))),
    "ppn-json": Format(
        _is_ppn_json, split_json, lambda text: record_of(parse_json(text)), lambda record: json_text(ppn_of(record))
    ),
}
