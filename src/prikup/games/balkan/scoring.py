"""The scoring of Balkan Preferans.

Seed 004 gives the games and the six tricks; the rest is public Serbian practice. The unit is the stake: twice the
number of the game (two to eight, one more for an igra), doubled by a refa of the declarer, and multiplied by two, four,
eight or sixteen after kontra, rekontra, subkontra, mortkontra.

Declarer takes a stake off their bula when they make the game and adds one when they do not. Each follower writes a
stake in supe on declarer for every trick they took, whether the game is made or lost. A follower who was short when the
game was made adds a stake to their own bula: one who came alone with fewer than two tricks, an inviter with fewer than
four together, a kontra player with fewer than five, and each of two followers as `quota` defines. A follower who
invited or called kontra writes all the supe of their side and alone is responsible for it. A lost betl (or preferans)
pays each follower five stakes in supe, regardless of the tricks; one that is made costs a kontra player a stake.

House rules, each a field of `Options`:
  quota                when one of two followers with fewer than two tricks is short: unless they have four together;
                       always if the game was made; or even if it was lost
  betl_kontra          a betl lost under kontra pays five stakes to each, ten to the kontra player, or five to them
  refe                 how many refe may be written in the whole match: after three passes each player gets one
  refe_below           whether they are written while a player is below the hat (has a bula below zero)
  refe_frozen          whether refe are suspended while a player is below the hat
  lowest_needs_kontra  the lowest game named after the talon is played only under kontra. Without one a refa is written;
                       if no refa may be written, the game is made if a player is below the hat, and otherwise it is
                       made, or nothing is written
  last_game            the game that ends the match counts in full; or only as much as is left of all bule together; and
                       one that is lost may then cost its declarer twice as much
  bule, players        the bule of each player at the start, and the number of players; the match ends when all bule sum
                       to zero or less
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import ALL_OR_NOTHING, LEVELS, NUMBERS, Contract, Level, Outcome, check, is_unopposed
from prikup.games.balkan.seating import COLUMNS, following, opponents, supe_on
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.game_scoring import NextDeal, VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetEntry, SheetRow, Totals

__all__ = [
    "BETL_STAKES",
    "Carry",
    "are_refe_frozen",
    "columns",
    "doubles",
    "final",
    "next_deal",
    "opening",
    "outlook",
    "refa_may_be_written",
    "refe",
    "row",
    "stake",
    "why_impossible",
    "winners",
    "write_offs",
]

FOLLOWER_NEEDS, TOGETHER_NEED, KONTRA_NEEDS = 2, 4, 5
"""The tricks that a follower needs not to be short: their own, those of both, and those after a kontra."""
BETL_STAKES = 5
"""The stakes that each follower of a lost betl writes in supe: ten times the number of the game."""


class Carry(Struct, frozen=True):
    """The state carried from deal to deal: the number of refe written in the match."""

    refe_written: int = 0


def columns(options: Options) -> tuple[str, ...]:
    """Return the columns of each player: the bula, the supe on each other player, and the open refe."""
    return ("bule", *COLUMNS[options.players], "refe")


def opening(options: Options) -> Totals:
    """Return the initial totals of a sheet: the agreed bule for each player."""
    zeros = (0,) * options.players
    return ((options.bule,) * options.players, *(zeros for _ in columns(options)[1:]))


# Refe and the stake


def _is_below_hat(totals: Totals) -> bool:
    """Return whether any player is below the hat."""
    return min(totals[0]) < 0


def refe(options: Options, totals: Totals, seat: Seat) -> int:
    """Return the number of open refe of a seat."""
    return max(0, totals[-1][seat]) if options.refe else 0


def are_refe_frozen(options: Options, totals: Totals) -> bool:
    """Return whether refe are suspended."""
    return options.refe_frozen and _is_below_hat(totals)


def refa_may_be_written(options: Options, standing: MatchStanding[Carry]) -> bool:
    """Return whether a refa may be written for all players."""
    is_suspended = _is_below_hat(standing.totals) and options.refe_below == "no"
    return standing.carry.refe_written < options.refe and not is_suspended


def doubles(options: Options, totals: Totals, declarer: Seat) -> bool:
    """Return whether a refa of the declarer doubles the deal."""
    return refe(options, totals, declarer) > 0 and not are_refe_frozen(options, totals)


def stake(options: Options, game: Contract, *, igra: bool, refa: bool, kontra: Level) -> int:
    """Return the stake: the change of the bula, and the value of a trick in supe."""
    return 2 * (NUMBERS[options.order][game] + igra) << refa + LEVELS.index(kontra)


# Entries


class DeclaredGame(Struct, frozen=True):
    """A declared game as it is scored: `followers` are the opponents in playing order, `worth` is the stake.

    `full` is the stake before it was limited to the bule left in the match.
    """

    options: Options
    outcome: Outcome
    declarer: Seat
    game: Contract
    followers: tuple[Seat, Seat]
    worth: int
    full: int

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks of the two followers."""
        first, second = self.followers
        tricks_by_seat = self.outcome.tricks
        return (tricks_by_seat[first], tricks_by_seat[second]) if tricks_by_seat else (0, 0)


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry]) -> SheetRow:
    """Return the entries of an outcome: bule, supe and refe.

    Raises BadOutcome for an outcome that these options do not allow.
    """
    if isinstance(outcome, VoidDeal):
        return SheetRow()
    check(options, outcome, standing.dealer)
    if outcome.declarer is None or outcome.game is None:
        return _new_refe(options, standing, "refa-written")
    if is_unopposed(options, outcome):
        if refa_may_be_written(options, standing):
            return _new_refe(options, standing, "refa-unopposed")
        if options.lowest_needs_kontra == "refa_else_void" and not _is_below_hat(standing.totals):
            return SheetRow()
    refa = doubles(options, standing.totals, outcome.declarer)
    worth = stake(options, outcome.game, igra=outcome.igra, refa=refa, kontra=outcome.kontra)
    followers = opponents(options, standing.dealer, outcome.declarer)
    deal = DeclaredGame(options, outcome, outcome.declarer, outcome.game, followers, worth, worth)
    entries = _declared_entries(deal, sum(standing.totals[0]))
    if refa:
        entries.insert(1, SheetEntry("refe", outcome.declarer, -1, reason("refa-used")))
    return SheetRow(tuple(entries))


