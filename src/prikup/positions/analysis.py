"""Analyse a deal with all hands open: tricks with best play, a value for each card, and a line of play.

On request the analysis also has the single-dummy value of each card: its value given what its player could know. The
two kinds of values are always kept separate.
"""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.games import GAMES
from prikup.positions.open_deal import OpenDeal, PlayedPosition
from prikup.positions.paste_reader import MAX_CHARACTERS, DealSet, empty_deal, named_game, read_deal_sets
from prikup.positions.single_dummy import ExpectedTricks, expected_values
from prikup.rules.cards import Card, Seat
from prikup.rules.errors import BadLog, BadText, PrikupError, Reason, reason
from prikup.rules.tricks import Goal
from prikup.solver import BadPosition, Bounds, Limits, NoSolver, NotSolved, Search

__all__ = [
    "LIMITS",
    "LIMITS_WHILE_OTHERS_WAIT",
    "Analysis",
    "BestPlayValue",
    "CardWorth",
    "LineStep",
    "PastedMatch",
    "PastedText",
    "PlayState",
    "UnreadableText",
    "analyse",
    "select_deal",
]

LIMITS = Limits(nodes=4_000_000, seconds=5.0, memory=64 << 20)
"""The limits of one double-dummy search (with all cards visible).

A single-dummy search (by what one player could know) has the same limits, which count separately.
"""
LIMITS_WHILE_OTHERS_WAIT = Limits(nodes=LIMITS.nodes, seconds=1.0, memory=LIMITS.memory)
"""The limits of a search while another request waits for it to end."""


class PastedText(Struct, frozen=True):
    """A text with one or more deals; `deal` is the number of the deal to analyse, from 1, or 0 for the last one.

    An empty text, or the name of a game with its house rules, stands for a deal of that game without cards.
    """

    text: Annotated[str, Meta(max_length=MAX_CHARACTERS)] = ""
    deal: Annotated[int, Meta(ge=0, le=10_000)] = 0


class CardWorth(Struct, frozen=True):
    """A card that may be played now, with the minimum and maximum number of tricks of the analysed side after it.

    The side is `PlayState.side`, and its tricks in the whole deal are counted. The two numbers are equal if no limit of
    the search was reached.
    """

    card: Card
    tricks: Bounds


class LineStep(Struct, frozen=True):
    """A card in the line of best play, with the seat that plays it.

    `tricks` is how many tricks the analysed side (`PlayState.side`) takes in the whole deal, those taken before the
    card included.
    """

    seat: Seat
    card: Card
    tricks: int


class BestPlayValue(Struct, frozen=True):
    """The result of best play: bounds on the number of `tricks` that the analysed side takes in the whole deal.

    The side is `PlayState.side`. The bounds are a minimum and a maximum, which are equal if no limit of the search was
    reached. `cards` has such bounds for each card that may be played, with the best card for the player to act first.
    `line` is a line of best play, which ends early if a limit was reached. `nodes` is the number of positions searched.
    """

    tricks: Bounds
    cards: tuple[CardWorth, ...]
    line: tuple[LineStep, ...]
    nodes: int


class PlayState(Struct, frozen=True):
    """The state of the trick play after the cards played.

    - `held` are the hands now, as bit masks of cards, by seat.
    - `turn` is the seat whose card is to be played; None when all cards are played.
    - `legal` has the cards that the seat `turn` may play, as a bit mask.
    - `table` has the cards of the unfinished trick with their seats.
    - `side` are the seats whose tricks are counted together.
    - `taken` is the number of tricks that `side` has taken so far.
    - `left` is the number of remaining tricks, the unfinished one included.
    """

    held: tuple[int, ...]
    turn: Seat | None
    legal: int
    table: tuple[tuple[Seat, Card], ...]
    side: tuple[Seat, ...]
    taken: int
    left: int


