"""Convert a finished deal of Balkan Preferans to PPN (Portable Preferans Notation), and compare two PPN records."""

from collections.abc import Iterator

from msgspec.structs import replace

from prikup.games.balkan.calls import EIGHT, GAME_OF_IGRA, IGRA, MINE, TWO
from prikup.games.balkan.explanations import current_stake
from prikup.games.balkan.outcome import NUMBERS, Outcome
from prikup.games.balkan.ppn import PpnDeal, PpnPlay, PpnPlayer, PpnSummary, Throw, fields_of
from prikup.games.balkan.public import Public
from prikup.games.balkan.rules import Balkan
from prikup.games.balkan.seating import opponents, round_from, speakers, supe_on
from prikup.rules.cards import Action, Card, Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.score_sheet import SheetRow
from prikup.rules.state import State

__all__ = ["deal_of", "differences", "last_bid", "players"]


def deal_of(game: Balkan, number: int, deck: tuple[Card, ...], state: State[Public]) -> PpnDeal:
    """Return the PPN record of a finished deal.

    `number` is the number of the deal, `deck` the deck with the top card first, and `state` the final state of the
    deal.
    """
    public = state.public
    seats = speakers(game.options, public.dealer)
    player = players(game)
    hands = tuple(
        card
        for index in range(3)
        for card in (*deck[5 * index : 5 * index + 5], *deck[17 + 5 * index : 22 + 5 * index])
    )
    bids = tuple(last_bid(game, public, seat) for seat in seats)
    deal = PpnDeal(number, tuple(player[s] for s in seats), (*hands, *deck[15:17]), bids)
    outcome = game.outcome(state)
    if outcome.declarer is None or outcome.game is None:
        return deal
    return replace(deal, play=_play_of(game, state, outcome, outcome.declarer, seats))


def players(game: Balkan) -> dict[Seat, PpnPlayer]:
    """Return the PPN player number (1, 2 or 3, in the direction of play) of each seat."""
    return {seat: player for player, seat in enumerate(round_from(game.options, 0), 1)}


def last_bid(game: Balkan, public: Public, seat: Seat) -> str:
    """Return the last bid of a seat in the auction, as PPN writes it.

    It is `P` if the seat only passed, a number, `M` with the number that the seat took over with the call "mine", or
    `G` for an igra (a game without the talon), with the number of its game if the seat named one.
    """
    last, high = "P", TWO
    for announcement in public.said:
        if TWO <= announcement.action <= EIGHT:
            high = announcement.action
        if announcement.seat != seat:
            continue
        if announcement.action in GAME_OF_IGRA:
            last = f"G{_number(game, GAME_OF_IGRA[announcement.action])}"
        elif announcement.action == IGRA:
            last = "G"
        elif announcement.action == MINE or TWO <= announcement.action <= EIGHT:
            last = f"{'M' if announcement.action == MINE else ''}{high - TWO + 2}"
        elif last == "G" and announcement.action in game.numbers:
            return f"G{_number(game, announcement.action)}"
    return last


def _number(game: Balkan, call: Action) -> int:
    """Return the number of the game that a call names, from 2 to 8."""
    return game.numbers[call] - TWO + 2


def _play_of(game: Balkan, state: State[Public], outcome: Outcome, declarer: Seat, seats: tuple[Seat, ...]) -> PpnPlay:
    public, player = state.public, players(game)
    assert outcome.game is not None
    followers = opponents(game.options, public.dealer, declarer)
    tricks = public.tricks
    leader = None if tricks is None else tricks.past[0].leader if tricks.past else tricks.leader
    letter = "I" if outcome.invite == "accepted" else "" if outcome.kontra == "none" else outcome.kontra[0].upper()
    row = game.scoring.row(outcome, public.match)
    return PpnPlay(
        player[declarer],
        tuple(note.action for note in state.notes[declarer] if note.kind == "discarded"),
        NUMBERS[game.options.order][outcome.game],
        outcome.igra,
        tuple(sorted(player[s] for s, came in zip(followers, outcome.came, strict=True) if came == "come")),
        letter,
        None if outcome.writer is None else player[followers[outcome.writer]],
        row.amount("refe", declarer) < 0,
        current_stake(game.options, public),
        None if leader is None else player[leader],
        tuple(Throw(trick.cards, player[trick.winner]) for trick in tricks.past) if tricks else (),
        tuple(_player_summary(row, outcome, seat, declarer, followers) for seat in seats),
    )


def _player_summary(
    row: SheetRow, outcome: Outcome, seat: Seat, declarer: Seat, followers: tuple[Seat, Seat]
) -> PpnSummary | None:
    """Return the result of a deal for one seat. Return None for an opponent of declarer who has no result to record.

    `outcome` has the facts of the deal, `row` its score sheet entries, and `followers` are declarer's opponents. If one
    of the two opponents scores for both, the tricks of both are counted for that one.
    """
    middle = row.amount("bule", seat)
    if seat == declarer:
        return PpnSummary(outcome.declarer_tricks, middle)
    follower, writer, side = followers.index(seat), outcome.writer, supe_on(seat, declarer, 3)
    supe = row.amount(side, seat)
    if not outcome.tricks or follower not in outcome.following or (writer == 1 - follower and not supe):
        return None
    tricks = outcome.tricks[seat] if writer is None else sum(outcome.tricks[s] for s in followers)
    return PpnSummary(0 if writer == 1 - follower else tricks, middle, side[0].upper(), supe)


def differences(deal: PpnDeal, ours: PpnDeal) -> Iterator[Reason]:
    """Yield a message for each field in which a PPN record (`deal`) differs from this program's record of it (`ours`).

    Details that PPN does not always record are ignored. They are the refa (whether the deal counts double), the bids,
    and, if a follower (opponent of declarer) called kontra (doubled the stake), whether the other one had decided to
    play.
    """
    if deal.play is None or ours.play is None:
        return
    their_fields, our_fields = fields_of(deal), fields_of(ours)
    del their_fields["bids"]
    if deal.play.refa is None:
        del their_fields["refa"]
    if deal.play.kontra not in ("", "I"):
        del their_fields["accepted"]
    for field, text in their_fields.items():
        if text != our_fields[field]:
            yield reason("ppn-differs", deal=their_fields["id"], field=field, text=text, ours=our_fields[field])
