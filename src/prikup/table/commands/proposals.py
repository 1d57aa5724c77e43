"""Proposals of a player that others may have to accept.

A proposal is a claim of tricks, a concession of the deal, an undo, the end of the match, or the replacement of an
absent player by a computer player. Only the seats affected have to answer; computer players answer at once. A proposal
is closed when a seat rejects it, or when any seat acts. While it is open, computer players do not act.

A claim names how many of the remaining tricks the claimant's own side takes. No one has to answer a claim if the
claimant sees every card in play and the solver can compute the result of best play. No one has to answer a computer
player's claim either, because computer players claim only tricks that are certain. In a rated match every person has
to answer a claim, nobody is told what best play gives, and no action is taken back.
"""

from itertools import islice
from typing import Any

from msgspec.structs import replace

from prikup.claims import (
    best_play_tricks,
    concession,
    granting_seats,
    split_of_claim,
    undo,
    undo_single_player,
    undo_stand_in,
    verdict,
)
from prikup.history.events import ActionEvent, AgreementEvent, ConcessionEvent, StopEvent, UndoEvent
from prikup.narration import steps
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AgreedEnd
from prikup.rules.state import Action, Seat, State, view
from prikup.solver.from_view import open_positions
from prikup.table.commands.actions import automatic_events
from prikup.table.commands.forfeits import resign
from prikup.table.host.background_workers import Workers
from prikup.table.protocol.client_messages import AnswerCommand, ProposeCommand
from prikup.table.protocol.message_parts import Proposal
from prikup.table.state.events import BotAssigned, ProposalAnswered, ProposalMade, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.table_state import TableState

__all__ = ["ClaimRefused", "answer", "claim_events", "proposal_message", "proposal_result", "propose"]

MAX_TRIES = 3
"""The maximum number of proposals that a seat may make between two steps of the deal.

It is also the maximum number of claims (of remaining tricks) that a seat may make in one deal.
"""


class ClaimRefused(NotAllowed):
    """An error: a claim of remaining tricks is refused at once, without asking the other players.

    `events` record that the claim was made and refused, so that it counts against `MAX_TRIES`. They contain neither the
    number of tricks nor the reason, which could reveal something about the cards.
    """

    def __init__(self, proposal: ProposalMade, reason: Reason) -> None:
        super().__init__(reason)
        self.events = (
            ProposalMade(proposal.number, "claim", proposal.by),
            ProposalAnswered(proposal.number, proposal.by, False),
        )


async def propose(live: LiveState, workers: Workers, seat: Seat, message: ProposeCommand) -> tuple[TableEvent, ...]:
    """Return the events of a proposal that a player makes, such as an undo or a claim of remaining tricks.

    If no other player has to answer the proposal, the events also carry it out. That is always so if the player resigns
    a rated match or concedes a deal. Raise NotAllowed if the proposal cannot be made, and ClaimRefused if it is a claim
    that is refused at once.
    """
    table = live.table
    if table.log is None or table.log.over:
        raise NotAllowed(reason("match-over" if table.log else "no-deal"))
    if message.what == "resign":
        return resign(table, seat)
    if table.proposal is not None:
        raise NotAllowed(reason("proposal-stands"))
    if message.what == "concede":
        return _concession_events(table, seat)
    if live.proposal_counts[seat] >= MAX_TRIES and not table.practice:
        raise NotAllowed(reason("proposal-again"))
    proposal = await _make_proposal(live, workers, seat, message)
    if proposal.what == "claim":
        proposal, granted_events = await _answer_for_bots(table, workers, proposal)
        if granted_events:
            return granted_events
    elif all((answers := _seat_answers(live, proposal)).values()):
        return _proposal_events(table, proposal, tuple(sorted((seat, *answers))))
    live.proposal_counts[seat] += 1
    live.verdicts = await _verdicts(live, workers, proposal)
    return (proposal,)