class AnalysedContract(Struct, frozen=True):
    """A contract of the deal's game that a web page can offer to its user for analysis.

    - `name` is the name of the contract; in a game with calls it is that of the call that names the contract.
    - `goal` tells whether the players want the most or the fewest tricks.
    - `need` is the number of tricks that makes the contract; None if it cannot be made or lost.
    - `alone` tells whether each seat plays for itself.
    - `sides` has the seats of each side, () if there are no partners.
    """

    name: str
    goal: Goal
    need: int | None
    alone: bool
    sides: tuple[tuple[Seat, ...], ...]


class PastedMatch(Struct, frozen=True):
    """A match in a pasted text: the names of its players by seat, and the number of its deals."""

    names: tuple[str, ...]
    deals: int


class Analysis(Struct, frozen=True, tag="analysis"):
    """A deal parsed from a text, and its analysis.

    - `text` is the deal in the one-line notation.
    - `deal` is the number of this deal among the `deals` in the pasted text, counted from 1 through all `matches`. A
      single deal belongs to no match.
    - `names` are the names of the players by seat, () if the text has none.
    - `game` to `known` are the fields of the open deal (`OpenDeal`), with the hands as bit masks, by seat.
    - `pack`, `tricks` (the number of tricks in a whole deal) and `contracts` are those of the game.
    - `fault` is a message that a part of the deal is impossible or missing, or that no solver is installed; None if
      there is nothing to report.
    - `moment` is the state of the trick play after the cards played. It is None if a part is impossible or missing.
    - `worth` is the double-dummy value: the result of best play with all cards visible. Without a fault, it is None
      only if no cards are left.
    - `expected` is the single-dummy value: the tricks that the player whose turn it is can expect, given what that
      player knows. It is None if `known` does not request it, if no cards are left, or if time ran out.
    """

    text: str
    deal: int
    deals: int
    matches: tuple[PastedMatch, ...]
    names: tuple[str, ...]
    game: str
    options: str
    hands: tuple[int | None, ...]
    contract: str
    player: Seat | None
    leader: Seat | None
    played: tuple[Card, ...]
    out: int
    known: tuple[Seat, ...] | None
    pack: tuple[Card, ...]
    tricks: int
    contracts: tuple[AnalysedContract, ...]
    fault: Reason | None = None
    moment: PlayState | None = None
    worth: BestPlayValue | None = None
    expected: ExpectedTricks | None = None


class UnreadableText(Struct, frozen=True, tag="unread"):
    """The reason why a text cannot be parsed, as a message for the user.

    `game` is the game whose terms the message uses, "" for terms common to all games. `line` is the line of the error,
    0 if it is unknown or the reason contains it.
    """

    reason: Reason
    game: str
    line: int = 0


def analyse(text: str, deal: int = 0, limits: Limits = LIMITS) -> Analysis | UnreadableText:
    """Analyse one deal in a pasted text. Return UnreadableText if the text cannot be parsed.

    `deal` is its number in the text, from 1; 0 means the last deal. An empty text, or the name of a game with its house
    rules, stands for a deal of that game without cards. `limits` are those of each search.
    """
    try:
        sets = _deal_sets(text, deal)
        deals = [(deal_set.names, open_deal) for deal_set in sets for open_deal in deal_set.deals]
        matches = tuple(PastedMatch(deal_set.names, len(deal_set.deals)) for deal_set in sets if deal_set.names)
        names, selected_deal = deals[deal - 1]
        return _analyse_deal(selected_deal, deal or len(deals), len(deals), matches, names, limits)
    except BadLog as error:
        return UnreadableText(error.reason, named_game(text), error.line)
    except PrikupError as error:
        return UnreadableText(error.reason, named_game(text))


def select_deal(text: str, deal: int = 0) -> OpenDeal:
    """Return the deal in a text that `analyse` would analyse. Raise PrikupError if the text cannot be parsed.

    `deal` is the number of the deal in the text, from 1; 0 means the last deal.
    """
    return [open_deal for deal_set in _deal_sets(text, deal) for open_deal in deal_set.deals][deal - 1]


