"""PPN, one deal at a time: published files can be read, written files can be read back, and a deal can be replayed."""

import json
import random

import pytest
from games.balkan_table import HANDS, TALON, Table, balkan, dealt_table, deck_of, standing
from games.table import cells
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from support.circles import depth
from support.random_walk import walk

from prikup.games.balkan import Balkan, Options
from prikup.games.balkan.ppn import Ppn, PpnDeal, PpnPlay, PpnSummary, Throw, parse_ppn, ppn_text, split_ppn
from prikup.games.balkan.ppn_deal import deal_of, differences
from prikup.games.balkan.ppn_json import json_text, parse_json, split_json
from prikup.games.balkan.ppn_replay import replay_deal
from prikup.rules.action_text import action_text
from prikup.rules.cards import card_text, parse_card
from prikup.rules.errors import BadText
from prikup.rules.match import Match
from prikup.rules.options import random_options

PACK = "1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9"
THROWS = "2A12,M9B2,2A12,M9B2,2A12,M9B2,2A12,G9B3,2A13,G9B3"
DEAL = f"1 231 {PACK} M3,P,3 2 AR 4 3 I3 8 2 {THROWS} M7:-8,F3:L24,0"
"""Like the published examples: thirteen fields, without refa, and throws that repeat cards."""
WHOLE = f"1 231 {PACK} M3,P,3 2 AR 4 3 I3 0 8 2 {THROWS} M7:-8,F3:L24,0"


def parse_deal(text: str) -> PpnDeal:
    """Return the only deal of a file."""
    (deal,) = parse_ppn(f"[{text}]").deals
    return deal


def parse_play(text: str) -> PpnPlay:
    play = parse_deal(text).play
    assert play is not None
    return play


# Reading


def test_ppn_parser_keeps_tag_order_quoted_or_not() -> None:
    text = '[Bula 60]\n  [Player1 cope] [Place "Novi Sad [north]"]\n[Date 2008.03.08]\n'
    tags = ("Bula", "60"), ("Player1", "cope"), ("Place", "Novi Sad [north]"), ("Date", "2008.03.08")
    assert parse_ppn(text).tags == tags


def test_ppn_parser_reads_published_deal_without_refa() -> None:
    deal = parse_deal(DEAL)
    assert (deal.id, deal.order, deal.bids) == (1, (2, 3, 1), ("M3", "P", "3"))
    assert [card_text(card) for card in deal.cards[:10]] == ["S7", "D9", "DJ", "H7", "HQ", "S8", "SK", "CA", "C8", "HT"]
    assert [card_text(card) for card in deal.cards[30:]] == ["CJ", "D7"]
    play = deal.play
    assert play is not None
    assert (play.main, play.contract, play.igra, play.comers) == (2, 4, False, (3,))
    assert (play.kontra, play.kontra_player, play.refa, play.value, play.starts) == ("I", 3, None, 8, 2)
    assert [card_text(card) for card in play.discards] == ["D8", "C9"]
    assert play.throws[0] == Throw((parse_card("S8"), parse_card("D8"), parse_card("S7")), 2)
    assert len(play.throws) == 10
    assert play.summary == (PpnSummary(7, -8), PpnSummary(3, 0, "L", 24), None)


def test_ppn_parser_reads_a_letter_for_each_card() -> None:
    codes = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
    names = [suit + rank for suit in "SDHC" for rank in "789TJQKA"]
    assert [card_text(card) for card in parse_deal(f"1 231 {codes} P,P,P").cards] == names


def test_ppn_parser_reads_y_as_ace_of_clubs() -> None:
    assert parse_deal(DEAL.replace(PACK, PACK.replace("W", "Y"))) == parse_deal(DEAL)


def test_ppn_parser_skips_text_outside_brackets() -> None:
    assert len(parse_ppn(f"A match.\n[Bula 60]\n...\n[{DEAL}]\n...").deals) == 1
    assert parse_ppn("") == Ppn()


