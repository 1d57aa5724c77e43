"""Links that contain a deal, as arguments and as files: `replay` and `review` read them as they read logs."""

from pathlib import Path

import pytest
from support.example_games import example
from support.matches import play_match

from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, link_of, linked_deals
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.review.decisions import FinishedDeal
from prikup.terminal.cli import review
from prikup.terminal.cli.app import run

Capture = pytest.CaptureFixture[str]
ADDRESS = f"https://cards.example{LINK_PATH}"
NAME = example(alone=True)


def links(log: Log) -> list[str]:
    """Return the links to the finished deals of a log."""
    return [f"{ADDRESS}{link_of(deal)}" for deal in linked_deals(log)]


def output(capsys: Capture, *arguments: str) -> str:
    assert run([*arguments, "--language", "en"]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def log() -> Log:
    return play_match(NAME, GAMES[NAME], 3, extras=False)


@pytest.fixture(scope="module")
def log_file(log: Log, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("logs") / "match.jsonl"
    path.write_bytes(lines(log.events))
    return str(path)


@pytest.mark.parametrize("game", GAMES)
def test_replay_shows_deal_of_link_as_that_of_log(game: str, capsys: Capture, tmp_path: Path) -> None:
    """Only the names are missing, and the hash that was published before the deal."""
    log = play_match(game, GAMES[game], 2, extras=False)
    (tmp_path / "match.jsonl").write_bytes(lines(log.events))
    for deal, link in zip(linked_deals(log), links(log), strict=True):
        number = str(deal.standing.deal)
        expected = output(capsys, "replay", str(tmp_path / "match.jsonl"), "--deal", number, "--plain")
        for seat, name in enumerate(log.begin.names):
            expected = expected.replace(name, f"Seat {seat}")
        shown = output(capsys, "replay", link, "--deal", number, "--plain")
        assert _without_hash(shown) == _without_hash(expected)


def _without_hash(page: str) -> list[str]:
    return [line for line in page.splitlines() if not line.startswith("The deck is sealed.")]


def test_review_of_link_judges_same_deal_as_review_of_log(
    log: Log, log_file: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewed_deals: list[FinishedDeal] = []

    def record_deal(deal: FinishedDeal, *_: object) -> tuple[()]:
        reviewed_deals.append(deal)
        return ()

    monkeypatch.setattr(review, "review", record_deal)
    for arguments in (log_file, "--deal", "2"), (links(log)[1],):
        output(capsys, "review", *arguments)
    deal_of_log, deal_of_link = reviewed_deals
    assert (deal_of_link.number, deal_of_link.start, deal_of_link.steps) == (2, deal_of_log.start, deal_of_log.steps)


def test_file_of_links_is_read_as_matches_of_one_deal(log: Log, log_file: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    file.write_text(output(capsys, "notation", log_file, "--as", "link"))
    pages = [output(capsys, "replay", str(file), "--match", str(n), "--plain") for n, _ in enumerate(links(log), 1)]
    for page, link in zip(pages, links(log), strict=True):
        assert page.endswith(output(capsys, "replay", link, "--plain"))
    assert output(capsys, "notation", str(file), "--as", "link") == "\n".join(file.read_text().splitlines(True))


def test_commands_refuse_wrong_use_of_link(log: Log, capsys: Capture) -> None:
    link = links(log)[1]
    for arguments, complaint in (
        (("replay", f"{link[:-1]}x"), "The link is damaged: its checksum does not match. Copy the whole link again.\n"),
        (("review", link, "--deal", "1"), "Deal 1 not found; the last is 2.\n"),
        (("notation", link), "A link contains a single deal, not the rest of its match"),
    ):
        assert run([*arguments, "--language", "en"]) == 2
        captured_output = capsys.readouterr()
        assert captured_output.err.startswith(complaint)
        assert not captured_output.out
