"""The analysis of a deal with all hands open, as a page shows it: a number, one for each card, a line of best play.

Beside that, if it is asked, what each card is worth by what its player could know. The two are never mixed.
"""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.cards import Card, Seat
from prikup.errors import BadLog, BadText, PrikupError, Reason, reason
from prikup.games import GAMES
from prikup.positions.expected import Expected, expected
from prikup.positions.open_deal import Moment, OpenDeal
from prikup.positions.reading import MOST, DealSet, empty_deal, named_game, read_deal_sets
from prikup.solver import BadPosition, Bounds, Limits, NoSolver, NotSolved, Search
from prikup.tricks import Goal

__all__ = [
    "LIMITS",
    "LIMITS_WHILE_OTHERS_WAIT",
    "Analysis",
    "CardWorth",
    "Laid",
    "LineStep",
    "Pasted",
    "PastedMatch",
    "Unread",
    "Worth",
    "analyse",
    "chosen_deal",
]

LIMITS = Limits(nodes=4_000_000, seconds=5.0, memory=64 << 20)
"""The most that one answer costs, with all cards seen; and once more by what could be known."""
LIMITS_WHILE_OTHERS_WAIT = Limits(nodes=LIMITS.nodes, seconds=1.0, memory=LIMITS.memory)
"""Such limits while another request waits for this answer to end."""


class Pasted(Struct, frozen=True):
    """A text that says a position, or several, of which `deal` is wanted: from 1, 0 for the last.

    An empty text, or the name of a game with its house rules, is a deal of it without cards.
    """

    text: Annotated[str, Meta(max_length=MOST)] = ""
    deal: Annotated[int, Meta(ge=0, le=10_000)] = 0


class CardWorth(Struct, frozen=True):
    """A card that may be played now, and the tricks of the side from then on: the least and the most that can be."""

    card: Card
    tricks: Bounds


class LineStep(Struct, frozen=True):
    """A card of the line of best play: who plays it, and the tricks of the side after it, those already taken too."""

    seat: Seat
    card: Card
    tricks: int


class Worth(Struct, frozen=True):
    """The number that best play leads to: `tricks` of the side in the whole deal, at least and at most.

    `cards` are counted in the same way, the best for who plays them first. `line` breaks off where the limit was
    reached; `nodes` is what the search has looked at.
    """

    tricks: Bounds
    cards: tuple[CardWorth, ...]
    line: tuple[LineStep, ...]
    nodes: int


class Laid(Struct, frozen=True):
    """The moment that the played cards have led to.

    `held` are the hands now, as masks; `turn` is None when all cards are played, and `legal` is the mask of what it may
    play. `table` are the cards of the unfinished trick with their seats; `taken` are the tricks of the `side` so far;
    `left` are those to come, the unfinished one too.
    """

    held: tuple[int, ...]
    turn: Seat | None
    legal: int
    table: tuple[tuple[Seat, Card], ...]
    side: tuple[Seat, ...]
    taken: int
    left: int


class Contracted(Struct, frozen=True):
    """A contract that the game offers: its name, what everybody wants, the tricks that make it, whether all are alone.

    `sides` are the seats that play together, where they do.
    """

    name: str
    goal: Goal
    need: int | None
    alone: bool
    sides: tuple[tuple[Seat, ...], ...]


class PastedMatch(Struct, frozen=True):
    """A match in what was pasted: the names of its players by seat, and the number of its deals."""

    names: tuple[str, ...]
    deals: int


