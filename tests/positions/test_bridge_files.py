"""Files of bridge programs: their deals in any number, and errors with line and column."""

import random
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.positions.bridge_files import holds_bridge_deals, read_bridge_deals
from prikup.positions.paste_reader import MAX_CHARACTERS, read_deals
from prikup.rules.cards import PACK_52, RANKS, card_text, cards, mask
from prikup.rules.errors import BadText, PrikupError
from prikup.terminal.cli.app import run

SEATS = "NESW"
SUITS = "SHDC"
Hands = tuple[int, ...]


def suit_ranks(hand: int, suit: str) -> str:
    ranks = [card_text(card)[1] for card in cards(hand) if card_text(card)[0] == suit]
    return "".join(sorted(ranks, key=RANKS.index, reverse=True))


def pbn_deal(hands: Hands, first: int) -> str:
    texts = [".".join(suit_ranks(hands[(first + n) % 4], suit) for suit in SUITS) for n in range(4)]
    return f'[Deal "{SEATS[first]}:{" ".join(texts)}"]'


def lin_deal(hands: Hands, dealer: int, *, omits_last: bool) -> str:
    texts = ["".join(suit + suit_ranks(hands[seat], suit) for suit in SUITS) for seat in (2, 3, 0, 1)]
    return f"qx|o1|md|{dealer}{','.join(texts[:3] if omits_last else texts)},|rh||ah|Board 1|sv|o|mb|p|pg||"


def deal_hands(rng: random.Random) -> Hands:
    deck = rng.sample(PACK_52, 52)
    return tuple(mask(deck[seat::4]) for seat in range(4))


@given(st.lists(st.tuples(st.randoms(use_true_random=False), st.integers(0, 3), st.booleans()), min_size=1, max_size=5))
def test_bridge_file_with_many_deals_is_read(deals: list[tuple[random.Random, int, bool]]) -> None:
    expected = [(deal_hands(rng), number, is_short) for rng, number, is_short in deals]
    games = [
        f'[Event "x"]\n[Dealer "N"]\n{pbn_deal(hands, n)}\n{{ [Deal "N:"] }}\n[Contract "3NT"]'
        for hands, n, _ in expected
    ]
    pbn = "% PBN 2.1\n" + "\n\n".join(games)
    lin = "pn|a,b,c,d|\n" + "\n".join(lin_deal(hands, n, omits_last=is_short) for hands, n, is_short in expected)
    for text in (pbn, lin):
        assert holds_bridge_deals(text)
        assert [deal.hands.hands for deal in read_bridge_deals(text)] == [hands for hands, _, _ in expected]
        open_deals = read_deals(text)
        assert [deal.hands for deal in open_deals] == [hands for hands, _, _ in expected]
        assert all(deal.rules.trick_count == 13 and deal.rules.seats == 4 for deal in open_deals)


GOOD = "AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"
ERRORS = {
    "a card twice": (GOOD.replace("AKQJ.", "AKQA.", 1), "paste-twice", 13),
    "a letter that is no card": (GOOD.replace("AKQJ", "AKQX", 1), "paste-word", 13),
    "a rank without cards": (GOOD.replace("765.432", "715.432", 1), "paste-word", 20),
    "a hand too short": (GOOD.replace("AKQJ", "AKQ", 1), "paste-uneven", 10),
    "three hands": (GOOD.rpartition(" ")[0], "paste-four-hands", 10),
    "five hands": (f"{GOOD} -", "paste-four-hands", 10),
    "three suits": (GOOD.replace("AKQJ.T98.765.432", "AKQJ.T98.765432"), "paste-suits", 25),
    "no cards": ("- - - -", "paste-no-cards", 10),
}


