"""Take-backs, concessions and claims: which of them are allowed, and which claims computer players make and accept.

A claim proposes how many of the remaining tricks the claiming player's side takes. A concession ends the deal early: a
side gives up. The functions of this module decide from what one player may know (a View), so their answers reveal no
hidden cards.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from prikup.history.events import ActionEvent
from prikup.history.log import Log
from prikup.narration import NarratedStep, steps
from prikup.rules.cards import SUIT_MASK, Card, cards
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AgreedEnd, AnyGame, claimable
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.objective import Objective
from prikup.rules.score_sheet import Totals, add_row
from prikup.rules.state import Action, Seat, State, View, view
from prikup.rules.tricks import Trick, Tricks
from prikup.solver import BadPosition, Limits, NoSolver, NotSolved, Position, Search, solve_many
from prikup.solver.from_view import open_positions
from prikup.sure_tricks import is_sure
from prikup.worlds.possible_worlds import sample_worlds

__all__ = [
    "best_play_tricks",
    "bot_claim",
    "concession",
    "granting_seats",
    "line_of_play",
    "reveals_information",
    "split_of_claim",
    "takes_all_tricks",
    "undo",
    "undo_single_player",
    "undo_stand_in",
    "verdict",
]

WORLDS = 40
"""The number of sampled worlds (possible deals of the hidden cards) that `reveals_information` checks."""
MIN_CLAIM = 2
"""The minimum number of tricks that a computer player claims; a single last card is played as quickly as claimed."""
LIMITS = Limits(seconds=2.0, memory=16 << 20)
"""The solver's limits of time and memory when it checks a claim, during which the table waits."""


def undo(log: Log, seat: Seat) -> int | Reason:
    """Return how many entries of the deal remain if `seat` takes its last action back, or the reason why it may not.

    An entry is an action or an agreement in `log`, the log of the match.

    A player may take an action back only if no one has acted since and if the action has revealed nothing to the
    player, such as a card or a bid that was turned up.
    """
    deal_steps = list(steps(log))
    if not any(isinstance(step.entry, ActionEvent) and step.entry.seat == seat for step in deal_steps):
        return reason("undo-nothing")
    last = deal_steps[-1]
    if not isinstance(last.entry, ActionEvent) or last.entry.seat != seat:
        return reason("undo-others")
    return reason("undo-learned") if reveals_information(log.game, last, seat) else len(deal_steps) - 1


def undo_single_player(log: Log, seat: Seat) -> int | Reason:
    """Return how many entries of the deal remain if the only human player takes their last action back.

    `seat` is the player's seat, and `log` the log of the match. An entry is an action or an agreement. Everything that
    happened after this action is undone too. The player has seen cards since this action, so the match does not count
    in statistics (`history.events.deals_with_undo`). Return a Reason if the player has not acted in this deal.
    """
    own_indices = [
        index for index, entry in enumerate(log.entries) if isinstance(entry, ActionEvent) and entry.seat == seat
    ]
    return own_indices[-1] if own_indices else reason("undo-nothing")


def undo_stand_in(log: Log, seat: Seat, actions: int) -> int:
    """Return how many entries of the deal remain if the last actions of a stand-in bot at `seat` are taken back.

    A stand-in bot plays for an absent player. `actions` is the number of its last actions to take back. What other
    players have done since the first of these actions is undone too, so the other players have to agree. An entry is an
    action or an agreement in `log`, the log of the match.
    """
    return [index for index, entry in enumerate(log.entries) if isinstance(entry, ActionEvent) and entry.seat == seat][
        -actions
    ]


def reveals_information(game: AnyGame, step: NarratedStep, seat: Seat) -> bool:
    """Return whether an action revealed information to the player who made it, at `seat`.

    `step` is the action, with the states before and after it. A world is a deal of the hidden cards that agrees with
    the player's view before the action. The action revealed something if it would have led to a different view in some
    other world. Only a sample of `WORLDS` worlds is checked.
    """
    old_view, new_view = view(step.before, seat), view(step.after, seat)
    assert isinstance(step.entry, ActionEvent)
    if _turns_cards_up(old_view, new_view, step.entry.act):
        return True
    possible = islice(sample_worlds(game, old_view, random.Random(WORLDS)), WORLDS)
    return any(view(game.apply_unchecked(world, step.entry.act), seat) != new_view for world in possible)


