"""The shuffle of a deck in steps by the host and the players, so that no one has to be trusted.

First the host chooses a secret seed, stores it and sends its hash to all clients (`prikup.history.shuffle`). In the
step `hashes` each player's client commits to an entropy, a random text, by sending its hash. In the step `entropies`
the clients reveal these texts. In the step `cut` the player on the dealer's right cuts the deck.

Each step has a timeout (`Timing`); inputs that are missing then are derived from the seed. The hashes are durable
before the entropies are requested, and the entropies are durable before they are sent to others. So a shuffle never
goes back to an earlier step, not even after a restart. When the deal is over, or the rules have rejected the deck, the
seed is revealed to everyone together with all other inputs of the shuffle (`DecksMessage`, `table.messages.broadcast`).
If the table's settings contain a seed (`TableSettings.seed`), all decks follow from that seed alone.

At a turn-based table (players answer within hours or days) nobody has to be connected. Each step of the first shuffle
waits for `TURNS_STEP_S` seconds. The inputs for later decks are collected while the deal before is played
(`prikup.table.commands.shuffling_ahead`).
"""

import secrets
from hashlib import sha256
from typing import Literal

from msgspec.structs import replace

from prikup import narration
from prikup.history.events import DealEvent
from prikup.history.log import Log
from prikup.history.shuffle import Shuffle, commitment, deal_seed, prepare_shuffle, shuffle_deck
from prikup.narration import describe_dealer, describe_hash
from prikup.rules.errors import Reason, reason
from prikup.rules.game import Redeal, card_receivers
from prikup.rules.state import Seat
from prikup.table.commands.shuffling_ahead import finished_commitment
from prikup.table.protocol.client_messages import CutCommand, EntropyCommand, HashCommand
from prikup.table.protocol.server_messages import ShuffleMessage
from prikup.table.state.events import SeedCommitted, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed, Shuffling
from prikup.table.state.table_state import TableState

ShufflePhase = Literal["hashes", "entropies", "cut", "dealt"]
TURNS_STEP_S = 200.0
"""Seconds for each of the three steps of a shuffle that was not prepared during a deal, at a turn-based table."""
CUT_AFTER_DEAL_S = 8.0
"""Seconds for the cut of a deck that was prepared during a deal, if the player who cuts is connected."""

__all__ = [
    "advance",
    "commit_seed",
    "current_shuffle_message",
    "current_shuffling",
    "cut",
    "due",
    "entropy",
    "final_shuffle_message",
    "record_hash",
]


def commit_seed(table: TableState, deal: int, attempt: int) -> SeedCommitted:
    """Choose the secret seed of the next shuffle, and return the event that stores the seed.

    The seed is random, or follows from the seed in the table's settings if there is one. If quick pairing opened the
    table, for people who looked for players at the same time, the first seed was chosen then. `deal` is the number of
    the deal, and `attempt` the number of its deck, both from 1. A deal can have several decks, because the rules may
    reject a deck.
    """
    seed, pairing = table.settings.seed, table.settings.pairing
    if pairing is not None and (deal, attempt) == (1, 1):
        return SeedCommitted(deal, attempt, pairing.seed)
    return SeedCommitted(deal, attempt, deal_seed(seed, deal, attempt) if seed else secrets.token_hex(32))


# Inputs of players


def record_hash(live: LiveState, seat: Seat, message: HashCommand) -> None:
    """Record the hash by which a player commits to an entropy (a random text that influences the shuffle).

    During the step `hashes` a player may replace the hash. After that step, sending the same hash again has no effect,
    and NotAllowed is raised for a different one.
    """
    shuffling = _shuffling(live, message)
    if shuffling.hashes.get(seat) == message.hash:
        return
    if shuffling.step != "hashes":
        raise NotAllowed(reason("shuffle-later"))
    shuffling.hashes[seat] = message.hash
    shuffling.is_sent = False


def entropy(live: LiveState, seat: Seat, message: EntropyCommand) -> None:
    """Record the entropy (a random text that influences the shuffle) that a player reveals.

    Sending the same entropy again has no effect. Raise NotAllowed outside the step `entropies`, if the player sent no
    hash, or if the hash does not match.
    """
    shuffling = _shuffling(live, message)
    if shuffling.entropies.get(seat) == message.entropy:
        return
    if shuffling.step == "hashes":
        raise NotAllowed(reason("shuffle-earlier"))
    if shuffling.step == "cut" or seat not in shuffling.hashes:
        raise NotAllowed(reason("shuffle-later"))
    if sha256(message.entropy.encode()).hexdigest() != shuffling.hashes[seat]:
        raise NotAllowed(reason("entropy-differs"))
    shuffling.entropies[seat] = message.entropy


