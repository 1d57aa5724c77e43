"""The outcome of a Balkan Preferans deal: the game, the followers, the level of kontra, and the tricks.

The followers are the two opponents of declarer, and a kontra doubles the stake. The constructor of `Outcome` refuses
outcomes that are impossible in any deal. `check` refuses outcomes that the house rules or the dealer make impossible.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.games.balkan.options import Options
from prikup.games.balkan.seating import opponents, speakers
from prikup.rules.errors import BadOutcome, reason

__all__ = [
    "ALL_OR_NOTHING",
    "FIVE",
    "LEVELS",
    "NUMBERS",
    "REQUIRED_TRICKS",
    "TRICKS",
    "USUAL",
    "Contract",
    "FollowerChoice",
    "Invite",
    "Level",
    "Outcome",
    "check",
    "is_unopposed",
]

Contract = Literal["spades", "diamonds", "hearts", "clubs", "betl", "sans", "preferans"]
FollowerChoice = Literal["dont", "come"]
Invite = Literal["none", "accepted", "refused"]
Level = Literal["none", "kontra", "rekontra", "subkontra", "mortkontra"]
SeatNumber = Annotated[int, Meta(ge=0, le=3, extra={"kind": "seat"})]
TRICKS = 10
TrickCount = Annotated[int, Meta(ge=0, le=TRICKS)]

NUMBERS: dict[str, dict[Contract, int]] = {
    "clubs_low": {"clubs": 2, "diamonds": 3, "hearts": 4, "spades": 5, "betl": 6, "sans": 7, "preferans": 8},
    "spades_low": {"spades": 2, "diamonds": 3, "hearts": 4, "clubs": 5, "betl": 6, "sans": 7, "preferans": 8},
}
"""The number with which each game (contract) is bid, for each value of the house rule `Options.order`."""
LEVELS: tuple[Level, ...] = ("none", "kontra", "rekontra", "subkontra", "mortkontra")
"""The levels of kontra; each level doubles the stake of the one before."""
REQUIRED_TRICKS: dict[Contract, int] = {"betl": 0, "preferans": TRICKS}
"""The number of tricks that declarer needs in betl and preferans; in all other games it is `USUAL`.

In a betl, in which declarer must take no trick, the number is a maximum. A preferans needs all ten tricks.
"""
USUAL = 6
"""The number of tricks that declarer needs in a suit game and in sans (no trumps)."""
ALL_OR_NOTHING: tuple[Contract, ...] = ("betl", "preferans")
"""The games in which both opponents of declarer always play: betl (no trick) and preferans (all tricks).

