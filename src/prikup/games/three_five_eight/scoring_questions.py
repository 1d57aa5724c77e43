"""The questions that a score keeper answers about a 3-5-8 deal with real cards, and the facts shown before a deal."""

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.scoring import TRICKS, Carry, Contract, Outcome, announceable, tied_seats
from prikup.games.three_five_eight.targets import announcer_of, debts, playing_order, targets_of
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.scoring_questions import ChoiceQuestion, Form, split

__all__ = ["irregularity_questions", "outlook", "scoring_questions"]


def scoring_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions that a score keeper answers about a deal played with real cards, and return the outcome.

    The questions are whether the announcer (who names the contract) passed and which contract was played, if the house
    rules need the answers, and the tricks of each player. If the winner of the last trick decides the match, the last
    question is who took it. `standing` is the state of the match before the deal.
    """
    speaker = announcer_of(options, standing.dealer)
    may_pass = options.one_pass and speaker not in standing.carry.passed
    if may_pass and (yield ChoiceQuestion(reason("form-passed", seat=speaker), (False, True), "yes", False)):
        return VoidDeal(reason("passed", seat=speaker))
    contracts = _open(options, standing)
    contract = contracts[0]
    if options.each_contract_once:
        contract = yield ChoiceQuestion(reason("form-announced", seat=speaker), contracts)
    elif options.contracts == "min_tricks":
        contract = yield ChoiceQuestion(reason("form-tricks-wanted"), (contract, "min-tricks"))
    tricks = tuple((yield from split("form-tricks", (0, 1, 2), TRICKS)))
    outcome = Outcome(contract, tricks)
    level = tied_seats(options, outcome, standing)
    if len(level) < 2:
        return outcome
    last = yield ChoiceQuestion(reason("form-last-trick"), level, "seat")
    takers = (seat for seat, count in enumerate(tricks) if count and seat != last)
    return Outcome(contract, tricks, (last, *takers) if tricks[last] else ())


def irregularity_questions(options: Options, standing: MatchStanding[Carry]) -> Form:
    """Yield the questions that a score keeper answers about a misdeal or a revoke, and return the outcome of the deal.

    After a misdeal the same player deals again. A revoke (not following suit although able to) costs the offender two
    points and gives each other player one. `standing` is the state of the match before the deal.
    """
    if (yield ChoiceQuestion(reason("form-fault"), ("misdeal", "revoke"))) == "misdeal":
        return VoidDeal(reason("misdealt"))
    contracts = _open(options, standing)
    contract = contracts[0]
    if options.each_contract_once:
        speaker = announcer_of(options, standing.dealer)
        contract = yield ChoiceQuestion(reason("form-announced", seat=speaker), contracts)
    return Outcome(contract, (), revoked=(yield ChoiceQuestion(reason("form-revoked"), (0, 1, 2), "seat")))


def _open(options: Options, standing: MatchStanding[Carry]) -> tuple[Contract, ...]:
    """Return the contracts that the announcer (who names the contract) may name in the next deal.

    Raise BadOutcome if none is left. This can happen when a table continues after the end of the match. `standing` is
    the state of the match before the deal.
    """
    speaker = announcer_of(options, standing.dealer)
    contracts = announceable(options, standing.carry, speaker)
    if not contracts:
        raise BadOutcome(reason("contracts-spent", seat=speaker))
    return contracts


def outlook(options: Options, standing: MatchStanding[Carry]) -> tuple[Reason, ...]:
    """Return messages with the facts to show before a deal.

    They are each player's target (the tricks to take), the exchanges of cards in order, whether the announcer (who
    names the contract) may still pass, and how many contracts the announcer has left, if the house rules limit them.
    `standing` is the state of the match before the deal.
    """
    carry, targets = standing.carry, targets_of(options, standing.dealer)
    speaker = announcer_of(options, standing.dealer)
    facts = [reason("target", seat=seat, target=target) for seat, target in enumerate(targets)]
    exchange_targets = carry.targets if options.exchange_order == "last_hand" else targets
    for debt in debts(carry.points, exchange_targets, playing_order(options)):
        assert debt.receiver is not None
        facts.append(reason("to-exchange", seat=debt.giver, other=debt.receiver, cards=debt.count))
    if options.one_pass and speaker not in carry.passed:
        facts.append(reason("outlook-may-pass", seat=speaker))
    if options.each_contract_once:
        remaining_count = len(announceable(options, carry, speaker))
        facts.append(reason("outlook-contracts-left", seat=speaker, left=remaining_count))
    return tuple(facts)
