"""Read the deals in a pasted text, in any format that this program knows.

The text may be a one-line deal or a link to it (see `open_deal`), a link to a whole deal (see `deal_link`), hands
without a game (see `pasted_hands`), a file of a bridge program (see `bridge_files`), a log (the file of a match), the
text notation of a match, or a file of another program.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from unicodedata import normalize
from urllib.parse import unquote

from msgspec import Struct

from prikup.games import GAMES
from prikup.history.deal_link import is_deal_link, parse_link, replay_link
from prikup.history.file_text import plain_text
from prikup.history.foreign_formats import find_format
from prikup.history.match_reader import holds_match, read_matches
from prikup.positions.bridge_files import holds_bridge_deals, read_bridge_deals
from prikup.positions.from_log import deal_of, deals_of
from prikup.positions.open_deal import KNOWN_WORD, LEADS_WORD, OUT_WORD, PLAYED_WORD, OpenDeal
from prikup.positions.pasted_cards import read_cards
from prikup.positions.pasted_hands import PastedHands, read_hands, unreadable
from prikup.rules.cards import mask
from prikup.rules.errors import BadOptions, BadText, reason
from prikup.rules.game import AnyGame
from prikup.rules.options import options_text, parse_options, single_changes, value_text
from prikup.rules.text_format import parse_seat

__all__ = [
    "MAX_CHARACTERS",
    "MAX_HANDS_CHARACTERS",
    "DealSet",
    "empty_deal",
    "named_game",
    "read_deal_sets",
    "read_deals",
]

MAX_CHARACTERS = 512 * 1024
"""The maximum number of characters in a text, which is enough for a log of some hundred deals."""
MAX_HANDS_CHARACTERS = 4096
"""The maximum number of characters in hands without a game, and in a one-line deal."""
GAME_NAME = re.compile(
    r'^\s*\{"type":"begin","game":"([\w-]+)"|^\[Game "([\w-]+)"\]'
    rf"|\b\d+\.({'|'.join(map(re.escape, GAMES))})\.|;\s*([\w-]+)",
    re.MULTILINE,
)
"""A pattern that finds the name of the game in a log, the text notation, a link to a deal and a one-line deal."""
LINK = re.compile(r"\s*\S*?/(?:analyse|embed)#(\S+)\s*")
"""A pattern for a link to a page that shows a deal; its group is the deal in the one-line notation."""


class DealSet(Struct, frozen=True):
    """The deals of one match in a text, and the names of its players by seat.

    The names are () for a deal that is not from a match.
    """

    names: tuple[str, ...]
    deals: tuple[OpenDeal, ...]


def read_deals(text: str) -> tuple[OpenDeal, ...]:
    """Return the deals in a text in their order, at least one. Raise the same errors as `read_deal_sets`."""
    return tuple(deal for deal_set in read_deal_sets(text) for deal in deal_set.deals)


def read_deal_sets(text: str) -> tuple[DealSet, ...]:
    """Return the deals in a text, grouped by match; there is at least one.

    From a match, only deals in which cards were played are returned: finished deals before their first lead, and the
    last, unfinished deal with the cards played. Raise PrikupError, with a reason that tells where the error is, if the
    text cannot be parsed.
    """
    if len(text) > MAX_CHARACTERS:
        raise BadText(reason("paste-long", most=MAX_CHARACTERS))
    if not text.strip():
        raise BadText(reason("paste-empty"))
    plain = plain_text(text)
    if holds_match(plain):
        matches = read_matches(plain)
        sets = (DealSet(match.log.begin.names, tuple(deals_of(match.log))) for match in matches)
        if not (played_sets := tuple(deal_set for deal_set in sets if deal_set.deals)):
            raise matches[0].fault or BadText(reason("paste-no-play"))
        return played_sets
    if is_deal_link(plain):
        return (DealSet((), (_linked_deal(plain),)),)
    if holds_bridge_deals(plain):
        return (DealSet((), _bridge_deals(plain)),)
    return (DealSet((), (_read_line(_text_of_link(plain)),)),)


def named_game(text: str) -> str:
    """Return the game that a text names, "" if it names none; error messages use the terms of this game."""
    if notation := find_format(text):
        return notation[0]
    name_match = GAME_NAME.search(text[:MAX_HANDS_CHARACTERS])
    name = next(filter(None, name_match.groups()), "") if name_match else ""
    return name if name in GAMES else ""


def empty_deal(game: str, options: str = "") -> OpenDeal:
    """Return a deal of a game without cards. Raise BadOptions if `options` (house rules as text) cannot be parsed."""
    kind = GAMES[game]
    parsed_options = parse_options(kind.presets, options)
    return OpenDeal(game, options_text(kind.presets, parsed_options), (0,) * kind.build(parsed_options).seats)


def _text_of_link(text: str) -> str:
    """Return the one-line deal that a link (or part of one) contains; any other text is returned unchanged."""
    link = LINK.fullmatch(text)
    address = link[1] if link else text
    return unquote(address.replace("+", " ")) if link or "%7C" in address.upper() else text


def _bridge_deals(text: str) -> tuple[OpenDeal, ...]:
    """Return the deals in a file of a bridge program, each as a deal of the first game that it fits."""
    return tuple(_guess_game(text, deal.hands, deal.start) for deal in read_bridge_deals(text))


def _linked_deal(text: str) -> OpenDeal:
    """Return the deal of a link that contains a whole deal, before the first lead."""
    log = replay_link(parse_link(text)).log
    if log.state is None or log.state.public.tricks is None:
        raise BadText(reason("paste-no-play"))
    return deal_of(log.game, log.state)


# A single line


def _read_line(text: str) -> OpenDeal:
    """Parse the text of a one-line deal, or of hands without a game, for which the game is guessed."""
    if len(text) > MAX_HANDS_CHARACTERS:
        raise BadText(reason("paste-long", most=MAX_HANDS_CHARACTERS))
    text = normalize("NFC", text)  # some systems write a letter and its accent as two characters
    first, *sections = text.split(";")
    game_words = sections[0].split() if sections else []
    if not game_words or game_words[0] not in GAMES:
        return _guess_game(text, read_hands(text))
    kind, options = GAMES[game_words[0]], " ".join(game_words[1:])
    parsed_options = parse_options(kind.presets, options)
    pasted_hands = read_hands(first)
    deal = OpenDeal(game_words[0], options_text(kind.presets, parsed_options), pasted_hands.hands, out=pasted_hands.out)
    fields: dict[str, object] = {}
    offset = len(first) + len(sections[0]) + 1
    for section in sections[1:]:
        offset += 1
        name, value = _section(deal.rules, text, offset, section)
        if fields.keys() & value.keys():
            raise unreadable(text, offset, "paste-section-twice", text=name)
        fields |= value
        offset += len(section)
    return _with_fields(deal, fields)


def _with_fields(deal: OpenDeal, fields: dict[str, object]) -> OpenDeal:
    out = fields.pop("out", 0)
    return OpenDeal(deal.game, deal.options, deal.hands, out=deal.out | out, **fields)  # type: ignore[arg-type,operator]


def _section(rules: AnyGame, text: str, offset: int, section: str) -> tuple[str, dict[str, object]]:
    """Parse the section `section` of a one-line deal: return its name and its values as fields of OpenDeal.

    `offset` is the position of the section in `text`, for error messages.
    """
    name, *words = section.split() or [""]
    match name, words:
        case "leads", [seat]:
            return name, {"leader": parse_seat(seat)}
        case "played", _:
            return name, {"played": read_cards(" ".join(words))}
        case "out", _:
            return name, {"out": mask(read_cards(" ".join(words)))}
        case "known", _:
            return name, {"known": tuple(sorted({*map(parse_seat, words)}))}
        case _:
            contract = next(
                (
                    open_contract.name
                    for open_contract in rules.analysis.open_contracts
                    if open_contract.name.lower() == name.lower()
                ),
                "",
            )
            if contract and len(words) < 2:
                return name, {"contract": contract, "player": parse_seat(words[0]) if words else None}
    allowed_words = " ".join(
        (
            *(open_contract.name for open_contract in rules.analysis.open_contracts),
            LEADS_WORD,
            PLAYED_WORD,
            OUT_WORD,
            KNOWN_WORD,
        )
    )
    raise unreadable(text, offset, "paste-section", text=section.strip()[:20], allowed=allowed_words)


# Guessing the game


def _guess_game(text: str, pasted_hands: PastedHands, start: int = 0) -> OpenDeal:
    """Return the deal in the first game whose pack, number of seats and length of hands fit `pasted_hands`.

    `text` is the text with the hands, which begin at `start`, for error messages.
    """
    for game, options, rules in chain(_preset_games(), _changed_games()):
        if _fits(rules, pasted_hands):
            hands = (*pasted_hands.hands, *(None,) * (rules.seats - len(pasted_hands.hands)))
            return OpenDeal(game, options, hands, out=pasted_hands.out)
    raise unreadable(text, start, "paste-no-game")


@cache
def _preset_games() -> tuple[tuple[str, str, AnyGame], ...]:
    """Return every game with each of its presets (named sets of house rules): its name, its options, and its rules.

    If pasted hands do not name their game, these are tried first.
    """
    return tuple(
        (game, name, kind.build(options)) for game, kind in GAMES.items() for name, options in kind.presets.items()
    )


@cache
def _changed_games() -> tuple[tuple[str, str, AnyGame], ...]:
    """Return every game with one house rule changed: its name, its options as text, and its rules.

    If pasted hands do not name their game, these are tried after the games with their presets.
    """
    return tuple(_changed_presets())


def _changed_presets() -> Iterator[tuple[str, str, AnyGame]]:
    for game, kind in GAMES.items():
        name, first = next(iter(kind.presets.items()))
        for field, value in single_changes(first):
            try:
                changed_options = parse_options(kind.presets, f"{name} {field}={value_text(value)}")
            except BadOptions:
                continue
            yield game, options_text(kind.presets, changed_options), kind.build(changed_options)


def _fits(rules: AnyGame, pasted_hands: PastedHands) -> bool:
    """Return whether the hands could be hands of a game: whether pack, number of seats and length of hands fit."""
    cards = [hand or 0 for hand in pasted_hands.hands]
    playing = sum(hand is not None for hand in pasted_hands.hands)
    seats = rules.seats == len(cards) or (playing < 3 and rules.seats > len(cards))
    longest_hand = max(hand.bit_count() for hand in cards)
    return seats and not (sum(cards) | pasted_hands.out) & ~mask(rules.pack) and longest_hand <= rules.trick_count