UNREADABLE = f"""
    # The field that is named, what stands in a whole deal, and what is put in its place
    id        | 1 231      | 1x 231
    order     | 1 231      | 1 232
    cards     | {PACK} | {PACK[:-1]}
    cards     | {PACK} | {PACK[:-1]}1
    cards     | {PACK} | {PACK[:-1]}Z
    bids      | M3,P,3     | M3,P
    bids      | M3,P,3     | M3,P,9
    main      | 3 2 AR     | 3 4 AR
    main      | 3 2 AR     | 3 23 AR
    discarded | 2 AR 4     | 2 ARB 4
    discarded | 2 AR 4     | 2 A? 4
    contract  | AR 4 3 I3  | AR 9 3 I3
    accepted  | AR 4 3 I3  | AR 4 2 I3
    accepted  | AR 4 3 I3  | AR 4 both I3
    kontra    | 3 I3 0     | 3 X3 0
    kontra    | 3 I3 0     | 3 I4 0
    kontra    | 3 I3 0     | 3 I 0
    refa      | I3 0 8     | I3 2 8
    value     | I3 0 8 2   | I3 0 -8 2
    starts    | I3 0 8 2   | I3 0 8 5
    throws    | G9B3 M7    | G9B4 M7
    throws    | G9B3 M7    | G9B93 M7
    throws    | G9B3 M7    | G3 M7
    summary   | M7:-8      | M7
    summary   | F3:L24     | F3:24
    summary   | F3:L24     | F٣:L24
    fields    | {THROWS} M7:-8,F3:L24,0 |
    fields    | M7:-8,F3:L24,0 | M7:-8,F3:L24,0 0
"""


def test_ppn_parser_names_unreadable_field() -> None:
    for field, old_text, new_text in cells(UNREADABLE):
        assert old_text in WHOLE
        with pytest.raises(BadText) as error:
            parse_ppn(f"[Bula 60]\n[{WHOLE.replace(old_text, new_text)}]")
        assert error.value.reason.key == "ppn-unreadable", new_text
        assert error.value.reason.numbers["field"] == field, new_text
        assert error.value.reason.numbers["deal"] == ("1x" if field == "id" else "1")


def test_ppn_parser_refuses_unbalanced_brackets() -> None:
    for text in ("[Bula 60", "Bula 60]", f"[{DEAL}\n[{DEAL}]"):
        with pytest.raises(BadText, match="ppn-brackets"):
            parse_ppn(text)


# Writing


def test_ppn_writer_writes_parsed_deals_with_all_fields() -> None:
    igra = f"1 123 {PACK} 2,G4,G 2 XX G4 0 0 0 10 0 0 0,M0:-10,0"
    mortkontra = f"1 123 {PACK} P,P,2 3 AR 6 8 M1 1 192 1 2A12 F0:L0,0,M0:-192"
    text = f'[Bula 60]\n[Place "Novi Sad"]\n\n[{WHOLE}]\n[2 312 {PACK} P,P,P]\n[{igra}]\n[{mortkontra}]\n'
    assert ppn_text(parse_ppn(text)) == text
    assert ppn_text(parse_ppn(f"[{DEAL}]")) == f"[{WHOLE}]\n"


def test_ppn_writer_quotes_or_alters_unreadable_tag_values() -> None:
    tags = (("Place", "Novi Sad"), ("Round", ""), ("Note", "[a]"))
    assert parse_ppn(ppn_text(Ppn(tags))).tags == tags
    assert ppn_text(Ppn((("Name", 'T"ig'),))) == "[Name T'ig]\n"


# Deals of ours

DECK = deck_of(HANDS, TALON, (1, 2, 0))
AUCTION = "two three pass mine pass C8 C9"
LOWEST = "two pass pass C8 C9 clubs come come moze moze"


def record_fields(table: Table) -> list[str]:
    """Return the fields of the record of a finished deal with the common hands."""
    return ppn_text(Ppn((), (deal_of(table.game, 1, DECK, table.state),))).strip("[]\n").split()


