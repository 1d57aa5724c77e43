"""A deal opened from a link equals the deal of the match that it was made from."""

import pytest
from msgspec.structs import replace
from support.matches import play_match
from support.random_walk import SIMPLE

from prikup.archive.finished_match import FinishedMatch, MatchSeat
from prikup.archive.shared_deal import SharedDeal, open_link
from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, link_of, linked_deals, parse_link
from prikup.rules.errors import Reason
from prikup.table.table_settings import TableSettings


def _match(game: str, seed: int) -> FinishedMatch:
    log = play_match(game, GAMES[game], seed, extras=False)
    seats = tuple(map(MatchSeat, log.begin.names))
    return FinishedMatch(TableSettings(game, log.begin.options), log, ("",) * len(seats), seats, 0, closed=False)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_shared_deal_equals_deal_of_its_match(game: str, seed: int) -> None:
    match = _match(game, seed)
    for number, _ in enumerate(match.log.match.sheet.lines, 1):
        record = match.deal("", number)
        assert record is not None
        shared_deal = open_link(f"https://cards.example{LINK_PATH}{record.link}).")
        assert isinstance(shared_deal, SharedDeal)
        own, deal = shared_deal.record, shared_deal.record.summary.deal
        assert (own.steps, own.end, own.link) == (record.steps, record.end, record.link)
        assert own.deck.deck == record.deck.deck
        assert own.summary == replace(record.summary, deal=deal)
        assert {seat.name for seat in own.seats} == {""}
        assert shared_deal.sheet.lines == (record.summary.line,)
        assert bool(shared_deal.position) == (record.end.public.tricks is not None)
        assert shared_deal.differs is None


def test_damaged_link_gives_reason() -> None:
    link = link_of(next(linked_deals(_match(SIMPLE, 1).log)))
    assert open_link(link[:-1]) == Reason("link-cut")
    unfinished = link_of(replace(parse_link(link), entries=()))
    assert open_link(unfinished) == Reason("link-unfinished")
