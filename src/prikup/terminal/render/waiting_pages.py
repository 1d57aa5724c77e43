"""What is shown of a table with others while no cards are played: the seats, the shuffle, the sheet, the end."""

from collections.abc import Iterator

from msgspec import Struct

from prikup.locale.speech import Speech
from prikup.state import Seat
from prikup.table.protocol import Seats
from prikup.terminal.client.table_mirror import Hearing
from prikup.terminal.render.blocks import Block, Heading, Text
from prikup.terminal.render.sheet_page import result, row_page, sheet_now, sheet_page
from prikup.terminal.render.table_view import picture

__all__ = ["Scene", "scene"]


class Scene(Struct, frozen=True):
    """A page, and the prompt under it. The name changes when there is something new to read; `asks`: one is waited
    for."""

    name: str
    blocks: tuple[Block, ...]
    prompt: str
    asks: bool = False


def scene(speech: Speech, hearing: Hearing, *, cuts: bool) -> Scene:
    """What one sees now; `cuts`: one says oneself where the deck is cut."""
    seats = hearing.seats
    assert seats is not None
    match seats.stage:
        case "open":
            return _room(speech, hearing, seats)
        case "rest":
            return _rest(speech, hearing, seats)
        case "over":
            again, deal, leave = (speech(f"keys-{name}").split()[0] for name in ("again", "deal", "quit"))
            prompt = speech("prompt-over", again=again, deal=deal, quit=leave)
            return Scene("over", tuple(_end(speech, hearing)), prompt, asks=True)
    sealed = hearing.sealed
    if cuts and sealed and sealed.step == "cut" and sealed.cutter == hearing.you:
        return Scene("cut", (), speech("prompt-cut", most=len(hearing.welcome.pack) - 1), asks=True)
    begun = [] if speech.spoken else speech.told(hearing.begun)
    return Scene("shuffle", tuple(map(Text, begun)), speech("shuffling"))


def _room(speech: Speech, hearing: Hearing, seats: Seats) -> Scene:
    blocks: list[Block] = [Heading(f"{speech('game')} · {hearing.welcome.options}")]
    blocks += [Text(_sitter(speech, seats, seat), 2, f"{seat + 1}.") for seat in range(len(seats.seats))]
    empty = None in seats.seats
    if seats.host:
        key = "prompt-start-empty" if empty else "prompt-start"
        return Scene("open", tuple(blocks), speech(key, start=speech("keys-start").split()[0]), asks=True)
    if seats.you is None and empty:
        return Scene("open", tuple(blocks), speech("prompt-sit"), asks=True)
    return Scene("open", tuple(blocks), speech("room-waits" if seats.you is not None else "room-full"))


def _sitter(speech: Speech, seats: Seats, seat: Seat) -> str:
    person = seats.seats[seat]
    if person is None:
        return speech("seat-empty")
    if person.level:
        return speech("seat-computer", name=person.name, level=person.level)
    if seat == seats.you:
        return f"{person.name} {speech('you')}"
    return person.name if person.here else f"{person.name} ({speech('chair-away')})"


def _rest(speech: Speech, hearing: Hearing, seats: Seats) -> Scene:
    assert hearing.sheet is not None
    name, page = f"rest {len(hearing.sheet.lines)}", tuple(_row(speech, hearing))
    if seats.you in seats.waits:
        deal, leave = (speech(f"keys-{name}").split()[0] for name in ("deal", "quit"))
        return Scene(name, page, speech("prompt-next-deal", deal=deal, quit=leave), asks=True)
    return Scene(name, page, speech("waiting-several", players=seats.waits))


def _row(speech: Speech, hearing: Hearing) -> Iterator[Block]:
    """The deal that was written last."""
    assert hearing.sheet is not None
    shown = picture(speech, hearing.sight())
    ending = [" ".join(lines) for lines in (shown.facts, shown.since) if lines]
    yield from row_page(speech, hearing.sheet, ending)


def _end(speech: Speech, hearing: Hearing) -> Iterator[Block]:
    sheet = hearing.sheet
    if sheet is not None and sheet.lines:
        yield from _row(speech, hearing)
    elif sheet is not None:
        yield from sheet_now(speech, sheet) if speech.spoken else sheet_page(speech, sheet)
    yield Heading(result(speech, hearing.winners))
