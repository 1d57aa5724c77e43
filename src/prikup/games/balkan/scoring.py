"""The scoring of Balkan Preferans.

Source text 004 (see docs/sources.md) gives the games and the six tricks; everything else is public Serbian practice.

A player's bula is the number of bule (points) that the player must still write off; each of them counts ten in the
end. Supe are points that a follower (an opponent of declarer) scores against declarer. A refa (plural refe) doubles the
next game that its owner declares. The unit of all points is the stake: twice the number of the game (two to eight, one
more for an igra, which is played without the talon). It is doubled by a refa of the declarer, and multiplied by two,
four, eight or sixteen after kontra, rekontra, subkontra or mortkontra.

A declarer who makes the game subtracts a stake from their bula, and one who loses it adds a stake. Each follower scores
a stake in supe against declarer for every trick that the follower took, whether the game is made or lost. If the game
is made, a follower who is short (took fewer tricks than owed) adds a stake to their own bula. A follower who came
(joined the play) alone owes two tricks; one who invited the other owes four, counted together; a kontra player owes
five; and `quota` defines how many each of two followers owes. A follower who invited or called kontra scores all supe
of both followers and is alone responsible for the tricks owed. A lost betl (or preferans) pays each follower five
stakes in supe, regardless of the tricks. One that is made costs a kontra player a stake.

House rules, each a field of `Options`:
  quota                when one of two followers with fewer than two tricks is short: if the game was made and the two
                       have fewer than four together; always if the game was made; or even if it was lost
  betl_kontra          under kontra, a lost betl pays each follower five stakes, or only the kontra player, ten or five
  refe                 the maximum number of refe in the match; after three passes each player gets one
  refe_below           whether players get refe while a player is below the hat (has a bula below zero)
  refe_frozen          whether refe have no effect while a player is below the hat
  lowest_needs_kontra  the lowest game named after the talon is played only under kontra. Without a kontra each player
                       gets a refa. If no refa may be given, the game counts as made while a player is below the hat;
                       otherwise it counts as made, or nothing is scored, depending on the house rule
  last_game            the game that ends the match counts in full, or only as much as remains of all bule together; a
                       lost one may then cost declarer twice as much
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
"""The numbers of tricks that followers (opponents of declarer) owe.

One follower owes `FOLLOWER_NEEDS`, both together owe `TOGETHER_NEED`, and after a kontra (doubling of the stake) they
owe `KONTRA_NEEDS` together.
"""
BETL_STAKES = 5
"""The number of stakes that each follower (opponent of declarer) scores if declarer loses a betl (take no trick).

Five stakes are ten times the number of the game.
"""


class Carry(Struct, frozen=True):
    """The state that Balkan Preferans carries over from deal to deal.

    `refe_written` is the number of times in the match that every player got a refa, a right that doubles the stake of
    the next game that its owner declares.
    """

    refe_written: int = 0


def columns(options: Options) -> tuple[str, ...]:
    """Return the names of the columns that each player has on the score sheet.

    They are the bule (points to write off), the supe (points) against each other player, and the refe (rights to double
    the stake) that the player has not used yet.
    """
    return ("bule", *COLUMNS[options.players], "refe")


def opening(options: Options) -> Totals:
    """Return the totals of the score sheet at the start of a match, by column, then by seat.

    Each player starts with the agreed number of bule (points to write off); all other columns start at zero.
    """
    zeros = (0,) * options.players
    return ((options.bule,) * options.players, *(zeros for _ in columns(options)[1:]))


# Refe and the stake


def _is_below_hat(totals: Totals) -> bool:
    """Return whether any player is "below the hat", that is, has less than zero bule (points still to write off).

    `totals` are the totals of the score sheet; its first column has the bule.
    """
    return min(totals[0]) < 0


def refe(options: Options, totals: Totals, seat: Seat) -> int:
    """Return the number of refe (rights to double the stake) that the player in `seat` has not used yet.

    `totals` are the totals of the score sheet. Each refa doubles the stake of one game that its owner declares.
    """
    return max(0, totals[-1][seat]) if options.refe else 0


def are_refe_frozen(options: Options, totals: Totals) -> bool:
    """Return whether refe (rights to double the stake) have no effect now.

    A house rule suspends them while a player has less than zero bule (points still to write off). `totals` are the
    totals of the score sheet.
    """
    return options.refe_frozen and _is_below_hat(totals)


def refa_may_be_written(options: Options, standing: MatchStanding[Carry]) -> bool:
    """Return whether every player may get a refa now: a right that doubles the stake of the next game they declare.

    Return False if the maximum number has been given, or if a house rule suspends refe. `standing` is the state of the
    match before the deal.
    """
    is_suspended = _is_below_hat(standing.totals) and options.refe_below == "no"
    return standing.carry.refe_written < options.refe and not is_suspended


def doubles(options: Options, totals: Totals, declarer: Seat) -> bool:
    """Return whether `declarer` has a refa (a right that doubles the stake) that takes effect in the current deal.

    `totals` are the totals of the score sheet.
    """
    return refe(options, totals, declarer) > 0 and not are_refe_frozen(options, totals)


def stake(options: Options, game: Contract, *, igra: bool, refa: bool, kontra: Level) -> int:
    """Return the stake of a deal: the points that declarer writes off or adds, and that a follower scores per trick.

    A follower is an opponent of declarer. `igra` tells whether the game is played without the talon, `refa` whether a
    right that declarer won earlier doubles the stake, and `kontra` is the level of doubling that the players called.
    """
    return 2 * (NUMBERS[options.order][game] + igra) << refa + LEVELS.index(kontra)


# Entries


class DeclaredGame(Struct, frozen=True):
    """The facts of a deal in which a game was declared, from which its score sheet entries are derived.

    `outcome` has the recorded facts of the deal. `followers` are the opponents of `declarer` in playing order. `worth`
    is the stake (the unit of the points), and `full` the stake before it was limited to the bule (points still to write
    off) that remain in the match.
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
        """The number of tricks of each of the two followers (opponents of declarer), in playing order."""
        first, second = self.followers
        tricks_by_seat = self.outcome.tricks
        return (tricks_by_seat[first], tricks_by_seat[second]) if tricks_by_seat else (0, 0)


