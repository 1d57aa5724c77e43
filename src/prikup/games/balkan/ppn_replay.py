"""Replay a deal of Balkan Preferans from its record in PPN, the Portable Preferans Notation.

PPN stores only the last bid of each player, so the auction is reconstructed: the replayed auction ends with the same
last bids. Among several such auctions, the search prefers one in which players take over the current number (the call
"mine") where they can and otherwise bid the lowest number.
"""

from prikup.games.balkan.calls import (
    ACCEPT,
    ALONE,
    COME,
    DONT,
    EIGHT,
    GAME_OF_IGRA,
    IGRA,
    INVITE,
    KONTRA,
    MINE,
    PASS,
    READY,
    TWO,
    YOURS,
)
from prikup.games.balkan.ppn import KONTRAS, PpnDeal, PpnPlay, PpnPlayer, fields_of
from prikup.games.balkan.ppn_deal import last_bid, players
from prikup.games.balkan.public import Public
from prikup.games.balkan.rules import Balkan
from prikup.games.balkan.scoring import Carry
from prikup.games.balkan.seating import speakers
from prikup.rules.action_text import action_text
from prikup.rules.cards import Action, Seat
from prikup.rules.errors import BadText, reason
from prikup.rules.game import AgreedEnd
from prikup.rules.game_definition import ForeignDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import State, view

__all__ = ["replay_deal"]


def replay_deal(game: Balkan, deal: PpnDeal, standing: MatchStanding[Carry]) -> tuple[ForeignDeal, State[Public]]:
    """Return the deck and actions of a deal recorded in PPN, and its final state.

    `standing` is the state of the match before the deal. If the record stops before the last trick, the remaining
    tricks are taken from its summary. Raise BadText, with the name of the field, if the record contradicts the rules.
    """
    order = speakers(game.options, standing.dealer)
    number = players(game)
    _check_field(deal, "order", "".join(str(number[seat]) for seat in order))
    first, second = (
        tuple(deal.cards[10 * index + i] for index in range(3) for i in five) for five in (range(5), range(5, 10))
    )
    deck = (*first, *deal.cards[30:], *second)
    state = game.deal(deck, standing)
    actions = _auction(game, deal, dict(zip(order, deal.bids, strict=True)), state)
    if actions is None:
        raise _refusal(deal, "bids", ",".join(deal.bids))
    for action in actions:
        state = game.apply_unchecked(state, action)
    if deal.play is None:
        return ForeignDeal(deck, actions), state
    while True:
        _check(game, deal, deal.play, state)
        if (actor := state.public.actor) is None:
            return ForeignDeal(deck, actions), state
        if _stops(deal.play, state.public):
            agreed_tricks = _rest(deal, deal.play, state.public, order)
            after = game.settle(state, AgreedEnd(tricks=agreed_tricks))
            if not isinstance(after, State):
                raise _refusal(deal, "summary", fields_of(deal)["summary"])
            return ForeignDeal(deck, actions, agreed_tricks), after
        field, next_action = _next(game, deal, deal.play, state, number[actor])
        if next_action not in game.legal(view(state, actor)):
            raise _refusal(deal, field, action_text(game.calls, next_action))
        actions = (*actions, next_action)
        state = game.apply_unchecked(state, next_action)


def _refusal(deal: PpnDeal, field: str, text: str) -> BadText:
    return BadText(reason("ppn-refused", deal=str(deal.id), field=field, text=text))


def _check_field(deal: PpnDeal, field: str, ours: str, their_text: str = "") -> None:
    """Raise BadText unless the field of the record has the value `ours`, which the rules require.

    `their_text` is the value to compare with `ours`; "" stands for the text of the whole field. `deal` is the PPN
    record, and `field` the name of the field.
    """
    their_text = their_text or fields_of(deal)[field]
    if their_text != ours:
        raise BadText(reason("ppn-differs", deal=str(deal.id), field=field, text=their_text, ours=ours))


# The auction


def _auction(game: Balkan, deal: PpnDeal, bids: dict[Seat, str], state: State[Public]) -> tuple[Action, ...] | None:
    """Return the calls of an auction that continues from `state` and ends with the last bids `bids` (by seat).

    `deal` is the PPN record. Return None if there is no such auction.
    """
    public = state.public
    if public.phase != "auction" or public.turn is None:
        last_bids = {seat: last_bid(game, public, seat) for seat in bids}
        fits = all(
            bid[0] == "G" == last[0] or bid == last for bid, last in zip(bids.values(), last_bids.values(), strict=True)
        )
        return () if fits and (public.phase == "over") == (deal.play is None) else None
    for action in _words(game, deal, state, public.turn, bids[public.turn]):
        rest = _auction(game, deal, bids, game.apply_unchecked(state, action))
        if rest is not None:
            return (action, *rest)
    return None


def _words(game: Balkan, deal: PpnDeal, state: State[Public], seat: Seat, bid: str) -> tuple[Action, ...]:
    """Return the calls to try for the player in `seat`, who calls next, in the order in which to try them.

    `bid` is the last bid of this player in the record `deal`. A player who has already made this bid passes. If the bid
    is an igra (a game without the talon), it is the only bid of the player. Otherwise the player may take over the
    current number (the call "mine") or bid a number, the lowest first.
    """
    public = state.public
    if last_bid(game, public, seat) == bid:
        return (PASS,)
    legal = game.legal(view(state, seat))
    if bid[0] == "G":
        return _igra(game, deal, legal, bid[1:], players(game)[seat])
    last = _call(bid)
    holds = (MINE,) if MINE in legal and (public.auction.high or TWO) <= last else ()
    return (*holds, *(action for action in legal if TWO <= action <= min(last, EIGHT)))


