"""The questions that a score keeper answers about a Preferans deal with real cards, and facts shown before a deal."""

from collections.abc import Generator
from typing import Any

from msgspec.structs import replace

from prikup.games.preferans.bidding import lowest_level
from prikup.games.preferans.declared_deal import DeclaredDeal
from prikup.games.preferans.ledger import FIVE, SCALE
from prikup.games.preferans.match_progress import stake
from prikup.games.preferans.options import Options
from prikup.games.preferans.outcome import LEVELS, TALON, TRICKS, Carry, Contract, Outcome
from prikup.games.preferans.public import active, opponents
from prikup.games.preferans.scoring import premium
from prikup.games.preferans.whist import QUOTA, Whist
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Totals
from prikup.rules.scoring_questions import ChoiceQuestion, Form, FormQuestion, NumberQuestion, split

__all__ = [
    "irregularity_questions",
    "next_raspasy",
    "outlook",
    "scoring_questions",
    "why_impossible",
    "why_no_correction",
]

GAMES: dict[str, Contract] = {
    "6": "6",
    "7": "7",
    "8": "8",
    "9": "9",
    "10": "10",
    "misere": "misere",
    "misere-hand": "misere",
}
"""The contract for each answer to the question about the contract.

The contracts have no suit, because the score sheet rarely needs the suit. If it does, a second question asks whether
the suit was spades.
"""
WHISTS: dict[str, tuple[Whist, Whist]] = {
    "nobody": ("pass", "pass"),
    "first": ("whist", "pass"),
    "second": ("pass", "whist"),
    "both": ("whist", "whist"),
    "half": ("pass", "half"),
    "half-first": ("half", "pass"),
}
"""The final calls of both defenders, for each answer to the question who whisted (promised tricks)."""
HALVES = {"off": (), "on": ("half",), "drop": ("half", "half-first")}
"""The answers that mean a half-whist, among those to the question who whisted, for each value of `Options.half_whist`.

A half-whist scores for half the tricks owed, without play.
"""
QuestionFlow = Generator[FormQuestion, Any, Any]


def scoring_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions about a deal, receive the answers, and return the outcome of the deal.

    The questions are the contract, the declarer, the whisters (defenders who promised tricks), and the tricks as far as
    the sheet needs them. At a table of four, further questions may concern the points of the dealer, who sits out.
    `standing` is the state of the match before the deal.
    """
    game = yield from _ask_game(options, standing)
    if game == "raspasy":
        return Outcome("raspasy", tricks=(yield from _raspasy(options, standing.dealer)))
    outcome = yield from _ask_declarer(options, standing.dealer, game)
    if outcome.contract in LEVELS and options.concede_three:
        gave_up = yield ChoiceQuestion(reason("form-gave-up", seat=outcome.declarer), (False, True), "yes", False)
        outcome = replace(outcome, conceded=gave_up)
    if not outcome.conceded:
        outcome = yield from _ask_whisters(options, standing.dealer, outcome, tuple(WHISTS))
        outcome = yield from _ask_tricks(DeclaredDeal.of(options, outcome, standing.dealer, outcome.declarer))
    return (yield from _dealers_due(options, standing.dealer, game, outcome))


def irregularity_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions about a misdeal or a revoke (not following suit although able to), and return the outcome.

    The dealer pays for a misdeal and deals again. `standing` is the state of the match before the deal.
    """
    if (yield ChoiceQuestion(reason("form-fault"), ("misdeal", "revoke"))) == "misdeal":
        return Outcome("misdeal")
    playing = tuple(sorted(active(standing.dealer, options.players)))
    game = yield from _ask_game(options, standing)
    if game == "raspasy":
        return Outcome("raspasy", revoked=(yield ChoiceQuestion(reason("form-revoked"), playing, "seat")))
    outcome = yield from _ask_declarer(options, standing.dealer, game)
    outcome = yield from _ask_whisters(options, standing.dealer, outcome, ("first", "second", "both"))
    outcome = replace(outcome, revoked=(yield ChoiceQuestion(reason("form-revoked"), playing, "seat")))
    return (yield from _dealers_due(options, standing.dealer, game, outcome))


