"""The scoring of Balkan Preferans (seed 004 gives the games and the six tricks; the rest is public Serbian practice).

Everything is counted in stakes: twice the number of the game (two to seven, one more for an igra), twice that again
for a refa of the declarer's, and two, four, eight or sixteen times that after kontra, rekontra, subkontra, mortkontra.

Declarer writes a stake off their bula when they make the game and on it when they do not. Each follower writes a stake
in supe on declarer for every trick they took, whoever won; in a betl five stakes, if it failed. A follower who was
short when the game was made writes a stake on their own bula: short is fewer than two tricks, unless the followers have
four together (`quota`); for an inviter, fewer than four together; for a kontra player, fewer than five. The inviter
and the kontra player write all the supe of their side and alone answer for it. After three passes each player gets an
open refa, two at most, unless a bula is below zero; it doubles the next game that they declare.
"""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.errors import BadOutcome, reason
from prikup.game import Next, Standing
from prikup.games.balkan.options import Options
from prikup.games.balkan.seating import following
from prikup.sheet import Entry, Row, Totals

__all__ = [
    "BETL_STAKES",
    "COLUMNS",
    "LEVELS",
    "NEEDED",
    "NUMBERS",
    "TRICKS",
    "Came",
    "Contract",
    "Outcome",
    "final",
    "next_deal",
    "opening",
    "refe",
    "row",
    "stake",
    "winners",
]

COLUMNS: tuple[str, ...] = ("bule", "left", "right", "refe")
"""`left` and `right` are the supe held on the left and on the right neighbour (the next higher seat is the left one,
whichever way the game goes); `refe` counts the open ones."""

Contract = Literal["spades", "diamonds", "hearts", "clubs", "betl", "sans"]
Came = Literal["dont", "come", "invite", "kontra"]
Level = Literal["none", "kontra", "rekontra", "subkontra", "mortkontra"]
Seat = Annotated[int, Meta(ge=0, le=2, extra={"kind": "seat"})]
TRICKS = 10
TrickCount = Annotated[int, Meta(ge=0, le=TRICKS)]

NUMBERS: dict[str, dict[Contract, int]] = {
    "seed": {"clubs": 2, "diamonds": 3, "hearts": 4, "spades": 5, "betl": 6, "sans": 7},
    "serbian": {"spades": 2, "diamonds": 3, "hearts": 4, "clubs": 5, "betl": 6, "sans": 7},
}
"""The number of each game, by `order`."""
LEVELS: tuple[Level, ...] = ("none", "kontra", "rekontra", "subkontra", "mortkontra")
"""Each doubles the one before."""

NEEDED = 6
"""The tricks that declarer needs, but for a betl."""
FOLLOWER_NEEDS, TOGETHER_NEED, KONTRA_NEEDS = 2, 4, 5
"""The tricks that keep a follower from being short: their own, all of the followers', and those after a kontra."""
BETL_STAKES = 5
"""The stakes that each follower of a lost betl writes in supe: ten times the number of the game."""
MOST_REFE = 2


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a deal that the sheet needs.

    `declarer` and `contract` are None if all passed; `igra`: it was played from the hand, without the talon; `came` is
    what the next player after declarer in playing order did, then the other; `kontra` is how far the kontra went. A
    betl stops at declarer's first trick, so its tricks need not make ten.
    """

    declarer: Seat | None = None
    contract: Contract | None = None
    igra: bool = False
    came: tuple[Came, Came] = ("dont", "dont")
    kontra: Level = "none"
    tricks: tuple[TrickCount, ...] = (0, 0, 0)

    def __post_init__(self) -> None:
        if (self.declarer is None) != (self.contract is None):
            raise BadOutcome(reason("declarer-and-contract"))
        if self.declarer is None and (self.igra or self.came != ("dont", "dont")):
            raise BadOutcome(reason("all-passed-nothing-else"))
        if ("kontra" in self.came) != (self.kontra != "none"):
            raise BadOutcome(reason("kontra-without-level" if self.kontra == "none" else "kontra-by-nobody"))
        if self.writer is not None and self.came not in _WRITERS:
            raise BadOutcome(reason("one-takes-all"))
        if self.contract == "betl" and not ("kontra" in self.came or self.came == ("come", "come")):
            raise BadOutcome(reason("betl-both-come"))
        self._check_tricks()

    def _check_tricks(self) -> None:
        total, needed = sum(self.tricks), TRICKS if self.played else 0
        if len(self.tricks) != 3 or total > TRICKS or (total != needed and not self._stopped):
            raise BadOutcome(reason("tricks-must-sum", sum=total, needed=needed))

    @property
    def _stopped(self) -> bool:
        """Whether this is a betl that declarer's first trick ended."""
        return self.contract == "betl" and self.declarer is not None and self.tricks[self.declarer] == 1

    @property
    def played(self) -> bool:
        """Whether anybody came."""
        return self.came != ("dont", "dont")

    @property
    def writer(self) -> int | None:
        """The one of the two followers who takes all the results of their side: who invited, or said kontra."""
        return next((at for at, did in enumerate(self.came) if did in ("invite", "kontra")), None)

    @property
    def made(self) -> bool:
        """Whether declarer made their game (of one that was declared)."""
        assert self.declarer is not None
        taken = self.tricks[self.declarer]
        return taken == 0 if self.contract == "betl" else taken >= NEEDED or not self.played