def _turns_cards_up(old_view: View[Any], new_view: View[Any], action: Action) -> bool:
    """Return whether an action made other cards or bids visible to the seat that made it.

    `old_view` and `new_view` are the views of that seat before and after the action. `reveals_information` checks this
    before it samples worlds (deals of the hidden cards), because a sampled world lacks the private notes of other
    seats, such as their sealed bids.
    """
    new_notes = new_view.notes[len(old_view.notes) :]
    new_announcements = new_view.public.said[len(old_view.public.said) :]
    return (
        new_view.notes[: len(old_view.notes)] != old_view.notes
        or any(note.action != action or note.kind in ("took", "got") for note in new_notes)
        or any(
            (announcement.seat, announcement.action) != (new_view.seat, action) for announcement in new_announcements
        )
        or any(
            new_hand & ~old_hand
            for old_hand, new_hand in zip(old_view.public.shown, new_view.public.shown, strict=True)
        )
    )


def concession(game: AnyGame, view: View[Any]) -> AgreedEnd | Reason:
    """Return the agreement by which the viewer's side concedes the deal, or the reason why this is not allowed now.

    By a concession a side gives the deal up, which ends it early. The viewer is the player whose view is `view`.
    """
    side = next(seats for seats in game.sides if view.seat in seats)
    new_state = _apply_agreement(game, view, AgreedEnd(conceding_seats=side))
    return new_state if isinstance(new_state, Reason) else AgreedEnd(conceding_seats=side)


def _apply_agreement(game: AnyGame, view: View[Any], agreement: AgreedEnd) -> State[Any] | Reason:
    """Return the state after an agreement ends the deal, or the reason why the rules do not accept the agreement.

    The rules decide this from public information, so hands that the viewer (the player with the view `view`) cannot see
    are left empty.
    """
    hands = tuple(view.hand if seat == view.seat else 0 for seat in range(game.seats))
    return game.settle(State(view.public, hands, ((),) * game.seats, ()), agreement)


def bot_claim(game: AnyGame, view: View[Any]) -> AgreedEnd | None:
    """Return the claim that a computer player makes instead of leading a card, or None if it should lead a card.

    The computer player, whose view is `view`, claims all remaining tricks if it is certain to take them and at least
    `MIN_CLAIM` remain. The claim costs nothing even if the player wants to avoid tricks, because every card that it
    could lead wins its trick.
    """
    if view.hand.bit_count() < MIN_CLAIM or not takes_all_tricks(game, view):
        return None
    public = view.public
    rest = tuple(view.hand.bit_count() if seat == view.seat else 0 for seat in range(game.seats))
    return AgreedEnd(tricks=game.objective(public).count_played(public.tricks.won, rest))


def takes_all_tricks(game: AnyGame, view: View[Any]) -> bool:
    """Return whether the viewer, about to lead, takes every remaining trick against any play.

    This is so if no card in another hand can beat any card of the viewer. Only `view`, the viewer's own view, is used,
    so the answer reveals nothing to the viewer.
    """
    public = view.public
    tricks: Tricks | None = public.tricks
    if tricks is None or tricks.table or tricks.lead is not None or not view.hand:
        return False
    if public.actor != view.seat or public.turn != view.seat:
        return False
    other_cards = 0
    for cell in game.analysis.hidden_cells(view):
        other_cards |= cell.allowed_cards if cell.place == "hand" and cell.seat in tricks.seats else 0
    for seat, face_up in enumerate(public.shown):
        other_cards |= face_up if seat in tricks.seats and seat != view.seat else 0
    trump = 0 if tricks.order.trump is None else SUIT_MASK[tricks.order.trump]
    return all(_is_unbeatable(tricks, card, other_cards, trump) for card in cards(view.hand))


def _is_unbeatable(tricks: Tricks, card: int, other_cards: int, trump: int) -> bool:
    """Return whether a card that is led wins its trick.

    `tricks` are the tricks so far, `other_cards` are all cards in other hands, and `trump` are all cards of the trump
    suit, as bit masks.
    """
    led_suit = card // 13
    rivals = other_cards & (SUIT_MASK[led_suit] | trump)
    return all(tricks.order.power(led_suit, rival) < tricks.order.power(led_suit, card) for rival in cards(rivals))


