"""Recompute the decks of a log from the inputs of their shuffles, to check that each deck follows from them."""

from collections.abc import Sequence

from msgspec import Struct

from prikup.history.events import HUMAN, BeginEvent, DealEvent, Event, RowEvent
from prikup.history.log import Log
from prikup.history.shuffle import Shuffle, commitment, deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.errors import PrikupError
from prikup.rules.game import AnyGame
from prikup.rules.state import Seat

__all__ = ["DeckCheck", "verify"]


class DeckCheck(Struct, frozen=True):
    """The result of checking one deck of a log.

    - `deal` is the number of the deal, and `attempt` the number of the deck within the deal (the rules may refuse
      decks).
    - `commitment` is the hash of the deal's secret seed that was published before the deal; None for a deck that was
      not shuffled.
    - `rejecting_rule` is the message key of the rule that refused the deck, "" if none did.
    - `right` tells whether the deck is the one that the inputs of its shuffle give.
    - `follows` tells whether the seed of the deal follows from the seed of the match. It is also true if no user chose
      a seed for the match.
    - `derived_inputs_match` tells whether every input of the shuffle that no human player gave follows from the seed of
      the deal. These inputs are the entropy (a random text for each seat) of computer players and of the seats in
      `withholding_seats`, and the cut, unless a human player cut.
    - `withholding_seats` are the seats that committed to entropy (published its hash) and did not reveal it.
    - `contributing_seats` are the seats whose entropy was given by their players and so does not follow from the seed.
    """

    deal: int
    attempt: int
    commitment: str | None
    rejecting_rule: str
    right: bool
    follows: bool = True
    derived_inputs_match: bool = True
    withholding_seats: tuple[Seat, ...] = ()
    contributing_seats: tuple[Seat, ...] = ()


def verify(log: Log, events: Sequence[Event] = ()) -> tuple[DeckCheck, ...]:
    """Recompute every deck of a log from the inputs of its shuffle, and return the result of the check for each deck.

    Decks that the rules refused are included. Whether the rules really refuse them is checked when the log is replayed.
    For a match played by older rules, `events` are all its events, including those that the current rules cannot
    replay; for the deals in these last events, the dealers and the players who cut are unknown. By default the events
    of `log` are used.
    """
    dealers = [*(line.dealer for line in log.match.sheet.lines if line.outcome is not None), log.match.dealer]
    checks, closed_count = [], 0
    for event in events or log.events:
        closed_count += isinstance(event, RowEvent)
        if isinstance(event, DealEvent):
            cutter = (dealers[closed_count] - 1) % log.game.seats if closed_count < len(dealers) else None
            checks.append(_verify_deck(log.game, log.begin, event, cutter))
    return tuple(checks)


def _verify_deck(game: AnyGame, begin: BeginEvent, event: DealEvent, cutter: Seat | None) -> DeckCheck:
    shuffle = event.shuffle
    if shuffle is None:
        return DeckCheck(event.deal, event.attempt, None, event.refused, True)
    try:
        right = shuffle_deck(game.pack, shuffle) == event.deck
        published_hash, inputs_match = commitment(shuffle.seed), _derived_inputs_match(game, begin, shuffle, cutter)
    except PrikupError:
        right, published_hash, inputs_match = False, "", False
        contributing_seats: tuple[Seat, ...] = ()
    else:
        contributing_seats = _contributing_seats(game, shuffle)
    follows = not begin.seed or shuffle.seed == deal_seed(begin.seed, event.deal, event.attempt)
    return DeckCheck(
        event.deal,
        event.attempt,
        published_hash,
        event.refused,
        right,
        follows,
        inputs_match,
        shuffle.withheld,
        contributing_seats,
    )


def _contributing_seats(game: AnyGame, shuffle: Shuffle) -> tuple[Seat, ...]:
    """Return the seats whose entropy (a random text for each seat) does not follow from the seed of a shuffle."""
    derived_entropies = prepare_shuffle(shuffle.seed, game.seats, len(game.pack)).entropy
    pairs = enumerate(zip(shuffle.entropy, derived_entropies, strict=False))
    return tuple(seat for seat, (entropy, derived_entropy) in pairs if entropy != derived_entropy)


def _derived_inputs_match(game: AnyGame, begin: BeginEvent, shuffle: Shuffle, cutter: Seat | None) -> bool:
    """Return whether every input of a shuffle that no human player gave follows from the seed.

    These inputs are the entropy (a random text for each seat) of computer players and of players who did not reveal
    theirs, and the cut, unless a human player cut. `cutter` is the seat that should cut, None if it is unknown. A
    computer player never cuts, so the result is False if the log has a cut by a player at a computer player's seat. The
    log does not record whether a computer player stood in for a human player.
    """
    derived_shuffle = prepare_shuffle(shuffle.seed, game.seats, len(game.pack))
    derived_seats = {seat for seat, player in enumerate(begin.players) if player != HUMAN} | set(shuffle.withheld)
    entropies = all(
        shuffle.entropy[seat] == derived_shuffle.entropy[seat] for seat in derived_seats if seat < game.seats
    )
    if shuffle.cut_from == "player":
        return entropies and (HUMAN in begin.players if cutter is None else begin.players[cutter] == HUMAN)
    return entropies and (shuffle.cut_from == "" or shuffle.cut == derived_shuffle.cut)