def _new_refe(options: Options, standing: MatchStanding[Carry], why: str) -> SheetRow:
    """Return a new refa for every player at the table, if one may be written."""
    if not refa_may_be_written(options, standing):
        return SheetRow()
    return SheetRow(tuple(SheetEntry("refe", seat, 1, reason(why)) for seat in range(options.players)))


def _declared_entries(deal: DeclaredGame, total_bule: int) -> list[SheetEntry]:
    """Return the entries of a declared game; `total_bule` is the sum of all bule before it."""
    follower_entries = list(_follower_entries(deal))
    if deal.options.last_game == "full" or not 0 < total_bule < deal.worth:
        return [_declarer_entry(deal), *follower_entries]
    if not deal.outcome.is_made:
        times = 2 if deal.options.last_game == "exact_double_fall" else 1
        return [_declarer_entry(deal, times), *follower_entries]
    if any(entry.column == "bule" for entry in follower_entries):
        return [_declarer_entry(deal), *follower_entries]
    cut = DeclaredGame(deal.options, deal.outcome, deal.declarer, deal.game, deal.followers, total_bule, deal.full)
    return [_declarer_entry(cut), *_follower_entries(cut)]


def _declarer_entry(deal: DeclaredGame, times: int = 1) -> SheetEntry:
    """Return the entry on declarer's bula, `times` the stake if the game is lost."""
    outcome, worth = deal.outcome, deal.worth
    if outcome.revoked is not None:
        why = reason("revoked-made" if outcome.is_made else "revoked-lost", seat=outcome.revoked, stake=worth)
    elif "come" not in outcome.came:
        why = reason("nobody-came", stake=worth)
    elif is_unopposed(deal.options, outcome):
        why = reason("nobody-doubled", stake=worth)
    elif deal.game == "betl":
        why = reason("betl-made" if outcome.is_made else "betl-lost", stake=worth)
    else:
        why = reason(
            "game-made" if outcome.is_made else "game-lost",
            tricks=outcome.declarer_tricks,
            needed=outcome.required_tricks,
            stake=worth,
        )
    if times > 1:
        why = reason("fell-double", stake=worth)
    elif worth < deal.full:
        why = reason("last-game-cut", stake=worth, full=deal.full)
    return SheetEntry("bule", deal.declarer, -worth if outcome.is_made else times * worth, why)


