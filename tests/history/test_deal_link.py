"""Links that contain a whole finished deal: exact both ways, and every damage has a sentence."""

import random
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from support.example_games import example
from support.matches import begin, finish, play_match
from support.random_walk import SIMPLE

from prikup.games import GAMES
from prikup.history.deal_link import (
    LINK_PATH,
    MAX_LENGTH,
    LinkedDeal,
    is_deal_link,
    link_of,
    linked_deals,
    parse_link,
    replay_link,
)
from prikup.history.deal_link import _checksum as checksum
from prikup.history.events import AgreementEvent, ConcessionEvent
from prikup.history.log import Log
from prikup.rules.errors import PrikupError

SAFE = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,=")
"""The characters of a link: none needs an escape in the fragment of an address."""
TYPICAL_LENGTH = 400
"""More characters than any link of these tests has."""


@cache
def _links(game: str, seed: int = 0) -> tuple[str, ...]:
    return tuple(map(link_of, linked_deals(play_match(game, GAMES[game], seed))))


def _open(link: str) -> None:
    replay_link(parse_link(link))


def _reason(link: str) -> str:
    with pytest.raises(PrikupError) as caught:
        _open(link)
    return caught.value.reason.key


def _with_sum(*sections: str) -> str:
    body = ".".join(sections)
    return f"{body}.{checksum(body)}"


def _with_section(link: str, number: int, text: str) -> str:
    """Return a link with another text of one section, and with the right checksum."""
    sections = link.split(".")[:-1]
    sections[number] = text
    return _with_sum(*sections)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_link_contains_whole_deal(game: str, seed: int) -> None:
    log = play_match(game, GAMES[game], seed)
    deals = tuple(linked_deals(log))
    assert len(deals) == sum(line.outcome is not None for line in log.match.sheet.lines)
    for deal in deals:
        link = link_of(deal)
        assert set(link) <= SAFE
        assert len(link) < TYPICAL_LENGTH
        assert parse_link(link) == deal
        replayed = replay_link(deal)
        assert replayed.differs is None


@pytest.mark.parametrize("game", GAMES)
def test_link_contains_agreement(game: str) -> None:
    """The rest of the tricks is given to the first seat with which the rules accept an agreement."""
    deal = _settled_deal(game, _agree)
    assert isinstance(deal.entries[-1], AgreementEvent)
    assert parse_link(link_of(deal)) == deal
    assert replay_link(deal).differs is None


def test_link_contains_concession() -> None:
    deal = _settled_deal(example(concedes=True), _concede)
    assert isinstance(deal.entries[-1], ConcessionEvent)
    assert parse_link(link_of(deal)) == deal
    assert replay_link(deal).differs is None


def _settled_deal(game: str, settle: Callable[[Log], bool]) -> LinkedDeal:
    """Return a deal that `settle` ended before its last action; it returns whether it could."""
    for seed in range(50):
        finished_log = finish(Log(begin(game, GAMES[game], deals=8)), seed)
        log = finished_log.copy_of_start()
        for deal in linked_deals(finished_log):
            log.deal(deal.deck)
            for entry in deal.entries:
                assert isinstance(entry, int)
                log.add(entry)
                assert log.state is not None
                if log.state.public.actor is not None and settle(log):
                    log.close()
                    return list(linked_deals(log))[-1]
            log.close()
    raise AssertionError("no deal could be settled")


def _agree(log: Log) -> bool:
    """Give all remaining tricks to the first seat with which the rules accept this; return whether there was one."""
    assert log.state is not None
    if log.state.public.phase != "play":
        return False
    remaining = log.game.trick_count - log.state.public.tricks.decided_count
    for winner in range(log.game.seats):
        share = tuple(remaining if seat == winner else 0 for seat in range(log.game.seats))
        with suppress(PrikupError):
            log.settle_by_agreement(share, (0, 1))
            return True
    return False


def _concede(log: Log) -> bool:
    """Let the first side that may concede give up; return whether there was one."""
    for side in log.game.sides:
        with suppress(PrikupError):
            log.settle_by_concession(side)
            return True
    return False


