"""A finished deal as a short text for the fragment of a link, with its cards, auction and play, but no names.

    1.preferans.2.sochi,whist_style=gentleman.0.HIJKLMU….02HUV….5f0c2a91.c3d8e014

The sections, separated by points, are the version of this format; the game, the version of its rules and its options;
the dealer and the score before the deal; the deck; the actions; the first digits of a hash of the deal's score; and a
checksum of everything before it. The checksum detects a text that was cut off or mistyped, but not a deliberate change.
All characters are allowed in an address without being encoded. A card or a call is one letter or digit.
"""

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Annotated, Any
from urllib.parse import unquote

import msgspec
from msgspec import Meta, Struct

from prikup.games import GAMES
from prikup.history.events import HUMAN, ActionEvent, AgreementEvent, BeginEvent, ConcessionEvent, DealEvent, RowEvent
from prikup.history.log import Log
from prikup.rules.cards import FIRST_CALL, Action, Card
from prikup.rules.errors import BadText, PrikupError, Reason, reason
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import logged_text, options_text, parse_options

__all__ = [
    "LINK_PATH",
    "MAX_LENGTH",
    "SUM_DIGITS",
    "LinkedDeal",
    "ReplayedDeal",
    "is_deal_link",
    "link_of",
    "linked_deals",
    "parse_link",
    "replay_link",
]

LINK_PATH = "/deal#"
"""The part of a link between the address of the site and the text of the deal."""
VERSION = 1
"""The version of this format."""
MAX_LENGTH = 4096
"""The maximum number of characters in the text of a deal, without the address of the site; a deal has a few hundred."""
MAX_NUMBER = 1 << 53
"""The largest number allowed in a link; browsers cannot represent larger whole numbers exactly."""
SUM_DIGITS = 8
"""The number of hex digits of the checksum, and also of the hash of the deal's score in a link."""
SECTIONS = 9
"""The number of sections of a link, the checksum included."""
ACTIONS = ascii_uppercase + ascii_lowercase + digits
"""The characters for the actions 0 to 61: letters for the 52 cards, and digits for the first ten calls."""
MORE, ENDING = "-", "_"
"""Each `MORE` before a character adds 62 to its action; `ENDING` is written around an agreement or a concession."""
AGREED, CONCEDED = "a", "c"
"""The characters after the first `ENDING`: `AGREED` marks an agreement, `CONCEDED` a concession."""
ENTRY = re.compile(r"_([ac])([A-Za-z0-9]*)_|(-*)([A-Za-z0-9])")
"""A pattern for one entry of a deal: an agreement or a concession, or an action."""
LINK = re.compile(rf"\S*{LINK_PATH}\S.*|[1-9]\d{{0,3}}\.(?:{'|'.join(map(re.escape, GAMES))})\..*", re.DOTALL)
"""A pattern for a text that is meant as a link to a deal, with or without the address of a site."""
TRAILING = ".,;:!?)>]}'\"”»"
"""Characters that may follow a link in a sentence; programs sometimes take them for a part of the link."""

Entry = Action | AgreementEvent | ConcessionEvent


class LinkedDeal(Struct, frozen=True):
    """A finished deal as its link contains it.

    - `game`: the name of the game.
    - `rules`: the version of its rules under which the deal was played.
    - `options`: the house rules as text: the name of a preset, and the options that differ from it.
    - `standing`: the state of the match before the deal.
    - `deck`: the cards as they were dealt, top card first.
    - `entries`: the actions that were not taken back, and the agreement or the concession that ended the deal, if any.
    - `digest`: the first `SUM_DIGITS` digits of the hash of the deal's score (`RowEvent.digest`).
    """

    game: str
    rules: int
    options: str
    standing: MatchStanding[Any]
    deck: tuple[Card, ...]
    entries: tuple[Entry, ...]
    digest: str


class ReplayedDeal(Struct, frozen=True):
    """A deal from a link, replayed by the current rules.

    `log` has the finished deal as its current deal. The match of `log` has the score before the deal but not the
    earlier deals, so this log cannot be stored. `differs` is a message if the current rules score the deal differently
    than the rules under which it was played, otherwise None.
    """

    log: Log
    differs: Reason | None


# Writing


def linked_deals(log: Log) -> Iterator[LinkedDeal]:
    """Yield the finished deals of a log as `LinkedDeal`s, in order.

    Cancelled deals, which score nothing and are dealt again, are included.
    """
    replayed_log = log.copy_of_start()
    options = options_text(GAMES[log.begin.game].presets, log.game.options)
    deck: tuple[Card, ...] = ()
    for event in log.events[1:]:
        if isinstance(event, DealEvent):
            deck = event.deck
        elif isinstance(event, RowEvent):
            entries = tuple(entry.act if isinstance(entry, ActionEvent) else entry for entry in replayed_log.entries)
            yield LinkedDeal(
                log.begin.game,
                log.begin.rules,
                options,
                replayed_log.match.standing,
                deck,
                entries,
                event.digest[:SUM_DIGITS],
            )
        replayed_log.enter(event, checked=False)