def _follower_entries(deal: DeclaredGame) -> Iterator[SheetEntry]:
    """Yield the entries of the followers: supe on declarer, and a stake on the bula of one who is short."""
    outcome = deal.outcome
    if outcome.revoked is not None and outcome.revoked != deal.declarer:
        yield SheetEntry("bule", outcome.revoked, deal.worth, reason("revoked-pays", stake=deal.worth))
    elif "come" not in outcome.came or is_unopposed(deal.options, outcome):
        return
    elif deal.game in ALL_OR_NOTHING:
        yield from _all_or_nothing_entries(deal)
    elif outcome.writer is not None:
        tricks_needed = KONTRA_NEEDS if outcome.kontra != "none" else TOGETHER_NEED
        yield from _supe(deal, outcome.writer, sum(deal.tricks), "supe-of-both")
        yield from _short(deal, outcome.writer, sum(deal.tricks), tricks_needed if outcome.is_made else 0)
    else:
        for follower in outcome.following:
            yield from _supe(deal, follower, deal.tricks[follower], "supe")
            yield from _short(deal, follower, deal.tricks[follower], _quota(deal))


def _all_or_nothing_entries(deal: DeclaredGame) -> Iterator[SheetEntry]:
    """Yield the followers' entries after a betl or a preferans."""
    writer, kontra_rule = deal.outcome.writer, deal.options.betl_kontra
    if deal.outcome.is_made:
        if writer is not None:
            yield SheetEntry("bule", deal.followers[writer], deal.worth, reason("kontra-lost", stake=deal.worth))
    elif writer is None or kontra_rule == "each":
        for follower in (0, 1):
            yield from _supe(deal, follower, BETL_STAKES, "betl-supe")
    else:
        yield from _supe(deal, writer, BETL_STAKES * (2 if kontra_rule == "writer_both" else 1), "betl-supe")


def _quota(deal: DeclaredGame) -> int:
    """Return the tricks that a follower needs not to be short if no follower writes for both."""
    is_made, both_follow, quota = deal.outcome.is_made, len(deal.outcome.following) == 2, deal.options.quota
    if both_follow and quota == "two_or_four" and sum(deal.tricks) >= TOGETHER_NEED:
        return 0
    return FOLLOWER_NEEDS if is_made or (both_follow and quota == "two_each_always") else 0


def _supe(deal: DeclaredGame, follower: int, tricks: int, why: str) -> Iterator[SheetEntry]:
    """Yield the supe of a follower on declarer for some tricks, in the column for that neighbour."""
    if tricks:
        seat = deal.followers[follower]
        column = supe_on(seat, deal.declarer, deal.options.players)
        yield SheetEntry(column, seat, tricks * deal.worth, reason(why, tricks=tricks, stake=deal.worth))


def _short(deal: DeclaredGame, follower: int, tricks: int, tricks_needed: int) -> Iterator[SheetEntry]:
    """Yield the stake on the bula of a follower who needed more tricks."""
    if tricks < tricks_needed:
        short = reason("follower-short", tricks=tricks, needed=tricks_needed, stake=deal.worth)
        yield SheetEntry("bule", deal.followers[follower], deal.worth, short)


# The match


def next_deal(
    options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry], row: SheetRow
) -> NextDeal[Carry]:
    """Return the next dealer and the refe written so far; after a misdeal the same dealer deals again."""
    if isinstance(outcome, VoidDeal):
        return NextDeal(standing.dealer, standing.carry, counts=False)
    new = any(entry.column == "refe" and entry.amount > 0 for entry in row.entries)
    return NextDeal(following(options, standing.dealer), Carry(standing.carry.refe_written + new))