# Claims for a side


def split_of_claim(game: AnyGame, view: View[Any], claimed_tricks: int) -> AgreedEnd | Reason:
    """Return the split of the remaining tricks that a claim proposes, or the reason why the claim is not allowed.

    The viewer (the player with the view `view`) claims `claimed_tricks` of these tricks for their own side. The viewer
    cannot decide how several opposing sides share the other tricks, so a claim is not allowed if different ways to
    share them would lead to different totals on the score sheet. The answer follows from public information.
    """
    tricks: Tricks | None = view.public.tricks
    if tricks is None or view.public.turn is None:
        return reason("no-tricks-yet" if tricks is None else "deal-over")
    claimable_tricks = claimable(game, view)
    if claimable_tricks is None or view.seat is None:
        return reason("claim-no-cards")
    if not 0 <= claimed_tricks <= claimable_tricks.most:
        return reason("claim-number", most=claimable_tricks.most)
    objective = game.objective(view.public)
    takers = [side[0] for side in objective.sides if view.seat not in side]
    finished_states: list[tuple[AgreedEnd, State[Any]]] = []
    for parts in _splits(claimable_tricks.left - claimed_tricks, len(takers)):
        tricks_by_seat = [0] * game.seats
        tricks_by_seat[view.seat] = claimed_tricks
        for seat, part in zip(takers, parts, strict=True):
            tricks_by_seat[seat] = part
        agreement = AgreedEnd(tricks=objective.count_played(tricks.won, tuple(tricks_by_seat)))
        new_state = _apply_agreement(game, view, agreement)
        if isinstance(new_state, Reason):
            return new_state
        finished_states.append((agreement, new_state))
    if len(finished_states) > 1 and len({_totals(game, state) for _, state in finished_states}) > 1:
        return reason("claim-shares")
    return finished_states[0][0]