def link_of(deal: LinkedDeal) -> str:
    """Return a deal as text for the fragment of a link (the part after `#`); `parse_link` parses this text."""
    kind = GAMES[deal.game]
    rules = kind.build(parse_options(kind.presets, deal.options))
    sections = (
        str(VERSION),
        deal.game,
        str(deal.rules),
        deal.options.replace(" ", ","),
        _standing_text(rules, deal.standing),
        "".join(map(_action_text, deal.deck)),
        "".join(map(_entry_text, deal.entries)),
        deal.digest,
    )
    text = ".".join(sections)
    return f"{text}.{_checksum(text)}"


def _standing_text(rules: AnyGame, standing: MatchStanding[Any]) -> str:
    """Return the section of a link with the dealer and, unless the deal is the first of its match, the score.

    The dealer is a digit. The number of the deal and the score follow in encoded form.
    """
    if standing == Match.begin(rules, standing.dealer).standing:
        return str(standing.dealer)
    packed = msgspec.msgpack.encode((standing.deal, standing.totals, standing.carry))
    return f"{standing.dealer}{urlsafe_b64encode(packed).decode().rstrip('=')}"


def _entry_text(entry: Entry) -> str:
    match entry:
        case AgreementEvent(won, by):
            return f"{ENDING}{AGREED}{''.join(map(_action_text, (*won, *by)))}{ENDING}"
        case ConcessionEvent(side):
            return f"{ENDING}{CONCEDED}{''.join(map(_action_text, side))}{ENDING}"
        case action:
            return _action_text(action)


def _action_text(action: Action) -> str:
    """Return the characters for an action, or for another small number such as a seat or a number of tricks."""
    return MORE * (action // len(ACTIONS)) + ACTIONS[action % len(ACTIONS)]


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:SUM_DIGITS]


# Reading


def is_deal_link(text: str) -> bool:
    """Return whether a text is meant as a link to a deal, even if the link is damaged."""
    return LINK.fullmatch(text.strip()) is not None


def parse_link(text: str) -> LinkedDeal:
    """Parse a link to a deal, or only its fragment. Raise PrikupError if it cannot be parsed.

    Characters that mail and chat programs insert or encode are tolerated. The actions are not checked against the
    rules; `replay_link` does this.
    """
    fragment = unquote("".join(text.split()).rpartition("#")[2]).rstrip(TRAILING)
    if len(fragment) > MAX_LENGTH:
        raise BadText(reason("link-long", most=MAX_LENGTH))
    version = fragment.partition(".")[0]
    if not re.fullmatch(r"[1-9][0-9]{0,3}", version):
        raise BadText(reason("link-none"))
    if version != str(VERSION):
        raise BadText(reason("link-newer"))
    body, _, checksum = fragment.rpartition(".")
    if checksum != _checksum(body):
        cut = fragment.count(".") < SECTIONS - 1 or len(checksum) < SUM_DIGITS
        raise BadText(reason("link-cut" if cut else "link-changed"))
    return _read_sections(body.split("."))


def replay_link(deal: LinkedDeal) -> ReplayedDeal:
    """Replay the deal of a link, with every action checked against the rules.

    Raise BadText if the rules refuse the deck or an action, or if the deal has not ended. (An unfinished deal must not
    be shown, because this would reveal cards that are still hidden.)
    """
    kind = GAMES[deal.game]
    rules = kind.build(parse_options(kind.presets, deal.options))
    names, players = ("",) * rules.seats, (HUMAN,) * rules.seats
    options = logged_text(kind.presets, rules.options)
    begin = BeginEvent(deal.game, rules.rules_version, options, names, players, deal.standing.dealer)
    log = Log(begin, rules=rules, standing=deal.standing)
    step = 0
    try:
        if isinstance(log.deal(deal.deck), Redeal):
            raise BadText(reason("link-deck"))
        for entry in deal.entries:
            step += 1
            _enter(log, entry)
    except PrikupError as error:
        key = reason("link-step", step=step) if step else reason("link-deck")
        raise BadText(_older_rules(rules, deal) or key) from error
    assert log.state is not None
    if log.state.public.actor is not None:
        raise BadText(_older_rules(rules, deal) or reason("link-unfinished"))
    is_same = log.closing(log.state).digest.startswith(deal.digest)
    return ReplayedDeal(log, None if is_same else reason("link-differs", rules=deal.rules, now=rules.rules_version))


