"""The pages shown while no deal is played: the seats, the shuffle, the score sheet, and the end of the match."""

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.score_sheet import ScoreSheet
from prikup.rules.state import Seat
from prikup.table.protocol.server_messages import SeatsMessage, ShuffleMessage, WelcomeMessage
from prikup.terminal.render.blocks import Block, Heading, Paragraph
from prikup.terminal.render.deal_view import DealView
from prikup.terminal.render.new_ratings import describe_ratings
from prikup.terminal.render.sheet_page import result, row_page, sheet_now, sheet_page
from prikup.terminal.render.table_view import picture

__all__ = ["Scene", "TableKnowledge", "scene"]


class TableKnowledge(Protocol):
    """The part of the client's knowledge of a table that the pages in this module need; `TableMirror` provides it.

    - `welcome`: the message with the properties of the table.
    - `seats`, `shuffle_message`: the last message about the seats and about a shuffle, None if there was none.
    - `sheet`: the score sheet, None if the table has not sent it.
    - `winners`: the indices of the winning sides, () if there are none so far.
    - `opening_sentences`: sentences about the start of the deal or about its shuffle.
    - `missed_events`: True if the player has not seen the events that led to the current state.
    """

    welcome: WelcomeMessage
    seats: SeatsMessage | None
    shuffle_message: ShuffleMessage | None
    sheet: ScoreSheet | None
    winners: tuple[int, ...]
    opening_sentences: list[Reason]
    missed_events: bool

    @property
    def match_limits(self) -> tuple[Reason, ...]:
        """Sentences which say that the match is rated, if it is, and how much of its time is left."""
        ...

    def sight(self) -> DealView:
        """Return the data from which a screen shows the deal to the player."""
        ...


class Scene(Struct, frozen=True):
    """A page that is shown while no deal is played, with its prompt.

    - `name`: a text that identifies the page and changes when there is something new to read.
    - `blocks`: the content of the page.
    - `prompt`: the text of the prompt.
    - `asks`: True if the table waits for input from this player.
    """

    name: str
    blocks: tuple[Block, ...]
    prompt: str
    asks: bool = False


def scene(speech: Speech, table_state: TableKnowledge, *, cuts: bool) -> Scene:
    """Return the page for the current stage of a table, when no deal is played.

    `speech` formats the texts, and `table_state` is what the client knows about the table. `cuts` is True if the player
    is asked where to cut the deck, and False if the client cuts the deck by itself.
    """
    seats = table_state.seats
    assert seats is not None
    match seats.stage:
        case "open":
            return _room(speech, table_state, seats)
        case "rest":
            return _rest(speech, table_state, seats)
        case "over":
            again_key, deal_key, quit_key = (speech(f"keys-{name}").split()[0] for name in ("again", "deal", "quit"))
            key = "prompt-over-lesson" if table_state.welcome.coach else "prompt-over"
            prompt = speech(key, again=again_key, deal=deal_key, quit=quit_key)
            return Scene("over", tuple(_end(speech, table_state)), prompt, asks=True)
    shuffle_message = table_state.shuffle_message
    if (
        cuts
        and shuffle_message
        and shuffle_message.step == "cut"
        and shuffle_message.cutter == seats.you
        and shuffle_message.cut is None
    ):
        return Scene("cut", (), speech("prompt-cut", most=len(table_state.welcome.pack) - 1), asks=True)
    sentences = [] if speech.spoken else speech.sentences(table_state.opening_sentences)
    return Scene("shuffle", tuple(map(Paragraph, sentences)), speech("shuffling"))


def _room(speech: Speech, table_state: TableKnowledge, seats: SeatsMessage) -> Scene:
    title = (speech("game"), table_state.welcome.options, *speech.sentences(table_state.match_limits))
    blocks: list[Block] = [Heading(" · ".join(title))]
    blocks += [Paragraph(_sitter(speech, seats, seat), 2, f"{seat + 1}.") for seat in range(len(seats.seats))]
    empty = None in seats.seats
    if seats.host:
        key = "prompt-start-empty" if empty else "prompt-start"
        return Scene("open", tuple(blocks), speech(key, start=speech("keys-start").split()[0]), asks=True)
    if seats.you is None and empty:
        return Scene("open", tuple(blocks), speech("prompt-sit"), asks=True)
    return Scene("open", tuple(blocks), speech("room-waits" if seats.you is not None else "room-full"))


def _sitter(speech: Speech, seats: SeatsMessage, seat: Seat) -> str:
    person = seats.seats[seat]
    if person is None:
        return speech("seat-empty")
    if person.level:
        return speech("seat-computer", name=person.name, level=person.level)
    if seat == seats.you:
        return f"{person.name} {speech('you')}"
    return person.name if person.here else f"{person.name} ({speech('chair-away')})"


def _rest(speech: Speech, table_state: TableKnowledge, seats: SeatsMessage) -> Scene:
    assert table_state.sheet is not None
    name, page = f"rest {len(table_state.sheet.lines)}", tuple(_row(speech, table_state))
    if seats.you in seats.waits:
        deal, leave = (speech(f"keys-{name}").split()[0] for name in ("deal", "quit"))
        return Scene(name, page, speech("prompt-next-deal", deal=deal, quit=leave), asks=True)
    return Scene(name, page, speech("waiting-several", players=seats.waits))


def _row(speech: Speech, table_state: TableKnowledge) -> Iterator[Block]:
    """Yield the page about the last finished deal. `table_state` is what the client knows about the table."""
    assert table_state.sheet is not None
    deal_picture = picture(speech, table_state.sight())
    ending = [" ".join(lines) for lines in (deal_picture.facts, deal_picture.recap) if lines]
    yield from row_page(speech, table_state.sheet, ending)


def _end(speech: Speech, table_state: TableKnowledge) -> Iterator[Block]:
    """Yield the page after the match: the page about the last deal, then the result.

    `table_state` is what the client knows about the table. If the player has not seen the end of the match, the score
    sheet replaces the page about the last deal.
    """
    sheet = table_state.sheet
    if sheet is not None and sheet.lines and not table_state.missed_events:
        yield from _row(speech, table_state)
    elif sheet is not None:
        yield from sheet_now(speech, sheet) if speech.spoken and not sheet.lines else sheet_page(speech, sheet)
    yield Heading(result(speech, table_state.winners))
    assert table_state.seats is not None
    if why := table_state.seats.unrated:
        yield Paragraph(speech.reason(Reason("not-rated", {"why": why})))
    yield from map(Paragraph, speech.sentences(describe_ratings(table_state.seats)))
