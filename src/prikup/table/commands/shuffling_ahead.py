"""The shuffle of the next deck at a turn-based table, prepared while a deal is played.

Players who are never connected at the same time cannot shuffle in steps that each wait for all of them. So the host
(the program that runs the table) chooses the seed of the next deck when a deal begins, and sends its hash. During the
deal each player's client sends the hash of an entropy (a random text), and once all hashes are stored it reveals the
entropy; the cut may be sent then too. At the end of the deal all inputs that are missing follow from the seed, and
nobody has to wait. Each input is stored in a commit (a group of events).

The numbers of the next deal and deck in the messages about the shuffle are those that are expected when the current
deal begins. If that deal is cancelled, the deck becomes another attempt at the same deal; clients recognise the shuffle
by its commitment, the hash of the seed.
"""

from hashlib import sha256

from msgspec.structs import replace

from prikup.history.shuffle import commitment
from prikup.rules.errors import reason
from prikup.rules.game import card_receivers
from prikup.rules.state import Seat
from prikup.table.protocol.client_messages import CutCommand, EntropyCommand, HashCommand
from prikup.table.protocol.server_messages import NextShuffleMessage
from prikup.table.state.events import SeedCommitted, ShuffleInputSent, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.table_state import TableState

__all__ = ["finished_commitment", "input_events", "is_ahead", "next_shuffle_message"]


def is_ahead(table: TableState, message: HashCommand | EntropyCommand | CutCommand) -> bool:
    """Return whether a player's input (hash, entropy or cut) is for the shuffle of the next deck, during a deal."""
    seed = table.commitment
    return table.stage == "deal" and seed is not None and (message.deal, message.attempt) == (seed.deal, seed.attempt)


def input_events(
    live: LiveState, seat: Seat, message: HashCommand | EntropyCommand | CutCommand
) -> tuple[TableEvent, ...]:
    """Return the event that stores a player's input for the shuffle of the next deck; () if it is stored already.

    The input is an entropy (a random text), its hash, or a cut of the deck. A hash may be replaced until all players
    have sent theirs. From then on there are no new ones either: the entropy of a player who takes their seat back from
    a computer player follows from the seed. Raise NotAllowed for a new hash after that time, for an entropy or a cut
    before it, for an entropy that does not match its hash, and for an impossible cut. Raise it also for a hash or a cut
    that is replaced too often, because each is stored.
    """
    inputs, is_final = live.table.shuffle_inputs.get(seat), live.table.has_final_hashes
    match message:
        case HashCommand():
            if inputs is not None and inputs.hash == message.hash:
                return ()
            if is_final:
                raise NotAllowed(reason("shuffle-later"))
            if inputs is not None and inputs.hash:
                _spend_replacement(live, seat)
            return (ShuffleInputSent(seat, message.hash),)
        case EntropyCommand():
            if inputs is not None and inputs.entropy == message.entropy:
                return ()
            if not is_final:
                raise NotAllowed(reason("shuffle-earlier"))
            if inputs is None or not inputs.hash or inputs.entropy:
                raise NotAllowed(reason("shuffle-later"))
            if sha256(message.entropy.encode()).hexdigest() != inputs.hash:
                raise NotAllowed(reason("entropy-differs"))
            return (replace(inputs, entropy=message.entropy),)
    max_cut = len(live.table.game.pack) - 1
    if not is_final:
        raise NotAllowed(reason("shuffle-earlier"))
    if not 0 < message.cut <= max_cut:
        raise NotAllowed(reason("not-a-cut", cut=message.cut, most=max_cut))
    if inputs is not None and inputs.cut == message.cut:
        return ()
    if inputs is not None and inputs.cut:
        _spend_replacement(live, seat)
    return (replace(inputs or ShuffleInputSent(seat), cut=message.cut),)


def _spend_replacement(live: LiveState, seat: Seat) -> None:
    """Count a hash or a cut for the next deck that replaces an earlier one of the same player.

    Raise NotAllowed if the player replaces them too often.
    """
    if not live.shuffle_input_rate.spend(live.table.chairs[seat].user, live.now):
        raise NotAllowed(reason("shuffle-later"))


def finished_commitment(table: TableState) -> SeedCommitted:
    """Return the event with the hashes and entropies that players have sent during a deal for the next deck.

    After the deal, the deck is shuffled with these entropies (random texts). Those that are missing follow from the
    seed.
    """
    seed, log = table.commitment, table.log
    assert seed is not None and log is not None
    inputs = [table.shuffle_inputs.get(seat) for seat in range(table.game.seats)]
    return replace(
        seed,
        deal=log.match.deals + 1,
        attempt=log.attempts + 1,
        hashes=tuple(player_input.hash or None if player_input else None for player_input in inputs),
        entropies=tuple(player_input.entropy or None if player_input else None for player_input in inputs),
    )


def next_shuffle_message(live: LiveState) -> NextShuffleMessage | None:
    """Return the message about the shuffle of the next deck; None unless one is prepared during a deal."""
    table, seed = live.table, live.table.commitment
    if seed is None or table.stage != "deal" or table.log is None:
        return None
    standing = table.log.match.standing
    next_standings = [replace(standing, deal=seed.deal, dealer=dealer) for dealer in range(table.game.seats)]
    inputs = [table.shuffle_inputs.get(seat) for seat in range(table.game.seats)]
    return NextShuffleMessage(
        seed.deal,
        seed.attempt,
        commitment(seed.seed),
        "entropies" if table.has_final_hashes else "hashes",
        tuple(player_input.hash or None if player_input else None for player_input in inputs),
        tuple(bool(player_input and player_input.entropy) for player_input in inputs),
        tuple(card_receivers(table.game, next_standing) for next_standing in next_standings),
        tuple(table.game.refusals(seed.deal, dealer) for dealer in range(table.game.seats)),
    )