def cut(live: LiveState, seat: Seat, message: CutCommand) -> None:
    """Record how many cards the player on the dealer's right moves from the top of the deck to its bottom.

    Raise NotAllowed for any other player, outside the step `cut`, or for an impossible number of cards.
    """
    shuffling, max_cut = _shuffling(live, message), len(live.table.game.pack) - 1
    cutter = _cutter(live.table)
    if seat != cutter:
        raise NotAllowed(reason("not-the-cutter", seat=cutter))
    if shuffling.step != "cut" or current_shuffling(live) is None:
        raise NotAllowed(reason("shuffle-earlier" if shuffling.step != "cut" else "shuffle-later"))
    if not 0 < message.cut <= max_cut:
        raise NotAllowed(reason("not-a-cut", cut=message.cut, most=max_cut))
    shuffling.cut = message.cut


def _shuffling(live: LiveState, message: HashCommand | EntropyCommand | CutCommand) -> Shuffling:
    shuffling = live.shuffling
    if shuffling is None or (shuffling.commitment.deal, shuffling.commitment.attempt) != (
        message.deal,
        message.attempt,
    ):
        raise NotAllowed(reason("shuffle-later"))
    return shuffling


def _cutter(table: TableState) -> Seat:
    assert table.log is not None
    return (table.log.match.dealer - 1) % table.game.seats


# Progress


def current_shuffling(live: LiveState) -> Shuffling | None:
    """Return the shuffle in progress; None if no deck is being shuffled."""
    table, shuffling = live.table, live.shuffling
    is_current = shuffling and shuffling.commitment == table.commitment and table.stage == "shuffle"
    return shuffling if is_current else None