@pytest.mark.parametrize("case", ERRORS)
def test_bridge_file_error_names_line_and_column(case: str) -> None:
    hands, key, column = ERRORS[case]
    with pytest.raises(BadText) as caught:
        read_deals(f'[Event "x"]\n[Deal "N:{GOOD}"]\n\n[Deal "N:{hands}"]\n')
    numbers = caught.value.reason.numbers
    assert (caught.value.reason.key, numbers["line"], numbers["column"]) == (key, 4, column)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("md|3SAKQZ,|", "paste-word"),
        ("md|3SAKQJHT98D765C43,ST98H765D432CAKQJ,S765H432DAKQJCT98,|", "paste-four-hands"),
        ("md|3SA,SA,S2,S3|", "paste-twice"),
        ("md|3AKQ,|", "paste-no-suit"),
        ("md|", "paste-four-hands"),
        ('[Deal "N:2.3.4.5.6 - - -"]', "paste-suits"),
    ],
)
def test_bridge_file_error_is_named(text: str, key: str) -> None:
    with pytest.raises(BadText, match=key):
        read_deals(text)


def test_bridge_deal_in_comment_is_no_deal() -> None:
    comment = f'{{\n[Deal "N:{GOOD}"]\n}}\n'
    with pytest.raises(BadText):
        read_deals(comment)
    deal = f'[Deal "E:{GOOD}"]\n'
    assert read_deals(f"{comment}{deal}") == read_deals(deal)


HOSTILE = {
    "[Deal ": "paste-long",
    '[Deal "N:': "paste-word",
    '[Deal "N:- - - -"]\n': "paste-no-cards",
    "md|": "paste-word",
    "md|3": "paste-word",
    "|md|3SA": "paste-four-hands",
}
"""Parts of deals that are repeated in a file, and the reason for which the file is refused."""
COMMENTS = ("{", "{}", "{[Deal ", '{[Deal "N:"]}', ";\n", ";[Deal \n", "%\n", '%[Deal "N:\n')
"""Parts of comments that are repeated in a file in front of a deal, which is read."""


def outcome(text: str) -> str:
    """Return the reason for which a file is refused, or its last deal as text."""
    try:
        return read_deals(text)[-1].text
    except PrikupError as error:
        return error.reason.key


def count_calls(text: str) -> int:
    """Return the number of functions that are called to read a file, those of patterns included."""
    count = 0

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        outcome(text)
    finally:
        sys.setprofile(None)
    return count


def test_longest_hostile_bridge_file_is_read_or_refused() -> None:
    """Each part is looked at once: a file of half the length takes half the work."""
    good = f'[Deal "N:{GOOD}"]\n'
    cases = [(part, "", reason) for part, reason in HOSTILE.items()]
    cases += [(part, f"\n{good}", outcome(good)) for part in COMMENTS]
    for part, end, expected in cases:
        count = (MAX_CHARACTERS - len(end)) // len(part)
        assert outcome(part * count + end) == expected, part
        calls = count_calls(part * (count // 32) + end)
        assert count_calls(part * (count // 16) + end) <= 2 * calls + 100, part


def test_bridge_file_with_many_deals_takes_work_for_each_deal() -> None:
    good = f'[Deal "N:{GOOD}"]\n'
    assert len(read_deals(good * 400)) == 400
    assert count_calls(good * 400) <= 2 * count_calls(good * 200)


@given(st.text(st.sampled_from('AKQJT98.2-SHDC,|md3:NE []{}%;\n"Deal'), max_size=80))
def test_bridge_files_of_garbage_raise_own_error(text: str) -> None:
    for tried in (f'[Deal "N:{text}"]', f"md|{text}|", text):
        with suppress(PrikupError):
            list(read_bridge_deals(tried))
            assert read_deals(tried)


def test_notation_command_prints_bridge_deals_as_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.pbn"
    file.write_text(f'[Deal "N:{GOOD}"]\n[Deal "S:{GOOD}"]\n')
    assert run(["notation", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [deal.text for deal in read_deals(file.read_text())]
    assert [deal.text for line in lines for deal in read_deals(line)] == lines
    file.write_text('[Deal "N:\x1b[31m - - -"]\n')
    assert run(["notation", str(file), "--language", "en"]) == 2
    message = capsys.readouterr().err
    assert "Line 1, column 10" in message
    assert "\x1b" not in message