def _deal_sets(text: str, deal: int) -> tuple[DealSet, ...]:
    """Return the deals in a text, grouped by match. Raise BadText if the text has no deal with the number `deal`."""
    words = text.split() or [next(iter(GAMES))]
    if words[0] in GAMES and ";" not in text:
        sets: tuple[DealSet, ...] = (DealSet((), (empty_deal(words[0], " ".join(words[1:])),)),)
    else:
        sets = read_deal_sets(text)
    if not 0 <= deal <= (deals := sum(len(deal_set.deals) for deal_set in sets)):
        raise BadText(reason("paste-no-deal", deal=deal, deals=deals))
    return sets


def _analyse_deal(
    deal: OpenDeal, number: int, deals: int, matches: tuple[PastedMatch, ...], names: tuple[str, ...], limits: Limits
) -> Analysis:
    fault, play_state, worth, single_dummy = deal.fault, None, None, None
    if fault is None:
        try:
            played_position = deal.played_position
        except BadPosition as error:
            fault = error.reason
        else:
            play_state = _play_state(played_position)
            try:
                worth = _best_play_value(played_position, limits) if played_position.position.remaining_tricks else None
                if deal.known is not None and worth is not None:
                    single_dummy = expected_values(deal, played_position, limits)
            except NoSolver as error:
                fault = error.reason
    rules = deal.rules
    return Analysis(
        deal.text,
        number,
        deals,
        matches,
        names,
        deal.game,
        deal.options,
        deal.hands,
        deal.contract,
        deal.player,
        deal.leader,
        deal.played,
        deal.out,
        deal.known,
        tuple(rules.pack),
        rules.trick_count,
        tuple(
            AnalysedContract(contract.name, contract.goal, contract.need, contract.individual, contract.partners)
            for contract in rules.analysis.open_contracts
        ),
        fault,
        play_state,
        worth,
        single_dummy,
    )


def _play_state(played_position: PlayedPosition) -> PlayState:
    position = played_position.position
    side, hands, remaining_tricks = tuple(sorted(position.side)), position.hands, position.remaining_tricks
    if not remaining_tricks:
        return PlayState(hands, None, 0, (), side, played_position.tricks_taken, 0)
    tricks = position.tricks
    legal = tricks.legal(hands[tricks.turn])
    return PlayState(hands, tricks.turn, legal, tricks.lying, side, played_position.tricks_taken, remaining_tricks)


def _best_play_value(played_position: PlayedPosition, limits: Limits) -> BestPlayValue:
    """Return the result of best play from a position with cards left, as exact as the `limits` of the search allow.

    Raise NoSolver if no solver is installed.
    """
    position, tricks_taken = played_position.position, played_position.tricks_taken
    search = Search(limits=limits)
    answer = search.answers([position], "cards")[0]
    wants = position.wants_many(position.tricks.turn)

    def rank(worth: CardWorth) -> tuple[int, int, int, int]:
        (min_tricks, max_tricks), suit = worth.tricks, worth.card // 13
        return (-min_tricks, -max_tricks, suit, -worth.card) if wants else (max_tricks, min_tricks, suit, -worth.card)

    card_values = [CardWorth(card, _add_tricks(bounds, tricks_taken)) for card, bounds in answer.bounds_by_card.items()]
    return BestPlayValue(
        _add_tricks(answer.tricks, tricks_taken),
        tuple(sorted(card_values, key=rank)),
        tuple(_line(search, played_position)),
        answer.nodes,
    )


def _add_tricks(tricks: Bounds, tricks_taken: int) -> Bounds:
    return tricks[0] + tricks_taken, tricks[1] + tricks_taken


def _line(search: Search, played_position: PlayedPosition) -> list[LineStep]:
    """Return the cards of one line of best play from a position to the end of the deal.

    The line ends early if a limit of `search` (the solver) was reached.
    """
    steps: list[LineStep] = []
    position, tricks_taken = played_position.position, played_position.tricks_taken
    try:
        for best in search.best_line(position):
            seat = position.tricks.turn
            took, position = position.after(best.card)
            tricks_taken += took
            steps.append(LineStep(seat, best.card, tricks_taken + best.value))
    except NotSolved:
        pass
    return steps