_WRITERS: set[tuple[Came, Came]] = {
    ("invite", "dont"),
    ("dont", "invite"),
    ("kontra", "come"),
    ("kontra", "dont"),
    ("come", "kontra"),
    ("dont", "kontra"),
}
"""An inviter asks one who did not come; a kontra brings in the other, whatever they said."""


def opening(options: Options) -> Totals:
    """Return what a sheet begins with: that many bule each."""
    return ((options.bule,) * 3, (0, 0, 0), (0, 0, 0), (0, 0, 0))


def refe(options: Options, totals: Totals, seat: int) -> int:
    """Return the open refe of a seat."""
    return max(0, totals[3][seat]) if options.refe else 0


def stake(options: Options, contract: Contract, *, igra: bool, refa: bool, kontra: Level) -> int:
    """Return what the bula changes by, and what a trick is worth in supe."""
    return 2 * (NUMBERS[options.order][contract] + igra) << refa + LEVELS.index(kontra)


def row(options: Options, outcome: Outcome, standing: Standing[None]) -> Row:
    """Return what an outcome writes: bule, supe and refe.

    Raises BadOutcome for an outcome that these options do not allow.
    """
    if outcome.declarer is None or outcome.contract is None:
        return Row(tuple(_new_refe(options, standing.totals)))
    _refuse(options, outcome, outcome.declarer)
    refa = refe(options, standing.totals, outcome.declarer) > 0
    worth = stake(options, outcome.contract, igra=outcome.igra, refa=refa, kontra=outcome.kontra)
    entries = [_declared(outcome, outcome.declarer, worth)]
    if refa:
        entries.append(Entry("refe", outcome.declarer, -1, reason("refa-used")))
    if outcome.contract == "betl":
        entries += _betl(options, outcome, outcome.declarer, worth)
    else:
        entries += _followed(options, outcome, outcome.declarer, worth)
    return Row(tuple(entries))


def _refuse(options: Options, outcome: Outcome, declarer: int) -> None:
    """Raise BadOutcome for what these house rules do not know, and for a trick of a seat that did not play."""
    if "invite" in outcome.came and not options.invite:
        raise BadOutcome(reason("invite-off"))
    if "kontra" in outcome.came and not options.kontra:
        raise BadOutcome(reason("kontra-off"))
    for seat, came in zip(following(options, declarer), outcome.came, strict=True):
        if outcome.writer is None and came == "dont" and outcome.tricks[seat]:
            raise BadOutcome(reason("did-not-come", seat=seat))


def _new_refe(options: Options, totals: Totals) -> list[Entry]:
    """Return a new refa for each player who may have another; none if somebody's bula is below zero."""
    if not options.refe or min(totals[0]) < 0:
        return []
    return [Entry("refe", seat, 1, reason("refa-written")) for seat in range(3) if totals[3][seat] < MOST_REFE]