def _igra(game: Balkan, deal: PpnDeal, legal: tuple[Action, ...], number: str, player: PpnPlayer) -> tuple[Action, ...]:
    """Return the igra call (for a game without the talon) of a player, in a tuple. Return () if none is legal.

    `deal` is the PPN record, and `player` has the igra in it. `number` is the number of the game as text, "" if the bid
    does not tell it. If the rules have a separate igra call for this game, as they may for betl, sans and preferans,
    the result is that call, else IGRA.
    """
    if not number and deal.play is not None and deal.play.main == player:
        number = str(deal.play.contract)
    named_igras = {igra for igra, call in GAME_OF_IGRA.items() if number and game.numbers.get(call) == _call(number)}
    return tuple(call for call in legal if call in (named_igras & set(legal) or {IGRA}))


def _call(number: str) -> Action:
    """Return the call that bids a number, given a text that ends in this number, such as the PPN bid `M5`."""
    return TWO - 2 + int(number[-1])


# After the auction


def _next(game: Balkan, deal: PpnDeal, play: PpnPlay, state: State[Public], player: PpnPlayer) -> tuple[str, Action]:
    """Return the field of the PPN record that has the next action of `player`, and this action.

    `state` is the state of the replay, `deal` the record, and `play` its part about the declared game. If the record
    has no such action, return one that is illegal in this phase. The caller then reports an error in this field.
    """
    public = state.public
    games = {number: call for call, number in game.numbers.items()}
    contract = games.get(_call(str(play.contract)), PASS)
    match public.phase:
        case "name_game":
            bid = deal.bids[deal.order.index(player)]
            if len(bid) > 1:
                return "bids", games.get(_call(bid), PASS)
            if player == play.main:
                return "contract", contract
            legal = game.legal(view(state, public.turn or 0))
            return "bids", YOURS if YOURS in legal else legal[0]
        case "discard":
            discard_count = len(state.notes[public.turn or 0])
            return "discarded", play.discards[discard_count] if play.discards else PASS
        case "declare":
            return "contract", contract
        case "follow":
            came = (play.kontra_player,) if play.kontra == "I" else (*play.comers, play.kontra_player)
            return "accepted", COME if player in came else DONT
        case "speak" if player == play.kontra_player:
            return "kontra", INVITE if play.kontra == "I" else KONTRA
        case "speak":
            is_lone = ALONE in game.legal(view(state, public.turn or 0))
            return "kontra", ALONE if is_lone else READY
        case "invited":
            return "kontra", ACCEPT
        case "kontra":
            doubles_again = public.level < KONTRAS.index(play.kontra)
            return "kontra", KONTRA + public.level if doubles_again else READY
        case _:
            assert public.tricks is not None
            lying, trick_cards = len(public.tricks.table), play.throws[len(public.tricks.past)].cards
            return "throws", trick_cards[lying] if lying < len(trick_cards) else PASS


def _check(game: Balkan, deal: PpnDeal, play: PpnPlay, state: State[Public]) -> None:
    """Raise BadText unless the current state of the replay agrees with the record.

    `deal` is the PPN record, and `play` its part about the declared game. The function compares the declarer, the
    kontra (doubling of the stake), the first leader, the winner of the last trick and, at the end, the number of
    tricks.
    """
    public, number = state.public, players(game)
    if public.declarer is not None:
        _check_field(deal, "main", str(number[public.declarer]))
    if public.phase in ("play", "over"):
        ours = "0" if public.writer is None else f"{KONTRAS[public.level]}{number[public.writer]}"
        if ours != fields_of(deal)["kontra"]:
            raise _refusal(deal, "kontra", fields_of(deal)["kontra"])
    if (tricks := public.tricks) is None or tricks.table:
        return
    if not tricks.past:
        _check_field(deal, "starts", str(number[tricks.leader]))
    else:
        winner = play.throws[len(tricks.past) - 1].winner
        _check_field(deal, "throws", str(number[tricks.past[-1].winner]), str(winner))
    if public.actor is None:
        _check_field(deal, "throws", str(len(tricks.past)), str(len(play.throws)))


def _stops(play: PpnPlay, public: Public) -> bool:
    """Return whether all tricks that the record `play` contains have been replayed."""
    tricks = public.tricks
    return tricks is not None and not tricks.table and len(tricks.past) == len(play.throws)


def _rest(deal: PpnDeal, play: PpnPlay, public: Public, order: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return how many tricks each seat took after the last recorded trick, as the summary of the record tells.

    `play` is the part of the record `deal` about the declared game, and `order` are the seats in dealing order. If one
    of the two opponents of declarer scores for both, the remaining tricks of both are assigned to that one.
    """
    assert public.tricks is not None
    tricks_won = public.tricks.won
    tricks_by_seat = {seat: summary.tricks for seat, summary in zip(order, play.summary, strict=True) if summary}
    if public.writer is None:
        return tuple(tricks_by_seat.get(seat, tricks_won[seat]) - tricks_won[seat] for seat in range(3))
    rest = [0] * 3
    for seat in public.tricks.seats:
        if seat == public.declarer:
            rest[seat] = tricks_by_seat.get(seat, tricks_won[seat]) - tricks_won[seat]
        elif seat == public.writer:
            rest[seat] = tricks_by_seat.get(seat, 0) - sum(tricks_won[comer] for comer in public.comers)
    return tuple(rest)
