"""Preferans compared with its second implementation (`preferans_rules.py`): the scores and consequences of a deal."""

from typing import Any, NamedTuple

from games import preferans_rules
from games.preferans_rules import Deal, Sheet, final, minimum, raspasys_after

from prikup.games.preferans import Options, Outcome, Preferans
from prikup.games.preferans.bidding import lowest_level
from prikup.games.preferans.outcome import Carry
from prikup.games.preferans.public import talon_pays
from prikup.rules.cards import parse_card
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Totals, add_row

__all__ = ["CAP", "Case", "differences", "outcome", "reference_options", "totals"]

CAP = {"none": 0, "arithmetic": 3, "geometric": 4}


class Case(NamedTuple):
    """A deal in the form of the second implementation, and the sheet before it."""

    options: Options
    deal: Deal
    old_sheet: Sheet


def reference_options(options: Options) -> dict[str, Any]:
    """Return the options in the form of the second implementation, where a cap of 0 means none."""
    values_by_option = {name: getattr(options, name) for name in options.__struct_fields__}
    return {**values_by_option, "raspasy_cap": CAP[options.raspasy_prog] if options.raspasy_cap == "usual" else 0}


def outcome(deal: Deal) -> Outcome:
    """Return the same deal as an outcome of the game."""
    talon = tuple(map(parse_card, deal.talon))
    misere = deal.contract.startswith("misere")
    talon_shown = bool(talon) and deal.contract != "misere-hand"
    words: dict[str, Any] = {
        "contract": "misere" if misere else deal.contract,
        "declarer": deal.declarer,
        "whist": deal.whist,
        "tricks": deal.tricks,
        "talon": talon_pays(talon, misere=misere) if talon_shown and deal.rules["players"] == 4 else 0,
        "thrown": deal.thrown,
        "conceded": deal.conceded,
    }
    return Outcome(**words)


def totals(sheet: Sheet) -> Totals:
    """Return the boxes of a sheet: pool, dump, and the whists on the left neighbour, the next and so on."""
    n = len(sheet.pool)
    boxes = (tuple(sheet.whists[seat][(seat + step) % n] for seat in range(n)) for step in range(1, n))
    return (sheet.pool, sheet.dump, *boxes)


def differences(case: Case) -> list[str]:
    """Return the results on which the game and the second implementation differ."""
    game, what, deal, old_sheet = Preferans(case.options), outcome(case.deal), case.deal, case.old_sheet
    standing = MatchStanding(5, deal.dealer, totals(old_sheet), Carry(deal.raspasys))
    row = game.scoring.row(what, standing)
    new_totals, expected_sheet = (
        add_row(game.columns, standing.totals, row),
        preferans_rules.sheet_after_deal(deal, old_sheet),
    )
    carry = game.scoring.next_deal(what, standing, row).carry
    raspasys = raspasys_after(deal)
    pairs = {
        "sheet": (new_totals, totals(expected_sheet)),
        "raspasys": (carry.raspasy, raspasys),
        "lowest": (lowest_level(game.options, carry), minimum(deal.rules, raspasys)),
        "settlement": (game.scoring.settlement(new_totals), final(deal.rules, expected_sheet)),
    }
    return [f"{what}: {ours} is not {theirs}" for what, (ours, theirs) in pairs.items() if ours != theirs]