def _ask_game(options: Options, standing: MatchStanding[Carry]) -> QuestionFlow:
    """Ask what was played: raspasy (played when all pass), a level that could be bid, or a misère (no trick).

    `standing` is the state of the match before the deal; the number of raspasy in a row may limit the level.
    """
    least = lowest_level(options, standing.carry)
    unavailable = {"misere-hand"} if options.misere_hand == "off" else set[str]()
    games = (game for game, contract in GAMES.items() if LEVELS.get(contract, least) >= least)
    return (
        yield ChoiceQuestion(reason("form-contract"), ("raspasy", *(game for game in games if game not in unavailable)))
    )


def _ask_declarer(options: Options, dealer: Seat, game: str) -> QuestionFlow:
    """Ask for the declarer, and whether the suit was spades if that matters.

    Return an `Outcome` with the contract and the declarer. A dealer who sits out cannot be declarer. `game` is the
    answer to the question about the contract.
    """
    contract = GAMES[game]
    if options.must_be_whisted(f"{game}S") and (
        yield ChoiceQuestion(reason("form-spades"), (False, True), "yes", False)
    ):
        contract = "6S"
    playing = tuple(sorted(active(dealer, options.players)))
    return Outcome(contract, (yield ChoiceQuestion(reason("form-declarer"), playing, "seat")))


def _ask_whisters(options: Options, dealer: Seat, outcome: Outcome, answers: tuple[str, ...]) -> QuestionFlow:
    """Ask which defenders whisted (promised tricks), and return a copy of `outcome` that also has this answer.

    `dealer` dealt the cards, `outcome` has the earlier answers, and `answers` are the possible answers (keys of
    `WHISTS`). The question is left out if the defenders had no choice: in a misère, in a contract of ten that is not
    whisted, and in a contract that both must whist.
    """
    level = LEVELS.get(outcome.contract, 0)
    if not level or options.is_not_whisted(level) or options.must_be_whisted(outcome.contract):
        return outcome
    assert outcome.declarer is not None
    defenders = opponents(dealer, options.players, outcome.declarer)
    assert defenders is not None
    halves = HALVES[options.half_whist] if QUOTA[level] > 1 else ()
    possible = tuple(answer for answer in answers if not answer.startswith("half") or answer in halves)
    whist_question = reason("form-whist", seat=defenders[0], other=defenders[1])
    return replace(outcome, whist=WHISTS[(yield ChoiceQuestion(whist_question, possible))])


def _ask_tricks(deal: DeclaredDeal) -> QuestionFlow:
    """Ask for declarer's tricks, and return a copy of the deal's outcome that also has the tricks.

    The tricks of each defender are asked for only if they are scored separately.
    """
    if not deal.is_played:
        return deal.outcome
    if not deal.separate_tricks:
        tricks = yield NumberQuestion(reason("form-tricks", seat=deal.declarer), 0, TRICKS)
        return replace(deal.outcome, together=TRICKS - tricks)
    seats = (deal.declarer, *deal.defenders)
    tricks = dict(zip(seats, (yield from split("form-tricks", seats, TRICKS)), strict=True))
    return replace(deal.outcome, tricks=tuple(tricks.get(seat, 0) for seat in range(deal.options.players)))


def _dealers_due(options: Options, dealer: Seat, game: str, outcome: Outcome) -> QuestionFlow:
    """Ask what a dealer who sits out scores, and return a copy of `outcome` that also has these answers.

    The questions are which bonus the dealer gets for the cards of the talon, and whether declarer left the talon to the
    dealer. `game` is the answer to the question about the contract.
    """
    if options.players == 3:
        return outcome
    if options.dealer_talon_bonus and game != "misere-hand" and not outcome.conceded:
        maximum = 3 if outcome.contract in LEVELS else TALON
        outcome = replace(outcome, talon=(yield NumberQuestion(reason("form-talon", seat=dealer), 0, maximum)))
    if options.throw_talon and outcome.contract in LEVELS:
        outcome = replace(outcome, thrown=(yield ChoiceQuestion(reason("form-thrown"), (False, True), "yes", False)))
    return outcome


