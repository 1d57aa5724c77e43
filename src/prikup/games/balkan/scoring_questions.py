"""The questions that a score keeper answers about a Balkan Preferans deal played with real cards."""

from collections.abc import Generator
from typing import Any

from msgspec.structs import replace

from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import (
    ALL_OR_NOTHING,
    FIVE,
    LEVELS,
    NUMBERS,
    TRICKS,
    Contract,
    FollowerChoice,
    Invite,
    Level,
    Outcome,
    is_unopposed,
)
from prikup.games.balkan.scoring import Carry
from prikup.games.balkan.seating import opponents, speakers
from prikup.rules.cards import Seat
from prikup.rules.errors import reason
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.scoring_questions import ChoiceQuestion, Form, FormQuestion, NumberQuestion, split

__all__ = ["irregularity_questions", "scoring_questions"]

CHOICES_BY_ANSWER: dict[str, tuple[FollowerChoice, FollowerChoice]] = {
    "nobody": ("dont", "dont"),
    "first": ("come", "dont"),
    "second": ("dont", "come"),
    "both": ("come", "come"),
}
"""The decisions of both followers (opponents of declarer), for each answer to the question who came (chose to play).

The first decision is that of the follower next to declarer.
"""
INVITE_BY_ANSWER: dict[str, Invite] = {"alone": "none", "invited": "accepted", "refused-invitation": "refused"}
"""The result of an invitation, for each answer to the question whether a lone follower invited the other.

Followers are the opponents of declarer; a lone follower is the only one who chose to play.
"""
Asking = Generator[FormQuestion, Any, Outcome]