def _enter(log: Log, entry: Entry) -> None:
    match entry:
        case AgreementEvent(won, by):
            log.settle_by_agreement(won, by)
        case ConcessionEvent(side):
            log.settle_by_concession(side)
        case action:
            log.add(action)


def _older_rules(rules: AnyGame, deal: LinkedDeal) -> Reason | None:
    """Return a message that a deal was played under older rules than the current `rules`; None if it was not."""
    return reason("link-older", rules=deal.rules, now=rules.rules_version) if deal.rules < rules.rules_version else None


def _read_sections(sections: list[str]) -> LinkedDeal:
    """Return the deal that the sections of a link describe.

    `sections` are the texts between the points, without the last one, the checksum, which has been checked.
    """
    if len(sections) != SECTIONS - 1:
        raise BadText(reason("link-unreadable"))
    _, game, rules_version, options_part, standing, deck, entries, digest = sections
    if game not in GAMES:
        raise BadText(reason("game-unknown", game=game[:20], allowed=" ".join(GAMES)))
    kind = GAMES[game]
    options = options_text(kind.presets, parse_options(kind.presets, options_part.replace(",", " ")))
    rules = kind.build(parse_options(kind.presets, options))
    if not re.fullmatch(r"[0-9]{1,4}", rules_version) or not re.fullmatch(rf"[0-9a-f]{{{SUM_DIGITS}}}", digest):
        raise BadText(reason("link-unreadable"))
    if int(rules_version) > rules.rules_version:
        raise BadText(reason("link-newer"))
    return LinkedDeal(
        game,
        int(rules_version),
        options,
        _read_standing(rules, standing),
        _read_numbers(deck),
        tuple(_read_entries(rules, entries)),
        digest,
    )


def _read_numbers(text: str) -> tuple[int, ...]:
    """Return the number that each character of a section stands for: a card, a seat or a number of tricks.

    Raise BadText for a character that stands for no such number.
    """
    numbers = tuple(map(ACTIONS.find, text))
    if any(not 0 <= number < FIRST_CALL for number in numbers):
        raise BadText(reason("link-unreadable"))
    return numbers


def _read_entries(rules: AnyGame, text: str) -> Iterator[Entry]:
    position = 0
    while position < len(text):
        match = ENTRY.match(text, position)
        if match is None:
            raise BadText(reason("link-unreadable"))
        kind, numbers, marks, character = match.groups()
        if kind == AGREED:
            values = _read_numbers(numbers)
            yield AgreementEvent(values[: rules.seats], values[rules.seats :])
        elif kind == CONCEDED:
            yield ConcessionEvent(_read_numbers(numbers))
        else:
            yield len(marks) * len(ACTIONS) + ACTIONS.index(character)
        position = match.end()


# The score before the deal


Amount = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
PackedStanding = tuple[Annotated[int, Meta(ge=1, le=MAX_NUMBER)], tuple[tuple[Amount, ...], ...], Any]
"""The number of a deal, the totals of the score sheet before it, and what the game carries over into it."""


def _read_standing(rules: AnyGame, text: str) -> MatchStanding[Any]:
    """Return the state of the match before the deal, which the section `text` of a link describes.

    Raise BadText if the game cannot have such a state.
    """
    if not text or (dealer := digits.find(text[0])) not in range(rules.seats):
        raise BadText(reason("link-standing"))
    first = Match.begin(rules, dealer).standing
    if len(text) == 1:
        return first
    try:
        packed = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        deal, totals, carry = msgspec.msgpack.decode(packed, type=PackedStanding)
        standing = MatchStanding(deal, dealer, totals, msgspec.convert(carry, type(first.carry)))
    except (ValueError, RecursionError) as error:  # also those of base64 and msgspec
        raise BadText(reason("link-standing")) from error
    if not _has_shape(msgspec.to_builtins(first.totals), msgspec.to_builtins(totals)) or not _has_shape(
        msgspec.to_builtins(first.carry), msgspec.to_builtins(standing.carry)
    ):
        raise BadText(reason("link-standing"))
    return standing


def _has_shape(first: Any, value: Any) -> bool:
    """Return whether a parsed value has the same form as `first`, the corresponding value at the start of a match.

    A tuple that has an item for each seat, column or side at the start of a match must have the same length, and no
    number may be larger than `MAX_NUMBER`.
    """
    if isinstance(value, dict):
        return all(_has_shape(first[name], value[name]) for name in value)
    if isinstance(value, list | tuple):
        items = first or [None] * len(value)
        return len(items) == len(value) <= MAX_LENGTH and all(map(_has_shape, items, value))
    return not isinstance(value, int) or abs(value) <= MAX_NUMBER