def final(totals: Totals) -> tuple[Fraction, ...]:
    """Return the value of a sheet for each seat: its supe, less the supe on it, less ten for each bula.

    The mean is then subtracted, so that all sum to zero.
    """
    bule, *supe, _ = totals
    seats = len(bule)
    boxes = COLUMNS[seats]
    raw = [
        sum(box[seat] for box in supe)
        - sum(
            supe[boxes.index(supe_on(opponent, seat, seats))][opponent] for opponent in range(seats) if opponent != seat
        )
        - 10 * bule[seat]
        for seat in range(seats)
    ]
    return tuple(raw[seat] - Fraction(sum(raw), seats) for seat in range(seats))


def winners(
    options: Options,
    old_standing: MatchStanding[Carry],
    new_standing: MatchStanding[Carry],
    outcome: Outcome | VoidDeal | None,
) -> tuple[int, ...]:
    """Return the players with the highest final score, once all bule sum to zero or less."""
    if sum(new_standing.totals[0]) > 0:
        return ()
    shares = final(new_standing.totals)
    return tuple(seat for seat, share in enumerate(shares) if share == max(shares))


def write_offs(bule: tuple[int, ...]) -> tuple[int, ...]:
    """Return the amount that each player takes off their bula when a match is broken off; the bule then sum to 0.

    All take off the same whole number of bule; the remainder is split among those with the most bule, one each, by seat
    if they are equal:

        >>> write_offs((24, 34, 28))
        (28, 29, 29)
    """
    share, over = divmod(sum(bule), len(bule))
    lucky = sorted(range(len(bule)), key=lambda seat: -bule[seat])[:over]
    return tuple(share + (seat in lucky) for seat in range(len(bule)))


# Score keeping with real cards


def outlook(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    """Return the facts before a deal: who sits out, the refe, who is below the hat, and the bule left.

    Then whether the stake of the next game may be limited or doubled by the end of the match.
    """
    totals, total_bule = standing.totals, sum(standing.totals[0])
    facts = [reason("outlook-sits-out", seat=standing.dealer)] if options.players == 4 else []
    if options.refe:
        refe_by_seat = [(seat, refe(options, totals, seat)) for seat in range(options.players)]
        facts += [reason("open-refe", seat=seat, refe=number) for seat, number in refe_by_seat if number]
        facts.append(reason("outlook-refe", written=standing.carry.refe_written, most=options.refe))
    facts += [reason("outlook-below", seat=seat) for seat, bula in enumerate(totals[0]) if bula < 0]
    if options.refe and _is_below_hat(totals):
        facts += [reason("outlook-no-refa")] if options.refe_below == "no" else []
        facts += [reason("outlook-frozen")] if options.refe_frozen else []
    facts.append(reason("outlook-bule", left=total_bule))
    if options.last_game != "full" and 0 < total_bule < _highest_stake(options, totals):
        facts.append(reason("outlook-cut", left=total_bule))
        facts += [reason("outlook-double-fall", left=total_bule)] if options.last_game == "exact_double_fall" else []
    return tuple(facts)


def _highest_stake(options: Options, totals: Totals) -> int:
    """Return the highest possible stake of the next game."""
    kontra: Level = "none" if options.kontra == "off" else options.kontra
    refa = any(doubles(options, totals, seat) for seat in range(options.players))
    return stake(options, "preferans" if options.preferans else "sans", igra=True, refa=refa, kontra=kontra)


def why_impossible(options: Options, totals: Totals, carry: Carry) -> Reason | None:
    """Return why a match cannot be in this state: more refe written than allowed, or more open than written."""
    if carry.refe_written > options.refe:
        return reason("refe-too-many", written=carry.refe_written, most=options.refe)
    for seat, open_refe in enumerate(totals[-1]):
        if open_refe > carry.refe_written:
            return reason("refe-open-too-many", seat=seat, refe=open_refe, written=carry.refe_written)
    return None