RECORD_CASES = f"""
    # Options | what is said | the tricks agreed on | the last fields of the record
                     | {AUCTION} hearts dont come SK S8 | 3 6 0 | M3,3,P 2 QR 4 1 0 0 8 2 722 M7:-8,0,F3:L24
    # An igra, an invitation, a kontra; one that was refused is not written
                     | two igra igra hearts hearts dont dont | | 2,G4,G4 3 XX G4 0 0 0 10 0 0 0,M0:-10,0
    invite=on        | {AUCTION} hearts come dont invite | 2 6 2 | 3 I3 0 8 2 0 M6:-8,F4:R32,0
    kontra=mortkontra | {AUCTION} hearts come come moze kontra rekontra moze | 2 6 2 | 8 R1 0 32 2 0 M6:-32,0,F4:L128:32
    invite=may_refuse | {AUCTION} hearts come dont invite refuse | 0 6 4 | 3 0 0 8 2 0 M6:-8,F4:R32,0
    # A betl under kontra pays both followers
    kontra=kontra    | {AUCTION} betl moze kontra | 0 1 0 | 8 K1 0 24 2 0 M1:24,F0:R120,F0:L120
    # A lowest game without a kontra is written without throws
    kontra=kontra lowest_needs_kontra=refa_else_made | {LOWEST} | | 2 8 0 0 4 0 0 M0:0,0,0
    # Preferans, and an igra of it
    preferans=on igra=named_high | two igra-preferans | 0 0 10 | 2,G8,P 3 XX G8 8 0 0 18 2 0 F0:L0,M10:-18,F0:R0
"""


def test_ppn_deal_record_has_expected_fields() -> None:
    for options, calls, agreed_tricks, expected_fields in cells(RECORD_CASES):
        table = dealt_table(f"balkan {options}").say(calls)
        if agreed_tricks:
            table.agree(*map(int, agreed_tricks.split()))
        fields = record_fields(table)
        assert " ".join(fields[-len(expected_fields.split()) :]) == expected_fields, calls
    assert record_fields(dealt_table().say("pass pass pass"))[:2] == ["1", "231"]
    refa = dealt_table(match_standing=standing(refe=(0, 1, 0))).say(f"{AUCTION} spades dont dont")
    assert record_fields(refa)[9:11] == ["1", "20"]


def _three_player_game(rng: random.Random) -> Balkan:
    """Return a game for three under random options: PPN cannot express four."""
    options = random_options(Options, rng)
    return Balkan(replace(options, players=3))


def test_ppn_replays_random_deals_under_random_options() -> None:
    rng = random.Random(3)
    features: set[tuple[str, bool]] = set()
    for n in range(depth(400)):
        game = _three_player_game(rng)
        match_standing = Match.begin(game, n % 3).standing
        deck = tuple(rng.sample(game.pack, 32))
        *_, (_, end, _) = walk(game, game.deal(deck, match_standing), rng)
        text = ppn_text(Ppn((), (deal_of(game, n, deck, end),)))
        (deal,) = parse_ppn(text).deals
        fixed_deal, replayed_state = replay_deal(game, deal, match_standing)
        assert (fixed_deal.deck, fixed_deal.agreed_tricks) == (deck, ())
        assert ppn_text(Ppn((), (deal_of(game, n, deck, replayed_state),))) == text
        assert list(differences(deal, deal_of(game, n, deck, replayed_state))) == []
        outcome, replayed_outcome = game.outcome(end), game.outcome(replayed_state)
        assert replayed_outcome == (replace(outcome, invite="none") if outcome.invite == "refused" else outcome)
        assert (replayed_state.public.tricks, replayed_state.notes) == (end.public.tricks, end.notes)
        if deal.play:
            features.add((deal.play.kontra, deal.play.igra))
    assert {igra for _, igra in features} == {True, False}
    if depth(400) == 400:  # a smaller sample lacks some kontras
        assert {letter for letter, _ in features} == {"", "I", "K", "R", "S", "M"}


def test_ppn_replay_keeps_raise_by_senior() -> None:
    table = dealt_table().say("two three pass four pass C9 C8 hearts dont dont")
    deal = deal_of(table.game, 1, DECK, table.state)
    assert deal.bids == ("4", "3", "P")
    fixed_deal, _ = replay_deal(table.game, deal, table.standing)
    calls = [action_text(table.game.calls, action) for action in fixed_deal.actions]
    assert calls[:5] == ["two", "three", "pass", "four", "pass"]