def _declared(outcome: Outcome, declarer: int, worth: int) -> Entry:
    taken = outcome.tricks[declarer]
    if outcome.contract == "betl":
        why = reason("betl-made", stake=worth) if outcome.made else reason("betl-lost", stake=worth)
    elif not outcome.played:
        why = reason("nobody-came", stake=worth)
    else:
        why = reason("game-made" if outcome.made else "game-lost", tricks=taken, needed=NEEDED, stake=worth)
    return Entry("bule", declarer, -worth if outcome.made else worth, why)


def _supe(declarer: int, follower: int, amount: int, why: str, tricks: int, worth: int) -> Entry:
    """Return what a follower writes on declarer, in the follower's box for the neighbour on that side."""
    column = "left" if (follower + 1) % 3 == declarer else "right"
    return Entry(column, follower, amount, reason(why, tricks=tricks, stake=worth))


def _betl(options: Options, outcome: Outcome, declarer: int, worth: int) -> list[Entry]:
    """Return what a betl writes for the followers.

    A lost one pays both, or all of it the one who said kontra; one that was made costs them nothing.
    """
    seats = following(options, declarer)
    if outcome.made:
        return []
    if outcome.writer is not None:
        amount = 2 * BETL_STAKES * worth
        return [_supe(declarer, seats[outcome.writer], amount, "betl-supe", 2 * BETL_STAKES, worth)]
    return [_supe(declarer, seat, BETL_STAKES * worth, "betl-supe", BETL_STAKES, worth) for seat in seats]


def _followed(options: Options, outcome: Outcome, declarer: int, worth: int) -> list[Entry]:
    """Return the supe for the tricks, and the bula of a follower who was short."""
    seats = following(options, declarer)
    together = sum(outcome.tricks[seat] for seat in seats)
    if outcome.writer is not None:
        writer = seats[outcome.writer]
        needed = KONTRA_NEEDS if outcome.kontra != "none" else TOGETHER_NEED
        return _follower(outcome, declarer, writer, together, needed, "supe-of-both", worth)
    entries = []
    for seat, came in zip(seats, outcome.came, strict=True):
        if came == "come":
            excused = options.quota == "two_or_four" and together >= TOGETHER_NEED
            needed = 0 if excused else FOLLOWER_NEEDS
            entries += _follower(outcome, declarer, seat, outcome.tricks[seat], needed, "supe", worth)
    return entries


def _follower(
    outcome: Outcome, declarer: int, seat: int, tricks: int, needed: int, why: str, worth: int
) -> list[Entry]:
    entries = [_supe(declarer, seat, tricks * worth, why, tricks, worth)] if tricks else []
    if outcome.made and tricks < needed:
        short = reason("follower-short", tricks=tricks, needed=needed, stake=worth)
        entries.append(Entry("bule", seat, worth, short))
    return entries


def final(totals: Totals) -> tuple[Fraction, ...]:
    """Return what a sheet is worth to each seat: the supe it holds, less those held on it, less ten for each bula.

    Then less the mean, so that all sum to zero.
    """
    bule, left, right, _ = totals
    worth = [
        left[seat] + right[seat] - left[(seat + 2) % 3] - right[(seat + 1) % 3] - 10 * bule[seat] for seat in range(3)
    ]
    return tuple(Fraction(3 * one - sum(worth), 3) for one in worth)


def next_deal(options: Options, outcome: Outcome, standing: Standing[None], row: Row) -> Next[None]:
    """Return the next deal: it goes round, whatever was played."""
    return Next(following(options, standing.dealer)[0], None)


def winners(
    options: Options, before: Standing[None], after: Standing[None], outcome: Outcome | None
) -> tuple[int, ...]:
    """Return whose final score is the highest, once the bule sum to zero or less."""
    if sum(after.totals[0]) > 0:
        return ()
    shares = final(after.totals)
    return tuple(seat for seat, share in enumerate(shares) if share == max(shares))