def _splits(number: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split `number` into `count` parts, which may be zero and whose order matters."""
    if count == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for other_parts in _splits(number - first, count - 1):
            yield first, *other_parts


def _totals(game: AnyGame, state: State[Any]) -> Totals:
    """Return the totals of the score sheet (by column, then by side) after the deal that has ended in `state`."""
    outcome, standing = game.outcome(state), state.public.match
    return (
        standing.totals
        if isinstance(outcome, VoidDeal)
        else add_row(game.columns, standing.totals, game.scoring.row(outcome, standing))
    )


def granting_seats(game: AnyGame, view: View[Any], claimed_tricks: int, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return which of the computer players at `seats` accept a claim of `claimed_tricks` tricks by the viewer's side.

    A computer player accepts only if the viewer's side is certain of this number (`is_sure`). A partner of the viewer
    accepts only if this is also the best possible number. Only `view`, the claiming player's view, is used, so the
    answer reveals no hidden cards.
    """
    claimable_tricks = claimable(game, view)
    assert claimable_tricks is not None
    candidates = tuple(
        seat for seat in seats if seat not in claimable_tricks.side or claimed_tricks == claimable_tricks.wanted
    )
    return candidates if candidates and is_sure(game, view, claimed_tricks) else ()


# Positions with all cards visible


def best_play_tricks(game: AnyGame, view: View[Any], author: Seat | None = None) -> int | None:
    """Return how many of the remaining tricks a side takes if all players see all cards and play their best.

    The side is that of `author`, the seat that made a claim; by default, that of the viewer (the player with the view
    `view`). Return None if a card is hidden from the viewer, if there is no solver, or if the time limit is exceeded.
    """
    seat = view.seat if author is None else author
    position = next((candidate for candidate in open_positions(game, view) if seat in candidate.side), None)
    if position is None:
        return None
    try:
        (answer,) = solve_many([position], limits=LIMITS)
    except (NoSolver, NotSolved):
        return None
    stops = seat in game.objective(view.public).stops
    return min(answer.value, game.objective(view.public).until_end(position.tricks.won)) if stops else answer.value


def line_of_play(game: AnyGame, state: State[Any], agreed_tricks: tuple[int, ...]) -> tuple[Trick, ...]:
    """Return a way to play the remaining tricks in which each side takes the number in `agreed_tricks` (by seat).

    It shows players how an agreed split of the tricks could come about. `state` is the deal before the agreement. The
    first trick returned is the unfinished one. All players play their best cards if this leads to the agreed numbers.
    Otherwise the sides that agreed to fewer tricks than they could have taken depart from best play, as late as
    possible. If each player counts their own tricks, one side is chosen, and the others play together against it.
    Return () if no such line is found, if there is no solver, or if the time limit is exceeded. The line reveals every
    hand, so it may be used only after the end of a deal.
    """
    objective = game.objective(state.public)
    sides = objective.sides if objective.soloist is None else objective.sides[:1]
    old_tricks: Tricks = state.public.tricks
    try:
        search = Search(limits=LIMITS, check=False)
        for side in sides:
            leader_again = objective.leader_again
            position = Position.of(
                old_tricks, state.hands, side, objective.goal, state.stock, leader_again=leader_again
            )
            _ = position.tricks  # raises BadPosition; the positions after a possible one are possible
            for line in _lines(position, sum(agreed_tricks[seat] for seat in side), search):
                tricks = _play_line(objective, old_tricks, line).past[len(old_tricks.past) :]
                if all(
                    _count_tricks(tricks, other_side) == sum(agreed_tricks[seat] for seat in other_side)
                    for other_side in sides
                ):
                    return tricks
    except (NoSolver, NotSolved, BadPosition):
        pass
    return ()


def _lines(position: Position, number: int, search: Search) -> Iterator[tuple[Card, ...]]:
    """Yield lines of play to the end of the deal, among which may be one in which a side takes `number` tricks.

    The side is `position.side`, and `search` is the solver. The first line is best play by all players. Each later line
    departs from best play at an earlier card than the line before.
    """
    line: list[Card] = []
    earlier_positions: list[tuple[Position, int]] = []
    for step in search.best_line(position):
        earlier_positions.append((position, number))
        line.append(step.card)
        won_tricks, position = position.after(step.card)
        number -= won_tricks
    yield tuple(line)
    for length in reversed(range(len(line))):
        departing = _line_to_number(*earlier_positions[length], search)
        if departing[0] != line[length]:
            yield (*line[:length], *departing)


def _line_to_number(position: Position, number: int, search: Search) -> tuple[Card, ...]:
    """Return a line of play to the end of the deal in which a side takes `number` tricks if that is still possible.

    At each turn the player gives away as many tricks as possible: of the cards after which the side can still get its
    `number` by best play, the player chooses the one that costs the most. A player without such a card plays the best
    one.

    `search` is the solver, and the side is `position.side`.
    """
    line: list[Card] = []
    while position.remaining_tricks:
        values = search.answers([position], "cards")[0].cards
        if position.wants_many(position.turn):
            value = min((tricks for tricks in values.values() if tricks >= number), default=max(values.values()))
        else:
            value = max((tricks for tricks in values.values() if tricks <= number), default=min(values.values()))
        line.append(min(card for card, tricks in values.items() if tricks == value))
        won_tricks, position = position.after(line[-1])
        number -= won_tricks
    return tuple(line)


def _play_line(objective: Objective, tricks: Tricks, line: Iterable[Card]) -> Tricks:
    """Return the tricks after the cards of `line` are played, up to the card that ends the play.

    `objective` tells when the play ends early.
    """
    for card in line:
        tricks = tricks.play(card)
        if objective.ends(tricks.won):
            break
    return tricks


def _count_tricks(line: Iterable[Trick], side: tuple[Seat, ...]) -> int:
    """Return how many of the tricks in `line` the seats of `side` take."""
    return sum(trick.winner in side for trick in line)


def verdict(game: AnyGame, view: View[Any], claimed_tricks: int, author: Seat) -> Reason | None:
    """Return a message that tells whether a claim agrees with best play by all players; None if this is unknown.

    `author` is the seat that claims `claimed_tricks` for its side. The result is unknown if the viewer cannot see all
    cards in play, if there is no solver, or if the time limit is exceeded.
    """
    best_tricks = best_play_tricks(game, view, author)
    return None if best_tricks is None else reason("claim-just" if best_tricks == claimed_tricks else "claim-unjust")
