"""The progress of a match of Preferans: the next dealer, the price of raspasy, and the end of the match.

The player on the dealer's left deals next; with `raspasy_dealer_stays` the same player deals again after raspasy (a
deal in which all passed and avoid tricks). Several raspasy in a row may raise the lowest bid (`bidding.py`) and the
price of a trick. A trick in the first of them costs `raspasy_price`; in the next ones the price grows by the same
amount each time, or doubles (`raspasy_prog`), up to a cap, unless `raspasy_cap=uncapped`. A deal with a declarer ends
the row of raspasy; the house rule `raspasy_reset` may require in addition that the contract was made, or made and
whisted.

The match is over when every pool (points for contracts made) is full, when all pools together are, or after a number of
deals, as the house rule `end` says. The player with the best settlement wins.
"""

from prikup.games.preferans.declared_deal import DeclaredDeal
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import Carry, Outcome
from prikup.games.preferans.settlement import final
from prikup.rules.game_scoring import NextDeal, VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow

__all__ = ["next_deal", "stake", "winners"]

CAPS = {"none": 1, "arithmetic": 3, "geometric": 4}
"""The maximum factor by which several raspasy (deals in which all passed) in a row raise the price of a trick.

The key is the value of `Options.raspasy_prog`.
"""


def stake(options: Options, carry: Carry) -> int:
    """Return the price of a trick in the next raspasy (a deal in which all passed), in points of dump (penalty points).

    It is the house rule `raspasy_price`, multiplied by a factor that may grow with the number of raspasy in a row,
    which `carry` has.
    """
    number = carry.raspasy + 1
    doubling = 1 << number - 1  # 1, 2, 4, 8 …
    steps = {"none": 1, "arithmetic": number, "geometric": doubling}[options.raspasy_prog]
    factor = steps if options.raspasy_cap == "uncapped" else min(steps, CAPS[options.raspasy_prog])
    return options.raspasy_price * factor


def next_deal(
    options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry], row: SheetRow
) -> NextDeal[Carry]:
    """Return the next dealer, usually the player on the dealer's left, and the new number of raspasy in a row.

    Raspasy are deals in which all players passed. `outcome` has the facts of the finished deal. After a misdeal the
    same player deals again. `standing` is the state of the match before the deal, and `row` has the entries that the
    deal added to the sheet.
    """
    carry, dealer = standing.carry, standing.dealer
    if isinstance(outcome, VoidDeal) or outcome.contract == "misdeal":
        return NextDeal(dealer, carry, counts=False)
    if outcome.contract == "raspasy":
        following = dealer if options.raspasy_dealer_stays else (dealer + 1) % options.players
        return NextDeal(following, Carry(carry.raspasy + 1))
    ends_row = _ends_raspasy(options, outcome, standing)
    return NextDeal((dealer + 1) % options.players, Carry() if ends_row else carry)


def _ends_raspasy(options: Options, outcome: Outcome, standing: MatchStanding[Carry]) -> bool:
    """Return whether a deal with a declarer ends the row of raspasy (deals in which all passed).

    `outcome` has the facts of the deal, and `standing` is the state of the match before it.
    """
    if options.raspasy_reset == "any_declared_game":
        return True
    assert outcome.declarer is not None
    deal = DeclaredDeal.of(options, outcome, standing.dealer, outcome.declarer)
    return _is_made(deal) and (bool(deal.whisters) or options.raspasy_reset == "made_game")


def _is_made(deal: DeclaredDeal) -> bool:
    """Return whether declarer made the contract; a contract against which no defender plays counts as made."""
    if deal.outcome.conceded or deal.outcome.revoked == deal.declarer:
        return False
    if not deal.is_played or deal.outcome.revoked is not None:
        return True
    return deal.declarer_tricks >= deal.level if deal.level else not deal.declarer_tricks


def winners(
    options: Options,
    old_standing: MatchStanding[Carry],
    new_standing: MatchStanding[Carry],
    outcome: Outcome | VoidDeal | None,
) -> tuple[int, ...]:
    """Return the seats with the best settlement once the match is over. Return () while it continues.

    The settlement is the amount that each player has won or lost. `old_standing` and `new_standing` are the states of
    the match before and after the deal.
    """
    if not _is_over(options, new_standing.totals[0], new_standing.deal - 1):
        return ()
    shares = final(options, new_standing.totals)
    return tuple(seat for seat, share in enumerate(shares) if share == max(shares))


def _is_over(options: Options, pools: tuple[int, ...], deals: int) -> bool:
    """Return whether the match is over under the house rule `end`.

    `pools` has the pool (points for contracts made) of each seat, and `deals` is the number of deals played.
    """
    match options.end:
        case "each":
            return min(pools) >= options.pool
        case "sum":
            return sum(pools) >= options.pool * options.players
        case "hands":
            return deals >= options.hands
