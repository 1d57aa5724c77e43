"""Convert between match logs and the formats of other programs; each game defines the formats that it supports."""

from collections.abc import Iterator

from msgspec.structs import replace

from prikup.games import GAMES
from prikup.history.events import HUMAN, ActionEvent, AdjustEvent, AgreementEvent, BeginEvent, DealEvent, RowEvent
from prikup.history.log import Log
from prikup.rules.cards import Card
from prikup.rules.errors import BadLog, reason
from prikup.rules.game_definition import ForeignDeal, ForeignMatch, Format
from prikup.rules.options import logged_text

__all__ = ["find_format", "log_of", "record_of"]


def find_format(text: str) -> tuple[str, Format] | None:
    """Return (game, format) for a text in a format of another program, with the name of the game; None if none fits."""
    formats = ((game, file_format) for game, kind in GAMES.items() for file_format in kind.formats.values())
    return next(((game, file_format) for game, file_format in formats if file_format.recognises(text)), None)


def log_of(game: str, record: ForeignMatch) -> Log:
    """Convert a match of another program to a log. Raise BadLog or IllegalAction if it cannot be replayed.

    `game` is the name of the game, and `record` the match. The log has no inputs of shuffles for the decks. Every
    action is checked against the rules, and the log ends after the last deal.
    """
    kind = GAMES[game]
    rules = kind.build(record.options)
    options, players = logged_text(kind.presets, record.options), (HUMAN,) * rules.seats
    begin = BeginEvent(
        game, rules.rules_version, options, record.names, players, record.dealer, deals=len(record.deals)
    )
    log = Log(replace(begin, unverified=record.unverified))
    for deal in record.deals:
        log.deal(deal.deck)
        for action in deal.actions:
            log.add(action)
        if deal.agreed_tricks:
            log.settle_by_agreement(deal.agreed_tricks, tuple(range(rules.seats)))
        log.close()
    return log


def record_of(log: Log) -> ForeignMatch:
    """Convert the finished deals of a log to a `ForeignMatch`, which each format of another program can write.

    Raise BadLog for a correction of the sheet by hand, which these formats cannot express.
    """
    begin = log.begin
    return ForeignMatch(log.game.options, begin.names, begin.dealer, tuple(_deals(log)), unverified=begin.unverified)


def _deals(log: Log) -> Iterator[ForeignDeal]:
    replayed_log = Log(log.begin)
    deck: tuple[Card, ...] = ()
    for line, event in enumerate(log.events[1:], 2):
        match event:
            case DealEvent():
                deck = event.deck
            case AdjustEvent():
                raise BadLog(line, reason("correction-untold"))
            case RowEvent():
                actions = tuple(entry.act for entry in replayed_log.entries if isinstance(entry, ActionEvent))
                agreed_tricks = next(
                    (entry.won for entry in replayed_log.entries if isinstance(entry, AgreementEvent)), ()
                )
                yield ForeignDeal(deck, actions, agreed_tricks)
        replayed_log.enter(event, checked=False)