async def _make_proposal(live: LiveState, workers: Workers, seat: Seat, message: ProposeCommand) -> ProposalMade:
    table, number = live.table, live.table.proposals + 1
    match message.what:
        case "claim":
            if table.claims[seat] >= MAX_TRIES:
                raise NotAllowed(reason("claim-again"))
            claimed_tricks = -1 if message.tricks is None else message.tricks
            split = split_of_claim(table.game, view(_deal_state(table), seat), claimed_tricks)
            if isinstance(split, Reason):
                raise NotAllowed(split)
            return ProposalMade(number, "claim", seat, won=split.tricks)
        case "undo":
            _deal_state(table)
            if table.is_rated:
                raise NotAllowed(reason("undo-rated"))
            kept_entries = await _entries_after_undo(table, workers, seat)
            if isinstance(kept_entries, Reason):
                raise NotAllowed(kept_entries)
            return ProposalMade(number, "undo", seat, to=kept_entries)
        case "replace":
            return ProposalMade(number, "replace", seat, seat=_seat_to_replace(live, message.seat))
    return ProposalMade(number, "stop", seat)


async def _entries_after_undo(table: TableState, workers: Workers, seat: Seat) -> int | Reason:
    """Return how many entries (actions) of the deal would remain after an undo that a seat proposes.

    If the undo is not possible, return the reason instead.
    """
    assert table.log is not None
    if table.practice:
        return undo_single_player(table.log, seat)
    if stood_in := table.stand_in_actions.get(seat):
        return undo_stand_in(table.log, seat, len(stood_in))
    return await workers.hurry(undo, table.log, seat)


async def _answer_for_bots(
    table: TableState, workers: Workers, proposal: ProposalMade
) -> tuple[ProposalMade, tuple[TableEvent, ...]]:
    """Return a claim of remaining tricks with the answers of computer players, and the events that carry it out.

    `proposal` is the claim without these answers. The events are () if a person still has to answer. If the claimant
    sees every card in play, the result of best play decides the claim. Raise ClaimRefused if best play gives another
    number of tricks, or if a computer player rejects the claim. The reason for the refusal never contains the number
    that would be accepted.
    """
    seat_view, claimed_tricks = view(_deal_state(table), proposal.by), _claimed_tricks(table, proposal)
    best_tricks = None if table.is_rated else await workers.hurry(best_play_tricks, table.game, seat_view)
    if best_tricks is not None:
        if best_tricks != claimed_tricks:
            raise ClaimRefused(proposal, reason("claim-unjust"))
        return proposal, _proposal_events(table, proposal, (proposal.by,))
    seats_to_agree = _seats_to_agree(table, proposal)
    sure = await workers.hurry(granting_seats, table.game, seat_view, claimed_tricks, seats_to_agree)
    if any(seat not in sure and not table.chairs[seat].person for seat in seats_to_agree):
        raise ClaimRefused(proposal, reason("claim-uncertain"))
    proposal = replace(proposal, sure=sure)
    is_decided = not any(table.chairs[seat].person for seat in seats_to_agree)
    return proposal, _proposal_events(
        table, proposal, tuple(sorted((proposal.by, *seats_to_agree)))
    ) if is_decided else ()


def _claimed_tricks(table: TableState, proposal: ProposalMade) -> int:
    """Return how many of the remaining tricks the side of the claiming player would get by the claim `proposal`."""
    objective = table.game.objective(_deal_state(table).public)
    return sum(proposal.won[seat] for side in objective.sides if proposal.by in side for seat in side)


def _remaining_tricks(table: TableState) -> int:
    """Return the number of tricks that remain in the deal."""
    tricks = _deal_state(table).public.tricks
    return table.game.trick_count - tricks.decided_count if tricks else 0