def test_link_contains_any_action_and_large_scores() -> None:
    deal = parse_link(_links(SIMPLE)[0])
    assert parse_link(link_of(replace(deal, entries=tuple(range(200))))).entries == tuple(range(200))
    totals = tuple(tuple(10**15 * 3 for _ in row) for row in deal.standing.totals)
    standing = replace(deal.standing, deal=12_345, totals=totals)
    assert parse_link(link_of(replace(deal, standing=standing))).standing == standing


def test_link_survives_mail_and_chat_programs() -> None:
    options = "sochi whist_style=gentleman"
    log = finish(Log(begin("preferans", GAMES["preferans"], options, deals=1)), 3)
    deal = next(linked_deals(log))
    link = link_of(deal)
    broken_lines = "\n".join(link[start : start + 40] for start in range(0, len(link), 40))
    encoded = link.replace(",", "%2C").replace("=", "%3d").replace("_", "%5F")
    for text in (
        f"https://cards.example/sub{LINK_PATH}{link}",
        f"  {LINK_PATH}{link}\n",
        f"{link}).",
        broken_lines,
        encoded,
    ):
        assert parse_link(text) == deal
        assert is_deal_link(text)


@pytest.mark.parametrize("game", GAMES)
def test_link_names_every_single_damage(game: str) -> None:
    link = _links(game)[-1]
    for length in range(len(link)):
        assert _reason(link[:length]) in ("link-none", "link-cut", "link-newer"), length
    rng = random.Random(1)
    for place in range(2, len(link)):
        other = rng.choice([letter for letter in "aZ7-_" if letter != link[place]])
        assert _reason(link[:place] + other + link[place + 1 :]) in ("link-changed", "link-cut")
        assert _reason(link[:place] + link[place + 1 :]) in ("link-changed", "link-cut")


def test_link_of_other_version_or_game_is_named() -> None:
    link = _links(SIMPLE)[0]
    assert {_reason(text) for text in ("", "hello.there", "0.a", "-1.a", "/deal#")} == {"link-none"}
    assert _reason("2" + link[1:]) == "link-newer"
    assert _reason(_with_section(link, 1, "bezique")) == "game-unknown"
    assert _reason(_with_section(link, 2, "999")) == "link-newer"
    assert _reason(_with_section(link, 3, "casino")) == "preset-unknown"
    assert _reason(_with_section(link, 3, "speed=9")) == "option-unknown"
    assert _reason(link + "A" * MAX_LENGTH) == "link-long"
    assert _reason(_with_sum(*link.split(".")[:-2])) == "link-unreadable"


def test_link_with_wrong_cards_or_actions_is_refused() -> None:
    link = _links("preferans")[0]
    deck, entries = link.split(".")[5:7]
    assert _reason(_with_section(link, 5, deck[1:])) == "link-deck"
    assert _reason(_with_section(link, 5, deck[:-1] + deck[0])) == "link-deck"
    assert _reason(_with_section(link, 5, deck[:-1] + "9")) == "link-unreadable"
    assert _reason(_with_section(link, 6, entries + "A")) == "link-step"
    assert _reason(_with_section(link, 6, "A" + entries)) == "link-step"
    assert _reason(_with_section(link, 6, entries + "*")) == "link-unreadable"


@pytest.mark.parametrize("game", GAMES)
def test_link_of_unfinished_deal_is_refused(game: str) -> None:
    """A link shows all cards, so one with a deal that is still being played is never opened."""
    deal = parse_link(_links(game)[0])
    for count in range(len(deal.entries)):
        assert _reason(link_of(replace(deal, entries=deal.entries[:count]))) == "link-unfinished"


@pytest.mark.parametrize("game", GAMES)
def test_log_of_match_under_way_gives_finished_deals_only(game: str) -> None:
    log = play_match(game, GAMES[game], 2, extras=False)
    deals = tuple(linked_deals(log))
    for end in range(1, len(log.events)):
        part = Log.replay(log.events[:end], checked=False)
        assert tuple(linked_deals(part)) == deals[: len(part.match.sheet.lines)]