def test_ppn_replay_takes_remaining_tricks_from_summary() -> None:
    for options, follow in (
        ("balkan", "come come"),
        ("balkan invite=on", "dont come invite"),
        ("balkan invite=may_refuse", "dont come invite accept"),
        ("balkan kontra=mortkontra", "come come moze kontra moze"),
    ):
        table = dealt_table(options).say(f"{AUCTION} hearts {follow} SK S7 S8 SQ").agree(3, 6, 0)
        deal = deal_of(table.game, 1, DECK, table.state)
        fixed_deal, replayed_state = replay_deal(table.game, deal, table.standing)
        assert sum(fixed_deal.agreed_tricks) == 9
        assert fixed_deal.agreed_tricks[1] == 6
        assert table.game.scoring.row(table.game.outcome(replayed_state), table.standing) == table.row
        assert list(differences(deal, deal_of(table.game, 1, DECK, replayed_state))) == []


LINE = ppn_text(
    Ppn(
        (),
        (deal_of(balkan(), 1, DECK, dealt_table().say(f"{AUCTION} hearts come come SK S7 S8").agree(3, 6, 0).state),),
    )
)


IMPOSSIBLE_RECORDS = """
    order     | 1 231      | 1 213
    order     | 1 231      | 1 312
    bids      | M3,3,P 2   | M3,G,P 2
    bids      | M3,3,P 2   | 4,P,P 2
    bids      | M3,3,P 2   | P,P,P 2
    bids      | M3,3,P 2   | M3,3,P] [
    bids      | M3,3,P 2   | P,G,P] [
    main      | M3,3,P 2   | M3,3,P 3
    discarded | QR 4       | 1R 4
    discarded | QR 4       | XX 4
    contract  | QR 4       | QR 2
    contract  | QR 4       | QR 8
    kontra    | 4 8 0      | 4 8 K3
    starts    | 8 2 712    | 8 3 712
    throws    | 7122       | 7123
    throws    | 7122       | 7192
    throws    | 7122       | 712
    summary   | F3:L24     | F2:L24
    summary   | M7:-8,F0   | M0:-8,F7
"""
DIFFERING_SCORES = """
    value     | 0 8 2      | 0 10 2
    refa      | 0 8 2      | 1 8 2
    summary   | :L         | :R
    summary   | :-8        | :+8
"""


def test_ppn_replay_names_field_that_rules_refuse() -> None:
    for field, old_text, new_text in cells(IMPOSSIBLE_RECORDS):
        assert old_text in LINE
        with pytest.raises(BadText) as error:
            replay_deal(
                balkan(), parse_deal(LINE.replace(old_text, new_text, 1).partition("] [")[0].strip("[]\n")), standing()
            )
        assert error.value.reason.key in ("ppn-refused", "ppn-differs")
        assert (error.value.reason.numbers["field"], error.value.reason.numbers["deal"]) == (field, "1"), new_text


def test_ppn_differences_name_differing_score_field() -> None:
    for field, old_text, new_text in cells(DIFFERING_SCORES):
        assert old_text in LINE
        deal = parse_deal(LINE.replace(old_text, new_text).strip("[]\n"))
        fixed_deal, end = replay_deal(balkan(), deal, standing())
        (difference,) = differences(deal, deal_of(balkan(), 1, fixed_deal.deck, end))
        assert (difference.key, difference.numbers["field"]) == ("ppn-differs", field)
        assert difference.numbers["text"] != difference.numbers["ours"]


# JSON


def test_ppn_json_parser_reads_published_deal() -> None:
    throws = ",".join(f'{{"id": {n}, "starts": 2, "cards": "2A1", "winner": 2}}' for n in (1, 2))
    main, follower_fields = '{"main": true, "tricks": 7, "middle": -8}', '"main": false, "tricks"'
    summary = f'{{"p1": {{{follower_fields}: 2, "left": 60}}, "p2": {main}, "p3": {{{follower_fields}: 1}}}}'
    text = f"""{{
        "id": 1, "dealOrder": 231, "main": 2, "discarded": "AR", "contract": 4, "accepted": 8, "kontra": "I3",
        "cards": {{"p1": "1BDHM27WQK", "p2": "4CEIN3FVRJ", "p3": "S5LP8GU6AO", "t": "T9"}},
        "bids": {{"p1": "M3", "p2": "P", "p3": "3"}}, "refa": false, "value": 4, "starts": 2,
        "throws": [{throws}], "summary": {summary}
    }}"""
    expected_deal = f"1 231 {PACK} M3,P,3 2 AR 4 8 I3 0 4 2 2A12,2A12 M7:-8,F1:L0,F2:L60"
    assert parse_json(text) == parse_json(f"[{text}]") == Ppn((), (parse_deal(expected_deal),))