async def _verdicts(live: LiveState, workers: Workers, proposal: ProposalMade) -> dict[Seat, Reason]:
    """Return messages that say whether best play gives the number of tricks that a player claims, by seat.

    They are for the people who have to answer the claim `proposal` and see every card in play. Return {} for a proposal
    that is no claim, and in a rated match.
    """
    verdicts: dict[Seat, Reason] = {}
    if proposal.what == "claim" and not live.table.is_rated:
        game, state = live.table.game, _deal_state(live.table)
        for seat in _seats_to_agree(live.table, proposal):
            seat_view = view(state, seat)
            if _seat_answer(live, proposal, seat) is None and open_positions(game, seat_view):
                seat_verdict = await workers.hurry(
                    verdict, game, seat_view, _claimed_tricks(live.table, proposal), proposal.by
                )
                verdicts |= {} if seat_verdict is None else {seat: seat_verdict}
    return verdicts


def claim_events(table: TableState, seat: Seat, agreement: AgreedEnd) -> tuple[TableEvent, ...]:
    """Return the events by which a computer player's claim of remaining tricks ends the deal; `seat` is its seat.

    All other players with cards grant the claim without being asked, because computer players claim only certain
    tricks. `agreement` says how many of the remaining tricks each seat takes.
    """
    proposal = ProposalMade(table.proposals + 1, "claim", seat, won=agreement.tricks)
    return _proposal_events(table, proposal, tuple(sorted((seat, *_seats_to_agree(table, proposal)))))


def _deal_state(table: TableState) -> State[Any]:
    if table.state is None:
        raise NotAllowed(reason("no-deal"))
    return table.state


def _apply_agreement(table: TableState, agreement: AgreedEnd) -> State[Any]:
    new_state = table.game.settle(_deal_state(table), agreement)
    if isinstance(new_state, Reason):
        raise NotAllowed(new_state)
    return new_state


def _concession_events(table: TableState, seat: Seat) -> tuple[TableEvent, ...]:
    """Return the events by which the side of a seat concedes (gives up) the deal; no other player has to agree.

    Raise NotAllowed if the rules do not allow it.
    """
    side = concession(table.game, view(_deal_state(table), seat))
    if isinstance(side, Reason):
        raise NotAllowed(side)
    return (ConcessionEvent(side.conceding_seats), *automatic_events(table, _apply_agreement(table, side)))


def _seat_to_replace(live: LiveState, seat: Seat | None) -> Seat:
    table = live.table
    if table.settings.absent != "vote":
        raise NotAllowed(reason("replace-not-agreed"))
    if seat not in live.person_seats or not live.is_absent(seat):
        raise NotAllowed(reason("not-absent"))
    return seat


def answer(live: LiveState, seat: Seat, message: AnswerCommand) -> tuple[TableEvent, ...]:
    """Return the event of a player's answer to the open proposal, such as an undo or a claim of remaining tricks.

    A player who answers no to their own proposal withdraws it. Raise NotAllowed if the proposal is no longer open, or
    if the player does not have to answer it.
    """
    table, proposal = live.table, live.table.proposal
    if proposal is None or proposal.number != message.proposal:
        raise NotAllowed(reason("proposal-gone"))
    withdrawn = seat == proposal.by and not message.yes
    if not withdrawn and (seat not in _seats_to_agree(table, proposal) or seat in table.agreeing_seats):
        raise NotAllowed(reason("answer-not-asked"))
    return (ProposalAnswered(proposal.number, seat, message.yes),)


# The seats that answer


def _seats_to_agree(table: TableState, proposal: ProposalMade) -> tuple[Seat, ...]:
    """Return the seats that have to agree to a proposal, whether they have answered yet or not.

    A claim of remaining tricks needs the agreement of all seats with cards in the hand or in the current trick. Any
    other proposal needs the agreement of all seats that belong to people. The player who makes the proposal need not
    agree, nor an absent player whom a computer player would replace.
    """
    other_seats = [seat for seat in range(table.game.seats) if seat not in (proposal.by, proposal.seat)]
    if proposal.what == "claim":
        state = _deal_state(table)
        trick_cards = dict(state.public.tricks.lying)
        return tuple(seat for seat in other_seats if state.hands[seat] or seat in trick_cards)
    return tuple(seat for seat in other_seats if table.chairs[seat].user)


