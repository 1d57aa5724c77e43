import re
from functools import cache

import pytest
from msgspec.structs import replace
from support.faults import check_each
from support.matches import play_match
from support.random_walk import KINDS

from prikup.history.events import StopEvent, StopReason
from prikup.history.log import Log
from prikup.history.notation import match_text, parse_match
from prikup.rules.errors import BadLog

NAME, KIND = KINDS[0]


@cache
def text() -> str:
    return match_text(play_match(NAME, KIND, 1, extras=False))


def test_notation_ignores_comments_phases_and_trick_numbers() -> None:
    plain_text = re.sub(r"\b([a-z]+:|\d+\.) ", "", text())
    assert len(plain_text) < len(text())
    commented_text = text().replace("\n\n[Deal", "\n{ a comment\nof two lines }\n[Deal")
    assert parse_match(plain_text).events == parse_match(commented_text).events == parse_match(text()).events


def test_notation_keeps_why_match_was_stopped() -> None:
    whys: tuple[StopReason, ...] = ("", "time", "forfeit")
    for why in whys:
        log = play_match(NAME, KIND, 1, extras=False)
        events = [replace(log.begin, deals=0), *log.events[1:], StopEvent(why)]
        stopped_log = Log.replay(events)
        assert parse_match(match_text(stopped_log)).events == events
        assert parse_match(match_text(stopped_log)).stopping == StopEvent(why)


DAMAGE = (
    ('[Deck "', '[Deck "XX ', "not-a-card"),
    ("[Game ", "[Jeu ", "tag-missing"),
    ('[Deals "4"]', '[Deals "four"]', "not-a-number"),
    ('[Row "', '[Row "9', "row-differs"),
    ("[Row ", "[Row", "notation-unreadable"),
    ("\n[Row", "\nnonsense\n[Row", "not-an-action"),
    ("\n[Row", "\n[Nonsense]\n[Row", "tag-bad"),
    ("\n[Row", "\n]\n[Row", "notation-unreadable"),
    ("\n[Row", '\n[Stop "\\x"]\n[Row', "notation-unreadable"),
    ('[Deal "1" "1"]', '[Deal "1"]', "tag-missing"),
    ('[Deal "1" "1"]', '[Deal "2" "1"]', "deal-out-of-order"),
)


def test_notation_error_names_line_and_reason() -> None:
    check_each(check_damage, DAMAGE)


def check_damage(old: str, new: str, key: str) -> None:
    """Check that replacing `old` by `new` in the text raises this error at that line."""
    good_text = text()
    assert old in good_text
    with pytest.raises(BadLog) as error:
        parse_match(good_text.replace(old, new, 1))
    assert error.value.reason.key == key
    changed_line = good_text[: good_text.index(old)].count("\n") + 1
    assert changed_line <= error.value.line <= changed_line + 3


def test_notation_error_names_line_and_rule_of_illegal_card() -> None:
    good_text = text()
    line = next(n for n, row in enumerate(good_text.splitlines(), 1) if row.startswith("auction:"))
    with pytest.raises(BadLog, match="say-a-call") as error:
        parse_match(good_text.replace("auction: ", "auction: S7 ", 1))
    assert error.value.line == line