def scoring_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions about a deal, receive the answers, and return the outcome of the deal.

    The questions are the game, the declarer, the followers (opponents of declarer) who played, the kontra (doubling of
    the stake) and the tricks. Whether a refa (a right of declarer) doubles the stake is known from the sheet.
    `standing` is the state of the match before the deal.
    """
    contract = yield ChoiceQuestion(reason("form-contract"), ("all-passed", *_games(options)))
    if contract == "all-passed":
        return Outcome()
    outcome = yield from _ask_calls(options, standing, contract)
    if "come" not in outcome.came or is_unopposed(options, outcome):
        return outcome
    return (yield from _result(options, standing, outcome))


def _games(options: Options) -> tuple[Contract, ...]:
    """Return the games that the house rules allow, ordered by their numbers from low to high."""
    numbers = NUMBERS[options.order]
    return tuple(sorted(numbers if options.preferans else list(numbers)[:-1], key=numbers.__getitem__))


def _ask_calls(options: Options, standing: MatchStanding[Carry], game: Contract, fault: str = "") -> Asking:
    """Ask about all calls of a deal with the declared `game`, and return its outcome without the tricks.

    `standing` is the state of the match before the deal. `fault` is the irregularity that the questions are about. It
    is "" for a regular deal. With a fault, at least one follower (opponent of declarer) played. With the fault
    "wrong-discard", the game was not an igra (played without the talon), because an igra has no discard.
    """
    igra = yield ChoiceQuestion(
        reason("form-igra"), (False,) if fault == "wrong-discard" else (False, True), "yes", False
    )
    declarer = yield ChoiceQuestion(reason("form-declarer"), tuple(sorted(speakers(options, standing.dealer))), "seat")
    first_follower, second_follower = opponents(options, standing.dealer, declarer)
    came = CHOICES_BY_ANSWER["both"]
    if game not in ALL_OR_NOTHING:
        answers = tuple(CHOICES_BY_ANSWER)[bool(fault) :]
        came = CHOICES_BY_ANSWER[
            (
                yield ChoiceQuestion(
                    reason("form-came", seat=first_follower, other=second_follower), answers, usual="both"
                )
            )
        ]
    outcome = Outcome(declarer, game, igra, came)
    if came.count("come") == 1 and options.invite != "off" and not is_unopposed(options, outcome):
        answers = tuple(INVITE_BY_ANSWER) if options.invite == "may_refuse" else tuple(INVITE_BY_ANSWER)[:2]
        lone_follower = (first_follower, second_follower)[came.index("come")]
        invite = INVITE_BY_ANSWER[
            (yield ChoiceQuestion(reason("form-invite", seat=lone_follower), answers, usual="alone"))
        ]
        outcome = replace(outcome, invite=invite)
    if "come" not in came or options.kontra == "off" or outcome.invite != "none":
        return outcome
    level: Level = yield ChoiceQuestion(reason("form-kontra"), LEVELS[: LEVELS.index(options.kontra) + 1], usual="none")
    if level == "none":
        return outcome
    saying = tuple(seat for seat, did in zip((first_follower, second_follower), came, strict=True) if did == "come")
    kontra_player = yield ChoiceQuestion(reason("form-kontra-by"), saying, "seat")
    return replace(outcome, kontra=level, kontra_by=(first_follower, second_follower).index(kontra_player))


def _result(options: Options, standing: MatchStanding[Carry], outcome: Outcome) -> Asking:
    """Ask for the tricks, as far as the sheet needs them, and return the outcome with the tricks.

    `outcome` has the calls of the deal (no tricks yet), and `standing` is the state of the match before it. If one
    follower (opponent of declarer) scores for both, the tricks of both are assigned to that follower.
    """
    assert outcome.declarer is not None
    if outcome.game in ALL_OR_NOTHING:
        is_made = yield ChoiceQuestion(reason("form-made"), (True, False), "yes")
        losing_tricks = 1 if outcome.game == "betl" else TRICKS - 1
        declarer_tricks = outcome.required_tricks if is_made else losing_tricks
        return _set_tricks(options, standing, outcome, declarer_tricks, (TRICKS - declarer_tricks, 0))
    declarer_tricks = yield NumberQuestion(reason("form-tricks", seat=outcome.declarer), 0, TRICKS)
    theirs = TRICKS - declarer_tricks
    if options.stop == "at_five" and declarer_tricks < outcome.required_tricks:
        declarer_tricks, theirs = min(declarer_tricks, TRICKS - FIVE), FIVE
    return (yield from _ask_split(options, standing, outcome, declarer_tricks, theirs))


def _ask_split(
    options: Options, standing: MatchStanding[Carry], outcome: Outcome, declarer_tricks: int, theirs: int
) -> Asking:
    """Ask how many tricks each follower took, if the two score separately, and return the outcome with the tricks.

    Followers are the opponents of declarer. `theirs` is the number of tricks of both followers together, and
    `declarer_tricks` the number of tricks of declarer.
    """
    assert outcome.declarer is not None
    if outcome.writer is not None or len(outcome.following) == 1:
        writes = outcome.following[0] if outcome.writer is None else outcome.writer
        return _set_tricks(options, standing, outcome, declarer_tricks, (0, theirs) if writes else (theirs, 0))
    first_tricks, second_tricks = yield from split(
        "form-tricks", opponents(options, standing.dealer, outcome.declarer), theirs
    )
    return _set_tricks(options, standing, outcome, declarer_tricks, (first_tricks, second_tricks))


def _set_tricks(
    options: Options, standing: MatchStanding[Carry], outcome: Outcome, declarer_tricks: int, theirs: tuple[int, int]
) -> Outcome:
    """Return the outcome with the number of tricks of declarer and of the two opponents (`theirs`) filled in.

    `standing` is the state of the match before the deal, and `declarer_tricks` the number of declarer's tricks.
    """
    assert outcome.declarer is not None
    tricks = [0] * options.players
    followers: tuple[Seat, ...] = opponents(options, standing.dealer, outcome.declarer)
    for seat, count in zip((outcome.declarer, *followers), (declarer_tricks, *theirs), strict=True):
        tricks[seat] = count
    return replace(outcome, tricks=tuple(tricks))


def irregularity_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions about a misdeal, a wrong discard or a revoke, and return the outcome of the deal.

    After a misdeal the same player deals again. A declarer who discarded too few or too many cards loses the game, like
    one who revoked (did not follow suit although able to). If an opponent of declarer revoked, declarer makes the game.
    `standing` is the state of the match before the deal.
    """
    irregularity = yield ChoiceQuestion(reason("form-fault"), ("misdeal", "wrong-discard", "revoke"))
    if irregularity == "misdeal":
        return VoidDeal(reason("misdealt"))
    game = yield ChoiceQuestion(reason("form-contract"), _games(options))
    outcome = yield from _ask_calls(options, standing, game, irregularity)
    assert outcome.declarer is not None
    followers = opponents(options, standing.dealer, outcome.declarer)
    playing = (outcome.declarer, *(followers[follower] for follower in outcome.following))
    revoking_seat = outcome.declarer
    if irregularity == "revoke":
        revoking_seat = yield ChoiceQuestion(reason("form-revoked"), playing, "seat")
    outcome = replace(outcome, revoked=revoking_seat)
    if revoking_seat != outcome.declarer or outcome.game in ALL_OR_NOTHING:
        return outcome
    return (yield from _ask_split(options, standing, outcome, TRICKS - FIVE, FIVE))