def _seat_answers(live: LiveState, proposal: ProposalMade) -> dict[Seat, bool | None]:
    """Return the answer of each seat that has to agree to a proposal; None for a seat that has not answered yet."""
    return {seat: _seat_answer(live, proposal, seat) for seat in _seats_to_agree(live.table, proposal)}


def _seat_answer(live: LiveState, proposal: ProposalMade, seat: Seat) -> bool | None:
    """Return a seat's answer to a proposal: True, False, or None if the table still waits for the answer.

    A computer player agrees to a claim of remaining tricks only if these tricks are certain, and to every other
    proposal. The table answers for an absent person in the same way, but it waits for that person to answer a claim
    that is not certain, and any claim in a rated match. A turn-based table (players answer within hours or days) never
    waits for an absent person: it accepts certain claims in their place, and rejects everything else.
    """
    table = live.table
    if seat in table.agreeing_seats and table.proposal is proposal:
        return True
    person = table.chairs[seat].person
    if person and not live.is_absent(seat):
        return None
    if proposal.what == "claim":
        is_granted = seat in proposal.sure and not (person and table.is_rated)
        return is_granted or (None if person and not table.settings.turns else False)
    return not (person and table.settings.turns)


def proposal_result(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events that carry out or reject the open proposal, once it is decided; None while answers are missing.

    The proposal is carried out if all have agreed, and rejected if one has not. It is also rejected if the player who
    made it was replaced by a computer player, or if the absent player to be replaced has come back.
    """
    table, proposal = live.table, live.table.proposal
    assert proposal is not None
    if not table.chairs[proposal.by].person or (proposal.seat is not None and not live.is_absent(proposal.seat)):
        return (ProposalAnswered(proposal.number, proposal.by, False),)
    answers = _seat_answers(live, proposal)
    for seat, reply in answers.items():
        if reply is False:
            return (ProposalAnswered(proposal.number, seat, False),)
    return _proposal_events(table, proposal, tuple(sorted((proposal.by, *answers)))) if all(answers.values()) else None


def _proposal_events(
    table: TableState, proposal: ProposalMade, agreeing_seats: tuple[Seat, ...]
) -> tuple[TableEvent, ...]:
    match proposal.what:
        case "claim":
            new_state = _apply_agreement(table, AgreedEnd(tricks=proposal.won))
            return (AgreementEvent(proposal.won, agreeing_seats), *automatic_events(table, new_state))
        case "undo":
            return (UndoEvent(proposal.to),)
        case "replace":
            assert proposal.seat is not None
            return (BotAssigned(proposal.seat, table.settings.level),)
    return (StopEvent(),)


def proposal_message(live: LiveState, open_proposal: ProposalMade) -> Proposal:
    """Return the open proposal, as the `Proposal` of a `SeatsMessage`."""
    table = live.table
    missing_seats = tuple(
        seat for seat in _seats_to_agree(table, open_proposal) if _seat_answer(live, open_proposal, seat) is None
    )
    undone_count, action = _undo_extent(table, open_proposal) if open_proposal.what == "undo" else (0, None)
    claimed_tricks, remaining_tricks = (
        (_claimed_tricks(table, open_proposal), _remaining_tricks(table)) if open_proposal.what == "claim" else (0, 0)
    )
    return Proposal(
        open_proposal.number,
        open_proposal.what,
        open_proposal.by,
        open_proposal.seat,
        missing_seats,
        undone_count,
        action,
        claimed_tricks,
        remaining_tricks,
    )


def _undo_extent(table: TableState, proposal: ProposalMade) -> tuple[int, Action | None]:
    """Return the number of actions that an undo takes back, and the first of these actions.

    The action is None if it is not public, such as a discard.
    """
    assert table.log is not None
    undone_count = len(table.log.entries) - proposal.to
    step = next(islice(steps(table.log), proposal.to, None))
    assert isinstance(step.entry, ActionEvent)
    return undone_count, table.game.visible_action(step.before.public, step.entry.act, None)