def _raspasy(options: Options, dealer: Seat) -> QuestionFlow:
    """Ask for the tricks of each player in raspasy (played when all pass), and return them by seat.

    A dealer who sits out is included if the cards of the talon are led for them. The last number follows from the
    others.
    """
    first, second, last = sorted(active(dealer, options.players))
    asked_seats = (first, second, dealer, last) if options.dealer_leads_raspasy else (first, second, last)
    tricks = [0] * options.players
    for seat in asked_seats:
        subtotal = sum(tricks)
        remaining_tricks = TRICKS - subtotal
        low, high = (
            (remaining_tricks if seat == last else 0),
            (min(TALON, remaining_tricks) if seat == dealer and len(asked_seats) == 4 else remaining_tricks),
        )
        tricks[seat] = yield NumberQuestion(reason("form-tricks", seat=seat), low, high, subtotal, TRICKS)
    return tuple(tricks)


# Before a deal


def outlook(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    """Return the facts to show before a deal.

    They are the player who calls first, the dealer who sits out, how far the match is from its end, and the price of
    raspasy (a deal in which all passed). `standing` is the state of the match before the deal.
    """
    facts = [reason("outlook-first", seat=active(standing.dealer, options.players)[0])]
    if options.players == 4:
        facts.append(reason("outlook-sits-out", seat=standing.dealer))
    return (*facts, *_to_the_end(options, standing), *next_raspasy(options, standing.carry))


def _to_the_end(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    pools = standing.totals[0]
    match options.end:
        case "each":
            return tuple(
                reason("outlook-pool", seat=seat, left=max(0, options.pool - pool)) for seat, pool in enumerate(pools)
            )
        case "sum":
            return (reason("outlook-pools", left=max(0, options.pool * options.players - sum(pools))),)
        case "hands":
            return (reason("outlook-hands", deal=standing.deal, hands=options.hands),)


def next_raspasy(options: Options, carry: Carry) -> tuple[Reason, ...]:
    """Return the facts to show about the next raspasy (a deal in which all passed).

    `carry` has the number of raspasy in a row so far. The facts are the price of a trick as the scoring system enters
    it on the sheet, the points for no trick, and the lowest bid allowed now.
    """
    price = stake(options, carry)
    if options.system == "rostov":
        scope = "lowest" if options.rostov_raspasy == "min_only" else "each"
        facts = [reason(f"outlook-raspasy-{scope}", stake=FIVE * price)]
    else:
        facts = [reason("outlook-raspasy", stake=SCALE[options.system] * price)]
    if points := premium(options, price):
        facts.append(reason("outlook-premium", points=points))
    if options.raspasy_exit != "6":
        facts.append(reason("outlook-lowest-bid", level=lowest_level(options, carry)))
    return tuple(facts)


def why_impossible(options: Options, totals: Totals, carry: Carry) -> Reason | None:
    """Return why no match can have these `totals` of the score sheet, or None if a match can.

    `carry` has no effect. The totals are impossible if a pool (points for contracts made) has more points than fill it.
    """
    return why_no_correction(options, totals)


def why_no_correction(options: Options, totals: Totals) -> Reason | None:
    """Return why a correction of the score sheet by hand may not lead to these `totals`, or None if it may.

    If the match ends when every pool (points for contracts made) is full, a pool cannot have more points than fill it,
    because a surplus always goes to the other pools.
    """
    for seat, pool in enumerate(totals[0] if options.end == "each" else ()):
        if pool > options.pool:
            return reason("pool-above", seat=seat, points=pool, full=options.pool)
    return None