def test_ppn_json_parser_reads_summary_by_deal_order() -> None:
    document = json.loads(json_text(Ppn((), (parse_deal(WHOLE),))))
    (deal,) = document["deals"]
    deal["summary"] = {"p1": deal["summary"]["p2"], "p2": deal["summary"]["p3"], "p3": deal["summary"]["p1"]}
    assert parse_json(json.dumps(document)) == Ppn((), (parse_deal(WHOLE),))


def test_ppn_json_parser_names_unreadable_field() -> None:
    for field, key, value in (
        ("fields", "id", None),
        ("order", "dealOrder", 232),
        ("cards", "cards", PACK),
        ("cards", "cards", {"p1": "1"}),
        ("bids", "bids", ["P", "P", "P"]),
        ("bids", "bids", {"p1": 1, "p2": 2, "p3": 3}),
        ("contract", "contract", [4]),
        ("refa", "refa", 2),
        ("throws", "throws", ["2A12"]),
        ("summary", "summary", {"p1": {}, "p2": 1, "p3": {}}),
        ("summary", "summary", {"p1": {}}),
        ("fields", "main", None),
    ):
        document = json.loads(json_text(Ppn((), (parse_deal(WHOLE),))))
        document["deals"][0][key] = value
        with pytest.raises(BadText) as error:
            parse_json(json.dumps(document))
        assert (error.value.reason.key, error.value.reason.numbers["field"]) == ("ppn-unreadable", field), (key, value)


@pytest.mark.parametrize("text", ["", "{", "[1]", "7", '{"deals": [], "tags": 3}', "[" * 100_000, '{"deals": [[]]}'])
def test_ppn_json_parser_refuses_invalid_documents(text: str) -> None:
    with pytest.raises(BadText):
        parse_json(text)


# Several matches in a file


def test_ppn_file_is_split_where_match_begins() -> None:
    """The deals are written as their numbers; compared are the tags and the deals of each match in a file."""
    for file, expected_matches in (
        ("Bula 1 2", "Bula:12"),
        ("Bula Player1 1 2 Bula Player1 1 2", "Bula,Player1:12 Bula,Player1:12"),
        ("Bula 1 2 Result1 Result2 Bula 1", "Bula,Result1,Result2:12 Bula:1"),
        ("Result1 Bula 1 2 Result1 Bula 1", "Result1,Bula:12 Result1,Bula:1"),
        ("Bula 1 Date Refe Player1 1", "Bula:1 Date,Refe,Player1:1"),
        ("1 2 Bula 1", ":12 Bula:1"),
        ("1 2 Bula Player1", "Bula,Player1:12"),
        ("Bula 1 2 Bula Player1", "Bula:12"),
        ("Bula Result1 1 2 1 2", "Bula,Result1:12 Bula:12"),
        ("Bula 1 1 1", "Bula:111"),
        ("Bula Round 1 Round 2 Round 3", "Bula,Round,Round,Round:123"),
        ("Bula", "Bula:"),
        ("", ":"),
    ):
        text = "\n".join(f"[{word} {PACK}]" if word.isdigit() else f"[{word} x]" for word in file.split())
        matches = []
        for piece in split_ppn(text):
            words = [part[1:].split()[0] for part in piece.split("\n") if part]
            deals = "".join(word for word in words if word.isdigit())
            matches.append(f"{','.join(word for word in words if not word.isdigit())}:{deals}")
        assert " ".join(matches) == expected_matches, file


