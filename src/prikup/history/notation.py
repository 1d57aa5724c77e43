"""The text notation of a match, for people to read, similar to bridge's PBN; converting a log there and back is exact.

    [Game "little"]                       the game; more such tags have the settings of the match
    [Deal "1" "1"] [Deck "S7 …"]          a deal: its number, the number of the attempt to deal it, and the deck
    auction: pass spades pass pass        the phase `auction`, and the actions in it, in the order of play
    play: 1. SA S7 S8  2. …               the phase `play`, with the number of each trick before its cards
    [Row "10 0 0" "digest"]               the deal's numbers on the score sheet, and a digest of all entries

A tag has a name and values, which are JSON strings. Words with a colon (phases), numbers with a point (tricks) and
{comments} are for the reader only; the parser skips them. The tags `[Undo "to"]`, `[Agreed "won" "by"]`,
`[Conceded "side"]`, `[Adjust …]` and `[Stop]` are placed where the event happened.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from prikup.control_characters import escape
from prikup.history.events import (
    ActionEvent,
    AdjustEvent,
    AgreementEvent,
    BeginEvent,
    ConcessionEvent,
    DealEvent,
    Event,
    RowEvent,
    StopEvent,
    UndoEvent,
)
from prikup.history.log import Log
from prikup.history.shuffle import CutFrom, Shuffle
from prikup.rules.action_text import action_text, parse_action
from prikup.rules.cards import card_text, parse_card
from prikup.rules.errors import BadLog, BadText, PrikupError, reason

__all__ = ["HEADING_TAGS", "match_text", "parse_match"]

_WIDTH = 100
"""The maximum number of characters in a line of actions."""


def match_text(log: Log) -> str:
    """Return the match of a log as text in the notation."""
    return "\n".join(_Writer(log).lines()) + "\n"


def _tag(name: str, *values: object) -> str:
    """Return the text of a tag of the notation, such as `[Row "10 0 0"]`; its values become JSON strings."""
    return escape(f"[{' '.join((name, *(json.dumps(str(v), ensure_ascii=False) for v in values)))}]")


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


class _Writer:
    """A writer that converts `log` to the notation.

    It replays the log in order to know the phase of the deal and the trick to which each action belongs. `words` are
    the words that `flush` has not written into a line yet.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.words: list[str] = []

    def lines(self) -> Iterator[str]:
        """Yield the lines of the notation."""
        begin, *rest = self.log.events
        assert isinstance(begin, BeginEvent)
        yield from _beginning(begin)
        replayed_log = Log(begin)
        phase = ""
        for event in rest:
            if isinstance(event, ActionEvent) and replayed_log.state is not None:
                public = replayed_log.state.public
                if public.phase != phase:
                    yield from self.flush()
                    phase = public.phase
                    self.words.append(f"{phase}:")
                if public.tricks and not public.tricks.table and phase == "play":
                    self.words.append(f"{public.tricks.decided_count + 1}.")
                self.words.append(action_text(replayed_log.game.calls, event.act))
            else:
                yield from self.flush()
                phase = ""
                yield from _tags(event)
            replayed_log.enter(event, checked=False)
        yield from self.flush()

    def flush(self) -> Iterator[str]:
        """Yield the actions collected since the last call of this method, wrapped into lines."""
        line = ""
        for word in self.words:
            if line and len(line) + len(word) >= _WIDTH:
                yield line
                line = "  " + word
            else:
                line = f"{line} {word}" if line else word
        self.words = []
        if line:
            yield line


def _beginning(begin: BeginEvent) -> Iterator[str]:
    for tag, (field, _) in _HEADING.items():
        value = getattr(begin, field)
        yield _tag(tag, *(value if isinstance(value, tuple) else (value,)))


def _tags(event: Event) -> Iterator[str]:
    match event:
        case DealEvent():
            yield ""
            yield _tag("Deal", event.deal, event.attempt)
            yield _tag("Deck", " ".join(map(card_text, event.deck)))
            if event.shuffle:
                yield _tag("Shuffle", event.shuffle.seed, event.shuffle.cut, *event.shuffle.entropy)
                if event.shuffle.cut_from:
                    yield _tag("Cut", event.shuffle.cut_from)
                if event.shuffle.withheld:
                    yield _tag("Withheld", _numbers(event.shuffle.withheld))
            if event.refused:
                yield _tag("Refused", event.refused)
        case UndoEvent(to):
            yield _tag("Undo", to)
        case AgreementEvent(won, by):
            yield _tag("Agreed", _numbers(won), _numbers(by))
        case ConcessionEvent(side):
            yield _tag("Conceded", _numbers(side))
        case RowEvent(row, digest):
            yield _tag("Row", *map(_numbers, row), digest)
        case AdjustEvent(column, side, amount, why):
            yield _tag("Adjust", column, side, amount, why)
        case StopEvent(why):
            yield _tag("Stop", why) if why else _tag("Stop")