def advance(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Advance the shuffle if its current step no longer waits for players; return the events by which the step ends.

    A shuffle has the steps `hashes`, `entropies` and `cut`, in each of which players send something. Return () if only
    the next step has started, and None if nothing is to be done now. While no client is connected, the shuffle does not
    advance, except at a turn-based table (players answer within hours or days).
    """
    table, shuffling = live.table, current_shuffling(live)
    if table.commitment is None or not (live.presence.clients or table.settings.turns):
        return None
    if table.is_shuffled_ahead and not table.commitment.entropies:
        return (finished_commitment(table),)
    if shuffling is None:
        live.shuffling = _next_step(live, table.commitment)
        return ()
    return None if _is_waiting(live, shuffling) else _end_step(live, shuffling)


def _next_step(live: LiveState, commitment: SeedCommitted) -> Shuffling:
    """Return the state of a shuffle at the start of its next step.

    `commitment` is the latest stored event of the shuffle, with the seed and the inputs that can no longer change. If
    the table's settings contain a seed, the shuffle starts at the step `cut` and needs no input of players.
    """
    timing, table = live.timing, live.table
    hash_s, entropy_s, cut_s = timing.hash_s, timing.entropy_s, timing.cut_s
    if table.settings.turns:
        hash_s, entropy_s, cut_s = TURNS_STEP_S, TURNS_STEP_S, TURNS_STEP_S
    if commitment.entropies or table.settings.seed:
        shuffling = Shuffling(commitment, live.now + cut_s, "cut")
        if table.is_shuffled_ahead:
            cutter_input = table.shuffle_inputs.get(_cutter(table))
            shuffling.until = live.now + CUT_AFTER_DEAL_S
            shuffling.cut = cutter_input.cut or None if cutter_input else None
    elif commitment.hashes:
        shuffling = Shuffling(commitment, live.now + entropy_s, "entropies")
    else:
        shuffling = Shuffling(commitment, live.now + hash_s)
    shuffling.hashes, shuffling.entropies = _texts_by_seat(commitment.hashes), _texts_by_seat(commitment.entropies)
    return shuffling


def _texts_by_seat(texts: tuple[str | None, ...]) -> dict[Seat, str]:
    return {seat: text for seat, text in enumerate(texts) if text is not None}


def _is_waiting(live: LiveState, shuffling: Shuffling) -> bool:
    """Return whether the current step of the shuffle still waits for an input of a player: a hash, entropy or cut."""
    if live.now >= shuffling.until:
        return False
    match shuffling.step:
        case "hashes":
            return any(seat not in shuffling.hashes and not _is_skipped(live, seat) for seat in live.person_seats)
        case "entropies":
            return any(seat not in shuffling.entropies for seat in shuffling.hashes)
        case "cut":
            cutter, wants_cut = _cutter(live.table), not live.table.settings.seed
            return wants_cut and shuffling.cut is None and cutter in live.person_seats and not _is_skipped(live, cutter)


def _is_skipped(live: LiveState, seat: Seat) -> bool:
    """Return whether the shuffle does not wait for the person in a seat, because that person is absent."""
    if live.table.is_shuffled_ahead:
        return not live.is_present(seat)
    return not live.table.settings.turns and live.is_absent(seat)


def _end_step(live: LiveState, shuffling: Shuffling) -> tuple[TableEvent, ...]:
    seats, commitment = range(live.table.game.seats), shuffling.commitment
    hashes, entropies = (
        tuple(map(texts_by_seat.get, seats)) for texts_by_seat in (shuffling.hashes, shuffling.entropies)
    )
    match shuffling.step:
        case "cut":
            return _deal(live, shuffling)
        case "hashes" if shuffling.hashes:
            return (replace(commitment, hashes=hashes),)
    return (replace(commitment, hashes=hashes, entropies=entropies),)


def _deal(live: LiveState, shuffling: Shuffling) -> tuple[TableEvent, ...]:
    table, seed = live.table, shuffling.commitment.seed
    log, pack = table.log, table.game.pack
    assert log is not None
    shuffle = prepare_shuffle(
        seed, table.game.seats, len(pack), shuffling.entropies, shuffling.cut, _seats_withholding(live.table, shuffling)
    )
    deck = shuffle_deck(pack, shuffle)
    deal, attempt = shuffling.commitment.deal, shuffling.commitment.attempt
    deal_state = table.game.deal(deck, log.match.standing)
    if isinstance(deal_state, Redeal):
        return DealEvent(deal, attempt, deck, shuffle, deal_state.reason.key), commit_seed(table, deal, attempt + 1)
    dealt = DealEvent(deal, attempt, deck, shuffle)
    return (dealt, commit_seed(table, deal + 1, 1)) if table.settings.turns else (dealt,)


def _seats_withholding(table: TableState, shuffling: Shuffling) -> tuple[Seat, ...]:
    """Return the seats whose players have committed to an entropy (a random text) but have not revealed it."""
    return tuple(seat for seat in range(table.game.seats) if seat in shuffling.hashes.keys() - shuffling.entropies)


def due(live: LiveState) -> float | None:
    """Return the time at which the current step of the shuffle times out, in seconds on the host's clock.

    Return None if no shuffle is in progress.
    """
    shuffling = current_shuffling(live)
    return shuffling.until if shuffling else None


# Messages


def current_shuffle_message(live: LiveState) -> ShuffleMessage:
    """Return the `ShuffleMessage`, which tells clients the state of the shuffle, for the current step."""
    log, shuffling = live.table.log, live.shuffling
    assert log is not None and shuffling is not None
    sentences: tuple[Reason, ...] = ()
    table_seed = live.table.settings.seed
    if shuffling.step == "hashes" or table_seed:
        sentences = (describe_dealer(log.match.standing), describe_hash(Shuffle(shuffling.commitment.seed, (), 0)))
    elif shuffling.step == "cut":
        sentences = tuple(_withholding_sentence(log, seat) for seat in _seats_withholding(live.table, shuffling))
    shuffle = prepare_shuffle(shuffling.commitment.seed, log.game.seats, len(log.game.pack)) if table_seed else None
    return _make_shuffle_message(live, shuffling, shuffling.step, shuffle, sentences)


def _withholding_sentence(log: Log, seat: Seat) -> Reason:
    """Return the sentence that says that a player did not reveal their entropy (random text).

    It also says how often the player has done this in the match so far.
    """
    shuffles = (event.shuffle for event in log.events if isinstance(event, DealEvent))
    earlier_count = sum(shuffle is not None and seat in shuffle.withheld for shuffle in shuffles)
    return reason("did-withhold", player=seat, number=earlier_count + 1)


def final_shuffle_message(live: LiveState, event: DealEvent) -> ShuffleMessage | None:
    """Return the last `ShuffleMessage` of a shuffle, which says that the deck is dealt.

    `event` contains the deck that resulted from the shuffle. Return None if clients have received no earlier messages
    about that shuffle.
    """
    log, shuffling = live.table.log, live.shuffling
    if log is None or shuffling is None or event.shuffle is None or shuffling.commitment.seed != event.shuffle.seed:
        return None
    missing = event.shuffle.cut_from == "seed" and _cutter(live.table) in live.person_seats
    key = "did-cut-missing" if missing else "did-cut"
    cut = Reason(key, {"player": _cutter(live.table), "number": event.shuffle.cut})
    cut_sentences = () if live.table.settings.seed else (cut,)
    deal_sentences = narration.describe_deal(log.game, log.game.deal(event.deck, log.match.standing), spoken=True)
    return _make_shuffle_message(live, shuffling, "dealt", event.shuffle, (*cut_sentences, *deal_sentences))


def _make_shuffle_message(
    live: LiveState, shuffling: Shuffling, step: ShufflePhase, shuffle: Shuffle | None, did: tuple[Reason, ...]
) -> ShuffleMessage:
    """Return the `ShuffleMessage` to clients about a step of a shuffle.

    `shuffle` contains all inputs of the shuffle, None if they are not all known yet. `did` are sentences that describe
    what happened in the step.
    """
    log, seats = live.table.log, range(live.table.game.seats)
    assert log is not None
    entropies = shuffling.entropies if step in ("cut", "dealt") else {}
    standing = log.match.standing
    return ShuffleMessage(
        shuffling.commitment.deal,
        shuffling.commitment.attempt,
        log.match.dealer,
        commitment(shuffling.commitment.seed),
        step,
        tuple(map(shuffling.hashes.get, seats)),
        tuple(map(entropies.get, seats)),
        _cutter(live.table),
        shuffle.cut if shuffle else None,
        shuffle.cut_from if shuffle else "",
        card_receivers(log.game, standing),
        log.game.refusals(standing.deal, standing.dealer),
        0 if step == "dealt" else max(0, round((shuffling.until - live.now) * 1000)),
        did,
    )