class Analysis(Struct, frozen=True, tag="analysis"):
    """A deal as it was read, and what is known of it.

    `text` is its line; `deal` of `deals` in what was pasted, from 1, which go through its `matches` one after the
    other; a deal alone has none. `names` are those of its players, () where they have none. The fields of the deal
    follow, hands as masks by seat. `pack`, `tricks` (of a whole deal) and `contracts` are the game's. `fault` is
    what is impossible or missing, and then there is no `moment`; or that no solver is installed. Without a fault
    `worth` is None where nothing is left to play. `worth` is with all cards seen; `expected` by what the player
    whose turn it is could know, None where `known` does not ask for it or nothing is left, or where there was no
    time for it.
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
    contracts: tuple[Contracted, ...]
    fault: Reason | None = None
    moment: Laid | None = None
    worth: Worth | None = None
    expected: Expected | None = None


class Unread(Struct, frozen=True, tag="unread"):
    """The reason why a text does not read.

    `game` is that in whose words it is said, "" where those of all do; `line` is where, 0 if the reason says it itself.
    """

    reason: Reason
    game: str
    line: int = 0


def analyse(text: str, deal: int = 0, limits: Limits = LIMITS) -> Analysis | Unread:
    """Return what is known of a text that somebody pasted.

    `deal` is its number among those of the text, from 1; 0 means the last. An empty text, or the name of a game with
    its house rules, is a deal of it without cards.
    """
    try:
        sets = _deal_sets(text, deal)
        deals = [(each.names, one) for each in sets for one in each.deals]
        matches = tuple(PastedMatch(each.names, len(each.deals)) for each in sets if each.names)
        names, chosen = deals[deal - 1]
        return _analysed(chosen, deal or len(deals), len(deals), matches, names, limits)
    except BadLog as error:
        return Unread(error.reason, named_game(text), error.line)
    except PrikupError as error:
        return Unread(error.reason, named_game(text))


def chosen_deal(text: str, deal: int = 0) -> OpenDeal:
    """Return the deal of a text that is analysed. Raise PrikupError where it does not read."""
    return [one for each in _deal_sets(text, deal) for one in each.deals][deal - 1]


def _deal_sets(text: str, deal: int) -> tuple[DealSet, ...]:
    """Return the deals of a text by match, if one of this number is among them."""
    words = text.split() or [next(iter(GAMES))]
    if words[0] in GAMES and ";" not in text:
        sets: tuple[DealSet, ...] = (DealSet((), (empty_deal(words[0], " ".join(words[1:])),)),)
    else:
        sets = read_deal_sets(text)
    if not 0 <= deal <= (deals := sum(len(each.deals) for each in sets)):
        raise BadText(reason("paste-no-deal", deal=deal, deals=deals))
    return sets


def _analysed(
    deal: OpenDeal, number: int, deals: int, matches: tuple[PastedMatch, ...], names: tuple[str, ...], limits: Limits
) -> Analysis:
    fault, moment, worth, known = deal.fault, None, None, None
    if fault is None:
        try:
            at = deal.moment
        except BadPosition as error:
            fault = error.reason
        else:
            moment = _laid(at)
            try:
                worth = _worth(at, limits) if at.position.left else None
                if deal.known is not None and worth is not None:
                    known = expected(deal, at, limits)
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
        rules.tricks,
        tuple(Contracted(one.name, one.goal, one.need, one.alone, one.partners) for one in rules.open_contracts),
        fault,
        moment,
        worth,
        known,
    )


def _laid(moment: Moment) -> Laid:
    position = moment.position
    side, held, left = tuple(sorted(position.side)), position.hands, position.left
    if not left:
        return Laid(held, None, 0, (), side, moment.taken, 0)
    tricks = position.tricks
    legal = tricks.legal(held[tricks.turn])
    return Laid(held, tricks.turn, legal, tricks.lying, side, moment.taken, left)


def _worth(moment: Moment, limits: Limits) -> Worth:
    """Return what best play makes of a moment in which cards are left. Raise NoSolver."""
    position, taken = moment.position, moment.taken
    search = Search(limits=limits)
    answer = search.answers([position], "cards")[0]
    wants = position.wants_many(position.tricks.turn)

    def rank(worth: CardWorth) -> tuple[int, int, int, int]:
        (least, most), suit = worth.tricks, worth.card // 13
        return (-least, -most, suit, -worth.card) if wants else (most, least, suit, -worth.card)

    each = [CardWorth(card, _more(bounds, taken)) for card, bounds in answer.each.items()]
    return Worth(_more(answer.tricks, taken), tuple(sorted(each, key=rank)), tuple(_line(search, moment)), answer.nodes)


def _more(tricks: Bounds, taken: int) -> Bounds:
    return tricks[0] + taken, tricks[1] + taken


def _line(search: Search, moment: Moment) -> list[LineStep]:
    steps: list[LineStep] = []
    position, taken = moment.position, moment.taken
    try:
        for best in search.best_line(position):
            seat = position.tricks.turn
            took, position = position.after(best.card)
            taken += took
            steps.append(LineStep(seat, best.card, taken + best.value))
    except NotSolved:
        pass
    return steps