They end with the first trick that makes declarer lose.
"""
FIVE = 5
"""The number of tricks with which the opponents of declarer defeat a game in which declarer needs six."""


class Outcome(Struct, frozen=True, tag="played"):
    """The facts of a Balkan Preferans deal that the score sheet needs. Followers are the two opponents of declarer.

    - `declarer` and `game` (the contract) are None if all passed.
    - `igra` is True if the game was played without the talon (the two cards left over after the deal).
    - `came` has the decision of each follower, "come" (to play) or "dont"; the follower next to declarer is first.
    - `invite` is the result if a follower who came alone invited the other: "accepted" or "refused", else "none".
    - `kontra` is the highest level of doubling called.
    - `kontra_by` is the follower who called kontra first: 0 is next to declarer. It may be None if only one follower
      came.
    - `tricks` has the number of tricks by seat, for all seats of the table. It may be () if no trick was played.
    - `revoked` is the seat that did not follow suit although it could. It is used only for games with real cards, and
      `tricks` are then the tricks that the rules assign.
    """

    declarer: SeatNumber | None = None
    game: Contract | None = None
    igra: bool = False
    came: tuple[FollowerChoice, FollowerChoice] = ("dont", "dont")
    invite: Invite = "none"
    kontra: Level = "none"
    kontra_by: Annotated[int, Meta(ge=0, le=1)] | None = None
    tricks: tuple[TrickCount, ...] = ()
    revoked: SeatNumber | None = None

    def __post_init__(self) -> None:
        if (self.declarer is None) != (self.game is None):
            raise BadOutcome(reason("declarer-and-contract"))
        coming = self.came.count("come")
        nothing_else = not coming and not self.igra and self.invite == self.kontra == "none"
        if self.declarer is None and not nothing_else:
            raise BadOutcome(reason("all-passed-nothing-else"))
        if self.game in ALL_OR_NOTHING and coming < 2:
            raise BadOutcome(reason("betl-both-come"))
        if self.invite != "none" and (coming != 1 or self.kontra != "none"):
            raise BadOutcome(reason("invites-alone"))
        if self.kontra == "none":
            if self.kontra_by is not None:
                raise BadOutcome(reason("kontra-without-level"))
        elif not coming or (coming == 2 and self.kontra_by is None):
            raise BadOutcome(reason("kontra-by-nobody"))
        elif self.kontra_by is not None and self.came[self.kontra_by] == "dont":
            raise BadOutcome(reason("kontra-by-one-who-came"))
        if self.revoked is not None and not coming:
            raise BadOutcome(reason("revoked-without-play"))

    @property
    def writer(self) -> int | None:
        """The follower (0 or 1) who scores for both followers; None if each scores separately.

        Followers are the opponents of declarer; 0 is next to declarer. The result is the follower who called kontra
        (doubled the stake), or else the one who invited the other to play.
        """
        if self.kontra == "none":
            return self.came.index("come") if self.invite == "accepted" else None
        return self.came.index("come") if self.kontra_by is None else self.kontra_by

    @property
    def following(self) -> tuple[int, ...]:
        """The followers (opponents of declarer) who play; 0 is next to declarer.

        A follower plays if they came (chose to play), if they were invited, or if the other follower called kontra
        (doubled the stake).
        """
        if self.writer is not None:
            return (0, 1)
        return tuple(follower for follower in (0, 1) if self.came[follower] == "come")

    @property
    def is_made(self) -> bool:
        """Whether declarer made the game. A game that was declared but not played counts as made."""
        assert self.game is not None
        if self.revoked is not None:
            return self.revoked != self.declarer
        if not any(self.tricks):
            return True
        return self.declarer_tricks == 0 if self.game == "betl" else self.declarer_tricks >= self.required_tricks

    @property
    def declarer_tricks(self) -> int:
        """The number of tricks that declarer took."""
        return self.tricks[self.declarer] if self.tricks and self.declarer is not None else 0

    @property
    def required_tricks(self) -> int:
        """The number of tricks that declarer needs to make the game. In a betl it is a maximum: no trick."""
        assert self.game is not None
        return REQUIRED_TRICKS.get(self.game, USUAL)


def is_unopposed(options: Options, outcome: Outcome) -> bool:
    """Return whether the lowest game (contract) was declared but not played, because no follower called kontra.

    `outcome` has the facts of the deal. This is possible only with the house rule `lowest_needs_kontra`. Followers are
    the opponents of declarer, and a kontra doubles the stake.
    """
    return (
        options.lowest_needs_kontra != "off"
        and options.kontra != "off"
        and outcome.kontra == "none"
        and outcome.game is not None
        and NUMBERS[options.order][outcome.game] == 2
        and not outcome.igra
        and outcome.revoked is None
    )


def check(options: Options, outcome: Outcome, dealer: int) -> None:
    """Raise BadOutcome if the house rules do not allow `outcome`, or if it is impossible when `dealer` deals."""
    if outcome.game == "preferans" and not options.preferans:
        raise BadOutcome(reason("preferans-off"))
    if outcome.invite != "none" and (options.invite == "off" or is_unopposed(options, outcome)):
        raise BadOutcome(reason("invite-off"))
    if outcome.invite == "refused" and options.invite != "may_refuse":
        raise BadOutcome(reason("invite-not-refused"))
    highest = LEVELS.index(options.kontra) if options.kontra != "off" else 0
    if LEVELS.index(outcome.kontra) > highest:
        raise BadOutcome(reason("kontra-off" if not highest else "kontra-too-far", level=LEVELS[highest]))
    if outcome.declarer is not None and outcome.declarer not in speakers(options, dealer):
        raise BadOutcome(reason("dealer-sits-out", seat=outcome.declarer))
    playing = _playing(options, outcome, dealer)
    if outcome.revoked is None:
        _check_tricks(options, outcome, playing)
    elif outcome.revoked not in playing:
        raise BadOutcome(reason("did-not-come", seat=outcome.revoked))


def _playing(options: Options, outcome: Outcome, dealer: int) -> tuple[int, ...]:
    """Return the seats that played cards in a deal by `dealer` with this outcome, () if no card was played."""
    if outcome.declarer is None or not outcome.following or is_unopposed(options, outcome):
        return ()
    followers = opponents(options, dealer, outcome.declarer)
    return (outcome.declarer, *(followers[follower] for follower in outcome.following))


def _check_tricks(options: Options, outcome: Outcome, playing: tuple[int, ...]) -> None:
    tricks, total = outcome.tricks, sum(outcome.tricks)
    if tricks and len(tricks) != options.players:
        raise BadOutcome(reason("tricks-one-each", needed=options.players, given=len(tricks)))
    if total > TRICKS or (not playing and total):
        raise BadOutcome(reason("tricks-must-sum", sum=total, needed=TRICKS if playing else 0))
    for seat, count in enumerate(tricks):
        if count and seat not in playing:
            raise BadOutcome(reason("did-not-come", seat=seat))
    theirs = total - outcome.declarer_tricks
    at_five = options.stop == "at_five" and outcome.game not in ALL_OR_NOTHING
    if at_five and theirs > FIVE:
        raise BadOutcome(reason("play-ended-at-five", tricks=theirs))
    match outcome.game:
        case "betl":
            is_stopped = outcome.declarer_tricks == 1
        case "preferans":
            is_stopped = theirs == 1
        case _:
            is_stopped = at_five and theirs == FIVE
    if playing and total < TRICKS and not is_stopped:
        raise BadOutcome(reason("tricks-must-sum", sum=total, needed=TRICKS))