_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+) | (?P<line>\n) | (?P<comment>\{[^{}]*\}) | (?P<word>[^\s\[\]{}"]+)
      | \[(?P<name>[A-Za-z]+)(?P<values>(?:[ \t]+"(?:[^"\\\n]|\\.)*")*)[ \t]*\]""",
    re.VERBOSE,
)
_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"')
Tag = tuple[int, str, tuple[str, ...]]
"""A token of the notation: a tag or a word.

Its items are the line number, the name of the tag ("" for a word), and the values of the tag (for a word: the word).
"""


def _tokens(text: str) -> Iterator[Tag]:
    """Yield the tags and words of a text in the notation, each with its line number.

    Raise BadLog at the first place that is neither a tag nor a word, a comment or a space.
    """
    line, position = 1, 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if not token:
            raise BadLog(line, reason("notation-unreadable", text=text[position : position + 20].partition("\n")[0]))
        if token["word"]:
            yield line, "", (token["word"],)
        elif token["name"]:
            try:
                values = tuple(json.loads(v) for v in _VALUE.findall(token["values"]))
            except ValueError:
                raise BadLog(line, reason("notation-unreadable", text=token[0][:20])) from None
            yield line, token["name"], values
        line += token[0].count("\n")
        position = token.end()


def parse_match(text: str) -> Log:
    """Parse a text in the notation, and return the log of its match; every action is checked against the rules.

    Raise BadLog, with the number of the line, if the text cannot be parsed or the match cannot be replayed.
    """
    tokens = [*_tokens(text), (text.count("\n") + 1, "", ("end:",))]
    line = 1
    fields: dict[str, Any] = {}
    pending: dict[str, tuple[str, ...]] = {}
    try:
        for (expected_tag, (field, read)), (token_line, name, values) in zip(_HEADING.items(), tokens, strict=False):
            line = token_line
            if name != expected_tag:
                raise BadText(reason("tag-missing", tag=expected_tag))
            fields[field] = read(values)
        log = Log(BeginEvent(**fields))
        for (token_line, name, values), (_, following, _) in pairwise(tokens[len(_HEADING) :]):
            line = token_line
            if name in _DEALING:
                pending[name] = values
                if following not in _DEALING[1:]:
                    log.enter(_read_deal(pending))
                    pending = {}
            elif name:
                log.enter(_read_event(name, values))
            elif not re.fullmatch(r"[a-z_]+:|\d+\.", values[0]):
                log.add(parse_action(log.game.calls, values[0]))
    except PrikupError as error:
        raise BadLog(line, error.reason) from error
    return log


def _single_value(values: tuple[str, ...]) -> str:
    if len(values) != 1:
        raise BadText(reason("tag-needs-one-value"))
    return values[0]


def _number(values: tuple[str, ...]) -> int:
    return _int(_single_value(values))


def _all_values(values: tuple[str, ...]) -> tuple[str, ...]:
    return values


_HEADING: dict[str, tuple[str, Callable[[tuple[str, ...]], object]]] = {
    "Prikup": ("format", _number),
    "Game": ("game", _single_value),
    "Rules": ("rules", _number),
    "Options": ("options", _single_value),
    "Names": ("names", _all_values),
    "Players": ("players", _all_values),
    "Dealer": ("dealer", _number),
    "Deals": ("deals", _number),
    "Seed": ("seed", _single_value),
    "Bots": ("bots", _number),
}
"""The tags at the start of a notation; each has the name of its field in BeginEvent, and the parser of its values."""
HEADING_TAGS = tuple(_HEADING)
_DEALING = ("Deal", "Deck", "Shuffle", "Cut", "Withheld", "Refused")


def _read_deal(tags: dict[str, tuple[str, ...]]) -> DealEvent:
    match tags:
        case {"Deal": (deal, attempt), "Deck": (deck,)}:
            cards = tuple(parse_card(word) for word in deck.split())
        case _:
            raise BadText(reason("tag-missing", tag="Deal Deck"))
    refusal_values = tags.get("Refused", ("",))
    return DealEvent(_int(deal), _int(attempt), cards, _read_shuffle(tags), refusal_values[0] if refusal_values else "")


def _read_shuffle(tags: dict[str, tuple[str, ...]]) -> Shuffle | None:
    source: CutFrom
    match tags.get("Cut"):
        case None:
            source = ""
        case ("player" | "seed" as source,):
            pass
        case _:
            raise BadText(reason("tag-bad", tag="Cut"))
    match tags.get("Shuffle"):
        case (seed, cut, *entropy):
            withheld_values = tags.get("Withheld", ("",))
            return Shuffle(seed, tuple(entropy), _int(cut), source, _ints(_single_value(withheld_values)))
        case None:
            return None
    raise BadText(reason("tag-bad", tag="Shuffle"))


def _read_event(name: str, values: tuple[str, ...]) -> Event:
    match name, values:
        case "Undo", (to,):
            return UndoEvent(_int(to))
        case "Agreed", (won, by):
            return AgreementEvent(_ints(won), _ints(by))
        case "Conceded", (side,):
            return ConcessionEvent(_ints(side))
        case "Row", (*columns, digest):
            return RowEvent(tuple(map(_ints, columns)), digest)
        case "Adjust", (column, side, amount, why):
            return AdjustEvent(column, _int(side), _int(amount), why)
        case "Stop", ():
            return StopEvent()
        case "Stop", (("time" | "forfeit") as why,):
            return StopEvent(why)
    raise BadText(reason("tag-bad", tag=name))


def _int(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,20}", text):
        raise BadText(reason("not-a-number", text=text))
    return int(text)


def _ints(text: str) -> tuple[int, ...]:
    return tuple(map(_int, text.split()))
