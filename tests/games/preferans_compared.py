"""Preferans compared with its second statement (`preferans_rules.py`): what a deal writes and leads to."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games import preferans_rules
from games.preferans_rules import Deal, Sheet, final, minimum, raspasys_after

from prikup.cards import parse_card
from prikup.game import Standing
from prikup.games.preferans import Options, Outcome, Preferans
from prikup.games.preferans.bidding import lowest_level
from prikup.games.preferans.outcome import Carry
from prikup.games.preferans.public import talon_pays
from prikup.sheet import Totals, added

__all__ = ["CAP", "Case", "agree", "differences", "outcome", "told", "totals"]

CAP = {"none": 0, "arithmetic": 3, "geometric": 4}
TALON: Mapping[bool, tuple[tuple[str, ...], ...]] = {
    False: ((), ("SA", "HK"), ("SA", "SK"), ("SA", "HA")),
    True: ((), ("S7", "H9"), ("S7", "H7")),
}
"""Cards of the talon that pay the dealer so many tricks, at a misère (True) or a game."""


class Case(NamedTuple):
    """A deal as the second statement tells it, and the sheet before it."""

    options: Options
    deal: Deal
    before: Sheet


def told(options: Options) -> dict[str, Any]:
    """The options in the words of the second statement, where a cap of 0 means none."""
    named = {name: getattr(options, name) for name in options.__struct_fields__}
    return {**named, "raspasy_cap": CAP[options.raspasy_prog] if options.raspasy_cap == "usual" else 0}


def outcome(deal: Deal) -> Outcome:
    """The same deal in the words of the game."""
    talon = tuple(map(parse_card, deal.talon))
    misere = deal.contract.startswith("misere")
    shown = bool(talon) and deal.contract != "misere-hand"
    words: dict[str, Any] = {
        "contract": "misere" if misere else deal.contract,
        "declarer": deal.declarer,
        "whist": deal.whist,
        "tricks": deal.tricks,
        "talon": talon_pays(talon, misere=misere) if shown and deal.rules["players"] == 4 else 0,
        "thrown": deal.thrown,
        "conceded": deal.conceded,
    }
    return Outcome(**words)


def totals(sheet: Sheet) -> Totals:
    """The boxes of a sheet: pool, dump, and the whists on the left neighbour, the next and so on."""
    n = len(sheet.pool)
    boxes = (tuple(sheet.whists[seat][(seat + step) % n] for seat in range(n)) for step in range(1, n))
    return (sheet.pool, sheet.dump, *boxes)


def sheet_of(boxes: Totals) -> Sheet:
    """The sheet with these boxes."""
    n = len(boxes[0])
    whists = [[0] * n for _ in range(n)]
    for step, box in enumerate(boxes[2:], 1):
        for seat, points in enumerate(box):
            whists[seat][(seat + step) % n] = points
    return Sheet(boxes[0], boxes[1], tuple(map(tuple, whists)))


def differences(case: Case) -> list[str]:
    """What the game and the second statement do not agree on."""
    return compared(Preferans(case.options), outcome(case.deal), case.deal, case.before)


def compared(game: Preferans, what: Outcome, deal: Deal, before: Sheet) -> list[str]:
    standing = Standing(5, deal.dealer, totals(before), Carry(deal.raspasys))
    row = game.row(what, standing)
    after, expected = added(game.columns, standing.totals, row), preferans_rules.scored(deal, before)
    carry = game.next(what, standing, row).carry
    raspasys = raspasys_after(deal)
    pairs = {
        "sheet": (after, totals(expected)),
        "raspasys": (carry.raspasy, raspasys),
        "lowest": (lowest_level(game.options, carry), minimum(deal.rules, raspasys)),
        "settlement": (game.settlement(after), final(deal.rules, expected)),
    }
    return [f"{what}: {ours} is not {theirs}" for what, (ours, theirs) in pairs.items() if ours != theirs]


def agree(game: Preferans, what: Outcome, standing: Standing[Carry]) -> None:
    """Check that a typed outcome writes and leads to what the second statement says.

    It knows neither revokes nor tricks of two defenders together.
    """
    if what.revoked is not None or what.together is not None:
        return
    contract: str = what.contract if what.contract not in ("6", "7", "8", "9", "10") else f"{what.contract}H"
    deal = Deal(
        told(game.options),
        standing.dealer,
        contract,
        what.declarer,
        what.whist,
        what.tricks or (0,) * game.seats,
        what.conceded,
        TALON[contract == "misere"][what.talon],
        what.thrown,
        standing.carry.raspasy,
    )
    found = compared(game, what, deal, sheet_of(standing.totals))
    assert not found, found