def row(options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry]) -> SheetRow:
    """Return the sheet entries that score `outcome` (the facts of a deal), in the columns for bule, supe and refe.

    Bule are points to write off, supe are points against declarer, and refe are rights to double the stake. `standing`
    is the state of the match before the deal. Raise BadOutcome if the house rules do not allow the outcome.
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
    """Return the sheet entries that give every player a refa, a right that doubles the stake of their next game.

    Return a row without entries if no refa may be given. `standing` is the state of the match before the deal, and
    `why` is the key of the message that explains the entries.
    """
    if not refa_may_be_written(options, standing):
        return SheetRow()
    return SheetRow(tuple(SheetEntry("refe", seat, 1, reason(why)) for seat in range(options.players)))


def _declared_entries(deal: DeclaredGame, total_bule: int) -> list[SheetEntry]:
    """Return the sheet entries for a declared game, except the use of a refa (a right that doubles the stake).

    `total_bule` is the sum of the bule (points still to write off) of all players before the deal. If the stake is
    higher than this sum, the house rule `last_game` may limit it.
    """
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
    """Return the sheet entry that changes declarer's bula (the points that declarer must still write off).

    If the game is made, the stake is subtracted. If it is lost, the stake multiplied by `times` is added.
    """
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
    """Yield the sheet entries for the followers (the opponents of declarer).

    They are the supe (points) against declarer, and a stake on the bula (points to write off) of each follower who took
    fewer tricks than owed.
    """
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
        yield from _shortfall_entry(deal, outcome.writer, sum(deal.tricks), tricks_needed if outcome.is_made else 0)
    else:
        for follower in outcome.following:
            yield from _supe(deal, follower, deal.tricks[follower], "supe")
            yield from _shortfall_entry(deal, follower, deal.tricks[follower], _quota(deal))


def _all_or_nothing_entries(deal: DeclaredGame) -> Iterator[SheetEntry]:
    """Yield the sheet entries for the followers (opponents of declarer) after a betl or a preferans.

    In a betl declarer must take no trick, in a preferans all. One trick decides these games, so the number of tricks
    does not matter.
    """
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
    """Return the number of tricks that each follower (opponent of declarer) owes if the two score separately.

    Return 0 if they owe none in this deal.
    """
    is_made, both_follow, quota = deal.outcome.is_made, len(deal.outcome.following) == 2, deal.options.quota
    if both_follow and quota == "two_or_four" and sum(deal.tricks) >= TOGETHER_NEED:
        return 0
    return FOLLOWER_NEEDS if is_made or (both_follow and quota == "two_each_always") else 0


def _supe(deal: DeclaredGame, follower: int, tricks: int, why: str) -> Iterator[SheetEntry]:
    """Yield the sheet entry for the supe (points) of a follower (an opponent of declarer) against declarer.

    `follower` is 0 for the one next to declarer, else 1. The points are for `tricks` tricks; yield nothing for no
    trick. `why` is the key of the message that explains the entry.
    """
    if tricks:
        seat = deal.followers[follower]
        column = supe_on(seat, deal.declarer, deal.options.players)
        yield SheetEntry(column, seat, tricks * deal.worth, reason(why, tricks=tricks, stake=deal.worth))


def _shortfall_entry(deal: DeclaredGame, follower: int, tricks: int, tricks_needed: int) -> Iterator[SheetEntry]:
    """Yield the sheet entry that penalises a follower (an opponent of declarer) who took fewer tricks than needed.

    `follower` is 0 for the one next to declarer, else 1. `tricks` is the number of tricks taken, and `tricks_needed`
    the number owed. The entry adds a stake to the follower's bula (points to write off).
    """
    if tricks < tricks_needed:
        short = reason("follower-short", tricks=tricks, needed=tricks_needed, stake=deal.worth)
        yield SheetEntry("bule", deal.followers[follower], deal.worth, short)


# The match


def next_deal(
    options: Options, outcome: Outcome | VoidDeal, standing: MatchStanding[Carry], row: SheetRow
) -> NextDeal[Carry]:
    """Return the next dealer, and how often every player has got a refa (a right to double the stake).

    `outcome` has the facts of the finished deal. After a misdeal the same player deals again. `standing` is the state
    of the match before the deal, and `row` has the entries that the deal added to the sheet.
    """
    if isinstance(outcome, VoidDeal):
        return NextDeal(standing.dealer, standing.carry, counts=False)
    new = any(entry.column == "refe" and entry.amount > 0 for entry in row.entries)
    return NextDeal(following(options, standing.dealer), Carry(standing.carry.refe_written + new))


def final(totals: Totals) -> tuple[Fraction, ...]:
    """Return the final score of each seat, given the totals of the score sheet, by column, then by seat.

    The score is the seat's supe (points), minus the supe of other seats against it, minus ten for each of its bule
    (points to write off). The mean of all seats is then subtracted, so that the scores sum to zero.
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
    """Return the seats with the highest final score once the match is over, that is, once all bule sum to zero or less.

    Bule are the points that players must still write off. Return () while the match continues. `old_standing` and
    `new_standing` are the states of the match before and after the deal.
    """
    if sum(new_standing.totals[0]) > 0:
        return ()
    shares = final(new_standing.totals)
    return tuple(seat for seat, share in enumerate(shares) if share == max(shares))