def test_link_of_older_rules_is_reported_as_different_or_older() -> None:
    deal = parse_link(_links("preferans")[0])
    older = replace(deal, rules=deal.rules - 1)
    differs = replay_link(replace(older, digest="0" * 8)).differs
    assert differs is not None
    assert differs.key == "link-differs"
    assert _reason(link_of(replace(older, entries=deal.entries[1:]))) == "link-older"


def _standing(*fields: object) -> str:
    return "0" + urlsafe_b64encode(msgspec.msgpack.encode(fields)).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "x",
        "0!!",
        "0AAAA",
        _standing(),
        _standing(0, (), None),
        _standing(1, ((0, 0, 0),) * 3, {"raspasy": 0}),
        _standing(2, ((0, 0, 0),) * 4, {"raspasy": -1}),
        _standing(2, ((0, 0, 10**18),) * 4, {"raspasy": 0}),
        _standing(2, ((0, 0),) * 4, {"raspasy": 0}),
        _standing(2, ((0, 0, 0),) * 4, {"raspasy": "many"}),
        _standing(2, ((0, 0, 0),) * 4, 3),
        "0" + urlsafe_b64encode(b"\x91" * 900).decode().rstrip("="),
    ],
)
def test_link_with_impossible_score_is_refused(text: str) -> None:
    assert _reason(_with_section(_links("preferans")[0], 4, text)) == "link-standing"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=9), st.lists, max_leaves=9
)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_no_score_before_the_deal_crashes_the_reader(game: str, data: st.DataObject) -> None:
    """The score comes from outside: whatever it is, the deal is replayed or a sentence says why not."""
    link = data.draw(st.sampled_from(_links(game)))
    first = parse_link(link).standing
    carry = msgspec.to_builtins(first.carry)
    changed = {name: data.draw(_similar(value) | VALUES) for name, value in (carry or {}).items()} or None
    totals = data.draw(_similar(first.totals))
    text = f"{first.dealer}{_standing(data.draw(st.integers(-1, 20_000)), totals, changed)[1:]}"
    with suppress(PrikupError):
        _open(_with_section(link, 4, text))


def _similar(value: object) -> st.SearchStrategy[object]:
    """Return a strategy for values of the same form."""
    match value:
        case int():
            return st.integers(-20, 20) | st.integers(-(10**16), 10**16)
        case list() | tuple() if value:
            return st.tuples(*map(_similar, value))
        case list() | tuple():
            return st.lists(st.integers(-1, 4) | st.sampled_from(["nt", "hearts", "clubs", "x"]), max_size=4).map(tuple)
        case _:
            return st.just(value)


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for tried in (
        text,
        f"1.preferans.2.{text}",
        _with_sum(*text.split(".")),
        _with_sum("1", SIMPLE, "1", *text.split(".")),
    ):
        with suppress(PrikupError):
            _open(tried)


@given(st.data())
def test_any_sections_are_replayed_or_refused(data: st.DataObject) -> None:
    link = data.draw(st.sampled_from([link for game in GAMES for link in islice(_links(game), 2)]))
    section = data.draw(st.integers(0, 7))
    letters = st.text(st.sampled_from(sorted(SAFE - {"."})), max_size=60)
    with suppress(PrikupError):
        _open(_with_section(link, section, data.draw(letters)))


def test_other_texts_are_no_links() -> None:
    for text in (
        "9.8.7. | A.K.Q.J",
        "",
        "/deal",
        "1.bezique.2.x",
        "preferans sochi",
        "AKQ.J..|T98.7..",
        "/analyse#1.2",
    ):
        assert not is_deal_link(text), text


def test_link_in_the_documents_opens() -> None:
    document = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    (link,) = re.findall(rf"^ +https://\S+({LINK_PATH}\S+)$", document, re.MULTILINE)
    assert replay_link(parse_link(link)).differs is None