def test_ppn_json_is_split_by_documents_and_lists() -> None:
    whole, deal = '{"tags": {"Bula": "60"}, "deals": [{"id": 1}]}', '{"id": 2}'
    for text, number in (
        (whole, 1),
        (deal, 1),
        (f"{whole}\n{whole}\n", 2),
        (f"[{whole},{whole}]", 2),
        (f"[{deal},{deal}]", 1),
        (f"{deal}\n{deal}", 1),
        (f"{whole} {deal}", 2),
        ("", 0),
        (f"{whole} nonsense", 1),
    ):
        assert len(split_json(text)) == number, text


# Whole files

VALUES = st.text(st.characters(exclude_characters='"', exclude_categories=("Cc", "Cs", "Cf")), max_size=12).map(
    str.strip
)
HEADERS = st.fixed_dictionaries(
    {"Bula": st.integers(1, 300).map(str)}, optional=dict.fromkeys(("Refe", "Options", "Player1", "Event"), VALUES)
)
ROWS = (f"1 231 {PACK} P,P,P", WHOLE, WHOLE.replace("1 231", "2 231"), WHOLE.replace("1 231", "17 231"))
MATCHES = st.builds(
    lambda header, rows: Ppn(tuple(header.items()), tuple(map(parse_deal, rows))),
    HEADERS,
    st.lists(st.sampled_from(ROWS[1:]), max_size=3).map(lambda rows: [ROWS[0], *rows]),
)


@given(st.lists(MATCHES, min_size=1, max_size=4), st.sampled_from(["", "{ a comment }\n", "; 1-2-3\n\n"]))
def test_ppn_file_with_many_matches_is_read_back_exactly(matches: list[Ppn], comment: str) -> None:
    """Comments are skipped; everything that the program writes is read back, byte for byte."""
    one_per_match = [replace(ppn, deals=ppn.deals[:1]) for ppn in matches]
    texts = [ppn_text(ppn) for ppn in one_per_match]
    parts = split_ppn(comment.join(texts))
    assert [parse_ppn(part) for part in parts] == one_per_match
    assert [ppn_text(parse_ppn(part)) for part in parts] == texts
    json_texts = [json_text(ppn) for ppn in matches]
    json_parts = split_json("".join(json_texts))
    assert [parse_json(part) for part in json_parts] == matches
    assert [json_text(parse_json(part)) for part in json_parts] == json_texts


@given(MATCHES)
def test_ppn_text_of_one_match_is_read_back_exactly(ppn: Ppn) -> None:
    assert parse_ppn(ppn_text(ppn)) == ppn


def test_ppn_matches_under_one_header_share_its_last_tags() -> None:
    text = f"[Bula 60]\n[Bula 40]\n[Event x]\n[Result1 5]\n[{ROWS[0]}]\n[{ROWS[2]}]\n[{ROWS[0]}]\n"
    first, second = split_ppn(text)
    assert parse_ppn(first).tags == (("Bula", "60"), ("Bula", "40"), ("Event", "x"), ("Result1", "5"))
    assert parse_ppn(second).tags == (("Bula", "40"),)


def test_ppn_file_cannot_multiply_its_size_by_shared_header() -> None:
    """Each further match gets a copy of the header, so a long header and many short deals would fill the memory."""
    many_matches = "[1 x]\n[2 x]\n" * 1000
    with pytest.raises(BadText, match="ppn-header-long"):
        split_ppn(f"[Bula 60]\n[Player1 {'x' * 100_000}]\n{many_matches}")
    with pytest.raises(BadText, match="ppn-header-long"):
        split_ppn(f"[Bula 60]\n[Player1 {'x' * 1000}]\n{many_matches}")
    parts = split_ppn(f"[Bula 60]\n[Event {'x' * 100_000}]\n{'[Note y]' * 10_000}\n{many_matches}")
    assert len(parts) == 1000
    assert sum(map(len, parts)) < 300_000


def test_ppn_writer_escapes_control_characters() -> None:
    ppn = Ppn((("Bula", "60"), ("Player1", "a\x1b[31m\x9b\u202eb")), ())
    for text in (ppn_text(ppn), json_text(ppn)):
        assert text.isprintable() or set(text) - {"\n"} <= set(filter(str.isprintable, text))
    assert dict(parse_json(json_text(ppn)).tags) == dict(ppn.tags)
    assert ppn_text(parse_ppn(ppn_text(ppn))) == ppn_text(ppn)