def write_offs(bule: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of bule that each seat subtracts if a match ends early; after this all bule sum to zero.

    Bule are points that a player must still write off. All players subtract the same whole number. The remainder is
    split among the players with the most bule, one each; of players with equal bule, those in lower seats come first:

        >>> write_offs((24, 34, 28))
        (28, 29, 29)
    """
    share, over = divmod(sum(bule), len(bule))
    lucky = sorted(range(len(bule)), key=lambda seat: -bule[seat])[:over]
    return tuple(share + (seat in lucky) for seat in range(len(bule)))


# Score keeping with real cards


def outlook(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    """Return the facts to show before a deal.

    They say which player sits out, how many refe (rights to double the stake) players have and can still get, which
    players are below zero bule (points to write off), and how many bule remain. They also say whether the end of the
    match may limit or double the next stake. `standing` is the state of the match before the deal.
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
    """Return the highest stake that the next deal can have, with every doubling that the house rules allow.

    `totals` are the totals of the score sheet.
    """
    kontra: Level = "none" if options.kontra == "off" else options.kontra
    refa = any(doubles(options, totals, seat) for seat in range(options.players))
    return stake(options, "preferans" if options.preferans else "sans", igra=True, refa=refa, kontra=kontra)


def why_impossible(options: Options, totals: Totals, carry: Carry) -> Reason | None:
    """Return why no match can have these `totals` of the score sheet and this `carry`, or None if a match can.

    The combination is impossible if more refe (rights to double the stake) were given than the house rules allow, or if
    a player has more unused refe than were given.
    """
    if carry.refe_written > options.refe:
        return reason("refe-too-many", written=carry.refe_written, most=options.refe)
    for seat, open_refe in enumerate(totals[-1]):
        if open_refe > carry.refe_written:
            return reason("refe-open-too-many", seat=seat, refe=open_refe, written=carry.refe_written)
    return None
